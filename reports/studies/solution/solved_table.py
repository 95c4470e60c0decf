"""Solving a table: what is checked first, what is kept meanwhile, and what is found."""

from __future__ import annotations

import shlex
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Protocol, Self

from reports.request import read_pool
from reports.results import commands
from reports.studies.answered import Answered, Unfinished
from reports.studies.solution.locked import Counted, declaring_as, play_around, said, with_play
from reports.studies.study import Study
from simulate.places import output_path
from simulate.runs.run import Player, Run, count_jobs
from simulate.theory.solution_file import SOLUTION
from simulate.theory.table import Locks, solve
from simulate.whole_numbers import whole
from strategies.base import FromFile
from strategies.lineup import joined, table_of

#: Called with the share of the work done, and what was found so far, in words.
Tell = Callable[[float, str], None]
#: The share of the work that solving is; the rest is whole games or hands by the solution.
_SHARE_OF_SOLVING = 0.9


class SolutionFile(Protocol):
    """What the file of a solved table keeps."""

    def save(self, path: str | Path) -> None:
        """Write the file."""


@dataclass(frozen=True, repr=False)
class SolvedTable(Answered):
    """A table that was solved: how to declare or call when everybody else does it well.

    Parameters
    ----------
    solution : object
        The chances of every declaration or call by class of hands.

    Examples
    --------
    >>> import boneyard
    >>> solved = boneyard.solve("loo", players=2, this_hand=True, deals=3000, rounds=1, jobs=1)
    >>> print(solved)  # doctest: +ELLIPSIS
    What should a seat declare when everybody else declares well?
    Against good players the eldest hand plays ...
    >>> solved.tables["solution_seats"]["place"].tolist()[:2]
    ['eldest hand', 'dealer']
    """

    solution: SolutionFile = field(kw_only=True)

    def save_solution(self, path: str | Path) -> None:
        """Write the file that a line-up names.

        Raises
        ------
        BoneyardError
            If the name has another ending than ``.npz``, or no folder.
        """
        self.solution.save(output_path(path, SOLUTION))


@dataclass(frozen=True)
class Solving(Unfinished, ABC):
    """A table that is to be solved, about which everything was checked."""

    run: Run
    pool: int | None
    this_hand: bool  #: whether what comes after the hand is ignored
    deals: int
    rounds: int
    jobs: int
    file: Path | None
    locks: Locks  #: the seats that are not solved

    #: Deals and rounds when a person does not say.
    usual_deals: ClassVar[int]
    usual_rounds: ClassVar[int]
    #: The decision that is solved, and the strategy that takes it by a file, or by the library's
    #: tables.
    decision: ClassVar[str]
    strategy: ClassVar[type[FromFile]]

    @classmethod
    def of(
        cls, run: Run, pool: object = None, this_hand: bool = False, deals: object = None,
        rounds: object = None, jobs: int | str | None = None, file: str | Path | None = None,
        locks: Locks | None = None,
    ) -> Self:
        """Check what was asked for; raise ``BoneyardError`` if anything is wrong with it."""
        asked = cls(
            replace(run, hands=1), read_pool(pool), this_hand,
            whole(cls.usual_deals if deals is None else deals, "deals", 3_000, 10**8),
            whole(cls.usual_rounds if rounds is None else rounds, "rounds", 1, 1000),
            count_jobs(jobs), None if file is None else output_path(file, SOLUTION), locks or {},
        )
        asked.check()
        if asked.locks:
            asked.plays_by(None)
        return asked

    @abstractmethod
    def check(self) -> None:
        """Raise ``BoneyardError`` if the table, its pool or its locks cannot be solved."""

    @abstractmethod
    def table(self, tell: Tell | None) -> Any:
        """Return the table, not solved yet; ``tell`` as for ``simulate.theory.table.Table``."""

    @abstractmethod
    def told(self, table: Any) -> tuple[Study, SolutionFile]:
        """Return what a solved table says, and what a file keeps of it."""

    @abstractmethod
    def counted(self) -> Counted:
        """Return what is counted when a table around locked seats is played."""

    def carry_out(
        self, table_options: str | None = None, progress: Tell | None = None,
    ) -> SolvedTable:
        """Solve the table, play it if seats are locked, and write its file if one was named."""
        tell = progress and (lambda done, words: progress(_SHARE_OF_SOLVING * done, words))
        table = solve(self.table(tell), self.rounds, self.kept)
        study, solution = self.told(table)
        seated = f"play their tiles as {self.run.labels[0]} does"
        if self.locks:
            played = play_around(self.run, self.locks, self.plays_by(solution), self.plays_by(None),
                                 self.counted(), self.jobs)
            study = with_play(study, played)
        if self.file is not None:
            solution.save(self.file)
        command = " ".join(filter(None, (
            f"boneyard solve {self.run.game}", table_options or commands.table_options(self.run),
            "" if self.pool is None else f"--pool {self.pool}",
            f"--deals {self.deals} --rounds {self.rounds} --seed {self.run.seed}",
            "--this-hand" if self.this_hand else "",
            *(shlex.quote(f"--lock={seat}={player.label}")
              for seat, player in sorted(self.locks.items())))))
        return SolvedTable(
            study, self.run, command, f"{len(self.run.players)} players"
            + (f"; {said(self.locks)}; the others {seated}" if self.locks else f", who {seated}"),
            solution=solution)

    def plays_by(self, solution: Any) -> Player:
        """Return who decides by a solution, or by what the library has, and plays the tiles as the
        line-up does."""
        strategy = self.strategy() if solution is None else self.strategy.holding(solution)
        decides = strategy.player(table_of(self.run))
        player = declaring_as(self.run.players[0], self.decision, decides)
        return replace(player, label=strategy.name)


def play_it(run: Run, file: str | Path, locks: Locks) -> str:
    """Return the command that plays by the file of a solved table."""
    seats = len(run.players)
    lineup = [locks[seat].label if seat in locks else str(file) for seat in range(seats)]
    entries = joined(lineup if locks else lineup[:1])
    return f"boneyard simulate {run.game} --players {seats} --lineup {shlex.quote(entries)}"
