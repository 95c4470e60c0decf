"""Casino in plain Python: tiles, dice and views made again from the seed and the oracle's state.

The view is built here from the oracle's state and nothing else, and decisions left to
chance follow the exact definition of ``random`` in the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import SimpleNamespace
from typing import Any

from simulate.domino.tile_sets import count, nth
from simulate.games.casino.views import Betting
from simulate.runs.player import Player
from strategies.casino.base import CasinoStrategy
from tests.oracle.casino import CasinoState, play_game
from tests.oracle.tiles import ALL_TILES
from tests.simulate.machine.randomness import deck, hand_key, philox, pick, word

REMOVED = {2: 0, 3: 1, 4: 0, 5: 3}
ROUNDS = {2: 14, 3: 9, 4: 7, 5: 5}
BIT = {tile: 1 << number for number, tile in enumerate(
    sorted(ALL_TILES, key=lambda tile: (tile[0], tile[2])))}
_LOW = 2**64 - 1

Game = dict[str, Any]


class Witness(CasinoStrategy):
    """Its choice depends on every field of its view, so that none can be wrong unnoticed."""

    name = "witness"

    @staticmethod
    def bet(view, p):
        mixed = view.hand ^ view.pot << 7 ^ view.seen << 3 ^ view.stashes ^ view.word
        small = (view.seat, view.seats, view.position, view.round, view.rounds, view.pot_tiles,
                 view.undrawn)
        for field in small:
            mixed = (mixed & 0xFFFFFFFF ^ mixed >> 32) * 31 + field
        return nth(view.hand, (mixed * 40503 >> 9) % 65537 % count(view.hand))


def bits(tiles: Iterable[str]) -> int:
    return sum(BIT[tile] for tile in tiles)


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


class Seated:
    """A decider for the oracle that plays a line-up of strategies."""

    def __init__(self, players: Sequence[Player], seed: int, session: int) -> None:
        self.players, self.key = players, hand_key(seed, session, 0)

    def view(self, state: CasinoState, hand: list[str]) -> Betting:
        seats = state.players
        drawn = REMOVED[seats] + seats * (3 + state.round)
        return Betting(
            hand=bits(hand), seat=state.seat, seats=seats,
            position=(state.seat - state.roller) % seats, round=state.round,
            rounds=ROUNDS[seats], pot=bits(state.pot), pot_tiles=len(state.pot),
            stashes=sum(len(stash) << 8 * seat for seat, stash in enumerate(state.stash)),
            seen=sum(bits(entry["bets"]) for entry in state.rounds),
            undrawn=max(28 - drawn, 0), word=word(self.key, state.seat, state.round),
        )

    def bet(self, state: CasinoState, hand: list[str]) -> str:
        ordered = sorted(hand, key=BIT.__getitem__)
        player = self.players[state.seat]
        function = player.decisions["bet"]
        if function is None:
            return ordered[pick(word(self.key, state.seat, state.round), len(ordered))]
        if len(ordered) == 1:
            return ordered[0]
        answer = function(self.view(state, hand), SimpleNamespace(**player.parameters))
        return next(tile for tile in ordered if BIT[tile] == 1 << int(answer))


def by_oracle(players: Sequence[Player], seed: int, session: int) -> Game:
    """Play a game without any of the kernel's code."""
    first_roller, rolls = luck(seed, session, len(players))
    tiles = drawing_order(seed, session, len(players), first_roller)
    return play_game(
        len(players), first_roller, lambda _: tiles, lambda number: rolls[number],
        Seated(players, seed, session),
    )


def in_order(game: Game) -> Game:
    """Return a game with every list of tiles that has no order written highest tile first."""

    def ordered(tiles: Iterable[str]) -> list[str]:
        return sorted(tiles, reverse=True)

    rounds = [
        entry | {
            "drawn": [ordered(tiles) for tiles in entry["drawn"]],
            "won": [ordered(tiles) for tiles in entry["won"]], "pot": ordered(entry["pot"]),
        }
        for entry in game["rounds"]
    ]
    return game | {
        "removed": ordered(game["removed"]), "rounds": rounds,
        "stash": [ordered(tiles) for tiles in game["stash"]],
    }
