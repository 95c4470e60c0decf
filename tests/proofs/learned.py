"""Do the intervals of ``boneyard learn`` hold, and how far off is the bank that it finds?

Tables of four play an evening of Domino Loo, of which no tile is told but those laid. A player is
of a family of candidates with numbers that need be none of theirs, or, one in four, of none. The
truth is drawn from the law of the table, counted in half a million hands.
``python -m tests.proofs.learned`` takes some fourteen minutes of one core.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from boneyard import Parameter, helper
from reports.request import set_up
from reports.review import learned
from reports.studies.surface.laws import law_of
from simulate.books.tally import Floats
from simulate.games.loo.views import DROP, PLAY, Declaring
from simulate.runs.follow import histories
from simulate.theory.law import Agreement
from strategies.base import Strategy
from strategies.lineup import strategy_class
from strategies.loo.base import LooStrategy
from strategies.loo.weighing import Bold

#: Hands of the law that is taken for the truth, and evenings drawn from it.
_TRUE, _EVENINGS, _SEED = 500_000, 20_000, 1_000_003
_PENALTIES = ("unlimited", "cap:40")
#: From what the numbers of a family are drawn, added to its usual ones.
_FAMILIES = {
    "bold": (("risk",), -0.45, 0.25), "banker": (("sting",), -1.1, 0.9),
    "threshold": (tuple(f"stay_{p}" for p in range(1, 5)), -0.8, 0.8),
    "book": (("first", "later", "dealer", "turned"), -6, 6), "never-miss": (("stay",), -0.7, 0.8),
    "miss-lover": (("fine",), -1.3, 0.9), "two-trumps": ((), 0, 0)}
_bold = helper(Bold.declare)


class Outsider(LooStrategy):
    """Plays like bold, but in some way that no candidate does."""

    name = "outsider"
    parameters = {  # noqa: RUF012  # read only
        "risk": Parameter(0.4, 0, 1, "as bold's"), "slip": Parameter(0, 0, 1, "by lot so often"),
        "shy": Parameter(0, -1, 1, "less, by lot, where a loo costs more than 30")}

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        dear = p.shy if view.penalty > 30 else 0.0
        if (view.word >> 20 & 1023) < 1024 * (p.slip + abs(dear)):
            wild = dear < 0 or (dear == 0 and view.word & 1)
            return PLAY if wild or not view.legal >> DROP & 1 else DROP
        return _bold(view, p)


def player(rng: np.random.Generator) -> Strategy | str:
    """Draw somebody who may sit at a table."""
    if rng.random() < 0.25:
        risk, way = round(rng.uniform(0.2, 0.6), 3), rng.integers(4)
        return "solved" if way == 3 else Outsider(
            risk=risk, **({"slip": 0.15}, {"shy": 0.25}, {"shy": -0.25})[way])
    name = str(rng.choice([*_FAMILIES]))
    keys, low, high = _FAMILIES[name]
    kind, shift = strategy_class("loo", name), rng.uniform(low, high)
    return kind(**{key: np.clip(round(one.default + shift, 0 if one.whole else 3), one.low,
                                one.high) for key in keys for one in [kind.parameters[key]]})


def evening(number: int, hands: int, penalty: str) -> Floats:
    """Learn a table. Return the ends of the intervals of the banks, the banks, and the true ones:
    float64[4, seats]."""
    rng = np.random.default_rng([_SEED, number])
    run = set_up("loo", [player(rng) for _ in range(4)], 4, {"penalty": penalty}, 1, hands, number)
    told = [(k, {**hand, "dealt": None, "lineup": None, "rules": run.rules.as_dict()})
            for k, (hand, _) in enumerate(histories(run, range(1)))]
    for _, hand in told:
        for entry in hand["declarations"]:
            entry.pop("drawn", None)
            entry.pop("discarded", None)
    found = learned.learn(told, run.rules, jobs=1)
    true = law_of(run, _TRUE, 1).evenings(Agreement.of(run), _EVENINGS, 100, _SEED)
    each = [found.estimate(seat) for seat in range(len(run.players))]
    return np.array([[one.low for one in each], [one.high for one in each],
                     [one.value for one in each], np.quantile(-true.lowest, 0.95, axis=0) + 1])


#: The page says so of ``rows``.
ABOUT = (
    "100 tables of four play an evening each, from which `boneyard learn` learns. One player in "
    "four plays like no candidate: by lot now and then, more carefully or more wildly in large "
    "pools, or as the solved table does. Each player has a 90% interval of the bank that one "
    "evening in twenty takes. The last two columns give how far the bank is off.")


def rows(tables: int = 100) -> Iterator[str]:
    """Learn tables of both rules after evenings of several lengths; yield a table in Markdown."""
    yield "| evening | that hold | off, half of the time | off, one time in ten |"
    yield "|---|---|---|---|"
    for hands in (20, 60):
        found = np.array([evening(k, hands, _PENALTIES[k % 2]) for k in range(tables)])
        for of, penalty in enumerate(_PENALTIES):
            low, high, value, true = found[of::2].swapaxes(0, 1)
            holds, off = ((low <= true) & (true <= high)).mean(), abs(value / true - 1)
            yield (f"| {hands} hands, penalty {penalty} | {holds:.1%} | {np.median(off):.0%} | "
                   f"{np.quantile(off, 0.9):.0%} |")


if __name__ == "__main__":
    for row in rows():
        print(row, flush=True)
