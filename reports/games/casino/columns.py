"""Domino Casino: what the columns of its tables mean, and in what unit they are."""

from __future__ import annotations

from collections.abc import Mapping

from reports.results.column_meanings import Meaning

#: By name, or by ``table.column``; see ``reports.results.column_meanings``.
COLUMNS: Mapping[str, Meaning] = {
    "won": ("share of bets", "that win anything"),
    "odds": ("share of bets", "chance that a bet wins, on average"),
    "double_wins": ("share of bets", "that win as a double or a double-double"),
    "blank_wins": ("share of bets", "that win as a single blank"),
    "basic_wins": ("share of bets", "that come back by a basic match"),
    "round": ("number", "the round, from 1"),
    "stashes.tiles": ("tiles", "in the stash after the round"),
    "pot": ("text", "how large the pot is"), "rounds": ("rounds", "how many"),
    "pot_by_round.tiles": ("tiles", "in the pot before the round"),
    "pot_by_size.tiles": ("tiles", "in the pot before the round"),
    "taken": ("share of rounds", "in which somebody takes the pot"),
    "blanked": ("share of rounds", "in which a double blank sends every bet to the pot"),
    "prize": ("tiles a round", "won, the pot's and others' bets"),
    "bets": ("bets", "of this tile"),
    "tile_values.tiles": ("tiles a bet", "won"),
    "basic": ("share of bets", "that come back by a basic match"),
    "blank": ("share of bets", "that win as a single blank"),
    "double": ("share of bets", "that win as a double"),
    "double_double": ("share of bets", "that win as a double-double"),
}
