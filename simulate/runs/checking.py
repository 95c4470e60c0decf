"""Playing parts of a finished run again, to see whether they come out the same.

A run hashes the sums of some of its blocks of sessions, drawn by its seed.  Any computer can
play those few sessions again, however long the run was.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from simulate.books.exact_sums import BLOCK
from simulate.books.tally import block_mark
from simulate.errors import BoneyardError
from simulate.runs.chunk import play_chunk
from simulate.runs.progress import Progress
from simulate.runs.run import Played, Run

#: Blocks of a run that are hashed.
_MARKED = 200


def marked_blocks(run: Run) -> list[int]:
    """Return the indices of the blocks of a run that are hashed, rising."""
    blocks = -(-run.sessions // BLOCK)
    return sorted(random.Random(f"{run.seed} {blocks}").sample(range(blocks),
                                                              min(_MARKED, blocks)))


def digests(played: Played) -> dict[str, str]:
    """Return the hashes of a run's blocks by the first session of each."""
    tally = played.tally
    return {str(block * BLOCK): f"{int(mark):016x}"
            for block, mark in zip(tally.marked, tally.marks.tolist(), strict=True)}


def differing(run: Run, kept: Mapping[str, str], progress: Progress | None = None) -> list[int]:
    """Play the hashed blocks of a run again.

    Parameters
    ----------
    run : Run
    kept : mapping of str to str
        What ``digests`` returned.
    progress : callable, optional
        Called with the blocks done and how many there are.

    Returns
    -------
    list of int
        First sessions of the blocks that come out differently.

    Raises
    ------
    BoneyardError
        If there are no hashes, they are of other blocks than the run's, or a strategy fails.
    """
    blocks = marked_blocks(run)
    if {str(block * BLOCK) for block in blocks} != kept.keys():
        raise BoneyardError("the digests are not those of the blocks that such a run hashes")
    wrong = []
    for done, block in enumerate(blocks, 1):
        first = block * BLOCK
        chunk = play_chunk(run, first, min(BLOCK, run.sessions - first), 1)
        if f"{block_mark(chunk, 0):016x}" != kept[str(first)]:
            wrong.append(first)
        if progress:
            progress(done, len(blocks))
    return wrong
