"""Any hand of any run, by its address, and parts of a finished run, played again.

A run hashes the sums of some of its blocks of sessions, drawn by its seed.  Any computer can
play those few sessions again, however long the run was.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from simulate.books.exact_sums import BLOCK
from simulate.books.tally import Ints, block_mark
from simulate.domino.tiles import names
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.narrating import who
from simulate.machine.table import BASE
from simulate.runs.chunk import play_chunk, record_sessions
from simulate.runs.progress import Progress
from simulate.runs.run import MOST_SESSIONS, Played, Run

#: Blocks of a run that are hashed.
_MARKED = 200


def histories(
    run: Run, sessions: range, first: int = 0, stop: int | None = None
) -> Iterator[tuple[dict[str, Any], Ints]]:
    """Yield the histories of some hands as ``docs/formats.md`` writes them, and the rows they left.

    Hands are ``first`` to before ``stop`` of each session, all to its end when that is None. If a
    strategy fails, in these hands or before, see ``tell_begun``.
    """
    if sessions.stop > MOST_SESSIONS:
        raise BoneyardError(f"session {sessions.stop - 1}: sessions are numbered from 0 to "
                            f"{MOST_SESSIONS - 1}")
    for row in record_sessions(run, sessions, first, stop):
        yield history_of(run, row), row


def history_of(run: Run, row: Ints) -> dict[str, Any]:
    """Return a hand as the exchange format has it, from the row that it left."""
    head, hand = _head(run, row), find_game(run.game).record(row, len(run.players))
    return head | hand | {"rules": head["rules"] | hand.get("rules", {})}


def tell_begun(run: Run, row: Ints) -> str:
    """Return what was played of a hand in which a strategy failed (``StrategyError.table``)."""
    game = find_game(run.game)
    seat, decision = int(row[BASE.seat]), list(game.decisions)[int(row[BASE.decision])]
    holds = "  ".join(names(row[game.decisions[decision]["hand"]]))
    head = _head(run, row)
    asked = who(head | game.begun(row, len(run.players)), seat)
    return (f"{game.tell_begun(head, row)}\nHere it stops\n"
            f"  {asked:<28} is asked to {decision.replace('_', ' ')}, holding {holds}")


def _head(run: Run, row: Ints) -> dict[str, Any]:
    """Return the keys that name the run."""
    return {
        "game": run.game, "seed": run.seed, "session": int(row[BASE.session]),
        "hand": int(row[BASE.number]), "players": len(run.players),
        "rules": run.rules.as_dict(), "lineup": run.labels,
    }


def marked_blocks(run: Run) -> list[int]:
    """Return the indices of the blocks of a run that are hashed, rising."""
    blocks = -(-run.sessions // BLOCK)
    return sorted(random.Random(f"{run.seed} {blocks}").sample(range(blocks), min(_MARKED, blocks)))


def digests(played: Played) -> dict[str, str]:
    """Return the hashes of a run's blocks by the first session of each."""
    tally = played.tally
    return {str(block * BLOCK): f"{int(mark):016x}"
            for block, mark in zip(tally.marked, tally.marks.tolist(), strict=True)}


def differing(run: Run, kept: Mapping[str, str], progress: Progress | None = None) -> list[int]:
    """Play the hashed blocks of a run again; return the first sessions of those that differ."""
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
