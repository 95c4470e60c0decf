"""Two threads against one, by the clock, which needs an idle machine."""

from __future__ import annotations

from functools import partial

from scripts.bench.measured import HANDS, Goal, add_row, ratio, run_of, sheet_of_ratios
from simulate.games.game import find_game, game_names
from simulate.runs.play import play
from simulate.runs.run import Run

_GOAL = 1.9
#: How long one thread plays: in a short run what is done once hides what threads bring.
_SECONDS = 1.5
#: Hands by which we find how fast a game is.
_TRIED = 5 * HANDS


def _by_the_clock(run: Run, jobs: int) -> float:
    """Return hands a second of the clock, on some threads."""
    played = play(run, jobs=jobs)
    return played.tally.session_total("hands") / played.seconds


def _long_enough(game: str, players: int) -> Run:
    """Return a run of a game that takes one thread about as long as we want."""
    seconds = play(run_of(game, players, _TRIED), jobs=1).seconds
    return run_of(game, players, round(_TRIED * _SECONDS / seconds))


def measure() -> list[Goal]:
    """Compare two threads with one in every game."""
    sheet = sheet_of_ratios(
        "Two threads against one, M hands a second of the clock (on an idle machine)", "two", "one")
    for game in game_names():
        players = find_game(game).seats[1]
        run = _long_enough(game, players)
        add_row(sheet, f"{game}, {players} players", *ratio(
            partial(_by_the_clock, run, 2), partial(_by_the_clock, run, 1)), _GOAL)
    return sheet.show()
