"""What the players of a run are called on its page, and what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.defaults import good_lineup
from reports.stats import number_text
from strategies.lineup import library

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


def who_sits(result: Result) -> dict[str, str]:
    """Return what each strategy of a run does, and the good players of its game, in a line each.

    A strategy of a person's own says nothing about itself and is left out.
    """
    run, known = result.run, library(result.run.game)
    good = good_lineup(result.game, run.rules, len(run.players))
    named = ((label, known.get(label.partition("(")[0])) for label in [*_labels(result), *good])
    return {label: result.game.in_own_words(strategy.summary)
            for label, strategy in named if strategy is not None}


def whose_numbers(result: Result) -> str:
    """Say that a page is about the players of its run, and about ``random`` if it plays there."""
    labels = _labels(result)
    among = f", {_CHANCE} among them" if _CHANCE in labels and len(labels) > 1 else ""
    return f"Everything on this page is about these strategies{among}."
