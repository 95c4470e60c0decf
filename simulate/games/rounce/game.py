"""Domino Rounce as a game of the engine: Loo's kernel, books and histories under its own rules."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from simulate.books.tally import Ints
from simulate.games.loo.game import GAME as LOO
from simulate.games.loo.game import books, lay_points, lay_tricks, summary_in_points
from simulate.games.loo.narrate import ROUNCE, tell_end, tell_play
from simulate.games.loo.row import AT
from simulate.games.loo.rules import RounceRules
from simulate.games.rounce import how_to_play


def _lay_table(row: Ints, rules: RounceRules, players: int) -> None:
    """Write the rules of Rounce into a table's row."""
    lay_tricks(row, rules, players)
    row[AT.rounce] = 1
    lay_points(row)


GAME = replace(
    LOO, name="rounce", title="Domino Rounce", rules_class=RounceRules, books=books(ROUNCE),
    lay_table=_lay_table, tell_play=partial(tell_play, words=ROUNCE),
    tell_end=partial(tell_end, words=ROUNCE), summary=summary_in_points,
    unit=lambda rules: "points",
    plays_to_the_end=lambda rules: True, stake=lambda rules: 1, pool_growth=lambda rules: None,
    is_unlimited=lambda rules: False, bankroll=None, strategies="strategies.loo",
    report="reports.games.loo", asks="simulate.games.loo.spots",
    how_to_play=how_to_play.TEXT, says=ROUNCE.says, own_words=ROUNCE.of_loo,
)
