"""What the columns of tables mean, and in what unit they are.

Tables name their columns as programs like them, short and without blanks; a page has its own
titles. A column is described where it is declared (``reports.page.document.Column``); a game
describes the figures that it declares (``GameReport.columns``), and here stands what means the same
in all tables. ``{value}`` in a unit stands for chips, points or tiles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from reports.later import pd

#: Added to the name of a strategy's column where another column already has that name.
OF_A_STRATEGY = " (strategy)"
#: Unit and meaning.
Meaning = tuple[str, str]

_ENDS: Mapping[str, str] = {
    "low": "lower end of the 95% interval of", "high": "upper end of the 95% interval of",
    "se": "standard error of",
}

#: Columns that mean the same wherever they stand.
_EVERYWHERE: Mapping[str, Meaning] = {
    "strategy": ("text", "the strategy, by its label in the line-up"),
    "seat": ("number", "the seat, from 0"),
    "seats": ("seats", "how many seats it plays in"),
    "session": ("number", "the session, from 0"),
    "hand": ("number", "the hand of the session, from 0"),
    "replay": ("text", "the command that shows the hand"),
    "position": ("text", "the place at the table, counted from the dealer's left or the leader"),
    "place": ("text", "the place at the table, in words"),
    "tile": ("text", "the tile"),
    "chips": ("chips a hand", "what is made, with an equal share of the pool left at the end"),
    "points": ("points a hand", "what is made"),
    "tiles": ("tiles a game", "what is made"),
    "hand_number": ("hands", "the hand of the session, from 1"),
    "sessions": ("sessions", "how many"),
    "hands": ("hands", "how many"),
    "games": ("games", "how many"),
    "sd": ("{value}", "standard deviation of a hand"),
    "skew": ("none", "third moment of a hand: below 0 where large losses are likelier than gains"),
    "kurtosis": ("none", "fourth moment of a hand, in excess of that of a bell curve"),
    "games_won": ("share of games", "games won; a tie counts for each"),
    "share": ("share of hands", "how often it comes up"),
    "net": ("chips a hand", "what is made, without the pool left at the end"),
    "figure": ("text", "what is counted"),
    "of": ("text", "what it is a share or a mean of"),
    "kind": ("text", "whether a share or an amount"),
    "count": ("number", "how many"), "value": ("as the row says", "the share or the mean"),
    "side": ("text", "worst or best"),
}


def meaning_of(
    table: str, column: str, own: Mapping[str, Meaning] = MappingProxyType({})
) -> Meaning | None:
    """Return the unit and the meaning of a column; None where nothing is told of it.

    ``own``: those of the table's own columns, by ``table.column``, and of a game's figures.
    """
    meanings = {**_EVERYWHERE, **own}
    plain, _, end = column.rpartition("_")
    found = meanings.get(f"{table}.{column}") or meanings.get(column)
    if found is None and plain and end in _ENDS:
        of_plain = meaning_of(table, plain, own)
        return of_plain and (of_plain[0], f"{_ENDS[end]} {plain}: {of_plain[1]}")
    return found


def column_table(
    tables: Mapping[str, pd.DataFrame], value: str,
    own: Mapping[str, Meaning] = MappingProxyType({}),
) -> pd.DataFrame:
    """Return the unit and the meaning of columns by ``table`` and ``column``, index levels too.

    ``value``: what a hand is worth in, for units: chips, points or tiles. ``own``: see
    ``meaning_of``.
    """
    rows = []
    for name, frame in tables.items():
        levels = [str(level) for level in frame.index.names if level is not None]
        for column in (*levels, *map(str, frame.columns)):
            # A game or a study may leave a column undescribed.
            unit, meaning = meaning_of(name, column, own) or ("", "")
            rows.append({"table": name, "column": column, "unit": unit.format(value=value),
                         "meaning": meaning})
    return pd.DataFrame(rows).set_index(["table", "column"])


def columns_of_strategies(labels: Sequence[str], *others: str) -> dict[str, str]:
    """Return the names of the columns of strategies, in a table that has other columns too.

    A person may give a strategy the name of another column; its own column then adds what it is.

    ``*others``: names of the other columns.

    Examples
    --------
    >>> columns_of_strategies(["book", "edge"], "position", "edge")
    {'book': 'book', 'edge': 'edge (strategy)'}
    """
    taken, found = {end for name in others for end in _columns(name)}, {}
    for label in labels:
        name = label
        while not taken.isdisjoint(_columns(name)):
            name += OF_A_STRATEGY
        taken.update(_columns(name))
        found[label] = name
    return found


def _columns(name: str) -> tuple[str, ...]:
    """Return all columns that a number of that name may have."""
    return name, f"{name}_se", f"{name}_low", f"{name}_high"
