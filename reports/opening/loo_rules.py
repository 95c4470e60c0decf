"""The rule to remember at every table and pool that a page of Loo knows, and what it costs.

Trumps are counted as ``pocket-rule`` counts them. How many points it takes to play, and against how
many dealt hands who has fewer takes the miss, is found for each pool on half of the deals. What a
seat loses by it a hand, among good players, is measured on the others: to the declarations that are
best with what the hand holds, which were found on the first half, too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np

from simulate.books.tally import Floats, Ints
from simulate.branch.limits import CLEAR
from simulate.domino.tiles import NUMBERS
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY
from simulate.games.loo.words import Words
from simulate.theory.declarations import Said
from simulate.theory.loo.at_score import DeclaredMoves, error_of
from simulate.theory.loo.hands import COARSE, TURNED_UP, ranks_of_fine
from strategies.loo.book import MISSES, POCKET, Misses, sum_in_sentences

#: Points that are told apart: as many or more are enough anywhere.
MOST = 20
#: Of what is as good as this, in parts of the pool a hand, the usual rule's is taken.
_ALIKE = 0.0002
#: A rule is good if it surely costs less than this part of the pool a hand.
GOOD = 0.01
_IN = (PLAY, MISS)


class Rule(NamedTuple):
    """How many points it takes to play, and when who has fewer takes the miss."""

    first: int
    later: int
    dealer: int
    turned: int
    misses: Misses = MISSES

    def needs(self, said: Said, players: int) -> tuple[int, int]:
        """Return the points to play with: where another tile is turned up, and a double."""
        if len(said) == players - 1:
            return self.dealer, self.dealer
        return self.later if set(said) & set(_IN) else self.first, self.turned

    def otherwise(self, said: Said, legal: tuple[int, ...], players: int) -> tuple[int, int]:
        """Return what who has fewer declares, by the turn-up as well."""
        most, dealers, shuns = self.misses
        is_dealer = len(said) == players - 1
        most = dealers if is_dealer else most
        out = next(one for one in (FOR_POOL, DROP, PLAY) if one in legal)
        may = MISS in legal and (said.count(PLAY) <= most or (most >= 0 and DROP not in legal))
        usual = MISS if may else out
        return usual, out if shuns and len(said) < players - 2 else usual


#: The parameters of ``pocket-rule`` that are found.
NEEDED = ("first", "later", "dealer", "turned")
_first, _later, _dealer, _turned = (int(POCKET[name]) for name in NEEDED)
USUAL = Rule(_first, _later, _dealer, _turned)


@dataclass(frozen=True)
class HandKinds:
    """The kinds by which hands are told apart here: what a class holds, and points."""

    seen: Ints  #: int32[deals, positions]: those of the deals
    classes: Ints  #: int64[kinds]
    points: Ints  #: int64[kinds]

    @classmethod
    def of(cls, coarse: Ints, fine: Ints) -> HandKinds:
        """Return the kinds of hands of some deals."""
        dealer = np.arange(coarse.shape[1]) == coarse.shape[1] - 1
        points = np.minimum(points_of_ranks()[ranks_of_fine(fine, dealer)], MOST)
        kinds, seen = np.unique(coarse * (MOST + 1) + points, return_inverse=True)
        return cls(seen.reshape(coarse.shape).astype(np.int32), *divmod(kinds, MOST + 1))

    def by_class(self, sums: Floats) -> Floats:
        """Add up what stands for each kind (axis 1) by class."""
        found = np.zeros((len(sums), COARSE, *sums.shape[2:]))
        classes, first = np.unique(self.classes, return_index=True)  # they ascend
        found[:, classes] = np.add.reduceat(sums, first, axis=1)
        return found


def points_of_ranks() -> Ints:
    """Return the points of trumps by their ranks, as bits: int64[sets of ranks]."""
    sets = np.arange(1 << NUMBERS)
    held = sets[:, None] >> np.arange(NUMBERS) & 1
    each = [POCKET["highest"], POCKET["second"], POCKET["third"], *[1] * (NUMBERS - 3)]
    more = POCKET["more"] * (held.sum(axis=1) - 1).clip(min=0)
    return (held @ np.array(each, np.int64) + more).astype(np.int64)


class RuleFinder:
    """Finds the rule at one pool by what declarations are worth there (``halves``, each on so many
    ``deals``) and how good players declare (``chances``, float64[nodes, COARSE, moves]). ``alike``
    is the number of the situation of each node, as a chart tells them apart."""

    def __init__(
        self, halves: tuple[DeclaredMoves, DeclaredMoves], chances: Floats, kinds: HandKinds,
        pool: int, deals: int, alike: Ints,
    ) -> None:
        (self.found, self.fresh), self.kinds, self.pool, self.deals = halves, kinds, pool, deals
        declared = self.found.declared
        self.heard, self.actions = declared.heard, declared.actions
        self.players = len(declared.ends[0])
        self.best = self._best(chances, alike)

    def _best(self, chances: Floats, alike: Ints) -> Ints:
        """Return the best move by node and kind (int64[nodes, kinds]): that of good players, unless
        another is clearly better on the first half."""
        of = [np.flatnonzero(alike == situation)[0] for situation in range(alike.max() + 1)]
        parts = np.stack([self.kinds.by_class(self.found.regrets[:, alike == s].sum(axis=1))
                          for s in range(len(of))], axis=1)
        regrets = parts.sum(axis=0)
        for s, n in enumerate(of):
            regrets[s, :, len(self.actions[n]):] = -np.inf
        best, usual = regrets.argmax(axis=2)[alike], chances.argmax(axis=2)
        n, c = np.indices(best.shape)
        gap = parts[:, alike[n], c, best] - parts[:, alike[n], c, usual]
        clear = gap.sum(axis=0) > CLEAR * error_of(gap)
        return np.where(clear, best, usual)[:, self.kinds.classes]

    def rule(self) -> Rule:
        """Return the rule that loses least on the first half."""
        players, rule = self.players, USUAL
        dealers = [n for n, said in enumerate(self.heard) if len(said) == players - 1]
        others = [n for n, said in enumerate(self.heard) if len(said) < players - 1]
        firsts = [n for n in others if not set(self.heard[n]) & set(_IN)]
        laters = [n for n in others if set(self.heard[n]) & set(_IN)]
        either = (False, True)

        def improved(rule: Rule, misses: Misses) -> tuple[float, Rule]:
            tried, worth = rule._replace(misses=misses), 0.0
            for name, nodes, turned in (("first", firsts, (False,)), ("later", laters, (False,)),
                                        ("turned", others, (True,)), ("dealer", dealers, either)):
                values = self._by_points(tried, nodes, turned)
                usual = int(getattr(USUAL, name))
                good = np.flatnonzero(values >= values.max() - self._alike)
                needed = 1 + int(good[np.abs(good + 1 - usual).argmin()])
                tried = Rule(**(tried._asdict() | {name: needed}))
                worth += float(values[needed - 1])
            return worth, tried

        # Misses of the others and of the dealer do not depend on each other.
        options = [Misses(most, rule.misses.dealers, shuns)
                   for most, shuns in product(range(-1, players - 1), (True, False))]
        rule = self._chosen([improved(rule, one) for one in [rule.misses, *options]])
        options = [rule.misses._replace(dealers=most) for most in range(-1, players)]
        return self._chosen([improved(rule, one) for one in [rule.misses, *options]])

    @property
    def _alike(self) -> float:
        return _ALIKE * self.pool * self.deals * self.players

    def _chosen(self, tried: list[tuple[float, Rule]]) -> Rule:
        """Return the best rule, or the first one, which is the usual, where that is as good."""
        best = max(worth for worth, _ in tried)
        return next(rule for worth, rule in tried
                    if worth == best or (rule is tried[0][1] and worth >= best - self._alike))

    def _by_points(self, rule: Rule, nodes: list[int], turned: tuple[bool, ...]) -> Floats:
        """Return what it brings to play at nodes with 1 point, 2, 3 and so on: float64[MOST]."""
        plays, others = np.zeros(MOST + 1), np.zeros(MOST + 1)
        regrets = self.found.regrets.sum(axis=0)
        for n in nodes:
            legal = self.actions[n]
            for double in turned:
                some = self.kinds.classes % TURNED_UP == double
                word = rule.otherwise(self.heard[n], legal, self.players)[double]
                for sums, action in ((plays, PLAY), (others, word)):
                    sums += np.bincount(
                        self.kinds.points[some],
                        regrets[n, some, legal.index(action)], MOST + 1)
        with_fewer, with_more = others.cumsum(), plays[::-1].cumsum()[::-1]
        return with_fewer[:-1] + with_more[1:]

    def moves(self, rule: Rule) -> Ints:
        """Return what a rule declares: int64[nodes, kinds], numbers of moves."""
        double = self.kinds.classes % TURNED_UP
        found = np.zeros((len(self.heard), len(double)), np.int64)
        for n, (said, legal) in enumerate(zip(self.heard, self.actions, strict=True)):
            needs = np.array(rule.needs(said, self.players))[double]
            other = [legal.index(one) for one in rule.otherwise(said, legal, self.players)]
            found[n] = np.where(
                self.kinds.points >= needs, legal.index(PLAY), np.array(other)[double])
        return found

    def cost(self, rule: Rule) -> tuple[float, float]:
        """Return what a seat loses a hand by a rule, and the standard error, on the second half."""
        of, regrets = self.moves(rule), self.fresh.regrets
        nodes, kinds = np.indices(of.shape)
        lost = (regrets[:, nodes, kinds, self.best] - regrets[:, nodes, kinds, of]).sum(axis=(1, 2))
        hands = self.deals * self.players
        return float(lost.sum() / hands), float(error_of(lost) / hands)


@dataclass(frozen=True)
class FoundRule:
    """The rule at a pool, and what a seat loses a hand by it: with the standard error, by the
    number of the pool, at the pools beside it as well."""

    rule: Rule
    costs: dict[int, tuple[float, float]]

    def in_sentences(self, players: int, words: Words) -> tuple[str, str, str]:
        """Say what to count, when to play, and what to do otherwise."""
        needed = {name: float(getattr(self.rule, name)) for name in NEEDED}
        return sum_in_sentences(POCKET | needed, players, words, self.rule.misses)


def rules_at(finders: Sequence[RuleFinder]) -> list[FoundRule]:
    """Return the rule at each of some pools, ascending."""
    found = []
    for k, finder in enumerate(finders):
        rule = finder.rule()
        found.append(FoundRule(rule, {
            j: finders[j].cost(rule) for j in (k - 1, k, k + 1) if 0 <= j < len(finders)}))
    return found
