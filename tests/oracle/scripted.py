"""Leads and follows from recorded tricks, as Loo, Rounce and Euchre share them."""

from .history import Hand, recorded, recorded_by
from .tricks import Lead, TrickState


class ScriptedTricks:
    """Plays the tricks as the hand histories say.

    Parameters
    ----------
    history : list of dict
        The hands of a session, from its first.
    """

    def __init__(self, history: list[Hand]) -> None:
        self.history = history

    def lead(self, state: TrickState, options: list[Lead]) -> Lead:
        """Answer with the first play of the next trick and its suit."""
        hand, trick = self.history[state.hand_index], len(state.tricks)
        return self._tile(state), recorded(hand, "tricks", trick, "suit")

    def follow(self, state: TrickState, legal: list[str]) -> str:
        """Answer with the next play of the trick."""
        return self._tile(state)

    def _tile(self, state: TrickState) -> str:
        turn = len(state.trick.plays) if state.trick else 0
        path = ("tricks", len(state.tricks), "plays", turn)
        recorded_by(self.history[state.hand_index], state.seat, *path)
        return recorded(self.history[state.hand_index], *path, 1)
