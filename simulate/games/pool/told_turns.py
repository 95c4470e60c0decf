"""The turns of a hand of Domino Pool, as a hand history tells them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simulate.domino.tiles import HIGH, LOW, name, parse
from simulate.games.pool.playing import NEVER_DRAWN
from simulate.games.pool.rules import PoolRules
from simulate.games.pool.views import NO_OPTION, RIGHT
from simulate.games.spot import entry


@dataclass(frozen=True)
class Turn:
    """A turn: who has it, the option played (``NO_OPTION`` for a pass), and the tile drawn."""

    seat: int
    option: int
    drew: bool
    drawn: int | None


def turns_of(hand: Mapping[str, Any]) -> list[Turn]:
    """Return the turns of a hand: a draw and what follows it are one."""
    turns, drew, drawn = [], False, None
    for play in entry(hand, "plays"):
        if "draw" in play:
            drew, drawn = True, None if play["draw"] is None else parse(str(play["draw"]))
            continue
        option = NO_OPTION
        if not play.get("pass"):
            option = parse(str(play["tile"])) + RIGHT * (play.get("end") == "right")
        turns.append(Turn(int(play["seat"]), option, drew, drawn))
        drew, drawn = False, None
    return turns


def decides_to_draw(rules: PoolRules, turn: Turn, stock: int) -> bool:
    """Tell whether a seat was asked in a turn if it draws a tile, with so many in the stock."""
    could = turn.drew or (turn.option == NO_OPTION and stock > NEVER_DRAWN)
    return rules.draw == "may" and could


def seats_dealt_in(hand: Mapping[str, Any]) -> list[int]:
    """Return the seats dealt in, from the leader to the left."""
    seats, leader = int(entry(hand, "players")), int(entry(hand, "leader"))
    out = {seat for seat, score in enumerate(hand.get("score_before") or []) if score is None}
    ahead = [(leader + k) % seats for k in range(seats)]
    return [seat for seat in ahead if seat not in out]


def turn_in_words(turn: Turn, k: int, who: str) -> str:
    """Return what a seat does in turn ``k``; ``who`` is what the seat is called."""
    does = "passes" if turn.option == NO_OPTION else f"plays {name(turn.option % RIGHT)}"
    return f"turn {k + 1}: {who} {does}"


def ends_before(turns: Sequence[Turn]) -> list[tuple[int, int]]:
    """Return the open ends before each turn; (-1, -1) before the first tile."""
    left, right, ends = -1, -1, []
    for turn in turns:
        ends.append((left, right))
        if turn.option == NO_OPTION:
            continue
        tile = turn.option % RIGHT
        high, low = int(HIGH[tile]), int(LOW[tile])
        if left < 0:
            left, right = high, low
        elif turn.option >= RIGHT:
            right = high + low - right
        else:
            left = high + low - left
    return ends


def line_of(turns: Sequence[Turn]) -> list[str]:
    """Return the tiles of a line from left to right, each as it lies."""
    line: list[str] = []
    for turn, (left, right) in zip(turns, ends_before(turns), strict=True):
        if turn.option == NO_OPTION:
            continue
        tile = turn.option % RIGHT
        high, low = int(HIGH[tile]), int(LOW[tile])
        if not line:
            line.append(f"{high}-{low}")
        elif turn.option >= RIGHT:
            line.append(f"{right}-{high + low - right}")
        else:
            line.insert(0, f"{high + low - left}-{left}")
    return line
