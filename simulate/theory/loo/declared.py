"""The declarations of Loo and Rounce, so that they can be solved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.errors import BoneyardError
from simulate.games.loo.hand import deal, declare_up_to, set_penalty
from simulate.games.loo.kernel import take_chairs
from simulate.games.loo.rules import LOOED_POINTS, LooRules, RounceRules
from simulate.games.loo.views import ACTIONS, AT, FOR_POOL, MISS, TRICKS
from simulate.games.loo.words import words_of
from simulate.machine.table import Table
from simulate.theory import declared
from simulate.theory.declarations import Declarations, History, Rolled, Stakes
from simulate.theory.loo import hands as classes
from simulate.theory.loo.declarations import (
    SHARES,
    declarations,
    ends_of,
    left_by_end,
    legal_actions,
    plays_for_chips,
    taken_by_end,
)
from simulate.theory.loo.hands import FINE, TURNED_UP, coarse_of_classes

#: Pools that divide by five are all observed below this one.
_ODD = 45
#: The number of players with which a dealer may play for the pool.
_FOR_POOL = 4


def declare(table: Table, scratch: Any) -> int:
    """Deal a hand and let all declare."""
    take_chairs(table)
    if not table[AT.points_game]:
        set_penalty(table)
    deal(table)
    declare_up_to(table, 0, table[AT.players])
    return 0


class Declared(declared.Declared):
    """The declarations of a table of Loo or Rounce."""

    words, finer, chip = ACTIONS, FINE, TRICKS
    taken_by_end, left_by_end = staticmethod(taken_by_end), staticmethod(left_by_end)
    kind, declares = staticmethod(classes.kind_of_hand), staticmethod(declare)
    rules: LooRules | RounceRules

    @property
    def kinds(self) -> int:
        """The classes by which hands are distinguished."""
        return classes.CLASSES[self.players]

    def check(self) -> None:
        """Raise ``BoneyardError`` if the seats have bankrolls."""
        if self.game.bankroll_of(self.rules) is not None:
            raise BoneyardError("solve knows no bankroll: leave that rule out")

    @property
    def _chips(self) -> LooRules:
        assert isinstance(self.rules, LooRules)
        return self.rules

    def legal(self, history: History) -> tuple[int, ...]:
        """Return what the rules allow."""
        return legal_actions(self.players, isinstance(self.rules, RounceRules), history)

    @property
    def classes(self) -> Any:
        """Return the classes by which hands are declared."""
        return classes.classes_of

    def laid(self, scores: Sequence[int]) -> dict[int, int]:
        """Return what the seats have: their banks, and points where the last one deals."""
        have = dict.fromkeys(range(AT.chips, AT.chips + self.players),
                             self.game.bankroll_of(self.rules) or 0)
        return have | {AT.score + seat: own for seat, own in enumerate(scores)}

    @cached_property
    def declared(self) -> Declarations:
        """All that can be declared: one tree for all tables of a size."""
        return declarations(self.players, isinstance(self.rules, RounceRules))

    def ends(self, actions: Ints, won: Ints) -> tuple[Ints, Ints]:
        """Return what each position took, and what became of the pool."""
        return ends_of(self.declared)

    @property
    def counts_later(self) -> bool:
        """Whether chips are played for."""
        return plays_for_chips(self.run)

    def stakes(self, pool: int) -> Stakes:
        """Return pool and penalty; in points, for which a pool counts nothing, what a looed seat
        loses."""
        return super().stakes(pool) if self.counts_later else Stakes(LOOED_POINTS, LOOED_POINTS)

    def word(self, action: int) -> str:
        """Return how people phrase a declaration."""
        return words_of(self.rules).miss if action == MISS else super().word(action)

    def verbs(self, action: int) -> tuple[str, str]:
        """Return what a seat does, and what it should do."""
        taken = words_of(self.rules).taken
        return {MISS: (f"takes {taken}", f"take {taken}"),
                FOR_POOL: ("plays for the pool", "play for the pool"),
                }.get(action) or super().verbs(action)

    def hand_in_words(self, kind: int) -> dict[str, str]:
        """Return the kind of a hand, and what is turned up."""
        return {"turned_up": classes.TURN_UPS[kind % TURNED_UP],
                "hand": classes.name_of_kind(kind // TURNED_UP)}

    @cached_property
    def counted(self) -> Ints:
        """Kinds of hands with the turn-up."""
        return classes.turned_kinds_of_classes(self.players)

    def paid(self, left: Ints) -> Floats:
        """Return what everybody pays into an empty pool, and the dealer alone into another."""
        rules, empty = self._chips, left < self._chips.empty_below
        paid = np.zeros((*left.shape, self.players))
        paid[..., -1] = np.where(empty, rules.dealer_ante, rules.dealer_top_up)
        paid[..., :-1] = np.where(empty, rules.ante, 0)[..., None]
        return paid

    @property
    def leaves_odd(self) -> bool:
        """Whether chips are left over: where all that is paid divides by five, only after a hand
        for the pool."""
        paid = (self.first_pool, self.top_up, *self.penalty_pools)
        return self.players == _FOR_POOL or any(chips % TRICKS for chips in paid)

    def watched(self) -> tuple[Ints, Ints]:
        """Return the pools at which strategies are observed: small ones one by one."""
        first, largest = self.first_pool, self.largest
        least = self._chips.empty_below + self.top_up
        fives = {
            *range(TRICKS, min(_ODD, largest), TRICKS), *self.steps(_ODD, self.apart).tolist(),
            *(pool for pool in (first, *self.penalty_pools)
              if pool <= largest and pool % TRICKS == 0)}
        between: list[int] = []
        if self.leaves_odd:
            large = [pool + TRICKS - 1 for pool in fives if pool >= _ODD]
            between = [*(pool for pool in range(min(first, least), _ODD) if pool % TRICKS), *large]
        return (np.array(sorted(pool for pool in fives if pool >= min(first, least) - TRICKS)),
                np.array(sorted(pool for pool in between if pool > TRICKS), np.int64))

    @property
    def shares(self) -> Ints:
        """The ways in which tricks are shared by four."""
        return SHARES


DECLARED = Declared


def by_coarse(rolled: Rolled, players: int) -> Rolled:
    """Return deals of so many players by the coarse classes of their hands."""
    of: Any = coarse_of_classes(players).astype(np.int32)
    return replace(rolled, coarse=of[rolled.coarse])
