"""Casino's tiles and dice made again from the seed, and what its seats are shown."""

from typing import Any

from boneyard.proof.randomness import deck, philox
from boneyard.proof.seated import Seated as SeatedAnywhere
from boneyard.proof.seated import mixed, packed, tile_number, tiles
from simulate.domino.tile_sets import count, nth
from simulate.games.casino.rules import Betting
from simulate.runs.run import Run
from strategies.casino.base import CasinoStrategy
from tests.oracle.casino import CasinoState, play_game

REMOVED = {2: 0, 3: 1, 4: 0, 5: 3}
ROUNDS = {2: 14, 3: 9, 4: 7, 5: 5}
_LOW = 2**64 - 1


class Witness(CasinoStrategy):
    """Its choice depends on every field of its view, so that none can be wrong unnoticed."""

    name = "witness"

    @staticmethod
    def bet(view, p):
        large = view.hand ^ view.pot << 7 ^ view.seen << 3 ^ view.stashes ^ view.word
        small = (view.seat, view.seats, view.position, view.round, view.rounds, view.pot_tiles,
                 view.undrawn)
        return nth(view.hand, mixed(large, small) % count(view.hand))


def luck(seed: int, session: int, players: int) -> tuple[int, list[tuple[int, int]]]:
    """Return the first roller and all rolls of a game."""
    word, *others = philox((session, 0, 1, 0), (seed, 0))[1:]
    first_roller, word = word * players >> 64, word * players & _LOW
    rolls = []
    for left_over in (word, *others):
        for _ in range(5):
            rolls.append((left_over * 36 >> 64) // 6 + 1)
            rolls.append((left_over * 36 >> 64) % 6 + 1)
            left_over = left_over * 36 & _LOW
    return first_roller, list(zip(rolls[::2], rolls[1::2], strict=True))


def drawing_order(seed: int, session: int, players: int, first_roller: int) -> list[str]:
    """Return the deck as the oracle draws it: from the first roller on, three tiles at first.

    The kernel deals two tiles a seat from seat 0 on, then one a seat before every round.
    """
    tiles = deck(seed, session, 0)
    dealt = tiles[REMOVED[players] :]
    two, ones = dealt[: 2 * players], dealt[2 * players :]
    order = [(first_roller + k) % players for k in range(players)]
    drawn = tiles[: REMOVED[players]]
    for seat in order:
        drawn += [*two[2 * seat : 2 * seat + 2], ones[seat]]
    for number in range(1, len(ones) // players):
        drawn += [ones[players * number + seat] for seat in order]
    return drawn


class Seated(SeatedAnywhere):
    """A decider for the oracle that plays the line-up of a run."""

    def view(self, state: CasinoState, hand: list[str]) -> Betting:
        seats = state.players
        drawn = REMOVED[seats] + seats * (3 + state.round)
        return Betting(
            hand=tiles(hand), seat=state.seat, seats=seats,
            position=(state.seat - state.roller) % seats, round=state.round,
            rounds=ROUNDS[seats], pot=tiles(state.pot), pot_tiles=len(state.pot),
            stashes=packed(map(len, state.stash), 8),
            seen=sum(tiles(entry["bets"]) for entry in state.rounds),
            undrawn=max(28 - drawn, 0), word=self.word(state, state.round),
        )

    def bet(self, state: CasinoState, hand: list[str]) -> str:
        return self.one_of(state, "bet", hand, tile_number, self.word(state, state.round),
                           lambda: self.view(state, hand))


def rule_of(entry: dict[str, Any], bet: str) -> str:
    """Return the rule by which a bet of a round wins, if it does: a blank has one of its own."""
    if entry["rule"] != "matches":
        return str(entry["rule"])
    return "blank" if bet.endswith("0") else "basic"


def by_oracle(run: Run, session: int) -> list[dict[str, Any]]:
    """Play a game without any of the kernel's code."""
    players = len(run.players)
    first_roller, rolls = luck(run.seed, session, players)
    order = drawing_order(run.seed, session, players, first_roller)
    return [play_game(players, first_roller, lambda _: order, rolls.__getitem__,
                      Seated(run, session))]
