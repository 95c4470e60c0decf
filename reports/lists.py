"""What can be chosen: the strategies of a game and its rules, as tables."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

from reports.door import checked
from reports.results.commands import rule_text
from simulate.games.game import find_game

if TYPE_CHECKING:
    import pandas as pd


@checked
def strategies(game: str = "loo") -> pd.DataFrame:
    """Return the strategies of a game.

    Returns
    -------
    DataFrame
        A row a strategy: ``summary``, what it ``looks_at``, its ``parameters`` with their
        defaults and ranges, and whether it ``is_slow``.

    Raises
    ------
    BoneyardError
        If there is no such game.

    Examples
    --------
    >>> import boneyard
    >>> boneyard.strategies("loo").loc["stay", "looks_at"]
    'nothing'
    """
    import pandas as pd

    from strategies.lineup import library

    game = find_game(game).name
    rows = [
        {
            "strategy": one.name, "summary": one.summary, "looks_at": one.looks_at,
            "parameters": "; ".join(
                f"{name}={one.default_in_words(name, game)} ({p.allowed}): {p.meaning}"
                for name, p in one.parameters.items()),
            "is_slow": one.is_slow,
        }
        for one in library(game).values()
    ]
    return pd.DataFrame(rows).set_index("strategy")


@checked
def rules(game: str = "loo") -> pd.DataFrame:
    """Return the rule options of a game.

    Returns
    -------
    DataFrame
        A row an option: its ``default``, the ``values`` allowed, its ``meaning``, the option and
        value that it matters ``only_with``, its ``source``, and a column for each preset with what
        it changes.

    Raises
    ------
    BoneyardError
        If there is no such game.

    Examples
    --------
    >>> import boneyard
    >>> boneyard.rules("loo").loc["penalty", "default"]
    'unlimited'
    """
    import pandas as pd

    found = find_game(game).rules_class
    columns = ["rule", "default", "values", "meaning", "only_with", "source", *found.presets]
    game = find_game(game).name
    rows = [
        {
            "rule": entry.name, "default": rule_text(entry.default), "values": explained.allowed,
            "meaning": explained.meaning, "only_with": explained.condition,
            "source": inspect.cleandoc(explained.source),
            **{preset: rule_text(changes[entry.name]) if entry.name in changes else ""
               for preset, changes in found.presets.items()},
        }
        for entry, explained in found.options()
    ]
    return pd.DataFrame(rows, columns=columns).set_index("rule")
