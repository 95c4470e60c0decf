"""A study as a report: what is printed, and written into a folder."""

from __future__ import annotations

from reports import provenance, words
from reports.ruling import rules_table
from reports.sections import Report
from reports.studies.study import Study
from simulate.batch import Run
from simulate.game import find_game


def as_report(study: Study, run: Run, command: str) -> Report:
    """Return a study as a report.

    Parameters
    ----------
    study : Study
    run : Run
        The table that it studies.
    command : str
        What plays it again.
    """
    title = find_game(run.game).title
    summary = {
        "question": study.question, "answer": list(study.answer), "game": run.game,
        "seed": run.seed, "players": len(run.players), "rules": run.rules.as_dict(),
        "lineup": run.labels, "versions": provenance.versions(), "command": command,
    }
    return Report(
        title=f"{title}: {study.question}",
        subtitle=f"{len(run.players)} players: {words.listed(run.labels)}",
        answers=tuple(study.answer), sections=tuple(study.sections),
        facts={"seed": str(run.seed), "line-up": ", ".join(run.labels),
               **provenance.versions()},
        command=command, rules=rules_table(run.rules), summary=summary,
    )
