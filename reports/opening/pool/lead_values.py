"""What each tile of a hand is worth as the lead at Pool, from what can be counted in the hand.

Deals are played out under every lead, good players in all seats.  What a lead brings more than the
mean lead of its hand is then fitted by least squares to what a person sees: its pips, whether it is
a double, how many tiles of the hand would follow at either end, and what is kept.  The fit cannot
know all of a hand: a gap between two leads is off by ``ERRORS``, as ``advise`` shows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from reports.defaults import good_lineup
from reports.request import set_up
from reports.results import commands
from reports.stats.estimates import Estimate
from reports.studies.line.tables_of_hands import STAKE, single_hands
from simulate.books.tally import Floats, Ints
from simulate.domino.tiles import DOUBLES, HIGH, LOW, NUMBERS, SHOWS
from simulate.games.game import find_game
from simulate.games.pool.row import AT, SEATS
from simulate.rollout.forks import Forks, fork
from simulate.runs.progress import Progress
from simulate.runs.run import Run

#: The least and the most deals.
DEALS = 4_000, 40_000
#: By how much a gap between two leads is off by players, in hundredths of the pool: the root mean
#: square against ``advise`` of 200 hands (four players) and 50 (others), rounded up.
ERRORS = {3: 4.5, 4: 3.2, 5: 3.0, 6: 2.0}
#: Standard errors by which a lead is surely better.
CLEAR = 2.0
HUNDRED = 100
#: Tiles of the hand that would follow at an end: more count as these, at the better end and the
#: other.
FOLLOW, FOLLOW_OTHER = 3, 2
_COUNTED = 6
#: Numbers that a lead is told by.
FACTS = _COUNTED + (FOLLOW + 1) * (FOLLOW_OTHER + 1) + FOLLOW + 1
#: Keeps weights that too few hands tell small.
_RIDGE = 1.0


def facts_of(hands: Ints, tiles: Ints) -> Floats:
    """Return what is counted of leads: pips, doubles, what is kept, and what would follow.

    Parameters
    ----------
    hands : int64[leads]
        Sets of tiles, the lead among them.
    tiles : int64[leads]

    Returns
    -------
    float64[leads, FACTS]
        Pips, whether it is a double, numbers kept, doubles kept, those of them that would follow,
        pips of a double; then a one for the tiles that would follow at the better end and the
        other (for a double in places of its own).
    """
    rest, high, low = hands & ~(np.int64(1) << tiles), HIGH[tiles], LOW[tiles]
    double = high == low
    ends = np.stack([np.bitwise_count(rest & SHOWS[high]), np.bitwise_count(rest & SHOWS[low])])
    better, other = ends.max(0).clip(max=FOLLOW), ends.min(0).clip(max=FOLLOW_OTHER)
    numbers = sum((rest & SHOWS[k] != 0).astype(np.int64) for k in range(NUMBERS))
    fitting = rest & (SHOWS[high] | SHOWS[low]) & DOUBLES
    found = np.zeros((len(tiles), FACTS))
    found[:, :_COUNTED] = np.stack([
        high + low, double, numbers, np.bitwise_count(rest & DOUBLES), np.bitwise_count(fitting),
        double * (high + low)], axis=1)
    place = np.where(double, (FOLLOW + 1) * (FOLLOW_OTHER + 1) + better,
                     better.astype(np.int64) * (FOLLOW_OTHER + 1) + other)
    found[np.arange(len(tiles)), _COUNTED + place] = 1
    return found


@dataclass(frozen=True)
class LeadValues:
    """What leads are worth at a table of good players.

    Parameters
    ----------
    run : Run
        Of single hands, good players in all seats.
    weights : float64[FACTS]
        Of what is counted, in hundredths of the pool.
    """

    run: Run
    weights: Floats

    @property
    def players(self) -> int:
        """Seats at the table."""
        return len(self.run.players)

    def behind(self, tiles: Ints) -> Floats:
        """Return how far each tile of a hand is behind the best lead, in hundredths of the pool.

        Parameters
        ----------
        tiles : int64[tiles]
        """
        hand = np.bitwise_or.reduce(np.int64(1) << tiles)
        worth = facts_of(np.full(len(tiles), hand), tiles) @ self.weights
        found: Floats = worth.max() - worth
        return found

    @property
    def error(self) -> float:
        """By how much a gap between two leads is off, in hundredths of the pool."""
        return ERRORS[self.players]

    def gap(self, behind: float) -> Estimate:
        """Return by how much a lead is behind, with the interval that the fit allows."""
        reach = CLEAR * self.error
        return Estimate(behind, self.error, behind - reach, behind + reach)

    @property
    def advise(self) -> str:
        """The beginning of the command that prices the leads of a hand."""
        plain = replace(self.run, rules=self.run.rules.changed(
            contribution=1, leader="draw"))
        return f"boneyard advise {self.run.game} {commands.table_options(plain)}"


def find_lead_values(
    run: Run, hands: int, jobs: int | None = None, progress: Progress | None = None
) -> LeadValues:
    """Play deals out under every lead at a table of good players, and fit what leads bring.

    Parameters
    ----------
    run : Run
        Its rules and seats are kept.
    hands : int
        How many hands the run had: after a small run few deals are played here too.
    jobs : int, optional
    progress : callable, optional
        Called with the share of the work done and the deals played so far.
    """
    seats, deals = len(run.players), min(max(hands // 100, DEALS[0]), DEALS[1])
    good = good_lineup(find_game(run.game), run.rules, seats)
    own = single_hands(set_up(run.game, good, seats, run.rules, deals, 1, run.seed))
    # Seat 0 leads in every session, and is the one that is forked.
    own = replace(own, rules=own.rules.changed(leader="rotate"))
    parts = list(fork(
        own, "play", {"hand": AT.hand, "left": AT.left}, tuple(range(AT.paid, AT.paid + SEATS)),
        partial(_read, seats), {AT.seats_in: (1 << seats) - 1, AT.pool: seats * STAKE}, seats=(0,),
        jobs=jobs, progress=progress))
    products, moments = (np.sum([part[k] for part in parts], axis=0) for k in range(2))
    weights: Floats = np.linalg.solve(products + _RIDGE * np.eye(FACTS), moments)
    return LeadValues(own, weights)


def _read(seats: int, forks: Forks) -> tuple[Floats, Floats]:
    """Return the sums that the fit needs: products of facts, and facts with what leads bring."""
    first = np.flatnonzero(forks.noted["left"] < 0)
    given = np.arange(forks.answers.shape[1]) < forks.count[first, None]
    lead, option = np.nonzero(given)
    worth = forks.outcomes[first, :, forks.seat[first]][lead, option] * HUNDRED / (STAKE * seats)
    facts = facts_of(forks.noted["hand"][first][lead], forks.answers[first][lead, option])
    many = forks.count[first].astype(np.float64)

    def apart(values: Floats) -> Floats:
        """Take the mean over the leads of the same hand away."""
        sums = np.zeros((len(first), *values.shape[1:]))
        np.add.at(sums, lead, values)
        mean: Floats = values - (sums.T / many).T[lead]
        return mean

    facts, gained = apart(facts), apart(worth)
    return facts.T @ facts, facts.T @ gained
