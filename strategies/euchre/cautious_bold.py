"""The cautious and the bold: one rule, two appetites for the risk of being euchred."""

from __future__ import annotations

from typing import Any

from simulate.games.euchre.views import PASS, Calling
from strategies.base import Parameter
from strategies.euchre.base import EuchreStrategy
from strategies.euchre.skills.hand_strength import (
    best_suit,
    call_suit,
    company_of,
    point_odds,
    tricks_with,
)


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
    summary = "Makes trump only when it is all but sure of a point."
    parameters = _risks(0.2, 0.05)


class Bold(_Temper):
    """Makes trump on an even chance of a point."""

    name = "bold"
    summary = "Makes trump on an even chance of a point."
    parameters = _risks(0.5, 0.35)
