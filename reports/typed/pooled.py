"""A hand for a pool as people type it: who plays, who changed what, and tricks
(``simulate.games.pooled``)."""

from __future__ import annotations

from typing import Any

from reports.typed.hand import GameWords, Typed
from reports.typed.query import Query, place_in, to_play
from simulate.domino.pool_kit import DECLARE, KEEP
from simulate.domino.tiles import HIGH, parse
from simulate.domino.trick_kit import FIRST_TRICK
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.narrating import how_many
from simulate.games.spot import Event
from simulate.runs.run import Run

_PHRASES = ("pass", "play", *(f"play {many}" for many in range(5)))


def _playing(hand: dict[str, Any]) -> list[int]:
    return [one["seat"] for one in hand["declarations"] if one["action"] == "play"]


def _read_hand(typed: Typed) -> None:
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


def _asked(run: Run, hand: dict[str, Any], query: Query, me: int) -> Event:
    """Return who plays, what to keep, or a tile."""
    actions, ring = hand["declarations"], _playing(hand)
    hand["pool"] = query.pool or len(run.players) * find_game(run.game).stake(run.rules)
    if len(actions) == me and not query.seen:
        hand["dealt"][me] = query.tiles("hand")
        return Event(me, "declare", DECLARE, None, f"{place_in(hand, me)} declares")
    if len(actions) < len(run.players) or me not in ring:
        raise BoneyardError(f"before names {how_many(len(actions), 'declaration')}: then it is not "
                            f"{place_in(hand, me)} that is asked; write pass, play, or play 2 once "
                            "so many tiles are changed")
    if "changed" not in actions[me]:
        hand["dealt"][me] = query.tiles("hand")
        return Event(me, "keep", KEEP, None, f"{place_in(hand, me)} changes tiles")
    own, drawn = query.own_tiles(hand["tricks"], me), query.tiles("drawn")
    thrown = query.tiles("discarded")
    if not len(drawn) == len(thrown) == actions[me]["changed"]:
        changed = how_many(actions[me]["changed"], "tile")
        raise BoneyardError(f"{place_in(hand, me)} changed {changed}: name as many with "
                            "--discarded and with --drawn")
    actions[me] |= {"discarded": thrown, "drawn": drawn}
    hand["dealt"][me] = [tile for tile in [*own, *thrown] if tile not in drawn]
    return to_play(hand, ring, ring[0], me, FIRST_TRICK)


WORDS = GameWords(
    _read_hand, _asked, lines=("said", "turn-up", "discarded", "drawn", *"0123456"),
    phrases="play, pass, play 2 (once so many tiles are changed)",
    asks_for=("turn_up", "before", "seen", "drawn", "discarded", "pool"))
