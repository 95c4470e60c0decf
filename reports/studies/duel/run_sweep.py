"""A strategy's parameter varied, on the same deals: what is it worth?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from reports.later import pd
from reports.request import Lineup, RulesGiven, entries_of, set_up
from reports.results import frames
from reports.results.result import Result
from reports.stats.jackknife import Floats
from reports.stats.measures import gain
from reports.studies.duel.sweep import Sweep, check_range, read_number, swept_seats, tuned
from simulate.errors import BoneyardError
from simulate.runs.play import play


def _figures(result: Result, seat: int) -> tuple[frames.Row, Floats]:
    """Return the row of a seat's strategy, and what gains are taken from."""
    measures = result.measures
    unit = next(u for u in measures.strategies if seat in measures.tally.units[u])
    row: dict[Any, Any] = result.strategies.loc[measures.label(unit)].to_dict()
    return row, measures.credited(unit)


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
    asked = Sweep(strategy, name, tuple(read_number(value, parameter) for value in values))
    if not asked.values:
        raise BoneyardError(f"no values to try for parameter {parameter!r}: give one or more")
    base = set_up(game, entries, players, rules, sessions, hands, seed)
    own = swept_seats(base.players, asked)
    check_range(game, asked, {entry.name: entry for entry in entries if not isinstance(entry, str)})
    rows: list[frames.Row] = []
    first = None
    for value in asked.values:
        run, _ = tuned(base, asked, value)
        row, groups = _figures(Result(play(run, jobs, backend)), own[0])
        first = groups if first is None else first
        more = frames.columns("gain", gain(groups, first), error=True)
        rows.append({parameter: value, **row, **more})
    return pd.DataFrame(rows).set_index(parameter)
