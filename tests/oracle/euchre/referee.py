"""Refereeing a recorded session of Euchre."""

from ..history import Hand, assert_replays, recorded, recorded_by, whole_deck
from ..scripted import ScriptedTricks
from ..seats import clockwise
from .session import play_session
from .state import Call, EuchreState


class ScriptedDecider(ScriptedTricks):
    """A decider that answers as the hand histories say."""

    def call(self, state: EuchreState, legal: list[Call]) -> Call:
        """Answer with the next call of the auction, which must be this seat's."""
        hand, turn = self.history[state.hand_index], len(state.auction)
        entry = recorded_by(hand, state.seat, "auction", turn)
        kind = recorded(hand, "auction", turn, "call")
        if kind == "pass":
            return ("pass",)
        alone = entry.get("alone", False)
        if kind == "name":
            return kind, recorded(hand, "auction", turn, "suit"), alone
        return kind, alone

    def dealer_discard(self, state: EuchreState, six_tiles: list[str]) -> str:
        """Answer with the dealer's discard."""
        return recorded(self.history[state.hand_index], "dealer_discard")


def dealt_deck(hand: Hand) -> list[str]:
    """Return a deck, in dealing order, that deals the hand as it is recorded."""
    dealt = recorded(hand, "dealt")
    left_of_dealer = recorded(hand, "dealer") + 1
    known: list[str] = []
    for seat in clockwise(left_of_dealer, range(len(dealt)), len(dealt)):
        known += dealt[seat] or []
    return whole_deck(hand, [*known, recorded(hand, "turn_up")])


def referee(history: list[Hand]) -> None:
    """Replay a recorded game from its first hand and assert that the record is right.

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
            first_dealer=recorded(first, "dealer"),
            deck=lambda hand_index: dealt_deck(history[hand_index]),
            decider=ScriptedDecider(history),
            hands=len(history),
        ),
    )
