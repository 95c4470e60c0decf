"""How far the solver of a race has come, as a file keeps it: after every round."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from simulate.errors import BoneyardError
from simulate.runs import safe_files
from simulate.runs.identity import identity
from simulate.runs.packing import pack, unpack
from simulate.solving.kept_state import counted, restored
from simulate.solving.loo.races.race_solver import RaceHands
from simulate.solving.loo.races.win_chances import WinChances


def _identity(hands: RaceHands) -> dict[str, Any]:
    """Return everything that a solution follows from, ready for JSON."""
    table = hands.table
    what = {**identity(table.run), "deals": len(table.rolled.outcomes), "race": table.classes.cuts,
            "locked": table.locked}
    return json.loads(json.dumps(what))


def save_race(path: Path, parts: Sequence[RaceHands], wins: Sequence[WinChances]) -> None:
    """Keep how far a solver has come: the old file or the new is there whole.

    Parameters
    ----------
    path : Path
    parts : sequence of RaceHands
        By dealer, as far as it matters who deals.
    wins : sequence of WinChances
        The same.
    """
    safe_files.write(path, {"parts": [_state(part) for part in parts], "wins": [
        {"chances": pack(one.chances), "visits": pack(one.visits)} for one in wins]})


def _state(hands: RaceHands) -> dict[str, Any]:
    return {
        "identity": _identity(hands), "rounds": hands.rounds_done, "shares": pack(hands.shares),
        "declares": pack(hands.declares),
        "minimisers": [
            {"steps": one.rounds, "regrets": pack(one.regrets), "played": pack(one.played)}
            for one in hands.minimisers
        ],
    }


def restore_race(path: Path, parts: Sequence[RaceHands], wins: Sequence[WinChances]) -> bool:
    """Go on from what is kept, if anything is; tell whether it was.

    Raises
    ------
    BoneyardError
        If it is damaged, or of another game.
    """
    def use(found: dict[str, Any], remedy: str) -> None:
        others = BoneyardError(
            f"{str(path)!r} is the unfinished solution of another table, size or version; {remedy}")
        if "parts" not in found or len(found["parts"]) != len(parts):
            raise others
        for part, kept in zip(parts, found["parts"], strict=True):
            if kept["identity"] != _identity(part):
                raise others
            _set(part, kept)
        for one, kept in zip(wins, found["wins"], strict=True):
            one.chances[:] = unpack(kept["chances"], one.chances)
            one.visits[:] = unpack(kept["visits"], one.visits)

    return restored(path, use)


def _set(hands: RaceHands, kept: dict[str, Any]) -> None:
    """Set the hands of a dealer to what was read of a file."""
    hands.rounds_done = counted(kept["rounds"])
    hands.shares = unpack(kept["shares"], hands.shares)
    hands.declares = unpack(kept["declares"], hands.declares)
    for one, state in zip(hands.minimisers, kept["minimisers"], strict=True):
        one.rounds = counted(state["steps"])
        one.regrets[:] = unpack(state["regrets"], one.regrets)
        one.played[:] = unpack(state["played"], one.played)
