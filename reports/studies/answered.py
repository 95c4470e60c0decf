"""Studies that were held: their answers, the commands that hold them again, and their pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from reports import commands, request
from reports.page.document import Chapter, Opening, Section
from reports.page.files import Report
from reports.results import figure_tables
from reports.results.result import Result
from reports.results.tabled import Made, attrs_of
from reports.stats import number_text
from reports.studies.kind import StudyKind
from reports.studies.library import find_study, read_options, studies
from reports.studies.study import Study
from simulate.errors import BoneyardError, StrategyError, whole
from simulate.games.game import find_game
from simulate.games.narrating import how_many
from simulate.runs.run import Progress, Run, silent
from strategies.lineup import seat_players


def report_of_answer(
    run: Run, title: str, subtitle: str, question: str, answer: tuple[str, ...],
    sections: tuple[Section, ...], command: str, more: Mapping[str, Any],
    intervals: str = Report.intervals,
) -> Report:
    """Return the answer to a question about a table as a report; ``more`` is for its summary."""
    return Report(
        title=title, subtitle=subtitle, answers=answer, sections=sections,
        facts={"seed": str(run.seed), "line-up": ", ".join(run.labels), **commands.versions()},
        command=command, rules=figure_tables.rules_table(run), intervals=intervals,
        attrs=partial(attrs_of, run, command),
        summary={
            "game": run.game, "seed": run.seed, "players": len(run.players),
            "rules": run.rules.as_dict(), "lineup": run.labels, "versions": commands.versions(),
            "question": question, "answer": list(answer), "command": command, **more})


@dataclass(frozen=True, repr=False, eq=False)
class Answered(Made):
    """A question that was answered at a table.

    Parameters
    ----------
    study : Study
        What was found, in full.
    run : Run
        The table, with the sessions and hands that were played of it.
    command : str
        The command that finds the same numbers again; empty where a class or an object of a
        program plays, which no command can name.
    subtitle : str, optional
        Who plays, if the line-up does not show it.
    more : mapping
        What ``summary.json`` has besides.
    play : str
        The command that plays what was found, if it can be played.

    Examples
    --------
    >>> import boneyard
    >>> found = boneyard.study("duel", "loo", "book,stay", sessions=100, hands=20, seed=3, jobs=1)
    >>> print(found)  # doctest: +ELLIPSIS
    Which strategy is better?
    book is best...
    >>> sorted(found.tables)
    ['duel_positions', 'duel_precision', 'duel_ranking']
    >>> found.command
    'boneyard study duel loo --players 2 --lineup book,stay --sessions 100 --hands 20 --seed 3'
    """

    study: Study
    run: Run
    command: str
    subtitle: str | None = None
    more: Mapping[str, Any] = field(default_factory=dict)
    play: str = ""

    @property
    def question(self) -> str:
        """The question."""
        return self.study.question

    @property
    def answer(self) -> tuple[str, ...]:
        """Its answer in a few sentences with numbers and their uncertainty."""
        return self.study.answer

    def report(self) -> Report:
        """Return the answer as a report of its own."""
        study, run = self.study, self.run
        return report_of_answer(
            run, f"{find_game(run.game).title}: {study.question}",
            self.subtitle or f"{len(run.players)} players: {number_text.listed(run.labels)}",
            study.question, study.answer,
            # Sentences that stand above are not repeated.
            tuple(replace(section, answer=tuple(
                one for one in section.answer if one not in study.answer))
                for section in study.sections),
            self.command, self.more)

    def __repr__(self) -> str:
        return str(self.study)


@dataclass(frozen=True, repr=False, eq=False)
class HeldStudy(Answered):
    """A study that was held at a table.

    Parameters
    ----------
    kind : StudyKind
    options : mapping of str to Any
        The value of each option of the study.
    sharper : str
        The command that holds it with as many hands as it has by itself.

    Examples
    --------
    >>> import boneyard
    >>> held = boneyard.study("duel", "loo", "book,stay", sessions=50, hands=20, until=2.0, jobs=1)
    >>> held.kind.name, held.options["until"]
    ('duel', 2.0)
    """

    kind: StudyKind = field(kw_only=True)
    options: Mapping[str, Any] = field(kw_only=True)
    sharper: str = field(kw_only=True)

    def chapter(self) -> Chapter:
        """Return the study as a part of a larger report."""
        asked = how_many(self.run.sessions, "deal" if self.kind.single else "session")
        a_table = "" if self.kind.single else " a table"
        played = self.study.played or f"at most {asked}{a_table}"
        note = (f"A study within a report is a short one: {played} here. "
                "By itself it takes more, and its intervals are narrower:")
        return Chapter(f"study_{self.kind.name}", self.question, self.answer,
                       self.study.sections, note, self.sharper, self.command)


def hold_study(
    name: str, run: Run, given: Mapping[str, Any] | None = None,
    jobs: int | None = None, progress: Progress = silent,
) -> HeldStudy:
    """Hold a study at a table; ``run.sessions`` are deals in studies of single hands."""
    kind = find_study(name)
    options = read_options(kind, given or {})
    kind.check_table(run, options)
    whole(run.sessions, "sessions", kind.least)
    try:
        study = kind.hold(run, options, jobs, progress)
    except StrategyError as error:
        error.args = (f"in study {name}, whose seats may differ from the line-up: {error}",)
        raise

    def command(sessions: int | None) -> str:
        return commands.command(
            "study", name, run.game, **commands.table_options(run), sessions=sessions,
            hands=None if kind.single else run.hands, seed=run.seed, **options)

    return HeldStudy(study, run, command(run.sessions), more={"sessions": run.sessions}, kind=kind,
                     options=options, sharper=command(None))


#: A chart from fewer deals would show next to nothing.
_LEAST_DEALS = 10_000


@dataclass(frozen=True)
class Plan:
    """The studies of a report."""

    names: tuple[str, ...]
    left_out: dict[str, str]  #: those that this table cannot have, with the reason


def plan_studies(run: Run, asked: str | Sequence[str], chosen: bool = True) -> Plan:
    """Return the studies that a report is to have. ``asked``: ``"all"`` that a report has and the
    table can have, ``"none"``, or names: of any that can be held of the game."""
    offered = {name: kind for name, kind in studies().items() if kind.is_for(run.game)}
    game, are_all, left_out = find_game(run.game), asked == "all", dict[str, str]()
    names = [name for name, kind in offered.items() if kind.suits(game)] if are_all else (
        [] if asked == "none" else asked.split(",") if isinstance(asked, str) else list(asked))
    for name in (names := [name.strip() for name in names]):
        if name not in offered:
            raise BoneyardError(f"studies: {game.title} has no study {name!r}; choose all, none, "
                                f"or some of {', '.join(offered)}")
        kind = offered[name]
        try:
            kind.check_table(_seated(run, kind, chosen), kind.read({}))
            reason = kind.left_out(run) if are_all else ""
        except BoneyardError as error:
            if not are_all:
                raise
            reason = str(error)
        if reason:
            left_out[name] = reason
    return Plan(tuple(name for name in dict.fromkeys(names) if name not in left_out), left_out)


def run_within(run: Run, name: str, hands: int, chosen: bool = True) -> Run:
    """Return the run of a study within a report, which plays no more hands than the report did
    itself. Where nobody named the line-up (``chosen``), a study about good players seats them."""
    kind = find_study(name)
    run = _seated(run, kind, chosen)
    sessions = kind.sessions(run, min(kind.in_report, hands))
    return replace(run, sessions=max(_LEAST_DEALS * kind.single, kind.least, sessions))


def _seated(run: Run, kind: StudyKind, chosen: bool) -> Run:
    """Return a run with good players if a study is about them and nobody named others."""
    if chosen or not kind.good_players:
        return run
    lineup = request.good_lineup(find_game(run.game), run.rules, len(run.players))
    return replace(run, players=seat_players(run.game, lineup, len(run.players), run.rules))


def with_studies(
    result: Result, report: Report, plan: Plan, held: Sequence[HeldStudy],
    opening: Opening | None = None,
) -> Report:
    """Return the ``report`` of a run with the studies held at its table. Their cards stand behind
    those of the ``opening`` that answer back, and replace those of the same name."""
    opening = opening or Opening()
    if opening.cards:
        walls = [replace(one.study.card, again=one.command) for one in held if one.study.card]
        answering = [card for card in opening.cards if card.widget]
        own = {card.name for card in walls}
        others = [card for card in opening.cards if not card.widget and card.name not in own]
        opening = replace(opening, cards=(*answering, *walls, *others))
    asked = ",".join(plan.names) or "none"
    command = commands.run_command(result.run, "report", studies=asked)
    facts = dict(report.facts)
    if plan.left_out:
        facts["studies left out"] = "; ".join(
            f"{name} ({reason})" for name, reason in plan.left_out.items())
    return replace(
        report, chapters=tuple(one.chapter() for one in held), command=command, facts=facts,
        again=report.command, opening=opening,
        summary={**report.summary, "command": command,
                 "studies": {one.kind.name: {
                     "question": one.question, "answer": list(one.answer),
                     "sessions": one.run.sessions, "command": one.command} for one in held}})
