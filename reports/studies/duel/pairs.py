"""The duels of every pair of strategies: a ranking, and which pairs are decided."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from reports import headlines
from reports.contests import Paired, Scores, total
from reports.draw import style
from reports.draw.shapes import Cells, Dots
from reports.page.document import STRATEGY, Column, Picture, Section, Table
from reports.stats import number_text
from reports.stats.comparisons import always_valid, always_valid_p, p_value, ranks, rivals, signs
from reports.stats.estimates import NOTHING, Estimate
from simulate.runs.run import Run

_MADE = "{value} a hand, or games of 100"


@dataclass(frozen=True)
class Pairs:
    """The duels of every pair."""

    labels: tuple[str, ...]  #: the strategies
    #: Scores of the first less the second, for each pair in order.
    scores: Mapping[tuple[int, int], Scores]
    unit: str  #: what a seat makes
    scale: float = 1.0  #: 100 where games are won
    #: With ``--decide``: the intervals hold at every look, and are narrowest after so many
    #: sessions.
    sharpest: float | None = None

    @property
    def sessions(self) -> int:
        """Sessions of each table."""
        return next(iter(self.scores.values())).sessions

    @cached_property
    def _paired(self) -> dict[tuple[int, int], Paired]:
        found = {pair: scores.paired * self.scale for pair, scores in self.scores.items()}
        return found | {(j, i): one * -1.0 for (i, j), one in found.items()}

    def _held(self, found: Paired) -> Estimate:
        """Return an estimate with the interval that holds for the way the duels were stopped."""
        plain = found.estimate
        return plain if self.sharpest is None else always_valid(plain, self.sessions, self.sharpest)

    def p_value(self, found: Estimate) -> float:
        """Return the p-value that holds for the way the duels were stopped."""
        if self.sharpest is None:
            return p_value(found, self.sessions)
        return always_valid_p(found, self.sessions, self.sharpest)

    def value(self, one: int, other: int) -> Estimate:
        """Return by how much a seat of the one makes more than a seat of the other."""
        return NOTHING if one == other else self._held(self._paired[one, other])

    def _mean(self, one: int) -> Paired:
        others = [i for i in range(len(self.labels)) if i != one]
        return total(self._paired[one, i] for i in others) * (1 / len(others))

    def mean(self, one: int) -> Estimate:
        """Return what a strategy makes more than its opponents, on average over them."""
        return self._held(self._mean(one))

    def lead(self, one: int, other: int) -> Estimate:
        """Return by how much one strategy makes more than another, each on average against all,
        itself included; of two strategies, the difference of their duel."""
        many = len(self.labels)
        return self._held((self._mean(one) - self._mean(other)) * ((many - 1) / many))

    def ranked(self) -> list[int]:
        """Return the strategies, the best first."""
        return sorted(range(len(self.labels)), key=lambda i: -self._mean(i).value)

    @cached_property
    def decided(self) -> dict[tuple[int, int], int]:
        """Which of each pair is surely better: 1 the first, -1 the second, 0 neither. All pairs are
        judged together, by Holm's rule."""
        values = [self.value(i, j) for i, j in self.scores]
        return dict(zip(self.scores, signs(values, [*map(self.p_value, values)]), strict=True))

    @cached_property
    def doubtful(self) -> list[int]:
        """The strategies that the best one does not surely lead, all leads judged together."""
        return rivals(self.ranked(), self.lead, self.p_value)

    def reach(self) -> float:
        """Return how far the widest interval of a pair reaches to either side, unscaled."""
        return max((s.value.high - s.value.low) / 2 for s in self.scores.values())

    @property
    def are_alike(self) -> bool:
        """Whether all that may be best made the same in every session, of as many as asked for."""
        best = self.ranked()[0]
        return bool(self.doubtful) and self.sessions >= (self.sharpest or 0) and all(
            self.scores[min(best, i), max(best, i)].is_level for i in self.doubtful)

    def times_to_decide(self) -> float:
        """Return how many times the sessions held so far are needed until the best is known, or
        known to play as those do that may be best, too."""
        if not self.doubtful or self.are_alike:
            return 1.0
        leads = [self.lead(self.ranked()[0], i) for i in self.doubtful]
        ratios = [(lead.high - lead.value) / abs(lead.value) if lead.value else math.inf
                  for lead in leads]
        return max(1.01, max(ratios) ** 2)


def headline(pairs: Pairs) -> str:
    """Return which strategy is best, and whom it loses to head to head."""
    others = "the others" if len(pairs.labels) > 2 else pairs.labels[pairs.ranked()[-1]]
    text = headlines.first(
        {i: pairs.mean(i) for i in range(len(pairs.labels))}, pairs.lead, pairs.sessions,
        f"{pairs.unit} more than {others}", name=pairs.labels.__getitem__, p_of=pairs.p_value)
    best = pairs.ranked()[0]
    lost = [i if j == best else j for (i, j), sign in pairs.decided.items()
            if best in (i, j) and sign == (1 if j == best else -1)]
    if text and lost:
        text += (f" Head to head it loses to "
                 f"{headlines.close_to([pairs.labels[i] for i in lost])}.")
    return text


def how_sure(pairs: Pairs, until: float | None, run: Run) -> Iterator[str]:
    """Yield when the duels stopped, and a warning of heavy tails."""
    if pairs.sharpest is not None:
        after = f"Stopped after {pairs.sessions:,} sessions"
        yield (f"{after}, when the best was known." if not pairs.doubtful else
               f"{after}, in which those that may be best played alike." if pairs.are_alike else
               f"After {pairs.sessions:,} sessions it is still not known which is best.")
    if until is not None:
        yield (f"Stopped after {pairs.sessions:,} sessions, when every interval was as narrow as "
               "asked." if pairs.reach() <= until else
               f"After {pairs.sessions:,} sessions the widest interval still reaches "
               f"{number_text.number(pairs.scale * pairs.reach(), 3)} to either side.")
    yield headlines.heavy_tails(
        {f"between {pairs.labels[i]} and {pairs.labels[j]}": one.paired.influence
         for (i, j), one in pairs.scores.items()}, run)


def ranking(pairs: Pairs) -> Table:
    """Return the strategies by what they make against all others."""
    order = pairs.ranked()
    leads = [pairs.lead(i, after) for i, after in pairwise(order)]
    return Table.of("duel_ranking", "Ranking", (
        Column("rank", "rank", "count", "number", "the place in the ranking"), STRATEGY,
        Column("mean", f"{pairs.unit} more than the others", "signed", _MADE,
               "made more than the others", with_error=True),
        Column("lead", "lead on the next", "signed", _MADE, "made more than the next",
               with_error=True),
    ), ({"rank": rank, "strategy": pairs.labels[i], "mean": pairs.mean(i), "lead": lead}
        for rank, i, lead in zip(ranks([pairs.mean(i).value for i in order]), order,
                                 [*leads, NOTHING], strict=True)),
        "Intervals are wider than usual: they hold at every look." * (pairs.sharpest is not None))


def precision(pairs: Pairs) -> Table:
    """Return each pair: its difference, and whether it is decided."""
    found = {pair: pairs.value(*pair) for pair in pairs.scores}
    return Table.of("duel_precision", "How sure the pairs are", (
        Column("pair", "pair", "text", "text", "the two strategies"),
        Column("difference", pairs.unit, "signed", _MADE,
               "made by the first more than by the second"),
        Column("better", "better", "text", "text", "the one that is surely better (Holm)"),
        Column("se", unit="as the difference", meaning="its standard error"),
    ), ({"pair": f"{pairs.labels[i]} - {pairs.labels[j]}", "difference": found[i, j],
         "better": {1: pairs.labels[i], -1: pairs.labels[j], 0: ""}[pairs.decided[i, j]],
         "se": found[i, j].se} for i, j in pairs.scores),
        f"{len(next(iter(pairs.scores.values())).above)} tables, {pairs.sessions:,} sessions of "
        "each.")


def sections(pairs: Pairs, answer: tuple[str, ...]) -> tuple[Section, Section]:
    """Return the ranking, and every pair."""
    order = pairs.ranked()
    names = [style.wrapped(pairs.labels[i], 14) for i in order]
    more = f"{pairs.unit} more than the other"
    ranked = Picture("duel_ranking", Dots.of(
        {pairs.labels[i]: pairs.mean(i) for i in order}, f"{pairs.unit} more than the others",
        title="Ranking over all pairs"))
    payoffs = Picture("duel_matrix", Cells(
        [[pairs.value(i, j) for j in order] for i in order], names, names, size=9,
        height=1.4 + 0.62 * len(order), xlabel="against", title=more[0].upper() + more[1:]))
    return (Section("duel", "Which strategy is better?", answer, (ranked,), (ranking(pairs),)),
            Section("duel_pairs", "Which is better head to head?", (), (payoffs,),
                    (precision(pairs),)))
