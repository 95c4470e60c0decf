"""Decisions of Loo and Rounce as a seat sees them, from a hand history."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any, ClassVar

from numpy.typing import NDArray

from simulate.books.tally import Ints
from simulate.domino.tiles import ALL_TILES, DOUBLES, HIGH, TILES, members, names, parse
from simulate.domino.tricks import plain, uniform_lead, uniform_tile
from simulate.errors import BoneyardError, unknown
from simulate.games.game import Hand
from simulate.games.loo.hand import keep_uniformly
from simulate.games.loo.history import words_of
from simulate.games.loo.kernel import play_dealt, take_chairs
from simulate.games.loo.row import AT, SEATS, TRICKS
from simulate.games.loo.rules import LooRules, miss_tiles
from simulate.games.loo.settling import GAME_POINTS, set_penalty
from simulate.games.loo.views import (
    ACTIONS,
    DECLARE,
    DROP,
    FOR_POOL,
    KEEP_AFTER_MISS,
    LEAVE,
    MISS,
    PLAY,
    TAKE_TURN_UP,
    Declaring,
    Playing,
)
from simulate.games.narrating import how_many
from simulate.games.rules import Rules
from simulate.games.scripts import KEPT, THROWN, WHOLE, any_legal
from simulate.games.spot import (
    UNKNOWN,
    Chance,
    Event,
    Events,
    Group,
    Said,
    Shown,
    Spot,
    called,
    chairs_of,
    entry,
    hand_of,
    heard,
    no_extra,
    nothing_fixed,
    tile_set,
)
from simulate.games.tricks import TricksAsking, TricksSeen, own_deal, with_tricks
from simulate.machine.table import BASE, Table


def take_turn_up(view: Declaring, p: Any) -> int:
    """Take the turn-up half the time, for any tile."""
    return uniform_tile(view.hand, view.word) if view.word & 1 else LEAVE


def keep_after_miss(view: Declaring, p: Any) -> int:
    """Keep any five."""
    return keep_uniformly(view.hand, view.word)


def lead(view: Playing, p: Any) -> int:
    """Lead any tile that may be led, as either suit."""
    return uniform_lead(plain(view.trump), view.legal, view.word)


_BY_NAME = {word: action for action, word in ACTIONS.items()}
#: Of the entries that are kept of an outcome, where the tricks are, who stayed in (both by
#: position), and whether the dealer plays for the pool.
KEPT_TRICKS, KEPT_IN, KEPT_FOR_POOL = range(2 + SEATS, 5 + SEATS)


def play_on(table: Table, scratch: Any) -> int:
    """Play a hand from the deal; pool, dealer and score are set, and antes are paid."""
    take_chairs(table)
    if not table[AT.points_game]:
        set_penalty(table)
    play_dealt(table)
    return 0


def _declared(said: Hand, who: str, miss: str, is_dealer: bool) -> list[Event]:
    """Return the decisions in one declaration.

    ``who``: what its seat is called. ``miss``: what the game calls a miss.
    """
    word, seat = str(said.get("action")), int(said["seat"])
    if word not in _BY_NAME:
        raise unknown("declaration", word, _BY_NAME)
    action = _BY_NAME[word]
    told = miss if action == MISS else word
    if said.get("takes_turn_up") and not (is_dealer and action in (PLAY, FOR_POOL)):
        raise BoneyardError(f"{who} takes the turn-up: only a dealer who plays may")
    events = [Event(seat, "declare", DECLARE, action, f"{who} declares {told}")]
    thrown = None if said.get("discarded") is None else tile_set(said["discarded"], "discarded")
    if action == MISS:
        drawn = None if said.get("drawn") is None else tile_set(said["drawn"], "drawn")
        kept = None if drawn is None or thrown is None else drawn & ~thrown
        if said.get("kept"):
            kept = tile_set(said["kept"], "kept")
        events.append(Event(seat, "keep_after_miss", KEEP_AFTER_MISS, kept,
                            f"{who} keeps five of the tiles drawn"))
    elif is_dealer and action in (PLAY, FOR_POOL):
        tile: int | None = LEAVE
        if said.get("takes_turn_up"):
            tile = next(members(thrown)) if thrown else None
        does = "takes" if said.get("takes_turn_up") else "leaves"
        events.append(Event(seat, "take_turn_up", TAKE_TURN_UP, tile, f"{who} {does} the turn-up"))
    return events


class _Seen(TricksSeen):
    """What everybody has seen before a decision, by seat."""

    def __init__(self, events: Events, trump: int, must_trump: bool) -> None:
        super().__init__(events, trump, must_trump, winner_leads_trump=True)
        self.action = {event.seat: int(event.answer or 0) for event in events
                       if event.decision == "declare"}
        self.takes = any(event.answer != LEAVE for event in events
                         if event.decision == "take_turn_up")


class LooAsking(TricksAsking):
    """How Loo and Rounce are asked about."""

    legal: ClassVar = {
        "declare": (AT.legal, 0), "take_turn_up": (AT.hand, 0),
        "keep_after_miss": (AT.hand, WHOLE), "lead": (AT.legal, 3), "follow": (AT.legal, 0),
    }
    by_lot: ClassVar = {
        "declare": any_legal, "take_turn_up": take_turn_up, "keep_after_miss": keep_after_miss,
        "lead": lead, "follow": any_legal,
    }
    play = staticmethod(play_on)

    def events(self, hand: Hand, rules: Rules) -> list[Event]:
        if getattr(rules, "bankroll", None):
            raise BoneyardError("advice with a bankroll: the chips of every seat would have to be "
                                "known; leave bankroll out")
        chairs, events = chairs_of(hand), []
        for said in entry(hand, "declarations"):
            who = called(hand, chairs, int(said["seat"]))
            events += _declared(said, who, words_of(rules).miss, said["seat"] == chairs[-1])
        return with_tricks(events, hand, chairs)

    def spot(self, hand: Hand, rules: Rules, events: Events, index: int) -> Spot:
        asked, before = events[index], events[:index]
        turn_up, chairs = _turn_up(hand), chairs_of(hand)
        trump = 0 if turn_up == UNKNOWN else int(HIGH[turn_up])
        seen = _Seen(before, trump, bool(getattr(rules, "must_trump", False)))
        fixed, groups = self._deck(hand, asked, before, seen, turn_up, chairs)
        said = tuple(self._said(event, asked.seat, seen, turn_up, chairs[-1]) for event in before)
        shown = [Shown(AT.action + chairs.index(event.seat), int(event.answer or 0), event.about)
                 for event in before if event.decision == "declare"]
        shown += seen.shown(chairs)
        if seen.plays:
            shown.append(Shown(AT.turn_up_taken, int(seen.takes), "who has the turn-up"))
        return Spot(asked, self.state(hand, rules), fixed, groups, said, tuple(shown), no_extra())

    def _deck(
        self, hand: Hand, asked: Event, before: Events, seen: _Seen,
        turn_up: int, chairs: list[int],
    ) -> tuple[NDArray[Any], tuple[Group, ...]]:
        fixed, groups, start = nothing_fixed(), [], TRICKS * len(chairs)
        p, dealt = chairs.index(asked.seat), entry(hand, "dealt")[asked.seat]
        # A person who took the miss may have forgotten the tiles dealt before; a question about a
        # class of hands names no tiles.
        if dealt is not None or not (seen.action.get(asked.seat) == MISS or hand.get("spot")):
            fixed[TRICKS * p : TRICKS * (p + 1)] = own_deal(hand, dealt, asked.seat, turn_up)
        fixed[start] = turn_up
        start += 1
        drawn_at: dict[int, range] = {}
        for event in before:
            if event.decision == "declare" and event.answer == MISS:
                size = min(miss_tiles(len(chairs)), TILES - start)
                drawn_at[event.seat] = range(start, start + size)
                start += size
        for q, seat in enumerate(chairs):
            if seat == asked.seat:
                if seat in drawn_at:
                    drawn = _own_miss(hand, seat, len(drawn_at[seat]))
                    if len(drawn) == len(drawn_at[seat]):
                        fixed[drawn_at[seat]] = drawn
                    else:
                        groups.append(hand_of(drawn_at[seat], drawn))
            elif seat in drawn_at:
                laid = [tile for tile in seen.laid.get(seat, ()) if tile != turn_up]
                groups.append(hand_of(drawn_at[seat], laid, ALL_TILES))
            elif seen.action.get(seat, PLAY) != DROP:
                takes = seen.takes and q == len(chairs) - 1
                groups += seen.in_hand(seat, turn_up, takes, range(TRICKS * q, TRICKS * (q + 1)))
        return fixed, tuple(groups)

    def _said(self, event: Event, me: int, seen: _Seen, turn_up: int, dealer: int) -> Said:
        laid, otherwise = sum(1 << tile for tile in seen.laid.get(event.seat, ())), None
        if event.decision == "keep_after_miss":
            otherwise = KEPT, laid
        elif event.decision == "take_turn_up" and event.seat == dealer and seen.takes:
            otherwise = THROWN, laid & ~(1 << turn_up)
        return heard(event, me, otherwise)

    def state(self, hand: Hand, rules: Rules) -> dict[int, int]:
        state = {AT.dealer: chairs_of(hand)[-1], BASE.number: int(hand.get("hand") or 0)}
        if isinstance(rules, LooRules) and rules.scoring == "chips":
            state[AT.pool] = int(entry(hand, "pool"))
            return state
        for seat, points in enumerate(hand.get("points_before") or []):
            state[AT.score + seat] = points if isinstance(rules, LooRules) else GAME_POINTS - points
        return state

    def chances(self, hand: Hand, rules: Rules, events: Events, seat: int) -> list[Chance]:
        """Return the deal, and the tiles drawn for misses."""
        found = super().chances(hand, rules, events, seat)
        deck, start = found[0].after.copy(), TRICKS * len(chairs_of(hand))
        drawn = [said.get("drawn") for said in hand["declarations"] if said["action"] == "miss"]
        for k, event in enumerate(events):
            if event.decision != "keep_after_miss":
                continue
            tiles = drawn.pop(0)
            if tiles is None or event.answer is None or not found[0].all_told:
                break
            deck[start + 1 : start + 1 + len(tiles)] = list(members(tile_set(tiles, "drawn")))
            start += len(tiles)
            found.append(Chance(deck.copy(), k))
        return found

    def gone(self, hand: Hand, events: Events, index: int) -> set[int]:
        """Return the seats that have dropped out."""
        return {event.seat for event in events[:index]
                if event.decision == "declare" and event.answer == DROP}

    def of_note(self, hand: Hand, rules: Rules, events: Events, index: int) -> dict[str, int]:
        """Return the trumps, the best of those that are out, and the doubles."""
        turn_up = _turn_up(hand)
        if turn_up == UNKNOWN:
            return {"a double": DOUBLES}
        chairs, seen = chairs_of(hand), _Seen(events[:index], int(HIGH[turn_up]), False)
        asked, said = events[index], {e["seat"]: e for e in hand["declarations"]}
        own = said.get(asked.seat, {})
        words = [*(hand["dealt"][asked.seat] or []), *(own.get("drawn") or own.get("kept") or [])]
        known = sum(1 << parse(str(word)) for word in set(words))
        if not seen.takes or asked.seat == chairs[-1]:
            known |= 1 << turn_up
        return seen.of_note(known)

    def answers(self, asked: Event, legal: int, row: Ints) -> list[int]:
        if asked.decision == "declare":
            return [action for action in ACTIONS if legal >> action & 1]
        tiles = super().answers(asked, legal, row)
        if asked.decision == "take_turn_up":
            return [LEAVE, *tiles]
        if asked.decision == "keep_after_miss":
            return [sum(1 << tile for tile in kept) for kept in combinations(tiles, TRICKS)]
        return tiles

    def write(self, asked: Event, answer: int) -> Any:
        if asked.decision == "declare":
            return ACTIONS[answer]
        if asked.decision == "keep_after_miss":
            return names(answer)
        return "leave" if answer == LEAVE else super().write(asked, answer)

    def kept(self, seat: int, rules: Rules) -> list[int]:
        """Return the seat's chips or points of the hand, the pool it leaves, and all seats'.

        Then come the tricks, who stayed in, and whether the dealer plays for the pool.
        """
        return [AT.value + seat, AT.pool_next, *range(AT.value, AT.value + SEATS), AT.tricks,
                AT.seats_in, AT.for_pool]

    def then(
        self, hand: Hand, rules: Rules, events: Events, index: int,
        answer: int,
    ) -> tuple[dict[str, Any], list[Event]] | None:
        """Return the hand with a dealer who plays, and is asked about the turn-up."""
        asked, chairs = events[index], chairs_of(hand)
        if (asked.decision != "declare" or answer not in (PLAY, FOR_POOL) or hand.get("spot")
                or asked.seat != chairs[-1]):
            return None
        said = [*hand["declarations"][: len(chairs) - 1],
                {"seat": asked.seat, "action": ACTIONS[answer]}]
        turn = Event(asked.seat, "take_turn_up", TAKE_TURN_UP, None,
                     f"{called(hand, chairs, asked.seat)}: the turn-up")
        given = replace(asked, answer=answer)
        return {**hand, "declarations": said, "tricks": []}, [*events[:index], given, turn]


def _turn_up(hand: Hand) -> int:
    """Return the turn-up; a class of hands may leave it open."""
    if hand.get("spot") and hand.get("turn_up") is None:
        return UNKNOWN
    return parse(str(entry(hand, "turn_up")))


def _own_miss(hand: Hand, seat: int, size: int) -> list[int]:
    """Return the tiles that the seat drew for its miss, or those that it kept."""
    said = next(said for said in hand["declarations"] if said["seat"] == seat)
    who = called(hand, chairs_of(hand), seat)
    if said.get("drawn") is None:
        return list(members(tile_set(said.get("kept"), f"kept by {who}")))
    drawn = tile_set(said["drawn"], f"drawn by {who}")
    if drawn.bit_count() != size:
        raise BoneyardError(f"drawn by {who}: {how_many(drawn.bit_count(), 'tile')}, not {size}")
    return list(members(drawn))


ASKING = LooAsking()
