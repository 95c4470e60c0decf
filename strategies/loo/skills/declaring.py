"""Small questions that declarations ask."""

from __future__ import annotations

from simulate.domino.tile_sets import count
from simulate.domino.tiles import DOUBLES
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY, Declaring
from simulate.machine.compiling import inlined
from strategies.loo.skills.hand_strength import playing_strength
from strategies.loo.skills.prospects import miss_outlook, play_outlook


@inlined
def may(legal: int, action: int) -> bool:
    """Tell whether an action is allowed."""
    return bool(legal >> action & 1)


@inlined
def stay_out(legal: int) -> int:
    """Return what a seat declares that does not want to play for itself. It plays for the pool
    where that is offered, since it costs nothing and keeps chips in the pool; otherwise it drops;
    of two players it has to play.
    """
    if may(legal, FOR_POOL):
        return FOR_POOL
    return DROP if may(legal, DROP) else PLAY


@inlined
def misses_against(legal: int, stayed: int, most: float) -> bool:
    """Tell whether a seat takes the miss if it does so against at most ``most`` dealt hands. Rivals
    who took the miss do not count: their hands are no better than one's own would be. A seat that
    cannot drop must play some hand, and takes the miss unless ``most`` is -1.
    """
    return may(legal, MISS) and (count(stayed) <= most or (most >= 0 and not may(legal, DROP)))


@inlined
def fears_turn_up(view: Declaring) -> bool:
    """Tell whether a double is turned up that another seat, the dealer, may take: it is the best
    trump.
    """
    return bool(view.position < view.players - 1 and DOUBLES >> view.turn_up & 1)


@inlined
def prospects_of_play(view: Declaring) -> tuple[float, float]:
    """Return (tricks, chance of being looed) if the dealt hand is played."""
    value = playing_strength(
        view.hand, view.trump, view.turn_up, view.position == view.players - 1)
    return play_outlook(value, view.players, view.position, count(view.stayed | view.missed))


@inlined
def prospects_of_miss(view: Declaring) -> tuple[float, float]:
    """Return (tricks, chance of being looed) if the miss is taken; no hope if none is left."""
    if not may(view.legal, MISS):
        return 0.0, 1.0
    return miss_outlook(view.hand, view.trump, view.players, view.position,
                        count(view.stayed | view.missed), view.missed)
