"""Domino Casino (Rules 5)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from boneyard.proof.table import Hand, checked, clockwise
from boneyard.proof.tiles import ends, is_double

FIRST_DRAW = 3
DOUBLE_BLANK = "0-0"
_REMOVED = {2: 0, 3: 1, 4: 0, 5: 3}


@dataclass
class Settlement:
    """What becomes of the bets and the pot."""

    rule: str  #: ``double_double``, ``double_blank``, ``double`` or ``matches``
    won: list[list[str]]  #: tiles that go to the stash of each seat
    pot: list[str]  #: the pot after the round


def settle_round(bets: list[str], dice: tuple[int, int], pot: list[str]) -> Settlement:
    """Settle a round, in the order of the rules' numbered list.

    ``bets``: the tile of each seat. ``dice``: numbers 1 to 6. ``pot``: as it was before the round.
    """
    rolled = f"{max(dice)}-{min(dice)}"
    # 1. and 3.: the winner takes all bets and the pot.
    all_to_winner = [[*bets, *pot] if bet == rolled else [] for bet in bets]
    if rolled in bets and is_double(rolled):
        return Settlement("double_double", all_to_winner, [])
    if DOUBLE_BLANK in bets:
        return Settlement("double_blank", [[] for _ in bets], [*pot, *bets])
    if rolled in bets:
        return Settlement("double", all_to_winner, [])
    return _matches(bets, dice, pot)


def _matches(bets: list[str], dice: tuple[int, int], pot: list[str]) -> Settlement:
    """Settle single blank winners, basic matches and losses (4. to 6.).

    A bet k-0 with k on a die takes every bet that shows k; what is left with a half on a die goes
    back to its owner; every other bet goes to the pot, which stays.
    """
    takers = {number: bets.index(f"{number}-0") for number in dice if f"{number}-0" in bets}
    won: list[list[str]] = [[] for _ in bets]
    lost = []
    for seat, bet in enumerate(bets):
        matched = [number for number in ends(bet) if number in dice]
        blank_winners = [takers[number] for number in matched if number in takers]
        if matched:
            won[blank_winners[0] if blank_winners else seat].append(bet)
        else:
            lost.append(bet)
    return Settlement("matches", won, [*pot, *lost])


@dataclass
class CasinoState:
    """Everything that has happened in a game so far; bets of the round are secret.

    A decider answers ``bet(state, hand)`` for every seat each round, the first roller first.
    """

    players: int
    first_roller: int  #: the seat that rolls the dice in the first round
    removed: list[str]  #: tiles taken out of the set before the game
    hand_index: int = 0  #: number of the game in its session: always 0
    round: int = 0  #: from 0
    pot: list[str] = field(default_factory=list)  #: before the round
    rounds: list[dict[str, Any]] = field(default_factory=list)  #: as the hand history has them

    def __post_init__(self) -> None:
        #: What each seat holds now, in the order drawn, and the tiles that it has won.
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        self.stash: list[list[str]] = [[] for _ in range(self.players)]
        #: The seat that rolls in this round, and the one that is asked.
        self.roller = self.seat = self.first_roller

    @property
    def position(self) -> int:
        """Place of the seat to act, 0 for the first roller."""
        return (self.seat - self.first_roller) % self.players


def play_game(
    players: int, first_roller: int, deck: Callable[[int], list[str]],
    dice: Callable[[int], tuple[int, int]], decider: Any,
) -> Hand:
    """Play a game, round by round, and return its hand history; the roll passes to the left.

    ``deck`` gives the 28 tiles of game 0 in drawing order: the tiles removed, then for each draw,
    seat by seat from the first roller, three tiles each at first and one each later. ``dice`` gives
    the roll of a round, by its number.
    """
    boneyard = list(deck(0))
    state = CasinoState(players, first_roller, boneyard[: _REMOVED[players]])
    del boneyard[: _REMOVED[players]]
    while boneyard or any(state.hands):
        _play_round(state, boneyard, dice, decider)
    # The most tiles in the stash win, ties share.
    most = max(map(len, state.stash))
    return {
        "hand": state.hand_index, "players": players, "rules": {}, "first_roller": first_roller,
        "removed": state.removed, "rounds": state.rounds, "stash": state.stash,
        "winners": [seat for seat, stash in enumerate(state.stash) if len(stash) == most],
    }


def _play_round(
    state: CasinoState, boneyard: list[str], dice: Callable[[int], tuple[int, int]], decider: Any
) -> None:
    """Draw, bet, roll and settle; every seat is asked before any of the bets leaves its hand."""
    order = clockwise(state.first_roller, range(state.players), state.players)
    # Three tiles each at first, later one each until the boneyard is empty.
    count = FIRST_DRAW if state.round == 0 else 1
    drawn: list[list[str]] = [[] for _ in order]
    for seat in order:
        drawn[seat] = boneyard[:count]
        del boneyard[:count]
        state.hands[seat] += drawn[seat]
    bets = [""] * state.players
    for seat in order:
        state.seat = seat
        hand = list(state.hands[seat])
        bets[seat] = checked(decider.bet(state, hand), hand, state, "rounds")
    for hand, bet in zip(state.hands, bets, strict=True):
        hand.remove(bet)
    first, second = roll = dice(state.round)
    if not (1 <= first <= 6 and 1 <= second <= 6):
        raise ValueError(f"rounds: dice {roll} of round {state.round} are no roll")
    settled = settle_round(bets, roll, state.pot)
    for stash, won in zip(state.stash, settled.won, strict=True):
        stash.extend(won)
    state.pot = settled.pot
    state.rounds.append({
        "roller": state.roller, "drawn": drawn, "bets": bets, "dice": list(roll),
        "rule": settled.rule, "won": settled.won, "pot": list(settled.pot)})
    state.round += 1
    state.roller = (state.roller + 1) % state.players
