"""Decisions and hands of games of tricks for a pool, as people type them."""

from __future__ import annotations

from typing import Any

from reports.typed.game_words import GameWords
from reports.typed.hand import Typed, trick_lines
from reports.typed.told import (
    Asked,
    Told,
    own_tiles,
    place_in,
    read_tiles,
    read_tricks,
    split_phrases,
    to_play,
    turned_up,
)
from simulate.domino.pool_kit import DECLARE, KEEP
from simulate.domino.tiles import HIGH, parse
from simulate.domino.trick_kit import FIRST_TRICK
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.spot import Event, asking
from simulate.runs.run import Run

_SAID = "write pass, play, or play 2 once so many tiles are changed, with commas between them"


def said_of(text: str, seat: int) -> dict[str, Any]:
    """Read ``pass``, ``play`` or ``play 2``."""
    word, _, number = text.partition(" ")
    if word not in ("pass", "play") or (number and (word == "pass" or number not in "01234")):
        raise BoneyardError(f"before: {text!r} is no declaration: {_SAID}")
    said: dict[str, Any] = {"seat": seat, "action": word, "discarded": None, "drawn": None}
    return said | ({"changed": int(number)} if number else {})


def read_decision(run: Run, told: Told, me: int) -> Asked:
    """Return a decision that was typed: who plays, what to keep, or a tile."""
    players = len(run.players)
    said = [said_of(text, p) for p, text in enumerate(split_phrases(told.before))]
    playing = [one["seat"] for one in said if one["action"] == "play"]
    hand: dict[str, Any] = {
        "game": run.game, "players": players, "dealer": players - 1, "turn_up": turned_up(told),
        "declarations": said, "tricks": [], "dealt": [None] * players,
        "pool": told.pool or players * find_game(run.game).stake(run.rules)}
    if len(said) == me and not told.seen:
        hand["dealt"][me] = read_tiles(told.hand, "hand")
        asked = Event(me, "declare", DECLARE, None, f"{place_in(hand, me)} declares")
    elif len(said) < players or me not in playing:
        raise BoneyardError(f"before names {len(said)} declarations: then it is not "
                            f"{place_in(hand, me)} that is asked; {_SAID}")
    elif "changed" not in said[me]:
        hand["dealt"][me] = read_tiles(told.hand, "hand")
        asked = Event(me, "keep", KEEP, None, f"{place_in(hand, me)} changes tiles")
    else:
        trump = int(HIGH[parse(hand["turn_up"])])
        hand["tricks"], now = read_tricks(told.seen, trump, playing, playing[0])
        own, drawn = own_tiles(told, hand["tricks"], me), read_tiles(told.drawn, "drawn")
        thrown = read_tiles(told.discarded, "discarded")
        if not len(drawn) == len(thrown) == said[me]["changed"]:
            raise BoneyardError(f"{place_in(hand, me)} changed {said[me]['changed']} tiles: name "
                                "those thrown with --discarded and those drawn with --drawn")
        said[me] |= {"discarded": thrown, "drawn": drawn}
        hand["dealt"][me] = [tile for tile in [*own, *thrown] if tile not in drawn]
        asked = to_play(hand, now, me, FIRST_TRICK)
    events = [event for event in asking(run.game).events(hand, run.rules)
              if (event.seat, event.decision, event.answer) != (me, asked.decision, None)]
    return hand, [*events, asked], len(events)


def read_hand(typed: Typed) -> None:
    """Read the lines of a hand: said, who changed what, turn-up, tricks."""
    hand, chairs = typed.hand, typed.chairs()
    hand["turn_up"], said = typed.turn_up(), typed.take("said")
    if said is None:
        raise BoneyardError("the hand has no declarations: write a line said: pass, play 2, play")
    words = [" ".join(word.text.lower() for word in phrase) for phrase in said.phrases]
    hand["declarations"] = [said_of(text, chairs[p]) for p, text in enumerate(words)]
    for one in hand["declarations"]:
        name = typed.names[one["seat"]].lower()
        for part in ("discarded", "drawn"):
            line = typed.take(f"{part} {name}")
            one[part] = line.tiles() if line else ([] if one.get("changed") == 0 else None)
    hand |= {"dealt": typed.tiles_by_seat(), "tricks": []}
    playing = [one["seat"] for one in hand["declarations"] if one["action"] == "play"]
    if len(playing) > 1:
        trump = int(HIGH[parse(hand["turn_up"])])
        hand["tricks"] = trick_lines(typed, trump, playing, playing[0])


WORDS = GameWords(
    read_decision, read_hand, lines=("said", "turn-up", "discarded", "drawn", *"0123456"),
    asks_for=("turn_up", "before", "seen", "drawn", "discarded", "pool"))
