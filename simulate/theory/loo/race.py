"""A game for points that is to be won: solved class of scores by class of scores.

Deals are played out once after everything that could be declared, as for a hand that counts for
itself (``simulate.theory.chips``).  An ending is worth the chance to win the game from the score
that it leaves; the chances of all scores are worked out anew after every round.  Fixed players
decide once in each class of scores, at its highest score.

A best response is found by policy iteration (Howard 1960): the chances to win from each score value
the declarations, and the best declarations give better chances, until these stand still.  The
others are fixed players.  What it wins is simulated in whole games on other deals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulate.books.rows import Floats, Ints
from simulate.games.loo.rules import LOOED_POINTS
from simulate.runs.run import Run
from simulate.theory import cfr, stage
from simulate.theory.chain import ScoreChain
from simulate.theory.declarations import Decisions
from simulate.theory.declared import declared_at
from simulate.theory.loo.declared import by_coarse, gains_of
from simulate.theory.loo.hands import COARSE, coarse_of_classes
from simulate.theory.loo.solutions import ScoreClasses, ending_deals
from simulate.theory.solution_file import RACE, Solution

#: Deals, rounds after which the chances stand still but for a thousandth, also those of a best
#: response, and iterations a round.
DEALS, ROUNDS, STEPS = 120_000, 3, 24
#: Deals and classes of scores at which it is tried whether a strategy looks at the score.
_TRIED_DEALS, _TRIED_CLASSES = 4096, 12


def heeds_score(classes: ScoreClasses, actions_at: Callable[[Sequence[int]], Ints]) -> bool:
    """Return whether fixed players act otherwise at some class of scores."""
    tried = np.linspace(0, classes.count - 1, min(_TRIED_CLASSES, classes.count))
    first, *others = (actions_at(classes.scores(int(number))) for number in tried)
    return any((first != other).any() for other in others)


class RaceStage(stage.WinStage):
    """The hands of a dealer, class of scores by class of scores. Fixed players act in each class as
    at its highest score, or once for all if they do not look at the score."""

    batch, sides = 12_500, slice(None)

    def __init__(self, race: Race, dealer: int) -> None:
        self.race, self.at = race, declared_at(race.turned(dealer))
        super().__init__(race, dealer, self.at.declared, COARSE, self.at.endings.pool.shape)
        self.rolled = by_coarse(
            self.at.roll(race.deals, race.jobs, partial(race.played_out, dealer)), race.seats)
        self.gains = gains_of(self.at)
        if self.locked:
            self.alone = heeds_score(
                race.classes, partial(self.actions_at, min(race.deals, _TRIED_DEALS)))
            if not self.alone:
                self._always = self.actions_at(race.deals, race.classes.scores(0))
        train = race.deals * 2 // 3
        self.train, self.test = slice(0, train), slice(train, race.deals)
        # Around locked positions how hands end is counted where nothing was solved with: one who
        # answers others that keep to what they do is fitted to the deals, and would seem to win
        # more on them.
        self.ending = self.test if self.locked else slice(0, ending_deals(race.deals))
        # Before anything is solved hands are played for points.
        points = self.gains.gains / LOOED_POINTS
        self.worths: Floats = np.broadcast_to(points, (race.classes.count, *points.shape))
        start = race.classes.number(race.start)
        first = cfr.CFR(self.tree, self.classes + self.fixed, self.fixed)
        deals = self.deals([start], self.train)
        first.minimise(deals, 2 * STEPS, min(self.batch, len(deals)), race.jobs)
        (ends,) = self.ends_of([start], [first.average], self.ending)
        self.ends = {state: ends.copy() for state in race.states}

    def actions_at(self, deals: int, scores: Sequence[int]) -> Ints:
        """Return what fixed players declare at a score, by position: int8[deals, their nodes]."""
        return self.at.fixed_actions(self.locked, LOOED_POINTS, deals, self.race.jobs, scores)

    def fixed_actions(self, state: int) -> Ints:
        """Return what fixed players declare at a class of scores."""
        return self.actions_at(
            self.race.deals, self.race.classes.scores(state)) if self.alone else self._always

    def worth(self, state: int) -> Floats:
        """Return the chances after every gain at a class of scores."""
        own: Floats = self.worths[state]
        return own

    def chances(self) -> Floats:
        """Return the solution: float64[classes, nodes, COARSE, moves]."""
        return np.array([
            own[:, :COARSE] for group in cfr.groups(self.race.states, self.alone)
            for own in self.policies(group, self.ending)])


class Race(stage.GameToWin):
    """A game for points."""

    steps, rolling = STEPS, 0.05
    parts: list[RaceStage]

    def __init__(
        self, run: Run, locks: stage.Locks | None = None, deals: int = DEALS, jobs: int = 1,
        progress: stage.Progress | None = None,
    ) -> None:
        stage.check_table(run, locks or {})
        super().__init__(run, locks, deals, jobs, progress)
        self.classes = ScoreClasses.of(self.seats)
        self.states: Sequence[int] = range(self.classes.count)
        self.start = [0] * self.seats
        gains = gains_of(declared_at(run)).gains
        self.chain = self.classes.chain(gains, len(self.dealers))
        self.parts = [RaceStage(self, dealer) for dealer in self.dealers]
        ending = self.parts[0].ending
        self.ending_deals = ending.stop - ending.start
        self.settle(self.states)

    def settle(self, states: Sequence[int]) -> None:
        """Work the chances to win from all scores out, and what endings are worth by them."""
        super().settle(states)
        for part in self.parts:
            part.worths = self.chain.worths(part.number)


def solution_of(race: Race) -> Solution:
    """Return a solved race as its file keeps it: around locked seats dealer after dealer."""
    about = {**race.about(), "states": RACE, "steps": STEPS * race.done,
             "win": race.at_the_start.tolist()}
    return Solution(about, np.concatenate([part.chances() for part in race.parts]), {
        "cuts": np.array(race.classes.cuts),
        "shares": np.concatenate([part.shares for part in race.parts])})


@dataclass(frozen=True)
class RaceResponse:
    """The best response to fixed players."""

    #: With the others locked where seats play otherwise; what those declare in it means nothing.
    solution: Solution
    wins: ScoreChain  #: of the one who responds, by its position
    own: ScoreChain  #: of the strategies themselves


class RaceDecisions(NamedTuple):
    """What every action of a position leads to in every deal, where the others are fixed."""

    cell: NDArray[np.int32]  #: int32[some]: node and bucket of the own hand, as one number
    outcomes: NDArray[np.uint8]  #: uint8[some, actions]: which of ``ScoreChanges`` comes of it
    silent: Ints  #: int64[K]: how often it changes so in the deals in which it does not decide

    def best(self, payoffs: Floats, cells: int) -> Ints:
        """Return the best response, int64[n, cells], by what ``ScoreChanges`` are worth in n
        classes of scores: float64[n, K]. In cells that did not come it is the first action."""
        (came, cell), (_, actions) = np.unique(self.cell, return_inverse=True), self.outcomes.shape
        ends = len(self.silent)
        which = (cell[:, None] * actions + np.arange(actions)) * ends + self.outcomes
        counts = np.bincount(which.ravel(), minlength=len(came) * actions * ends)
        counts = counts.reshape(len(came), actions, ends)
        # More than the first action does, so that equal ones differ by nothing at all.
        gains = np.einsum("ne,cae->nca", payoffs, (counts - counts[:, :1]).astype(np.float64))
        best = np.zeros((len(payoffs), cells), np.int64)
        best[:, came] = gains.argmax(axis=2)
        return best

    def shares(self, chosen: Ints) -> Floats:
        """Return how often hands end in which way by some actions: float64[K]."""
        made = np.take_along_axis(self.outcomes, chosen.ravel()[self.cell][:, None], axis=1)[:, 0]
        counted = np.bincount(made, minlength=len(self.silent)) + self.silent
        return counted / counted.sum()


class AskedRace:
    """A game for points whose seats play as they like, and what one wins who answers the others.
    Where all play alike one dealer stands for all, and a response is found for all positions.
    ``deals``: of each dealer, on which responses are found. ``progress``: called with the share of
    the deals that are played out. Raises ``StrategyError`` if a strategy fails."""

    def __init__(
        self, run: Run, deals: int, jobs: int = 1, progress: Callable[[float], None] | None = None
    ) -> None:
        self.run, self.seats = run, len(run.players)
        self.classes, self.alike = ScoreClasses.of(self.seats), len(set(run.labels)) == 1
        tables = [declared_at(stage.with_dealer_last(run, dealer)) for dealer in (
            [self.seats - 1] if self.alike else range(self.seats))]
        self.tree, self.gains = tables[0].declared.tree, gains_of(tables[0])
        self.heeds_score = any(heeds_score(self.classes, partial(
            at.fixed_actions, range(self.seats), LOOED_POINTS, min(deals, _TRIED_DEALS), jobs))
            for at in tables)
        looks = self.classes.count if self.heeds_score else 1
        self._found, shares = list[list[list[RaceDecisions]]](), list[Floats]()
        for at in tables:
            found = list[tuple[Floats, list[RaceDecisions]]]()
            for number in range(looks):
                found.append(self._look(at.decisions(
                    LOOED_POINTS, 0, deals, jobs, scores=self.classes.scores(number))))
                if progress:
                    progress((len(self._found) + (number + 1) / looks) / len(tables))
            own, decided = zip(*found * (self.classes.count // looks), strict=True)
            self._found.append(list(decided))
            shares.append(np.array(own))
        self.own = self.classes.chain(self.gains.gains, len(tables))
        self.own.settle(shares)
        self.own.count_visits(shares)

    def _look(self, found: Decisions) -> tuple[Floats, list[RaceDecisions]]:
        """Return how hands end in a class of scores, and what the actions of positions lead to."""
        gains, ways = self.gains.number.ravel()[found.outcomes].astype(np.uint8), len(
            self.gains.gains)
        illegal = np.arange(gains.shape[2]) >= self.tree.actions[found.node][:, :, None]
        gains = np.where(illegal, gains[:, :, :1], gains)
        own = np.take_along_axis(gains[:, 0], found.does[:, :1].astype(np.int64), 1)[:, 0]
        coarse, asked = coarse_of_classes(self.seats)[found.coarse], found.node >= 0
        cell = (found.node * COARSE + coarse).astype(np.int32)
        return np.bincount(own, minlength=ways) / len(own), [
            RaceDecisions(cell[some, p], gains[some, p], np.bincount(
                gains[~some, p, 0], minlength=ways)) for p, some in enumerate(asked.T)]

    def respond(
        self, seat: int | None = None, progress: Callable[[float], None] | None = None
    ) -> RaceResponse:
        """Find the best response of a seat to what the others do; of all where they are alike."""
        nodes, count = len(self.tree.player), self.classes.count
        classes = np.arange(count).reshape(-1, 1 if self.heeds_score else count)
        wins, parts = deepcopy(self.own), len(self._found)
        chosen = np.zeros((parts, count, nodes, COARSE), np.int64)
        shares = np.zeros((parts, count, len(self.gains.gains), self.seats))
        for number in range(ROUNDS):
            worths = [wins.worths(dealer) for dealer in range(parts)]
            # Classes with the same declarations differ in payoffs alone.
            for part, some in product(range(parts), classes):
                for p in range(self.seats) if seat is None else [
                        stage.position_of(seat, part, self.seats)]:
                    one, mine = self._found[part][some[0]][p], self.tree.player == p
                    found = one.best(worths[part][some, :, p], nodes * COARSE)
                    for c, best in zip(some, found, strict=True):
                        chosen[part, c, mine] = best.reshape(nodes, COARSE)[mine]
                        shares[part, c][:, slice(p, p + 1) if seat is None else slice(None)] = (
                            one.shares(best)[:, None])
                if progress:
                    done = (part + (some[-1] + 1) / count) / parts
                    progress((number + done) / ROUNDS)
            wins.settle(list(shares))
        return RaceResponse(self._solution(seat, chosen, shares), wins, self.own)

    def _solution(self, seat: int | None, chosen: Ints, shares: Floats) -> Solution:
        """Return a response in the form of a solution; others always make the first move."""
        run = self.run
        about: dict[str, Any] = {
            "game": run.game, "players": self.seats, "rules": dict(vars(run.rules)),
            "states": RACE}
        if not self.alike:
            about["locks"] = {str(other): player.label for other, player in enumerate(run.players)
                              if other != seat}
        moves = np.eye(self.tree.follows.shape[1])
        mean = shares.mean(axis=3) if self.alike else shares[..., 0]
        return Solution(about, moves[chosen].reshape(-1, *chosen.shape[2:], len(moves)), {
            "cuts": np.array(self.classes.cuts), "shares": mean.reshape(-1, shares.shape[2])})
