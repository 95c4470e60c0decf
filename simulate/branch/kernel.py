"""The branching kernel: every deal is played as it is, and once more for each fork of it.

What is dealt, what is forked and what becomes of it stand in *steps*: functions
``step(table, memory)`` that the kernel calls by address, as it calls strategies.  So it is compiled
once and knows no game, and whatever is asked about answers comes from hands that are played here.

All hands of a deal share its tiles and the luck of its seats, so the difference between two of them
is that of the forks alone, and far sharper than from separate deals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from simulate.books.tally import Ints
from simulate.machine.compiling import kernel
from simulate.machine.layouts import copy_into, lay_out, pointer
from simulate.machine.table import ask, step_address
from simulate.runs.chunk import failure, set_table
from simulate.runs.run import Run

#: What the kernel tells the steps, at the head of the memory that they share; ``label`` is what
#: ``force`` calls its fork, for who reads what came of it.
BRANCH = lay_out(0, deal=1, place=1, fork=1, label=1)
#: The label of a hand whose ``force`` gave it none.
AS_IT_IS = -1

#: A step: ``step(table, memory)`` of two pointers to int64.
Step = Callable[[Any, Any], int]


class Steps(NamedTuple):
    """How deals are played and forked, in the order in which it is done."""

    #: Sets what a deal has of its own (``BRANCH.deal`` is its number, ``BRANCH.place`` its place
    #: among those asked for); the hands begin with the row that it leaves.
    deal: Step | None
    #: Makes fork ``BRANCH.fork`` what it is. Fork 0 comes first, whatever ``which`` says.
    force: Step | None
    play: Step  #: plays the hand up to where ``which`` can look at it
    #: Looks at fork 0; returns how many forks there are, itself included, or 0 to leave the deal
    #: out. There is no other fork when not given.
    which: Step | None
    go_on: Step | None  #: plays the rest of the hand


@kernel
def _branch(laid: Any, first: int, deals: int, kept: Any, hands: Any, outcomes: Any) -> int:
    """Play deals ``first`` and following under all their forks; return how many hands there are,
    their places and labels in ``hands``, int64[most, 2], entries ``kept`` in ``outcomes``,
    int64[most, K]."""
    # Taken out once: every access to a bundle within the loop would count references anew.
    row, start, dealt, memory, at, scratch, deal, force, play, which, go_on = laid
    table, told, found = pointer(row), pointer(memory), 0
    for place in range(deals):
        told[BRANCH.deal], told[BRANCH.place] = first + place, place
        copy_into(dealt, start)
        if deal:
            ask(deal, pointer(dealt), at)
        fork, forks = 0, 1
        while fork < forks:
            copy_into(row, dealt)
            told[BRANCH.fork], told[BRANCH.label] = fork, AS_IT_IS
            if force:
                ask(force, table, at)
            ask(play, table, scratch)
            if fork == 0 and which:
                forks = ask(which, table, at)
                if forks == 0:
                    break
            if go_on:
                ask(go_on, table, scratch)
            hands[found, 0], hands[found, 1] = place, told[BRANCH.label]
            for k in range(len(kept)):
                outcomes[found, k] = row[kept[k]]
            found += 1
            fork += 1
    return found


class Branching:
    """A table at which one thread plays deals and their forks.

    The steps share so many numbers of ``memory``, ``BRANCH`` among them, and have so many entries
    ``beyond`` the game's row, in which what they write stays; the steps that play have ``scratch``
    in place of the memory if it has any size. Entries of the row that are ``kept`` are read after
    a hand, those of ``state`` are set before it.
    """

    def __init__(
        self, run: Run, steps: Steps, memory: int, kept: Sequence[int],
        state: Mapping[int, int] | None = None, beyond: int = 0, scratch: int = 0,
    ) -> None:
        self.run, self.memory = run, np.zeros(memory, np.int64)
        self.start, self._parameters = set_table(run)
        for entry, value in (state or {}).items():
            self.start[entry] = value
        self.row = np.zeros(len(self.start) + beyond, np.int64)
        self._kept, self._scratch = np.array(kept, np.int64), np.zeros(scratch, np.int64)
        self._shared: dict[int, Ints] = {}
        at = self.memory.ctypes.data
        self._laid = (
            self.row, self.start, self.start.copy(), self.memory, at,
            self._scratch.ctypes.data if scratch else at,
            *(0 if step is None else step_address(step) for step in steps))

    def share(self, entry: int, array: Ints) -> Ints:
        """Tell the steps where an array of whole numbers is, by an entry of the memory."""
        shared = self._shared[entry] = np.ascontiguousarray(array, np.int64)
        self.memory[entry] = shared.ctypes.data
        return shared

    def play(self, first: int, deals: int, most: int) -> tuple[Ints, Ints]:
        """Play deals under all their forks, ``most`` a deal at most; return, by hand, the place of
        the deal among these and the label of the fork, int64[hands, 2], and what came of it,
        int64[hands, kept]."""
        hands = np.zeros((deals * most, 2), np.int64)
        outcomes = np.zeros((deals * most, len(self._kept)), np.int64)
        try:
            found = _branch(self._laid, first, deals, self._kept, hands, outcomes)
        except Exception as error:
            raise failure(self.run, self.row, error) from error
        return hands[:found], outcomes[:found]
