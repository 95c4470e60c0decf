"""What each tile of a first hand is worth as a bet at Casino, good players in all seats."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations, permutations

import numpy as np

from reports.defaults import good_lineup
from reports.games.casino.report import Mask
from reports.request import set_up
from reports.stats.estimates import Estimate
from reports.studies.advise.stakes import Table
from simulate.books.tally import Floats, Ints
from simulate.branch.limits import CLEAR
from simulate.branch.pricing import Worth
from simulate.branch.rolling import Rolling, first_deal
from simulate.domino.tiles import HIGH, LOW, NUMBERS, TILE, TILES, name
from simulate.games.casino.views import HOLDS
from simulate.games.game import find_game
from simulate.games.spot import asking
from simulate.runs.in_order import in_order
from simulate.runs.progress import Progress
from simulate.runs.run import Run

#: What becomes of each number, the blank of itself: int64[exchanges, NUMBERS].
_EXCHANGES = np.array([(0, *order) for order in permutations(range(1, NUMBERS))])
#: What becomes of each tile: int64[exchanges, TILES].
EXCHANGED: Ints = TILE[_EXCHANGES[:, HIGH], _EXCHANGES[:, LOW]]

#: Tiles, the lowest first.
Hand = tuple[int, ...]


@cache
def kinds() -> tuple[Hand, ...]:
    """Return the hand that stands for each kind, in order."""
    found: dict[Hand, None] = {}
    seen: set[Hand] = set()
    for hand in combinations(range(TILES), HOLDS):
        if hand not in seen:
            found[hand] = None
            seen.update(map(tuple, np.sort(EXCHANGED[:, list(hand)], axis=1).tolist()))
    return tuple(found)


def how_many(hand: Hand) -> int:
    """Return how many hands are of a hand's kind."""
    return len(np.unique(np.sort(EXCHANGED[:, list(hand)], axis=1), axis=0))


def alike(hand: Hand) -> Ints:
    """Return, of each tile, the first tile of the hand that can change places with it.

    ``hand``: one that stands for its kind. Returns int64[tiles]: places in the hand.
    """
    became = EXCHANGED[:, list(hand)]
    same = became[np.all(np.sort(became, axis=1) == np.array(hand), axis=1)]
    # Which tile comes to each tile's place, by exchange.
    found: Ints = np.argsort(same, axis=1).min(axis=0)
    return found


#: Hands of each kind that are priced, and the least and the most deals of each.
HANDS, DEALS = 8, (256, 4_096)
#: Games of the run for each deal that is played here.
_A_DEAL = 500
HUNDRED = 100
#: Which hands of a kind are priced.
_SEED = 1


def with_interval(value: float, se: float) -> Estimate:
    """Return a number with the interval within which a bet is not surely better."""
    return Estimate(value, se, value - CLEAR * se, value + CLEAR * se)


@dataclass(frozen=True)
class Priced:
    """Hands of a kind, each of their tiles bet on the same deals.

    ``means`` (float64[HANDS, HOLDS]): games of a hundred that each bet wins. ``noise``
    (float64[HOLDS, HOLDS]): the mean of the hands' variances of the difference between two bets,
    from sampling deals.
    """

    means: Floats
    noise: Floats

    def spread(self, a: int, b: int) -> float:
        """Return how the difference between two bets varies from hand to hand beyond noise."""
        apart = self.means[:, a] - self.means[:, b]
        return float(np.var(apart, ddof=1) - self.noise[a, b])


@dataclass(frozen=True)
class FirstBets:
    """What the bets of first hands are worth at a table of good players.

    ``run``: good players in all seats. ``priced``: by the hand that stands for its kind.
    ``unlike``: by how much hands of a kind differ: the standard deviation of the difference between
    two bets from one hand to the next, in games of a hundred.
    """

    run: Run
    priced: dict[Hand, Priced]
    unlike: float

    def ahead(self, one: Mask, other: Mask) -> Estimate:
        """Return by how much tiles of a set are ahead of those of another, in games of a hundred.

        ``one``, ``other`` (bool[TILES]): the sets; the hands that hold tiles of both count, each as
        often as it is dealt.
        """
        total = gained = noise = 0.0
        for hand, found in self.priced.items():
            a, b = (chosen[list(hand)].astype(float) for chosen in (one, other))
            if a.any() and b.any():
                weights, dealt = a / a.sum() - b / b.sum(), how_many(hand)
                varies = -weights @ found.noise @ weights / 2 + self.unlike**2
                total += dealt
                gained += dealt * float(weights @ found.means.mean(0))
                noise += dealt**2 * float(varies) / HANDS
        return with_interval(gained / total, math.sqrt(noise) / total)


def find_first_bets(
    run: Run, hands: int, jobs: int | None = None, progress: Progress | None = None
) -> FirstBets:
    """Price the bets of a first hand of every kind, at a table of good players.

    ``run``: its rules, seats and seed are kept. ``hands``: how many games the run had: after a
    small run few deals are played here too.
    """
    seats, deals = len(run.players), min(max(hands // _A_DEAL, DEALS[0]), DEALS[1])
    own = set_up(run.game, good_lineup(find_game(run.game), run.rules, seats), seats, run.rules,
                 1, None, run.seed)
    worth, found = Table(own).stakes(0, 0, 0).worth, {}
    work = partial(_price, own, worth, deals)
    work(kinds()[0], 0)  # compile before fanning out
    tasks = [(hand, number) for number, hand in enumerate(kinds())]
    for hand, priced in zip(kinds(), in_order(work, tasks, jobs), strict=True):
        found[hand] = priced
        if progress:
            progress(len(found) / len(tasks), len(found) * HANDS * deals)
    return FirstBets(own, found, _how_unlike(found))


def _how_unlike(found: dict[Hand, Priced]) -> float:
    """Return the standard deviation of a difference between bets from hand to hand of a kind."""
    spread = [priced.spread(a, b) for hand, priced in found.items()
              for a in range(HOLDS) for b in range(a) if alike(hand)[a] != alike(hand)[b]]
    return math.sqrt(max(0.0, float(np.mean(spread))))


def _price(run: Run, worth: Worth, deals: int, kind: Hand, number: int) -> Priced:
    """Price hands of a kind, each on deals of its own."""
    exchanges = np.random.default_rng([_SEED, number]).choice(len(EXCHANGED), HANDS, replace=False)
    means, noise = np.zeros((HANDS, HOLDS)), np.zeros((HOLDS, HOLDS))
    together = alike(kind)[:, None] == alike(kind)
    for k, exchange in enumerate(exchanges.tolist()):
        tiles = EXCHANGED[exchange, list(kind)]
        won = HUNDRED * worth(_roll(run, tiles, deals, first_deal(number * HANDS + k)))
        # Tiles that can change places are worth the same.
        won = won @ (together / together.sum(0))
        means[k] = won.mean(0)
        varies = np.cov(won, rowvar=False)
        own = varies.diagonal()
        noise += (own[:, None] + own - 2 * varies) / deals / HANDS
    return Priced(means, noise)


def _roll(run: Run, tiles: Ints, deals: int, first: int) -> Ints:
    """Return what comes of each of the tiles as the first bet: int64[deals, HOLDS, kept]."""
    ask, others = asking(run.game), len(run.players) - 1
    hand = {
        "game": run.game, "players": others + 1, "first_roller": 0,
        "rounds": [{"bets": [None] * (others + 1),
                    "drawn": [[name(tile) for tile in tiles.tolist()], *[[]] * others]}],
    }
    spot = ask.spot(hand, run.rules, ask.events(hand, run.rules), 0)
    return Rolling(run, spot, first=first).roll(0, deals, tiles.tolist(), 0).outcomes
