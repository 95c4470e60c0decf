"""What the columns of the tables of ``study risk`` mean, and in what unit they are."""

from __future__ import annotations

from collections.abc import Mapping

from reports.results.column_meanings import Meaning

#: By name, or by ``table.column``; see ``reports.results.column_meanings``.
COLUMNS: Mapping[str, Meaning] = {
    "n0": ("hands", "until the mean shows through chance"),
    "bank_K": ("{value}", "the bank that is gone at some time with a chance of K%"),
    "fall_K": ("{value}", "K% of the largest falls from a peak are smaller"),
    "median": ("{value} a session", "the middle session"),
    "var_K": ("{value} a session", "the loss that K% of the sessions pass"),
    "cvar_K": ("{value} a session", "the mean loss of those sessions"),
    "worst": ("{value} a session", "the worst session"),
    "bank": ("{value}", "what the seat brings"),
    "within_K": ("share of sessions", "in which the bank is gone within K hands"),
    "lasts": ("hands", "until it is gone, or the session's end"),
    "goes": ("hands", "until it is gone, in the sessions in which it goes"),
    "ruin": ("share of sessions", "in which the seat is broke"),
    "ruin_alone": ("share of sessions", "in which it would be broke if the others never were"),
    "last": ("share of sessions", "in which it is the last seat with chips"),
    "risk_bankroll_seats.value": ("{value} a hand", "what is made"),
    "risk_bankroll_by_hand.hands": ("hands", "the number of hands"),
    "risk_bankroll_by_hand.STRATEGY": ("share of sessions", "in which it was broke by then"),
}
