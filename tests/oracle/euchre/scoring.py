"""Points of a hand and the end of the game (Rules 3, *Score*)."""

from .state import EuchreState

GAME_POINTS = 5
MATCH_TRICKS = 5
POINT_TRICKS = 3


def side_of(seat: int, players: int) -> list[int]:
    """Return the seats that score together: with four players partners, else the seat alone."""
    return sorted({seat, (seat + 2) % 4}) if players == 4 else [seat]


def hand_points(state: EuchreState) -> list[int]:
    """Return the points of the hand by seat; partners carry the same number.

    The makers score 2 for all five tricks (alone 4) and 1 for three or four; with fewer they are
    euchred and every other seat scores 2. A void hand scores nothing.
    """
    if state.maker is None:
        return [0] * state.players
    makers = side_of(state.maker, state.players)
    tricks = sum(state.tricks_won[seat] for seat in makers)
    euchred = tricks < POINT_TRICKS
    if euchred:
        worth = 2
    elif tricks < MATCH_TRICKS:
        worth = 1
    else:
        worth = 4 if state.alone else 2
    return [worth if (seat in makers) != euchred else 0 for seat in range(state.players)]


def game_winners(scores: list[int]) -> list[int]:
    """Return the seats at five points; two that reach it together share the win."""
    return [seat for seat, score in enumerate(scores) if score >= GAME_POINTS]
