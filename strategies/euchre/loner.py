"""A caller that weighs points, and knows when it is better alone."""

from __future__ import annotations

from typing import Any

from simulate.games.euchre.views import PASS, Calling
from strategies.base import Parameter
from strategies.euchre.base import EuchreStrategy
from strategies.euchre.skills.hand_strength import best_suit, call_suit, points_with


class Loner(EuchreStrategy):
    """Weighs the points of each call, alone or not, as far as they still count."""

    name = "loner"
    summary = "Makes the call with the most points to expect, alone when that pays more."
    looks_at = "its hand, who takes the turn-up, the score"
    parameters = {  # noqa: RUF012  # read only
        "accept": Parameter(0.35, -2.0, 4.0, "points to expect before it orders up"),
        "take": Parameter(-0.2, -2.0, 4.0, "points to expect before it picks the turn-up up"),
        "name": Parameter(-0.6, -2.0, 4.0, "points to expect before it names a suit"),
        "edge": Parameter(0.0, -2.0, 4.0, "points that going alone must add"),
    }

    @staticmethod
    def call(view: Calling, p: Any) -> int:
        suit, tricks = best_suit(view, 0)
        points = points_with(tricks, view.players, 0, view.own, view.other)
        lone_suit, lone_points = suit, points
        if view.players == 4:
            lone_suit, lone_tricks = best_suit(view, 1)
            lone_points = points_with(lone_tricks, view.players, 1, view.own, view.other) - p.edge
        needed = p.take if view.position == view.players - 1 else p.accept
        if max(points, lone_points) < (needed if view.round == 1 else p.name):
            return PASS
        alone = lone_points > points
        return call_suit(view.legal, lone_suit if alone else suit, alone, view.own)
