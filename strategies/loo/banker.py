"""A strategy that counts chips: what staying in brings against what a loo would cost."""

from __future__ import annotations

from typing import Any

from simulate.games.loo.views import DROP, MISS, PLAY, TRICKS, Declaring
from simulate.machine.compiling import inlined
from strategies.base import Parameter
from strategies.loo.base import LooStrategy
from strategies.loo.skills.prospects import prospects_of_miss, prospects_of_play, stay_out
from strategies.skills import may


@inlined
def _chips(outlook: tuple[float, float], pool: int, fear: float) -> float:
    """Chips expected: a fifth of the pool a trick, less what a loo costs."""
    tricks, looed = outlook
    return tricks * (pool // TRICKS) - looed * fear


class Banker(LooStrategy):
    """Plays, misses or drops, whichever is worth most.

    A penalty goes to the next pool, of which every seat may expect its share. So a seat really
    loses three of four chips of a penalty with four players, and one of two with two.
    """

    name = "banker"
    summary = "Weighs its tricks against the price of being looed and takes what is worth most."
    looks_at = ("its hand, position, pool, penalty, the seats in and to come, a double turned up")
    parameters = {  # noqa: RUF012  # read only
        "sting": Parameter(1.1, 0.0, 3.0, "weight of what a penalty really costs; 0 fears nothing"),
        "lean": Parameter(-0.1, -2.0, 2.0, "tricks added to a hand or miss before weighing it"),
    }
    defaults_by_table = {  # noqa: RUF012  # read only
        (game, "points", players): {"sting": 1.0, "lean": 0.35}
        for game in ("loo", "rounce") for players in (3, 4)}

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        fear = p.sting * view.penalty * (view.players - 1) / view.players
        bonus = p.lean * (view.pool // TRICKS)
        playing = bonus + _chips(prospects_of_play(view), view.pool, fear)
        missing = bonus + _chips(prospects_of_miss(view), view.pool, fear)
        may_leave = may(view.legal, DROP)
        if may(view.legal, MISS) and missing > playing and (missing > 0.0 or not may_leave):
            return MISS
        return PLAY if playing > 0.0 else stay_out(view.legal)
