"""What declarations are worth at a score, where the game is to be won.

A deal is played out once after everything that could be declared. What the seats declare depends on
the score, and what an ending is worth does: both are weighed, not played. So one sample of deals
answers for every score, and what is better at one of them than at another is no accident of the
deals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.runs.in_order import in_order
from simulate.runs.run import Run, count_jobs
from simulate.theory.declarations import Declarations
from simulate.theory.declared import with_moves
from simulate.theory.loo.hands import COARSE, TURNED_KINDS, turned_kinds_of_classes
from simulate.theory.loo.race import RaceDeals
from simulate.theory.loo.solutions import RaceSolution
from simulate.theory.loo.win_chances import ScoreClasses, WinChances
from simulate.theory.minimiser import shape_without_moves, walked
from simulate.theory.table import with_dealer_last
from simulate.theory.tree import Deals, Margins, apart, gather_margins, groups, together

#: Chances are told as games of so many.
GAMES = 100

Score = tuple[int, ...]


@dataclass(frozen=True)
class DeclaredMoves:
    """What every declaration is worth at a score, in games of a hundred, or at a pool, in chips.
    Sums over the hands of a kind that come to a node, each times the chance with which it does."""

    declared: Declarations  #: its nodes, and the order of their moves
    worths: Floats  #: float64[nodes, kinds, moves]
    squares: Floats  #: float64[nodes, kinds, moves, moves]: of differences of two moves
    weights: Floats  #: float64[nodes, kinds]: how many hands come there
    made: Floats  #: float64[nodes, kinds, moves]: with how many each move is made

    @property
    def sums(self) -> tuple[Floats, ...]:
        """All that is added up, node by node."""
        return self.worths, self.squares, self.weights, self.made

    def plus(self, other: DeclaredMoves) -> DeclaredMoves:
        """Return the sums of these deals and others."""
        return DeclaredMoves(self.declared, *map(np.add, self.sums, other.sums))

    def of_positions(self, positions: Sequence[int]) -> DeclaredMoves:
        """Return the sums of some positions; none of the others."""
        mine = np.isin(self.declared.tree.player, positions).astype(float)
        return DeclaredMoves(self.declared, *(
            sums * mine.reshape(-1, *[1] * (sums.ndim - 1)) for sums in self.sums))


def moves_together(
    declared: Declarations, strategies: Sequence[Floats], pays: Sequence[Floats], classes: Ints,
    outcomes: Ints, seen: Any, kinds: int,
) -> list[DeclaredMoves]:
    """Return what moves are worth in up to four games, walked over side by side. ``strategies``
    (float64[nodes, classes, moves]) and ``pays`` (float64[leaves, shares, positions]): one a game.
    ``classes``, ``outcomes``: of the deals. ``seen`` (int32[deals, positions]): the kinds of hands
    by which moves are told apart, so many."""
    strategy, pay = together(strategies), together(pays)
    nodes, _, moves, *games = strategy.shape
    worths = np.zeros((nodes, kinds, moves, *games))
    margins = Margins(
        worths, np.zeros((nodes, kinds, moves, moves, *games)),
        np.zeros(shape_without_moves(worths)), np.zeros_like(worths))
    deals = Deals(classes, outcomes, pay, strategy.shape[1])
    gather_margins(walked(declared.tree, strategy, deals, slice(None)), seen, margins)
    parts = [apart(sums, len(pays)) for sums in margins]
    return [DeclaredMoves(declared, *each) for each in zip(*parts, strict=True)]


#: The share of the work that playing the deals out is, roughly.
_ROLLING = 0.4


def moves_at_scores(
    run: Run, wins: WinChances, scores: Sequence[Score], deals: int,
    race: RaceSolution | None = None, jobs: int | None = None,
    tell: Callable[[float], None] | None = None,
) -> list[DeclaredMoves]:
    """Return what the declarations of the first strategy of a table are worth at some scores,
    points before the hand by position. Where players differ each seat deals a part of the deals.

    ``wins``: how the game goes on after the hand. ``race``: what all seats declare by: its chances
    are weighed. Without it they are asked. ``tell``: called with the share of the work done. Raises
    ``StrategyError`` if a strategy fails."""
    seats, workers = len(run.players), count_jobs(jobs)
    dealers = [seats - 1] if len(set(run.labels)) == 1 else list(range(seats))
    found = list[DeclaredMoves]()
    for number, dealer in enumerate(dealers):
        turned = with_dealer_last(run, dealer)
        own = [p for p, label in enumerate(turned.labels) if label == run.labels[0]]

        def part(share: float, begun: int = number) -> None:
            if tell:
                tell((begun + share) / len(dealers))

        more = [one.of_positions(own) for one in _moves_of_table(
            turned, wins, scores, race, max(1, deals // len(dealers)), workers, part)]
        found = [a.plus(b) for a, b in zip(found, more, strict=True)] if found else more
    return found


def _moves_of_table(
    run: Run, wins: WinChances, scores: Sequence[Score], race: RaceSolution | None, deals: int,
    jobs: int, tell: Callable[[float], None],
) -> list[DeclaredMoves]:
    """Return what moves are worth at some scores where the last seat deals."""
    players = range(len(run.players))
    table = RaceDeals(run, ScoreClasses.of(len(players)), () if race else players, deals, jobs,
                      lambda done: tell(_ROLLING * done / deals))
    coarse, (nodes, moves) = table.rolled.coarse, table.declared.tree.follows.shape
    seen = turned_kinds_of_classes()[coarse].astype(np.int32)
    # Behind the classes of hands stand those who are asked: their classes are moves.
    as_asked = np.zeros((nodes, COARSE + moves, moves))
    as_asked[:, COARSE:] = np.eye(moves)

    def declaring(score: Score) -> tuple[Floats, Ints]:
        """Return with what chances the seats declare at a score, and the classes of each deal:
        ``float64[nodes, kinds, moves], int32[deals, columns]``."""
        if race is not None:
            return race.chances[race.classes.number(score)], coarse
        said = table.said_at(score, len(coarse)) if table.looks_at_score else table.said(0)
        return as_asked, with_moves(coarse, said, COARSE)

    def side_by_side(some: Sequence[Score]) -> list[DeclaredMoves]:
        strategies, classes = zip(*map(declaring, some), strict=True)
        pays = list(GAMES * wins.after_hands(some)[:, table.gains.number])
        return moves_together(table.declared, strategies, pays, classes[0], table.rolled.outcomes,
                              seen, TURNED_KINDS)

    tasks = [([score],) for score in scores] if table.looks_at_score else [
        (group,) for group in groups(scores)]
    found = list[DeclaredMoves]()
    for moved in in_order(side_by_side, tasks, jobs):
        found += moved
        tell(_ROLLING + (1 - _ROLLING) * len(found) / len(scores))
    return found
