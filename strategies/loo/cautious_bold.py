"""The cautious and the bold: one rule, two appetites for the risk of being looed."""

from __future__ import annotations

from typing import Any

from simulate.games.loo.views import MISS, PLAY, Declaring
from strategies.base import Parameter
from strategies.loo.base import LooStrategy
from strategies.loo.skills.prospects import prospects_of_miss, prospects_of_play, stay_out
from strategies.skills import may


def _risk(default: float) -> dict[str, Parameter]:
    return {"risk": Parameter(default, 0.0, 1.0, "most chance of being looed it will run")}


class _Temper(LooStrategy):
    """Stays in, the safer way, if the chance of being looed is no more than ``risk``."""

    looks_at = "its hand, the chance of being looed with it or after a miss, a double turned up"

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        _, playing = prospects_of_play(view)
        _, missing = prospects_of_miss(view)
        out = stay_out(view.legal)
        if min(playing, missing) > p.risk and out != PLAY:
            return out
        return MISS if missing < playing and may(view.legal, MISS) else PLAY


class Cautious(_Temper):
    """Stays in only when it is all but sure of a trick."""

    name = "cautious"
    summary = "Stays in only when it is all but sure of a trick."
    parameters = _risk(0.25)


class Bold(_Temper):
    """Stays in with an even chance of a trick."""

    name = "bold"
    summary = "Stays in as soon as a trick is as likely as not."
    parameters = _risk(0.55)
