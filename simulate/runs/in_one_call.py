"""A chunk is played and added up in one call: threads that come back to Python wait for each other.

Sessions are played and added up a few at a time, in the same rows: these stay in the processor's
cache, where memory for all sessions would have to be fetched page by page.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.books.exact_sums import BLOCK, Added, take
from simulate.books.rows import Rows
from simulate.books.tally import Ints
from simulate.machine.addresses import kernel_address
from simulate.machine.compiling import Compiled, kernel
from simulate.machine.stop_flag import FLAG

#: Calls a compiled function at an address.
_call = Compiled("simulate.machine.compile", "call")
#: What a kernel takes after the books where no hand is recorded.
UNRECORDED = np.zeros((0, 0), np.int64), 0
#: Addresses by kernel and places: finding them takes longer than a tenth of a short chunk.
_found = dict[tuple[Any, tuple[int, ...]], tuple[int, int]]()


@kernel
def _play_and_add(
    playing: int, adding: int, row: Any, first: int, sessions: int, hands: int, rows: Rows,
    more: Any, added: Any, done: Any, stop: Any,
) -> None:
    """Play and add up; see ``play_and_add``.

    A game's kernel is at the address ``playing``, ``take`` at ``adding``; ``stop`` is not zero as
    soon as Ctrl-C is pressed.
    """
    together = len(rows.session)
    while done[0] < sessions and stop[0] == 0:
        some = min(together, sessions - done[0])
        _call(playing, (row, first + done[0], some, hands, rows) + more)
        _call(adding, (added, done[0] // BLOCK, some))
        done[0] += some


def play_and_add(
    kernel: Any, places: tuple[int, ...], row: Ints, first: int, sessions: int, hands: int,
    rows: Rows, added: Added, done: Ints,
) -> None:
    """Play sessions, as many at a time as there are rows, and add each lot up.

    Parameters
    ----------
    kernel : callable
        A game's own (``simulate.books.rows``), or one in lanes (``simulate.games.game.InLanes``).
    places : tuple of int
        The places that a kernel in lanes is compiled for; none for a game's own.
    row : int64[row size]
        The table.
    first, sessions, hands : int
        Index of the first session, how many they are, and the most hands of each.
    rows : Rows
    added : Added
        Of these rows.
    done : int64[1]
        0; then the number of sessions that have been added up: not all when Ctrl-C is pressed.
    """
    more = (places,) if places else UNRECORDED
    if (kernel, places) not in _found:
        _found[kernel, places] = (
            kernel_address(kernel, row, first, sessions, hands, rows, *more),
            kernel_address(take, added, first, sessions))
    _play_and_add(*_found[kernel, places], row, first, sessions, hands, rows, more, added, done,
                  FLAG)
