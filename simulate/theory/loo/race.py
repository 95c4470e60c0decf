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

from collections.abc import Callable, Collection, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.books.rows import Floats, Ints
from simulate.games.loo.rules import LOOED_POINTS
from simulate.runs.run import Run
from simulate.theory import cfr, stage
from simulate.theory.best_response import choose_once
from simulate.theory.chain import ScoreChain
from simulate.theory.declared import declared_at
from simulate.theory.loo.declared import by_coarse, gains_of
from simulate.theory.loo.hands import COARSE
from simulate.theory.loo.solutions import ScoreClasses, ending_deals
from simulate.theory.solution_file import RACE, Solution

#: Deals, rounds after which the chances stand still but for a thousandth, also those of a best
#: response, and iterations a round.
DEALS, ROUNDS, STEPS = 120_000, 3, 24
#: Deals and classes of scores at which it is tried whether a strategy looks at the score.
_TRIED_DEALS, _TRIED_CLASSES = 4096, 12


class RaceDeals:
    """Deals of a game for points whose last seat deals, played out, some positions ``fixed``
    players. Those act as their strategies do: in each class of scores as at its highest score, or
    once for all if they do not look at the score. Raises ``StrategyError`` if a strategy fails."""

    def __init__(
        self, run: Run, classes: ScoreClasses, fixed: Collection[int], deals: int, jobs: int = 1,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        self.run, self.classes, self.fixed, self.jobs = run, classes, fixed, jobs
        self.at = declared_at(run)
        self.rolled = by_coarse(self.at.roll(deals, jobs, progress), len(run.players))
        self.declared = self.at.declared
        self.gains = gains_of(self.at)
        self.looks_at_score = False
        if fixed:
            tried = np.linspace(0, classes.count - 1, min(_TRIED_CLASSES, classes.count))
            found = [self.actions_at(classes.scores(int(c)), min(deals, _TRIED_DEALS))
                     for c in tried]
            self.looks_at_score = any((found[0] != other).any() for other in found)
            if not self.looks_at_score:
                self._always = self.actions_at(classes.scores(0), deals)

    def actions_at(self, scores: Sequence[int], deals: int) -> Ints:
        """Return what fixed players declare at a score, by position: int8[deals, their nodes]."""
        return self.at.fixed_actions(self.fixed, LOOED_POINTS, deals, self.jobs, scores)

    def actions(self, number: int) -> Ints:
        """Return what they declare at a class of scores: int8[deals, their nodes]."""
        if not self.looks_at_score:
            return self._always
        return self.actions_at(self.classes.scores(number), len(self.rolled.coarse))


class RaceStage(stage.WinStage):
    """The hands of a dealer, class of scores by class of scores."""

    batch, sides = 12_500, slice(None)

    def __init__(self, race: Race, dealer: int) -> None:
        run = race.turned(dealer)
        at = declared_at(run)
        super().__init__(race, dealer, at.declared, COARSE, at.endings.pool.shape)
        self.table = RaceDeals(run, race.classes, self.locked, race.deals, race.jobs,
                               partial(race.played_out, dealer))
        self.rolled, self.gains = self.table.rolled, self.table.gains
        self.alone = self.table.looks_at_score
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
        first = cfr.CFR(self.tree, self.kinds, self.cfr[start].fixed)
        deals = self.deals([start], self.train)
        cfr.minimise([first], deals, 2 * STEPS, min(self.batch, len(deals)), race.jobs)
        ends = cfr.outcomes_of(self.tree, first.average, self.deals([start], self.ending))
        self.ends = {state: ends.copy() for state in race.states}

    def fixed_actions(self, state: int) -> Ints:
        """Return what fixed players declare at a class of scores."""
        return self.table.actions(state)

    def worth(self, state: int) -> Floats:
        """Return the chances after every gain at a class of scores."""
        own: Floats = self.worths[state]
        return own

    def chances(self) -> Floats:
        """Return the solution: float64[classes, nodes, COARSE, moves]."""
        return np.array([
            own[:, :COARSE] for group in cfr.groups(range(len(self.cfr)), self.alone)
            for own in self.policies(group, self.ending)])


class Race(stage.GameToWin):
    """A game for points."""

    steps, rolling = STEPS, 0.05
    parts: list[RaceStage]

    def __init__(
        self, run: Run, locks: stage.Locks | None = None, deals: int = DEALS, jobs: int = 1,
        progress: stage.Progress | None = None, classes: ScoreClasses | None = None,
    ) -> None:
        stage.check_table(run, locks or {})
        super().__init__(run, locks, deals, jobs, progress)
        self.classes = classes or ScoreClasses.of(self.seats)
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
        self.restored()

    def restored(self) -> None:
        """Work out what endings are worth."""
        for part in self.parts:
            part.worths = self.chain.worths(part.number)

    def found(self, states: Sequence[int]) -> str:
        """Return what the seats win now."""
        if self.locks:
            return ", ".join(f"seat {seat} wins {own:.1%}"
                             for seat, own in enumerate(self.at_the_start))
        return f"at the start the seats win {', '.join(f'{own:.1%}' for own in self.at_the_start)}"

    def options(self, rounds: int) -> dict[str, Any]:
        """Return the classes of scores."""
        return {"race": self.classes.cuts}


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

class AskedRace:
    """A game for points whose seats play as they like, and what one wins who answers the others.
    Where all play alike one dealer stands for all, and a response is found for all positions.
    ``deals``: of each dealer, on which responses are found. ``progress``: called with the share of
    the deals that are played out. Raises ``StrategyError`` if a strategy fails."""

    def __init__(
        self, run: Run, deals: int, jobs: int = 1, progress: Callable[[float], None] | None = None
    ) -> None:
        self.run, self.seats = run, len(run.players)
        self.classes = ScoreClasses.of(self.seats)
        self.alike = len(set(run.labels)) == 1
        self.tables = list[RaceDeals]()
        dealers = [self.seats - 1] if self.alike else list(range(self.seats))
        for dealer in dealers:
            self.tables.append(RaceDeals(
                stage.with_dealer_last(run, dealer), self.classes, range(self.seats), deals, jobs))
            if progress:
                progress(len(self.tables) / len(dealers))
        # Where all play alike their moves are looked at together, else when a seat asks.
        self._found = [self._look(part, range(self.seats) if self.alike else ())
                       for part in range(len(dealers))]
        shares = [np.array([own for own, _ in found]) for found in self._found]
        self.own = self.classes.chain(self.tables[0].gains.gains, len(self.tables))
        self.own.settle(shares)
        self.own.count_visits(shares)

    def _look(
        self, part: int, positions: Iterable[int]
    ) -> list[tuple[Floats, list[RaceDecisions]]]:
        """Return how hands end at each class of scores, and what actions lead to."""
        table = self.tables[part]

        def look(number: int) -> tuple[Floats, list[RaceDecisions]]:
            acts = table.actions(number)
            ends = RaceDecisions.of(table, -1, acts).silent  # nobody decides
            shares: Floats = np.bincount(ends, minlength=len(table.gains.gains)) / len(acts)
            return shares, [RaceDecisions.of(table, position, acts) for position in positions]

        if table.looks_at_score:
            return [look(number) for number in range(self.classes.count)]
        return [look(0)] * self.classes.count

    def respond(
        self, seat: int | None = None, progress: Callable[[float], None] | None = None
    ) -> RaceResponse:
        """Find the best response of a seat to what the others do; of all where they are alike."""
        players, ways = self.tables[0].declared.tree.player, len(self.tables[0].gains.gains)
        found = self._found if seat is None else [
            self._look(part, [stage.position_of(seat, part, self.seats)])
            for part in range(self.seats)]
        wins, nodes, count = deepcopy(self.own), len(players), self.classes.count
        chosen = np.zeros((len(found), count, nodes, COARSE), np.int64)
        shares = np.zeros((len(found), count, ways, self.seats))
        for number in range(ROUNDS):
            worths = [wins.worths(dealer) for dealer in range(len(found))]
            for part, by_class in enumerate(found):
                # Classes with the same declarations differ in payoffs alone.
                for some in cfr.groups(range(count), self.tables[part].looks_at_score):
                    for one in by_class[some[0]][1]:
                        p = one.position
                        whose, mine = slice(p, p + 1) if self.alike else slice(None), players == p
                        for c, best in zip(some, one.best([worths[part][c] for c in some], nodes),
                                           strict=True):
                            chosen[part, c, mine] = best[mine]
                            shares[part, c][:, whose] = one.shares(best, ways)[:, None]
                    if progress:
                        done = part + (some[-1] + 1) / count
                        progress((number + done / len(found)) / ROUNDS)
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
        moves = np.eye(self.tables[0].declared.tree.follows.shape[1])
        mean = shares.mean(axis=3) if self.alike else shares[..., 0]
        return Solution(about, moves[chosen].reshape(-1, *chosen.shape[2:], len(moves)), {
            "cuts": np.array(self.classes.cuts), "shares": mean.reshape(-1, shares.shape[2])})


@dataclass(frozen=True)
class RaceDecisions:
    """What every action of a position leads to in every deal, where the others are fixed."""

    position: int
    cell: NDArray[np.int32]  #: int32[some]: node and bucket of the own hand, as one number
    #: uint8[some, actions]: what the score changes by (``Gains``); of actions that are not
    #: allowed, the first.
    outcomes: NDArray[np.uint8]
    silent: Ints  #: int64[others]: the same for the deals in which it does not decide

    @classmethod
    def of(cls, table: RaceDeals, position: int, acts: Ints) -> RaceDecisions:
        """Return what the actions of a position lead to, by the ``acts`` of all others."""
        tree, deals = table.declared.tree, np.arange(len(acts))
        # At the nodes of the position itself the walk stops.
        node = _walk(tree, np.zeros(len(acts), np.int64), acts, deals, position)
        some = np.flatnonzero(node >= 0)
        ended = np.flatnonzero(node < 0)
        here, allowed = node[some], tree.actions[node[some]]
        outcomes = np.zeros((len(some), tree.follows.shape[1]), np.uint8)
        for action in range(outcomes.shape[1]):
            after = tree.follows[here, np.where(action < allowed, action, 0)]
            leaf = ~_walk(tree, after, acts, some, -1)
            outcomes[:, action] = table.gains.number[leaf, table.rolled.outcomes[some, leaf]]
        leaf = ~node[ended]
        cell = here * COARSE + table.rolled.coarse[some, position]
        silent = table.gains.number[leaf, table.rolled.outcomes[ended, leaf]]
        return cls(position, cell.astype(np.int32), outcomes, silent)

    def best(self, worths: Sequence[Floats], nodes: int) -> list[Ints]:
        """Return the best actions, int64[nodes, COARSE], by the worths of some classes."""
        payoffs = cfr.stack([np.ascontiguousarray(one[:, self.position]) for one in worths])
        seen = cfr.Buckets(self.cell[:, None], np.zeros(1, np.int64), nodes * COARSE)
        found = choose_once(self.outcomes, payoffs, seen, 0)
        return [one.argmax(axis=1).reshape(nodes, COARSE)
                for one in cfr.unstack(found, len(worths))]

    def shares(self, chosen: Ints, count: int) -> Floats:
        """Return how often hands end in which way by some actions: float64[K]."""
        made = np.take_along_axis(self.outcomes, chosen.ravel()[self.cell][:, None], axis=1)[:, 0]
        counted = np.bincount(made, minlength=count) + np.bincount(self.silent, minlength=count)
        return counted / counted.sum()


def _walk(tree: cfr.Tree, node: Ints, acts: Ints, deals: Ints, stop: int) -> Ints:
    """Follow ``acts`` until a player decides (-1: to the end); leaves are below 0."""
    node = node.copy()
    while True:
        on = np.flatnonzero((node >= 0) & (tree.player[node.clip(min=0)] != stop))
        if not len(on):
            return node
        node[on] = tree.follows[node[on], acts[deals[on], node[on]]]
