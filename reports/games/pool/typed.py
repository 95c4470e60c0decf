"""Domino Pool: a decision and a hand as people type them."""

from __future__ import annotations

from typing import Any

from reports.typed.game_words import GameWords
from reports.typed.hand import Typed
from reports.typed.told import Asked, Told, place_in, read_tiles
from simulate.domino.tiles import name, parse
from simulate.errors import BoneyardError
from simulate.games.pool.views import DRAWS_FROM
from simulate.games.spot import Event, asking
from simulate.runs.run import Run


def _read_decision(run: Run, told: Told, me: int) -> Asked:
    players = len(run.players)
    hand: dict[str, Any] = {"game": run.game, "players": players, "leader": 0,
                            "dealt": [None] * players, "plays": []}
    if told.pool is not None:
        hand["pool"] = told.pool
    own, turn = read_tiles(told.hand, "hand"), 0
    for phrase in filter(None, (part.strip().lower() for part in told.seen.split(","))):
        turn += _read_turn(hand["plays"], phrase, turn % players, turn == 0)
    if turn % players != me:
        raise BoneyardError(f"seen: now {place_in(hand, turn % players)} is to play, not "
                            f"{place_in(hand, me)}")
    own += [play["tile"] for play in hand["plays"] if play["seat"] == me and "tile" in play]
    for play in hand["plays"]:
        if play["seat"] == me and play.get("draw"):
            own.remove(play["draw"])
    hand["dealt"][me] = own
    draws = told.decision == "draw"
    asked = Event(me, "draw" if draws else "play", turn // players + DRAWS_FROM * draws, None,
                  f"turn {turn + 1}: {place_in(hand, me)} is to play", turn == 0)
    events = asking("pool").events(hand, run.rules)
    return hand, [*events, asked], len(events)


def _read_turn(plays: list[dict[str, Any]], phrase: str, seat: int, is_first: bool) -> bool:
    """Read ``6-4 right``, ``pass``, ``draw`` or ``draw 4-2``; tell whether the turn is over."""
    words = phrase.split()
    if words == ["pass"]:
        plays.append({"seat": seat, "pass": True})
        return True
    if words[0] == "draw" and len(words) <= 2:
        plays.append({"seat": seat, "draw": name(parse(words[1])) if words[1:] else None})
        return False
    end = {"l": "left", "r": "right"}.get("".join(words[1:])[:1], "left")
    if len(words) > 2 or (len(words) == 1 and not is_first):
        raise BoneyardError(
            f"seen: {phrase!r} is no turn: write 6-4 left, 6-4 right, pass, or draw before the "
            "play or pass that follows, with commas between turns")
    plays.append({"seat": seat, "tile": name(parse(words[0])), "end": None if is_first else end})
    return True


def _take_score(typed: Typed) -> list[int | None] | None:
    """Take the line with the scores before the hand, None for a seat that is out."""
    line = typed.take("score")
    if line is None:
        return None
    out = [word.text in ("-", "out") for word in line.words]
    if len(out) != typed.seats:
        raise BoneyardError(f"line {line.number}: score has {len(out)} numbers for {typed.seats} "
                            "players")
    score = [None if gone else word.whole(0, 10**6)
             for gone, word in zip(out, line.words, strict=True)]
    typed.hand["score_before"] = score
    return score


def _read_hand(typed: Typed) -> None:
    hand = typed.hand
    hand["dealt"] = typed.tiles_by_seat()
    score = _take_score(typed) or [0] * typed.seats
    chairs = [(typed.first + p) % typed.seats for p in range(typed.seats)]
    chairs = [seat for seat in chairs if score[seat] is not None]
    plays: list[dict[str, Any]] = []
    turn = 0
    for line in typed.take_all("line"):
        for phrase in line.phrases:
            if phrase[0].text.lower() not in ("pass", "draw", "drew"):
                phrase[0].tile()
            words = " ".join(word.text.lower().replace("drew", "draw") for word in phrase)
            try:
                turn += _read_turn(plays, words, chairs[turn % len(chairs)], turn == 0)
            except BoneyardError as error:
                raise phrase[-1].wrong(error) from error
    hand["plays"] = plays


WORDS = GameWords(_read_decision, _read_hand, first="leader", lines=("line",),
                  asks_for=("seen", "pool", "decision"))
