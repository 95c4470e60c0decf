"""The cost of growing: memory and time by the number of hands, time by what is played, threads.

Two cores that work at once may each be slower than one alone.  What the machine itself gives is
told by a C program: two processes of it, which share nothing, against one.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from scripts.bench import measured
from scripts.bench.against_c import compiled_baselines, totals_of
from simulate.games.game import find_game, game_names
from simulate.runs.play import play
from simulate.runs.run import Run

#: How many hands a run has. The goal is that neither memory nor the time of a hand grows, but for
#: what one measurement differs from another.
_HANDS = (3 * 10**6, 10**8)
_GOAL = 1.05
_GOAL_OF_THREADS = 1.9
#: How long one thread plays: in a short run what is done once hides what threads bring.
_SECONDS = 1.5
#: Hands by which we find how fast a game is.
_TRIED = 5 * measured.HANDS
#: The C program that tells what the machine gives, and its players.
_IN_C, _PLAYERS_IN_C = "loo", 4
_ALONE = """
import resource, sys
from scripts.bench.measured import ours, run_of
ours(run_of("loo", 4, 3_000_000))
hands_a_second = ours(run_of("loo", 4, int(sys.argv[1])))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, hands_a_second)
"""
#: Options of Loo with four players, beside ``penalty=cap:40``.
_OPTIONS = {"penalty": "unlimited", "bankroll": 200, "must_trump": False, "lead_trump_min": 3}


def _alone(hands: int) -> tuple[float, float]:
    """Return the peak memory in MiB and the hands a second of a run in a process of its own."""
    told = subprocess.run([sys.executable, "-c", _ALONE, str(hands)], check=True,
                          capture_output=True, text=True).stdout.split()
    return int(told[0]) / 1024, float(told[1])


def measure() -> list[measured.Goal]:
    """Compare a run with one thirty times as long, and options of Loo with the usual ones."""
    _alone(_HANDS[0])  # compiles, which takes memory
    (less, short), (more, long) = map(_alone, _HANDS)
    measured.console.print(
        f"Peak memory, Loo with 4 players: {less:.0f} MiB for {_HANDS[0]:,} hands, {more:.0f} MiB "
        f"for {_HANDS[1]:,}, ratio {more / less:.3f}; a hand takes {short / long:.3f} times as "
        f"long (goals {_GOAL:g} at most)")
    sheet = measured.sheet_of_ratios(
        "Loo, 4 players, every seat random, M hands a second of processor time", "with it",
        "cap:40")
    usual = measured.run_of("loo", 4, measured.HANDS)
    for name, value in _OPTIONS.items():
        run = measured.run_of("loo", 4, measured.HANDS, rules={name: value})
        measured.add_row(sheet, f"{name}={value}", *measured.ratio(
            partial(measured.ours, run), partial(measured.ours, usual)))
    growth = {"memory": more / less, "time of a hand": short / long}
    return [*(measured.Goal(f"{what} of a run thirty times as long", found, _GOAL, at_least=False)
              for what, found in growth.items()), *sheet.show()]


def _by_the_clock(run: Run, jobs: int) -> float:
    """Return hands a second of the clock, on some threads."""
    played = play(run, jobs=jobs)
    return played.tally.session_total("hands") / played.seconds


def _long_enough(game: str, players: int) -> Run:
    """Return a run of a game that takes one thread about as long as we want."""
    seconds = play(measured.run_of(game, players, _TRIED), jobs=1).seconds
    return measured.run_of(game, players, round(_TRIED * _SECONDS / seconds))


def _by_processes(program: Path, run: Run, processes: int) -> float:
    """Return hands a second of the clock of some processes of a C program at once."""
    with ThreadPoolExecutor(processes) as waiting:
        began = time.perf_counter()
        played = list(waiting.map(partial(totals_of, program), [run] * processes))
        return sum(float(one["hands"]) for one in played) / (time.perf_counter() - began)


def _add_the_machine(sheet: measured.Sheet) -> None:
    """Compare two processes of a C program with one, if there is a compiler."""
    with tempfile.TemporaryDirectory() as folder:
        program = compiled_baselines(Path(folder), _IN_C).get(_IN_C)
        if program is not None:
            run = measured.run_of(_IN_C, _PLAYERS_IN_C, _TRIED)
            what = f"{_IN_C}, {_PLAYERS_IN_C} players, processes in C"
            measured.add_row(sheet, what, *measured.ratio(
                partial(_by_processes, program, run, 2), partial(_by_processes, program, run, 1)))


def by_threads() -> list[measured.Goal]:
    """Compare two threads with one in every game."""
    sheet = measured.sheet_of_ratios(
        "Two threads against one, M hands a second of the clock (on an idle machine)", "two", "one")
    for game in game_names():
        players = find_game(game).seats[1]
        run = _long_enough(game, players)
        measured.add_row(sheet, f"{game}, {players} players", *measured.ratio(
            partial(_by_the_clock, run, 2), partial(_by_the_clock, run, 1)), _GOAL_OF_THREADS)
    _add_the_machine(sheet)
    return sheet.show()
