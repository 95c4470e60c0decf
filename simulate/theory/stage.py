"""A game of stages: hands that are solved state by state, and one loop that solves them.

A *state* is what changes from hand to hand: a pool, a score or a class of scores. A hand is worth
what it brings and what the state is worth that it leaves, its continuation value. Both are worked
out in turn: policies from continuation values, and these anew (``StageGame.settle``) from how hands
of all states are played then.

Seats are alike until some of them are *locked*: fixed players, who keep to a strategy. Then it
matters who deals, so a game has parts: the hands of every dealer, or those of one who stands for
all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, ClassVar, TypeVar

import numpy as np

from simulate.books.tally import Floats, Ints
from simulate.errors import BoneyardError
from simulate.runs.run import Player, Run, in_order
from simulate.theory import cfr
from simulate.theory.chain import ScoreChain, ScoreChanges, largest_error
from simulate.theory.declarations import Declarations, Rollouts

#: Seats and the players who keep to their strategies there.
Locks = Mapping[int, Player]
#: Called with the share of the work done, and with what is done now, in words.
Progress = Callable[[float, str], None]
#: Which states are solved by how many more iterations, step by step.
_Schedule = Sequence[tuple[Sequence[Any], int]]
#: With more groups of states than this workers take one each, else each takes a part of the deals.
_MANY = 8
_EVERY = slice(None)


def check_table(run: Run, locks: Locks) -> None:
    """Refuse a table of several strategies, and locks of a seat that is none or of all seats."""
    if len(set(run.labels)) > 1:
        raise BoneyardError(
            f"solve needs one strategy that plays all tiles, not {', '.join(run.labels)}")
    seats = len(run.players)
    for seat in locks:
        if not 0 <= seat < seats:
            raise BoneyardError(f"lock of seat {seat}: the seats are 0 to {seats - 1}")
    if len(locks) >= seats:
        raise BoneyardError(f"lock of all {seats} seats: leave one at least to be solved")


def position_of(seat: int, dealer: int, seats: int) -> int:
    """Return the position of a seat, counted from the dealer's left."""
    return (seat - dealer - 1) % seats


def seated(run: Run, locks: Locks) -> Run:
    """Return a table with the locked seats at it."""
    return replace(run, players=tuple(
        locks.get(seat, player) for seat, player in enumerate(run.players)))


def with_dealer_last(run: Run, dealer: int) -> Run:
    """Return a table turned so that a dealer sits last."""
    return replace(run, players=run.players[dealer + 1 :] + run.players[: dealer + 1])


class Stage(ABC):
    """The hands that a seat deals, solved state by state; positions count from its left.

    Deals are played out once (``rolled``); what endings bring depends on the state. ``locked``: the
    fixed players of the tree, whose actions are buckets behind the ``classes`` of hands. ``ends``
    (``float64[leaves, outcomes]``): how often hands end in which way, by state.
    """

    #: The tree, its players the seats: those who respond.
    by_seat: cfr.Tree
    #: Deals of an iteration.
    batch: ClassVar[int]
    #: Whether more than payoffs differ between states, so that each is swept by itself.
    alone = False
    #: Which deals are solved with, which judge, and which count how hands end.
    train: slice
    test: slice
    ending: slice
    rolled: Rollouts

    def __init__(
        self, game: StageGame, dealer: int, declared: Declarations, classes: int,
        outcomes: tuple[int, ...],
    ) -> None:
        self.dealer, self.number = dealer, game.dealers.index(dealer)
        self.declared, self.tree = declared, declared.tree
        self.by_seat = self.tree
        self.locked = [p for p in range(self.tree.players)
                       if (p + dealer + 1) % game.seats in game.locks]
        fixed = self.tree.follows.shape[1] if self.locked else 0
        self.classes, self.fixed, self.cfr = classes, fixed, dict[Any, cfr.CFR]()
        self.ends: dict[Any, Floats] = {state: np.zeros(outcomes) for state in game.states}

    @abstractmethod
    def fixed_actions(self, state: Any) -> Ints:
        """Return what fixed players do in a state: int8[deals, their nodes]."""

    @abstractmethod
    def pay(self, state: Any) -> Floats:
        """Return what endings bring in a state: float64[leaves, outcomes, players]."""

    def outcomes(self, state: Any) -> Ints:
        """Return how deals end in a state: uint8[deals, leaves]."""
        return self.rolled.outcomes

    def minimiser(self, states: Sequence[Any]) -> cfr.CFR:
        """Return the regret minimisation of states that are swept side by side."""
        key = tuple(states)
        if key not in self.cfr:
            self.cfr[key] = cfr.CFR(
                self.tree, self.classes + self.fixed, self.fixed, len(states))
        return self.cfr[key]

    def deals(self, states: Sequence[Any], some: slice = _EVERY) -> cfr.Deals:
        """Return some of the deals with what endings bring in some states side by side."""
        buckets = self.rolled.coarse[some]
        if self.locked:  # behind the hands the actions of fixed players
            actions = self.fixed_actions(states[0])[some]
            buckets = np.hstack([buckets, self.classes + actions.astype(buckets.dtype)])
        return cfr.Deals(
            cfr.Buckets(
                buckets, self.declared.columns(self.locked), self.classes + self.fixed),
            self.outcomes(states[0])[some], cfr.stack([self.pay(state) for state in states]))

    def gain(
        self, states: Sequence[Any], policies: Sequence[Floats], finer: bool, jobs: int = 1
    ) -> list[cfr.Gain]:
        """Return what best responses gain in some states, in the classes solved for or finer ones;
        NaN for fixed players."""
        policy, of, coarser = cfr.stack(policies), self, None
        if finer:
            of, nodes = copy(self), np.arange(len(policy))[:, None]
            of.rolled, classes = self.rolled.finer()
            of.classes, fixed = classes.shape[1], self.classes + np.arange(self.fixed)
            coarser = np.hstack([classes[self.tree.player], nodes * 0 + fixed])
            policy = policy[nodes, coarser]
        gains = cfr.exploitability(
            self.by_seat, policy, of.deals(states, self.train), of.deals(states, self.test), jobs,
            self.by_seat.player[self.declared.nodes_of(self.locked)], coarser)
        return list(map(cfr.Gain.of, cfr.unstack(gains, len(states))))

    def policies(
        self, states: Sequence[Any], some: slice = _EVERY, fixed_in: Any = None
    ) -> list[Floats]:
        """Return the solution of some states as a file keeps it; what fixed players do is counted,
        in one of the states."""
        averages = cfr.unstack(self.minimiser(states).average, len(states))
        if self.locked:
            counts, nodes = np.zeros_like(averages[0]), self.declared.nodes_of(self.locked)
            fixed = self.fixed_actions(states[0] if fixed_in is None else fixed_in)[some]
            for k, node in enumerate(nodes):
                np.add.at(counts[node], (
                    self.rolled.coarse[some, self.tree.player[node]], fixed[:, k]), 1)
            for average in averages:
                average[nodes, : self.classes] = cfr.normalised(
                    self.tree, counts)[nodes, : self.classes]
        return list(map(cfr.rounded, averages))

    def declares(self, ends: Floats, codes: int) -> Floats:
        """Return how often each player takes which action where hands end so: float64[players,
        codes]."""
        return np.array([np.bincount(own, ends.sum(axis=1), codes)
                         for own in np.array(self.declared.ends).T])

    def playing(self, average: Floats) -> Floats:
        """Return the policy whose endings are counted: as a file keeps the solution."""
        return cfr.rounded(average)

    def step(
        self, states: Sequence[Any], steps: int, jobs: int, progress: Callable[[], None]
    ) -> None:
        """Do iterations in some states side by side; then count how their hands end."""
        game, deals = self.minimiser(states), self.deals(states, self.train)
        game.minimise(deals, steps, min(self.batch, len(deals)), jobs, progress)
        averages = cfr.unstack(game.average, len(states))
        ends = self.ends_of(states, list(map(self.playing, averages)), self.ending, jobs)
        self.ends.update(zip(states, ends, strict=True))

    def ends_of(
        self, states: Sequence[Any], policies: Sequence[Floats], some: slice = _EVERY, jobs: int = 1
    ) -> list[Floats]:
        """Return how often hands end in which way by policies: float64[leaves, outcomes] each."""
        deals = self.deals(states, some)
        swept = cfr.sweep(self.tree, cfr.stack(policies), deals, jobs, endings=True)
        return cfr.unstack(swept.outcomes / len(deals), len(states))


class WinStage(Stage):
    """Hands of a game to be won: an ending changes the score, and that the chance to win."""

    gains: ScoreChanges
    #: The positions, or the sides, of the players of the tree.
    sides: Any

    @abstractmethod
    def worth(self, state: Any) -> Floats:
        """Return the chances to win after every gain in a state: float64[K, positions]."""

    def pay(self, state: Any) -> Floats:
        """Return the chances that endings give in a state."""
        return self.worth(state)[self.gains.number][..., self.sides]

    @property
    def shares(self) -> Floats:
        """How often the score changes in which way: float64[states, K], in their order."""
        return np.array([self.gains.shares(self.ends[state]) for state in sorted(self.ends)])


class StageGame(ABC):
    """A table to be solved.

    ``run``: also the players who play the tiles of the seats that are solved. ``deals``: of each
    part; two thirds are solved with, the rest is kept to judge by. ``parts``: by the seat that
    deals, ``dealers``. ``done``: steps of the schedule that are behind us.
    """

    #: Iterations a round, and the share of the work that playing the deals out is.
    steps: ClassVar[int]
    rolling: ClassVar[float]
    states: Sequence[Hashable]
    parts: Sequence[Any]

    def __init__(
        self, run: Run, locks: Locks | None, deals: int, jobs: int = 1,
        progress: Progress | None = None,
    ) -> None:
        self.run, self.locks, self.deals = run, dict(sorted((locks or {}).items())), deals
        self.seats, self.jobs, self.progress, self.done = len(run.players), jobs, progress, 0
        self.dealers = range(self.seats) if locks else range(self.seats - 1, self.seats)

    def turned(self, dealer: int) -> Run:
        """Return who sits at the table, turned so that a dealer sits last."""
        return with_dealer_last(seated(self.run, self.locks), dealer)

    def played_out(self, dealer: int, deals: int) -> None:
        """Report how many deals of a dealer are played out."""
        if self.progress:
            parts = self.dealers.index(dealer) + deals / self.deals
            self.progress(self.rolling * parts / len(self.dealers), "")

    def schedule(self, rounds: int) -> _Schedule:
        """Return which states are solved by how many more iterations, step by step."""
        return [(self.states, self.steps)] * rounds

    @abstractmethod
    def settle(self, states: Sequence[Any]) -> None:
        """Work out what states are worth from how hands are played now: in some anew."""

    def about(self) -> dict[str, Any]:
        """Return what the file of a solution is about (``Solution.about``)."""
        run, locks = self.run, {str(seat): player.label for seat, player in self.locks.items()}
        return {"game": run.game, "players": self.seats, "tiles": run.labels[0],
                "rules": dict(vars(run.rules)), "seed": run.seed, "deals": self.deals,
                **({"locks": locks} if locks else {})}


class GameToWin(StageGame):
    """A table at which games are won: states are scores, or classes of them."""

    chain: ScoreChain  #: its dealers are those of ``parts``
    start: Any  #: no score
    ending_deals: int  #: of each dealer, that count how hands end

    @property
    def hands(self) -> float:
        """How many hands a game takes."""
        return float(self.chain.visits.sum())

    @property
    def at_the_start(self) -> Floats:
        """The chance of every position to win; around locks that of every seat, whoever deals
        first: float64[seats]."""
        if not self.locks:
            return self.chain.at(self.start)
        by_dealer = [self.chain.at(self.start, dealer % len(self.parts))
                     for dealer in range(self.seats)]
        return np.mean([[own[position_of(seat, dealer, self.seats) % self.chain.players]
                         for seat in range(self.seats)]
                        for dealer, own in enumerate(by_dealer)], axis=0)

    def settle(self, states: Sequence[Any]) -> None:
        """Work the chances to win from all scores out."""
        ends = [part.shares for part in self.parts]
        self.chain.settle(ends)
        self.chain.count_visits(ends)

    def largest_error(self, chance: float) -> float:
        """Return the largest standard error that a chance to win can have."""
        return largest_error(self.hands, chance, self.ending_deals)


_Game = TypeVar("_Game", bound=StageGame)


def solve(game: _Game, rounds: int) -> _Game:
    """Solve a table, which is changed in place."""
    schedule = game.schedule(rounds)
    total = sum(len(states) * steps for states, steps in schedule) * len(game.parts)

    def progress() -> None:
        if game.progress:
            done = sum(len(states) * one.iterations
                       for part in game.parts for states, one in list(part.cfr.items()))
            game.progress(game.rolling + (1 - game.rolling) * done / total,
                          f"step {game.done + 1} of {len(schedule)}")

    for states, steps in schedule:
        for part in game.parts:
            some = cfr.groups(states, part.alone)
            many = len(some) > _MANY
            inside, report = (1, lambda: None) if many else (game.jobs, progress)
            tasks = [(group, steps, inside, report) for group in some]
            for _ in in_order(part.step, tasks, game.jobs if many else 1):
                progress()
        game.settle(states)
        game.done += 1
    return game


def gains_in_file(gain: Sequence[cfr.Gain], fine_gain: Sequence[cfr.Gain]) -> dict[str, Any]:
    """Return gains, in the classes solved for and in finer ones, as a file keeps them; None for a
    fixed player."""
    return {name + end: [[None if np.isnan(value) else value for value in getattr(one, of).tolist()]
                         for one in gains]
            for name, gains in (("gain", gain), ("fine_gain", fine_gain))
            for end, of in (("", "mean"), ("_se", "se"))}
