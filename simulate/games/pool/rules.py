"""The rule options of Domino Pool."""

from dataclasses import dataclass

from simulate.errors import BoneyardError
from simulate.games import rules as read
from simulate.games.pool.views import SCORE_BITS
from simulate.games.rules import IN_WORDS, MOST_CHIPS, Rules, option

_MOST_PIPS = (1 << SCORE_BITS) - 1
_LARGEST = 2**63 - 1
_SOURCE = "Domino Pool rules"
#: What some options matter with: pips are counted and seats go out in such a game only.
_A_GAME = ("score", "hundred_up")

#: What the values mean is numbered as in the row: NO, MAY, MUST.
HOW_OFTEN = ("no", "may", "must")


def no_may_must(value: object, name: str) -> str:
    """Read ``no``, ``may`` or ``must``; refuse a truth value, the old form, with its new name."""
    if value not in HOW_OFTEN and (old := read.truth(value)) is not None:
        raise BoneyardError(
            f"rule {name}: {value!r} is now written {'must' if old else 'no'}; "
            "choose from no, may, must")
    return read.one_of(*HOW_OFTEN)(value, name)


@dataclass(frozen=True)
class PoolRules(Rules):
    """The rules of Domino Pool.

    Examples
    --------
    >>> from boneyard.pool import PoolRules
    >>> PoolRules(score="hundred_up").target
    100
    """

    contribution: int = option(
        1, "chips every seat pays into the pool: for each hand, or once for a game hundred up",
        "0 or more", _SOURCE + ": each player makes an agreed contribution",
        read.chips_from(0))
    leader: str = option(
        "draw", "who poses the first tile: drawn by lot for each hand, or the next seat on the "
        "left", "draw, rotate",
        "Choice: the source draws lots without saying how often", read.one_of("draw", "rotate"),
        tried=("draw", "rotate"))
    draw: str = option(
        "no", "whether a seat that cannot follow draws a tile, while the stock has more than two",
        "no, may (the strategy decides), must",
        _SOURCE + ": sometimes admitted, and then the seat is entitled to draw", no_may_must,
        tried=HOW_OFTEN)
    score: str = option(
        "hand", "every hand for its own pool, or a game of counted pips that the last seat in wins",
        "hand, hundred_up",
        _SOURCE + ": hands are the simplest method, a game is sometimes played",
        read.one_of("hand", "hundred_up"))
    target: int = option(
        100, "pips at which a seat goes out of a game hundred up", f"1 to {_MOST_PIPS}",
        _SOURCE + ": a given number, say, one hundred", read.number_from(1, _MOST_PIPS),
        only_with=_A_GAME)
    star: str = option(
        "must", "whether the first seat out (of four, the first two) comes back with the highest "
        "score still in", "no, may (the strategy decides), must",
        _SOURCE + ": sometimes permitted; Choice: then it is done unless a table says otherwise",
        no_may_must, tried=HOW_OFTEN, only_with=_A_GAME)
    bankroll: int | None = option(
        None, "chips every seat brings to a session; a seat without chips is out",
        "none, or 1 or more", "Choice: real table stakes; none lets every seat owe",
        read.number_or_none(1, MOST_CHIPS), optional=True, only_with=("score", "hand"))

    def check_table(self, players: int, hands: int) -> None:
        """Check that chips stay within 64 bits, and that a bankroll has hands to pay for."""
        if self.score == "hundred_up":
            if self.bankroll is not None:
                raise BoneyardError(
                    f"rule bankroll: {self.bankroll} chips do not go with score=hundred_up; "
                    "leave one of the two out")
            return
        most = _LARGEST // (players * (self.contribution + 1))
        if hands > most:
            raise BoneyardError(
                f"hands {hands}: with contribution={self.contribution} a session can count at "
                f"most {most} hands exactly; play fewer or pay less")


def hand_size(players: int) -> int:
    """Return the tiles dealt to each of so many seats."""
    return 9 - players


def most_stars(players: int) -> int:
    """Return how many seats may star in a game hundred up."""
    return 2 if players == 4 else 1


_SIZES = [IN_WORDS[hand_size(players)] for players in range(7)[3:]]

HOW_TO_PLAY = f"""\
Three to six players match tiles to a line, for a pool that everybody pays into.

Each seat gets {_SIZES[0]} tiles with three players, {_SIZES[1]} with four, {_SIZES[2]} with \
five, {_SIZES[3]} with six. The
rest is the stock. The leader, who is drawn by lot, lays any tile. Then each seat on the left in
turn plays a tile that matches an open end of the line. A player who has one must play; a
player who has none passes.

A seat that has played its last tile (domino) wins the pool. When all pass in turn, the hand is
blocked. The fewest pips left in hand then win, and ties divide the pool.

Hundred up: the pips left in hand are added to each seat's score after every hand. A player who
reaches the target goes out, and the last seat in wins the pool. The first seat out (of four, the
first two) may star: pay and return with the highest score still in.
"""
