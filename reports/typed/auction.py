"""A hand of a game whose seats call before its tricks, as people type it: calls in turn, then tiles
(``simulate.games.auction``)."""

from __future__ import annotations

from typing import Any, cast

from reports.typed.hand import GameWords, Typed
from reports.typed.query import Query, place_in, to_play
from simulate.domino.trick_kit import FIRST_TRICK
from simulate.errors import BoneyardError
from simulate.games.auction import AuctionAsking, Turn
from simulate.games.game import find_game
from simulate.games.rules import Rules
from simulate.games.spot import Event, asking
from simulate.runs.run import Run

_MOST = 100  #: calls of a hand, which end by themselves


def _due(hand: dict[str, Any], rules: Rules) -> tuple[Turn, int]:
    """Return what comes after the calls of a hand, and how tiles rank then."""
    ask = cast("AuctionAsking", asking(hand["game"]))
    events = ask.events({**hand, "tricks": []}, rules)
    return ask.turn(events, ask.chairs(hand)), ask.order_by(events)


def _read_hand(typed: Typed) -> None:
    hand = typed.hand
    hand |= {"dealer": typed.first, "auction": [], "tricks": []}
    for word, _ in typed.actions((), "call", _MOST):
        due, _ = _due(hand, typed.rules)
        hand["auction"].append({"seat": due.seats[0], "call": word})
    due, order = _due(hand, typed.rules)
    hand["dealt"] = typed.tiles_by_seat()
    if due.decision == "lead":
        hand["tricks"] = typed.tricks(order, due.seats, due.seats[0])


def _asked(run: Run, hand: dict[str, Any], query: Query, me: int) -> Event:
    target, (due, _) = find_game(run.game).points(run.rules), _due(hand, run.rules)
    query.check_goes_on(target is not None and max(hand.get("points_before") or [0]) >= target,
                       f"{target} points win")
    if due.decision == "lead":
        asked = to_play(hand, due.seats, due.seats[0], me, FIRST_TRICK)
    else:
        query.check()
        asked = Event(me, due.decision, due.number, None, f"{place_in(hand, me)} calls")
        if due.seats[0] != me:
            raise BoneyardError(
                f"before {query.before!r}: after that {place_in(hand, due.seats[0])} calls, not "
                f"{place_in(hand, me)}")
    hand["dealt"][me] = query.own_tiles(hand["tricks"], me)
    return asked


WORDS = GameWords(_read_hand, _asked, lines=("said", *"0123456"),
                  asks_for=("before", "seen", "score"))
