"""What changes from one set of rules to another, paired on the same deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from reports.stats.ahead import edge_of_totals
from reports.stats.comparisons import p_value, signs
from reports.stats.estimates import Estimate
from reports.stats.jackknife import Floats, jackknife
from reports.studies.contests import Scores, combined
from reports.studies.rules.played import PlayedSet


def change(before: Scores, after: Scores) -> Estimate:
    """Estimate by how much a value rises, paired session by session."""
    return combined([after, before], [1.0, -1.0])


@dataclass(frozen=True)
class Comparison:
    """Sets of rules at one table, the first of them the table's own."""

    names: tuple[str, ...]
    played: tuple[PlayedSet, ...]

    @property
    def own(self) -> PlayedSet:
        """The table's own rules."""
        return self.played[0]

    @property
    def sessions(self) -> int:
        """Sessions of each table."""
        return next(iter(self.own.strategies.values())).sessions

    def ranked(self, at: int) -> list[str]:
        """Return the strategies under a set of rules, the best first."""
        found = self.played[at].strategies
        return sorted(found, key=lambda label: -found[label].value.value)

    @cached_property
    def ends(self) -> tuple[str, str]:
        """The strategies that are first and last under the table's own rules."""
        order = self.ranked(0)
        return order[0], order[-1]

    def edge(self, at: int) -> Estimate:
        """Estimate the edge in a session of the first over the last: skill against luck."""
        return jackknife(self.played[at].lead_totals(*self.ends), edge_of_totals)

    def edge_change(self, at: int) -> Estimate:
        """Estimate by how much that edge rises under other rules."""
        both = np.hstack([one.lead_totals(*self.ends) for one in (self.played[at], self.own)])

        def difference(totals: Floats) -> Floats:
            rise: Floats = edge_of_totals(totals[..., :3]) - edge_of_totals(totals[..., 3:])
            return rise

        return jackknife(both, difference)

    def changes(self, at: int) -> dict[tuple[str, str], Estimate]:
        """Return every change from the table's rules, by what changes and its name."""
        parts: Mapping[str, tuple[Mapping[str, Scores], Mapping[str, Scores]]] = {
            "figure": (self.own.figures, self.played[at].figures),
            "strategy": (self.own.strategies, self.played[at].strategies),
            "position": (self.own.positions, self.played[at].positions),
        }
        return {(part, name): change(before[name], after[name])
                for part, (before, after) in parts.items() for name in before}

    @cached_property
    def decided(self) -> list[dict[tuple[str, str], int]]:
        """Which changes of each set are surely not luck: 1 up, -1 down, 0 not known.

        All changes of all sets are judged together, by Holm's rule.
        """
        found = [self.changes(at) for at in range(len(self.names))]
        flat = [(at, key, one) for at, group in enumerate(found) if at
                for key, one in group.items()]
        estimates = [one for _, _, one in flat]
        sure = signs(estimates, [p_value(one, self.sessions) for one in estimates])
        result: list[dict[tuple[str, str], int]] = [{} for _ in self.names]
        for (at, key, _), sign in zip(flat, sure, strict=True):
            result[at][key] = sign
        return result

    def spread(self) -> float:
        """Return the lead of the first strategy over the last under the table's rules."""
        first, last = (self.own.strategies[label].value.value for label in self.ends)
        return first - last

    def shift(self, at: int) -> tuple[str, Estimate]:
        """Return the strategy whose result changes most, and the change."""
        changes = {name: one for (part, name), one in self.changes(at).items()
                   if part == "strategy"}
        name = max(changes, key=lambda label: abs(changes[label].value))
        return name, changes[name]

    def swaps(self, at: int) -> list[tuple[str, str]]:
        """Return the pairs of strategies whose order surely turns round, the new leader first.

        The leads under the table's rules and under the others are judged together.
        """
        pairs = list(combinations(self.own.strategies, 2))
        leads = [_lead(self.played[i], pair) for i in (0, at) for pair in pairs]
        sure = signs(leads, [p_value(lead, self.sessions) for lead in leads])
        before, after = sure[: len(pairs)], sure[len(pairs):]
        return [pair if after[i] > 0 else (pair[1], pair[0]) for i, pair in enumerate(pairs)
                if before[i] * after[i] < 0]


def _lead(played: PlayedSet, pair: Sequence[str]) -> Estimate:
    one, other = (played.strategies[label] for label in pair)
    return combined([one, other], [1.0, -1.0])
