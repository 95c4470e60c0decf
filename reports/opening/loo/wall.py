"""The chart for the wall: with which share of the hands of a kind each declaration is best.

Hands of every kind are dealt in every situation, whether good players come there or not, and each
is priced as ``boneyard advise`` prices it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from reports.opening.loo.good_table import GoodTable
from reports.studies.advise.decision import answers_to
from reports.studies.advise.decision_input import read_decision
from reports.studies.advise.stakes import Table
from reports.studies.solution.loo.chart import ACTIONS, RARE, Wall
from reports.typed.told import Told
from simulate.books.tally import Floats, Ints
from simulate.branch.limits import Limits
from simulate.branch.pricing import Prices
from simulate.domino.tiles import DOUBLES, TILES, mask, name, names
from simulate.games.loo.views import DROP, MISS, PLAY, TRICKS
from simulate.runs.progress import Progress
from simulate.theory.loo.hands import HAND_KINDS, TURNED_UP, kinds_in
from simulate.theory.loo.what_if_counts import Situation

#: Deals in which hands are looked for, and their seed.
_DEALS, _SEED = 1 << 15, 23
#: Deals for each hand.
_PRICED = Limits(512, 512)
#: Hands of a kind that are priced at first; where not all of these say the same by such a share of
#: what is much, more are.
_FIRST, _FAR = 3, 0.1
#: As many games won are much as a pool is.
_MANY_GAMES = 0.2


def declared_best(prices: Prices) -> list[int]:
    """Return the declarations that may be the best: one, or those that are too close to call."""
    behind = (prices.behind(k) for k in prices.order)
    return [prices.answers[k] for k, (gap, error) in zip(prices.order, behind, strict=True)
            if gap <= 0 or gap < 2 * error]


def price_wall(table: GoodTable, most: int, progress: Progress | None = None) -> Wall:
    """Price hands of every kind in every situation.

    ``most``: hands of a kind that are priced in a situation, at most.
    """
    solved, players = table.chart, table.players
    pricing, orders = Pricing(table, Table(table.asked), _PRICED), _orders()
    shares = np.zeros((TURNED_UP, len(solved.situations), HAND_KINDS, len(ACTIONS)))
    for s, position, said in heard(table):
        cells = cells_of(orders, position, players)
        for cell in np.unique(cells).tolist():
            kind, double = divmod(cell, TURNED_UP)
            if solved.dealt_by_turn_up[double, s, kind] > RARE:
                some = orders[np.flatnonzero(cells == cell)[:most]]
                shares[double, s, kind] = pricing.shares(position, said, some)
        if progress:
            progress((s + 1) / len(solved.situations), pricing.hands)
    weights = np.where(shares.sum(-1) > 0, solved.dealt_by_turn_up, 0)
    return Wall(
        solved.words, solved.situations, solved.often, solved.dealt_by_turn_up, weights, shares,
        "A cell shows what is best against good players. It is divided as the hands of its kind "
        "are, which the chart cannot tell apart; equally where it is too close to call.")


def heard(table: GoodTable) -> Iterator[tuple[int, int, list[tuple[int, ...]]]]:
    """Yield the situations by number, each with its position and all that may have been said."""
    for s, situation in enumerate(table.chart.situations):
        said = [one for one in table.declared.heard if situation == Situation(
            len(one), len(one) - one.count(DROP), one.count(MISS))]
        yield s, situation.position, said


def cells_of(orders: Ints, position: int, players: int) -> Ints:
    """Return the kind of hand that deals give a position, and whether a double is turned up."""
    turned_up = DOUBLES >> orders[:, TRICKS * players] & 1
    cells: Ints = TURNED_UP * kinds_in(orders, position, players) + turned_up
    return cells


def _orders() -> Ints:
    """Return the tiles of some deals, in the order in which they come: int64[deals, TILES]."""
    tiles = np.tile(np.arange(TILES), (_DEALS, 1))
    orders: Ints = np.random.default_rng(_SEED).permuted(tiles, axis=1)
    return orders


@dataclass
class Pricing:
    """A table whose hands are priced with so many deals, and how many have been."""

    table: GoodTable
    worth: Table
    limits: Limits
    hands: int = 0

    def shares(self, position: int, said: list[tuple[int, ...]], orders: Ints) -> Floats:
        """Return with which share of some hands each declaration is best, after all said in turn.
        """
        best: list[list[int]] = []
        far = True
        for number, order in enumerate(orders.tolist()):
            if number >= _FIRST and far:
                break
            prices = self.price(position, said[number % len(said)], order)
            best.append(declared_best(prices))
            gaps = [prices.behind(k)[0] for k in prices.order[1:]]
            far = far and min(gaps) > _FAR * self._much and best[-1] == best[0]
        shares: Floats = np.mean(
            [[(action in some) / len(some) for action in ACTIONS] for some in best], axis=0)
        return shares

    @property
    def _much(self) -> float:
        """The pool, or as many games."""
        return self.table.stakes_at(0).pool if self.table.in_chips else _MANY_GAMES

    def price(self, position: int, said: tuple[int, ...], order: list[int]) -> Prices:
        """Price a hand as ``boneyard advise`` does."""
        run, players = self.table.asked, self.table.players
        words = {PLAY: "play", MISS: self.table.words.miss, DROP: "drop"}
        hand = names(mask(order[TRICKS * position : TRICKS * (position + 1)]))
        told = Told(" ".join(hand), str(position), turn_up=name(order[TRICKS * players]),
                    before=",".join(words[one] for one in said))
        self.hands += 1
        return answers_to(run, *read_decision(run, told), self.worth, self.limits).prices
