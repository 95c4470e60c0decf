"""Tables as frames that can be stacked: one row per number, beside what was played."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from reports import commands
from reports.later import pd

#: The columns of a number, behind what identifies it.
NUMBER = ["measure", "value", "low", "high"]


def as_numbers(name: str, table: pd.DataFrame) -> pd.DataFrame:
    """Return a table with one row per number: ``table``, its keys (index levels and texts, and as
    many numbers as identify the rows), ``measure``, ``value`` and the ends of its interval."""
    named = [level for level in table.index.names if level is not None]
    plain = table.reset_index(level=named).reset_index(drop=True)
    is_number = {str(column): pd.api.types.is_numeric_dtype(plain[column]) for column in plain}
    numbers = [column for column, so in is_number.items() if so and column not in named
               and not column.endswith(("_low", "_high", "_se"))]
    keys = [column for column in plain if column not in numbers
            and (column in named or not is_number[str(column)])]
    for column in numbers[:]:
        if plain.duplicated(keys).any() if keys else len(plain) > 1:
            keys.append(column)
            numbers.remove(column)
    if not numbers:  # a table without rows
        return pd.DataFrame({one: pd.Series(dtype="str" if one in ("table", "measure") else float)
                             for one in ("table", *NUMBER)})
    plain.insert(0, "table", name)
    missing = pd.Series(math.nan, plain.index)
    return pd.concat([plain[["table", *keys]].assign(
        measure=column, value=plain[column].astype(float),
        low=plain.get(f"{column}_low", missing), high=plain.get(f"{column}_high", missing))
        for column in numbers]).sort_index(kind="stable")


def tidy(origin: Mapping[str, Any], table: pd.DataFrame) -> pd.DataFrame:
    """Return a table whose first columns are what was played: ``game``, ``players``, ``lineup``,
    ``seed`` ("1,2" of several) and ``rule_OPTION``. What its index levels have is not repeated."""
    seed = origin["seed"]
    played = {
        "game": origin["game"], "players": len(origin["lineup"]),
        "lineup": commands.lineup_text(origin["lineup"]),
        "seed": ",".join(map(str, seed)) if isinstance(seed, list) else seed,
        **{f"rule_{name}": value for name, value in origin["rules"].items()}}
    named = [level for level in table.index.names if level is not None]
    plain = table.reset_index(level=named) if named else table
    beside = {name: value for name, value in played.items()
              if name not in plain.columns and name.removeprefix("rule_") not in named}
    frame = pd.DataFrame(beside, index=range(len(plain)))
    return pd.concat([frame, plain.reset_index(drop=True)], axis=1)
