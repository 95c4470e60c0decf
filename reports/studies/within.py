"""Studies within a report: which ones, how large, and where they stand on its page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from reports import provenance
from reports.result import Result, report_of
from reports.sections import Report
from reports.studies.catalog import Wishes, find_study
from reports.studies.held import Held
from simulate.batch import Run
from simulate.errors import BoneyardError
from simulate.game import find_game

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
    offered = report_of(run.game).STUDIES
    if asked == "none":
        return Plan((), {})
    if asked == "all":
        left_out = {}
        for name in offered:
            try:
                find_study(name).check(run, Wishes())
            except BoneyardError as error:
                left_out[name] = str(error)
        return Plan(tuple(name for name in offered if name not in left_out), left_out)
    names = asked.split(",") if isinstance(asked, str) else list(asked)
    for name in (names := [name.strip() for name in names]):
        if name not in offered:
            raise BoneyardError(
                f"studies: {find_game(run.game).title} has no study {name!r}; choose all, none, "
                f"or some of {', '.join(offered)}")
        find_study(name).check(run, Wishes())
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
    entry = find_study(name)
    sessions = entry.sessions(run, min(entry.in_report, hands))
    return replace(run, sessions=max(_LEAST_DEALS, sessions) if entry.single else sessions)


def with_studies(result: Result, plan: Plan, held: Sequence[Held]) -> Report:
    """Return the report of a run with the studies that were held at its table."""
    report = result.report()
    asked = ",".join(plan.names) or "none"
    command = provenance.report_command(result.run, result.table_options, asked)
    facts = dict(report.facts)
    if plan.left_out:
        facts["studies left out"] = "; ".join(
            f"{name} ({reason})" for name, reason in plan.left_out.items())
    return replace(
        report, chapters=tuple(one.chapter() for one in held), command=command, facts=facts,
        summary={**report.summary, "command": command,
                 "studies": {one.entry.name: one.summary() for one in held}},
    )
