"""A strategy's parameter varied, on the same deals: what is it worth?"""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pandas as pd

from reports.request import Lineup, RulesGiven, entries_of, set_up
from reports.results import frames
from reports.results.result import Result
from reports.stats.jackknife import Floats
from reports.stats.measures import gain
from simulate.errors import BoneyardError
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.lineup import Entry, seat_players


def _name(entry: Entry) -> str:
    """Return the name of a strategy in a line-up, without its parameters."""
    return entry.partition("(")[0].strip() if isinstance(entry, str) else entry.name


def _tuned(entry: Entry, parameter: str, value: float) -> Entry:
    """Return a strategy with one more parameter set."""
    if isinstance(entry, str):
        name, _, rest = entry.strip().partition("(")
        # Of two values for a parameter the later one counts.
        return f"{name}({rest.rstrip(')')},{parameter}={value})"
    if inspect.isclass(entry):
        return entry(**{parameter: value})
    kept = {k: v for k, v in entry.values.items() if v != entry.parameters[k].default}
    return type(entry)(**kept | {parameter: value})


def _seats_of(entries: list[Entry], name: str) -> list[int]:
    """Return the seats of the strategy that is varied.

    Raises
    ------
    BoneyardError
        If it has none.
    """
    found = [seat for seat, entry in enumerate(entries) if _name(entry) == name]
    if not found:
        there = ", ".join(dict.fromkeys(_name(entry) for entry in entries))
        raise BoneyardError(f"no seat of the line-up plays {name!r}: it has {there}")
    return found


def _figures(result: Result, seat: int) -> tuple[frames.Row, Floats]:
    """Return the row of a seat's strategy, and what gains are taken from."""
    measures = result.measures
    unit = next(u for u in measures.strategies if seat in measures.tally.units[u])
    row: dict[Any, Any] = result.strategies.loc[measures.label(unit)].to_dict()
    return row, measures.credited(unit)


def _with(base: Run, entries: list[Entry], seats: list[int], name: str, value: float) -> Run:
    """Return a run with a parameter of some seats' strategy set."""
    tuned = [
        _tuned(entry, name, value) if seat in seats else entry
        for seat, entry in enumerate(entries)
    ]
    return replace(base, players=seat_players(base.game, tuned, len(base.players)))


def sweep(
    game: str, parameter: str, values: Iterable[float], lineup: Lineup | None = None,
    players: int | None = None, rules: RulesGiven = None, sessions: int | None = None,
    hands: int | None = None, seed: int = 0, jobs: int | None = None, backend: str = "threads",
) -> pd.DataFrame:
    """Play a line-up with one parameter at several values.

    Parameters are numbers in memory: nothing is compiled again from value to value.

    Parameters
    ----------
    game : str
    parameter : str
        Strategy and parameter, ``"threshold.stay_1"``; every seat of that strategy takes
        the value.
    values : iterable of float
    lineup : optional
        Must have the strategy; when not given, the game's own line-up with the strategy in
        its first seat.
    players, rules, sessions, hands, seed, jobs, backend
        As for ``simulate``.

    Returns
    -------
    DataFrame
        A row a value, the index named like the parameter: the columns of
        ``Result.strategies``, and ``gain``: chips or points a hand more than at the first
        value, paired on the same deals, with its interval.

    Raises
    ------
    BoneyardError
        If an argument is wrong, or a strategy fails.

    Examples
    --------
    >>> import boneyard
    >>> curve = boneyard.sweep("loo", "threshold.stay_1", [1.0, 2.0], "threshold,stay",
    ...                        sessions=50, hands=20, jobs=1)
    >>> curve.index.tolist(), len(curve["gain"])
    ([1.0, 2.0], 2)
    """
    strategy, _, name = parameter.rpartition(".")
    if not strategy:
        raise BoneyardError(f"parameter {parameter!r} is not STRATEGY.PARAMETER")
    entries = entries_of(game, lineup, players)
    if lineup is None:
        entries[0] = strategy
    own = _seats_of(entries, strategy)
    base = set_up(game, entries, players, rules, sessions, hands, seed)
    # All line-ups are built, and so checked, before the first hand is played.
    runs = {value: _with(base, entries, own, name, value) for value in values}
    if not runs:
        raise BoneyardError(f"no values to try for parameter {parameter!r}: give one or more")
    rows: list[frames.Row] = []
    first = None
    for value, run in runs.items():
        row, groups = _figures(Result(play(run, jobs, backend)), own[0])
        first = groups if first is None else first
        more = frames.columns("gain", gain(groups, first), error=True)
        rows.append({parameter: value, **row, **more})
    return pd.DataFrame(rows).set_index(parameter)
