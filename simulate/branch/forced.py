"""Hands played with some of their actions forced: the one machine for all that compares actions.

Its list names for each hand the entries of the row it begins with (the number of a deal, or its
tiles) and which actions are forced.  What is forced where is worked out in NumPy, before, so the
kernel is compiled once and knows no game.

All hands of a deal share its tiles and the luck of its seats, so the difference between two of them
is that of the forced actions alone, and far sharper than from separate deals.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import numpy as np

from simulate.books.tally import Ints
from simulate.games.game import Game, find_game
from simulate.games.scripts import MOST_NOTED, SCRIPT, SCRIPTS, SHARED, follow_script
from simulate.games.spot import asking
from simulate.machine.compiling import kernel
from simulate.machine.layouts import copy_into, pointer
from simulate.machine.table import BASE, SEAT_ENTRY, ask, decision_address, step_address
from simulate.runs.chunk import fail, set_table
from simulate.runs.run import Run

#: Entries of the row with what they are in each hand, int64[hands] or the same in all.
Entries = Sequence[tuple[Any, Any]]


@kernel
def _play(
    laid: Any, play: int, go_on: int, scratch: int, entries: Any, values: Any, kept: Any, out: Any
) -> None:
    """Play hands that begin with some values in entries of the row, both int64[hands, K]; read what
    is ``kept`` of each. What stands in a script is forced in that hand alone."""
    # Taken out once: every access to a bundle within the loop would count references anew.
    row, start = laid
    table, scripts = pointer(row), len(start)
    for i in range(len(values)):
        copy_into(row, start)
        for k in range(len(kept)):
            if kept[k] >= scripts:
                table[kept[k]] = 0
        for k in range(entries.shape[1]):
            table[entries[i, k]] = values[i, k]
        table[scripts + SHARED.hand] = i
        ask(play, table, scratch)
        if go_on:
            ask(go_on, table, scratch)
        for k in range(len(kept)):
            out[i, k] = table[kept[k]]
        for k in range(entries.shape[1]):
            if entries[i, k] >= scripts:
                table[entries[i, k]] = 0


def write_script(script: Ints, entries: Ints, game: Game, decisions: Collection[str]) -> None:
    """Write a seat's strategy into its script, which some decisions are then asked of; ``entries``
    are the addresses of the strategy's decisions."""
    about = asking(game.name)
    for k, (name, view) in enumerate(game.decisions.items()):
        if name in decisions:
            script[SCRIPT.by_lot + k] = entries[k] == 0
            script[SCRIPT.goes_on + k] = entries[k] or decision_address(
                about.by_lot[name], tuple(view.items()), ())
            script[SCRIPT.legal + k], script[SCRIPT.shift + k] = about.legal[name]
            entries[k] = step_address(follow_script)


class ForcedPlay:
    """A table of a run at which one thread plays hands with forced actions.

    Only some ``decisions`` can be forced or observed; all others are asked as ever. ``state``:
    entries of the row before each hand. ``play``: the step that plays a hand; the game's own when
    not given. The seats' scripts stand behind the row, so that what they hold is entries of it too.
    """

    def __init__(
        self, run: Run, decisions: Collection[str], state: Mapping[int, int] | None = None,
        play: Callable[[Any, Any], int] | None = None,
    ) -> None:
        game, about = find_game(run.game), asking(run.game)
        self.run, self.decisions = run, list(game.decisions)
        self.start, self._parameters = set_table(run)
        for entry, value in (state or {}).items():
            self.start[entry] = value
        self.size = len(self.start)
        self.row = np.zeros(self.size + SCRIPTS, np.int64)
        self._shared = self.row[self.size :][: SHARED.size]
        self._shared[SHARED.number] = self.start[BASE.number]
        self.start[BASE.scripts] = self._shared.ctypes.data
        self._play, self._scratch = step_address(play or about.play), np.zeros(
            max(1, about.scratch), np.int64)
        self._notes = np.zeros((0, 2), np.int64)
        for seat in range(len(run.players)):
            entries = self.start[BASE.asks + seat * SEAT_ENTRY :][:SEAT_ENTRY]
            write_script(self.row[self.script(seat) :], entries, game, decisions)

    def script(self, seat: Any) -> Any:
        """Return the entry where the script of a seat begins."""
        return self.size + SHARED.size + SCRIPT.size * seat

    def forced(self, seat: Any, number: Any) -> Any:
        """Return the entry that holds what is forced (``scripts.forced``) at a decision of a seat,
        by its number."""
        return self.script(seat) + SCRIPT.forced + number

    def note(self, entries: Sequence[int], most: int) -> None:
        """Note entries of the row as they stand at each decision that is observed
        (``SCRIPT.observed``), at most so many times a hand."""
        assert len(entries) + 2 <= MOST_NOTED
        self._shared[SHARED.entries + 2 : SHARED.entries + 2 + len(entries)] = entries
        self._shared[SHARED.width], self._most = len(entries) + 2, most

    def play(
        self, hands: Entries, kept: Sequence[int], go_on: Callable[[Any, Any], int] | None = None
    ) -> Ints:
        """Play hands; return what they leave in entries that are ``kept``: int64[hands, kept].

        ``go_on``: a step that plays on behind each.
        """
        where, what = zip(*hands, strict=True)
        columns = np.broadcast_arrays(*where, *what)
        entries, values = (np.stack(some, 1) for some in (columns[: len(hands)],
                                                          columns[len(hands) :]))
        out = np.zeros((len(values), len(kept)), np.int64)
        if self._shared[SHARED.width]:
            self._notes = np.zeros(
                (self._most * len(values), self._shared[SHARED.width]), np.int64)
            self._shared[SHARED.rows] = self._notes.ctypes.data
            self._shared[SHARED.found], self._shared[SHARED.room] = 0, len(self._notes)
        try:
            _play((self.row, self.start), self._play, step_address(go_on) if go_on else 0,
                  self._scratch.ctypes.data, entries, values, np.array(kept, np.int64), out)
        except Exception as error:
            fail(self.run, self.row[: self.size], error)
        return out

    @property
    def notes(self) -> Ints:
        """What was noted of the last hands: place of the hand, action, entries; int64[notes, K]."""
        return self._notes[: self._shared[SHARED.found]]
