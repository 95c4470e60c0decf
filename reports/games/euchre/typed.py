"""Domino Euchre: a decision and a hand as people type them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from reports.typed.hand import GameWords, Typed, trick_lines
from reports.typed.told import Asked, Told, asked_at, place_in, read_tricks, split_phrases, to_play
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
_SAID: dict[str, dict[str, Any]] = {
    "pass": {"call": "pass"}, **_MADE,
    **{f"{phrase} alone": {**call, "alone": True} for phrase, call in _MADE.items()}}
_CALLS = "pass, order it up, order it up alone, 3 or 3 alone, with commas between them"


def _read_decision(run: Run, told: Told, me: int) -> Asked:
    players, turn_up = len(run.players), told.turned_up()
    calls: list[dict[str, Any]] = []
    for p, phrase in enumerate(split_phrases(told.before, _SAID)):
        if phrase not in _SAID:
            raise BoneyardError(f"before: {phrase!r} is no call: write {_CALLS}")
        calls.append({"seat": p % players, "round": p // players + 1, **_SAID[phrase]})
    made = next((call for call in calls if call["call"] != "pass"), None)
    hand: dict[str, Any] = {
        "game": run.game, "players": players, "dealer": players - 1, "turn_up": turn_up,
        "auction": calls, "tricks": [], "dealer_discard": None, "dealt": [None] * players,
        **told.points_before(run, lambda points: max(points) >= GAME_POINTS,
                     f"{GAME_POINTS} points win", least=0)}
    if made is None:
        told.check()
        number = len(calls) // players
        if len(calls) % players != me or number > 1:
            raise BoneyardError(f"before names {how_many(len(calls), 'call')}: then it is not "
                                f"{place_in(hand, me)} that is asked")
        hand["dealt"][me] = told.tiles("hand")
        asked = Event(me, "call", number, None, f"round {number + 1}: {place_in(hand, me)} calls")
    else:
        asked = _euchre_made(run, hand, told, me, made)
    return asked_at(run, hand, asked)


def _euchre_made(
    run: Run, hand: dict[str, Any], told: Told, me: int, made: Mapping[str, Any]
) -> Event:
    """Return what is asked once trump is made: the discard, or a tile."""
    players, maker = hand["players"], made["seat"]
    trump = made.get("suit", int(HIGH[parse(hand["turn_up"])]))
    lies_down = maker ^ 2 if made.get("alone") else -1
    exchanged = made["call"] == "accept" and lies_down != players - 1
    inside = [seat for seat in range(players) if seat != lies_down]
    if me not in inside:
        raise BoneyardError(f"{place_in(hand, me)} lays the hand down: the partner goes alone")
    hand["tricks"], now = read_tricks(told.seen, order_by(run.rules, trump), inside, maker)
    own = told.own_tiles(hand["tricks"], me)
    takes = exchanged and me == players - 1
    asks_discard = takes and not hand["tricks"] and len(own) == _HAND + 1
    told.check(("seen", "discarded") if takes and not asks_discard else ("seen",))
    if asks_discard:
        hand["dealt"][me] = [tile for tile in own if tile != hand["turn_up"]]
        return Event(me, "discard", DISCARD_NUMBER, None, f"{place_in(hand, me)} discards")
    if takes:
        thrown = told.tiles("discarded")
        if len(thrown) != 1:
            raise BoneyardError("the dealer took the turn-up: name the tile that was discarded "
                                "for it with --discarded, or give all six tiles to be asked which")
        hand["dealer_discard"] = thrown[0]
        hand["dealt"][me] = [tile for tile in [*own, *thrown] if tile != hand["turn_up"]]
    else:
        hand["dealt"][me] = own
    return to_play(hand, now, me, FIRST_TRICK)


def _read_hand(typed: Typed) -> None:
    hand, chairs, seats = typed.hand, typed.chairs(), typed.seats
    hand["turn_up"] = typed.turn_up()
    said = typed.take("said")
    phrases = said.phrases if said else []
    if len(phrases) > 2 * seats:
        raise phrases[2 * seats][0].wrong(f"{len(phrases)} calls for {seats} players: there are "
                                          "two rounds at most")
    calls: list[dict[str, Any]] = []
    for p, phrase in enumerate(phrases):
        words = " ".join(word.text for word in phrase)
        if words.lower() not in _SAID:
            raise phrase[0].wrong(f"{words!r} is no call: write {_CALLS}")
        calls.append({"seat": chairs[p % seats], "round": p // seats + 1, **_SAID[words.lower()]})
    thrown = typed.take("thrown")
    hand |= {"auction": calls, "dealt": typed.tiles_by_seat(),
             "dealer_discard": thrown.one().tile() if thrown else None, "tricks": []}
    made = next((call for call in calls if call["call"] != "pass"), None)
    if made is None:
        return
    trump = made.get("suit", int(HIGH[parse(hand["turn_up"])]))
    partner = (made["seat"] + 2) % 4 if made.get("alone") else -1
    ring = [seat for seat in chairs if seat != partner]
    hand["tricks"] = trick_lines(typed, order_by(typed.rules, trump), ring, made["seat"])


WORDS = GameWords(_read_decision, _read_hand, lines=("said", "turn-up", "thrown", *"0123456"),
                  said="pass, order it up (of the dealer: pick it up), order it up alone, 3, "
                       "3 alone",
                  asks_for=("turn_up", "before", "seen", "discarded", "score"))
