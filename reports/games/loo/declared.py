"""Domino Loo and Domino Rounce: what was declared, and what is played for, as a person tells it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reports.typed.told import Told, read_score, split_phrases
from simulate.errors import BoneyardError, unknown
from simulate.games.game import find_game
from simulate.games.loo.history import words_of
from simulate.games.loo.rules import LooRules, RounceRules, may_follow, misses_in
from simulate.games.loo.settling import GAME_POINTS
from simulate.games.loo.views import ACTIONS, MISS
from simulate.games.narrating import how_many
from simulate.runs.run import Run

#: What a person may write, and what it means; a miss also goes by the game's own word.
_DECLARED = {"play": "play", "stay": "play", "miss": "miss", "drop": "drop", "pass": "drop",
             "take": "take", "for_pool": "for_pool", "pool": "for_pool"}
_BY_NAME = {name: action for action, name in ACTIONS.items()}


def declarations(run: Run, text: str) -> list[dict[str, Any]]:
    """Return what was declared from the eldest hand on, as a history has it.

    Raises
    ------
    BoneyardError
        If a word is no declaration, there are more than seats, or the rules forbid one there.
    """
    players, known = len(run.players), _DECLARED | {words_of(run.rules).miss: "miss"}
    said: list[dict[str, Any]] = []
    for p, word in enumerate(split_phrases(text)):
        if word not in known:
            raise unknown("declaration", word, known)
        if p >= players:
            raise BoneyardError(f"before: {p + 1} declarations for {players} seats")
        action = known[word]
        entry: dict[str, Any] = {"seat": p, "action": "play" if action == "take" else action}
        if action == "take" and p < players - 1:
            place = find_game(run.game).position_names(players)[p]
            raise BoneyardError(f"before: the {place} takes the turn-up: only a dealer who plays "
                                "may")
        if action == "take":
            entry["takes_turn_up"] = True
        _check_declared(run, [e["action"] for e in said], entry["action"])
        said.append(entry)
    return said


def _check_declared(run: Run, before: list[str], action: str) -> None:
    """Refuse what a position cannot have declared."""
    players, place = len(run.players), find_game(run.game).position_names(len(run.players))
    so_far = [_BY_NAME[word] for word in before]
    legal = may_follow(players, so_far, isinstance(run.rules, RounceRules))
    if not legal:
        raise BoneyardError(
            "before: all others dropped, so the dealer takes the pool and has nothing to declare")
    if legal >> _BY_NAME[action] & 1:
        return
    if _BY_NAME[action] == MISS:
        raise BoneyardError(
            f"before: {before.count(action) + 1} {words_of(run.rules).misses}, but with {players} "
            f"players there {'is' if misses_in(players) == 1 else 'are'} {misses_in(players)}")
    allowed = ", ".join(word for number, word in ACTIONS.items() if legal >> number & 1)
    raise BoneyardError(f"before: {place[len(before)]} of {players} cannot declare {action} there; "
                        f"allowed is {allowed}")


def declared_before(run: Run, text: str, me: int) -> list[dict[str, Any]]:
    """Return what was declared before a position that is to declare.

    Raises
    ------
    BoneyardError
        If it cannot be read or cannot be, or others than those before it have declared.
    """
    said = declarations(run, text)
    if len(said) != me:
        place = find_game(run.game).position_names(len(run.players))[me]
        raise BoneyardError(f"before names {how_many(len(said), 'declaration')}, and the {place} "
                            f"has {how_many(me, 'seat')} before it")
    if not may_follow(len(run.players), [_BY_NAME[e["action"]] for e in said]):
        raise BoneyardError(
            "before: all others dropped, so the dealer takes the pool and has nothing to declare")
    return said


def stakes_of(run: Run, told: Told) -> dict[str, Any]:
    """Return the pool or the score that a hand is played for, as a history has it.

    Raises
    ------
    BoneyardError
        If a pool or a score is told where there is none, the pool is smaller than the antes make
        it, or the score cannot be read.
    """
    has_pool = isinstance(run.rules, LooRules) and find_game(run.game).has_pool(run.rules)
    if told.pool is not None and not has_pool:
        raise BoneyardError(f"pool {told.pool}: there is none; points are played for")
    if told.score and has_pool:
        raise BoneyardError(f"score {told.score!r}: there is none; chips are played for")
    if not has_pool:
        if isinstance(run.rules, RounceRules):
            return read_score(told, run, _is_rounce_over, "who is down to 0 wins")
        return read_score(told, run, _is_over, f"{GAME_POINTS} points win")
    assert isinstance(run.rules, LooRules)
    if told.pool is None:
        return {"pool": run.rules.first_pool(len(run.players))}
    check_pool(run.rules, told.pool, len(run.players))
    return {"pool": told.pool}


def check_pool(rules: LooRules, pool: int, players: int) -> None:
    """Raise ``BoneyardError`` if the antes alone make a larger pool, or a session ends before."""
    least = min(rules.next_pool(0, players), rules.next_pool(rules.empty_below, players))
    if pool < least:
        raise BoneyardError(f"pool {pool}: with the antes paid it is {least} or more")
    most = max(rules.escalation_limit, rules.first_pool(players))
    if pool > most:
        raise BoneyardError(f"pool {pool}: it is {most} or less, for a larger one ends the session "
                            f"(escalation_limit={rules.escalation_limit})")


def _is_over(points: Sequence[int]) -> bool:
    """Tell whether one seat has won; a tie at the top plays on."""
    best = max(points)
    return best >= GAME_POINTS and points.count(best) == 1


def _is_rounce_over(points: Sequence[int]) -> bool:
    """Tell whether one seat has won, with points that count down from 15 to 0."""
    return _is_over([GAME_POINTS - left for left in points])
