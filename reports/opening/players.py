"""What the players of a run are called on its page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.stats import number_text

if TYPE_CHECKING:
    from reports.results.result import Result

_CHANCE = "random"


def _labels(result: Result) -> list[str]:
    return list(dict.fromkeys(result.run.labels))


def heading(result: Result) -> str:
    """Return a heading for the players of a run; a mixed table with ``random`` is called a zoo."""
    labels = _labels(result)
    zoo = "The zoo" if _CHANCE in labels and len(labels) > 1 else "The table"
    return f"{zoo}: {number_text.listed(labels)}"


def whose_numbers(result: Result) -> str:
    """Say that a page is about the players of its run, and about ``random`` if it plays there."""
    labels = _labels(result)
    among = f", {_CHANCE} among them" if _CHANCE in labels and len(labels) > 1 else ""
    return f"Everything on this page is about these strategies{among}."
