"""Domino Casino as a game of the engine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from simulate.books.books import Books
from simulate.books.tally import Ints, Tally
from simulate.domino.tiles import TILES
from simulate.games.casino import kernel
from simulate.games.casino.counts import COUNTS
from simulate.games.casino.narrate import tell, tell_begun
from simulate.games.casino.record import history
from simulate.games.casino.row import AT, REMOVED
from simulate.games.casino.rules import CasinoRules
from simulate.games.casino.views import Betting
from simulate.games.game import Game
from simulate.games.rules import Rules
from simulate.machine.table import view_entries

_SUMMARY = ("stash", "double_wins", "blank_wins", "basic_wins", "games_won")

_BOOKS = Books(
    session=kernel.SESSION_FIELDS,
    seat=kernel.SEAT_FIELDS,
    counts=COUNTS,
    forms={name: [name] for name in kernel.SEAT_FIELDS},
    rates={
        **{name: (name, "hands") for name in ("games_won", "stash", "win_shares")},
        **{name: (name, "bets") for name in ("double_wins", "blank_wins", "basic_wins")},
    },
    amounts={},
    session_rates={
        name: (name, "hands")
        for name in ("pot_left", "tied_games", "double_blanks", "double_doubles")
    },
    session_amounts={},
    value="stash",
    hands="hands",
)


class CasinoGame(Game):
    """Domino Casino: a hand is a game, and a game a session.

    A game's value to a seat is the number of tiles in its stash.
    """

    name = "casino"
    title = "Domino Casino"
    unit = "tiles"
    seats = (2, 5)
    rules_class = CasinoRules
    session_is_game = True
    kernel = staticmethod(kernel.play_sessions)
    books = _BOOKS
    row_size = AT.size
    values = AT.value

    def plays_to_the_end(self, rules: Rules) -> bool:
        """Tell that a session is one game."""
        return True

    @cached_property
    def decisions(self) -> Mapping[str, Mapping[str, int]]:
        """View of the one decision of a seat."""
        return {"bet": view_entries(Betting, AT)}

    def lay_table(self, row: Ints, rules: Rules, players: int) -> None:
        """Write the rules into a table's row."""
        row[AT.seats] = players
        row[AT.tiles_removed] = REMOVED[players]
        row[AT.rounds] = TILES // players

    def history(self, row: Ints, rules: Rules, players: int) -> dict[str, Any]:
        """Return a game as formats.md writes it."""
        return history(row, players)

    def tell(self, hand: Mapping[str, Any], row: Ints) -> str:
        """Return a game as a text that a person reads."""
        return tell(hand)

    def tell_begun(self, head: Mapping[str, Any], row: Ints) -> str:
        """Return what was played of a game in which a strategy failed."""
        return tell_begun(head, row)

    def summary(self, tally: Tally, rules: Rules) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """Return the exact counts of a run: those of the table, and those of each seat."""
        by_seat = [
            {name: tally.form(name, [seat]) for name in _SUMMARY}
            for seat in range(len(tally.labels))
        ]
        table = {name: tally.session_total(name) for name in ("pot_left", "tied_games")}
        return table, by_seat


CASINO = CasinoGame()
