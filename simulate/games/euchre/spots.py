"""Decisions of Euchre as a seat sees them, from a hand history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from numpy.typing import NDArray

from simulate.books.tally import Ints
from simulate.domino.tile_sets import count, nth
from simulate.domino.tiles import ALL_TILES, DOUBLES, HIGH, members, name, names, parse
from simulate.domino.tricks import LED_AS, TRUMPS, bowers, uniform_lead, uniform_tile
from simulate.errors import BoneyardError, unknown
from simulate.games.euchre.kernel import play_hand
from simulate.games.euchre.row import AT, SEATS, TRICKS
from simulate.games.euchre.rules import EuchreRules
from simulate.games.euchre.views import DISCARD_NUMBER, FIRST_TRICK, Calling, Discarding, Playing
from simulate.games.rules import Rules
from simulate.games.scripts import GIVEN, SAID, THROWN
from simulate.games.spot import (
    Asking,
    Chance,
    Event,
    Group,
    Said,
    Shown,
    Spot,
    called,
    chairs_of,
    dealt_deck,
    dealt_tiles,
    entry,
    hand_of,
    no_extra,
    nothing_fixed,
    tile_set,
)
from simulate.games.tricks_seen import TricksSeen, best_out, with_tricks
from simulate.machine.randomness import pick
from simulate.machine.table import BASE, Table


def call(view: Calling, p: Any) -> int:
    """Call uniformly among what is allowed."""
    return nth(view.legal, pick(view.word, count(view.legal)))


def discard(view: Discarding, p: Any) -> int:
    """Discard any of the six tiles."""
    return uniform_tile(view.hand, view.word)


def lead(view: Playing, p: Any) -> int:
    """Lead any tile, as either suit."""
    return uniform_lead(bowers(view.trump, view.high), view.legal, view.word)


def follow(view: Playing, p: Any) -> int:
    """Follow with any tile that may be played."""
    return uniform_tile(view.legal, view.word)


BY_LOT = {"call": call, "discard": discard, "lead": lead, "follow": follow}


_PASS = 0


def play_on(table: Table, scratch: Any) -> int:
    """Play a hand from the deal; dealer and score are set."""
    return play_hand(table)


def _call(said: Mapping[str, Any], who: str, turned: int, deals: bool) -> Event:
    """Return a call as a decision; ``who`` is what its seat is called, which deals or does not."""
    seat, word, number = int(said["seat"]), str(said.get("call")), int(said.get("round") or 1)
    if word not in ("pass", "accept", "name"):
        raise unknown("call", word, ("pass", "accept", "name"))
    suit = turned if word == "accept" else int(said.get("suit") or 0)
    alone = bool(said.get("alone"))
    answer = _PASS if word == "pass" else 2 * suit + 2 + alone
    takes = "picks it up" if deals else "orders it up"
    does = {"pass": "passes", "accept": takes, "name": f"names {suit}s"}[word]
    return Event(seat, "call", number - 1, answer,
                 f"round {number}: {who} {does}{' alone' if alone else ''}")


class _Auction:
    """What the auction has come to before a decision."""

    def __init__(self, events: Sequence[Event], chairs: Sequence[int], turned: int) -> None:
        self.maker, self.number, self.trump, self.alone = -1, 0, turned, False
        for event in events:
            if event.decision == "call" and event.answer:
                self.maker, self.number = chairs.index(event.seat), event.number
                self.trump, self.alone = (event.answer >> 1) - 1, bool(event.answer & 1)
        dealer = len(chairs) - 1
        lies_down = self.alone and self.maker ^ 2 == dealer
        self.exchanged = self.maker >= 0 and self.number == 0 and not lies_down


class EuchreAsking(Asking):
    """How Euchre is asked about."""

    legal: ClassVar = {
        "call": (AT.legal, 0), "discard": (AT.hand, 0), "lead": (AT.legal, 3),
        "follow": (AT.legal, 0),
    }
    by_lot = BY_LOT
    play = staticmethod(play_on)

    def events(self, hand: Mapping[str, Any], rules: Rules) -> list[Event]:
        """Return the decisions of a hand in the order in which they were taken."""
        chairs, turned = chairs_of(hand), int(HIGH[parse(str(entry(hand, "turn_up")))])
        who = partial(called, hand, chairs)
        events = [_call(said, who(int(said["seat"])), turned, int(said["seat"]) == chairs[-1])
                  for said in entry(hand, "auction")]
        if _Auction(events, chairs, turned).exchanged:
            tile = hand.get("dealer_discard")
            events.append(Event(chairs[-1], "discard", DISCARD_NUMBER,
                                None if tile is None else parse(str(tile)),
                                f"{who(chairs[-1])} discards"))
        return with_tricks(events, hand, chairs, FIRST_TRICK)

    def spot(
        self, hand: Mapping[str, Any], rules: Rules, events: Sequence[Event], index: int
    ) -> Spot:
        """Return what the seat knows that takes decision ``index``."""
        asked, before, chairs = events[index], events[:index], chairs_of(hand)
        turn_up = parse(str(entry(hand, "turn_up")))
        auction = _Auction(before, chairs, int(HIGH[turn_up]))
        order = auction.trump + 7 * (1 + _leads_high(rules))
        seen = TricksSeen(before, order, FIRST_TRICK, False, False)
        fixed, groups = _deck(hand, asked, seen, turn_up, chairs, auction)
        said = tuple(_said(event, asked.seat, seen) for event in before)
        shown = seen.shown(chairs, (AT.player_of, AT.tile_of, AT.suit_of), SEATS)
        if auction.maker >= 0:
            shown.append(Shown(AT.maker, auction.maker, "who made trump"))
        return Spot(asked, self.state(hand, rules), fixed, groups, said, tuple(shown), no_extra())

    def state(self, hand: Mapping[str, Any], rules: Rules) -> dict[int, int]:
        """Return the entries of the row as they stand before the deal."""
        state = {AT.dealer: chairs_of(hand)[-1], BASE.number: int(hand.get("hand") or 0)}
        scores = [int(points) for points in hand.get("points_before") or []]
        if len(scores) == 4 and scores[:2] != scores[2:]:
            raise BoneyardError(
                f"score {','.join(map(str, scores))!r}: partners share a score, so the first and "
                "the third number are the same, and the second and the fourth")
        for seat, points in enumerate(scores):
            state[AT.score + seat] = points
        return state

    def chances(
        self, hand: Mapping[str, Any], rules: Rules, events: Sequence[Event], seat: int
    ) -> list[Chance]:
        """Return the deal."""
        chairs = chairs_of(hand)
        dealt = dealt_tiles(hand, chairs, seat)
        deck = dealt_deck(dealt, chairs, TRICKS)
        deck[TRICKS * len(chairs)] = parse(str(entry(hand, "turn_up")))
        return [Chance(deck, 0, all_told=len(dealt) == len(chairs))]

    def gone(
        self, hand: Mapping[str, Any], events: Sequence[Event], index: int
    ) -> set[int]:
        """Return the partner of a maker who goes alone."""
        chairs = chairs_of(hand)
        auction = _Auction(events[:index], chairs, 0)
        return {chairs[auction.maker ^ 2]} if auction.alone else set()

    def of_note(
        self, hand: Mapping[str, Any], rules: Rules, events: Sequence[Event], index: int
    ) -> dict[str, int]:
        """Return the trumps, or what would be, the best of those that are out, and the doubles."""
        turn_up, before, asked = parse(str(entry(hand, "turn_up"))), events[:index], events[index]
        auction = _Auction(before, chairs_of(hand), int(HIGH[turn_up]))
        order = auction.trump + 7 * (1 + _leads_high(rules))
        seen = TricksSeen(before, order, FIRST_TRICK, False, False)
        gone = sum(1 << tile for laid in seen.laid.values() for tile in laid)
        own = tile_set(entry(hand, "dealt")[asked.seat], "dealt")
        known = gone | own
        if not auction.exchanged or asked.seat == chairs_of(hand)[-1]:
            known |= 1 << turn_up
        trumps = int(TRUMPS[order])
        return {"a trump": trumps, **best_out(trumps & ~known, order), "a double": DOUBLES}

    def answers(self, asked: Event, legal: int, row: Ints) -> list[int]:
        """Return the answers that the rules allow."""
        options = list(members(legal)) if asked.decision != "call" else [
            call for call in range(64) if legal >> call & 1]
        if asked.decision != "lead":
            return options if asked.decision == "call" else options[::-1]
        order = int(row[AT.trump]) + 7 * (1 + int(row[AT.high]))
        return [8 * tile + suit for tile in reversed(options)
                for suit in range(7) if LED_AS[order, tile] >> suit & 1]

    def write(self, asked: Event, answer: int) -> Any:
        """Return an answer as a history writes it."""
        if asked.decision == "call":
            if answer == _PASS:
                return "pass"
            call: dict[str, Any] = {"call": "name", "suit": (answer >> 1) - 1}
            if asked.number == 0:
                call = {"call": "accept"}
            if answer & 1:
                return call | {"alone": True}
            return call if asked.number else "accept"
        if asked.decision == "lead":
            return {"tile": name(answer >> 3), "suit": answer & 7}
        return name(answer)

    def then(
        self, hand: Mapping[str, Any], rules: Rules, events: Sequence[Event], index: int,
        answer: int,
    ) -> tuple[dict[str, Any], list[Event]] | None:
        """Return the hand with a dealer who picks it up, and has a tile to discard."""
        asked, chairs = events[index], chairs_of(hand)
        if (asked.decision, asked.number) != ("call", 0) or not answer or asked.seat != chairs[-1]:
            return None
        discards = Event(asked.seat, "discard", DISCARD_NUMBER, None,
                         f"{called(hand, chairs, asked.seat)} discards")
        given = replace(asked, answer=answer)
        return {**hand, "tricks": []}, [*events[:index], given, discards]

    def kept(self, seat: int, rules: Rules) -> list[int]:
        """Return the seat's points of the hand, and the scores that it leaves."""
        return [AT.value + seat, *range(AT.score, AT.score + SEATS)]


def _leads_high(rules: Rules) -> int:
    return int(isinstance(rules, EuchreRules) and rules.lead_suit == "high")


def _deck(
    hand: Mapping[str, Any], asked: Event, seen: TricksSeen, turn_up: int, chairs: list[int],
    auction: _Auction,
) -> tuple[NDArray[Any], tuple[Group, ...]]:
    """Return what the seat knows of the deck."""
    fixed, groups = nothing_fixed(), []
    who = called(hand, chairs, asked.seat)
    own = tile_set(entry(hand, "dealt")[asked.seat], f"dealt to {who}")
    if own.bit_count() != TRICKS or own >> turn_up & 1:
        raise BoneyardError(
            f"{who} is dealt {' '.join(names(own)) or 'nothing'}: a hand is five "
            f"tiles, the turn-up {name(turn_up)} not among them")
    fixed[TRICKS * len(chairs)] = turn_up
    for q, seat in enumerate(chairs):
        slots = range(TRICKS * q, TRICKS * (q + 1))
        laid = [tile for tile in seen.laid.get(seat, ()) if tile != turn_up]
        if seat == asked.seat:
            fixed[slots.start : slots.stop] = list(members(own))
        elif laid or seen.void.get(seat):
            takes = auction.exchanged and q == len(chairs) - 1
            can = ALL_TILES if takes else ALL_TILES & ~seen.void.get(seat, 0)
            groups.append(hand_of(slots, laid, can))
    return fixed, tuple(groups)


def _said(event: Event, me: int, seen: TricksSeen) -> Said:
    """Return what a script has of an earlier decision."""
    answer, mode = event.answer, SAID
    if event.seat == me:
        if answer is None:
            raise BoneyardError(f"{event.about}: the hand does not tell which")
        mode = GIVEN
    elif event.decision == "discard":
        answer, mode = sum(1 << tile for tile in seen.laid.get(event.seat, ())), THROWN
    assert answer is not None
    return Said(event.seat, event.decision, event.number, mode, answer, event.about)


ASKING = EuchreAsking()
