"""Domino Euchre as a game of the engine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, cast

from simulate.books.books import Books
from simulate.books.tally import Ints, Tally
from simulate.games.euchre import kernel
from simulate.games.euchre.counts import COUNTS
from simulate.games.euchre.narrate import tell, tell_begun
from simulate.games.euchre.record import history
from simulate.games.euchre.row import AT
from simulate.games.euchre.rules import EuchreRules
from simulate.games.euchre.views import Calling, Discarding, Playing
from simulate.games.game import Game
from simulate.games.rules import Rules
from simulate.machine.table import view_entries

_SUMMARY = ("made", "alone", "marched", "euchred", "points", "games_won")

_BOOKS = Books(
    session=kernel.SESSION_FIELDS,
    seat=kernel.SEAT_FIELDS,
    counts=COUNTS,
    forms={name: [name] for name in kernel.SEAT_FIELDS},
    rates={
        "made": ("made", "hands"),
        "alone": ("alone", "made"),
        "marched": ("marched", "made"),
        "euchred": ("euchred", "made"),
        "points": ("points", "hands"),
        "games_won": ("games_won", "games"),
    },
    amounts={"value": ("value", "hands")},
    session_rates={
        "voids": ("voids", "hands"),
        "unfinished": ("unfinished", "sessions"),
        "length": ("hands", "sessions"),
    },
    session_amounts={},
    value="value",
    hands="hands",
)


class EuchreGame(Game):
    """Domino Euchre.

    A hand's value to a seat is the points it makes, or with a minus those made against it.
    """

    name = "euchre"
    title = "Domino Euchre"
    unit = "points"
    seats = (2, 4)
    rules_class = EuchreRules
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
        """Views of the four decisions of a seat."""
        at_tiles = view_entries(Playing, AT)
        return {
            "call": view_entries(Calling, AT),
            "discard": view_entries(Discarding, AT),
            "lead": at_tiles,
            "follow": at_tiles,
        }

    def lay_table(self, row: Ints, rules: Rules, players: int) -> None:
        """Write the rules into a table's row."""
        row[AT.players] = players
        row[AT.high] = cast("EuchreRules", rules).lead_suit == "high"

    def history(self, row: Ints, rules: Rules, players: int) -> dict[str, Any]:
        """Return a hand as formats.md writes it."""
        return history(row, players)

    def tell(self, hand: Mapping[str, Any], row: Ints) -> str:
        """Return a hand as a text that a person reads."""
        return tell(hand, row)

    def tell_begun(self, head: Mapping[str, Any], row: Ints) -> str:
        """Return what was played of a hand in which a strategy failed."""
        return tell_begun(head, row)

    def summary(self, tally: Tally, rules: Rules) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """Return the exact counts of a run: those of the table, and those of each seat."""
        by_seat = [
            {name: tally.form(name, [seat]) for name in _SUMMARY}
            for seat in range(len(tally.labels))
        ]
        table = {
            "void_hands": tally.session_total("voids"),
            "games": tally.session_total("games"),
            "unfinished": tally.session_total("unfinished"),
        }
        return table, by_seat


EUCHRE = EuchreGame()
