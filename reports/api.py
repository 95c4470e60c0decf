"""Five lines from a notebook: what there is to choose from, play, and look."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reports.defaults import REPORT_HANDS, sessions_of
from reports.door import checked
from reports.request import Lineup, Number, RulesGiven, Wish, set_up
from reports.results import commands
from reports.results.result import Result
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.runs.interrupting import interruptible
from simulate.runs.play import play
from strategies.lineup import Entry

if TYPE_CHECKING:
    import pandas as pd

    from reports.page.document import Section
    from reports.page.files import Report
    from reports.studies.answered import HeldStudy
    from simulate.branch.state import OpenTable


@checked
def simulate(
    game: str = "loo", lineup: Lineup | None = None, players: Number | None = None,
    rules: RulesGiven = None, sessions: Number | None = None, hands: Number | None = None,
    seed: Number = 0, jobs: int | None = None, backend: str = "threads",
    progress: Wish = None, extremes: int = 10,
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
        A rules object, the options that differ from the defaults, or the name of a preset or
        of a file of house rules (``"house.toml"``).
    sessions, hands : int, optional
        Sessions to play, and the most hands of each.
    seed : int
    jobs : int, optional
        Workers; all cores when not given.  The result does not depend on it.
    backend : str
        What the workers are: ``"threads"`` or ``"processes"``.
    progress : bool or callable, optional
        A bar is shown where a person watches, but not if this is False; a function is called
        with the sessions and the hands done so far.
    extremes : int
        How many of the worst and of the best hands to keep, 1 to 1,000.

    Raises
    ------
    BoneyardError
        If an argument is wrong, or a strategy fails.

    Examples
    --------
    >>> import boneyard
    >>> result = boneyard.simulate("loo", "stay,random", rules={"penalty": "cap:40"},
    ...                            sessions=100, hands=20, seed=1, jobs=1)
    >>> result.hands
    2000
    >>> result.strategies.index.tolist()
    ['stay', 'random']
    >>> figure = result.plot.tricks()
    """
    from reports.progress import watched

    run = set_up(game, lineup, players, rules, sessions, hands, seed)
    with watched(progress, f"Playing {game}", run.sessions) as tell:
        played = play(run, jobs, backend, extremes=extremes, progress=tell)
    return Result(played)


@checked
def table(
    game: str = "loo", lineup: Entry | Sequence[Entry | None] | None = None,
    players: Number | None = None, rules: RulesGiven = None, hands: Number | None = None,
    seed: Number = 0,
) -> OpenTable:
    """Return a table whose hands are played decision by decision, some seats from outside.

    Parameters
    ----------
    game : str
    lineup : strategy or sequence of strategies and None, optional
        One a seat, as for ``simulate``; None is an open seat, which you play.  All seats are open
        when not given.
    players, rules, seed
        As for ``simulate``; with this seed, session and hand have the deals of ``replay``.
    hands : int, optional
        The most hands of a session.

    Raises
    ------
    BoneyardError
        If an argument is wrong, no seat is open, or the game does not say how it is asked about.

    Examples
    --------
    >>> import boneyard
    >>> table = boneyard.table("casino", [None, "random"], seed=7)
    >>> state = table.new_hand(session=3)
    >>> state
    Session 3, hand 0: seat 0 is asked to bet
    >>> while not state.is_terminal():
    ...     state.apply(max(state.legal_actions()))
    >>> len(state.returns()), state.next_hand()
    (2, None)
    """
    from simulate.branch.state import OpenTable

    is_one = lineup is None or isinstance(lineup, str) or not isinstance(lineup, Sequence)
    entries: list[Any] = [lineup] if is_one else list(lineup)  # type: ignore[arg-type]
    if None not in entries:
        raise BoneyardError(f"lineup {lineup!r} has no open seat: put None where you play, as in "
                            "['banker', None]")
    run = set_up(game, ["random" if entry is None else entry for entry in entries], players, rules,
                 1, hands, seed)
    seated = [entries[seat % len(entries)] for seat in range(len(run.players))]
    players_there = tuple(
        replace(player, label="open") if entry is None else player
        for player, entry in zip(run.players, seated, strict=True))
    return OpenTable(replace(run, players=players_there),
                     [seat for seat, entry in enumerate(seated) if entry is None])


@checked
@interruptible()
def study(
    name: str, game: str = "loo", lineup: Lineup | None = None, players: Number | None = None,
    rules: RulesGiven = None, sessions: Number | None = None, hands: Number | None = None,
    seed: Number = 0, jobs: int | None = None,
    progress: Wish = None, **options: Any,
) -> HeldStudy:
    """Answer one of the questions that people sit down with.

    Parameters
    ----------
    name : str
        ``"miss"``, ``"escalation"``, ``"risk"``, ``"duel"``, ``"exploit"``, or that of a
        study in an installed package; ``boneyard study --help`` has all of them.
    game, lineup, players, rules, sessions, hands, seed, jobs
        As for ``simulate``; In ``miss`` a session is a deal. As many sessions as suit the study
        when not given.
    progress : bool or callable, optional
        As for ``simulate``, but a function is called with the share of the work done and the
        hands played so far.
    **options
        The options of that study, named as in its help: ``bankroll`` of ``risk``, ``against``
        of ``escalation`` (one or several), ``until``, ``decide`` and ``sweep`` of ``duel``.

    Raises
    ------
    BoneyardError
        If an argument is wrong, or a strategy fails.

    Examples
    --------
    >>> import boneyard
    >>> risk = boneyard.study("risk", "loo", "banker,stay", rules={"penalty": "cap:40"},
    ...                       sessions=100, hands=20, jobs=1)
    >>> risk.question
    'What does it cost to sit down?'
    >>> "risk_ruin" in risk.tables, "risk_by_bank" in risk.figures
    (True, True)
    """
    from reports.progress import watched
    from reports.studies.answered import hold_study
    from reports.studies.kind import find_study, read_options

    kind = find_study(name)
    read_options(kind, options)
    run = set_up(game, lineup, players, rules, 1 if sessions is None else sessions, hands, seed,
                 kind.good_players)
    if sessions is None:
        run = replace(run, sessions=kind.sessions(run, kind.hands))
    with watched(progress, f"Study {name}") as tell:
        return hold_study(name, run, options, jobs=jobs, progress=tell)


@checked
@interruptible()
def report(
    game: str = "loo", lineup: Lineup | None = None, players: Number | None = None,
    rules: RulesGiven = None, sessions: Number | None = None, hands: Number | None = None,
    seed: Number = 0, jobs: int | None = None, studies: str | Sequence[str] = "all",
    progress: bool | None = None,
) -> Report:
    """Play a line-up and hold its studies: everything that ``boneyard report`` writes.

    Parameters
    ----------
    game, lineup, players, rules, sessions, hands, seed, jobs
        As for ``simulate``; about four million hands when not told how many sessions.
    studies : str or sequence of str
        ``"all"`` that the table can have, ``"none"``, or names.
    progress : bool, optional
        False shows no bar; otherwise one is shown where a person watches.

    Raises
    ------
    BoneyardError
        If an argument is wrong, or a strategy fails.

    Examples
    --------
    >>> import boneyard
    >>> report = boneyard.report("rounce", "stay,random", sessions=50, studies="duel", jobs=1)
    >>> [chapter.name for chapter in report.chapters]
    ['study_duel']
    """
    from reports.progress import watched
    from reports.studies.answered import plan_studies

    run = set_up(game, lineup, players, rules, 1 if sessions is None else sessions, hands, seed)
    if sessions is None:
        count = sessions_of(find_game(run.game), run.rules, REPORT_HANDS, run.hands)
        run = replace(run, sessions=count)
    plan_studies(run, studies, lineup is not None)
    with watched(progress, f"Playing {game}", run.sessions) as tell:
        result = Result(play(run, jobs, progress=tell))
    return studied(result, studies, lineup is not None, jobs, progress)


def studied(
    result: Result, studies: str | Sequence[str], chosen: bool, jobs: int | None,
    progress: bool | None, opened: Callable[[Report], object] | None = None,
) -> Report:
    """Return the report of a run with its studies, which are held here, and its first screen.
    ``chosen``: a person named the line-up. ``opened``, of a report that will be written: called
    with the first screen, if there is one, before the studies are held."""
    from reports.opening.find import opening_of
    from reports.progress import watched
    from reports.studies.answered import hold_study, plan_studies, run_within, with_studies

    plan, report = plan_studies(result.run, studies, chosen), result.report()
    held: list[HeldStudy] = []
    if not plan.names:
        return with_studies(result, report, plan, held)
    with watched(progress, "Opening") as tell:
        opening = opening_of(result, jobs, tell)
    if opened is not None and opening.cards:
        opened(with_studies(result, report, plan, held, opening))
    with _drawing(opened is not None) as draw:
        draw(report.sections)
        for name in plan.names:
            run = run_within(result.run, name, result.hands, chosen)
            table = result.table_options if run.players == result.run.players else None
            with watched(progress, f"Study {name}") as tell:
                held.append(hold_study(name, run, table_options=table, jobs=jobs, progress=tell))
            draw(held[-1].study.sections)
    return with_studies(result, report, plan, held, opening)


@contextmanager
def _drawing(ahead: bool) -> Iterator[Callable[[Sequence[Section]], None]]:
    """Yield what draws the figures of sections while kernels play, if ``ahead`` of when they are
    asked for: in one thread, as matplotlib needs it."""
    artist = ThreadPoolExecutor(1)

    def draw(sections: Sequence[Section]) -> None:
        for picture in (picture for section in sections for picture in section.pictures if ahead):
            # Whoever asks for a figure that failed meets the error.
            artist.submit(picture.draw_files)

    try:
        yield draw
    finally:
        artist.shutdown(cancel_futures=True)


@checked
def strategies(game: str = "loo") -> pd.DataFrame:
    """Return the strategies of a game.

    Returns
    -------
    DataFrame
        A row a strategy: ``summary``, what it ``looks_at``, its ``parameters`` with their
        defaults and ranges, and whether it ``is_slow``.

    Raises
    ------
    BoneyardError
        If there is no such game.

    Examples
    --------
    >>> import boneyard
    >>> boneyard.strategies("loo").loc["stay", "looks_at"]
    'nothing'
    """
    import pandas as pd

    from strategies.lineup import library

    game = find_game(game).name
    rows = [
        {
            "strategy": one.name, "summary": one.summary, "looks_at": one.looks_at,
            "parameters": "; ".join(
                f"{name}={one.default_in_words(name, game)} ({p.allowed}): {p.meaning}"
                for name, p in one.parameters.items()),
            "is_slow": one.is_slow}
        for one in library(game).values()]
    return pd.DataFrame(rows).set_index("strategy")


@checked
def rules(game: str = "loo") -> pd.DataFrame:
    """Return the rule options of a game.

    Returns
    -------
    DataFrame
        A row an option: its ``default``, the ``values`` allowed, its ``meaning``, the option and
        value that it matters ``only_with``, its ``source``, and a column for each preset with what
        it changes.

    Raises
    ------
    BoneyardError
        If there is no such game.

    Examples
    --------
    >>> import boneyard
    >>> boneyard.rules("loo").loc["penalty", "default"]
    'unlimited'
    """
    import pandas as pd

    found = find_game(game).rules_class
    columns = ["rule", "default", "values", "meaning", "only_with", "source", *found.presets]
    game = find_game(game).name
    text = commands.rule_text
    rows = [
        {
            "rule": entry.name, "default": text(entry.default), "values": explained.allowed,
            "meaning": explained.meaning, "only_with": explained.condition,
            "source": inspect.cleandoc(explained.source),
            **{preset: text(changes[entry.name]) if entry.name in changes else ""
               for preset, changes in found.presets.items()}}
        for entry, explained in found.options()]
    return pd.DataFrame(rows, columns=columns).set_index("rule")
