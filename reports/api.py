"""Five lines from a notebook: play, and look."""

from __future__ import annotations

from collections.abc import Callable

from reports import provenance
from reports.asking import Lineup, Number, RulesGiven, entries_of, set_up
from reports.result import Result
from simulate.batch import Run, play

Progress = Callable[[int, int], None]


def simulate(
    game: str = "loo", lineup: Lineup | None = None, players: Number | None = None,
    rules: RulesGiven = None, sessions: Number | None = None, hands: Number | None = None,
    seed: Number = 0, jobs: int | None = None, backend: str = "threads",
    progress: Progress | None = None, extremes: int = 10,
) -> Result:
    """Play a line-up and return the result.

    Parameters
    ----------
    game : str
    lineup : str, strategy, or sequence of them, optional
        Text as on the command line, or strategies as names, classes or instances: one for
        all seats, or one a seat.  A line-up of the library when not given.
    players : int, optional
        Seats; as many as the line-up has.
    rules : Rules, mapping or str, optional
        A rules object, the options that differ from the defaults, or a preset's name.
    sessions, hands : int, optional
        Sessions to play, and the most hands of each.
    seed : int
    jobs : int, optional
        Workers; all cores when not given.  The result does not depend on it.
    backend : str
        What the workers are: ``"threads"`` or ``"processes"``.
    progress : callable, optional
        Called with the sessions and the hands done so far.
    extremes : int
        How many of the worst and of the best hands to keep.

    Raises
    ------
    BoneyardError
        If an argument is wrong, or a strategy fails.

    Examples
    --------
    >>> from reports import simulate
    >>> result = simulate("loo", "stay,random,random,random", rules={"penalty": "cap:40"})
    >>> result.strategies
    >>> result.plot.loo_rates()
    """
    run = set_up(game, lineup, players, rules, sessions, hands, seed)
    played = play(run, jobs, backend, extremes=extremes, progress=progress)
    return Result(played, provenance.table_options(run, _written(run, lineup)))


def _written(run: Run, lineup: Lineup | None) -> list[str]:
    """Return a line-up as the command line would have it; classes by their labels."""
    entries = entries_of(run.game, lineup, len(run.players))
    if len(entries) == 1:
        entries *= len(run.players)
    return [
        entry if isinstance(entry, str) else label
        for entry, label in zip(entries, run.labels, strict=True)
    ]
