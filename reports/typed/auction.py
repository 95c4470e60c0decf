"""A decision and a hand of a game whose seats call before its tricks, as people type them: calls in
turn, then tiles (``simulate.games.auction``)."""

from __future__ import annotations

from typing import Any, cast

from reports.typed.hand import GameWords, Typed, trick_lines
from reports.typed.told import Asked, Told, asked_at, place_in, read_tricks, split_phrases, to_play
from simulate.domino.trick_kit import FIRST_TRICK
from simulate.errors import BoneyardError
from simulate.games.auction import AuctionAsking
from simulate.games.game import find_game
from simulate.games.spot import Event, asking
from simulate.runs.run import Run


def read_decision(run: Run, told: Told, me: int) -> Asked:
    """Return a decision that was typed: a call, or a tile."""
    players, target = len(run.players), find_game(run.game).points(run.rules)
    empty: dict[str, Any] = {
        "game": run.game, "players": players, "dealer": players - 1, "dealt": [None] * players,
        **told.points_before(run, lambda points: target is not None and max(points) >= target,
                             f"{target} points win", least=0)}
    hand, due, order = cast("AuctionAsking", asking(run.game)).called_in_turn(
        empty, run.rules, split_phrases(told.before))
    if due.decision == "lead":
        hand["tricks"], now = read_tricks(told.seen, order, due.seats, due.seats[0])
        asked = to_play(hand, now, me, FIRST_TRICK)
    else:
        told.check()
        asked = Event(me, due.decision, due.number, None, f"{place_in(hand, me)} calls")
        if due.seats[0] != me:
            raise BoneyardError(f"before {told.before!r}: after that {place_in(hand, due.seats[0])}"
                                f" calls, not {place_in(hand, me)}")
    hand["dealt"][me] = told.own_tiles(hand["tricks"], me)
    return asked_at(run, hand, asked)


def read_hand(typed: Typed) -> None:
    """Read the lines of a hand: the calls, the tiles, the tricks."""
    said = typed.take("said")
    words = [" ".join(word.text.lower() for word in one) for one in said.phrases] if said else []
    hand, due, order = cast("AuctionAsking", asking(typed.hand["game"])).called_in_turn(
        typed.hand | {"dealer": typed.first}, typed.rules, words)
    typed.hand |= hand | {"dealt": typed.tiles_by_seat()}
    if due.decision == "lead":
        typed.hand["tricks"] = trick_lines(typed, order, due.seats, due.seats[0])


WORDS = GameWords(read_decision, read_hand, lines=("said", *"0123456"),
                  asks_for=("before", "seen", "score"))
