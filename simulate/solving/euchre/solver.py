"""Solving the auction of Euchre: regret minimisation, score by score.

Deals are played out once under every call (``calls_forked``).  Solving then walks over the
outcomes. A seat plays for the chance to win the game from the score that a hand leaves; points only
grow, so scores are solved from the end of the game backwards. A void hand leaves the score as it
is: its worth is at first taken from the line-up's own games, and at the end the chances are worked
out once more from how all scores are played.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simulate.books.tally import Floats
from simulate.errors import BoneyardError
from simulate.games.euchre.views import PASS, make
from simulate.runs.run import Run
from simulate.solving.best_response import Gain
from simulate.solving.euchre.auction_tree import (
    auction_tree,
    ends_by_maker,
    pay_of,
    spoken,
    spoken_deals,
)
from simulate.solving.euchre.auctions import Auctions, nodes, seen_at, suit_order
from simulate.solving.euchre.calls_forked import ROUNDS as CALL_ROUNDS
from simulate.solving.euchre.forked_deals import ForkedDeals, Small, calls_at, fork_deals, sides
from simulate.solving.euchre.hand_kinds import CELLS
from simulate.solving.euchre.responses import exploited
from simulate.solving.euchre.solution_file import CallSolution
from simulate.solving.euchre.solved_scores import KeptScores, SolvedScore
from simulate.solving.euchre.win_chances import (
    Score,
    WinChances,
    ends_of,
    point_worth,
    scores,
    win_chances,
)
from simulate.solving.minimiser import Minimiser, rounded
from simulate.solving.minimiser import ends_of as ends_of_tree
from simulate.solving.one_player import check_one_player
from simulate.solving.tree import Deals

#: Deals by default, iterations a round of a score, and deals an iteration.
DEALS, STEPS, BATCH = 150_000, 16, 12_500
ROUNDS = 4
#: Seed of the words by which calls are sampled, so that a solution can be judged by single calls.
_SEED = 0x5EED
#: The share of the work that forking the deals is, roughly.
FORKING = 0.1


class CallSolver:
    """Solves the auction of a table.

    Parameters
    ----------
    run : Run
        Rules, seed, and the players who play the tiles.
    deals : ForkedDeals
        Two thirds of them are solved with, the rest is kept to judge by.
    jobs : int
    """

    def __init__(self, run: Run, deals: ForkedDeals, jobs: int = 1) -> None:
        self.run, self.jobs, self.players = run, jobs, len(run.players)
        self.learned_deals = deals.some(0, len(deals) * 2 // 3)
        self.judged_deals = deals.some(len(deals) * 2 // 3, None)
        self.sides = sides(self.players)
        start = (0,) * self.sides
        own = Auctions(self.learned_deals, calls_at(self.learned_deals, start, jobs=jobs),
                       point_worth(self.sides))
        self.order = suit_order(own, self.players)
        self.tree = auction_tree(self.players)
        self._classes, self._outcomes = spoken(self.learned_deals, self.order)

    def deals(self, worth: Floats) -> Deals:
        """Return the deals that are solved with, for what endings are worth."""
        return spoken_deals(self._classes, self._outcomes, pay_of(worth, self.players))

    def solve_for(self, score: Score, worth: Floats, steps: int) -> SolvedScore:
        """Solve one auction, for what endings are worth."""
        deals, minimiser = self.deals(worth), Minimiser(self.tree, CELLS)
        minimiser.minimise(deals, steps, min(BATCH, len(deals)), self.jobs)
        chances = rounded(minimiser.average)
        shares = ends_of_tree(self.tree, chances, deals, self.jobs)
        return SolvedScore(score, chances, ends_by_maker(shares, self.players))

    def sampled(self, deals: ForkedDeals, chances: Floats) -> Small:
        """Return calls by the chances of a solution: int8[deals, rounds, players]."""
        classes, _ = spoken(deals, self.order)
        return sampled_calls(deals, classes, self.order, chances)

    def gain(self, one: SolvedScore, worth: Floats, fine: bool) -> Gain:
        """Return what best responses of the positions gain over a solution, on the deals kept."""
        learned, judged = (
            Auctions(deals, self.sampled(deals, one.chances), worth)
            for deals in (self.learned_deals, self.judged_deals))
        gains = exploited(learned, judged, self.order, fine)
        return Gain(gains.mean(axis=0), gains.std(axis=0) / np.sqrt(max(len(gains) - 1, 1)))


def sampled_calls(
    deals: ForkedDeals, classes: NDArray[np.int32], order: Floats, chances: Floats
) -> Small:
    """Draw calls by the chances of moves, the same for the same deals."""
    draws = np.random.Generator(np.random.Philox(_SEED + deals.first))
    calls = np.zeros((len(deals), CALL_ROUNDS, deals.players), np.int8)
    everywhere = np.arange(len(deals))
    for node in nodes(deals.players):
        suits, _ = seen_at(deals, node, order, everywhere)
        up_to = chances[node.index][classes[:, node.index]].cumsum(axis=1)
        move = (draws.random(len(deals))[:, None] >= up_to[:, :-1]).sum(axis=1)
        calls[:, node.number, node.position] = np.where(
            move == 0, PASS, make(suits, np.maximum(move - 1, 0)))
    return calls


@dataclass(frozen=True)
class SolvedCalls:
    """A solved table.

    Attributes
    ----------
    solver : CallSolver
    by_score : dict of Score to SolvedScore
        All scores, or none but the first where points are counted.
    chances : WinChances
        As the solution plays.
    games : bool
        Whether games are counted, not points.
    gain, fine_gain : Gain
        Of best responses at no score, in the same classes and in finer ones: games a hand, or
        points.
    """

    solver: CallSolver
    by_score: dict[Score, SolvedScore]
    chances: WinChances
    games: bool
    gain: Gain
    fine_gain: Gain

    @property
    def first(self) -> SolvedScore:
        """The solution at no score."""
        return self.by_score[(0,) * self.solver.sides]


def check(run: Run) -> None:
    """Raise ``BoneyardError`` if a table cannot be solved."""
    if run.game != "euchre":
        raise BoneyardError(f"calls are solved at euchre, not at {run.game!r}")
    check_one_player(run)


def solve_calls(
    run: Run, deals: int = DEALS, rounds: int = ROUNDS, points: bool = False, jobs: int = 1,
    tell: Callable[[float, str], None] | None = None, keep: Path | None = None,
) -> SolvedCalls:
    """Solve the auction of a table of Euchre.

    Parameters
    ----------
    run : Run
        Rules, seed, and the players who play the tiles.
    deals : int
        Two thirds are solved with, the rest is kept to judge by.
    rounds : int
        Of ``STEPS`` iterations for every score.
    points : bool
        Count points a hand, not games: one auction is solved for all scores then.
    jobs : int
        The result does not depend on it.
    tell : callable, optional
        Called with the share of the work done, and what it is at, in words.
    keep : Path, optional
        Where the scores that are solved are kept, and looked for.

    Raises
    ------
    BoneyardError
        If the game is not Euchre, several strategies play the tiles, or what is kept is damaged or
        of another table.
    """
    check(run)
    forked = fork_deals(
        run, deals, jobs=jobs, progress=tell and (lambda done: tell(FORKING * done / deals, "")))
    solver, steps = CallSolver(run, forked, jobs), rounds * STEPS
    start = (0,) * solver.sides
    own = solver.learned_deals
    chances = win_chances(
        solver.sides, lambda score: ends_of(own, calls_at(own, score, jobs=jobs)))
    kept = KeptScores.of(run, deals, rounds, points, keep)
    (found,) = kept.read()
    # From the end of the game backwards: what follows a score is solved before it.
    order = [start] if points else sorted(scores(solver.sides), key=sum, reverse=True)
    for number, score in enumerate(order):
        worth = point_worth(solver.sides) if points else chances.worth(score)
        if score not in found:
            found[score] = solver.solve_for(score, worth, steps)
            kept.write([found])
        if not points:
            chances.chances[score] = np.einsum("skv,kv->s", chances.worth(score),
                                               found[score].ends)
        if tell:
            tell(FORKING + (1 - FORKING) * (number + 1) / len(order),
                 f"score {' to '.join(map(str, score))} is solved")
    if not points:
        chances = win_chances(solver.sides, lambda score: found[score].ends)
    worth = point_worth(solver.sides) if points else chances.worth(start)
    gains = [solver.gain(found[start], worth, fine) for fine in (False, True)]
    return SolvedCalls(solver, found, chances, not points, *gains)


def solution_of(solved: SolvedCalls) -> CallSolution:
    """Return a solved table as its file keeps it."""
    solver, run = solved.solver, solved.solver.run
    about = {
        "game": run.game, "players": solver.players, "tiles": run.labels[0],
        "rules": dict(vars(run.rules)), "games": int(solved.games), "seed": run.seed,
        "deals": len(solver.learned_deals) + len(solver.judged_deals),
        "gain": solved.gain.mean.tolist(), "gain_se": solved.gain.se.tolist(),
        "fine_gain": solved.fine_gain.mean.tolist(),
        "fine_gain_se": solved.fine_gain.se.tolist(),
        "win": solved.chances.chances[(0,) * solver.sides].tolist(),
    }
    every = [solved.by_score.get(score, solved.first) for score in scores(solver.sides)]
    return CallSolution(about, solver.order, np.array([one.chances for one in every]))
