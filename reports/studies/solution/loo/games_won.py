"""What a best response wins where points win the game: in games, and not in points a hand."""

from __future__ import annotations

from dataclasses import dataclass, replace

from reports.stats.estimates import Estimate
from reports.studies.contests import Contest, hold, seat_of
from reports.studies.solution.played import declaring_as
from simulate.runs.player import Player
from simulate.runs.progress import Progress
from simulate.runs.run import Run, count_jobs
from simulate.theory.loo.race_response import AskedRace, RaceResponse
from simulate.theory.loo.solutions import RaceSolution
from strategies.loo.racer import Racer

#: Deals on which a response is found at most: where a strategy heeds the score more take long, and
#: gigabytes.
FOUND_ON = 60_000
#: Hands of a game that does not end.
_LONGEST = 10_000
_RESPONDS = "best response"


@dataclass(frozen=True)
class ExploitedRace:
    """A strategy, and what a best response to it wins.

    Parameters
    ----------
    label : str
    response : RaceResponse
    won : Estimate
        Share of games that the response wins among others who play the strategy, in every seat
        in turn, on deals that it was not found on.
    games : int
        At each of the tables.
    """

    label: str
    response: RaceResponse
    won: Estimate
    games: int

    @property
    def gain(self) -> Estimate:
        """By how much that is more than an equal share."""
        return _less(self.won, 1 / self.response.own[0].classes.players)


def _less(estimate: Estimate, share: float) -> Estimate:
    value, se, low, high = estimate
    return Estimate(value - share, se, low - share, high - share)


def seated_in(run: Run, player: Player) -> Contest:
    """Return the contest of one player who sits down at a table of one strategy."""
    players = (replace(player, label=_RESPONDS), *run.players[1:])
    return seat_of(replace(run, players=players), _RESPONDS)


def games_won(
    run: Run, player: Player, games: int, jobs: int | None = None,
    progress: Progress | None = None,
) -> Estimate:
    """Return how often one player wins among others who all play as the first of a table.

    Parameters
    ----------
    run : Run
        Games for points, one strategy in all seats.
    player : Player
        Sits in every seat in turn.
    games : int
        Each of them with the same deals for every seat.
    jobs, progress
    """
    table = replace(run, hands=_LONGEST, sessions=games)
    (scores,) = hold([seated_in(table, player)], 0, games, True, jobs, progress)
    return scores.value


def responding(player: Player, race: RaceSolution) -> Player:
    """Return a player who declares by a race, and plays the tiles as another does.

    Raises
    ------
    BoneyardError
        If that one's tile play may read a chart of its own.
    """
    return declaring_as(player, "declare", Racer.holding(race).player())


def exploit_race(
    run: Run, deals: int, games: int, jobs: int | None = None, progress: Progress | None = None,
) -> ExploitedRace:
    """Find the best response to a strategy in games for points, and play it.

    Parameters
    ----------
    run : Run
        All seats play one strategy.
    deals : int
        On which the response is found.
    games : int
        In each of the seats, with other deals.
    jobs, progress

    Raises
    ------
    BoneyardError
        If a strategy fails, or no response to it can be found in games won.
    """
    workers, found_on = count_jobs(jobs), min(deals, FOUND_ON)

    def tell(first: float, last: float) -> Progress | None:
        return progress and (lambda done, hands: progress(first + (last - first) * done, hands))

    looking = tell(0.1, 0.7)
    response = AskedRace(replace(run, hands=1), found_on, workers).respond(
        tell=looking and (lambda done: looking(done, found_on)))
    # Other deals than those that the response was found on.
    other = replace(run, seed=run.seed + 1)
    player = responding(run.players[0], response.solution)
    won = games_won(other, player, games, workers, tell(0.7, 1.0))
    return ExploitedRace(run.labels[0], response, won, games)
