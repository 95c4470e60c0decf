"""What the columns of the tables of ``study miss`` mean, and in what unit they are."""

from __future__ import annotations

from collections.abc import Mapping

from reports.habits.columns import COLUMNS as HABITS
from reports.results.column_meanings import Meaning

#: What a seat does, in tables by score.
_DOES = {"play": "play", "miss": "take the miss", "drop": "drop"}
#: By name, or by ``table.column``; see ``reports.results.column_meanings``.
COLUMNS: Mapping[str, Meaning] = {
    **HABITS,
    "miss_chart.position": ("number", "the position, 0 for the eldest hand"),
    "before": ("text", "what was declared before"), "heard": ("text", "the same, in letters"),
    **{f"{table}.hand": ("text", "the kind of hand") for table in ("miss_chart", "miss_habits")},
    **{f"{table}.turned_up": ("text", "whether the turn-up is a double")
       for table in ("miss_chart", "miss_habits")},
    "deals": ("deals", "played of this kind"),
    "often": ("share of hands at the place", "how often it comes up"),
    "best": ("text", "the best move, by its letter"), "move": ("text", "the best move, in words"),
    "second": ("text", "the next best move"),
    "margin": ("{value}", "what the best move is worth above the next best"),
    "clear": ("true or false", "whether two standard errors tell them apart"),
    "if_pool_falls": ("text", "the best move where the pool is small enough"),
    "pool_falls": ("chips", "the largest pool for which that holds"),
    "if_pool_grows": ("text", "the best move where the pool is large enough"),
    "pool_grows": ("chips", "the smallest pool for which that holds"),
    "changes": ("text", "the best moves at other pools"),
    "miss_chart.tricks": ("text", "mean tricks by move"),
    "miss_chart.looed": ("text", "share of hands looed, by move"),
    "tricks_MOVE": ("tricks a hand", "won after that move, on average"),
    "MOVE_K": ("share of hands", "with K tricks after that move"),
    "miss_by_score.own": ("points", "that the seat still needs"),
    "miss_by_score.rivals": (
        "points", "that each rival still needs; where a score is given, the leading one"),
    "decisions": ("decisions", "looked at"),
    **{f"best_{name}": ("share of decisions", f"in which it is best to {does}")
       for name, does in _DOES.items()},
    **{f"made_{name}": ("share of decisions", f"in which the strategy chooses to {does}")
       for name, does in _DOES.items()},
    "left_K": ("{value}", "what K chips more left in the pool are worth to the seat"),
}
