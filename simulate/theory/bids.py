"""The bids of a game for points, as a solver needs them.

Each of four seats bids once, in turn, more than any before or passes, and the highest bid is played
by its side, which takes some points; those who face each other are partners. What an earlier seat
bid matters to later ones only while it is the highest, so other bids count as passes.
"""

from typing import Any

import numpy as np

from simulate.books.rows import Floats, Ints
from simulate.domino.pool_kit import DECLARE
from simulate.domino.tiles import members
from simulate.domino.trick_kit import HAND
from simulate.errors import BoneyardError
from simulate.games.spot import Event, asking
from simulate.machine.compiling import helper
from simulate.theory.declarations import History, Stakes
from simulate.theory.declared import Declared

#: The most points that a side can be ahead: as many as fit into the outcomes of a sweep.
_MOST = 127
#: The lowest of ``words``; above it a higher number is a higher bid.
PASS = 1


@helper
def bid_in(view: Any, position: int) -> int:
    """Return what a position bid before if it is the highest bid, by a view."""
    return view.bid if position == view.bidder else PASS


@helper
def read_bidding(view: Any, kind: Any) -> tuple[int, int]:
    """Return the kind of the hand that a view shows; nothing is turned up, and there is no pool."""
    return kind(view.hand, -1, -1, int(view.position == view.players - 1)), 1


class Bids(Declared):
    """What can be bid at a table. A hand is worth the points by which a side is ahead of the other.

    A game provides a subclass with ``words``, ``names`` and ``kind``. Its asking is an
    ``AuctionAsking``, whose hands open with ``decision``; its row has ``action`` by position and
    ``value`` by seat; the view has ``bid``, the highest so far, and ``bidder``, the position that
    made it.
    """

    decision = "bid"
    action_in, read = staticmethod(bid_in), staticmethod(read_bidding)
    counts_later = False

    def legal(self, history: History) -> tuple[int, ...]:
        """Return what the rules allow."""
        about: Any = asking(self.run.game)
        events = [Event(p, self.decision, DECLARE, bid, "") for p, bid in enumerate(history)]
        return tuple(members(about.turn(events, list(range(self.players))).legal))

    def seen(self, history: History) -> History:
        """Return a history in which all pass but for the highest bidder."""
        return tuple(bid if bid == max(history) else PASS for bid in history)

    @property
    def outcome(self) -> list[int]:
        """The entries that show who sits first, and what every seat made."""
        return [HAND.chair, *(self.game.row.value + seat for seat in range(self.players))]

    def shares_won(self, outcome: Ints) -> Ints:
        """Return by how many points the eldest hand's side is ahead, from ``_MOST`` behind."""
        side, value = outcome[:, 0] % 2, outcome[:, 1:]
        ahead = np.where(side, value[:, 1] - value[:, 0], value[:, 0] - value[:, 1])
        if (most := int(np.abs(ahead).max(initial=0))) > _MOST:
            raise BoneyardError(f"{self.game.title} cannot be solved: a side is {most} points ahead"
                                f" after a hand, and at most {_MOST} can be told apart")
        return ahead + _MOST

    def ends(self, actions: Ints, won: Ints) -> tuple[Ints, Ints]:
        """Return how hands end: own ends are points by which a side is ahead as well."""
        ahead, sign = np.arange(2 * _MOST + 1) - _MOST, 1 - np.arange(self.players) % 2 * 2
        own = np.broadcast_to(
            ahead[:, None] * sign + _MOST, (len(actions), len(ahead), self.players))
        return own, np.zeros(own.shape[:2], np.int64)

    @staticmethod
    def taken_by_end(pool: Any, penalty: Any) -> Floats:
        """Return the points of each own end."""
        return np.arange(-_MOST, _MOST + 1.0)

    @staticmethod
    def left_by_end(pool: Any, penalty: Any) -> Ints:
        """Return that nothing is left."""
        return np.zeros(1, np.int64)

    def paid(self, left: Ints) -> Floats:
        """Return that nobody pays."""
        return np.zeros((*np.shape(left), self.players))

    def stakes(self, pool: int) -> Stakes:
        """Return that no pool is played for."""
        return Stakes(1, 0)

    def verbs(self, action: int) -> tuple[str, str]:
        """Return what a seat does, and what it should do."""
        word = self.words[action]
        return (f"bids {word}", f"bid {word}") if action > PASS else super().verbs(action)

    def history_in_words(self, history: History) -> str:
        """Return the highest bid and who made it."""
        bid = max(history, default=PASS)
        if bid == PASS:
            return "nothing" if not history else "all passed"
        place = self.game.position_names(self.players)[history.index(bid)]
        return f"{self.words[bid]} by the {place}"
