"""What the columns of solved calls mean, and those of best responses to them."""

from __future__ import annotations

from collections.abc import Mapping

from reports.habits.columns import COLUMNS as HABITS
from reports.results.column_meanings import Meaning
from reports.studies.solution.played_columns import PLAYED

#: By name, or by ``table.column``; see ``reports.results.column_meanings``.
COLUMNS: Mapping[str, Meaning] = {
    "exploit_calls.gain": ("points a hand", "what a best response to its calls wins, at least"),
    "exploit_calls.fine": ("points a hand", "the same for a response in finer classes"),
    "exploit_calls.games": ("of 100 games", "what one hand's calls for the game win"),
    **HABITS,
    "exploit_call_habits.round": ("text", "the round of calls, 1 or 2"),
    "gain_K": ("points a hand", "what a best response wins at position K, at least"),
    "solution_calls.round": ("number", "the round of calls, 1 or 2"),
    "solution_calls.hand": ("text", "the kind of hand: trumps, bowers, doubles no trumps"),
    "solution_calls.often": ("share of hands", "how often a seat is asked with it"),
    **{f"solution_calls.{name}": ("share of these hands", f"how often {word} is right")
       for name, word in (("pass", "to pass"), ("call", "to call"), ("alone", "to call alone"))},
    "orders": ("share of hands", "ordered up"), "names": ("share of hands", "a suit named"),
    "solution_callers.gain": ("of 100 games, or points", "what a best response wins, at least"),
    "solution_callers.fine": ("of 100 games, or points", "the same in finer classes"),
    **{f"{table}.dealer": ("number", "the seat that deals")
       for table in ("solution_callers", "solution_calls", "solution_scores")},
    **PLAYED,
    "solution_scores.score": ("text", "points of each side, the eldest hand's first"),
    "solution_scores.side": ("number", "the side, the eldest hand's first"),
    "solution_scores.won": ("share of games", "won from there, before the deal"),
}
