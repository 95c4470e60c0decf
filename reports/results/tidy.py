"""A table with what was played beside each of its rows."""

from __future__ import annotations

from reports.later import pd
from reports.results.commands import lineup_text
from simulate.runs.run import Run


def tidy(run: Run, table: pd.DataFrame) -> pd.DataFrame:
    """Return a table whose first columns say what was played, index levels among the others.

    Returns: ``game``, ``players``, ``lineup``, ``seed`` and, for every option of the rules,
    ``rule_OPTION``; then the table.  If the table has a column of one of these names, its own
    column stays.
    """
    played = {
        "game": run.game, "players": len(run.players), "lineup": lineup_text(run.labels),
        "seed": run.seed,
        **{f"rule_{name}": value for name, value in run.rules.as_dict().items()},
    }
    named = [level for level in table.index.names if level is not None]
    plain = table.reset_index(level=named) if named else table
    beside = {name: value for name, value in played.items() if name not in plain.columns}
    frame = pd.DataFrame(beside, index=range(len(plain)))
    return pd.concat([frame, plain.reset_index(drop=True)], axis=1)
