"""What the tricks of a hand have shown, for every game with tricks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from simulate.domino.tiles import HIGH, LOW, members, name, parse
from simulate.domino.tricks import STRENGTH, SUIT, TRUMPS
from simulate.errors import BoneyardError
from simulate.games.spot import Event, Shown, called


def _leads(tile: int, suit: int) -> str:
    """Return what a leader does, who announces which number of a tile is led."""
    return f"leads {name(tile)}" + ("" if HIGH[tile] == LOW[tile] else f" as a {suit}")


def played(
    trick: Mapping[str, Any], number: int, first_number: int, who: Callable[[int], str]
) -> list[Event]:
    """Return the decisions in one trick of a history.

    ``number``: from 0. ``first_number``: number that the randomness of the first trick has.
    ``who``: ``who(seat)``: what a seat is called.
    """
    events, suit = [], int(trick["suit"])
    for k, (seat, word) in enumerate(trick["plays"]):
        tile = parse(str(word))
        does = f"plays {name(tile)}" if k else _leads(tile, suit)
        about = f"trick {number + 1}: {who(int(seat))} {does}"
        answer = tile if k else 8 * tile + suit
        events.append(Event(int(seat), "follow" if k else "lead", first_number + number, answer,
                            about))
    return events


def with_tricks(
    events: list[Event], hand: Mapping[str, Any], chairs: Sequence[int], first_number: int
) -> list[Event]:
    """Return the decisions before the tricks of a hand, and those in them.

    ``chairs``: the seats dealt in. ``first_number``: see ``played``. Raises ``BoneyardError`` if a
    seat decides that was not dealt in.
    """
    for number, trick in enumerate(hand.get("tricks") or []):
        events += played(trick, number, first_number, partial(called, hand, chairs))
    for event in events:
        if event.seat not in chairs:
            raise BoneyardError(f"{event.about}: seats are 0 to {len(chairs) - 1}")
    return events


def best_out(trumps: int, order: int) -> dict[str, int]:
    """Return the best of some trumps by name, as ``of_note`` has it; nothing if there is none."""
    if not trumps:
        return {}
    best = max(members(trumps), key=lambda tile: int(STRENGTH[order, order % 7, tile]))
    return {name(best): 1 << best}


class TricksSeen:
    """What everybody has seen of the tricks, by seat.

    ``order``: which number is trump, and how tiles rank (``simulate.domino.tricks``).
    ``must_trump``: whether a seat that cannot follow has to trump. ``winner_leads_trump``: whether
    the winner of a trick leads a trump if it holds one. ``laid``: tiles played. ``void``: tiles
    that a seat has shown not to hold any more. ``suits``: suit led by trick.
    """

    def __init__(
        self, events: Sequence[Event], order: int, first_number: int, must_trump: bool,
        winner_leads_trump: bool,
    ) -> None:
        self._trumps, self._order = int(TRUMPS[order]), order
        self._must_trump, self._trump_first = must_trump, winner_leads_trump
        self.laid: dict[int, list[int]] = {}
        self.void: dict[int, int] = {}
        self.suits: dict[int, int] = {}
        self.plays: list[tuple[int, int, int, Event]] = []
        for event in events:
            if event.decision in ("lead", "follow") and event.answer is not None:
                self._lay(event, event.number - first_number, event.answer)

    def _lay(self, event: Event, trick: int, answer: int) -> None:
        leads = event.decision == "lead"
        tile = answer >> 3 if leads else answer
        is_trump = self._trumps >> tile & 1
        if leads:
            self.suits[trick] = answer & 7
            void = self._trumps if trick and not is_trump and self._trump_first else 0
        else:
            suit = int(SUIT[self._order, self.suits[trick]])
            void = 0 if suit >> tile & 1 else suit
            if void and self._must_trump and not is_trump:
                void |= self._trumps
        self.void[event.seat] = self.void.get(event.seat, 0) | void
        self.laid.setdefault(event.seat, []).append(tile)
        order = sum(1 for play in self.plays if play[0] == trick)
        self.plays.append((trick, order, tile, event))

    def shown(
        self, chairs: Sequence[int], entries: tuple[int, int, int], seats: int
    ) -> list[Shown]:
        """Return what the row must show of the tricks.

        ``chairs``: seat by position. ``entries``: of the row: ``player_of``, ``tile_of`` and
        ``suit_of``. ``seats``: entries a trick.
        """
        shown = []
        player_of, tile_of, suit_of = entries
        for trick, order, tile, event in self.plays:
            at = seats * trick + order
            shown += [Shown(player_of + at, chairs.index(event.seat), event.about),
                      Shown(tile_of + at, tile, event.about)]
            if order == 0:
                shown.append(Shown(suit_of + trick, self.suits[trick], event.about))
        return shown
