"""What the players of a run are called on its page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.stats import number_text

if TYPE_CHECKING:
    from reports.results.result import Result

_CHANCE = "random"


def heading(result: Result) -> str:
    """Return a heading for the players of a run; a mixed table with ``random`` is called a zoo."""
    labels = list(dict.fromkeys(result.run.labels))
    zoo = "The zoo" if _CHANCE in labels and len(labels) > 1 else "The table"
    return f"{zoo}: {number_text.listed(labels)}"
