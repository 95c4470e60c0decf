"""A game of Domino Casino, round by round (Rules 5)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from ..choices import checked
from ..seats import checked_seat, clockwise
from ..tiles import checked_deck
from .settling import settle_round

FIRST_DRAW = 3
_REMOVED = {2: 0, 3: 1, 4: 0, 5: 3}


@dataclass
class CasinoState:
    """Everything that has happened in a game so far; bets of the round are secret.

    Attributes
    ----------
    players : int
        Seats at the table.
    first_roller : int
        The seat that rolls the dice in the first round.
    removed : list of str
        Tiles taken out of the set before the game.
    hands : list of list of str
        What each seat holds now, in the order drawn.
    stash : list of list of str
        Tiles won by each seat.
    hand_index : int
        Number of the game in its session: always 0.
    round : int
        Number of the round, from 0.
    roller : int
        The seat that rolls in this round.
    seat : int
        The seat that is asked.
    pot : list of str
        The pot before the round.
    rounds : list of dict
        Settled rounds as the hand history writes them.
    """

    players: int
    first_roller: int
    removed: list[str]
    hands: list[list[str]]
    stash: list[list[str]]
    roller: int
    seat: int
    hand_index: int = 0
    round: int = 0
    pot: list[str] = field(default_factory=list)
    rounds: list[dict[str, Any]] = field(default_factory=list)

    @property
    def position(self) -> int:
        """Place of the seat to act, 0 for the first roller."""
        return (self.seat - self.first_roller) % self.players


class CasinoDecider(Protocol):
    """Who decides; every seat is asked each round, the first roller first."""

    def bet(self, state: CasinoState, hand: list[str]) -> str:
        """Choose the tile of the hand that is bet."""


def play_game(
    players: int,
    first_roller: int,
    deck: Callable[[int], list[str]],
    dice: Callable[[int], tuple[int, int]],
    decider: CasinoDecider,
) -> dict[str, Any]:
    """Play a game and return its hand history.

    Parameters
    ----------
    players : int
        Seats at the table, 2 to 5.
    first_roller : int
        The seat that rolls first; the roll passes to the left.
    deck : callable
        Gives the 28 tiles of game 0 in drawing order: the tiles removed, then for each draw, seat
        by seat from the first roller, three tiles each at first and one each later.
    dice : callable
        Gives the roll of a round, by its number.
    decider : CasinoDecider
        Answers for every seat.

    Raises
    ------
    IllegalChoice
        If the decider bets a tile that it does not hold.
    """
    if players not in _REMOVED:
        raise ValueError(f"players: {players} cannot play casino")
    checked_seat(first_roller, players, "first_roller")
    boneyard = checked_deck(deck(0))
    removed = boneyard[: _REMOVED[players]]
    del boneyard[: _REMOVED[players]]
    state = CasinoState(
        players=players,
        first_roller=first_roller,
        removed=removed,
        hands=[[] for _ in range(players)],
        stash=[[] for _ in range(players)],
        roller=first_roller,
        seat=first_roller,
    )
    while boneyard or any(state.hands):
        _play_round(state, boneyard, dice, decider)
    return _game_history(state)


def _play_round(
    state: CasinoState,
    boneyard: list[str],
    dice: Callable[[int], tuple[int, int]],
    decider: CasinoDecider,
) -> None:
    """Draw, bet, roll and settle."""
    drawn = _draw(state, boneyard)
    bets = _take_bets(state, decider)
    roll = _checked_roll(dice(state.round), state)
    settlement = settle_round(bets, roll, state.pot)
    for stash, won in zip(state.stash, settlement.won, strict=True):
        stash.extend(won)
    state.pot = settlement.pot
    state.rounds.append(
        {
            "roller": state.roller,
            "drawn": drawn,
            "bets": bets,
            "dice": list(roll),
            "rule": settlement.rule,
            "won": settlement.won,
            "pot": list(settlement.pot),
        }
    )
    state.round += 1
    state.roller = (state.roller + 1) % state.players


def _from_first_roller(state: CasinoState) -> list[int]:
    return clockwise(state.first_roller, range(state.players), state.players)


def _draw(state: CasinoState, boneyard: list[str]) -> list[list[str]]:
    """Draw three tiles each at first, later one each until the boneyard is empty."""
    count = FIRST_DRAW if state.round == 0 else 1
    drawn: list[list[str]] = [[] for _ in range(state.players)]
    for seat in _from_first_roller(state):
        drawn[seat] = boneyard[:count]
        del boneyard[:count]
        state.hands[seat] += drawn[seat]
    return drawn


def _take_bets(state: CasinoState, decider: CasinoDecider) -> list[str]:
    """Ask every seat for its bet before any of the bets leaves its hand."""
    bets = [""] * state.players
    for seat in _from_first_roller(state):
        state.seat = seat
        hand = list(state.hands[seat])
        bets[seat] = checked(decider.bet(state, hand), hand, state, "rounds")
    for hand, bet in zip(state.hands, bets, strict=True):
        hand.remove(bet)
    return bets


def _checked_roll(roll: tuple[int, int], state: CasinoState) -> tuple[int, int]:
    first, second = roll
    if not (1 <= first <= 6 and 1 <= second <= 6):
        raise ValueError(f"rounds: dice {roll} of round {state.round} are no roll")
    return first, second


def _game_history(state: CasinoState) -> dict[str, Any]:
    """Write the game down; the most tiles in the stash win, ties share."""
    most = max(len(stash) for stash in state.stash)
    return {
        "hand": state.hand_index,
        "players": state.players,
        "rules": {},
        "first_roller": state.first_roller,
        "removed": state.removed,
        "rounds": state.rounds,
        "stash": state.stash,
        "winners": [seat for seat, stash in enumerate(state.stash) if len(stash) == most],
    }
