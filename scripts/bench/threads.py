"""Two threads against one, by the clock, which needs an idle machine.

Two cores that work at once may each be slower than one alone.  What the machine itself gives is
told by a C program: two processes of it, which share nothing, against one.
"""

from __future__ import annotations

import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from scripts.bench.against_c import compiled_baselines, totals_of
from scripts.bench.measured import HANDS, Goal, Sheet, add_row, ratio, run_of, sheet_of_ratios
from simulate.games.game import find_game, game_names
from simulate.runs.play import play
from simulate.runs.run import Run

_GOAL = 1.9
#: How long one thread plays: in a short run what is done once hides what threads bring.
_SECONDS = 1.5
#: Hands by which we find how fast a game is.
_TRIED = 5 * HANDS
#: The C program that tells what the machine gives, and its players.
_IN_C, _PLAYERS_IN_C = "loo", 4


def _by_the_clock(run: Run, jobs: int) -> float:
    """Return hands a second of the clock, on some threads."""
    played = play(run, jobs=jobs)
    return played.tally.session_total("hands") / played.seconds


def _long_enough(game: str, players: int) -> Run:
    """Return a run of a game that takes one thread about as long as we want."""
    seconds = play(run_of(game, players, _TRIED), jobs=1).seconds
    return run_of(game, players, round(_TRIED * _SECONDS / seconds))


def _by_processes(program: Path, run: Run, processes: int) -> float:
    """Return hands a second of the clock of some processes of a C program at once."""
    with ThreadPoolExecutor(processes) as waiting:
        began = time.perf_counter()
        played = list(waiting.map(partial(totals_of, program), [run] * processes))
        return sum(float(one["hands"]) for one in played) / (time.perf_counter() - began)


def _add_the_machine(sheet: Sheet) -> None:
    """Compare two processes of a C program with one, if there is a compiler."""
    with tempfile.TemporaryDirectory() as folder:
        program = compiled_baselines(Path(folder), _IN_C).get(_IN_C)
        if program is not None:
            run = run_of(_IN_C, _PLAYERS_IN_C, _TRIED)
            add_row(sheet, f"{_IN_C}, {_PLAYERS_IN_C} players, processes in C", *ratio(
                partial(_by_processes, program, run, 2), partial(_by_processes, program, run, 1)))


def measure() -> list[Goal]:
    """Compare two threads with one in every game."""
    sheet = sheet_of_ratios(
        "Two threads against one, M hands a second of the clock (on an idle machine)", "two", "one")
    for game in game_names():
        players = find_game(game).seats[1]
        run = _long_enough(game, players)
        add_row(sheet, f"{game}, {players} players", *ratio(
            partial(_by_the_clock, run, 2), partial(_by_the_clock, run, 1)), _GOAL)
    _add_the_machine(sheet)
    return sheet.show()
