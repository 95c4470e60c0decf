"""What the rule to remember at Loo costs, in the first pool of a table.

Deals are played out once after everything that can be declared. The regret of ``pocket-rule`` is
what its declarations bring less than those that good players make most often with such a hand."""

from pathlib import Path

import numpy as np

from simulate.books.tally import Floats, Ints, standard_error
from simulate.domino.tiles import NUMBERS
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY
from simulate.runs.run import Run, count_jobs
from simulate.theory.cfr import Buckets, Deals, normalised, sweep_parts
from simulate.theory.declarations import History
from simulate.theory.declared import declared_at
from simulate.theory.kept_numbers import KeptNumbers, seated
from simulate.theory.later_pools import PoolValues
from simulate.theory.loo.declared import by_coarse
from simulate.theory.loo.hands import COARSE, TURNED_UP, ranks_of_fine
from strategies.loo.book import POCKET

#: Points that are distinguished: as many or more are enough anywhere.
MOST = 20
#: Deals that measure the price, and one declaration in so many that is made at random: what hardly
#: ever comes up is known, too.
_DEALS, _LOTS = 1 << 16, 1_000
#: Parts of the deals, by which the error is known.
_PARTS = 16
_PRICES = KeptNumbers("rule_prices", "what the rule costs is measured again", 64,
                      Path(__file__).with_name("rule_prices.npz"))


def points_of_ranks() -> Ints:
    """Return the points of trumps by their ranks, as bits: int64[sets of ranks]."""
    sets = np.arange(1 << NUMBERS)
    held = sets[:, None] >> np.arange(NUMBERS) & 1
    each = [POCKET["highest"], POCKET["second"], POCKET["third"], *[1] * (NUMBERS - 3)]
    more = POCKET["more"] * (held.sum(axis=1) - 1).clip(min=0)
    return (held @ np.array(each, np.int64) + more).astype(np.int64)


def rule_at(history: History, legal: tuple[int, ...], players: int) -> list[tuple[int, int]]:
    """Return the points that the rule needs to play, and what it declares with fewer: where another
    tile is turned up, and where a double is."""
    is_dealer = len(history) == players - 1
    later = "later" if {PLAY, MISS} & set(history) else "first"
    needed = [int(POCKET["dealer" if is_dealer else name]) for name in (later, "turned")]
    out = next(one for one in (FOR_POOL, DROP, PLAY) if one in legal)
    usual = MISS if MISS in legal and (
        history.count(PLAY) <= is_dealer or DROP not in legal) else out
    return [(needed[0], usual), (needed[1], out if len(history) < players - 2 else usual)]


def price_of_rule(run: Run, values: PoolValues, chances: Floats, jobs: int | None
                  ) -> tuple[float, float]:
    """Return the chips that a seat loses a hand by the rule, and the standard error. ``chances``:
    how good players declare in the first pool, float64[nodes, COARSE, actions]."""
    def measure() -> dict[str, np.ndarray]:
        return {"price": np.array(_price_of_rule(run, values, chances, count_jobs(jobs)))}

    who = seated(run)
    found = measure() if who is None else _PRICES.get(
        (*who[0], run.seed, _DEALS), {__name__, *who[1]}, measure)
    cost, se = found["price"].tolist()
    return cost, se


def _price_of_rule(run: Run, values: PoolValues, chances: Floats, jobs: int
                   ) -> tuple[float, float]:
    at, players = declared_at(run), len(run.players)
    tree, rolled = at.declared.tree, by_coarse(at.roll(_DEALS, jobs), players)
    is_dealer = np.arange(players) == players - 1
    points = np.minimum(points_of_ranks()[ranks_of_fine(rolled.fine, is_dealer)], MOST)
    kinds, seen = np.unique(rolled.coarse * (MOST + 1) + points, return_inverse=True)
    classes, points = np.divmod(kinds, MOST + 1)
    uniform = normalised(tree, np.zeros((len(tree.player), 1, tree.follows.shape[1])))
    deals = Deals(Buckets(rolled.coarse, tree.player, COARSE), rolled.outcomes,
                  values.brought(values.table.stakes(at.first_pool), players - 1))
    regrets = np.array([sums.regrets for sums in sweep_parts(
        tree, chances + (uniform - chances) / _LOTS, deals, parts=_PARTS, seen=Buckets(
            seen.reshape(rolled.coarse.shape).astype(np.int32), tree.player, len(kinds)))])
    lost = np.zeros(_PARTS)
    for n, (history, legal) in enumerate(
            zip(at.declared.histories, at.declared.actions, strict=True)):
        needed, other = np.array(rule_at(history, legal, players)).T
        double = classes % TURNED_UP
        declared = np.where(points >= needed[double], PLAY, other[double])
        taken = np.array([legal.index(action) for action in declared.tolist()])
        usual, k = chances[n, classes].argmax(axis=1), np.arange(len(kinds))
        lost += (regrets[:, n, k, usual] - regrets[:, n, k, taken]).sum(axis=1)
    hands, total = _DEALS * players, lost.sum()
    without = (total - lost) * _PARTS / (_PARTS - 1)  # a jackknife
    return float(total / hands), float(standard_error(np.array([total, *without])) / hands)
