"""A study: a question, its answer in plain sentences, and the sections that show why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reports.sections import Section


@dataclass(frozen=True)
class Study:
    """A finished study, ready to be printed or put on a page.

    Parameters
    ----------
    question : str
    answer : tuple of str
        Two or three sentences with numbers and their uncertainty.
    sections : tuple of Section
        What a page shows of it.
    """

    question: str
    answer: tuple[str, ...]
    sections: tuple[Section, ...]

    def __str__(self) -> str:
        return "\n".join((self.question, *self.answer))
