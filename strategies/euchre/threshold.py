"""A tunable strategy: so many tricks to accept, to name a suit, and to go alone."""

from __future__ import annotations

from typing import Any

from simulate.euchre.calls import PASS
from simulate.euchre.views import Calling
from strategies.base import Parameter
from strategies.euchre.base import EuchreStrategy
from strategies.euchre.calling import best_suit, call_suit
from strategies.euchre.hand import tricks_with


class Threshold(EuchreStrategy):
    """Makes trump from so many tricks, and goes alone from so many more.

    Tricks are those that the makers may be expected to take, whoever takes the turn-up.
    """

    name = "threshold"
    summary = "Makes trump from a number of expected tricks, alone from a higher one."
    looks_at = "its hand, who takes the turn-up"
    parameters = {  # noqa: RUF012  # read only
        "accept": Parameter(2.5, 0.0, 6.0, "tricks with which it accepts the suit turned"),
        "name": Parameter(2.5, 0.0, 6.0, "tricks with which it names a suit"),
        "alone": Parameter(3.1, 0.0, 6.0, "tricks of its own with which it goes alone"),
    }

    @staticmethod
    def call(view: Calling, p: Any) -> int:
        suit, tricks = best_suit(
            view.hand, view.legal, view.turn_up, view.round, view.position, view.players, 0)
        if tricks < (p.accept if view.round == 1 else p.name):
            return PASS
        unaided = tricks_with(
            view.hand, suit, view.turn_up, view.round, view.position, view.players, 1)
        return call_suit(view.legal, suit, unaided >= p.alone)
