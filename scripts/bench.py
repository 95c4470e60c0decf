"""``make bench``: how fast it is, beside C and OpenSpiel, and what commands take.

The yardsticks are a C program for each game (``scripts/baseline``), compiled here if there is a C
compiler, and OpenSpiel's Euchre (Lanctot and others, "OpenSpiel: a framework for reinforcement
learning in games", 2019), if it is installed.  We measure processor time, so that other work on the
machine disturbs as little as possible.  Both sides of a pair are measured in turn, and the median
of five ratios counts.
"""

import importlib.util
import json
import resource
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from reports.commands import default_hands
from simulate.games.game import find_game, game_names
from simulate.games.loo.rules import LooRules
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.lineup import seat_players

_BASELINES = Path(__file__).parent / "baseline"
#: Measurements of one thing, and the hands of one, about; OpenSpiel takes some forty times as long.
_TIMES, HANDS, _HANDS_OF_OPENSPIEL = 5, 2_000_000, 40_000
#: Hands of a session that is not one game. The C program then takes sessions and hands; else it
#: takes games.
_HANDS_A_SESSION = 100
#: Hands of a session that is one game, at least: as many as the game names, where they are more.
_HANDS_OF_A_GAME = 5
#: The rules that a C program plays by, where they are not the defaults.
_RULES = {"loo": {"penalty": "cap:40"}}
#: The line-ups that the C programs ``NAME_default`` have inlined: seats take turns.
IN_TURN = {
    "casino": ("pot-chaser", "blank-hunter", "save-doubles", "best-odds"),
    "euchre": ("hoyle", "threshold"),
    "loo": ("banker", "cautious", "bold", "book"),
    "pool": ("counter", "block-when-light", "keep-options", "doubles-first"),
    "rounce": ("banker", "cautious", "bold", "book"),
}
_COMMANDS = (
    "--help", "simulate loo --sessions 100",
    "advise loo --hand '6-6 6-2 4-4 3-1 2-0' --turn-up 6-3 --position third --before drop,miss",
    "study miss loo --rule penalty=cap:40 --quiet", "solve loo --rule penalty=cap:40 --quiet",
    "exploit loo book --quiet")


def compiled_baselines(
    folder: Path, game: str = "", same_deals: bool = False
) -> dict[str, Path]:
    """Compile the C programs of a game, or all, by name; none without a compiler. With
    ``same_deals`` they deal as boneyard does, slower than by their own generator."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    programs: dict[str, Path] = {}
    if compiler is None:
        return programs
    for source in sorted(_BASELINES.glob(f"{game}*.c")):
        program = folder / source.stem
        subprocess.run(
            [compiler, "-O3", "-march=native", "-std=c11", "-D_POSIX_C_SOURCE=200809L",
             *(["-DSAME_DEALS"] if same_deals else []), "-o", program, source, "-lm"], check=True)
        programs[source.stem] = program
    return programs


def totals_of(program: Path, run: Run) -> dict[str, Any]:
    """Play a run in C; return what the program prints."""
    words = [str(program), str(len(run.players)), str(run.sessions)]
    if not find_game(run.game).plays_to_the_end(run.rules):
        words.append(str(run.hands))
    words.append(str(run.seed))
    if isinstance(run.rules, LooRules):
        words.append(str(run.rules.penalty_parts.limit(len(run.players))))
    printed = subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout
    return json.loads(printed)


def lineup_of(game: str, players: int) -> str:
    """Return the line-up that the C program of a game's default line-up has inlined."""
    return ",".join(IN_TURN[game][seat % len(IN_TURN[game])] for seat in range(players))


def run_of(game: str, players: int, hands: int, lineup: str = "random") -> Run:
    """Return about ``hands`` hands of a game, by the rules of its C program."""
    found = find_game(game)
    rules = found.rules_class.of(None, **_RULES.get(game, {}))
    one_game = found.plays_to_the_end(rules)
    of_a_game = max(_HANDS_OF_A_GAME, found.hands_a_game or 0)
    return Run(
        game, rules, seat_players(game, lineup, players, rules),
        max(1, hands // (of_a_game if one_game else _HANDS_A_SESSION)),
        default_hands(found, rules) if one_game else _HANDS_A_SESSION, 1)


def _ours(run: Run) -> float:
    """Return hands a second of the simulator, tallies included."""
    began = time.process_time()
    played = play(run, jobs=1)
    return played.tally.session_total("hands") / (time.process_time() - began)


def _in_c(program: Path, run: Run) -> float:
    """Return hands a second of the C program."""
    found = totals_of(program, run)
    return float(found["hands"]) / float(found["seconds"])


def _in_openspiel() -> float:
    """Return hands a second of OpenSpiel's Euchre, every seat at random."""
    import pyspiel

    game = pyspiel.load_game("euchre")
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]
    began = time.process_time()
    for hand in range(_HANDS_OF_OPENSPIEL):
        # The number of the hand is the seed with which the deal is drawn.
        pyspiel.evaluate_bots(game.new_initial_state(), bots, hand)
    return _HANDS_OF_OPENSPIEL / (time.process_time() - began)


def compared(what: str, run: Run, theirs: Callable[[], float]) -> str:
    """Measure a run and its yardstick in turn; return both medians, in millions of hands a second,
    and their ratio with its range."""
    _ours(run)  # compiles
    pairs = [(_ours(run) / 1e6, theirs() / 1e6) for _ in range(_TIMES)]
    ratios = sorted(a / b for a, b in pairs)
    a, b = (statistics.median(side) for side in zip(*pairs, strict=True))
    return (f"{what:45}{a:8.3g}{b:8.3g}{statistics.median(ratios):8.2f}"
            f"  ({ratios[0]:.2f} to {ratios[-1]:.2f})")


def _by_c(folder: Path) -> Iterator[str]:
    """Compare every game with its C programs: ``NAME`` at random, ``NAME_STRATEGY``."""
    programs = compiled_baselines(folder)
    if not programs:
        yield "No C compiler here: the comparison with C is left out."
    for name, program in programs.items():
        game, _, who = name.partition("_")
        if game not in game_names():
            continue  # its package is not installed
        fewest, most = find_game(game).seats
        for players in range(fewest, most + 1):
            lineup = lineup_of(game, players) if who == "default" else who or "random"
            run = run_of(game, players, HANDS, lineup)
            yield compared(f"{game}, {players} players, {who or 'random'}", run,
                           partial(_in_c, program, run))


def _by_openspiel() -> str:
    if importlib.util.find_spec("pyspiel") is None:
        return ("OpenSpiel is not installed (pip install open_spiel): the comparison with it is "
                "left out.")
    return compared("euchre, 4 players, against OpenSpiel", run_of("euchre", 4, HANDS),
                    _in_openspiel)


def _seconds(words: str) -> float:
    """Return the processor time of a command, its threads and processes included."""
    began = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "boneyard", *shlex.split(words)], check=False,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime


def main() -> None:
    """Measure everything, a line each."""
    print("One thread, M hands a second: boneyard, the other, their ratio (range of five)")
    with tempfile.TemporaryDirectory() as folder:
        for line in _by_c(Path(folder)):
            print(line, flush=True)
    print(_by_openspiel(), "\nSeconds of processor of a command, compiled before", sep="\n")
    for words in _COMMANDS:
        _seconds(words)  # compiles
        print(f"{_seconds(words):8.2f}  boneyard {words}", flush=True)


if __name__ == "__main__":
    main()
