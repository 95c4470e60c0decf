"""The functions about tables, runs and studies, for Python and the command line."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import update_wrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Generic, ParamSpec, TypeVar

from reports import commands
from reports import request as ask
from reports.kept import KEPT, Task, Workers, carry_out, complete
from reports.options import Option, checked, noted
from simulate.errors import BoneyardError, bind, brief, unknown, whole
from simulate.games.game import find_game
from simulate.runs.run import Run
from strategies.lineup import Entry

if TYPE_CHECKING:
    import pandas as pd

    from reports.page.files import Report
    from reports.results.result import Result
    from reports.studies.answered import Answered, HeldStudy
    from reports.studies.kind import StudyKind
    from simulate.branch.state import OpenTable

_Given = ParamSpec("_Given")
_Answer = TypeVar("_Answer")


@checked
def simulate(
    game: ask.GameArg = "loo", lineup: ask.LineupArg = None, players: ask.PlayersArg = None,
    rules: ask.RulesArg = None, sessions: ask.SessionsArg = None, hands: ask.HandsArg = None,
    seed: ask.SeedArg = 0, jobs: ask.JobsArg = None, backend: ask.BackendArg = "threads",
    scheduler: ask.SchedulerArg = None, address: ask.AddressArg = None, out: ask.OutArg = None,
    overwrite: ask.OverwriteArg = False, progress: ask.ProgressArg = None,
    extremes: Annotated[int | None, Option(
        "How many of the worst and best hands to keep, with the command that replays each. At "
        "most 1,000.", "N",
        lambda many, name: whole(many, name, 1, 1000), panel=ask.OUTPUT,
        python="10 are kept by default.")] = None,
    by_hand: Annotated[bool, Option(
        "Write the hands into the folder of --out, too: hands.parquet, one row per hand and seat.",
        switch=True, panel=ask.OUTPUT)] = False,
) -> Result:
    """Play a line-up and return the result.

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
    run = ask.set_up(game, lineup, players, rules, sessions, hands, seed)
    workers = Workers.of(jobs, backend, scheduler, address)
    task = Task("simulate", extremes=extremes or KEPT, by_hand=by_hand)
    return carry_out(task, run, workers, out, overwrite, progress)[0]


@checked
def table(
    game: ask.GameArg = "loo",
    lineup: Annotated[Entry | Sequence[Entry | None] | None, Option(
        "One a seat, as for ``simulate``; None is an open seat, which you play. All seats are open "
        "when not given.", None, ask.plain_lineup,
        kind="strategy or sequence of strategies and None")] = None,
    players: ask.PlayersArg = None, rules: ask.RulesArg = None, hands: ask.HandsArg = None,
    seed: ask.SeedArg = 0,
    decisions: Annotated[str | Sequence[str] | None, Option(
        "Those of open seats that are yours, ``\"declare\"``; all when not given.", None,
        kind="str or sequence of str")] = None,
    otherwise: Annotated[Entry, Option(
        "Who takes the other decisions of open seats.", None, ask.plain_lineup,
        kind="strategy")] = "random",
) -> OpenTable:
    """Return a table whose hands are played decision by decision, some seats from outside.

    Raises
    ------
    BoneyardError
        If an argument is wrong, no seat is open, or the game has no decisions to ask about.

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
    if all(entry is not None for entry in entries):
        raise BoneyardError(f"lineup {brief(lineup)} has no open seat: put None where you play, "
                            "as in ['banker', None]")
    run = ask.set_up(game, [otherwise if entry is None else entry for entry in entries], players,
                     rules, 1, hands, seed)
    seated = [entries[seat % len(entries)] for seat in range(len(run.players))]
    players_there = tuple(
        replace(player, label="open") if entry is None else player
        for player, entry in zip(run.players, seated, strict=True))
    return OpenTable(replace(run, players=players_there),
                     [seat for seat, entry in enumerate(seated) if entry is None],
                     [decisions] if isinstance(decisions, str) else decisions)


def _signature(asks: Callable[..., Any], kind: StudyKind) -> inspect.Signature:
    """Return the parameters of a study: those of the table, then its options."""
    table = [one for one in inspect.signature(asks).parameters.values()
             if one.name != "name" and one.kind is not one.VAR_KEYWORD]
    own = [inspect.Parameter(option, inspect.Parameter.KEYWORD_ONLY,
                             default=False if one.switch else None)
           for option, one in kind.options.items()]
    return inspect.Signature([*table, *own])


def check_names(
    asks: Callable[..., Any], kind: StudyKind, args: Sequence[Any], options: Mapping[str, Any],
) -> None:
    """Raise ``TypeError`` for an argument that no study has; its own check refuses another's."""
    from reports.studies.library import options_of_all

    others = options_of_all().keys() - kind.options.keys()
    bind(f"study.{kind.name}", _signature(asks, kind), args,
         {name: value for name, value in options.items() if name not in others})


class Studies(Generic[_Given, _Answer]):
    """The function ``study``, with a function of its own for every study, as ``study.duel``."""

    __wrapped__: Callable[_Given, _Answer]

    def __init__(self, asks: Callable[_Given, _Answer]) -> None:
        update_wrapper(self, asks)

    def __call__(self, *args: _Given.args, **kwargs: _Given.kwargs) -> _Answer:
        """Answer a question by its name."""
        return self.__wrapped__(*args, **kwargs)

    def __reduce__(self) -> str:
        return self.__wrapped__.__name__

    def __dir__(self) -> list[str]:
        from reports.studies.library import studies  # a run without studies loads none

        return [*{*object.__dir__(self), *studies()}]

    def __repr__(self) -> str:
        from reports.studies.library import studies

        return f"Studies: {', '.join(studies())}"

    def __getattr__(self, name: str) -> Callable[..., _Answer]:
        from reports.studies.library import studies

        if name.startswith("_") or name not in studies():
            raise AttributeError(str(unknown("study", name, studies())))
        kind, asks = studies()[name], self.__wrapped__

        def held(*args: Any, **options: Any) -> _Answer:
            check_names(asks, kind, args, options)
            return asks(name, *args, **options)  # type: ignore[arg-type]

        meanings = [f"{option} : optional\n    {one.meaning}."
                    for option, one in kind.options.items()]
        held.__name__, held.__module__ = name, asks.__module__
        held.__qualname__ = f"{asks.__name__}.{name}"
        held.__dict__["__signature__"] = _signature(asks, kind)
        held.__doc__ = "\n".join((
            f"Answer {kind.about}.\n\nParameters\n----------",
            "Those of ``study``, and:", *meanings) if meanings else (f"Answer {kind.about}.",))
        setattr(self, name, held)  # to pickle it takes the very function
        return held


@checked
def study(
    name: Annotated[str, Option(
        "One of the questions that [b]boneyard study --help[/b] lists.", "NAME", is_argument=True,
        kind="str")],
    game: Annotated[str, Option(
        "A game that the study is for.", "[GAME]", is_argument=True, kind="str")] = "loo",
    lineup: ask.LineupArg = None, players: ask.PlayersArg = None, rules: ask.RulesArg = None,
    sessions: ask.SessionsArg = None, hands: ask.HandsArg = None, seed: ask.SeedArg = 0,
    jobs: ask.JobsArg = None, progress: ask.ProgressArg = None,
    **options: Annotated[Any, Option(
        "The options of that study, named as in its help: ``bankroll`` of ``risk``, ``against`` of "
        "``rules`` (one or several), ``until`` and ``decide`` of ``duel``.")],
) -> HeldStudy:
    """Answer a question about a game.

    Examples
    --------
    >>> import boneyard
    >>> risk = boneyard.study("risk", "loo", "banker,stay", rules={"penalty": "cap:40"},
    ...                       sessions=100, hands=20, jobs=1)
    >>> risk.question
    'What does it cost to sit down?'
    >>> "risk_ruin" in risk.tables, "risk_by_bank" in dir(risk.plot)
    (True, True)
    """
    from reports.progress import watched
    from reports.studies.library import find_study, read_options

    kind = find_study(name)
    check_names(study, kind, (), options)
    read = read_options(kind, options)
    run = ask.set_up(game, lineup, players, rules, 1 if sessions is None else sessions, hands, seed,
                 kind.good_players)
    if sessions is None:
        run = replace(run, sessions=kind.sessions(run, kind.hands))
    kind.check_table(noted(run), read)
    from reports.studies.answered import hold_study

    with watched(progress, f"Study {name} of {run.game}") as report_to:
        return hold_study(name, run, options, jobs=jobs, progress=report_to)


study = Studies(study)


def run_of_report(
    game: str, lineup: ask.Lineup | None = None, players: Any = None, rules: Any = None,
    sessions: Any = None, hands: Any = None, seed: Any = 0, studies: str | Sequence[str] = "all",
) -> tuple[Task, Run]:
    """Return what a report is to be of; refuse studies that it cannot have."""
    from reports.studies.answered import plan_studies

    run = ask.set_up(game, lineup, players, rules, 1 if sessions is None else sessions, hands, seed)
    if sessions is None:
        count = ask.sessions_of(find_game(run.game), run.rules, ask.REPORT_HANDS, run.hands)
        run = replace(run, sessions=count)
    plan_studies(run, studies, lineup is not None)
    return Task("report", studies=studies, chosen=lineup is not None), run


@checked
def report(
    game: ask.GameArg = "loo", lineup: ask.LineupArg = None, players: ask.PlayersArg = None,
    rules: ask.RulesArg = None, sessions: ask.SessionsArg = None, hands: ask.HandsArg = None,
    seed: ask.SeedArg = 0, jobs: ask.JobsArg = None, backend: ask.BackendArg = "threads",
    scheduler: ask.SchedulerArg = None, address: ask.AddressArg = None,
    studies: Annotated[str | Sequence[str], Option(
        "Studies for the page, of those that the game has. [b]boneyard study --help[/b] "
        "lists them.", "all|none|A,B,...", panel=ask.RUN, kind="str or sequence of str")] = "all",
    out: ask.OutArg = None, overwrite: ask.OverwriteArg = False, progress: ask.ProgressArg = None,
) -> Report:
    """Play a line-up and hold its studies: everything that ``boneyard report`` writes.

    Examples
    --------
    >>> import boneyard
    >>> report = boneyard.report("rounce", "stay,random", sessions=50, studies="duel", jobs=1)
    >>> [chapter.name for chapter in report.chapters]
    ['study_duel']
    """
    task, run = run_of_report(game, lineup, players, rules, sessions, hands, seed, studies)
    workers = Workers.of(jobs, backend, scheduler, address)
    return carry_out(task, run, workers, out, overwrite, progress)[1]


@checked
def resume(
    folder: Annotated[str | Path, Option(
        "The folder that --out named.", "DIR", is_argument=True, is_place=True,
        kind="str or Path")],
    jobs: ask.JobsArg = None, backend: ask.BackendArg = "threads",
    scheduler: ask.SchedulerArg = None, address: ask.AddressArg = None,
    progress: ask.ProgressArg = None,
) -> Result:
    """Complete a run with --out that was interrupted; its results are the same.

    Everything but the workers is as it was when the run began.

    Raises
    ------
    BoneyardError
        If the folder holds no unfinished run, or one that cannot go on here.

    Examples
    --------
    >>> import boneyard
    >>> boneyard.resume("nowhere")
    Traceback (most recent call last):
        ...
    simulate.errors.BoneyardError: folder 'nowhere' holds no unfinished run
    """
    workers = Workers.of(jobs, backend, scheduler, address)
    return complete(folder, workers, progress)[1]


@checked
def sweep(
    game: ask.GameArg,
    parameter: Annotated[str, Option(
        'Strategy and parameter, ``"threshold.stay_1"``, and every seat of that strategy takes the '
        'value; or a rule, ``"penalty"``.', None, kind="str")],
    values: Annotated[Iterable[object], Option(
        'Numbers; of a rule as for ``simulate``, ``["cap:20", "cap:40"]``. A text has them as the '
        'command line does: ``"cap:20,cap:40"``, ``"0.1:0.5:0.1"`` (from, to, step).', None,
        kind="iterable, or one text")],
    lineup: ask.LineupArg = None, players: ask.PlayersArg = None, rules: ask.RulesArg = None,
    sessions: ask.SessionsArg = None, hands: ask.HandsArg = None, seed: ask.SeedArg = 0,
    jobs: ask.JobsArg = None, progress: ask.ProgressArg = None,
) -> Answered:
    """Play a line-up with one parameter or rule at several values, on the same deals.

    The line-up must have the strategy; when not given, it is the game's own with the strategy in
    its first seat.

    Returns
    -------
    Answered
        Its ``answer`` names the best value, and whether it is the last that was tried; of a rule,
        what it changes most, and what surely.  ``tables["sweep"]`` has one row per strategy and
        value: chips or points a hand (``value``), and how much more than at the first value
        (``change``), paired on the same deals, with intervals.  For a rule
        ``tables["sweep_table"]`` has the figures of the table as a whole.

    Examples
    --------
    >>> import boneyard
    >>> found = boneyard.sweep("loo", "threshold.stay_1", [1.0, 2.0], "threshold,stay",
    ...                        sessions=50, hands=20, jobs=1)
    >>> found.tables["sweep"].loc["threshold"].index.tolist(), len(found.answer)
    (['1', '2'], 2)
    >>> axes = found.plot.sweep(title="When to stay")
    """
    from reports.studies.sweep import hold_sweep

    return hold_sweep(game, parameter, values, lineup, players, rules, sessions, hands, seed,
                      jobs, progress)


@checked
def strategies(game: ask.GameArg = "loo") -> pd.DataFrame:
    """Return the strategies of a game.

    Returns
    -------
    DataFrame
        One row per strategy: ``summary``, what it ``looks_at``, its ``parameters`` with their
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
    return _listed("strategies", game, pd.DataFrame(rows), is_slow="true or false")


def _listed(what: str, game: str, frame: pd.DataFrame, **units: str) -> pd.DataFrame:
    """Return a list by its first column; of where it comes from it has what results have."""
    frame.attrs.update(
        game=game, boneyard=commands.versions()["boneyard"], command=f"boneyard {what} {game}",
        units=dict.fromkeys(map(str, frame), "text") | units)
    return frame.set_index(frame.columns[0])


@checked
def rules(game: ask.GameArg = "loo") -> pd.DataFrame:
    """Return the rule options of a game.

    Returns
    -------
    DataFrame
        One row per option: its ``default``, the ``values`` allowed, its ``meaning``, the option and
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
    return _listed("rules", game, pd.DataFrame(rows, columns=columns))
