"""A tunable strategy: the tricks to play and the rivals to miss, position by position."""

from __future__ import annotations

from typing import Any

from simulate.games.loo.views import MISS, PLAY, Declaring
from strategies.base import Parameter
from strategies.loo.base import LooStrategy
from strategies.loo.skills.prospects import (
    fears_turn_up,
    misses_against,
    prospects_whatever_is_turned_up,
    stay_out,
)
from strategies.skills import by_position


def _stay(default: float, seat: str) -> Parameter:
    return Parameter(default, 0.0, 5.0, f"tricks with which the {seat} plays the dealt hand")


def _miss(default: float, seat: str) -> Parameter:
    return Parameter(
        default, -1, 3, f"most dealt hands in against which the {seat} takes the miss; -1 never",
        whole=True)


class Threshold(LooStrategy):
    """Plays from a number of expected tricks, takes the miss with few rivals, else drops.

    Tricks are those expected with the hand against the seats in and likely to come.
    Positions count from the dealer's left: with three players the dealer is the third seat, with
    two the second.  Against a double turned up, which the dealer may take, the others need more
    tricks, and leave the miss to seats after which few declare.  The defaults are tuned for four;
    for chips with three ``stay_3=1.1,miss_3=1`` lose less, with two ``stay_1=1.6,stay_2=2.15``.
    Games for points have defaults of their own (docs/solution.md).
    """

    name = "threshold"
    looks_at = "its hand, position, the seats already in, a double turned up"
    parameters = {  # noqa: RUF012  # read only
        "stay_1": _stay(1.7, "eldest hand"),
        "stay_2": _stay(1.35, "second seat"),
        "stay_3": _stay(1.3, "third seat"),
        "stay_4": _stay(1.45, "fourth seat"),
        "miss_1": _miss(0, "eldest hand"),
        "miss_2": _miss(0, "second seat"),
        "miss_3": _miss(0, "third seat"),
        "miss_4": _miss(1, "fourth seat"),
        "turned": Parameter(
            0.75, 0.0, 3.0, "tricks more, for all but the dealer, where a double is turned up"),
        "miss_turned": Parameter(
            1, 0, 3, "most seats yet to declare with which they take the miss there", whole=True),
    }

    defaults_by_table = {  # noqa: RUF012  # read only
        (game, "points", players): numbers for game in ("loo", "rounce")
        for players, numbers in {
            2: {"stay_1": 1.6, "stay_2": 2.15},
            3: {"stay_1": 1.48, "stay_2": 1.3, "stay_3": 1.21, "miss_3": 1, "turned": 0.844,
                "miss_turned": 3},
            4: {"stay_1": 1.62, "stay_2": 1.04, "stay_3": 0.92, "stay_4": 0.82, "miss_3": 1,
                "miss_4": 2, "turned": 0.562, "miss_turned": 3},
        }.items()}

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        tricks, _ = prospects_whatever_is_turned_up(view)
        fears = fears_turn_up(view)
        stay = by_position(view.position, p.stay_1, p.stay_2, p.stay_3, p.stay_4)
        if tricks >= (stay + p.turned if fears else stay):
            return PLAY
        if fears and view.players - 1 - view.position > p.miss_turned:
            return stay_out(view.legal)
        rivals = by_position(view.position, p.miss_1, p.miss_2, p.miss_3, p.miss_4)
        return MISS if misses_against(view.legal, view.stayed, rivals) else stay_out(view.legal)
