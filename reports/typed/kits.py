"""Hands of other people's games as people type them: of those that stand on
``simulate.games.auction``, calls in turn and tricks; on ``simulate.games.pooled``, who plays, who
changed what, and tricks."""

from typing import Any, cast

from reports.typed.hand import GameWords, Typed
from reports.typed.query import not_asked, own_tiles, place_in, to_play
from simulate.domino.pool_kit import DECLARE, KEEP
from simulate.domino.tiles import HIGH, parse
from simulate.domino.trick_kit import FIRST_TRICK
from simulate.errors import BoneyardError
from simulate.games.auction import AuctionAsking, Turn
from simulate.games.game import find_game
from simulate.games.narrating import how_many
from simulate.games.rules import Rules
from simulate.games.spot import Event, asking

_MOST = 100  #: calls of a hand, which end by themselves
_PHRASES = ("pass", "play", *(f"play {many}" for many in range(5)))


def _due(hand: dict[str, Any], rules: Rules) -> tuple[Turn, int]:
    """Return what comes after the calls of a hand, and how tiles rank then."""
    ask = cast("AuctionAsking", asking(hand["game"]))
    events = ask.events({**hand, "tricks": []}, rules)
    return ask.turn(events, ask.chairs(hand)), ask.order_by(events)


def _read_calls(typed: Typed) -> None:
    hand = typed.hand
    hand |= {"dealer": typed.first, "auction": [], "tricks": []}
    for word, _ in typed.actions((), "call", _MOST):
        due, _ = _due(hand, typed.rules)
        hand["auction"].append({"seat": due.seats[0], "call": word})
    due, order = _due(hand, typed.rules)
    hand["dealt"] = typed.tiles_by_seat()
    if due.decision == "lead":
        hand["tricks"] = typed.tricks(order, due.seats, due.seats[0])


def _asked_in_turn(typed: Typed, me: int) -> Event:
    hand, (due, _) = typed.hand, _due(typed.hand, typed.rules)
    hand["dealt"][me] = own_tiles(hand, me)
    if due.decision == "lead":
        return to_play(hand, due.seats, due.seats[0], me, FIRST_TRICK)
    if due.seats[0] != me:
        raise BoneyardError(f"--before: after that {place_in(hand, due.seats[0])} calls, not "
                            f"{place_in(hand, me)}")
    return Event(me, due.decision, due.number, None, f"{place_in(hand, me)} calls")


CALLED = GameWords(_read_calls, _asked_in_turn, lines=("said", *"0123456"))


def _playing(hand: dict[str, Any]) -> list[int]:
    return [one["seat"] for one in hand["declarations"] if one["action"] == "play"]


def _read_pooled(typed: Typed) -> None:
    hand, chairs = typed.hand, typed.chairs()
    hand["turn_up"], actions = typed.turn_up(), typed.actions(_PHRASES, "declaration", typed.seats)
    if not actions and "names" in hand:  # typed, and no question
        raise BoneyardError("the hand has no declarations: write a line said: pass, play 2, play")
    hand["declarations"] = []
    for p, (text, _) in enumerate(actions):
        word, _, number = text.partition(" ")
        one: dict[str, Any] = {"seat": chairs[p], "action": word}
        hand["declarations"].append(one | ({"changed": int(number)} if number else {}))
        for part in ("discarded", "drawn"):
            line = typed.take(f"{part} {typed.names[chairs[p]]}")
            hand["declarations"][p][part] = line.tiles() if line else (
                [] if number == "0" else None)
    hand |= {"dealt": typed.tiles_by_seat(), "tricks": []}
    if len(ring := _playing(hand)) > 1:
        trump = int(HIGH[parse(hand["turn_up"])])
        hand["tricks"] = typed.tricks(trump, ring, ring[0])


def _asked_pooled(typed: Typed, me: int) -> Event:
    """Return who plays, what to keep, or a tile."""
    hand, actions, ring = typed.hand, typed.hand["declarations"], _playing(typed.hand)
    hand["pool"] = typed.chips("pool") or typed.seats * find_game(hand["game"]).stake(typed.rules)
    if len(actions) == me and not hand["tricks"]:
        hand["dealt"][me] = hand["holds"]
        return Event(me, "declare", DECLARE, None, f"{place_in(hand, me)} declares")
    if len(actions) < typed.seats or me not in ring:
        raise not_asked(hand, me, actions, "declaration", "write pass, play, or play 2 once so "
                        "many tiles are changed")
    if "changed" not in actions[me]:
        hand["dealt"][me] = hand["holds"]
        return Event(me, "keep", KEEP, None, f"{place_in(hand, me)} changes tiles")
    drawn, thrown = typed.tiles("drawn"), typed.tiles("discarded")
    if not len(drawn) == len(thrown) == actions[me]["changed"]:
        changed = how_many(actions[me]["changed"], "tile")
        raise BoneyardError(f"{place_in(hand, me)} changed {changed}: name as many with "
                            "--discarded and with --drawn")
    actions[me] |= {"discarded": thrown, "drawn": drawn}
    hand["dealt"][me] = [tile for tile in own_tiles(hand, me, thrown) if tile not in drawn]
    return to_play(hand, ring, ring[0], me, FIRST_TRICK)


POOLED = GameWords(
    _read_pooled, _asked_pooled, lines=("said", "turn-up", "discarded", "drawn", *"0123456"),
    phrases="play, pass, play 2 (once so many tiles are changed)")
