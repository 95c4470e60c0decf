"""A report: a document that can be shown as a page and written into a folder."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path

from reports.page import FIRST
from reports.page.document import Document
from reports.page.files import save
from reports.page.html import render


class Report(Document):
    """Everything that is written into a folder, and shown on its page.

    Examples
    --------
    >>> import boneyard
    >>> report = boneyard.simulate("casino", "random", players=3, sessions=100, jobs=1).report()
    >>> report.title
    'Domino Casino'
    >>> report.page().startswith("<!DOCTYPE html>")
    True
    """

    def pages(self) -> dict[str, str]:
        """Return its HTML pages by the names of their files; none needs another file."""
        return render(self)

    def page(self) -> str:
        """Return the page that people open; ``pages`` has the one behind it, too."""
        return self.pages()[FIRST]

    def save(self, folder: str | Path) -> Path:
        """Write summary, tables, figures and pages into a folder.

        Raises
        ------
        BoneyardError
            If the folder cannot be written.
        """
        return save(self, folder)


class Reported(ABC):
    """Base of what can be shown as a page and saved into a folder: it has a ``report``."""

    @abstractmethod
    def report(self) -> Report:
        """Return everything that is shown on a page and written into a folder."""

    def page(self) -> str:
        """Return the report as an HTML page that needs nothing else."""
        return self.report().page()

    def save(self, folder: str | Path) -> Path:
        """Write summary, tables, figures and pages into a folder.

        Raises
        ------
        BoneyardError
            If the folder cannot be written.
        """
        return self.report().save(folder)
