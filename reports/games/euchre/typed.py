"""Domino Euchre: a decision and a hand as people type them."""

from collections.abc import Mapping
from typing import Any

from reports.typed.hand import GameWords, Typed
from reports.typed.query import not_asked, own_tiles, place_in, to_play
from simulate.domino.tiles import HIGH, NUMBERS, parse
from simulate.errors import BoneyardError
from simulate.games.euchre.events import order_by
from simulate.games.euchre.views import DISCARD_NUMBER, FIRST_TRICK
from simulate.games.spot import Event

_HAND = 5
#: How players accept the trump proposed; histories write ``accept``.
_ACCEPT = ("accept", *(f"{does} {up}" for does in ("order", "pick", "take")
                       for up in ("up", "it up")))
_NAME = {form.format(suit): suit for suit in range(NUMBERS)
         for form in ("{}", "{}s", "name {}", "name {}s")}
_MADE: dict[str, dict[str, Any]] = {
    **{phrase: {"call": "accept"} for phrase in _ACCEPT},
    **{phrase: {"call": "name", "suit": suit} for phrase, suit in _NAME.items()}}
#: All calls by what people say.
CALLED: dict[str, dict[str, Any]] = {
    "pass": {"call": "pass"}, **_MADE,
    **{f"{phrase} alone": {**call, "alone": True} for phrase, call in _MADE.items()}}


def _read_hand(typed: Typed) -> None:
    hand, chairs, seats = typed.hand, typed.chairs(), typed.seats
    hand["turn_up"] = typed.turn_up()
    hand["auction"] = [
        {"seat": chairs[p % seats], "round": p // seats + 1, **CALLED[text]}
        for p, (text, _) in enumerate(typed.actions(CALLED, "call", 2 * seats))]
    thrown = typed.take("thrown")
    hand |= {"dealt": typed.tiles_by_seat(), "tricks": [],
             "dealer_discard": thrown.one().tile() if thrown else None}
    if made := _made(hand):
        trump = made.get("suit", int(HIGH[parse(hand["turn_up"])]))
        ring = [seat for seat in chairs if seat != _lies_down(made)]
        hand["tricks"] = typed.tricks(order_by(typed.rules, trump), ring, made["seat"])


def _made(hand: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the call that made trump."""
    return next((call for call in hand["auction"] if call["call"] != "pass"), None)


def _lies_down(made: Mapping[str, Any]) -> int:
    """Return the seat whose partner goes alone, -1 if none does."""
    return made["seat"] ^ 2 if made.get("alone") else -1


def _asked(typed: Typed, me: int) -> Event:
    hand, players, calls = typed.hand, typed.seats, typed.hand["auction"]
    if made := _made(hand):
        return _asked_of_made(typed, me, made)
    number = len(calls) // players
    if len(calls) % players != me or number > 1:
        raise not_asked(hand, me, calls, "call", "name what was called up to there, as in --before "
                        f"{','.join(['pass'] * (me or players))}")
    hand["dealt"][me] = hand["holds"]
    return Event(me, "call", number, None, f"round {number + 1}: {place_in(hand, me)} calls")


def _asked_of_made(typed: Typed, me: int, made: Mapping[str, Any]) -> Event:
    """Return what is asked once trump is made: the discard, or a tile."""
    hand, players, out = typed.hand, typed.seats, _lies_down(made)
    if me == out:
        raise BoneyardError(f"{place_in(hand, me)} lays the hand down: the partner goes alone")
    takes, own = made["call"] == "accept" and me == players - 1, own_tiles(hand, me)
    if takes and not hand["tricks"] and len(own) == _HAND + 1:
        hand["dealt"][me] = [tile for tile in own if tile != hand["turn_up"]]
        return Event(me, "discard", DISCARD_NUMBER, None, f"{place_in(hand, me)} discards")
    if takes:
        thrown = typed.tiles("discarded")
        if len(thrown) != 1:
            raise BoneyardError("the dealer took the turn-up: name the tile that was discarded "
                                "for it with --discarded, or give all six tiles to be asked which")
        hand["dealer_discard"] = thrown[0]
        own = [tile for tile in own_tiles(hand, me, thrown) if tile != hand["turn_up"]]
    hand["dealt"][me] = own
    ring = [seat for seat in range(players) if seat != out]
    return to_play(hand, ring, made["seat"], me, FIRST_TRICK)


WORDS = GameWords(_read_hand, _asked, lines=("said", "turn-up", "thrown", *"0123456"),
                  phrases="pass, order it up (of the dealer: pick it up), order it up alone, 3, "
                       "3 alone")
