"""What the columns of solved declarations mean, and those of best responses to them."""

from __future__ import annotations

from collections.abc import Mapping

from reports.habits.columns import COLUMNS as HABITS
from reports.results.column_meanings import Meaning
from reports.studies.solution.played_columns import PLAYED

#: By name, or by ``table.column``; see ``reports.results.column_meanings``.
COLUMNS: Mapping[str, Meaning] = {
    **HABITS,
    **{f"{table}.hand": ("text", "the kind of hand") for table in ("exploit_habits", "solution")},
    "before": ("text", "what was declared before"),
    **{f"{table}.turned_up": ("text", "whether the turn-up is a double")
       for table in ("exploit_habits", "solution")},
    "often": ("share of hands at the place", "how often it comes up"),
    "exploitability.gain": ("{value} a hand", "what a best response wins, at least"),
    "solution_seats.gain": ("share of the pool", "gained by declaring otherwise, at least"),
    "solution_pools.gain": ("share of the pool", "gained by declaring otherwise, at least"),
    "of_pool": ("share of the pool", "the same, or the worth, for the pool that is played for"),
    "of_pool_K": ("share of the pool", "what a best response wins at position K, at least"),
    **{f"solution.{move}": ("share of these hands", f"how often {word} is right")
       for move, word in (("play", "to play"), ("miss", "the miss"), ("drop", "to drop"),
                          ("for_pool", "to play for the pool"))},
    "solution_seats.pool": ("chips", "the pool"), "solution_pools.pool": ("chips", "the pool"),
    "plays": ("share of hands", "played as dealt"), "misses": ("share of hands", "missed"),
    "drops": ("share of hands", "dropped"),
    "silent": ("share of hands", "in which the dealer never had to declare"),
    "solution_seats.dealer": ("number", "the seat that deals"),
    "solution_seats.worth": ("{value} a hand", "what the seat may expect"),
    "exploit_race.won": ("share of games", "that a best response wins, at least"),
    "exploit_race.own": ("share of games", "that the seat wins as its strategy declares"),
    "exploit_race.more": ("share of games", "its best response wins more, at least"),
    "exploit_race.gain": ("share of games", "won above an equal share"),
    "exploit_race_seats.own": ("share of games", "the strategy wins from the start of a game"),
    "response": ("share of games", "its best response wins from the start of a game"),
    "solution_race.own": ("points", "that the seat still needs"),
    "solution_race.rivals": ("points", "that each rival still needs"),
    "solution_race.wins": ("share of games", "won from there"),
    **{f"{table}.dealer": ("number", "the seat that deals")
       for table in ("solution_race", "solution_race_scores")},
    **{f"{table}.seat": ("number", "the seat")
       for table in ("solution_seats", "solution_race", "solution_race_scores")},
    **PLAYED,
    "needs": ("text", "points that the seats still need, the eldest hand's first"),
    "visits": ("hands a game", "dealt at such a score"),
    "for_pool": ("share of hands", "played for the pool as dealer"),
    "penalty": ("chips", "what a looed seat pays"),
    "solution_pools.looed": ("seats a hand", "looed"),
    "solution_pools.root": (
        "none", "the tail exponent: pools twice as large are 2 to this power times as rare"),
    "dealer": ("share of the pool", "what the dealer may expect"),
    "solution_pools.fine": ("share of the pool", "the same in finer classes of hands"),
}
