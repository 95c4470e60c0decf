"""Refereeing recorded games of Casino."""

from ..history import Hand, assert_replays, recorded, whole_deck
from ..seats import clockwise
from .game import CasinoState, play_game


class ScriptedDecider:
    """A decider that answers as the hand histories say.

    Parameters
    ----------
    history : list of dict
        One game: a session has a single object.
    """

    def __init__(self, history: list[Hand]) -> None:
        self.history = history

    def bet(self, state: CasinoState, hand: list[str]) -> str:
        """Answer with the bet of the seat in the round."""
        return recorded(self.history[state.hand_index], "rounds", state.round, "bets", state.seat)


def dealt_deck(game: Hand) -> list[str]:
    """Return a deck, in drawing order, that gives every seat what is recorded."""
    players = recorded(game, "players")
    order = clockwise(recorded(game, "first_roller"), range(players), players)
    known = list(recorded(game, "removed"))
    for index in range(len(recorded(game, "rounds"))):
        for seat in order:
            known += recorded(game, "rounds", index, "drawn", seat)
    return whole_deck(game, known)


def referee(history: list[Hand]) -> None:
    """Replay recorded games, each a session of its own, and assert that the records are right.

    Raises
    ------
    AssertionError
        Naming the game, as a hand, and the key of the first difference.
    """
    assert_replays(history, lambda: [_replayed(game) for game in history])


def _replayed(game: Hand) -> Hand:
    return play_game(
        players=recorded(game, "players"),
        first_roller=recorded(game, "first_roller"),
        deck=lambda hand_index: dealt_deck(game),
        dice=lambda index: recorded(game, "rounds", index, "dice"),
        decider=ScriptedDecider([game]),
    )
