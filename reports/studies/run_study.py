"""Studies that were held: what holds them again, and how they get onto a page."""

from __future__ import annotations

import html
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from reports.page.document import Chapter, Section
from reports.page.report import Report
from reports.results import commands
from reports.results.result import Result
from reports.results.rules_table import rules_table
from reports.stats import number_text
from reports.studies.catalog import chapters_of, find_study, read_options
from reports.studies.kind import Asked, StudyKind, written
from reports.studies.study import Study
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.runs.run import Run

if TYPE_CHECKING:
    import pandas as pd

    from reports.studies.study import Done


@dataclass(frozen=True)
class Held:
    """A study that was held at a table.

    Parameters
    ----------
    kind : StudyKind
    run : Run
        The table, with the sessions and hands that were played of it.
    options : mapping of str to Any
        The value of each option of the study.
    table_options : str
        The options of the command line that set the table.
    study : Study
        What it found, in full.
    """

    kind: StudyKind
    run: Run
    options: Mapping[str, Any]
    table_options: str
    study: Study

    @property
    def question(self) -> str:
        """The question."""
        return self.study.question

    @property
    def answer(self) -> tuple[str, ...]:
        """Its answer in a few sentences with numbers and their uncertainty."""
        return self.study.answer

    @property
    def tables(self) -> dict[str, pd.DataFrame]:
        """All tables by name."""
        return self.report().frames()

    @property
    def figures(self) -> dict[str, Any]:
        """All figures by name, each drawn when it is first looked at: ``.figure``."""
        return dict(self.report().pictures())

    def _command(self, sessions: str) -> str:
        length = "" if self.kind.single else f"--hands {self.run.hands} "
        return " ".join(filter(None, (
            f"boneyard study {self.kind.name} {self.run.game} {self.table_options}", sessions,
            f"{length}--seed {self.run.seed}", shlex.join(written(self.options)),
        )))

    @property
    def command(self) -> str:
        """The command that holds it again, and finds the same numbers."""
        return self._command(f"--sessions {self.run.sessions}")

    @property
    def sharper(self) -> str:
        """The command that holds it with as many hands as it has by itself."""
        return self._command("")

    def summary(self) -> dict[str, Any]:
        """Return what ``summary.json`` has of it."""
        return {"question": self.question, "answer": list(self.answer),
                "sessions": self.run.sessions, "command": self.command}

    def chapter(self) -> Chapter:
        """Return the study as a part of a larger report."""
        played = "deals" if self.kind.single else "sessions a table"
        note = (f"A study within a report is a short one: at most {self.run.sessions:,} {played} "
                "here. By itself it takes more, and its intervals are narrower:")
        return Chapter(f"study_{self.kind.name}", self.question, self.answer,
                       self.study.sections, note, self.sharper)

    def report(self) -> Report:
        """Return the study as a report of its own."""
        return study_report(self.study, self.run, self.command, sessions=self.run.sessions)

    def page(self) -> str:
        """Return the study as one HTML page that needs nothing else."""
        return self.report().page()

    def __str__(self) -> str:
        return str(self.study)

    def _repr_html_(self) -> str:
        listed = "".join(f"<li>{html.escape(sentence)}</li>" for sentence in self.answer)
        return f"<h3>{html.escape(self.question)}</h3><ul>{listed}</ul>"


def study_report(
    study: Study, run: Run, command: str, subtitle: str | None = None, **more: Any
) -> Report:
    """Return a study as a report of its own.

    Parameters
    ----------
    study : Study
    run : Run
        The table.
    command : str
        Holds the study again.
    subtitle : str, optional
        Who plays, unless other words are given.
    **more
        What ``summary.json`` has besides.
    """
    return Report(
        title=f"{find_game(run.game).title}: {study.question}",
        subtitle=subtitle or f"{len(run.players)} players: {number_text.listed(run.labels)}",
        answers=study.answer,
        sections=tuple(_without(section, study.answer) for section in study.sections),
        facts={"seed": str(run.seed), "line-up": ", ".join(run.labels), **commands.versions()},
        command=command, rules=rules_table(run.rules),
        summary={
            "game": run.game, "seed": run.seed, "players": len(run.players),
            "rules": run.rules.as_dict(), "lineup": run.labels,
            "versions": commands.versions(), "question": study.question,
            "answer": list(study.answer), "command": command, **more,
        },
    )


def _without(section: Section, said: Sequence[str]) -> Section:
    """Return a section without the sentences that stand above it already."""
    return replace(section, answer=tuple(s for s in section.answer if s not in said))


def hold_study(
    name: str, run: Run, given: Mapping[str, Any] | None = None,
    table_options: str | None = None, jobs: int | None = None, progress: Done | None = None,
) -> Held:
    """Hold a study at a table.

    Parameters
    ----------
    name : str
    run : Run
        Its sessions are played; ``miss`` takes them as deals.
    given : mapping of str to Any, optional
        What is asked of it beyond the table, by the names of its options.
    table_options : str, optional
        The options of the command line that set the table, if they are other than the
        run says: strategies from a person's own file have a path there.
    jobs : int, optional
        Workers; the result does not depend on it.
    progress : callable, optional
        Called with the share of the work done and the hands played so far.

    Raises
    ------
    BoneyardError
        If the study is unknown or none for this table, or an option is wrong.
    """
    kind = find_study(name)
    options = read_options(kind, given or {})
    kind.check_table(run, options)
    table = table_options or commands.table_options(run)
    study = kind.hold(Asked(run, options, table, jobs, progress))
    return Held(kind, run, options, table, study)


#: A chart of fewer deals has next to nothing to say.
_LEAST_DEALS = 10_000


@dataclass(frozen=True)
class Plan:
    """The studies of a report.

    Parameters
    ----------
    names : tuple of str
    left_out : mapping of str to str
        Those that this table cannot have, with the reason.
    """

    names: tuple[str, ...]
    left_out: dict[str, str]


def plan_studies(run: Run, asked: str | Sequence[str]) -> Plan:
    """Return the studies that a report is to have.

    Parameters
    ----------
    run : Run
    asked : str or sequence of str
        ``"all"`` that the table can have, ``"none"``, or names.

    Raises
    ------
    BoneyardError
        If a study is named that is unknown, not the game's, or none for this table.
    """
    offered = {kind.name: kind for kind in chapters_of(run.game)}
    if asked == "none":
        return Plan((), {})
    if asked == "all":
        left_out = {}
        for name, kind in offered.items():
            try:
                kind.check_table(run, kind.read({}))
            except BoneyardError as error:
                left_out[name] = str(error)
        return Plan(tuple(name for name in offered if name not in left_out), left_out)
    names = asked.split(",") if isinstance(asked, str) else list(asked)
    for name in (names := [name.strip() for name in names]):
        if name not in offered:
            raise BoneyardError(
                f"studies: {find_game(run.game).title} has no study {name!r}; choose all, none, "
                f"or some of {', '.join(offered)}")
        offered[name].check_table(run, offered[name].read({}))
    return Plan(tuple(dict.fromkeys(names)), {})


def run_within(run: Run, name: str, hands: int) -> Run:
    """Return the run of a study within a report.

    Parameters
    ----------
    run : Run
        That of the report.
    name : str
    hands : int
        Hands that the report played itself: no run of a study plays more.
    """
    kind = find_study(name)
    sessions = kind.sessions(run, min(kind.in_report, hands))
    return replace(run, sessions=max(_LEAST_DEALS, sessions) if kind.single else sessions)


def with_studies(result: Result, plan: Plan, held: Sequence[Held]) -> Report:
    """Return the report of a run with the studies that were held at its table."""
    report = result.report()
    asked = ",".join(plan.names) or "none"
    command = commands.report_command(result.run, result.table_options, asked)
    facts = dict(report.facts)
    if plan.left_out:
        facts["studies left out"] = "; ".join(
            f"{name} ({reason})" for name, reason in plan.left_out.items())
    return replace(
        report, chapters=tuple(one.chapter() for one in held), command=command, facts=facts,
        summary={**report.summary, "command": command,
                 "studies": {one.kind.name: one.summary() for one in held}},
    )
