"""``make bench``: how fast it is, measured in pairs within one run, printed as ratios.

The yardstick is a plain C program for each game (``scripts/baseline``), compiled here when
a C compiler is at hand.  Both sides play the same game with every seat ``random``, tallies
included; runs alternate, and the median of the ratios is what counts.  Euchre is compared
with OpenSpiel too, where that is installed (``scripts.openspiel``): it is the one game that both
have.  Strategies, threads, start and memory are measured at Loo.
"""

from __future__ import annotations

import json
import os
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
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.lineup import seat_players

_BASELINES = Path(__file__).parent / "baseline"
_PAIRS = 5
#: Hands that one measurement plays, about.
_HANDS = 2_000_000
#: And those of OpenSpiel, which takes some forty times as long.
_HANDS_OF_OPENSPIEL = 40_000
#: Hands of a session that is not one game. A C program takes sessions and hands then, else games.
_HANDS_A_SESSION = 100
#: Hands of a session that is one game, about.
_HANDS_OF_A_GAME = 5
#: What a C program plays, where it is not what the rules say by themselves.
_RULES = {"loo": {"penalty": "cap:40"}}

console = Console()


def compiled_baselines(folder: Path) -> dict[str, Path]:
    """Compile the C programs, honestly optimised; none where there is no compiler."""
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


def ours(run: Run, jobs: int = 1) -> float:
    """Return hands a second of the simulator, tallies included."""
    played = play(run, jobs=jobs)
    return played.tally.session_total("hands") / played.seconds


def theirs(program: Path, run: Run) -> float:
    """Return hands a second of the C program."""
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


def _row(table: Table, what: str, a: float, b: float, ratios: list[float]) -> None:
    spread = f"{ratios[0]:.2f} to {ratios[-1]:.2f}"
    table.add_row(
        what, f"{a / 1e6:.3g}", f"{b / 1e6:.3g}", f"{statistics.median(ratios):.2f}", spread)


def _table(title: str, a: str, b: str) -> Table:
    table = Table(title=title, title_justify="left")
    for column in ("", a, b, "ratio", "of five pairs"):
        table.add_column(column, justify="left" if not column else "right")
    return table


def against_c(programs: dict[str, Path]) -> None:
    """Compare every game with its C program, on one thread."""
    table = _table("One thread against C, every seat random, M hands/s", "boneyard", "C")
    for game in game_names():
        if game not in programs:
            continue
        for players in seats_of(game):
            run = run_of(game, players, _HANDS)
            a, b, ratios = ratio(
                lambda run=run: ours(run),  # type: ignore[misc]
                lambda run=run, game=game: theirs(programs[game], run))  # type: ignore[misc]
            _row(table, f"{game}, {players} players", a, b, ratios)
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


def strategies_and_threads() -> None:
    """Compare heuristics with chance, and two threads with one."""
    table = _table("Domino Loo, 4 players, cap:40, M hands/s", "first", "second")
    chance = run_of("loo", 4, _HANDS)
    heuristics = run_of("loo", 4, _HANDS, "banker")
    _row(table, "banker at all seats : random", *ratio(
        lambda: ours(heuristics), lambda: ours(chance)))
    large = run_of("loo", 4, 5 * _HANDS)
    _row(table, "two threads : one", *ratio(lambda: ours(large, 2), lambda: ours(large)))
    console.print(table)


def _seconds(words: list[str], cache: str | None = None) -> float:
    environment = os.environ | ({"NUMBA_CACHE_DIR": cache} if cache else {})
    began = time.perf_counter()
    subprocess.run(words, check=True, env=environment, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def starts() -> None:
    """Time the command itself: help, the first run ever, and any later one."""
    boneyard = [sys.executable, "-m", "scripts.main"]
    one_hand = [*boneyard, "simulate", "loo", "--sessions", "1", "--hands", "1", "--quiet"]
    table = Table(title="Seconds of the whole command", title_justify="left")
    for column in ("", "median of five"):
        table.add_column(column)
    table.add_row("boneyard --help", f"{statistics.median(_times(boneyard + ['--help'])):.2f}")
    with tempfile.TemporaryDirectory() as cache:
        table.add_row("first simulate ever (compiles), once", f"{_seconds(one_hand, cache):.1f}")
    table.add_row("any later simulate", f"{statistics.median(_times(one_hand)):.2f}")
    console.print(table)


def _times(words: list[str]) -> list[float]:
    return [_seconds(words) for _ in range(_PAIRS)]


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
    strategies_and_threads()
    starts()
    memory()


if __name__ == "__main__":
    main()
