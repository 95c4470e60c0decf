"""How likely strategies were to declare, or at Euchre to call, what a player did.

Each is asked with the hand that the player had, as far as tiles are known, else with many that the
player may have had. No hand is played.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simulate.books.tally import Floats, Ints
from simulate.domino.tiles import ALL_TILES, members
from simulate.domino.trick_kit import TRICKS
from simulate.games.game import find_game
from simulate.games.spot import Events, asking
from simulate.machine.compiling import kernel
from simulate.machine.table import ask, whole_numbers
from simulate.runs.chunk import address_of, set_table
from simulate.runs.run import Player, Run

#: Hands that stand for those that a player may have had. A known hand is asked about as often: a
#: strategy may act at random.
_HANDS, _TIMES = 256, 16


@kernel
def _ask_all(rows: Any, begin: int, addresses: Any, parameters: Any, actions: Any) -> None:
    size = 8 * rows.shape[1]
    for k in addresses.nonzero()[0]:  # the others act at random
        for i in range(len(rows)):
            actions[k, i] = ask(addresses[k], whole_numbers(begin + i * size), parameters[k])


class Panel:
    """Players of one table who are asked what they would have declared."""

    def __init__(self, run: Run, players: Sequence[Player]) -> None:
        self.run, self.asking = run, asking(run.game)
        decision = self.asking.opens_with
        view = find_game(run.game).decisions[decision]
        self._hand, self._word = view["hand"], view["word"]
        self._legal, _ = self.asking.legal[decision]
        self._addresses = np.array([address_of(one, decision, view) for one in players])
        self._numbers = [one.numbers for one in players]  # kept alive: the kernel has addresses
        self._parameters = np.array([own.ctypes.data for own in self._numbers])
        self._row, self._table = set_table(run)

    def chances(self, hand: Mapping[str, Any], events: Events, index: int) -> tuple[Floats, int]:
        """Return the chance of each action by player, and which are legal, as bits."""
        entries, own, others = self.asking.opening(hand, self.run.rules, events, index)
        hands = _hands(own, ALL_TILES & ~(own | others), index)
        rows = np.tile(self._row, (len(hands), 1))
        for entry, value in entries.items():
            rows[:, entry] = value
        rows[:, self._hand] = hands
        rows[:, self._word] = np.random.default_rng(index).integers(1 << 62, size=len(hands))
        actions = np.zeros((len(self._addresses), len(hands)), np.int64)
        _ask_all(rows, rows.ctypes.data, self._addresses, self._parameters, actions)
        legal = entries[self._legal]
        chances = np.stack([(actions == action).mean(axis=1) for action in range(
            legal.bit_length())], axis=1)
        by_lot = [(legal >> action & 1) / legal.bit_count() for action in range(legal.bit_length())]
        return np.where(self._addresses[:, None] == 0, by_lot, chances), legal


def _hands(own: int, free: int, seed: int) -> Ints:
    """Return hands with some tiles, the others free ones: all of them where one is missing."""
    missing, tiles = TRICKS - own.bit_count(), 1 << np.array(list(members(free)), np.int64)
    if missing <= 0:
        return np.full(_TIMES, own)
    if missing == 1:
        return own | tiles
    draws = np.random.default_rng(seed).random((_HANDS, len(tiles)))
    return own | tiles[draws.argpartition(missing, axis=1)[:, :missing]].sum(axis=1)
