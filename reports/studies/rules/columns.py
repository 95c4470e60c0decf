"""What the columns of the tables of ``study rules`` mean, and in what unit they are."""

from __future__ import annotations

from collections.abc import Mapping

from reports.results.column_meanings import Meaning

#: By name, or by ``table.column``; see ``reports.results.column_meanings``.
COLUMNS: Mapping[str, Meaning] = {
    "rank": ("number", "the place in the ranking"),
    "rules": ("text", "the rules"),
    "rules_table.value": ("as the figure says", "the figure under these rules"),
    "rules_strategies.value": ("{value} a hand, or games of 100", "made under these rules"),
    "rules_positions.value": ("{value} a hand", "made at the place under these rules"),
    "change": ("as the value", "the value less that under the table's own rules"),
    **{f"{table}.sure": ("text", "up or down where the change is sure, all judged together")
       for table in ("rules_table", "rules_strategies", "rules_positions")},
    "rules_skill.edge": ("none", "mean difference of a session over its standard deviation"),
    "rules_skill.sessions": ("sessions", "until the better of two is ahead, 95 times of 100"),
}
