"""The chance to win a game for points where all seats play by the library's solved race."""

from __future__ import annotations

from functools import cache

from simulate.games.game import find_game
from simulate.runs.run import Run
from simulate.solving.loo.races.race_file import RaceSolution, ending_deals
from simulate.solving.loo.races.win_chances import WinChances
from strategies.loo.racer import Racer, shipped_races


def race_of_table(run: Run) -> RaceSolution | None:
    """Return the race that the seats of a table play by; None if they do not all play by one.

    A race was solved under some rules: under others its chances are not those of the table.
    """
    if set(run.labels) != {Racer.name}:
        return None
    race = race_of(run.game, len(run.players))
    rules = find_game(run.game).rules_class(**race.about["rules"])
    return race if rules == run.rules else None


def race_of(game: str, players: int) -> RaceSolution:
    """Return the race that the library has of a game."""
    return next(race for race in shipped_races()
                if (race.about["game"], race.about["players"]) == (game, players))


@cache
def win_chances(game: str, players: int) -> WinChances:
    """Return the chances to win by the race that the library has of a game."""
    race = race_of(game, players)
    wins = race.win_chances()
    wins.count_visits(race.shares)
    return wins


def largest_error(run: Run, chance: float) -> float:
    """Return the largest standard error that a chance to win can have in the solved race.

    Parameters
    ----------
    run : Run
        Its seats play by the race.
    chance : float
        See ``WinChances.largest_error``.
    """
    players = len(run.players)
    deals = ending_deals(race_of(run.game, players).about["deals"])
    return win_chances(run.game, players).largest_error(chance, deals)
