"""Solving a race round by round, and keeping meanwhile how far it has come."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from simulate.runs.run import Run
from simulate.solving.loo.races.race_solver import (
    DEALS,
    ROUNDS,
    RaceHands,
    RaceSolver,
    RaceTable,
    check,
)
from simulate.solving.loo.races.race_state import restore_race, save_race
from simulate.solving.loo.races.score_classes import ScoreClasses
from simulate.solving.loo.races.win_chances import WinChances
from simulate.solving.loo.rolled import roll

#: The share of the work that playing the deals out is, roughly.
ROLLING = 0.05


class InRounds(Protocol):
    """A race that is solved round by round."""

    @property
    def parts(self) -> Sequence[RaceHands]:
        """The hands of every dealer, as far as it matters who deals."""

    @property
    def kept_wins(self) -> Sequence[WinChances]:
        """The chances that go with them."""

    @property
    def said(self) -> str:
        """What the seats win now, in words."""

    def go_round(self, progress: Callable[[int], None] | None = None) -> None:
        """Do a round; ``progress`` is told how many more classes have done theirs."""


def go_rounds(
    race: InRounds, rounds: int, keep: Path | None, tell: Callable[[float, str], None] | None
) -> None:
    """Do what is left of so many rounds, and keep how far it has come after each.

    Parameters
    ----------
    race : InRounds
    rounds : int
    keep : Path, optional
        Where it is kept, and looked for.
    tell : callable, optional
        See ``solve_race``.

    Raises
    ------
    BoneyardError
        If what is kept is damaged, or of another game.
    """
    said = ""
    if keep is not None and restore_race(keep, race.parts, race.kept_wins):
        said = race.said
    classes = sum(len(part.minimisers) for part in race.parts)
    done = race.parts[0].rounds_done * classes

    def step(more: int) -> None:
        nonlocal done
        done += more
        if tell:
            tell(ROLLING + (1 - ROLLING) * done / (rounds * classes), said)

    while race.parts[0].rounds_done < rounds:
        race.go_round(step)
        said = race.said
        if keep is not None:
            save_race(keep, race.parts, race.kept_wins)


def solve_race(
    run: Run, deals: int = DEALS, rounds: int = ROUNDS, jobs: int = 1,
    tell: Callable[[float, str], None] | None = None, keep: Path | None = None,
) -> RaceSolver:
    """Solve a game for points: what to declare at every score to win it.

    Parameters
    ----------
    run : Run
        Game, rules, seed, and the players who play the tiles.
    deals : int
    rounds, jobs : int
        The result does not depend on the workers.
    tell : callable, optional
        Called with the share of the work done, and the seats' chances to win now, in words.
    keep : Path, optional
        Where an unfinished solution is kept, and looked for.

    Raises
    ------
    BoneyardError
        If the game is none that points win, or what is kept is of another one.
    StrategyError
        If a strategy fails.
    """
    check(run)
    rolled = roll(run, deals, jobs, tell and (lambda done: tell(ROLLING * done / deals, "")))
    solver = RaceSolver(RaceTable(run, rolled, ScoreClasses.of(len(run.players))), jobs)
    go_rounds(solver, rounds, keep, tell)
    return solver
