"""Two attitudes to the miss: always, and never."""

from __future__ import annotations

from typing import Any

from simulate.games.loo.views import MISS, PLAY, Declaring
from strategies.base import Parameter
from strategies.loo.base import LooStrategy
from strategies.loo.skills.prospects import prospects_of_play, stay_out
from strategies.skills import may


class MissLover(LooStrategy):
    """Takes the miss whenever there is one, unless it was dealt a fine hand."""

    name = "miss-lover"
    summary = "Takes the miss whenever there is one, unless it was dealt a fine hand."
    looks_at = "its hand, whether a miss is left, a double turned up"
    parameters = {  # noqa: RUF012  # read only
        "fine": Parameter(2.5, 0.0, 5.0, "tricks with which the dealt hand is played instead"),
        "stay": Parameter(1.0, 0.0, 5.0, "tricks to play with when no miss is left"),
    }

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        tricks, _ = prospects_of_play(view)
        if may(view.legal, MISS):
            return PLAY if tricks >= p.fine else MISS
        return PLAY if tricks >= p.stay else stay_out(view.legal)


class NeverMiss(LooStrategy):
    """Plays a hand worth a trick, drops any other, and leaves the miss to the rest."""

    name = "never-miss"
    summary = "Plays a hand worth a trick, drops any other, never takes the miss."
    looks_at = "its hand, the seats already in, a double turned up"
    parameters = {  # noqa: RUF012  # read only
        "stay": Parameter(1.0, 0.0, 5.0, "tricks to play with"),
    }

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        tricks, _ = prospects_of_play(view)
        return PLAY if tricks >= p.stay else stay_out(view.legal)
