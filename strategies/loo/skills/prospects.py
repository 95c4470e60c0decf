"""What staying in may bring: tricks, and the chance of being looed.

Both depend on the strength of the hand and on the number of rivals, and that depends on the seats
still to declare.  The numbers below were fitted to simulated hands in which one seat played
whatever it was dealt, or took the miss whenever it could; they lie between those at a table of
``banker`` and at mixed tables.  They are worked out when this module is imported; a strategy looks
up two of them.

The numbers for a double turned up were measured in 12,000 hands of four players and 8,000 of three,
in which one seat played, or took the miss, whatever it was dealt among players of ``pocket-rule``.
"""

from itertools import product

import numpy as np

from simulate.domino.tile_sets import count
from simulate.domino.tiles import DOUBLES
from simulate.domino.tricks import TRUMPS
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY, SEATS, TRICKS, Declaring
from simulate.machine.compiling import inlined
from strategies.loo.skills.hand_strength import playing_strength
from strategies.skills import may

#: Tricks against 1, 2 and 3 rivals, by players, as (at strength 0, a trick of strength);
#: then log-odds of being looed, likewise.  The first numbers are for rivals who all declared before
#: this seat; the second for one or more who came in after it, and who had reason to.
_LINES = {
    2: (
        (((1.06, 1.04), (1.08, -2.65)),),
        (((0.64, 0.93), (0.11, -1.27)),),
    ),
    3: (
        (((0.64, 1.12), (1.21, -2.62)), ((0.07, 1.09), (1.86, -2.71))),
        (((0.57, 0.91), (0.14, -1.25)), ((0.13, 0.88), (1.50, -1.95))),
    ),
    4: (
        (
            ((0.23, 1.15), (1.89, -2.68)),
            ((-0.04, 1.10), (2.15, -2.79)),
            ((-0.01, 1.00), (2.14, -2.98)),
        ),
        (
            ((0.37, 0.95), (0.41, -1.28)),
            ((0.06, 0.82), (1.72, -1.90)),
            ((0.04, 0.75), (2.22, -2.28)),
        ),
    ),
}

#: A seat stays in with this chance when 0, 1, 2 or 3 others are in already:
#: by players, first for the dealer, who can take the turn-up, then for the others.
_STAYS = {
    2: ((0.0, 1.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)),
    3: ((0.0, 0.92, 0.68, 0.0), (0.8, 0.6, 0.0, 0.0)),
    4: ((0.0, 0.95, 0.65, 0.42), (0.85, 0.45, 0.22, 0.1)),
}

#: A miss against 1, 2 and 3 rivals: (tricks, looed); by players, and by what is known:
#: nobody has declared to stay in, all of those in play dealt hands, one took the miss.
_MISS = {
    2: (((1.82, 0.28),), ((1.75, 0.32),), ((2.42, 0.23),)),
    3: (
        ((1.70, 0.28), (0.95, 0.46)),
        ((1.70, 0.32), (0.78, 0.54)),
        ((2.45, 0.22), (1.15, 0.42)),
    ),
    4: (
        ((2.40, 0.20), (1.12, 0.42), (0.50, 0.66)),
        ((2.25, 0.25), (1.03, 0.46), (0.50, 0.67)),
        ((2.25, 0.25), (1.03, 0.46), (0.50, 0.67)),
    ),
}
#: With four players each trump thrown away with the dealt hand is missing in the boneyard.
_MISS_TRUMP = ((-0.25, 0.02), (-0.19, 0.06), (-0.10, 0.06))

_STEPS = 16  # of strength, to a trick
_LEAST = -0.5
_CLASSES = 128
_OWN = 6
_DIGITS = 6  # rounded, so that the last bit of a machine cannot change a declaration


def _rival_chances(players: int, position: int, known: int) -> list[float]:
    """Chances of 0, 1, 2 and 3 rivals when ``known`` of those before are in."""
    chances = [0.0] * SEATS
    chances[known] = 1.0
    for later in range(position + 1, players):
        stays = _STAYS[players][0 if later == players - 1 else 1]
        after = [0.0] * (SEATS + 1)
        for rivals, chance in enumerate(chances):
            # The seat that asks is in as well.
            joins = stays[min(rivals + 1, SEATS - 1)]
            after[rivals + 1] += chance * joins
            after[rivals] += chance * (1.0 - joins)
        chances = after[:SEATS]
    return chances


def _outlook(strength: np.ndarray, players: int, rivals: int, behind: bool) -> np.ndarray:
    """Tricks and chances of being looed for hands that are played."""
    if rivals == 0:
        return np.stack([np.full_like(strength, TRICKS), np.zeros_like(strength)], axis=-1)
    (least, slope), (odds, fall) = _LINES[players][behind][rivals - 1]
    looed = 1.0 / (1.0 + np.exp(-(odds + fall * strength)))
    tricks = np.clip(least + slope * strength, 1.0 - looed, TRICKS)
    return np.stack([tricks, looed], axis=-1)


def _miss_outlook(players: int, rivals: int, known: int, own: int) -> tuple[float, float]:
    """Tricks and chance of being looed for a seat that takes the miss."""
    if rivals == 0:
        return float(TRICKS), 0.0
    tricks, looed = _MISS[players][known][rivals - 1]
    if players == SEATS:
        fewer, more = _MISS_TRUMP[rivals - 1]
        tricks, looed = tricks + fewer * own, looed + more * own
    return max(tricks, 0.25), min(looed, 0.9)


def _tables() -> tuple[np.ndarray, np.ndarray]:
    """Outlooks by players, position and rivals known: of hands by strength, and of a miss."""
    strength = _LEAST + (np.arange(_CLASSES) + 0.5) / _STEPS
    play = np.zeros((SEATS + 1, SEATS, SEATS, _CLASSES, 2))
    miss = np.zeros((SEATS + 1, SEATS, SEATS, 2, _OWN, 2))
    for players, position, known in product((2, 3, 4), range(SEATS), range(SEATS)):
        if not known <= position < players:
            continue
        for rivals, chance in enumerate(_rival_chances(players, position, known)):
            if not chance:
                continue
            at = players, position, known
            play[at] += chance * _outlook(strength, players, rivals, rivals > known)
            for misser, own in product(range(2), range(_OWN)):
                outlook = _miss_outlook(players, rivals, 1 + misser if known else 0, own)
                miss[at][misser, own] += chance * np.array(outlook)
    return play.round(_DIGITS).ravel(), miss.round(_DIGITS).ravel()


_PLAY, _MISS_OUTLOOK = _tables()


@inlined
def stay_out(legal: int) -> int:
    """Return what a seat declares that does not play for itself."""
    if may(legal, FOR_POOL):
        return FOR_POOL
    return DROP if may(legal, DROP) else PLAY


@inlined
def misses_against(legal: int, stayed: int, most: float) -> bool:
    """Return whether a seat takes the miss: against ``most`` dealt hands, or if it cannot drop."""
    return may(legal, MISS) and (count(stayed) <= most or (most >= 0 and not may(legal, DROP)))


@inlined
def fears_turn_up(view: Declaring) -> bool:
    """Return whether a double is turned up that another seat, the dealer, may take."""
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
    value = playing_strength(view.hand, view.trump, view.turn_up, view.position == view.players - 1)
    known, strength = count(view.stayed | view.missed), int((value - _LEAST) * _STEPS)
    at = (view.players * SEATS + view.position) * SEATS + known
    at = 2 * (at * _CLASSES + min(max(strength, 0), _CLASSES - 1))
    return _PLAY[at], _PLAY[at + 1]


@inlined
def prospects_of_play(view: Declaring) -> tuple[float, float]:
    """Return (tricks, chance of being looed) if the dealt hand is played."""
    return _against_double(view, prospects_whatever_is_turned_up(view), _PLAY_FEWER, _PLAY_LOOED)


@inlined
def prospects_of_miss(view: Declaring) -> tuple[float, float]:
    """Return (tricks, chance of being looed) if the miss is taken; no hope if none is left."""
    if not may(view.legal, MISS):
        return 0.0, 1.0
    own, known = count(view.hand & TRUMPS[view.trump]), count(view.stayed | view.missed)
    at = ((view.players * SEATS + view.position) * SEATS + known) * 2 + (view.missed != 0)
    at = 2 * (at * _OWN + own)
    outlook = _MISS_OUTLOOK[at], _MISS_OUTLOOK[at + 1]
    return _against_double(view, outlook, _MISS_FEWER, _MISS_LOOED)
