"""What the columns of tables mean, and in what unit they are.

Tables name their columns as programs like them, short and without blanks; a page has its own
titles. Each column is described once: by a game (``GameReport.columns``) or a study
(``StudyKind.columns``) if it is theirs alone, otherwise here; by its name where it means the same
in all tables, else by ``table.column``.  ``K`` stands for a number in a name, ``MOVE`` for the
letter of a declaration, ``STRATEGY`` for a label of the line-up; ``{value}`` in a unit for chips,
points or tiles.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType

from reports.later import pd
from reports.results.frames import OF_A_STRATEGY

#: Unit and meaning.
Meaning = tuple[str, str]

_ENDS: Mapping[str, str] = {
    "low": "lower end of the 95% interval of", "high": "upper end of the 95% interval of",
    "se": "standard error of",
}

#: Columns that mean the same wherever they stand.
_EVERYWHERE: Mapping[str, Meaning] = {
    "strategy": ("text", "the strategy, by its label in the line-up"),
    "seat": ("number", "the seat, from 0"),
    "seats": ("seats", "how many seats it plays in"),
    "session": ("number", "the session, from 0"),
    "hand": ("number", "the hand of the session, from 0"),
    "replay": ("text", "the command that shows the hand"),
    "position": ("text", "the place at the table, counted from the dealer's left or the leader"),
    "place": ("text", "the place at the table, in words"),
    "tile": ("text", "the tile"),
    "chips": ("chips a hand", "what is made, with an equal share of the pool left at the end"),
    "points": ("points a hand", "what is made"),
    "tiles": ("tiles a game", "what is made"),
    "hand_number": ("hands", "the hand of the session, from 1"),
    "sessions": ("sessions", "how many"),
    "hands": ("hands", "how many"),
    "games": ("games", "how many"),
    "sd": ("{value}", "standard deviation of a hand"),
    "skew": ("none", "third moment of a hand: below 0 where large losses are likelier than gains"),
    "kurtosis": ("none", "fourth moment of a hand, in excess of that of a bell curve"),
    "games_won": ("share of games", "games won; a tie counts for each"),
    "qK": ("chips", "K% of the pools lie below"),
    "mean": ("chips", "mean pool"),
    "share": ("share of hands", "how often it comes up"),
    "net": ("chips a hand", "what is made, without the pool left at the end"),
    "figure": ("text", "what is counted"),
    "of": ("text", "what it is a share or a mean of"),
    "kind": ("text", "whether a share or an amount"),
    "count": ("number", "how many"), "value": ("as the row says", "the share or the mean"),
    "side": ("text", "worst or best"),
    **{f"extremes.{unit}": (unit, "what the seat made in the hand")
       for unit in ("chips", "points", "tiles")},
}

_OF_STUDIES: Mapping[str, Meaning] = {
    "miss_chart.position": ("number", "the position, 0 for the eldest hand"),
    "before": ("text", "what was declared before"), "heard": ("text", "the same, in letters"),
    **{f"{table}.hand": ("text", "the kind of hand")
       for table in ("miss_chart", "miss_habits", "exploit_habits", "solution")},
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
    "tricks_MOVE": ("tricks a hand", "won after that move, in the mean"),
    "MOVE_K": ("share of hands", "with K tricks after that move"),
    "does": ("text", "what the strategy does"), "better": ("text", "what is better"),
    "each": ("{value}", "what it costs each time"),
    "cost": ("{value} in 100 hands", "what it costs"),
    "cost_in_pools": ("pools in 100 hands", "what it costs"),
    "sure": ("text", "whether it costs anything for certain, all habits judged together"),
    "left_K": ("{value}", "what K chips more left in the pool are worth to the seat"),
    "escalation_factor.factor": ("none", "what a hand multiplies the pool by"),
    "escalation_factor.hands": ("share of hands", "with that factor"),
    "quantile": ("text", "the share of cycles"),
    "length": ("hands", "from an empty pool to the next, at most"),
    "largest": ("chips", "the largest pool of the cycle, at most"),
    "passed_K_stakes": ("share of sessions", "whose pool has passed K stakes by then"),
    "passed_limit": ("share of sessions", "whose pool has passed the escalation limit by then"),
    "rule": ("text", "the rule"),
    "left": ("chips a session", "left in the pool at its end"),
    "above_K_stakes": ("share of hands", "whose pool is above K stakes"),
    "passed": ("share of sessions", "whose pool has passed 100 stakes"),
    "escalation_strategies.looed": ("seats a hand", "looed"),
    "factor": ("none", "what a hand multiplies the pool by, in the mean"),
    "cleared": ("share of hands", "that empty the pool"),
    "root": ("none", "the tail exponent: pools twice as large are 2 to this power times as rare"),
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
    "rank": ("number", "the place in the ranking"),
    "duel_ranking.mean": ("{value} a hand, or % of games", "made more than the others"),
    "lead": ("{value} a hand, or % of games", "made more than the next"),
    "duel_matrix.STRATEGY": ("{value} a hand, or % of games", "made more than by that strategy"),
    "pair": ("text", "the two strategies"),
    "difference": ("{value} a hand, or % of games", "made by the first more than by the second"),
    "se": ("as the difference", "its standard error"),
    "se_text": ("text", "its standard error, as the page writes it"),
    "duel_precision.factor": ("none", "what pairing divides the variance by"),
    "tables": ("tables", "how many were played"),
    "edge": ("{value} a hand", "made at the position above the mean position"),
    "duel_positions.STRATEGY": ("{value} a hand", "made by it at the position"),
    "duel_sweep.value": ("as the parameter", "the value tried"),
    "makes": ("{value} a hand", "what is made"),
    "behind": ("{value} a hand", "made less than with the best value"),
    "remark": ("text", "what there is to say of it"),
    "exploitability.gain": ("{value} a hand", "what a best response wins from the strategy"),
    "solution_seats.gain": ("share of the pool", "what is left to gain by declaring otherwise"),
    "solution_pools.gain": ("share of the pool", "what is left to gain by declaring otherwise"),
    "exploit_calls.gain": ("points a hand", "what a best response to its calls wins"),
    "exploit_calls.fine": ("points a hand", "the same for a response in finer classes"),
    "exploit_calls.games": ("of 100 games", "what one hand's calls for the game win"),
    "gain_K": ("points a hand", "what a best response wins at position K"),
    "solution_calls.round": ("number", "the round of calls, 1 or 2"),
    "solution_calls.hand": ("text", "the kind of hand: trumps, bowers, doubles no trumps"),
    "solution_calls.often": ("share of hands", "how often a seat is asked with it"),
    **{f"solution_calls.{name}": ("share of these hands", f"how often {word} is right")
       for name, word in (("pass", "to pass"), ("call", "to call"), ("alone", "to call alone"))},
    "orders": ("share of hands", "ordered up"), "names": ("share of hands", "a suit named"),
    "solution_callers.gain": ("of 100 games, or points", "what a best response wins a hand"),
    "solution_callers.fine": ("of 100 games, or points", "the same in finer classes"),
    "solution_scores.score": ("text", "points of each side, the eldest hand's first"),
    "solution_scores.side": ("number", "the side, the eldest hand's first"),
    "solution_scores.won": ("share of games", "won from there, before the deal"),
    "of_pool": ("share of the pool", "the same, or the worth, for the pool that is played for"),
    "of_pool_K": ("share of the pool", "what a best response wins at position K"),
    **{f"solution.{move}": ("share of these hands", f"how often {word} is right")
       for move, word in (("play", "to play"), ("miss", "the miss"), ("drop", "to drop"),
                          ("for_pool", "to play for the pool"))},
    "solution_seats.pool": ("chips", "the pool"), "solution_pools.pool": ("chips", "the pool"),
    "plays": ("share of hands", "played as dealt"), "misses": ("share of hands", "missed"),
    "drops": ("share of hands", "dropped"),
    "silent": ("share of hands", "in which the dealer never had to declare"),
    "solution_seats.dealer": ("number", "the seat that deals"),
    "solution_seats.worth": ("{value} a hand", "what the seat may expect"),
    "penalty": ("chips", "what a looed seat pays"),
    "solution_pools.looed": ("seats a hand", "looed"),
    "dealer": ("share of the pool", "what the dealer may expect"),
    "fine": ("share of the pool", "what finer classes of hands would gain"),
    "rules": ("text", "the rules"),
    "rules_table.value": ("as the figure says", "the figure under these rules"),
    "rules_strategies.value": ("{value} a hand, or % of games", "made under these rules"),
    "rules_positions.value": ("{value} a hand", "made at the position under these rules"),
    "change": ("as the value", "the value less that under the table's own rules"),
    "rules_table.sure": ("text", "up or down where the change is sure, all judged together"),
    "rules_strategies.sure": ("text", "up or down where the change is sure, all judged together"),
    "rules_positions.sure": ("text", "up or down where the change is sure, all judged together"),
    "rules_skill.edge": ("none", "mean difference of a session over its standard deviation"),
    "rules_skill.sessions": ("sessions", "until the better of two is ahead, 95 times of 100"),
    "said": ("share", "the chance to be ahead after those sessions, as the rule says"),
    "ahead": ("share", "how often it was ahead after them"),
    "luck": ("share", "of a session's differences that is luck"),
    **{f"{table}.{column}": meaning
       for table in ("skill", "skill_players", "skill_games")
       for column, meaning in {
           "better": ("text", "the one that makes more"), "other": ("text", "the other"),
           "edge": ("none", "mean difference of a session over its standard deviation"),
           "hands": ("hands", "until the better one is ahead, 95 times of 100"),
           "players": ("text", "the table"), "games": ("text", "the game"),
       }.items()},
    "parameter": ("text", "the parameter"), "start": ("text", "its value before"),
    "tune_parameters.best": ("text", "its value after"),
    "range": ("text", "the values allowed"), "meaning": ("text", "what it is"),
    "loss": ("as the objective", "what the start's value of this parameter alone would lose"),
    "tune_slices.value": ("text", "the value tried"),
    "tune_slices.gain": ("as the objective", "what it brings beyond the value found"),
}

_MEANINGS: Mapping[str, Meaning] = {**_EVERYWHERE, **_OF_STUDIES}


@cache
def _pattern(name: str) -> re.Pattern[str]:
    """Return the pattern that a described name stands for; its other letters are literal."""
    return re.compile(re.escape(name).replace("K", r"\d+").replace("MOVE", "[A-Z]"))


def _told(name: str, meanings: Mapping[str, Meaning]) -> Meaning | None:
    """Return the description of a name, or of a name with a placeholder that it is a case of."""
    if name in meanings:
        return meanings[name]
    return next((meaning for told, meaning in meanings.items()
                 if ("K" in told or "MOVE" in told) and _pattern(told).fullmatch(name)), None)


def _find(
    table: str, column: str, labels: Sequence[str], meanings: Mapping[str, Meaning]
) -> Meaning | None:
    """Return the unit and the meaning of a column among those that are told."""
    plain, _, end = column.rpartition("_")
    is_told = column in meanings or f"{table}.{column}" in meanings
    if plain and end in _ENDS and not is_told:
        of_plain = _find(table, plain, labels, meanings)
        return of_plain and (of_plain[0], f"{_ENDS[end]} {plain}: {of_plain[1]}")
    found = _told(f"{table}.{column}", meanings)
    while column not in labels and column.endswith(OF_A_STRATEGY):
        column = column.removesuffix(OF_A_STRATEGY)
    if found is None and column in labels:
        found = _told(f"{table}.STRATEGY", meanings)
    return found or _told(column, meanings)


def meaning_of(
    table: str, column: str, labels: Sequence[str] = (),
    own: Mapping[str, Meaning] = MappingProxyType({}),
) -> Meaning | None:
    """Return the unit and the meaning of a column; None where nothing is told of it.

    Parameters
    ----------
    table, column : str
    labels : sequence of str
        The strategies of the line-up, whose labels may be names of columns.
    own : mapping of str to (str, str)
        Unit and meaning of columns that a game or a study tells itself, by name or
        ``table.column``.
    """
    return _find(table, column, labels, {**_MEANINGS, **own})


def column_table(
    tables: Mapping[str, pd.DataFrame], value: str, labels: Sequence[str],
    own: Mapping[str, Meaning] = MappingProxyType({}),
) -> pd.DataFrame:
    """Return a row a column of some tables: its unit and its meaning.

    Parameters
    ----------
    tables : mapping of str to DataFrame
    value : str
        What a hand is worth in, for units: chips, points or tiles.
    labels : sequence of str
        The strategies of the line-up.
    own : mapping of str to (str, str)
        See ``meaning_of``.

    Returns
    -------
    DataFrame
        ``unit`` and ``meaning`` by ``table`` and ``column``, index levels among the columns.
    """
    rows, meanings = [], {**_MEANINGS, **own}
    for name, frame in tables.items():
        levels = [str(level) for level in frame.index.names if level is not None]
        for column in (*levels, *map(str, frame.columns)):
            # A game or a study may leave a column undescribed.
            unit, meaning = _find(name, column, labels, meanings) or ("", "")
            rows.append({"table": name, "column": column, "unit": unit.format(value=value),
                         "meaning": meaning})
    return pd.DataFrame(rows).set_index(["table", "column"])
