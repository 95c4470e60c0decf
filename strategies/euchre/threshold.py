"""A tunable strategy: so many tricks to order up, position by position, to name, to go alone."""

from __future__ import annotations

from typing import Any

from simulate.games.euchre.views import PASS, Calling, make
from strategies.base import Parameter
from strategies.euchre.base import EuchreStrategy
from strategies.euchre.skills.hand_strength import best_suit, may_go_alone, tricks_with
from strategies.skills import by_position


def _accept(default: float, seat: str) -> Parameter:
    return Parameter(default, 0.0, 9.0, f"tricks with which the {seat} orders up; 9 never")


class Threshold(EuchreStrategy):
    """Makes trump from so many tricks of its side, and goes alone from so many of its own."""

    name = "threshold"
    summary = "Makes trump from a number of expected tricks, alone from a higher one."
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
        unaided = tricks_with(view, suit, 1)
        return make(suit, int(unaided >= p.alone))
