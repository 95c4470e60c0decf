"""What a parameter of a strategy is worth: its values compared on the same deals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from reports.later import pd
from reports.request import Lineup, RulesGiven, entries_of, set_up
from reports.results import frames
from reports.results.result import Result
from reports.stats.comparisons import p_value, rivals
from reports.stats.jackknife import Floats
from reports.stats.measures import gain
from reports.studies.duel.sweep import (
    Own,
    Sweep,
    check_range,
    read_number,
    said_of_range,
    swept_seats,
    tuned,
)
from simulate.errors import BoneyardError
from simulate.runs.interrupting import interruptible
from simulate.runs.play import play
from simulate.runs.progress import Progress

if TYPE_CHECKING:
    from reports.progress import Wish
    from reports.studies.duel.swept_table import SweptTable


def _figures(result: Result, seat: int) -> tuple[frames.Row, Floats]:
    """Return the row of a seat's strategy, and what gains are taken from."""
    measures = result.measures
    unit = next(u for u in measures.strategies if seat in measures.tally.units[u])
    row: dict[Any, Any] = result.strategies.loc[measures.label(unit)].to_dict()
    return row, measures.credited(unit)


def _part(tell: Progress | None, at: int, of: int, sessions: int) -> Progress | None:
    """Return the progress callback of one value's run, whose work is a share of the whole."""
    if tell is None:
        return None
    return lambda done, hands: tell((at + done / sessions) / of, hands)


def _answer(
    game: str, asked: Sweep, groups: Mapping[float, Floats], counted: int, own: Own
) -> tuple[str, ...]:
    """Say which value is best, which others may be as good, and whether to look further."""
    first = groups[asked.values[0]]
    order = sorted(groups, key=lambda value: -gain(groups[value], first).value)
    good = [order[0], *rivals(order, lambda one, other: gain(groups[one], groups[other]),
                              lambda lead: p_value(lead, counted))]
    name, best = f"{asked.strategy}.{asked.parameter}", order[0]
    said = f"{name} = {best:g} makes most"
    if len(good) > 1:
        listed = ", ".join(f"{value:g}" for value in sorted(good[1:]))
        said += f"; not surely worse (95%, all values judged together): {listed}"
    elif len(order) > 1:
        said += "; every other value tried is surely worse (95%, all judged together)"
    of_range = said_of_range(game, asked, best, good, own)
    return (f"{said}.", of_range) if of_range else (f"{said}.",)


@interruptible()
def sweep(
    game: str, parameter: str, values: Iterable[float], lineup: Lineup | None = None,
    players: int | None = None, rules: RulesGiven = None, sessions: int | None = None,
    hands: int | None = None, seed: int = 0, jobs: int | None = None, backend: str = "threads",
    progress: Wish = None,
) -> SweptTable:
    """Play a line-up with one parameter at several values.

    Parameters are numbers in memory, so nothing is compiled again for another value.

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
    progress : bool or callable, optional
        A bar is shown where a person watches, but not if this is False; a function is called
        with the share of the work done and the hands of the value that is played.

    Returns
    -------
    DataFrame
        A row a value, the index named like the parameter: the columns of
        ``Result.strategies``, and ``gain``: chips or points a hand more than at the first
        value, paired on the same deals, with its interval.  Its ``answer`` says which value is
        best, whether that is the last value that was tried, and whether the values differ at all.

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
    seats = swept_seats(base.players, asked)
    own = {entry.name: entry for entry in entries if not isinstance(entry, str)}
    check_range(game, asked, own)
    from reports.progress import watched
    from reports.studies.duel.swept_table import SweptTable  # its base is a class of pandas

    rows: list[frames.Row] = []
    groups: dict[float, Floats] = {}
    with watched(progress, f"Sweeping {parameter}") as tell:
        for at, value in enumerate(asked.values):
            run, _ = tuned(base, asked, value)
            part = _part(tell, at, len(asked.values), base.sessions)
            result = Result(play(run, jobs, backend, progress=part))
            row, groups[value] = _figures(result, seats[0])
            found = gain(groups[value], groups[asked.values[0]])
            rows.append({parameter: value, **row, **frames.columns("gain", found, error=True)})
    counted = result.measures.groups
    table = pd.DataFrame(rows).set_index(parameter)
    return SweptTable(table, _answer(game, asked, groups, counted, own))
