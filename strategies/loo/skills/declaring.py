"""Small questions that declarations ask.

The numbers for a double turned up were measured in 12,000 hands of four players and 8,000 of three,
in which one seat played, or took the miss, whatever it was dealt among players of ``pocket-rule``:
with such a turn-up the dealt hand took 0.1 to 0.6 tricks less than ``prospects`` says and was looed
0.01 to 0.12 more often, the miss 0.2 to 0.7 less and up to 0.17 more often; with another tile both
are right on average.
"""

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


#: Tricks fewer, and chance of being looed more, against a double that is turned up: with the dealt
#: hand, and after a miss.
_PLAY_FEWER, _PLAY_LOOED = 0.3, 0.06
_MISS_FEWER, _MISS_LOOED = 0.5, 0.1


@inlined
def _against_double(
    view: Declaring, outlook: tuple[float, float], fewer: float, more: float
) -> tuple[float, float]:
    """Return an outlook where a double may be turned up that the dealer may take."""
    tricks, looed = outlook
    if fears_turn_up(view):
        return max(tricks - fewer, 0.0), min(looed + more, 1.0)
    return tricks, looed


@inlined
def prospects_whatever_is_turned_up(view: Declaring) -> tuple[float, float]:
    """Return (tricks, chance of being looed) if the dealt hand is played, over all turn-ups."""
    value = playing_strength(
        view.hand, view.trump, view.turn_up, view.position == view.players - 1)
    return play_outlook(value, view.players, view.position, count(view.stayed | view.missed))


@inlined
def prospects_of_play(view: Declaring) -> tuple[float, float]:
    """Return (tricks, chance of being looed) if the dealt hand is played."""
    return _against_double(view, prospects_whatever_is_turned_up(view), _PLAY_FEWER, _PLAY_LOOED)


@inlined
def prospects_of_miss(view: Declaring) -> tuple[float, float]:
    """Return (tricks, chance of being looed) if the miss is taken; no hope if none is left."""
    if not may(view.legal, MISS):
        return 0.0, 1.0
    outlook = miss_outlook(view.hand, view.trump, view.players, view.position,
                           count(view.stayed | view.missed), view.missed)
    return _against_double(view, outlook, _MISS_FEWER, _MISS_LOOED)
