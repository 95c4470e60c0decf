"""Domino Pool: a decision and a hand as people type them."""

from collections.abc import Sequence
from typing import Any

from reports.typed.hand import GameWords, Line, Typed
from simulate.domino.tiles import name, parse
from simulate.errors import BoneyardError, unknown
from simulate.games.pool.rules import PoolRules, most_stars
from simulate.games.pool.views import DRAWS_FROM
from simulate.games.spot import Event, asking, called

#: How a person writes the score of a seat that is out.
_OUT = ("-", "out")


def _read_hand(typed: Typed) -> None:
    hand = typed.hand
    hand["dealt"] = typed.tiles_by_seat()
    if line := typed.take("score"):
        hand["score_before"] = _read_score(typed, line)
    hand["plays"], turn = [], 0
    chairs = asking("pool").chairs(hand | {"leader": typed.first})
    for line in typed.take_all("line"):
        for phrase in line.phrases:
            if phrase[0].text.lower() not in ("pass", "draw", "drew"):
                phrase[0].tile()
            words = " ".join(word.text.lower().replace("drew", "draw") for word in phrase)
            try:
                turn += _read_turn(hand["plays"], words, chairs[turn % len(chairs)], turn == 0)
            except BoneyardError as error:
                raise phrase[-1].wrong(error) from error


def _read_score(typed: Typed, line: Line) -> list[int | None]:
    """Return the scores of a game hundred up by seat; None for a seat that is out."""
    assert isinstance(typed.rules, PoolRules)
    if typed.rules.score != "hundred_up":
        raise line.wrong("pips are counted against the seats in a game hundred up only, with "
                         "score=hundred_up")
    score = [None if word.text in _OUT else word.whole(0, typed.rules.target - 1)
             for word in line.by_seat(typed.seats)]
    if score.count(None) > typed.seats - 2:
        raise line.wrong("with that the game is over, for all others are out")
    return score


def _asked(typed: Typed, me: int) -> Event:
    assert isinstance(typed.rules, PoolRules)
    hand, players, plays = typed.hand, typed.seats, typed.hand["plays"]
    chairs, decision = asking("pool").chairs(hand), typed.text("decision")
    if decision not in ("", "play", "draw"):
        raise unknown("decision", decision, ("play", "draw"))
    if me not in chairs or chairs[0] != 0:
        raise BoneyardError(f"score: the {typed.names[me if chairs[0] == 0 else 0]} is out, and "
                            "cannot be asked or lead")
    if (pool := typed.chips("pool")) is not None:
        hand["pool"] = _check_pool(typed.rules, pool, hand.get("score_before") or [0] * players)
    turn = sum("draw" not in play for play in plays)
    if chairs[turn % len(chairs)] != me:
        raise BoneyardError(f"seen: now {called(hand, chairs, chairs[turn % len(chairs)])} is to "
                            f"play, not {called(hand, chairs, me)}")
    _check_draws(typed.rules, plays, me)
    own = hand["holds"] + [play["tile"] for play in plays if play["seat"] == me and "tile" in play]
    drawn = {play["draw"] for play in plays if play["seat"] == me and play.get("draw")}
    if lost := sorted(drawn - set(own)):
        raise BoneyardError(f"seen: you drew {lost[0]}, and neither hold nor have played it: name "
                            "all tiles that you hold now as the hand")
    hand["dealt"][me] = [tile for tile in own if tile not in drawn]
    draws = decision == "draw"
    if draws and plays and "draw" in plays[-1]:
        raise BoneyardError("decision 'draw': in this turn a tile has been drawn already")
    number = turn // len(chairs) + DRAWS_FROM * draws
    return Event(me, "draw" if draws else "play", number, None,
                 f"turn {turn + 1}: {called(hand, chairs, me)} is to play", turn == 0)


def _check_draws(rules: PoolRules, plays: Sequence[dict[str, Any]], me: int) -> None:
    """Refuse a draw where there is none, and a tile that the seat that asks has not seen."""
    for play in plays:
        if "draw" in play and rules.draw == "no":
            raise BoneyardError("seen: nobody draws with draw=no; leave draw out")
        if play.get("draw") and play["seat"] != me:
            raise BoneyardError(f"seen: draw {play['draw']}: only who draws a tile sees it; write "
                                "draw alone")
        if "draw" in play and not play["draw"] and play["seat"] == me:
            raise BoneyardError("seen: name the tile that you drew, as in draw 3-1")


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
            f"{phrase!r} is no turn: write 6-4 left, 6-4 right, pass, or draw before the "
            "play or pass that follows, with commas between turns")
    plays.append({"seat": seat, "tile": name(parse(words[0])), "end": None if is_first else end})
    return True


WORDS = GameWords(_read_hand, _asked, first="leader", lines=("line",), seen="line")
