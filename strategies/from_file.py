"""Strategies that play by tables from files: those that a person names, and the library's."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from simulate.errors import BoneyardError
from strategies.base import Strategy


class FromFile(Strategy):
    """Base of the strategies that play by a solved table.

    Parameters
    ----------
    file : str, optional
        A table of ``boneyard solve`` that comes before the library's.

    Raises
    ------
    BoneyardError
        If the file is not such a table.
    """

    #: ``load(path)`` returns what a file holds; its ``about`` names the game if there are several.
    load: ClassVar[Any]

    def __init__(self, file: str | None = None) -> None:
        super().__init__()
        self._file = file
        self._own = [] if file is None else [self.load(file)]

    @property
    def label(self) -> str:
        return self.name if self._file is None else self._file

    @classmethod
    def of_file(cls, path: str, game: str) -> Strategy:
        """Return the strategy of a table that ``boneyard solve`` kept."""
        meant, solved = cls.games[0], None
        if game in cls.games:
            solved = cls(path)
            meant = solved._own[0].about.get("game", game)
        if solved is None or meant != game:
            raise BoneyardError(f"solved table {path!r} is for {meant}, not for {game}")
        return solved

    @classmethod
    def holding(cls, solution: Any) -> Self:
        """Return the strategy of a table that is at hand."""
        solved = cls()
        solved._own = [solution]
        return solved
