"""A second run for the calling chart: what ordering up is worth, whoever would do it.

The seats of a run order up only the hands that they think good enough, so what they won with those
says little about the hands that they passed.  The second run has ``explorer`` in seat 0, who orders
up by lot; the other seats are as they were.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from simulate.games.euchre.kernel import unpack
from simulate.runs.play import play
from strategies.lineup import seat_players

if TYPE_CHECKING:
    from reports.results.result import Result
    from simulate.books.tally import Ints

EXPLORER = "explorer"
#: The most games of the second run; it never has more than the first.
_MOST_GAMES = 250_000


def games_of(result: Result) -> int:
    """Return the games of the second run."""
    return min(result.run.sessions, _MOST_GAMES)


def can_explore(result: Result) -> bool:
    """Tell whether there can be a second run: of runs that were added up only names are known."""
    return all(player.decisions for player in result.run.players)


@lru_cache(maxsize=1)
def explored(result: Result) -> Ints:
    """Return the calls of the seat that calls by lot, and what came of them.

    Returns
    -------
    int64[4, 6, 4, 5, 9]
        Calls by position, trumps, bowers, what was done and outcome, as
        ``simulate.games.euchre.kernel.unpack`` has them for each seat.
    """
    (explorer,) = seat_players("euchre", EXPLORER, 1)
    run = result.run
    tried = play(replace(
        run, players=(explorer, *run.players[1:]), sessions=games_of(result)),
        jobs=result.played.jobs)
    calls: Ints = unpack(tried.tally.counts, len(run.players))["calls"][0]
    return calls
