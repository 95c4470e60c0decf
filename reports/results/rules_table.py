"""The rules of a table as a table: every option with its value and its meaning."""

from __future__ import annotations

from reports.page.document import Column, Table
from reports.results import commands
from simulate.games.rules import Rules


def rules_table(rules: Rules) -> Table:
    """Return every rule option with its value, its default and its meaning."""
    return Table.of("rules", "Rules", (
        Column("rule", "rule", "text"), Column("value", "value", "text"),
        Column("default", "default", "text"), Column("meaning", "meaning", "prose"),
    ), ({"rule": entry.name, "value": commands.rule_text(getattr(rules, entry.name)),
         "default": commands.rule_text(entry.default), "meaning": explained.meaning}
        for entry, explained in rules.options()), commands.without_effect(rules))
