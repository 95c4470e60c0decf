"""Single hands beside their cells: how far what is best in a cell may be wrong for a hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice

import numpy as np

from reports.moves import MoveValues
from reports.studies.advise.decision import answers_to
from reports.studies.advise.decision_input import read_decision
from reports.studies.advise.stakes import Table
from reports.studies.call.chart import LEAST
from reports.typed.told import Told
from simulate.books.tally import Floats
from simulate.branch.limits import Limits
from simulate.branch.pricing import Prices
from simulate.domino.tiles import HIGH, LOW, TILES, mask, names
from simulate.games.euchre.row import TRICKS
from simulate.theory.euchre.auctions import Node
from simulate.theory.euchre.hand_kinds import kind_of, parts_of

#: Games won are counted of so many.
HUNDRED = 100
#: A hand is strong with so many trumps, counted as its cell counts them.
STRONG = 3
#: Hands that tell how far those of a cell differ, weak ones and as many strong ones, the deals for
#: each of them, and their seed.
HANDS, _DEALS, _SEED = 40, Limits(512, 512), 17


def cell_of(hand: int, turn_up: int, is_dealer: bool) -> int:
    """Return the cell of a hand in the first round: below ``CELLS``.

    ``hand``: five tiles, as a set. ``is_dealer``: a dealer counts the turn-up: it would be taken
    up.
    """
    held = hand | 1 << turn_up if is_dealer else hand
    double = HIGH[turn_up] == LOW[turn_up] and not is_dealer
    return 2 * kind_of(held, int(HIGH[turn_up])) + int(double)


def is_strong(cell: int) -> bool:
    """Tell whether the hands of a cell are strong."""
    return parts_of(cell // 2)[0] >= STRONG


def dealt_hands(node: Node, strong: bool, seed: int) -> Iterator[tuple[int, int]]:
    """Yield hands (sets) and turn-ups at random: strong ones, or the others."""
    chance = np.random.default_rng(seed)
    while True:
        *tiles, turn_up = chance.permutation(TILES)[: TRICKS + 1].tolist()
        hand = mask(tiles)
        if is_strong(cell_of(hand, turn_up, node.position == node.players - 1)) == strong:
            yield hand, turn_up


def prices_of(table: Table, hand: int, turn_up: int, node: Node, limits: Limits) -> Prices:
    """Return what the calls of a hand are worth as ``advise`` prices them, all before passing."""
    told = Told(" ".join(names(hand)), str(node.position), turn_up=names(1 << turn_up)[0],
                before=",".join(["pass"] * node.index))
    return answers_to(table.run, *read_decision(table.run, told), table, limits).prices


def spread_within_cells(table: Table, node: Node, cells: MoveValues) -> Floats:
    """Return how far hands of one cell differ in what one move brings above another.

    Returns float64[2, moves, moves]: standard deviations in games of a hundred, of weak hands and
    of strong ones.  That the numbers of the cells and of the hands have errors is taken away.
    """
    moves, is_dealer = cells.totals.shape[1], node.position == node.players - 1
    squares, hands = np.zeros((2, moves, moves)), np.zeros((2, 1, 1))
    for strong in range(2):
        for hand, turn_up in islice(dealt_hands(node, bool(strong), _SEED), HANDS):
            cell = cell_of(hand, turn_up, is_dealer)
            if cells.count[cell] < LEAST:
                continue
            hands[strong] += 1
            sums = prices_of(table, hand, turn_up, node, _DEALS).sums
            for i, j in combinations(range(moves), 2):
                of_cell = cells.margin(cell, i, j)
                apart = HUNDRED * (sums.mean[i] - sums.mean[j]) - of_cell.value
                luck = of_cell.se**2 + (HUNDRED * sums.error_of_deals(i, j))**2
                squares[strong, i, j] += apart**2 - luck
    squares += squares.transpose(0, 2, 1)
    spread: Floats = np.sqrt(np.maximum(squares, 0.0) / np.maximum(hands, 1))
    return spread
