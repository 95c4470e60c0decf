"""What the columns of the tables of ``study duel`` mean, and in what unit they are."""

from __future__ import annotations

from collections.abc import Mapping

from reports.results.column_meanings import Meaning

#: By name, or by ``table.column``; see ``reports.results.column_meanings``.
COLUMNS: Mapping[str, Meaning] = {
    "rank": ("number", "the place in the ranking"),
    "duel_ranking.mean": ("{value} a hand, or games of 100", "made more than the others"),
    "lead": ("{value} a hand, or games of 100", "made more than the next"),
    "duel_matrix.STRATEGY": ("{value} a hand, or games of 100", "made more than by that strategy"),
    "pair": ("text", "the two strategies"),
    "difference": ("{value} a hand, or games of 100", "made by the first more than by the second"),
    "se": ("as the difference", "its standard error"),
    "se_text": ("text", "its standard error, as the page writes it"),
    "duel_precision.factor": ("none", "what pairing divides the variance by"),
    "tables": ("tables", "how many were played"),
    "edge": ("{value} a hand", "made at the place above the mean place"),
    "duel_positions.STRATEGY": ("{value} a hand", "made by it at the place"),
    "duel_sweep.value": ("as the parameter", "the value tried"),
    "makes": ("{value} a hand", "what is made"),
    "behind": ("{value} a hand", "made less than with the best value"),
    "remark": ("text", "what there is to say of it"),
}
