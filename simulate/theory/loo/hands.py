"""Kinds and classes of hands: what a person can count at the table, and finer ones to declare by.

*Kinds* are few enough to hang on a wall: the trumps of a hand, and the doubles among its other
tiles, decide nearly all of what it takes.  The best trump counts by how many trumps above it are
out, without the turn-up.  A dealer counts the turn-up as his own, in place of the tile that he
needs least.

*Classes* are finer.  They go by trumps (each by the trumps out that beat it), plain doubles, high
plain tiles, and whether the turn-up is a double, which the dealer may take.  Against one rival they
also have the ranks of one or two trumps and, unless the seat deals, that of the turn-up.  The fine
classes also have voids, and the ranks of all trumps.

A ``Situation`` is the history before a seat declares, as far as it matters.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.books.rows import Ints
from simulate.domino.tile_sets import count, highest, lowest, places_in
from simulate.domino.tiles import ALL_TILES, DOUBLES, LOW, NUMBERS, members
from simulate.domino.tricks import SUIT, TRUMPS, beaten_by, by_rank
from simulate.games.loo.rules import misses_in
from simulate.games.loo.views import SEATS
from simulate.machine.compiling import helper, inlined, kernel
from simulate.machine.table import pointer

#: Trumps by number and by how many above the best are out, and what a player calls it.
TRUMP_KINDS = (
    "no trump",
    "1 trump: the best",
    "1 trump: second best",
    "1 trump: third best",
    "1 trump: lower",
    "2 trumps with the best",
    "2 trumps with the second best",
    "2 trumps: lower",
    "3 trumps with the best",
    "3 trumps: lower",
    "4 or 5 trumps",
)
#: First kind of each number of trumps, and how many kinds it has.
_FIRST = np.array([0, 1, 5, 8, 10, 10])
_KINDS_OF = np.array([1, 4, 3, 2, 1, 1])
#: Plain doubles: none, one, two or more.
DOUBLE_KINDS = ("no double", "1 double", "2+ doubles")
HAND_KINDS = len(TRUMP_KINDS) * len(DOUBLE_KINDS)
_MANY_TRUMPS = 4


@helper
def with_turn_up(hand: int, trump: int, turn_up: int) -> int:
    """Return a dealer's hand with the turn-up in place of the tile that it needs least: low and
    plain, no double if possible."""
    plain = hand & ~TRUMPS[trump]
    spared = plain & ~DOUBLES
    if spared == 0:
        spared = plain if plain else hand & ~DOUBLES
    return hand & ~(spared & -spared) | 1 << turn_up


@helper
def kind_of_hand(hand: int, trump: int, turn_up: int, is_dealer: int) -> int:
    """Return the kind of five tiles: a number below ``HAND_KINDS``."""
    if is_dealer:
        hand = with_turn_up(hand, trump, turn_up)
    trumps = hand & TRUMPS[trump]
    held = count(trumps)
    out = TRUMPS[trump] & ~(trumps | 1 << turn_up)
    above = min(count(by_rank(out) >> highest(by_rank(trumps)) + 1), _KINDS_OF[held] - 1)
    doubles = min(count(hand & ~trumps & DOUBLES), len(DOUBLE_KINDS) - 1)
    if held >= _MANY_TRUMPS:
        doubles = 0
    return len(DOUBLE_KINDS) * (_FIRST[held] + (above if held else 0)) + doubles


def name_of_kind(kind: int) -> str:
    """Return a kind of hand in words."""
    trumps, doubles = divmod(kind, len(DOUBLE_KINDS))
    if _FIRST[_MANY_TRUMPS] == trumps:
        return TRUMP_KINDS[trumps]
    return f"{TRUMP_KINDS[trumps]}, {DOUBLE_KINDS[doubles]}"


TRUMP_CLASSES = 20
_DOUBLES, _HIGH_TILES = 3, 2
#: The last digit of a class of every classing: 1 with a double turned up, 0 with another tile.
TURNED_UP = 2
#: What is turned up: a double is the best trump, and the dealer may take it.
TURN_UPS = ("another tile", "a double")
TURNED_KINDS = HAND_KINDS * TURNED_UP
COARSE = TRUMP_CLASSES * _DOUBLES * _HIGH_TILES * TURNED_UP
_FINE_DOUBLES, _FINE_HIGH, _FINE_VOIDS = 4, 3, 2
#: Trumps that a seat may hold which does not deal: the turn-up is none of them, and has as many
#: ranks where it is no double.
_OTHER_TRUMPS = NUMBERS - 1
FINE = (_OTHER_TRUMPS << _OTHER_TRUMPS) * _FINE_DOUBLES * _FINE_HIGH * _FINE_VOIDS * TURNED_UP


#: Ranks by the number of trumps out and held, and the places of those held from the lowest.
_RANKS = np.array([
    sum(1 << trumps - 1 - place for place in range(trumps) if places >> place & 1)
    for trumps in range(NUMBERS + 1) for places in range(1 << NUMBERS)])


@helper
def ranks_of(trumps: int, out: int) -> int:
    """Return the ranks of some trumps among those and the ones out, as bits."""
    places = places_in(by_rank(trumps), by_rank(trumps | out))
    return pointer(_RANKS)[count(trumps | out) << NUMBERS | places]


def _trump_key(ranks: int) -> tuple[int, int, int]:
    """Return what is told apart of trumps: their number, the rank of the best, which is how many
    trumps out or held are higher, and how many are between it and the second, as far as counts."""
    held, (best, second, *_) = min(ranks.bit_count(), 4), [*members(ranks), 0, 0]
    between = {(2, 0): 2, (2, 1): 1, (3, 0): 2}.get((held, best), 0)
    return held, min(best, (0, 4, 3, 2, 1)[held]), min(max(second - best - 1, 0), between)


_TRUMP_CLASSES = np.unique([_trump_key(ranks) for ranks in range(1 << NUMBERS)], axis=0,
                           return_inverse=True)[1].ravel()

#: What a coarse class counts beside trumps.
_BESIDE = _DOUBLES * _HIGH_TILES * TURNED_UP
#: Trumps that are distinguished against one rival, by their ranks; all of two at most, and classes.
_patterns, PATTERN = np.unique(
    [kind << NUMBERS | (ranks if ranks.bit_count() <= 2 else 0)
     for ranks, kind in enumerate(_TRUMP_CLASSES.tolist())], return_inverse=True)
#: Classes that hands are declared by, by players.
CLASSES = (0, 0, len(_patterns) * _OTHER_TRUMPS * _BESIDE, COARSE, COARSE)


def coarse_of_classes(players: int) -> Ints:
    """Return the coarse class of every class that so many players declare by."""
    trumps = np.repeat(_patterns >> NUMBERS, _OTHER_TRUMPS)[:, None] * _BESIDE
    return np.arange(COARSE) if players > 2 else (trumps + np.arange(_BESIDE)).ravel()


def kinds_of_classes() -> np.ndarray:
    """Return the kind of hand of every coarse class: int64[COARSE]."""
    # Kinds of trumps: none; one by its rank; two and three by the best; four or five.
    kind_of = np.array([0, 1, 2, 3, 4, 4, 5, 5, 5, 6, 6, 7, 7, 8, 8, 8, 9, 9, 10, 10])
    classes = np.arange(COARSE) // TURNED_UP
    trumps = kind_of[classes // (_DOUBLES * _HIGH_TILES)]
    doubles = np.where(trumps == kind_of[-1], 0, classes // _HIGH_TILES % _DOUBLES)
    return len(DOUBLE_KINDS) * trumps + doubles


@kernel
def turned_kinds_of(
    hands: Any, trumps: Any, turn_ups: Any, are_dealers: Any, kinds: Any
) -> None:
    """Write down the kinds of hands, and whether a double is turned up: below TURNED_KINDS."""
    for k in range(len(kinds)):
        kind = kind_of_hand(hands[k], trumps[k], turn_ups[k], are_dealers[k])
        kinds[k] = TURNED_UP * kind + (DOUBLES >> turn_ups[k] & 1)


@helper
def _parts_of(
    hand: int, trump: int, turn_up: int, is_dealer: int
) -> tuple[int, int, int, int, int]:
    """Return what classes go by: the hand, ranks of trumps, plain doubles, high plain tiles and,
    unless the seat deals, the rank of the turn-up from below, 0 for a double."""
    seen = hand | 1 << turn_up
    if is_dealer:
        hand = with_turn_up(hand, trump, turn_up)
    trumps = hand & TRUMPS[trump]
    plain = hand & ~trumps
    ranks = ranks_of(trumps, TRUMPS[trump] & ~(seen | hand))
    # The trump is the higher number of the turn-up, so the lower one is its rank from below.
    turned = 0 if is_dealer or DOUBLES >> turn_up & 1 else int(LOW[turn_up])
    high, out, tiles = 0, ALL_TILES & ~(seen | hand), plain & ~DOUBLES
    while tiles:  # those that at most one tile out beats when led
        high += int(beaten_by(lowest(tiles), trump, out) <= 1)
        tiles &= tiles - 1
    return hand, ranks, count(plain & DOUBLES), high, turned


@inlined
def class_of(hand: int, trump: int, turn_up: int, is_dealer: int, players: int) -> int:
    """Return the class of five tiles and a turn-up that so many players declare by."""
    _, ranks, doubles, high, turned = _parts_of(hand, trump, turn_up, is_dealer)
    coarse = pointer(_TRUMP_CLASSES)[ranks] * _DOUBLES + min(doubles, _DOUBLES - 1)
    coarse = coarse * _HIGH_TILES + min(high, _HIGH_TILES - 1)
    coarse = coarse * TURNED_UP + (DOUBLES >> turn_up & 1)
    if players > 2:
        return coarse
    return (pointer(PATTERN)[ranks] * _OTHER_TRUMPS + turned) * _BESIDE + coarse % _BESIDE


@inlined
def coarse_class_of(hand: int, trump: int, turn_up: int, is_dealer: int) -> int:
    """Return the coarse class of five tiles and a turn-up: below ``COARSE``."""
    return class_of(hand, trump, turn_up, is_dealer, SEATS)


@helper
def classes_of(
    hand: int, trump: int, turn_up: int, is_dealer: int, players: int
) -> tuple[int, int]:
    """Return the class that so many players declare by, and the fine one: below ``FINE``."""
    own = class_of(hand, trump, turn_up, is_dealer, players)
    hand, ranks, doubles, high, turned = _parts_of(hand, trump, turn_up, is_dealer)
    fine = ranks + (turned << _OTHER_TRUMPS)
    fine = fine * _FINE_DOUBLES + min(doubles, _FINE_DOUBLES - 1)
    fine = fine * _FINE_HIGH + min(high, _FINE_HIGH - 1)
    voids = 0
    for number in range(NUMBERS):
        voids += int(number != trump and hand & SUIT[trump, number] == 0)
    fine = fine * _FINE_VOIDS + int(voids > 1)
    return own, fine * TURNED_UP + (DOUBLES >> turn_up & 1)


def ranks_of_fine(fine: Ints, is_dealer: Ints) -> Ints:
    """Return the ranks of the trumps of fine classes, as bits: of dealers there is one more."""
    ranks = fine // (_FINE_DOUBLES * _FINE_HIGH * _FINE_VOIDS * TURNED_UP)
    return np.where(is_dealer, ranks, ranks & (1 << _OTHER_TRUMPS) - 1)


@dataclass(frozen=True, order=True)
class Situation:
    """The history before a position declares."""

    position: int  #: 0 is the eldest hand
    rivals: int  #: seats before it that are in
    missed: int  #: those of them that took the miss

    @property
    def stayed(self) -> int:
        """How many seats before it play their dealt hands."""
        return self.rivals - self.missed

    @property
    def dropped(self) -> int:
        """How many seats before it dropped."""
        return self.position - self.rivals


def situations(players: int) -> list[Situation]:
    """Return every situation that the rules allow, by position and rivals."""
    return [
        Situation(position, rivals, missed)
        for position in range(players)
        for rivals in range(position if players == 2 else 0, position + 1)
        for missed in range(min(rivals, misses_in(players)) + 1)
        if rivals > 0 or position < players - 1
    ]


def situation_numbers(players: int) -> Ints:
    """Return the number of every situation by position, seats in and that missed; -1 for none."""
    numbers = np.full((SEATS, SEATS, SEATS), -1)
    for i, s in enumerate(situations(players)):
        numbers[s.position, s.stayed, s.missed] = i
    return numbers
