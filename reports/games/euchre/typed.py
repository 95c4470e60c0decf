"""Domino Euchre: a decision and a hand as people type them."""

from collections.abc import Mapping
from typing import Any

from reports.typed.hand import GameWords, Typed
from reports.typed.query import Query, place_in, to_play
from simulate.domino.tiles import HIGH, NUMBERS, parse
from simulate.errors import BoneyardError
from simulate.games.euchre.events import order_by
from simulate.games.euchre.rules import GAME_POINTS
from simulate.games.euchre.views import DISCARD_NUMBER, FIRST_TRICK
from simulate.games.narrating import how_many
from simulate.games.spot import Event
from simulate.runs.run import Run

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


def _asked(run: Run, hand: dict[str, Any], query: Query, me: int) -> Event:
    query.check_goes_on(max(hand.get("points_before") or [0]) >= GAME_POINTS,
                       f"{GAME_POINTS} points win")
    players, calls = len(run.players), len(hand["auction"])
    if made := _made(hand):
        return _asked_of_made(hand, query, me, made)
    query.check()
    number = calls // players
    if calls % players != me or number > 1:
        raise BoneyardError(f"--before names {how_many(calls, 'call')}: then it is not "
                            f"{place_in(hand, me)} that is asked; name what was called up to "
                            f"there, as in --before {','.join(['pass'] * (me or players))}")
    hand["dealt"][me] = query.tiles("hand")
    return Event(me, "call", number, None, f"round {number + 1}: {place_in(hand, me)} calls")


def _asked_of_made(hand: dict[str, Any], query: Query, me: int, made: Mapping[str, Any]) -> Event:
    """Return what is asked once trump is made: the discard, or a tile."""
    players, out = hand["players"], _lies_down(made)
    if me == out:
        raise BoneyardError(f"{place_in(hand, me)} lays the hand down: the partner goes alone")
    own = query.own_tiles(hand["tricks"], me)
    takes = made["call"] == "accept" and out != players - 1 and me == players - 1
    asks_discard = takes and not hand["tricks"] and len(own) == _HAND + 1
    query.check(("seen", "discarded") if takes and not asks_discard else ("seen",))
    if asks_discard:
        hand["dealt"][me] = [tile for tile in own if tile != hand["turn_up"]]
        return Event(me, "discard", DISCARD_NUMBER, None, f"{place_in(hand, me)} discards")
    if takes:
        thrown = query.tiles("discarded")
        if len(thrown) != 1:
            raise BoneyardError("the dealer took the turn-up: name the tile that was discarded "
                                "for it with --discarded, or give all six tiles to be asked which")
        hand["dealer_discard"] = thrown[0]
        own = [tile for tile in [*own, *thrown] if tile != hand["turn_up"]]
    hand["dealt"][me] = own
    ring = [seat for seat in range(players) if seat != out]
    return to_play(hand, ring, made["seat"], me, FIRST_TRICK)


WORDS = GameWords(_read_hand, _asked, lines=("said", "turn-up", "thrown", *"0123456"),
                  phrases="pass, order it up (of the dealer: pick it up), order it up alone, 3, "
                       "3 alone",
                  asks_for=("turn_up", "before", "seen", "discarded", "score"))
