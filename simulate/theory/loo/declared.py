"""What Loo and Rounce say of their declarations, so that they can be solved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.errors import BoneyardError
from simulate.games.loo.rules import LOOED_POINTS, LooRules, RounceRules
from simulate.games.loo.views import ACTIONS, AT, FOR_POOL, MISS, TRICKS
from simulate.games.loo.words import words_of
from simulate.theory import declared
from simulate.theory.best_response import Gain
from simulate.theory.chips import STEPS, Chips, Solved
from simulate.theory.declarations import Declarations, Rolled, Said, Stakes, Tried, units_of
from simulate.theory.later_pools import Payoff
from simulate.theory.loo import check_declares, what_if
from simulate.theory.loo import hands as classes
from simulate.theory.loo.declarations import (
    ENDS,
    OWN,
    OWN_BITS,
    SHARES,
    declarations,
    ends_of,
    left_by_end,
    legal_actions,
    taken_by_end,
)
from simulate.theory.loo.hands import FINE, TURNED_UP, coarse_of_classes
from simulate.theory.loo.solutions import Solution
from simulate.theory.loo.what_if import CLASSES, NOTED, TRIED, WHAT_IF, Declaring
from simulate.theory.loo.what_if_counts import plays_for_chips

#: Pools below this one are all watched that divide by five.
_ODD = 45
#: The number of players with which a dealer may play for the pool.
_FOR_POOL = 4


class Declared(declared.Declared):
    """The declarations of a table of Loo or Rounce."""

    says, finer, chip = ACTIONS, FINE, TRICKS
    heeds = "the trumps, doubles, high tiles and voids"
    taken_by_end, left_by_end = staticmethod(taken_by_end), staticmethod(left_by_end)
    rules: LooRules | RounceRules

    @property
    def kinds(self) -> int:
        """The classes by which hands are told apart."""
        return classes.CLASSES[self.players]

    def check(self) -> None:
        """Raise ``BoneyardError`` if the seats have bankrolls."""
        check_declares(self.run.game, "solve")
        if self.game.bankroll_of(self.rules) is not None:
            raise BoneyardError("solve knows no bankroll: leave that rule out")

    @property
    def _chips(self) -> LooRules:
        assert isinstance(self.rules, LooRules)
        return self.rules

    def legal(self, said: Said) -> tuple[int, ...]:
        """Return what the rules allow."""
        return legal_actions(self.players, isinstance(self.rules, RounceRules), said)

    def kind(self, hand: int, trump: int, turn_up: int, is_dealer: int) -> int:
        """Return the kind that a person counts at the table."""
        return int(classes.kind_of_hand(hand, trump, turn_up, is_dealer))

    @cached_property
    def declared(self) -> Declarations:
        """All that can be declared: one tree for all tables of a size."""
        return declarations(self.players, isinstance(self.rules, RounceRules))

    def ends(self, said: Ints, won: Ints) -> tuple[Ints, Ints]:
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

    def stakes_of(self, pool: int | None = None) -> Stakes:
        """Return the stakes of a hand; those of points where they are played for."""
        if self.counts_later:
            return super().stakes_of(pool)
        if pool is not None:
            raise BoneyardError(f"pool {pool}: there is none where points are played for")
        return self.stakes(LOOED_POINTS)

    def word(self, action: int) -> str:
        """Return what a person calls a declaration."""
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
        """Return the pools at which strategies are watched: small ones one by one."""
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

    def pools(self, asked: int | None) -> tuple[int, ...]:
        """Return the pools to solve; there is one in points."""
        return super().pools(asked) if self.counts_later else (self.stakes_of(asked).pool,)

    @property
    def shares(self) -> Ints:
        """The ways in which tricks are shared by four."""
        return SHARES

    def play_ends(self, ends: Ints, pool: int, first: int, deals: int) -> tuple[Ints, Ints, Ints]:
        """Play deals after all ends of the declarations by steps of Loo's own."""
        seats = self.players
        table = Declaring(self.run, self.stakes(pool), what_if.BY_ENDS, (AT.tricks,))
        table.memory[WHAT_IF.dealer], table.memory[WHAT_IF.many] = seats - 1, len(ends)
        table.share(WHAT_IF.ends, ends)
        notes = table.notes(deals, CLASSES.size)
        _, tricks = table.play(first, deals, len(ends))
        return (notes[:, CLASSES.coarse : CLASSES.coarse + seats],
                notes[:, CLASSES.fine : CLASSES.fine + seats], tricks.reshape(deals, len(ends)))

    def asking(self, heard: Ints, pool: int, scores: Sequence[int]) -> Callable[[int, int], Ints]:
        """Ask what is declared at nodes: no hand is played."""
        table = Declaring(self.run, self.stakes(pool), what_if.AT_NODES, (NOTED.own,))
        table.memory[WHAT_IF.dealer], table.memory[WHAT_IF.many] = self.players - 1, len(heard)
        table.memory[WHAT_IF.scores : WHAT_IF.scores + len(scores)] = scores
        table.share(WHAT_IF.ends, heard)
        return lambda first, deals: table.play(first, deals, len(heard))[1].reshape(deals, -1)

    def tried(self, payoff: Payoff, first: int, deals: int, wanted: Ints) -> Tried:
        """Try declarations by steps of Loo's own."""
        players, table = self.players, Declaring(self.run, payoff.stakes, what_if.BY_DECLARATIONS)
        _, table.memory[WHAT_IF.rows], table.memory[WHAT_IF.classes] = wanted.shape
        table.memory[WHAT_IF.finer] = wanted.shape[2] == FINE
        units = table.share(WHAT_IF.units, np.array(units_of(self.run)))
        table.share(WHAT_IF.wanted, wanted)
        notes = table.notes(deals, TRIED.size)
        hands, outcomes = table.play(first, deals, players * self.actions)
        # The seats take turns to deal, and the dealer's position is the last.
        dealt_by = (first + np.arange(deals)[:, None] + 1 + np.arange(players)) % players
        own, end = outcomes[:, 0], outcomes[:, 1]
        known, coarse, said = (notes[:, at : at + players]
                               for at in (TRIED.known, TRIED.coarse, TRIED.said))
        return Tried.of(known, coarse, said, units[dealt_by], hands, lambda hand, position: (
            own[hand] >> OWN_BITS * position & (1 << OWN_BITS) - 1, end[hand]), payoff)

    def count_ends(self, pools: Ints, first: int, deals: int) -> tuple[Floats, Floats]:
        """Count how deals end, each with the dealer whose turn it is."""
        seats = self.players
        own, ends = np.zeros((len(pools), seats, seats, OWN)), np.zeros((len(pools), seats, ENDS))
        table = Declaring(self.run, (0, 0), what_if.AS_IT_IS, (AT.dealer, NOTED.end, NOTED.own))
        table.memory[WHAT_IF.number] = declared.SECOND_HAND
        for g, pool in enumerate(pools.tolist()):
            table.start[AT.pool], table.start[AT.penalty] = self.stakes(pool)
            dealer, end, packed = table.play(first, deals, 1)[1].T
            ends[g] = np.bincount(dealer * ENDS + end, minlength=seats * ENDS).reshape(seats, ENDS)
            for p in range(seats):
                took = packed >> OWN_BITS * p & (1 << OWN_BITS) - 1
                own[g, :, p] = np.bincount(
                    dealer * OWN + took, minlength=seats * OWN).reshape(seats, OWN)
        return own, ends


DECLARED = Declared


def by_coarse(rolled: Rolled, players: int) -> Rolled:
    """Return deals of so many players by the coarse classes of their hands."""
    of: Any = coarse_of_classes(players).astype(np.int32)
    return replace(rolled, coarse=of[rolled.coarse])


def solution_of(table: Chips, solved: Sequence[Sequence[Solved]]) -> Solution:
    """Return a solved table as its file keeps it; around locks an entry a dealer and pool."""
    run, every = table.run, [one for own in solved for one in own]
    measured = {"worth": [one.worth for one in every]}
    for name in ("gain", "fine_gain"):
        gains: list[Gain] = [getattr(one, name) for one in every]
        measured |= {name: [gain.mean for gain in gains], f"{name}_se": [gain.se for gain in gains]}
    about: dict[str, Any] = {
        "format": Solution.form, "game": run.game, "players": table.seats, "tiles": run.labels[0],
        "rules": dict(vars(run.rules)), "points": int(not plays_for_chips(run)),
        "must_trump": int(table.at.rules.must_trump),  # type: ignore[attr-defined]
        "this_hand": not table.counts_later, "seed": run.seed, "deals": table.deals,
        "steps": STEPS * table.done,
        **{name: [[None if np.isnan(value) else value for value in row.tolist()]
                  for row in values] for name, values in measured.items()},
    }
    if table.locks:
        about["locks"] = {str(seat): player.label for seat, player in table.locks.items()}
        about["dealers"] = [dealer for dealer, own in enumerate(solved) for _ in own]
    kinds = table.at.kinds
    shares = [np.bincount(own, minlength=kinds) / len(own)
              for own in table.parts[-1].rolled.coarse.T]
    return Solution(
        about, np.array([one.chances[:, :kinds] for one in every]),
        np.array([one.pool for one in every]), np.array([one.penalty for one in every]),
        np.array(shares))
