"""Hands in which seats call in public before the tricks, for any game without a turn-up: all tiles
that are dealt lie in hands, and of four seats those that face each other are partners. The row has
``dealer``, ``bidder``, ``score`` and ``value``; a history has the calls in order (``auction``).
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from simulate.books.tally import Ints
from simulate.domino.tiles import members
from simulate.domino.trick_kit import HAND
from simulate.domino.tricks import plain, uniform_lead
from simulate.errors import BoneyardError, listed, unknown
from simulate.games import spot as ask
from simulate.games import tricks
from simulate.games.game import Hand
from simulate.games.narrating import by_seat
from simulate.games.rules import Rules
from simulate.games.scripts import any_legal
from simulate.machine.table import BASE


def points_in(row: Ints, at: Any, players: int) -> dict[str, Any]:
    """Return the points by seat, and scores before and after; ``at``: the row's layout."""
    points = [max(value, 0) for value in by_seat(row, at.value, players)]
    after = by_seat(row, at.score, players)
    return {"points_before": [total - gain for total, gain in zip(after, points, strict=True)],
            "points": points, "points_after": after, "game_over": bool(row[at.game_over])}


def bids_begun(
    at: Any, called: Mapping[str, Mapping[int, str]], row: Ints, players: int
) -> dict[str, Any]:
    """Return what was played of a hand in which each position bids once (``action``, 0 before that)
    and the ``bidder`` then names trumps; ``at`` is the layout of the row, ``called`` the words."""
    chairs, trump = tricks.chairs_in(row), int(row[HAND.trump])
    calls = [(seat, called["bid"][int(row[at.action + p])])
             for p, seat in enumerate(chairs) if row[at.action + p]]
    if trump >= 0:
        calls.append((chairs[row[at.bidder]], called["trump"][trump]))
    at_tiles = row[BASE.decision] >= len(called)
    return {"dealer": int(row[at.dealer]), **tricks.deal_in(row, players), "trump": trump,
            "auction": [{"seat": seat, "call": call} for seat, call in calls],
            "tricks": tricks.tricks_begun(row) if at_tiles else []}


def state_before(hand: Hand, row: Any) -> dict[int, int]:
    """Return the entries of a row before the deal: dealer, number of the hand, and the score if it
    has one, which partners must share. ``row``: its layout."""
    scores = [int(points) for points in hand.get("points_before") or []]
    if len(scores) == 4 and scores[:2] != scores[2:]:
        raise BoneyardError(
            f"score {','.join(map(str, scores))!r}: partners share a score, so the first and "
            "the third number are the same, and the second and the fourth")
    return {row.dealer: ask.chairs_of(hand)[-1], BASE.number: int(hand.get("hand") or 0),
            **dict(enumerate(scores, row.score))}


class Turn(NamedTuple):
    """What comes next in a hand."""

    seats: list[int]  #: in the order of play, from the one that is asked on
    decision: str
    number: int  #: of its randomness within the seat's hand
    legal: int = 0  #: bit k for call k; of leads nothing


class AuctionAsking(tricks.TricksAsking):
    """How such a hand is asked about; a game supplies who calls next (``turn``).

    Parameters
    ----------
    play : callable
        See ``Asking``.
    row : Layout
        Of the row, with ``dealer``, the ``bidder``'s position, ``score`` and ``value`` by seat.
    seats, tiles : int
        The seats of the table, and the tiles of a hand.
    called : mapping
        How histories write calls, by decision and action; ``trump`` names the trump number.
    high : int
        1 if a plain tile is led as its higher number only (``simulate.domino.tricks.plain``).
    """

    def __init__(
        self, play: Callable[[Any, Any], int], row: Any, seats: int, tiles: int,
        called: Mapping[str, Mapping[int, str]], high: int,
    ) -> None:
        def lead(view: Any, p: Any) -> int:
            return uniform_lead(plain(view.trump, high), view.legal, view.word)

        self.play, self.tiles, self.called, self._high = play, tiles, called, high
        self._row, self._seats = row, seats
        self.legal = dict.fromkeys((*called, "follow"), (HAND.legal, 0)) | {"lead": (HAND.legal, 3)}
        self.by_lot = dict.fromkeys((*called, "follow"), any_legal) | {"lead": lead}

    @abstractmethod
    def turn(self, events: ask.Events, chairs: list[int]) -> Turn:
        """Return what comes after some calls: another one, or the first lead."""

    def order_by(self, events: ask.Events) -> int:
        """Return how tiles rank by the calls."""
        trumps = (event.answer or 0 for event in events if event.decision == "trump")
        return self.order(next(trumps, 0))

    def order(self, trump: int) -> int:
        """Return how tiles rank with a trump."""
        return plain.py_func(trump, self._high)

    def order_of(self, row: Ints) -> int:
        return self.order(int(row[HAND.trump]))

    def calls_for_trump(self, hand: Hand) -> int:
        return len(hand["auction"])

    def events(self, hand: Hand, rules: Rules) -> list[ask.Event]:
        chairs, events = ask.chairs_of(hand), list[ask.Event]()
        for k, one in enumerate(ask.entry(hand, "auction")):
            due = self.turn(events, chairs)
            if due.decision == "lead":
                raise BoneyardError(f"auction has {len(hand['auction'])} entries: after {k} of "
                                    "them nobody calls")
            tricks.check_turn(hand, "auction", k, one["seat"], due.seats[0], chairs)
            words = {word: call for call, word in self.called[due.decision].items()}
            if (word := str(one.get("call"))) not in words:
                raise unknown(due.decision, word, words)
            about = f"{ask.called(hand, chairs, due.seats[0])} calls {word}"
            if not due.legal >> words[word] & 1:
                legal = [self.called[due.decision][call] for call in members(due.legal)]
                raise BoneyardError(f"{about}: allowed are {listed(legal)}")
            events.append(ask.Event(due.seats[0], due.decision, due.number, words[word], about))
        due = self.turn(events, chairs)
        return tricks.with_tricks(
            events, hand, chairs, due.seats if due.decision == "lead" else [],
            self.order_by(events), self.tiles)

    def seen(self, hand: Hand, rules: Rules, before: ask.Events) -> tricks.TricksSeen:
        return tricks.TricksSeen(before, self.order_by(before))

    def state(self, hand: Hand, rules: Rules) -> dict[int, int]:
        return state_before(hand, self._row)

    def kept(self, seat: int, rules: Rules) -> list[int]:
        """Return the seat's points of the hand, the scores that it leaves, and the bidder."""
        row = self._row
        return [row.value + seat, *range(row.score, row.score + self._seats), row.bidder]
