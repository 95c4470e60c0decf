"""Domino Pool as a game of the engine."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, cast

from simulate.books.books import Books
from simulate.books.tally import Ints, Tally
from simulate.games.game import Game
from simulate.games.pool import kernel
from simulate.games.pool.counts import COUNTS
from simulate.games.pool.narrate import tell, tell_begun
from simulate.games.pool.record import history
from simulate.games.pool.row import AT, SEATS
from simulate.games.pool.rules import PoolRules
from simulate.games.pool.views import Turn
from simulate.games.rules import Rules
from simulate.machine.table import view_entries

_OUTCOMES = ("lost", "won_blocked", "domino")
_WINS = ("won_blocked", "domino")
_POSITIONS = range(SEATS)


def _seat_fields() -> tuple[str, ...]:
    """Return the names of a seat's counts, in the order of the kernel."""
    by_outcome = [f"{outcome}_{p}" for p in _POSITIONS for outcome in (*_OUTCOMES, "unused")]
    by_position = [f"{what}_{p}" for what in ("value", "pips") for p in _POSITIONS]
    return (*by_outcome, *by_position, "games", "games_won", "credited")


def _at(positions: range, *names: str) -> list[str]:
    """Return the counts of these names at some positions."""
    return [f"{name}_{p}" for name in names for p in positions]


def _forms() -> dict[str, list[str]]:
    """Return the numbers of a seat that reports are made of: in all, and by position."""
    made_of = {
        "hands": _OUTCOMES, "hands_won": _WINS, "dominoes": ("domino",),
        "blocked_won": ("won_blocked",), "value": ("value",), "pips": ("pips",),
    }
    forms = {form: _at(_POSITIONS, *names) for form, names in made_of.items()}
    for p in _POSITIONS:
        for form in ("hands", "hands_won", "value"):
            forms[f"{form}_at_{p}"] = _at(range(p, p + 1), *made_of[form])
    return forms | {name: [name] for name in ("games", "games_won", "credited")}


_BOOKS = Books(
    session=kernel.SESSION_FIELDS,
    seat=_seat_fields(),
    counts=COUNTS,
    forms=_forms(),
    rates={
        "hands_won": ("hands_won", "hands"),
        "dominoes": ("dominoes", "hands"),
        "blocked_won": ("blocked_won", "hands"),
        "games_won": ("games_won", "games"),
        **{f"hands_won_at_{p}": (f"hands_won_at_{p}", f"hands_at_{p}") for p in _POSITIONS},
    },
    amounts={
        "value": ("value", "hands"),
        "credited": ("credited", "hands"),
        "pips": ("pips", "hands"),
        "value_a_game": ("value", "games"),
        **{f"value_at_{p}": (f"value_at_{p}", f"hands_at_{p}") for p in _POSITIONS},
    },
    session_rates={
        "blocked": ("blocked", "hands"),
        "unfinished": ("unfinished", "sessions"),
        "length": ("hands", "sessions"),
    },
    session_amounts={"turns": ("turns", "hands"), "left": ("left", "sessions")},
    value="value",
    hands="hands",
)


class PoolGame(Game):
    """Domino Pool, hand by hand or hundred up."""

    name = "pool"
    title = "Domino Pool"
    seats = (3, 6)
    rules_class = PoolRules
    unit = "chips"
    kernel = staticmethod(kernel.play_sessions)
    books = _BOOKS
    row_size = AT.size
    values = AT.value

    def plays_to_the_end(self, rules: Rules) -> bool:
        """Tell whether a game hundred up is played."""
        return cast("PoolRules", rules).score == "hundred_up"

    @cached_property
    def decisions(self) -> Mapping[str, Mapping[str, int]]:
        """View of the one decision of a seat."""
        return {"play": view_entries(Turn, AT)}

    def lay_table(self, row: Ints, rules: Rules, players: int) -> None:
        """Write the rules into a table's row."""
        pool_rules = cast("PoolRules", rules)
        row[AT.seats] = players
        row[AT.contribution] = pool_rules.contribution
        row[AT.rotate] = pool_rules.leader == "rotate"
        row[AT.draw] = pool_rules.draw
        row[AT.star] = pool_rules.star
        row[AT.bankroll] = pool_rules.bankroll or 0
        if self.plays_to_the_end(rules):
            row[AT.hundred_up] = 1
            row[AT.target] = pool_rules.target

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
        shown = {"hands_won": "hands_won", "dominoes": "dominoes", "pips": "pips", "net": "value"}
        table = {"blocked": tally.session_total("blocked")}
        if self.plays_to_the_end(rules):
            shown["games_won"] = "games_won"
            table["unfinished"] = tally.session_total("unfinished")
        by_seat = [
            {name: tally.form(form, [seat]) for name, form in shown.items()}
            for seat in range(len(tally.labels))
        ]
        return table, by_seat


POOL = PoolGame()
