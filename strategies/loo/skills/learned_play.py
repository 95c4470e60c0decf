"""Play of the tiles by tables that were learnt: every action is scored by the sum of a few cells.

The cells (``strategies.loo.skills.situations``) were learnt in self-play (``scripts.learn_tiles``):
each action is played out on the same deal, and its cells move towards what it made above the mean
of all actions there.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.domino.tile_sets import count, lowest
from simulate.domino.tiles import TILES
from simulate.domino.tricks import announce, led_as, plain
from simulate.errors import BoneyardError
from simulate.games.loo.views import TRICKS
from simulate.machine.compiling import helper, inlined
from simulate.machine.table import pointer, room_for
from simulate.theory.solution_file import write_arrays
from strategies.loo.skills import situations

SHIPPED = Path(__file__).parents[1] / "tiles" / "learned.npz"
#: The version that a file of tables must have, and the worth of one step of its whole numbers.
VERSION, STEP = 2, 2.0**-14
_MOST = 2**15 - 1
_NOTHING = -1 << 40
#: Seats at the tables that were learnt.
SIZES = range(2, 5)
#: The most choices of five tiles: of seven; the cells of five tiles, which trumps and pairs with
#: them share; and the most answers at the tiles, each led as either of its numbers.
FIVES, CELLS_OF_FIVE, ANSWERS = 21, 21, 2 * TRICKS
_MOST_SEATS = SIZES[-1]
#: Numbers of a chart that hold the cells of a table, small enough for the processor's own memory.
_PACKED = -(-situations.CELLS // 4)


def name_of(game: str, players: int) -> str:
    """Return what the cells of a game with so many players are called in a file."""
    return f"{game}-{players}"


def write(path: Path, name: str, cells: NDArray[np.float64]) -> None:
    """Write cells into a file, beside those that it holds under other names."""
    found = {}
    if path.exists():
        with np.load(path) as file:
            found = dict(file)
    write_arrays(path, {**found, "version": np.array(VERSION), name: _steps(cells)})


def _steps(cells: NDArray[np.float64]) -> NDArray[np.int16]:
    """Return cells in whole steps."""
    return np.clip(np.round(cells / STEP), -_MOST, _MOST).astype(np.int16)


def read(path: Path, name: str) -> NDArray[np.float64]:
    """Return the cells that a file holds under a name: float64[CELLS], shares of the pool."""
    with np.load(path) as file:
        if int(file["version"]) != VERSION or name not in file:
            raise BoneyardError(f"{path.name} holds no tables {name} of version {VERSION}")
        found = file[name]
    if found.shape != (situations.CELLS,) or found.dtype != np.int16 or found[0]:
        raise BoneyardError(
            f"{path.name}: {name} is not int16[{situations.CELLS}] with nothing in cell 0")
    return found * STEP


def chart_with_cells(chart: NDArray[np.float64], game: str) -> NDArray[np.float64]:
    """Return a chart, and behind it the cells of a game's tables of two to four players."""
    return with_cells(chart, [read(SHIPPED, name_of(game, players)) for players in SIZES])


def with_cells(
    chart: NDArray[np.float64], tables: Sequence[NDArray[np.float64]]
) -> NDArray[np.float64]:
    """Return a chart, and behind it cells for two to four players: four of them a number."""
    more = 4 * _PACKED - situations.CELLS
    packed = [np.pad(_steps(cells), (0, more)).view(np.float64) for cells in tables]
    whole = np.concatenate([chart, *packed])
    whole.flags.writeable = False
    return whole


@inlined
def cells_at(chart: Any, seats: int) -> Any:
    """Return where the cells of a table of so many seats are, in whole steps."""
    return pointer(chart[len(chart) - (_MOST_SEATS + 1 - seats) * _PACKED :].view(np.int16))


@helper
def _trumps_to_throw(
    numbers: Any, before: situations.Before, start: int, trumps: int, many: int
) -> int:
    """Return the trumps, two at most, that are best thrown away."""
    best, thrown, one = _NOTHING, 0, trumps if many else 1 << TILES
    while one:
        first = one & -one
        one &= one - 1
        other = one if many == 2 else 1 << TILES
        while other:
            gone = (first | other & -other) & trumps
            other &= other - 1
            worth = numbers[situations.pattern_cell(before, start, trumps ^ gone)]
            if worth > best:
                best, thrown = worth, gone
    return thrown


@helper
def _plain_to_throw(
    numbers: Any, before: situations.Before, start: int, plain: int, many: int, trumps: int,
    worth: Any,
) -> tuple[int, int]:
    """Return the plain tiles that are best thrown away, and what the others are worth."""
    total, one = 0, plain
    while one:
        a = lowest(one)
        one &= one - 1
        single = numbers[situations.tile_cell(before, start, a, trumps)]
        single += numbers[situations.number_cell(before, start, a, trumps)]
        total += single
        worth[a] = single
        earlier = plain & (1 << a) - 1
        while earlier:
            b = lowest(earlier)
            earlier &= earlier - 1
            pair = numbers[situations.pair_cell(before, start, b, a, trumps)]
            total += pair
            worth[a] += pair
            worth[b] += pair
    if many == 0:
        return 0, total
    best, thrown, one = _NOTHING, 0, plain
    while one:
        a = lowest(one)
        one &= one - 1
        other = one if many == 2 else 1 << TILES
        while other:
            b = lowest(other)
            other &= other - 1
            left = total - worth[a]
            if many == 2:
                left += numbers[situations.pair_cell(before, start, a, b, trumps)] - worth[b]
            if left > best:
                best, thrown = left, (1 << a | 1 << b) & plain
    return thrown, best


@helper
def best_five(view: Any, chart: Any, tiles: int, start: int) -> int:
    """Return the five tiles with the highest sum, of six or seven. For every number of trumps, the
    trumps and the plain tiles are chosen apart, since nothing else links their scores."""
    numbers = cells_at(chart, view.seats)
    before, room = situations.before_of(view, tiles), room_for(TILES)
    trumps = tiles & before.trumps
    plain, spare = tiles ^ trumps, count(tiles) - TRICKS
    best, kept = _NOTHING, 0
    for many in range(max(0, spare - count(plain)), min(spare, count(trumps)) + 1):
        gone = _trumps_to_throw(numbers, before, start, trumps, many)
        thrown, worth = _plain_to_throw(
            numbers, before, start, plain, spare - many, count(trumps) - many, room)
        worth += numbers[situations.pattern_cell(before, start, trumps ^ gone)]
        if worth > best:
            best, kept = worth, tiles ^ (gone | thrown)
    return kept


@helper
def list_fives(tiles: int, fives: Any) -> int:
    """Write down all choices of five tiles, of six or seven: int64[FIVES]; return how many."""
    many, one = 0, tiles
    while one:
        without = tiles ^ one & -one
        one &= one - 1
        other = one if count(without) > TRICKS else 1 << TILES
        while other:
            fives[many] = without & ~(other & -other)
            other &= other - 1
            many += 1
    return many


@helper
def list_cells(before: situations.Before, start: int, five: int, cells: Any) -> None:
    """Write down the cells of five tiles, int64[CELLS_OF_FIVE]: of trumps, tiles, and pairs."""
    trumps, one, at = five & before.trumps, five, 1
    cells[0], held = situations.pattern_cell(before, start, trumps), count(trumps)
    while one:
        a = lowest(one)
        one &= one - 1
        cells[at] = situations.tile_cell(before, start, a, held)
        cells[at + 1] = situations.number_cell(before, start, a, held)
        at += 2
        other = one
        while other:
            cells[at] = situations.pair_cell(before, start, a, lowest(other), held)
            other &= other - 1
            at += 1


@helper
def worth_of_five(numbers: Any, before: situations.Before, start: int, five: int) -> int:
    """Return the sum of the cells of five tiles: a share of the pool, in steps."""
    cells, worth = room_for(CELLS_OF_FIVE), 0
    list_cells(before, start, five, cells)
    for k in range(CELLS_OF_FIVE):
        worth += numbers[cells[k]]
    return worth


@helper
def list_answers(view: Any, answers: Any) -> int:
    """Write down all actions as leads are announced, int64[ANSWERS]; count them."""
    many, legal = 0, view.legal
    while legal:
        tile = lowest(legal)
        legal &= legal - 1
        suits = 1 << view.led if view.led >= 0 else led_as(plain(view.trump), tile)
        while suits:
            answers[many] = announce(tile, lowest(suits))
            suits &= suits - 1
            many += 1
    return many


@inlined
def worth_of_answer(numbers: Any, table: situations.Table, view: Any, answer: int) -> int:
    """Return the sum of the cells of an action: a share of the pool, in steps."""
    worth = 0
    for cell in situations.cells_of(table, view, answer):
        worth += numbers[cell]
    return worth


@helper
def best_answer(view: Any, chart: Any) -> int:
    """Return the action with the highest sum, as a lead is announced."""
    numbers, answers = cells_at(chart, view.seats), room_for(ANSWERS)
    table = situations.table_of(view)
    best, answer = _NOTHING, 0
    for k in range(list_answers(view, answers)):
        worth = worth_of_answer(numbers, table, view, answers[k])
        if worth > best:
            best, answer = worth, answers[k]
    return answer
