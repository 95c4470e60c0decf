"""Solving the declarations of a race: regret minimisation, class of scores by class of scores.

Deals are played out once after everything that could be declared, as for a hand that counts for
itself (``simulate.solving.loo.solver``).  What an ending is worth is the chance to win the game
from the score that it leaves; that is worked out anew, for every score there is, from how the
hands of all classes are played, after every round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.errors import BoneyardError
from simulate.games.loo.settling import LOOED_POINTS
from simulate.games.loo.views import FOR_POOL
from simulate.runs.in_order import in_order
from simulate.runs.run import Run
from simulate.solving.loo.declaration_tree import Declarations
from simulate.solving.loo.games import check_declares
from simulate.solving.loo.hand_classes import COARSE
from simulate.solving.loo.locked_positions import declared_with, locked_nodes, show_locks
from simulate.solving.loo.race_gains import RaceGains
from simulate.solving.loo.races.asked import Asked
from simulate.solving.loo.races.race_file import RaceSolution, ending_deals
from simulate.solving.loo.races.score_classes import ScoreClasses
from simulate.solving.loo.races.win_chances import WinChances
from simulate.solving.loo.rolled import Rolled, declared_at
from simulate.solving.loo.what_if_counts import plays_for_chips
from simulate.solving.minimiser import Minimiser, ends_of, minimise_together, rounded
from simulate.solving.one_player import check_one_player
from simulate.solving.side_by_side import apart, deals_together, groups, together
from simulate.solving.tree import Deals

#: Deals, and rounds after which the chances stand still but for a thousandth.
DEALS, ROUNDS = 120_000, 3
#: Iterations a round for every class of scores, and deals an iteration.
STEPS, BATCH = 24, 12_500


@dataclass(frozen=True)
class RaceTable:
    """What a race is played with: the declarations of its table, and deals played out.

    Parameters
    ----------
    run : Run
        Game, rules, seed, and the players who play the tiles.
    rolled : Rolled
        Two thirds of the deals are solved with, the rest is kept to judge by.
    classes : ScoreClasses
    locked : tuple of int
        Positions that are not solved: they declare as their strategies do.
    """

    run: Run
    rolled: Rolled
    classes: ScoreClasses
    locked: tuple[int, ...] = ()

    @cached_property
    def declared(self) -> Declarations:
        """All that can be declared."""
        return declared_with(declared_at(self.run), self.locked)

    @cached_property
    def gains(self) -> RaceGains:
        """What hands bring."""
        return RaceGains.of(self.declared)

    @property
    def learned(self) -> int:
        """Deals that are solved with."""
        return len(self.rolled.outcomes) * 2 // 3

    @property
    def ending(self) -> slice:
        """The deals that tell how hands end.

        Around locked positions those that nothing is solved with: one who answers others that keep
        to what they do is fitted to the deals, and would seem to win more on them.
        """
        deals = len(self.rolled.outcomes)
        return slice(self.learned, deals) if self.locked else slice(0, ending_deals(deals))

    @property
    def kinds(self) -> int:
        """Classes of hands, and behind them the moves of locked positions."""
        return COARSE + self.forced

    @property
    def forced(self) -> int:
        """Moves of locked positions."""
        return self.declared.tree.follows.shape[1] if self.locked else 0

    def deals(self, worths: Floats, part: slice, said: Ints | None = None) -> Deals:
        """Return some of the deals.

        Parameters
        ----------
        worths : float64[K, positions]
            What endings are worth.
        part : slice
        said : int8[deals, nodes], optional
            What locked positions declare.
        """
        classes = self.rolled.coarse[part]
        if said is not None:
            classes = np.hstack([classes, COARSE + said[part].astype(classes.dtype)])
        return Deals(classes, self.rolled.outcomes[part], worths[self.gains.number], self.kinds)


def point_worths(gains: RaceGains) -> Floats:
    """Return what endings are worth to those who count points a hand: float64[K, positions]."""
    worths: Floats = gains.gains / LOOED_POINTS
    return worths


class RaceHands:
    """The hands of a race, solved class of scores by class of scores.

    Parameters
    ----------
    table : RaceTable
    jobs : int
        Workers; the result does not depend on them.

    Attributes
    ----------
    shares : float64[classes, K]
        How often hands end in which way, by class of scores, as they are played now.
    declares : float64[classes, positions, actions]
        How often each position declares what: numbers of ``simulate.games.loo.views``.
    """

    def __init__(self, table: RaceTable, jobs: int = 1) -> None:
        self.table, self.jobs = table, jobs
        self.rounds_done, self._start = 0, table.classes.number([0] * len(table.run.players))
        self._asked = Asked(table.run, table.classes, table.locked, len(table.rolled.outcomes),
                            jobs) if table.locked else None
        self.minimisers = [self._minimiser() for _ in range(table.classes.count)]
        # Before anything is solved hands are played for points.
        points, said = self._minimiser(), self._said(self._start)
        deals = table.deals(point_worths(table.gains), slice(0, table.learned), said)
        points.minimise(deals, 2 * STEPS, min(BATCH, len(deals)), jobs)
        self._use(self._ends_of([points.average], said) * table.classes.count)

    def _minimiser(self) -> Minimiser:
        return Minimiser(self.table.declared.tree, self.table.kinds, forced=self.table.forced)

    def _said(self, number: int) -> Ints | None:
        """Return what locked positions declare at a class of scores: int8[deals, nodes]."""
        return None if self._asked is None else self._asked.at(number)

    def _groups(self) -> list[range]:
        """Return the classes of scores, by number, that are walked over together.

        Each is walked over by itself if what locked positions declare depends on the score.
        """
        classes = self.table.classes.count
        alone = self._asked is not None and self._asked.looks_at_score
        return [range(c, c + 1) for c in range(classes)] if alone else groups(classes)

    def _ends_of(self, chances: Sequence[Floats], said: Ints | None) -> list[Floats]:
        """Return how often each ending comes by each solution: float64[leaves, shares]."""
        deals = self.table.deals(np.zeros(self.table.gains.gains.shape), self.table.ending, said)
        ends = ends_of(self.table.declared.tree, together(chances),
                       deals_together([deals] * len(chances)))
        return apart(ends, len(chances))

    def _declared(self, ends: Floats) -> Floats:
        """Return how often each position declares what: float64[positions, actions]."""
        said, often = np.array(self.table.declared.ends), ends.sum(axis=1)
        return np.array([
            np.bincount(own, often, FOR_POOL + 1) for own in said.T])

    def _use(self, ends: list[Floats]) -> None:
        """Note how hands end."""
        self.shares = np.array([self.table.gains.shares(one) for one in ends])
        self.declares = np.array([self._declared(one) for one in ends])

    def step(self, worths: Floats, progress: Callable[[int], None] | None = None) -> None:
        """Do the steps of a round for every class.

        Parameters
        ----------
        worths : float64[classes, K, positions]
            What endings are worth.
        progress : callable, optional
            Told how many more classes have done theirs.
        """
        def solve_classes(group: range) -> list[Floats]:
            said = self._said(group[0])
            deals = [self.table.deals(worths[number], slice(0, self.table.learned), said)
                     for number in group]
            games = [self.minimisers[number] for number in group]
            minimise_together(games, deals, STEPS, min(BATCH, self.table.learned))
            return self._ends_of([rounded(game.average) for game in games], said)

        found = list[Floats]()
        tasks = [(group,) for group in self._groups()]
        for ends in in_order(solve_classes, tasks, self.jobs):
            found += ends
            if progress:
                progress(len(ends))
        self._use(found)
        self.rounds_done += 1

    def chances(self) -> Floats:
        """Return the solution: float64[classes, nodes, COARSE, moves]."""
        averages = [one.average for one in self.minimisers]
        for group in self._groups() if self.table.locked else ():
            self._show_locks([averages[number] for number in group], group[0])
        return np.array([rounded(average[:, :COARSE]) for average in averages])

    def _show_locks(self, averages: Sequence[Floats], number: int) -> None:
        """Fill in what locked positions declare at a class of scores, alike in all of some."""
        part, said = self.table.ending, self._said(number)
        assert said is not None
        show_locks(averages[0], self.table.declared, self.table.locked, said[part],
                   self.table.rolled.coarse[part])
        nodes = locked_nodes(self.table.declared, self.table.locked)
        for other in averages[1:]:
            other[nodes] = averages[0][nodes]


class RaceSolver(RaceHands):
    """Solves a race, round by round.

    Parameters
    ----------
    table : RaceTable
    jobs : int
        Workers; the result does not depend on them.

    Attributes
    ----------
    wins : WinChances
        As hands are played now.
    """

    def __init__(self, table: RaceTable, jobs: int = 1) -> None:
        super().__init__(table, jobs)
        self.wins = WinChances(table.classes, table.gains.gains)
        self._settle()

    @property
    def parts(self) -> list[RaceHands]:
        """The hands that are solved: it does not matter who deals."""
        return [self]

    @property
    def kept_wins(self) -> list[WinChances]:
        """The chances that go with them."""
        return [self.wins]

    def _settle(self) -> None:
        self.wins.settle(self.shares)
        self.wins.count_visits(self.shares)

    def go_round(self, progress: Callable[[int], None] | None = None) -> None:
        """Do the steps of a round for every class, and work the chances out anew.

        ``progress`` is told how many more classes have done theirs.
        """
        self.step(self.wins.worths(), progress)
        self._settle()

    @property
    def said(self) -> str:
        """What the seats win now, in words."""
        now = self.wins.at([0] * len(self.table.run.players))
        return f"at the start the seats win {', '.join(f'{own:.1%}' for own in now)}"


def check(run: Run) -> None:
    """Raise ``BoneyardError`` if a game is none that is raced for, or several play the tiles."""
    check_declares(run.game, "solve")
    if plays_for_chips(run):
        raise BoneyardError("a race is for games that points win: Rounce, or Loo with "
                            "--rule scoring=points")
    check_one_player(run)


def solution_of(solver: RaceSolver) -> RaceSolution:
    """Return a solved race as its file keeps it."""
    run, classes = solver.table.run, solver.table.classes
    about = {
        "game": run.game, "players": len(run.players), "tiles": run.labels[0],
        "rules": dict(vars(run.rules)), "seed": run.seed,
        "deals": len(solver.table.rolled.outcomes), "steps": STEPS * solver.rounds_done,
        "win": solver.wins.at([0] * len(run.players)).tolist(),
    }
    return RaceSolution(about, np.array(classes.cuts), solver.chances(), solver.shares)
