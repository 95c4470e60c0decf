"""The strategy that plays the tiles of a table while its declarations or calls are solved."""

from __future__ import annotations

from simulate.errors import BoneyardError
from simulate.runs.run import Run


def check_one_player(run: Run) -> None:
    """Raise ``BoneyardError`` if several strategies play the tiles of a table to be solved."""
    if len(set(run.labels)) > 1:
        raise BoneyardError(
            f"solve needs one strategy that plays all tiles, not {', '.join(run.labels)}")
