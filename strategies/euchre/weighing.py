"""Callers that weigh the tricks, or the points, to be expected of each suit."""

from __future__ import annotations

from typing import Any

from simulate.games.euchre.views import PASS, Calling, make
from strategies.base import Parameter
from strategies.euchre.base import EuchreStrategy
from strategies.euchre.skills.hand_strength import (
    best_suit,
    call_suit,
    company_of,
    may_go_alone,
    point_odds,
    points_with,
    tricks_with,
)
from strategies.skills import by_position


def _risks(euchre: float, alone: float) -> dict[str, Parameter]:
    return {
        "risk": Parameter(euchre, 0.0, 1.0, "most chance of being euchred it will run"),
        "alone": Parameter(alone, 0.0, 1.0, "most chance of being euchred alone it will run"),
    }


class _Temper(EuchreStrategy):
    """Makes trump if the chance of being euchred is no more than ``risk``."""

    looks_at = "its hand, who takes the turn-up, the chance of being euchred"

    @staticmethod
    def call(view: Calling, p: Any) -> int:
        suit, tricks = best_suit(view, 0)
        if 1.0 - point_odds(tricks, company_of(view.players, 0)) > p.risk:
            return PASS
        unaided = tricks_with(view, suit, 1)
        alone = 1.0 - point_odds(unaided, company_of(view.players, 1)) <= p.alone
        return call_suit(view.legal, suit, alone, view.own)


class Cautious(_Temper):
    """Makes trump only when it is all but sure of a point."""

    name = "cautious"
    parameters = _risks(0.2, 0.05)


class Bold(_Temper):
    """Makes trump on an even chance of a point."""

    name = "bold"
    parameters = _risks(0.5, 0.35)


def _accept(default: float, seat: str) -> Parameter:
    return Parameter(default, 0.0, 9.0, f"tricks with which the {seat} orders up; 9 never")


class Threshold(EuchreStrategy):
    """Makes trump from a number of expected tricks, alone from a higher one."""

    name = "threshold"
    looks_at = "its hand, position, who takes the turn-up"
    parameters = {  # noqa: RUF012  # read only
        "accept_1": _accept(3.3, "eldest hand"),
        "accept_2": _accept(3.2, "second seat"),
        "accept_3": _accept(3.2, "third seat"),
        "accept_4": _accept(2.9, "fourth seat"),
        "name": Parameter(2.3, 0.0, 9.0, "tricks with which it names a suit; 9 never"),
        "alone": Parameter(3.0, 0.0, 9.0, "tricks of its own to go alone with; 9 never"),
    }

    @staticmethod
    def call(view: Calling, p: Any) -> int:
        suit, tricks = best_suit(view, 0)
        needed = by_position(view.position, p.accept_1, p.accept_2, p.accept_3, p.accept_4)
        if tricks < (needed if view.round == 1 else p.name):
            return PASS
        if not may_go_alone(view.legal, suit, view.own):
            return make(suit, 0)
        return make(suit, int(tricks_with(view, suit, 1) >= p.alone))


class Loner(EuchreStrategy):
    """Makes the call with the most points to expect, alone when that pays more."""

    name = "loner"
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
