"""Domino Loo and Domino Rounce as games of the engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, cast

from simulate.books.books import Books
from simulate.books.tally import Ints, Tally
from simulate.games.game import Game
from simulate.games.loo import kernel
from simulate.games.loo.narrate import tell, tell_begun
from simulate.games.loo.record import history
from simulate.games.loo.row import AT
from simulate.games.loo.rules import LooRules, RounceRules
from simulate.games.loo.settling import CAP, FIXED, LOOED_POINTS, UNLIMITED
from simulate.games.loo.views import ACTIONS, Declaring, Playing
from simulate.games.rules import Rules
from simulate.machine.table import view_entries

_TRICKS = range(6)
_STAYED = ("play", "miss")
_PENALTIES = {"unlimited": UNLIMITED, "fixed": FIXED, "cap": CAP}


def _outcome(action: str, tricks: int) -> str:
    """Return the name of a count: hands of a seat by declaration and tricks taken."""
    return f"{action}_{tricks}"


def _seat_fields() -> tuple[str, ...]:
    """Return the names of a seat's counts, in the order of the kernel."""
    actions = {0: "none", **ACTIONS}
    counted = [
        _outcome(actions[k // 8], k % 8) if k % 8 in _TRICKS else f"unused_{k}"
        for k in range(kernel.OUTCOMES)
    ]
    return (*counted, "value", "games_won", "credited")


def _hands(actions: Iterable[str], tricks: Iterable[int] = _TRICKS) -> list[str]:
    """Return the counts of the hands with one of these declarations and tricks."""
    return [_outcome(action, t) for action in actions for t in tricks]


def _forms() -> dict[str, list[str]]:
    """Return the numbers of a seat that reports are made of."""
    declared = tuple(ACTIONS.values())
    staying = ("none", "play", "miss", "for_pool")
    return {
        "hands": _hands(("none", *declared)),
        "declared": _hands(declared),
        **{key: _hands([action]) for key, action in _DECLARED.items()},
        "stayed": _hands(staying),
        "at_risk": _hands(_STAYED),
        "looed": _hands(_STAYED, [0]),
        "looed_play": _hands(["play"], [0]),
        "looed_miss": _hands(["miss"], [0]),
        "some_trick": _hands(staying, range(1, 6)),
        **{f"tricks_{t}": _hands(staying, [t]) for t in _TRICKS},
        "value": ["value"],
        "games_won": ["games_won"],
        "credited": ["credited"],
    }


_DECLARED = {"played": "play", "missed": "miss", "dropped": "drop", "for_pool": "for_pool"}

_BOOKS = Books(
    session=kernel.SESSION_FIELDS,
    seat=_seat_fields(),
    counts=kernel.COUNTS,
    forms=_forms(),
    rates={
        **{name: (name, "declared") for name in _DECLARED},
        "looed": ("looed", "hands"),
        "looed_staying": ("looed", "at_risk"),
        "looed_play": ("looed_play", "played"),
        "looed_miss": ("looed_miss", "missed"),
        "some_trick": ("some_trick", "hands"),
        "some_trick_staying": ("some_trick", "stayed"),
        "all_tricks": ("tricks_5", "hands"),
        **{f"tricks_{t}": (f"tricks_{t}", "stayed") for t in _TRICKS},
    },
    amounts={"value": ("value", "hands"), "credited": ("credited", "hands")},
    session_rates={
        "walkovers": ("walkovers", "hands"),
        "escalated": ("escalated", "sessions"),
        "unfinished": ("unfinished", "sessions"),
        "length": ("hands", "sessions"),
    },
    session_amounts={"pool": ("pool_sum", "hands"), "left": ("left", "sessions")},
    value="value",
    hands="hands",
)


class LooGame(Game):
    """Domino Loo, or Domino Rounce: the same kernel under other rules."""

    seats = (2, 4)
    kernel = staticmethod(kernel.play_sessions)
    books = _BOOKS
    row_size = AT.size
    values = AT.value

    def __init__(self, name: str, title: str, rules_class: type[Rules], unit: str) -> None:
        self.name, self.title, self.rules_class, self.unit = name, title, rules_class, unit

    def plays_to_the_end(self, rules: Rules) -> bool:
        """Tell whether points are played for."""
        return getattr(rules, "scoring", "points") == "points"

    @cached_property
    def decisions(self) -> Mapping[str, Mapping[str, int]]:
        """Views of the five decisions of a seat."""
        before, at_tiles = view_entries(Declaring, AT), view_entries(Playing, AT)
        return {
            "declare": before, "take_turn_up": before, "keep_after_miss": before,
            "lead": at_tiles, "follow": at_tiles,
        }

    def lay_table(self, row: Ints, rules: Rules, players: int) -> None:
        """Write the rules into a table's row."""
        row[AT.seats] = players
        if isinstance(rules, LooRules):
            kind, _, chips = rules.penalty.partition(":")
            row[AT.penalty_kind] = _PENALTIES[kind]
            row[AT.penalty_chips] = int(chips or 0)
            for option in (
                "ante", "dealer_ante", "dealer_top_up", "empty_below", "escalation_limit",
            ):
                row[getattr(AT, option)] = getattr(rules, option)
            row[AT.bankroll] = rules.bankroll or 0
        both = cast("LooRules | RounceRules", rules)
        row[AT.rounce] = isinstance(rules, RounceRules)
        row[AT.lead_trump_min] = both.lead_trump_min
        row[AT.must_trump] = both.must_trump
        if self.plays_to_the_end(rules):
            # In the views a trick is worth a point: the pool is five of them.
            row[AT.points_game] = 1
            row[AT.pool] = row[AT.penalty] = LOOED_POINTS

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
        by_seat = []
        points = self.plays_to_the_end(rules)
        for seat in range(len(tally.labels)):
            own = [seat]
            entry: dict[str, Any] = {name: tally.form(name, own) for name in _DECLARED}
            entry["looed"] = tally.form("looed", own)
            entry["tricks"] = [tally.form(f"tricks_{t}", own) for t in _TRICKS]
            if points:
                entry["points"] = tally.form("value", own)
                entry["games_won"] = tally.form("games_won", own)
            else:
                entry["net"] = tally.form("value", own)
            by_seat.append(entry)
        table: dict[str, Any] = {"walkovers": tally.session_total("walkovers")}
        if points:
            table["unfinished"] = tally.session_total("unfinished")
        else:
            hands = tally.session_total("hands")
            table["escalated"] = tally.session_total("escalated")
            table["pool"] = {
                "mean": tally.session_total("pool_sum") / hands,
                "max": tally.session_total("max_pool"),
                "left": tally.session_total("left"),
            }
        return table, by_seat


LOO = LooGame("loo", "Domino Loo", LooRules, "chips")
ROUNCE = LooGame("rounce", "Domino Rounce", RounceRules, "points")
