"""``make bench``: how fast it is, in ratios and processor time, each beside its goal.

The yardstick is a plain C program for each game (``scripts/baseline``), compiled here if there is a
C compiler.  Both sides play the same game with every seat ``random``, tallies included;
``loo_book`` plays with every seat ``book``.  Runs alternate, and the median of the ratios is what
counts.  Euchre is compared with OpenSpiel too, where that is installed (``scripts.openspiel``): it
is the one game that both have.  Strategies, threads, start, questions and memory are measured at
Loo.

We measure processor time, so that other work on the machine disturbs as little as possible; two
threads are compared with one by the clock, which needs an idle machine.
"""

from __future__ import annotations

import json
import os
import resource
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from reports.defaults import default_hands
from scripts import openspiel
from simulate.games.game import find_game, game_names
from simulate.runs.chunk import set_table
from simulate.runs.in_lanes import LARGE, plays_in_lanes
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.lineup import seat_players

_BASELINES = Path(__file__).parent / "baseline"
_PAIRS = 5
#: Hands that one measurement plays, about: too few to be played in lanes.
_HANDS = LARGE // 100 * 99
#: The same in lanes.
_HANDS_IN_LANES = 5 * LARGE
#: Hands that OpenSpiel plays, which takes some forty times as long.
_HANDS_OF_OPENSPIEL = 40_000
#: Hands of a session that is not one game. The C program then takes sessions and hands; else it
#: takes games.
_HANDS_A_SESSION = 100
#: Hands of a session that is one game, about.
_HANDS_OF_A_GAME = 5
#: The goals: against C, against C with a strategy, in lanes, and of two threads to one.
_GOAL, _GOAL_OF_STRATEGIES, _GOAL_OF_LANES, _GOAL_OF_THREADS = 1.0, 0.8, 2.0, 1.9
#: Processor seconds: of a command that plays nothing, and of the first hand ever.
_GOAL_OF_READING, _GOAL_OF_COMPILING = 0.4, 12.0
#: Processor seconds of questions, once all is compiled.
_QUESTIONS = {
    "simulate loo --sessions 100": 1.2,
    "advise loo --hand '6-6 6-2 4-4 3-1 2-0' --turn-up 6-3 --position third --before drop,miss "
    "--pool 40 --rule penalty=cap:40": 1.0,
    "study miss loo --rule penalty=cap:40 --quiet": 3.0,
    "solve loo --rule penalty=cap:40 --quiet": 12.0,
}
#: The rules that a C program plays by, where they are not the defaults.
_RULES = {"loo": {"penalty": "cap:40"}}

console = Console()


def compiled_baselines(folder: Path) -> dict[str, Path]:
    """Compile the C programs with full optimisation; none if there is no compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    programs: dict[str, Path] = {}
    if compiler is None:
        return programs
    for source in sorted(_BASELINES.glob("*.c")):
        program = folder / source.stem
        subprocess.run(
            [compiler, "-O3", "-march=native", "-std=c11", "-D_POSIX_C_SOURCE=200809L",
             "-o", program, source, "-lm"], check=True)
        programs[source.stem] = program
    return programs


def seats_of(game: str) -> Iterator[int]:
    """Yield the numbers of players that a game is measured with."""
    least, most = find_game(game).seats
    yield from range(least, most + 1)


def run_of(game: str, players: int, hands: int, lineup: str = "random") -> Run:
    """Return about ``hands`` hands of a game."""
    found = find_game(game)
    rules = found.rules_class.of(None, **_RULES.get(game, {}))
    one_game = found.plays_to_the_end(rules)
    a_session = _HANDS_OF_A_GAME if one_game else _HANDS_A_SESSION
    return Run(
        game, rules, seat_players(game, lineup, players), max(1, hands // a_session),
        default_hands(found, rules) if one_game else _HANDS_A_SESSION, 1)


def ours(run: Run) -> float:
    """Return hands a second of processor time of the simulator, tallies included."""
    began = time.process_time()
    played = play(run, jobs=1)
    return played.tally.session_total("hands") / (time.process_time() - began)


def by_the_clock(run: Run, jobs: int) -> float:
    """Return hands a second of the clock, on some threads."""
    played = play(run, jobs=jobs)
    return played.tally.session_total("hands") / played.seconds


def theirs(program: Path, run: Run) -> float:
    """Return hands a second of processor time of the C program."""
    words = [str(program), str(len(run.players)), str(run.sessions)]
    if not find_game(run.game).plays_to_the_end(run.rules):
        words.append(str(run.hands))
    result = json.loads(subprocess.run(
        [*words, str(run.seed)], check=True, capture_output=True, text=True).stdout)
    return float(result["hands"]) / float(result["seconds"])


def ratio(a: Callable[[], float], b: Callable[[], float]) -> tuple[float, float, list[float]]:
    """Measure a and b in turn; return both medians and the ratios a / b, sorted."""
    pairs = [(a(), b()) for _ in range(_PAIRS)]
    return (
        statistics.median(x for x, _ in pairs), statistics.median(y for _, y in pairs),
        sorted(x / y for x, y in pairs),
    )


def _row(
    table: Table, what: str, a: float, b: float, ratios: list[float], goal: float | None = None
) -> None:
    spread = f"{ratios[0]:.2f} to {ratios[-1]:.2f}"
    table.add_row(what, f"{a / 1e6:.3g}", f"{b / 1e6:.3g}", f"{statistics.median(ratios):.2f}",
                  spread, "" if goal is None else f"{goal:g}")


def _table(title: str, a: str, b: str) -> Table:
    table = Table(title=title, title_justify="left")
    for column in ("", a, b, "ratio", "of five pairs", "goal"):
        table.add_column(column, justify="left" if not column else "right")
    return table


def _against_c(table: Table, program: Path, run: Run, goal: float, how: str = "") -> None:
    a, b, ratios = ratio(lambda: ours(run), lambda: theirs(program, run))
    who = run.players[0].label
    _row(table, f"{run.game}, {len(run.players)} players, all {who}{how}", a, b, ratios, goal)


def against_c(programs: dict[str, Path]) -> None:
    """Compare every game with its C program, on one thread; a strategy's is GAME_STRATEGY."""
    table = _table("One thread against C, M hands a second of processor time", "boneyard", "C")
    for game in game_names():
        for players in seats_of(game):
            for name, program in programs.items():
                of, _, strategy = name.partition("_")
                if of == game:
                    run = run_of(game, players, _HANDS, strategy or "random")
                    _against_c(table, program, run, _GOAL_OF_STRATEGIES if strategy else _GOAL)
                    large = run_of(game, players, _HANDS_IN_LANES, strategy or "random")
                    if plays_in_lanes(large, set_table(large, watched=False)[0]):
                        _against_c(table, program, large, _GOAL_OF_LANES, ", in lanes")
    console.print(table)


def against_openspiel() -> None:
    """Compare Euchre with OpenSpiel's, on one thread; a hand is a deal that is played."""
    found = openspiel.installed()
    if found is None:
        console.print(
            "OpenSpiel is not installed (pip install open_spiel): the comparison with it is "
            "left out.")
        return
    table = _table("One thread against OpenSpiel, every seat random, M hands/s", "boneyard",
                   f"OpenSpiel {found}")
    run = run_of("euchre", 4, _HANDS)
    _row(table, "euchre, 4 players", *ratio(
        lambda: ours(run), lambda: openspiel.euchre_hands_a_second(_HANDS_OF_OPENSPIEL)))
    console.print(table)


def strategies() -> None:
    """Compare strategies of the library with chance, which decides nothing."""
    table = _table("Domino Loo, 4 players, cap:40, M hands a second of processor time",
                   "strategy", "random")
    chance = run_of("loo", 4, _HANDS)
    for name in ("book", "banker", "solved"):
        run = run_of("loo", 4, _HANDS, name)
        _row(table, f"all {name} : all random", *ratio(
            lambda run=run: ours(run), lambda: ours(chance)))  # type: ignore[misc]  # bound now
    console.print(table)


def threads() -> None:
    """Compare two threads with one, by the clock."""
    table = _table("Two threads against one, M hands a second of the clock", "two", "one")
    for game in game_names():
        players = find_game(game).seats[1]
        run = run_of(game, players, 5 * _HANDS)
        _row(table, f"{game}, {players} players", *ratio(
            lambda run=run: by_the_clock(run, 2),  # type: ignore[misc]  # bound now
            lambda run=run: by_the_clock(run, 1)), _GOAL_OF_THREADS)  # type: ignore[misc]  # bound now
    console.print(table)


def _seconds(words: str, cache: str | None = None) -> float:
    """Return the processor time of a command, that of its threads and processes included."""
    environment = os.environ | ({"NUMBA_CACHE_DIR": cache} if cache else {})
    began = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "scripts.main", *shlex.split(words)], check=False,
                   env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime


def _time(table: Table, words: str, goal: float, times: int = _PAIRS) -> None:
    _seconds(words)  # the first time compiles
    found = statistics.median(_seconds(words) for _ in range(times))
    table.add_row(f"boneyard {words}", f"{found:.2f}", f"{goal:g}")


def commands() -> None:
    """Time whole commands: those that play nothing, the first hand ever, and questions."""
    table = Table(title="Processor seconds of the whole command", title_justify="left")
    for column in ("", "median", "goal"):
        table.add_column(column)
    for words in ("--help", "rules loo", "strategies loo", "solve casino",
                  "simulate loo --players 9", "advise loo --hand 6-6"):
        _time(table, words, _GOAL_OF_READING)
    one_hand = "simulate loo --sessions 1 --hands 1 --quiet"
    with tempfile.TemporaryDirectory() as cache:
        found = _seconds(one_hand, cache)
        table.add_row(f"boneyard {one_hand}, the first time ever", f"{found:.1f}",
                      f"{_GOAL_OF_COMPILING:g}")
    for words, goal in _QUESTIONS.items():
        _time(table, words, goal, times=1 if goal > 1.5 else _PAIRS)
    console.print(table)


_PEAK = (
    "import resource, sys; from scripts.bench import run_of, ours; "
    "ours(run_of('loo', 4, int(sys.argv[1]))); "
    "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
)


def memory() -> None:
    """Compare the peak memory of a run with that of one a hundred times as long."""
    peaks = [
        int(subprocess.run([sys.executable, "-c", _PEAK, str(hands)], check=True,
                           capture_output=True, text=True).stdout)
        for hands in (10**6, 10**8)
    ]
    console.print(
        f"Peak memory: {peaks[0] / 1024:.0f} MiB for 1 M hands, {peaks[1] / 1024:.0f} MiB for "
        f"100 M hands, ratio {peaks[1] / peaks[0]:.3f}")


def main() -> None:
    """Run all measurements."""
    with tempfile.TemporaryDirectory() as folder:
        programs = compiled_baselines(Path(folder))
        if programs:
            against_c(programs)
        else:
            console.print("No C compiler here: the comparison with C is left out.")
    against_openspiel()
    strategies()
    threads()
    commands()
    memory()


if __name__ == "__main__":
    main()
