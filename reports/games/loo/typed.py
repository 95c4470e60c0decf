"""Domino Loo and Domino Rounce: a decision and a hand as people type them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reports.games.loo.classes import read_spot
from reports.games.loo.declared import declarations, declared_before, stakes_of
from reports.typed.game_words import GameWords
from reports.typed.hand import Typed, trick_lines
from reports.typed.told import (
    Asked,
    Told,
    check_told,
    own_tiles,
    place_in,
    read_tiles,
    read_tricks,
    to_play,
    turned_up,
)
from reports.typed.words import Word, tiles_of
from simulate.domino.tiles import HIGH, parse
from simulate.errors import BoneyardError, unknown
from simulate.games.loo.history import words_of
from simulate.games.loo.views import DECLARE, FIRST_TRICK, KEEP_AFTER_MISS, TAKE_TURN_UP
from simulate.games.narrating import how_many
from simulate.games.spot import Event, asking
from simulate.runs.run import Run

#: What is told of some decisions only, by decision.
_TOLD_OF = {"keep_after_miss": ("drawn",), "lead": ("seen", "discarded"),
            "follow": ("seen", "discarded")}


def _read_decision(run: Run, told: Told, me: int) -> Asked:
    players, turn_up = len(run.players), turned_up(told)
    said = declarations(run, told.before)
    hand: dict[str, Any] = {
        "game": run.game, "players": players, "dealer": players - 1, "turn_up": turn_up,
        "declarations": said, "tricks": [], **stakes_of(run, told)}
    who = place_in(hand, me)
    dealt: list[list[str] | None] = [None] * players
    hand["dealt"] = dealt
    decision = told.decision or _decision_of_loo(told, said, me, players)
    check_told(told, _TOLD_OF.get(decision, ()))
    if decision == "declare":
        declared_before(run, told.before, me)
        dealt[me] = read_tiles(told.hand, "hand")
        asked = Event(me, "declare", DECLARE, None, f"{who} declares")
    elif decision == "keep_after_miss":
        if len(said) != me + 1 or said[me]["action"] != "miss":
            own = words_of(run.rules)
            raise BoneyardError(f"before {told.before!r} does not end with {who} taking "
                                f"{own.taken}: name what was said up to there, as in "
                                f"{', '.join(['drop'] * me + [own.miss])}")
        said[-1] |= {"drawn": _drawn(hand, told, me)}
        asked = Event(me, "keep_after_miss", KEEP_AFTER_MISS, None, f"{who} keeps five")
    elif decision == "take_turn_up":
        if me != players - 1:
            raise BoneyardError(f"decision 'take_turn_up': {who} is not asked that, only the "
                                "dealer is")
        dealt[me] = read_tiles(told.hand, "hand")
        asked = Event(me, "take_turn_up", TAKE_TURN_UP, None, f"{who}: the turn-up")
    elif decision in ("lead", "follow"):
        asked = _loo_at_tiles(hand, told, me)
    else:
        raise unknown("decision", decision, asking(run.game).legal)
    events = [event for event in asking(run.game).events(hand, run.rules)
              if (event.seat, event.number) != (me, asked.number) or event.answer is not None]
    return hand, [*events, asked], len(events)


def _drawn(hand: dict[str, Any], told: Told, me: int) -> list[str]:
    """Return the tiles of a miss; the hand has the same ones, or the five dealt before."""
    held = read_tiles(told.hand, "hand")
    drawn = read_tiles(told.drawn, "drawn") if told.drawn else held
    hand["holds"] = drawn
    if set(held) != set(drawn):
        if both := sorted(set(held) & set(drawn)):
            raise BoneyardError(f"drawn {told.drawn!r}: {both[-1]} is in the hand as well; name "
                                "as the hand the tiles drawn, or the five dealt before")
        hand["dealt"][me] = held
    return drawn


def _decision_of_loo(told: Told, said: Sequence[Mapping[str, Any]], me: int, players: int) -> str:
    """Return what a seat at Loo is asked, from all that was said."""
    if told.drawn:
        return "keep_after_miss"
    return "declare" if len(said) <= me else "lead"


def _loo_at_tiles(hand: dict[str, Any], told: Told, me: int) -> Event:
    """Write the tricks into a hand of Loo; return the decision."""
    players, said = hand["players"], hand["declarations"]
    inside = [entry["seat"] for entry in said if entry["action"] != "drop"]
    if len(said) < players and not (len(said) == players - 1 and not inside):
        raise BoneyardError(f"before names {how_many(len(said), 'declaration')}, not {players}: at "
                            "the tiles everybody has declared")
    if me not in inside:
        raise BoneyardError(f"{place_in(hand, me)} has dropped out and plays no tile")
    trump = int(HIGH[parse(hand["turn_up"])])
    hand["tricks"], now = read_tricks(told.seen, trump, inside, inside[0])
    own, mine = own_tiles(told, hand["tricks"], me), said[me]
    if not mine.get("takes_turn_up"):
        check_told(told, ("seen",))
    if mine["action"] == "miss":
        mine |= {"drawn": None, "discarded": None, "kept": own}
    elif mine.get("takes_turn_up"):
        thrown = read_tiles(told.discarded, "discarded")
        if hand["turn_up"] not in own or len(thrown) != 1:
            raise BoneyardError("a dealer who takes the turn-up holds or has played it: name the "
                                "tile that you threw for it with --discarded")
        mine["discarded"] = thrown
        dealt = " ".join([*own, *thrown]).replace(hand["turn_up"], "")
        hand["dealt"][me] = read_tiles(dealt, "hand")
    else:
        hand["dealt"][me] = own
    return to_play(hand, now, me, FIRST_TRICK)


def _declaration(typed: Typed, phrase: Sequence[Word], seat: int) -> dict[str, Any]:
    """Read ``drop``, ``miss 6-6 4-4 ... throws 2-0``, ``take 2-0`` and the like."""
    word, rest = phrase[0].text.lower(), phrase[1:]
    own = words_of(typed.rules).miss
    meant = {"stay": "play", "pass": "drop", "take": "play", "pool": "for_pool",
             own: "miss"}.get(word, word)
    if meant not in ("play", "drop", "miss", "for_pool"):
        raise phrase[0].wrong(f"{phrase[0].text!r} is no declaration: write play, take, {own}, "
                              "drop (or pass) or for_pool")
    said: dict[str, Any] = {"seat": seat, "action": meant}
    if meant == "miss":
        return said | _miss(rest)
    if rest and rest[0].text.lower() in ("take", "takes"):
        word, rest = "take", rest[1:]
    if word == "take":
        return said | {"takes_turn_up": True, "discarded": tiles_of(rest) or None}
    if rest:
        raise rest[0].wrong(f"{rest[0].text!r} is too much after {phrase[0].text}: put a comma "
                            "between declarations")
    return said


def _miss(words: Sequence[Word]) -> dict[str, Any]:
    """Read what a seat drew for its miss and threw away, or only what it kept."""
    parts: dict[str, list[Word]] = {"drawn": []}
    into = "drawn"
    for word in words:
        if word.text.lower() in ("throws", "keeps"):
            into = {"throws": "discarded", "keeps": "kept"}[word.text.lower()]
            parts[into] = []
        else:
            parts[into].append(word)
    tiles = {key: tiles_of(found) for key, found in parts.items() if found}
    if "kept" in tiles and "drawn" in tiles:
        kept = set(tiles.pop("kept"))
        tiles["discarded"] = [tile for tile in tiles["drawn"] if tile not in kept]
    return {"drawn": None, "discarded": None, **tiles}


def _read_hand(typed: Typed) -> None:
    hand, chairs = typed.hand, typed.chairs()
    hand["turn_up"] = typed.turn_up()
    said = typed.take("said")
    phrases = said.phrases if said else []
    if len(phrases) > typed.seats:
        raise phrases[typed.seats][0].wrong(f"{len(phrases)} declarations for {typed.seats} "
                                            "players")
    hand["declarations"] = [_declaration(typed, phrase, chairs[p])
                            for p, phrase in enumerate(phrases)]
    hand["dealt"] = typed.tiles_by_seat()
    inside = [entry["seat"] for entry in hand["declarations"] if entry["action"] != "drop"]
    trump = int(HIGH[parse(hand["turn_up"])])
    hand["tricks"] = trick_lines(typed, trump, inside, inside[0]) if inside else []
    if left := typed.take_all(*"0123456"):
        raise BoneyardError(f"line {left[0].number}: nobody plays for that trick")


WORDS = GameWords(_read_decision, _read_hand, lines=("said", "turn-up", *"0123456"),
                  classes=read_spot)
