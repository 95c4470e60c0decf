"""An unfinished solution on disk, so that solving can go on where it was stopped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulate import durable
from simulate.checkpoint import identity, pack, unpack
from simulate.errors import BoneyardError

if TYPE_CHECKING:
    from simulate.loo.solving import Solver


def _identity(solver: Solver) -> dict[str, Any]:
    """Return everything that a solution follows from, ready for JSON."""
    what = {
        **identity(solver.run), "deals": len(solver.rolled.outcomes), "pools": solver.pools,
        "this hand": solver.later is None,
    }
    return json.loads(json.dumps(what))


def save_state(solver: Solver, path: Path) -> None:
    """Keep how far a solver has come: the old file or the new is there whole."""
    durable.write(path, {
        "identity": _identity(solver), "rounds": solver.rounds_done,
        "worth": None if solver.later is None else pack(solver.later.chips),
        "minimisers": [
            {"steps": one.rounds, "regrets": pack(one.regrets), "played": pack(one.played)}
            for one in solver.minimisers
        ],
    })


def restore_state(solver: Solver, path: Path) -> bool:
    """Go on from what is kept, if anything is; tell whether it was.

    Raises
    ------
    BoneyardError
        If it is damaged, or of another table.
    """
    remedy = f"remove {str(path)!r} to begin anew"
    try:
        found = durable.read(path)
    except FileNotFoundError:
        return False
    except BoneyardError as error:
        raise BoneyardError(f"{error}; {remedy}") from error
    if found["identity"] != _identity(solver):
        raise BoneyardError(
            f"{str(path)!r} is the unfinished solution of another table, size or version; {remedy}")
    solver.rounds_done = found["rounds"]
    for one, kept in zip(solver.minimisers, found["minimisers"], strict=True):
        one.rounds = kept["steps"]
        one.regrets[:] = unpack(kept["regrets"], one.regrets)
        one.played[:] = unpack(kept["played"], one.played)
    if solver.later is not None:
        solver.later.chips[:] = unpack(found["worth"], solver.later.chips)
    return True
