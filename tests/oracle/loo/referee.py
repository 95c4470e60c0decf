"""Refereeing a recorded session of Loo or Rounce."""

from typing import Any

from ..history import Hand, assert_replays, recorded, recorded_by, whole_deck
from ..scripted import ScriptedTricks
from ..seats import clockwise
from .session import play_session
from .state import LooState


class ScriptedDecider(ScriptedTricks):
    """A decider that answers as the hand histories say."""

    def declare(self, state: LooState, legal: list[str]) -> str:
        """Answer with the next declaration, which must be this seat's."""
        hand, turn = self.history[state.hand_index], len(state.declarations)
        recorded_by(hand, state.seat, "declarations", turn)
        return recorded(hand, "declarations", turn, "action")

    def take_turn_up(self, state: LooState) -> bool:
        """Answer whether the dealer's declaration says so."""
        return self._in_declaration(state).get("takes_turn_up", False)

    def discard_for_turn_up(self, state: LooState, hand: list[str]) -> str:
        """Answer with the discard of the dealer's declaration."""
        return self._discarded(state, 0)

    def discard_after_miss(self, state: LooState, drawn: list[str]) -> list[str]:
        """Answer with the discards of the seat's declaration."""
        return self._discarded(state)

    def _in_declaration(self, state: LooState) -> dict[str, Any]:
        return recorded(*self._path(state))

    def _discarded(self, state: LooState, *index: int) -> Any:
        return recorded(*self._path(state), "discarded", *index)

    def _path(self, state: LooState) -> tuple[Hand, str, int]:
        """Return where the declaration in progress is recorded."""
        return self.history[state.hand_index], "declarations", len(state.declarations) - 1


def dealt_deck(hand: Hand) -> list[str]:
    """Return a deck, in dealing order, that deals the hand as it is recorded."""
    dealt = recorded(hand, "dealt")
    left_of_dealer = recorded(hand, "dealer") + 1
    known: list[str] = []
    for seat in clockwise(left_of_dealer, range(len(dealt)), len(dealt)):
        known += dealt[seat] or []
    known.append(recorded(hand, "turn_up"))
    for declaration in recorded(hand, "declarations"):
        known += declaration.get("drawn", [])
    return whole_deck(hand, known)


def _rules_of(history: list[Hand]) -> dict[str, Any]:
    """Return the rules of the session.

    A history writes the penalty in chips (Formats, *loo, rounce*). Where it changes from hand to
    hand it was agreed on as a multiple of the seats in the session.
    """
    rules = dict(recorded(history[0], "rules"))
    penalties = {recorded(hand, "rules").get("penalty") for hand in history}
    if len(penalties) > 1:
        kind, _, chips = rules["penalty"].partition(":")
        seats = sum(tiles is not None for tiles in recorded(history[0], "dealt"))
        rules["penalty"] = f"{kind}:{int(chips or 0) // seats}n"
    return rules


def referee(history: list[Hand]) -> None:
    """Replay a recorded session from its first hand and assert that the record is right.

    Raises
    ------
    AssertionError
        Naming the hand and the key of the first difference.
    """
    assert_replays(history, lambda: _replay(history))


def _replay(history: list[Hand]) -> list[Hand]:
    """Play the session again as it is recorded."""
    first, rules = history[0], _rules_of(history)
    return play_session(
        game="loo" if "scoring" in rules else "rounce",
        players=recorded(first, "players"),
        rules=rules,
        first_dealer=recorded(first, "dealer"),
        deck=lambda hand_index: dealt_deck(history[hand_index]),
        decider=ScriptedDecider(history),
        hands=len(history),
    )
