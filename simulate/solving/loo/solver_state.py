"""How far the solver of a table has come, as a file keeps it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from simulate.errors import BoneyardError
from simulate.runs import safe_files
from simulate.runs.identity import identity
from simulate.runs.packing import pack, unpack
from simulate.solving.kept_state import counted, restored
from simulate.solving.loo.solver import Solver


def _identity(solver: Solver) -> dict[str, Any]:
    """Return everything that a solution follows from, ready for JSON."""
    what = {
        **identity(solver.run), "deals": len(solver.rolled.outcomes), "pools": solver.pools,
        "this hand": not solver.counts_later,
        **({"locked": solver.locked} if solver.locked else {}),
    }
    return json.loads(json.dumps(what))


def save_state(solver: Solver, path: Path) -> None:
    """Keep how far a solver has come: the old file or the new is there whole."""
    safe_files.write(path, state_of(solver))


def state_of(solver: Solver) -> dict[str, Any]:
    """Return how far a solver has come, ready for JSON."""
    return {
        "identity": _identity(solver), "rounds": solver.rounds_done,
        "ends": pack(solver.ends),
        "minimisers": [
            {"steps": one.rounds, "regrets": pack(one.regrets), "played": pack(one.played)}
            for one in solver.minimisers
        ],
    }


def restore_state(solver: Solver, path: Path) -> bool:
    """Go on from what is kept, if anything is; tell whether it was.

    Raises
    ------
    BoneyardError
        If it is damaged, or of another table.
    """
    return restored(path, lambda found, remedy: set_state(solver, found, path, remedy))


def set_state(solver: Solver, found: dict[str, Any], path: Path, remedy: str) -> None:
    """Set a solver to what was read of a file."""
    if found["identity"] != _identity(solver):
        raise BoneyardError(
            f"{str(path)!r} is the unfinished solution of another table, size or version; {remedy}")
    solver.rounds_done = counted(found["rounds"])
    for one, kept in zip(solver.minimisers, found["minimisers"], strict=True):
        one.rounds = counted(kept["steps"])
        one.regrets[:] = unpack(kept["regrets"], one.regrets)
        one.played[:] = unpack(kept["played"], one.played)
    solver.ends[:] = unpack(found["ends"], solver.ends)
    if solver.counts_later and solver.rounds_done and not solver.locked:
        solver.weigh_later_pools()
