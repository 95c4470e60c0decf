"""What declarations are worth at a score, where the game is to be won.

A deal is played out once after everything that could be declared. What the seats declare depends on
the score, and what an ending is worth does: both are weighed, not played. So one sample of deals
answers for every score, and what is better at one of them than at another is no accident of the
deals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from simulate.books.tally import Floats, Ints, standard_error
from simulate.runs.in_order import in_order
from simulate.runs.run import Run, count_jobs
from simulate.theory.cfr import Buckets, Deals, groups, stack, sweep_parts, unstack
from simulate.theory.chain import ScoreChain
from simulate.theory.declarations import Declarations
from simulate.theory.declared import with_actions
from simulate.theory.loo.hands import COARSE, TURNED_KINDS, turned_kinds_of_classes
from simulate.theory.loo.race import RaceDeals
from simulate.theory.loo.score_classes import ScoreClasses
from simulate.theory.loo.solutions import RaceSolution
from simulate.theory.stage import with_dealer_last

#: Chances are told as games of so many.
GAMES = 100
#: Parts of the deals, by which errors are known.
_PARTS = 16

Score = tuple[int, ...]


@dataclass(frozen=True)
class DeclaredMoves:
    """What every declaration is worth at a score, in games of a hundred, or at a pool, in chips.
    Sums over the hands of a kind that come to a node, each times the chance with which it does."""

    declared: Declarations  #: its nodes, and the order of their actions
    #: float64[parts, nodes, kinds, actions]: what actions bring more than what the seats do, by
    #: part of the deals.
    regrets: Floats
    reach: Floats  #: float64[nodes, kinds]: how many hands come there
    taken: Floats  #: float64[nodes, actions]: with how many each action is taken

    def plus(self, other: DeclaredMoves) -> DeclaredMoves:
        """Return the sums of these deals and others."""
        return DeclaredMoves(self.declared, self.regrets + other.regrets,
                             self.reach + other.reach, self.taken + other.taken)

    def of_positions(self, positions: Sequence[int]) -> DeclaredMoves:
        """Return the sums of some positions; none of the others."""
        mine = np.isin(self.declared.tree.player, positions)[:, None]
        return DeclaredMoves(self.declared, self.regrets * mine[:, :, None], self.reach * mine,
                             self.taken * mine)


def error_of(parts: Floats) -> Floats:
    """Return the standard error of a sum over the parts of the deals: a jackknife."""
    total, share = parts.sum(axis=0, keepdims=True), 1 - 1 / len(parts)
    return standard_error(np.concatenate([total, (total - parts) / share]))


def moves_together(
    declared: Declarations, policies: Sequence[Floats], payoffs: Sequence[Floats],
    buckets: Buckets, outcomes: Ints, seen: Buckets,
) -> list[DeclaredMoves]:
    """Return what actions are worth in up to four games, swept side by side. ``policies``
    (float64[nodes, buckets, actions]) and ``payoffs`` (float64[leaves, shares, positions]): one a
    game. ``seen``: the kinds of hands by which actions are told apart."""
    tree, games = declared.tree, len(payoffs)
    sums = list(sweep_parts(tree, stack(policies), Deals(buckets, outcomes, stack(payoffs)),
                            parts=_PARTS, seen=seen, outcomes=True))
    regrets = unstack(np.array([part.regrets for part in sums]), games)
    reach, ends = (unstack(sum(each), games) for each in zip(
        *((part.others, part.outcomes) for part in sums), strict=True))
    return [DeclaredMoves(declared, gained, came, tree.taken(ended))
            for gained, came, ended in zip(regrets, reach, ends, strict=True)]


#: The share of the work that playing the deals out is, roughly.
_ROLLING = 0.4


def moves_at_scores(
    run: Run, wins: ScoreChain, scores: Sequence[Score], deals: int,
    race: RaceSolution | None = None, jobs: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> list[DeclaredMoves]:
    """Return what the declarations of the first strategy of a table are worth at some scores,
    points before the hand by position. Where players differ each seat deals a part of the deals.

    ``wins``: how the game goes on after the hand. ``race``: the policy of all seats, who are fixed
    players without it. ``progress``: called with the share of the work done. Raises
    ``StrategyError`` if a strategy fails."""
    seats, workers = len(run.players), count_jobs(jobs)
    dealers = [seats - 1] if len(set(run.labels)) == 1 else list(range(seats))
    found = list[DeclaredMoves]()
    for number, dealer in enumerate(dealers):
        turned = with_dealer_last(run, dealer)
        own = [p for p, label in enumerate(turned.labels) if label == run.labels[0]]

        def part(share: float, begun: int = number) -> None:
            if progress:
                progress((begun + share) / len(dealers))

        more = [one.of_positions(own) for one in _moves_of_table(
            turned, wins, scores, race, max(1, deals // len(dealers)), workers, part)]
        found = [a.plus(b) for a, b in zip(found, more, strict=True)] if found else more
    return found


def _moves_of_table(
    run: Run, wins: ScoreChain, scores: Sequence[Score], race: RaceSolution | None, deals: int,
    jobs: int, progress: Callable[[float], None],
) -> list[DeclaredMoves]:
    """Return what moves are worth at some scores where the last seat deals."""
    players = range(len(run.players))
    table = RaceDeals(run, ScoreClasses.of(len(players)), () if race else players, deals, jobs,
                      lambda done: progress(_ROLLING * done / deals))
    coarse, tree = table.rolled.coarse, table.declared.tree
    nodes, actions = tree.follows.shape
    seen = Buckets(turned_kinds_of_classes()[coarse].astype(np.int32), tree.player, TURNED_KINDS)
    # Behind the buckets of hands stand those of fixed players, who are asked: these are actions.
    as_asked = np.zeros((nodes, COARSE + actions, actions))
    as_asked[:, COARSE:] = np.eye(actions)

    def declaring(score: Score) -> tuple[Floats, Buckets]:
        """Return the policy of the seats at a score, and the buckets of each deal."""
        if race is not None:
            return race.chances[race.classes.number(score)], Buckets(coarse, tree.player, COARSE)
        acts = table.actions_at(score, len(coarse)) if table.looks_at_score else table.actions(0)
        return as_asked, Buckets(with_actions(coarse, acts, COARSE),
                                 table.declared.columns(players), COARSE + actions)

    def side_by_side(some: Sequence[Score]) -> list[DeclaredMoves]:
        policies, buckets = zip(*map(declaring, some), strict=True)
        payoffs = list(GAMES * wins.after(some)[:, table.gains.number])
        return moves_together(table.declared, policies, payoffs, buckets[0],
                              table.rolled.outcomes, seen)

    tasks = [([score],) for score in scores] if table.looks_at_score else [
        (group,) for group in groups(scores)]
    found = list[DeclaredMoves]()
    for moved in in_order(side_by_side, tasks, jobs):
        found += moved
        progress(_ROLLING + (1 - _ROLLING) * len(found) / len(scores))
    return found
