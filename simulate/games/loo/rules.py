"""What Domino Loo and Domino Rounce are played by: options, what may be declared, how to play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from simulate.errors import BoneyardError
from simulate.games import rules as read
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY, TRICKS
from simulate.games.rules import IN_WORDS, MOST_CHIPS, PaysPenalties, Rules, option

_LARGEST = 2**63 - 1
_PAGAT = "Pagat (after \"Berkeley\", 1899)"
#: What some options of Loo matter with: points are not paid from a pool.
_CHIPS = ("scoring", "chips")

#: Points that a looed seat loses, and that win a game; a trick is worth one.
LOOED_POINTS, GAME_POINTS = 5, 15


@dataclass(frozen=True)
class LooRules(PaysPenalties):
    """The rules of Domino Loo; the defaults are the preset ``pagat``.

    Examples
    --------
    >>> from boneyard.loo import LooRules
    >>> LooRules(penalty="cap:40").changed(ante=1).given()["penalty"]
    'cap:40'
    """

    ante: int = option(
        5, "chips every seat pays into an empty pool", "0 or more",
        _PAGAT, read.chips_from(0), only_with=_CHIPS)
    dealer_ante: int = option(
        10, "chips the dealer pays in all into an empty pool", "1 or more",
        _PAGAT + ": five like everybody and five more", read.chips_from(1),
        only_with=_CHIPS)
    dealer_top_up: int = option(
        5, "chips the dealer pays into a pool that is not empty", "0 or more",
        _PAGAT, read.chips_from(0), only_with=_CHIPS)
    remainder: str = option(
        "ante", "who pays when fewer than five chips are left in the pool: every seat its ante, or "
        "only the dealer", "ante, stays",
        "Choice: the sources say \"whenever the pool is empty\", and that pools divide by five. "
        "With stays, hands for 6 to 9 chips follow one another", read.one_of("ante", "stays"),
        tried=("ante", "stays"), only_with=_CHIPS)
    penalty: str = option(
        "unlimited", "what a looed seat pays into the next pool: the hand's pool, C, or the "
        "smaller of both",
        "unlimited, fixed:C, cap:C (C may be 10n, ten chips a seat)",
        _PAGAT + "; it suggests fixed 5n, cap 10n and cap 20n for n players", read.read_penalty,
        tried=("unlimited", "fixed:5n", "cap:10n", "cap:20n"), only_with=_CHIPS)
    escalation_limit: int = option(
        10**12, "a next pool above this ends the session, counted as escalated",
        f"1 to {MOST_CHIPS}",
        "Choice: unlimited pools outgrow any bank; chips stay exact integers",
        read.chips_from(1), only_with=_CHIPS)
    lead_trump_min: int = option(
        2, "trumps in the eldest hand that oblige it to lead one", "1 to 6",
        _PAGAT + " (2); the second source says \"more than 2\" (3)", read.number_from(1, 6),
        tried=(2, 3))
    must_trump: bool = option(
        True, "a seat unable to follow suit must trump if able", "true, false",
        _PAGAT, read.yes_or_no, tried=(True, False))
    scoring: str = option(
        "chips", f"chips from a pool, or points: 1 a trick, -{LOOED_POINTS} when looed, "
        f"{GAME_POINTS} wins",
        "chips, points", _PAGAT + ": points are usual for two", read.one_of("chips", "points"))
    bankroll: int | None = option(
        None, "chips every seat brings to a session; a seat without chips is out",
        "none, or 1 or more", "Choice: real table stakes; none lets every seat owe",
        read.number_or_none(1, MOST_CHIPS), optional=True, only_with=_CHIPS)

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "pagat": {},
        "gamerules": {"ante": 1, "dealer_ante": 5, "lead_trump_min": 3},
    }

    @property
    def empty_below(self) -> int:
        """The fewest chips to which the dealer alone adds; a pool of fewer counts as empty."""
        return {"ante": TRICKS, "stays": 1}[self.remainder]

    def first_pool(self, players: int) -> int:
        """Return the pool of a hand that everybody pays for."""
        return self.ante * (players - 1) + self.dealer_ante

    def next_pool(self, left: int, players: int) -> int:
        """Return the pool at the start of play after a hand that left these chips."""
        paid = self.first_pool(players) if left < self.empty_below else self.dealer_top_up
        return left + paid

    def check_table(self, players: int, hands: int) -> None:
        """Check that chips stay within 64 bits, and that a bankroll has chips to count."""
        if self.scoring == "points":
            if self.bankroll is not None:
                raise BoneyardError(
                    f"rule bankroll: {self.bankroll} chips do not go with scoring=points; "
                    "leave one of the two out")
            return
        chips = self.penalty_parts.limit(players)
        largest = self.escalation_limit + players * (self.ante + self.dealer_ante + chips)
        # A seat's chips are counted once for every seat, to share out what is left.
        most = _LARGEST // ((players + 1) * (largest + self.dealer_top_up))
        if hands > most:
            raise BoneyardError(
                f"hands {hands}: with escalation_limit={self.escalation_limit} a session can "
                f"count at most {most} hands exactly; play fewer or lower the limit")


@dataclass(frozen=True)
class RounceRules(Rules):
    """The rules of Domino Rounce.

    Examples
    --------
    >>> from boneyard.rounce import RounceRules
    >>> RounceRules().must_trump
    False
    """

    lead_trump_min: int = option(
        2, "trumps in the eldest hand that oblige it to lead one", "1 to 6",
        _PAGAT, read.number_from(1, 6), tried=(2, 3))
    must_trump: bool = option(
        False, "a seat unable to follow suit must trump if able", "true, false",
        _PAGAT + ": in Rounce it may play any tile", read.yes_or_no, tried=(True, False))

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {"pagat": {}}


# What may be declared: kernel, tree, studies and typed hands all ask here. The functions are plain
# ones, so that Python calls them at no cost; ``hand`` compiles them.


def misses_in(players: int) -> int:
    """Return how many seats may take the miss in a hand of so many players."""
    return 1 if players == 4 else 2


def miss_tiles(players: int) -> int:
    """Return how many tiles a miss draws, of which five are kept."""
    return 7 if players == 4 else 6


def may_declare(
    players: int, position: int, left: int, stayed: int, missed: int, is_rounce: int
) -> int:
    """Return the declarations allowed to a position, bit k for action k, with so many misses
    ``left``, after those that ``stayed`` and ``missed``: 0 for a dealer whom everybody has left
    alone."""
    if position == players - 1 and stayed | missed == 0:
        return 0
    legal = 1 << PLAY | int(left > 0) << MISS | int(players > 2) << DROP
    if players == 4 and position == 3 and left == 0 and stayed == 0 and not is_rounce:
        legal |= 1 << FOR_POOL  # one other seat is in, and it took the miss: there is only one
    return legal


def may_follow(players: int, declared: Sequence[int], is_rounce: bool = False) -> int:
    """Return what the next position may declare after these declarations, bit k for action k."""
    stayed = sum(int(action == PLAY) << p for p, action in enumerate(declared))
    missed = sum(int(action == MISS) << p for p, action in enumerate(declared))
    left = misses_in(players) - missed.bit_count()
    return may_declare(players, len(declared), left, stayed, missed, is_rounce)


#: Tiles of a miss and misses in a hand, in words: with fewer than four players, with four.
SIX, SEVEN = (IN_WORDS[miss_tiles(players)] for players in (3, 4))
TWO, ONE = (IN_WORDS[misses_in(players)] for players in (3, 4))

HOW_TO_PLAY = f"""\
Two to four players play tricks for a pool of chips.

Each seat gets five tiles, and the dealer turns one more up: its higher end is the trump number.
A tile that shows that number is a trump and nothing else; any other tile belongs to both its
numbers. The double is the highest of its suit, then the other end from 6 down to blank.

From the dealer's left each seat declares once: it plays, takes the miss or drops. A player
who plays keeps the tiles dealt. A player who takes the miss throws them away and draws {SIX} tiles
from the boneyard ({SEVEN} with four players). Five of these are kept and played. A player who drops
wins nothing and pays nothing; with two players nobody may. {TWO.title()} misses may be taken in a
hand, with four players {ONE}.

A dealer who plays may take the turn-up in place of one tile. If all others drop, the dealer
takes the pool unplayed. With four players, the only other seat in may have taken the miss. The
dealer may then play for the pool: the share of the dealer's tricks stays in it. A dealer who
does cannot be looed.

The eldest hand (first on the dealer's left that is still in) leads, then the winner of each
trick. A player who leads a tile that is no trump names the number that is led. Follow suit if you
can, otherwise trump if you can. The eldest hand must lead a trump if it holds two or more. A
player who has won a trick must lead a trump if it holds one.

On an empty pool everybody pays the ante ({{ante}}), and the dealer {{dealer_ante}} chips in all.
Otherwise the dealer alone pays {{dealer_top_up}}. Each trick takes a fifth of the pool. A
player who stayed in and took no trick is looed, and pays a penalty into the next pool. Played for
points, a trick counts 1 and looed -{LOOED_POINTS}, and {GAME_POINTS} wins.
"""
