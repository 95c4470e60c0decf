"""Refereeing a recorded session of Domino Pool."""

from ..history import Hand, assert_replays, recorded, recorded_by, whole_deck
from ..seats import clockwise
from .line import Placing
from .session import play_session
from .state import PoolState, StarState


class ScriptedDecider:
    """A decider that answers as the hand histories say.

    Parameters
    ----------
    history : list of dict
        The hands of a session, from its first.
    """

    def __init__(self, history: list[Hand]) -> None:
        self.history = history

    def play(self, state: PoolState, options: list[Placing]) -> Placing:
        """Answer with the next play, which must be this seat's and no draw or pass."""
        hand, turn = self.history[state.hand_index], len(state.plays)
        recorded_by(hand, state.seat, "plays", turn)
        return recorded(hand, "plays", turn, "tile"), recorded(hand, "plays", turn, "end")

    def draw(self, state: PoolState) -> bool:
        """Answer whether the next entry, which must be this seat's, is a draw."""
        hand, turn = self.history[state.hand_index], len(state.plays)
        return "draw" in recorded_by(hand, state.seat, "plays", turn)

    def star(self, state: StarState) -> bool:
        """Answer whether the seat is among those that starred."""
        return state.seat in recorded(self.history[state.hand_index], "starred")


def dealt_deck(hand: Hand) -> list[str]:
    """Return a deck, in dealing order, that deals and draws the hand as it is recorded."""
    dealt = recorded(hand, "dealt")
    known: list[str] = []
    for seat in clockwise(recorded(hand, "leader"), range(len(dealt)), len(dealt)):
        known += dealt[seat] or []
    drawn = [play["draw"] for play in recorded(hand, "plays") if "draw" in play]
    undrawn = [tile for tile in recorded(hand, "stock") if tile not in drawn]
    return whole_deck(hand, [*known, *drawn, *undrawn])


def referee(history: list[Hand]) -> None:
    """Replay a recorded session from its first hand and assert that the record is right.

    Raises
    ------
    AssertionError
        Naming the hand and the key of the first difference.
    """
    first = history[0]
    assert_replays(
        history,
        lambda: play_session(
            players=recorded(first, "players"),
            rules=recorded(first, "rules"),
            leader_by_hand=lambda hand_index, seats: recorded(history[hand_index], "leader"),
            deck=lambda hand_index: dealt_deck(history[hand_index]),
            decider=ScriptedDecider(history),
            hands=len(history),
            first_leader=recorded(first, "leader"),
        ),
    )
