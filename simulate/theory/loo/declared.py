"""The declarations of Loo and Rounce, so that they can be solved, and how a hand can end.

There are few endings.  A position takes 0 to 5 tricks, is looed, or takes the whole pool unplayed;
what stays in the pool follows from the seats looed and the tricks that nobody is paid for.  So
counts of these give what a hand brings at any pool under any penalty.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from typing import Any

import numpy as np

from simulate.books.rows import Floats, Ints
from simulate.errors import BoneyardError
from simulate.games.loo.hand import deal, declare_all, set_penalty
from simulate.games.loo.kernel import take_chairs
from simulate.games.loo.rules import LOOED_POINTS, LooRules, RounceRules, may_follow
from simulate.games.loo.views import ACTIONS, AT, DROP, FOR_POOL, MISS, PLAY, SEATS, TRICKS
from simulate.games.loo.words import words_of
from simulate.machine.compiling import helper
from simulate.machine.table import Table, pointer
from simulate.runs.run import Run
from simulate.theory.chain import ScoreChanges
from simulate.theory.declarations import SILENT, Declarations, History, Rollouts, Stakes, shares_of
from simulate.theory.declared import Declared
from simulate.theory.loo import hands as classes
from simulate.theory.loo.hands import FINE, TURNED_UP, coarse_of_classes

_MOST_MOVES = 3


def plays_for_chips(run: Run) -> bool:
    """Return whether there is a pool, and not points."""
    return isinstance(run.rules, LooRules) and run.rules.scoring == "chips"


def legal_actions(players: int, is_rounce: bool, history: History) -> tuple[int, ...]:
    """Return what the next position may declare, none if that is a dealer left alone."""
    legal = may_follow(players, history, is_rounce)
    return tuple(action for action in ACTIONS if legal >> action & 1)


@cache
def declarations(players: int, is_rounce: bool) -> Declarations:
    """Return the tree of a table: those with shorter histories come first."""
    return Declarations.of(
        players, lambda history: legal_actions(players, is_rounce, history), _MOST_MOVES)


def _node_table() -> np.ndarray:
    """Nodes by players, position, who took the miss and who dropped: two digits and two sets."""
    table = np.zeros((SEATS + 1, SEATS, 1 << SEATS, 1 << SEATS), np.int16)
    for players in (2, 3, 4):
        for node, history in enumerate(declarations(players, False).histories):
            missed = sum(1 << p for p, action in enumerate(history) if action == MISS)
            dropped = sum(1 << p for p, action in enumerate(history) if action == DROP)
            table[players, len(history), missed, dropped] = node
    return table.ravel()


_NODE = _node_table()


@helper
def node_of(players: int, position: int, missed: int, dropped: int) -> int:
    """Return the node of ``declarations`` at which a position declares."""
    asked = players * SEATS + position
    return int(pointer(_NODE)[(asked << SEATS | missed) << SEATS | dropped])


#: What a position took: its paid tricks, or one of these.
LOOED, WALKOVER = TRICKS + 1, TRICKS + 2
OWN = TRICKS + 3

#: What became of the pool: 0 to 3 seats looed; 1 to 5 tricks that a dealer took for the pool
#: (with all five of them the seat that missed is looed); the whole pool gone to a dealer.
_LOOED = np.array([0, 1, 2, 3, 0, 0, 0, 0, 1, 0])
_KEPT = np.array([0, 0, 0, 0, 1, 2, 3, 4, 5, 0])
_KEPT_FIRST, _GONE = 3, 9
ENDS = len(_LOOED)


def left_by_end(pool: Any, penalty: Any) -> Ints:
    """Return the chips that each end leaves of pools at the start of play: int64[..., ENDS]."""
    pool, penalty = np.asarray(pool)[..., None], np.asarray(penalty)[..., None]
    remainder = np.where(np.arange(ENDS) == _GONE, 0, pool % TRICKS)
    return _LOOED * penalty + _KEPT * (pool // TRICKS) + remainder


def taken_by_end(pool: Any, penalty: Any) -> Floats:
    """Return the chips that each own end brings: float64[..., OWN]; see ``left_by_end``."""
    pool, penalty = np.asarray(pool), np.asarray(penalty)
    taken = [tricks * (pool // TRICKS) for tricks in range(TRICKS + 1)]
    return np.stack([*taken, -penalty, pool], axis=-1).astype(np.float64)


#: Tricks of up to four positions that make five.
SHARES = shares_of(TRICKS, SEATS)


#: Bits for the points that a hand brings a position.
_DIGIT = 4


def in_digits(points: Ints) -> Ints:
    """Return the points of all positions as one number: int64[...], from int64[..., positions]."""
    digits: Ints = points + LOOED_POINTS << _DIGIT * np.arange(points.shape[-1])
    return digits.sum(axis=-1)


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
    declare_all(table)
    return 0


class LooDeclared(Declared):
    """The declarations of a table of Loo or Rounce."""

    words, finer, chip = ACTIONS, FINE, TRICKS
    taken_by_end, left_by_end = staticmethod(taken_by_end), staticmethod(left_by_end)
    kind, declares = staticmethod(classes.kind_of_hand), staticmethod(declare)

    def __init__(self, run: Run) -> None:
        super().__init__(run)
        self.kinds, self.counts_later = classes.CLASSES[self.players], plays_for_chips(run)

    def check(self) -> None:
        """Raise ``BoneyardError`` if the seats have bankrolls."""
        if self.game.bankroll_of(self.rules) is not None:
            raise BoneyardError("solve knows no bankroll: leave that rule out")

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
        stays = (actions == PLAY) | (actions == MISS)
        own = np.where(stays & (won == 0), LOOED, np.where(stays, won, 0))
        own = np.where((actions == SILENT) & (won > 0), WALKOVER, own)
        kept = (won * (actions == FOR_POOL)).sum(axis=-1)
        looed = (own == LOOED).sum(axis=-1)
        return own, np.where((actions == SILENT).any(axis=-1), _GONE,
                             np.where(kept > 0, _KEPT_FIRST + kept, looed))

    def stakes(self, pool: int) -> Stakes:
        """Return pool and penalty; in points what a looed seat loses."""
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
        of = coarse_of_classes(self.players)
        return TURNED_UP * classes.kinds_of_classes()[of] + of % TURNED_UP

    def paid(self, left: Ints) -> Floats:
        """Return what everybody pays into an empty pool, and the dealer alone into another."""
        rules, empty = self.rules, left < self.rules.empty_below
        paid = np.zeros((*left.shape, self.players))
        paid[..., -1] = np.where(empty, rules.dealer_ante, rules.dealer_top_up)
        paid[..., :-1] = np.where(empty, rules.ante, 0)[..., None]
        return paid

    @property
    def leaves_odd(self) -> bool:
        """Whether chips are left over: of what is paid, or of a hand for the pool."""
        paid = (self.first_pool, self.top_up, *self.penalty_pools)
        return self.players == _FOR_POOL or any(chips % TRICKS for chips in paid)

    def watched(self) -> tuple[Ints, Ints]:
        """Return the pools at which strategies are observed: small ones one by one."""
        first, largest = self.first_pool, self.largest
        least = self.rules.empty_below + self.top_up
        fives = {
            *range(TRICKS, min(_ODD, largest), TRICKS), *self.steps(_ODD).tolist(),
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


DECLARED = LooDeclared


def gains_of(at: Declared) -> ScoreChanges:
    """Return how hands can change the score: the number of a gain is 0 where tricks cannot be
    shared so."""
    points = np.rint(taken_by_end(LOOED_POINTS, LOOED_POINTS)[at.endings.own]).astype(np.int64)
    actions, shares = np.array(at.declared.ends)[:, None], SHARES[None, :, : at.players]
    happens = (shares.sum(axis=2) == TRICKS) & ((actions != DROP) | (shares == 0)).all(axis=2)
    gains, number = np.unique(points[happens], axis=0, return_inverse=True)
    numbers = np.zeros(happens.shape, np.int64)
    numbers[happens] = number.ravel()
    return ScoreChanges(gains, numbers)


def by_coarse(rolled: Rollouts, players: int) -> Rollouts:
    """Return deals of so many players by the coarse classes of their hands."""
    of: Any = coarse_of_classes(players).astype(np.int32)
    return rolled._replace(coarse=of[rolled.coarse])
