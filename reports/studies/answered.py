"""The answer of a study, with its tables, its figures and its page."""

from __future__ import annotations

import html
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.page.document import Section
from reports.page.report import Report, Reported
from reports.results import commands
from reports.results.column_meanings import column_table
from reports.results.figure_tables import rules_table
from reports.results.game_report import report_of
from reports.results.result import tidy
from reports.stats import number_text
from reports.studies.study import Study
from simulate.errors import unknown
from simulate.games.game import find_game
from simulate.runs.run import Run

if TYPE_CHECKING:
    import pandas as pd


def report_of_answer(
    run: Run, title: str, subtitle: str, question: str, answer: tuple[str, ...],
    sections: tuple[Section, ...], command: str, more: Mapping[str, Any],
) -> Report:
    """Return the answer to a question about a table as a report; ``more`` is for its summary."""
    return Report(
        title=title, subtitle=subtitle, answers=answer, sections=sections,
        facts={"seed": str(run.seed), "line-up": ", ".join(run.labels), **commands.versions()},
        command=command, rules=rules_table(run.rules),
        summary={
            "game": run.game, "seed": run.seed, "players": len(run.players),
            "rules": run.rules.as_dict(), "lineup": run.labels, "versions": commands.versions(),
            "question": question, "answer": list(answer), "command": command, **more})


class Unfinished:
    """A search that may be stopped; the same command goes on where it was."""

    #: What is written in the end; None if nothing is.
    file: Path | None

    @property
    def kept(self) -> Path | None:
        """The file in which what was found so far is kept."""
        return self.file and self.file.with_name(f"{self.file.name}.unfinished")

    def forget(self) -> None:
        """Remove what was kept."""
        if self.kept is not None:
            self.kept.unlink(missing_ok=True)


@dataclass(frozen=True, repr=False)
class Answered(Reported):
    """A question that was answered at a table.

    Parameters
    ----------
    study : Study
        What was found, in full.
    run : Run
        The table, with the sessions and hands that were played of it.
    command : str
        The command that finds the same numbers again.
    subtitle : str, optional
        Who plays, if the line-up does not say it.
    more : mapping
        What ``summary.json`` has besides.

    Examples
    --------
    >>> import boneyard
    >>> found = boneyard.study("duel", "loo", "book,stay", sessions=100, hands=20, seed=3, jobs=1)
    >>> print(found)  # doctest: +ELLIPSIS
    Which strategy is better?
    book is best...
    >>> sorted(found.tables)
    ['duel_matrix', 'duel_positions', 'duel_precision', 'duel_ranking']
    >>> found.command
    'boneyard study duel loo --players 2 --lineup book,stay --sessions 100 --hands 20 --seed 3'
    """

    study: Study
    run: Run
    command: str
    subtitle: str | None = None
    more: Mapping[str, Any] = field(default_factory=dict)

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
    def columns(self) -> pd.DataFrame:
        """The unit and the meaning of each column of each table."""
        unit = find_game(self.run.game).unit(self.run.rules)
        own = {**report_of(self.run.game).columns, **self.report().meanings}
        return column_table(self.tables, unit, own)

    def tidy(self, table: str) -> pd.DataFrame:
        """Return a table with what was played as columns, so that answers can be stacked.

        Parameters
        ----------
        table : str
            A name of ``tables``.

        Raises
        ------
        BoneyardError
            If there is no such table.
        """
        tables = self.tables
        if table not in tables:
            raise unknown("table", table, tables)
        return tidy(self.run, tables[table])

    @property
    def figures(self) -> dict[str, Any]:
        """All figures by name, each drawn when it is first looked at: ``.figure``."""
        return dict(self.report().pictures())

    def report(self) -> Report:
        """Return the answer as a report of its own."""
        study, run = self.study, self.run
        return report_of_answer(
            run, f"{find_game(run.game).title}: {study.question}",
            self.subtitle or f"{len(run.players)} players: {number_text.listed(run.labels)}",
            study.question, study.answer,
            # Sentences that stand above are not said again.
            tuple(replace(section, answer=tuple(
                one for one in section.answer if one not in study.answer))
                for section in study.sections),
            self.command, self.more)

    def __repr__(self) -> str:
        return str(self.study)

    def _repr_html_(self) -> str:
        listed = "".join(f"<li>{html.escape(sentence)}</li>" for sentence in self.answer)
        return f"<h3>{html.escape(self.question)}</h3><ul>{listed}</ul>"
