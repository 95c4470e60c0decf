"""Domino Pool: a decision and a hand as people type them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reports.typed.hand import GameWords, Typed
from reports.typed.told import Asked, Told, asked_at, split_phrases
from simulate.domino.tiles import name, parse
from simulate.errors import BoneyardError, unknown
from simulate.games.game import find_game
from simulate.games.narrating import how_many
from simulate.games.pool.rules import PoolRules, most_stars
from simulate.games.pool.views import DRAWS_FROM
from simulate.games.spot import Event, called
from simulate.runs.run import Run
from simulate.whole_numbers import whole

#: How a person writes the score of a seat that is out.
_OUT = ("-", "out")


def _read_decision(run: Run, told: Told, me: int) -> Asked:
    players = len(run.players)
    if told.decision not in (None, "play", "draw"):
        raise unknown("decision", told.decision, ("play", "draw"))
    hand: dict[str, Any] = {"game": run.game, "players": players, "leader": 0,
                            "dealt": [None] * players, "plays": []}
    chairs = list(range(players))
    score: list[int | None] = []
    if told.score:
        hand["score_before"] = score = _read_score(told, run)
        chairs = [seat for seat in chairs if score[seat] is not None]
    if me not in chairs or chairs[0] != 0:
        who = find_game(run.game).position_names(players)[me if chairs[0] == 0 else 0]
        raise BoneyardError(f"score {told.score!r}: the {who} is out, and cannot be asked or lead")
    if len(chairs) == 1:
        raise BoneyardError(f"score {told.score!r}: with that the game is over, for all others are "
                            "out")
    if told.pool is not None:
        assert isinstance(run.rules, PoolRules)
        hand["pool"] = _check_pool(run.rules, told.pool, score or [0] * players)
    own, turn = told.tiles("hand"), 0
    for phrase in filter(None, (part.strip().lower() for part in told.seen.split(","))):
        turn += _read_turn(hand["plays"], phrase, chairs[turn % len(chairs)], turn == 0)
        _check_draw(run.rules, hand["plays"][-1], me, phrase)
    if chairs[turn % len(chairs)] != me:
        raise BoneyardError(f"seen: now {called(hand, chairs, chairs[turn % len(chairs)])} is to "
                            f"play, not {called(hand, chairs, me)}")
    own += [play["tile"] for play in hand["plays"] if play["seat"] == me and "tile" in play]
    drawn = {play["draw"] for play in hand["plays"] if play["seat"] == me and play.get("draw")}
    if lost := sorted(drawn - set(own)):
        raise BoneyardError(f"seen: you drew {lost[0]}, and neither hold nor have played it: name "
                            "all tiles that you hold now as the hand")
    hand["dealt"][me] = [tile for tile in own if tile not in drawn]
    draws = told.decision == "draw"
    if draws and hand["plays"] and "draw" in hand["plays"][-1]:
        raise BoneyardError("decision 'draw': in this turn a tile has been drawn already")
    number = turn // len(chairs) + DRAWS_FROM * draws
    asked = Event(me, "draw" if draws else "play", number, None,
                  f"turn {turn + 1}: {called(hand, chairs, me)} is to play", turn == 0)
    return asked_at(run, hand, asked)


def _read_score(told: Told, run: Run) -> list[int | None]:
    """Return the scores of a game hundred up, the leader's first; None for a seat that is out."""
    assert isinstance(run.rules, PoolRules)
    if run.rules.score != "hundred_up":
        raise BoneyardError(f"score {told.score!r}: pips are counted against the seats in a game "
                            "hundred up only, with --rule score=hundred_up")
    words = split_phrases(told.score, (), "score", "number")
    if len(words) != len(run.players):
        raise BoneyardError(f"score {told.score!r} has {how_many(len(words), 'number')} for "
                            f"{len(run.players)} seats: name one each, out for a seat that is out")
    return [None if word in _OUT else whole(word, "score", 0, run.rules.target - 1)
            for word in words]


def _check_pool(rules: PoolRules, pool: int, score: Sequence[int | None]) -> int:
    """Return the pool, if the stakes can make it, over a game with its stars or of a hand."""
    stake, players = rules.contribution, len(score)
    if rules.score == "hundred_up":
        stars = 0 if rules.star == "no" else most_stars(players)
        starred = min(score.count(None), stars) if rules.star == "must" else 0
        could = [stake * (players + many) for many in range(starred, stars + 1)]
        if pool not in could:
            are = " or ".join(map(str, could))
            raise BoneyardError(f"pool {pool}: the stakes of {players} seats and their stars make "
                                f"{are} chips, at contribution={stake}")
    elif not 0 <= pool - stake * players < players:
        raise BoneyardError(
            f"pool {pool}: the stakes of {players} seats make {stake * players} chips, at "
            f"contribution={stake}, and ties leave {players - 1} more at most")
    return pool


def _check_draw(rules: Any, play: Mapping[str, Any], me: int, phrase: str) -> None:
    """Refuse a draw where there is none, and a tile that the seat that asks has not seen."""
    if "draw" not in play:
        return
    if rules.draw == "no":
        raise BoneyardError(f"seen: {phrase!r}: nobody draws with draw=no; leave it out")
    if play["draw"] and play["seat"] != me:
        raise BoneyardError(f"seen: {phrase!r}: only who draws a tile sees it; write draw alone")
    if not play["draw"] and play["seat"] == me:
        raise BoneyardError(f"seen: {phrase!r}: name the tile that you drew, as in draw 3-1")


def _read_turn(plays: list[dict[str, Any]], phrase: str, seat: int, is_first: bool) -> bool:
    """Read ``6-4 right``, ``pass``, ``draw`` or ``draw 4-2``; return whether the turn is over."""
    words = phrase.split()
    if words == ["pass"]:
        plays.append({"seat": seat, "pass": True})
        return True
    if words[0] == "draw" and len(words) <= 2:
        plays.append({"seat": seat, "draw": name(parse(words[1])) if words[1:] else None})
        return False
    end = {"": "left", "l": "left", "left": "left", "r": "right", "right": "right"}.get(
        "".join(words[1:]))
    if end is None or (len(words) == 1 and not is_first):
        raise BoneyardError(
            f"seen: {phrase!r} is no turn: write 6-4 left, 6-4 right, pass, or draw before the "
            "play or pass that follows, with commas between turns")
    plays.append({"seat": seat, "tile": name(parse(words[0])), "end": None if is_first else end})
    return True


def _read_hand(typed: Typed) -> None:
    hand = typed.hand
    hand["dealt"] = typed.tiles_by_seat()
    score: list[int | None] = [0] * typed.seats
    if line := typed.take("score"):
        if len(line.words) != typed.seats:
            raise BoneyardError(f"line {line.number}: score has {len(line.words)} numbers for "
                                f"{typed.seats} players")
        score = hand["score_before"] = [
            None if word.text in _OUT else word.whole(0, 10**6) for word in line.words]
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
                  asks_for=("seen", "pool", "decision", "score"))
