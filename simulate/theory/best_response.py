"""Best responses on a sample of deals: one player does what is best, all others keep to a policy.

They are found on some deals and judged by others, so that luck does not flatter them. At a table of
fixed players (``exploit``), for each node and class of its hand, a seat declares what is surely
better than its strategy's declarations, and else keeps to these.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from simulate.books.tally import Floats, Ints, standard_error
from simulate.runs.run import in_pieces
from simulate.theory.cfr import NO_ACTION, Buckets, Deals, Tree, sweep_parts, unstack, values_of
from simulate.theory.declarations import Decisions
from simulate.theory.declared import Declared
from simulate.theory.later_pools import Payoff

#: The mean of a fine bucket over few deals is noise, so it is drawn towards that of its coarser
#: one, which counts as this many more deals; of 10 to 100, 100 gained most.
DRAWN = 100.0


def best_response(
    tree: Tree, policy: Floats, deals: Deals, player: int, coarser: Ints | None = None,
    ahead: float | None = None, jobs: int = 1,
) -> Floats:
    """Return the policy in which one player does what is best, and all others keep to theirs.

    The player keeps to its own in buckets that did not come. ``coarser`` (``int64[buckets]``):
    which coarser bucket each belongs to. ``ahead``: by how many standard errors an action has to be
    better than the policy to be taken; the best one is taken if not given.
    """
    mine, response = np.flatnonzero(tree.player == player), policy
    belongs, weight = (np.arange(policy.shape[1]), 0.0) if coarser is None else (coarser, DRAWN)
    illegal = tree.follows[mine] == NO_ACTION
    illegal = illegal.reshape(len(mine), 1, -1, *[1] * (policy.ndim - 3))
    actions = np.arange(policy.shape[2]).reshape(-1, *[1] * (policy.ndim - 3))
    # The last decisions are right at once, then those before them.
    for _ in range(_decisions(tree, player)):
        parts = [(sums.regrets[mine], sums.others[mine][:, :, None]) for sums in sweep_parts(
            tree, response, deals, jobs, only=player)]
        regrets, reach = (sum(each) for each in zip(*parts, strict=True))
        coarse, many = _added(regrets, belongs), _added(reach, belongs)
        counted = reach + weight
        mean = _ratio(regrets + weight * _ratio(coarse, many)[:, belongs], counted)
        best = np.where(illegal, -np.inf, mean).argmax(axis=2)[:, :, None]
        taken = many[:, belongs] > 0
        if ahead is not None:  # a bucket's error is that of its coarser one, on fewer deals
            sums = zip(*([_added(each, belongs) for each in part] for part in parts), strict=True)
            # A jackknife: all parts of the deals, then without each in turn.
            which = np.vstack([np.ones(len(parts)), 1 - np.eye(len(parts))])
            errors = standard_error(_ratio(*(
                np.einsum("jp,p...->j...", which, np.array(each)) for each in sums)))
            fewer = _ratio(many[:, belongs], np.minimum(counted, many[:, belongs]))
            least = ahead * np.take_along_axis(errors[:, belongs], best, 2) * np.sqrt(fewer)
            taken = np.take_along_axis(mean, best, 2) > least
        response = policy.copy()
        response[mine] = np.where(taken, actions == best, policy[mine])
    return response


def choose_once(
    outcomes: Any, payoffs: Floats, buckets: Buckets, kept: int, coarser: Ints | None = None,
    ahead: float | None = None, jobs: int = 1,
) -> Floats:
    """Return the best response of a player who acts once a deal, among fixed players:
    float64[buckets, actions].

    ``outcomes`` (``uint8[deals, actions]``): what comes of each action. ``payoffs``:
    ``float64[outcomes]``. ``kept``: the action of the player's own policy.
    """
    actions, games = outcomes.shape[1], payoffs.shape[1:]
    tree = Tree(np.zeros(1, np.int64), ~np.arange(actions)[None], actions)
    policy = np.zeros((1, buckets.size, actions, *games))
    policy[:, :, kept] = 1.0
    by_leaf = np.repeat(payoffs[None, :, None], actions, axis=0)
    deals = Deals(buckets, outcomes, by_leaf)
    return best_response(tree, policy, deals, 0, coarser, ahead, jobs)[0]


def _decisions(tree: Tree, player: int) -> int:
    """Return how often a player acts at most on the way to a leaf."""
    ahead = np.zeros(len(tree.player) + 1, np.int64)  # the last entry is that of all leaves
    for n in range(len(tree.player) - 1, -1, -1):
        below = ahead[[c if 0 < c < NO_ACTION else -1 for c in tree.follows[n]]]
        ahead[n] = below.max() + (tree.player[n] == player)
    return int(ahead[0])


def _added(sums: Floats, belongs: Ints) -> Floats:
    """Add up the buckets, axis 1, that belong to each coarser one."""
    order = np.argsort(belongs, kind="stable")
    coarser, first = np.unique(belongs[order], return_index=True)
    found = np.zeros((len(sums), coarser[-1] + 1, *sums.shape[2:]))
    found[:, coarser] = np.add.reduceat(sums[:, order], first, axis=1)
    return found


def _ratio(sums: Floats, counts: Floats) -> Floats:
    """Return means; 0 where nothing was counted."""
    return np.where(counts > 0, sums / np.where(counts > 0, counts, 1.0), 0.0)


@dataclass(frozen=True)
class Gain:
    """What a best response gains a deal, in units of the payoffs; NaN for a fixed player."""

    mean: Floats
    se: Floats

    @classmethod
    def of(cls, gains: Floats) -> Gain:
        """Return the mean of the gains in some deals: float64[deals, players]."""
        return cls(gains.mean(axis=0), gains.std(axis=0) / np.sqrt(max(len(gains) - 1, 1)))

    @property
    def total(self) -> float:
        """The mean over the players: what a player gains who takes every place in turn."""
        return float(np.nanmean(self.mean))

    def unstack(self, games: int) -> list[Gain]:
        """Return the gains of each of so many games that were swept side by side."""
        return [Gain(mean, se) for mean, se in zip(
            unstack(self.mean, games), unstack(self.se, games), strict=True)]


def rows_of(name: str, gains: Sequence[Gain]) -> Iterator[tuple[str, list[list[float | None]]]]:
    """Yield means and errors of gains as a file keeps them; None for a fixed player."""
    for own, of in ((name, "mean"), (f"{name}_se", "se")):
        yield own, [[None if np.isnan(value) else value for value in getattr(one, of).tolist()]
                    for one in gains]


def _by_finer(
    tree: Tree, policy: Floats, player: int, samples: Sequence[Deals], fine: Ints
) -> tuple[Floats, list[Deals], Ints]:
    """Return policy and deals by one player's finer buckets (int64[deals] of all samples), and
    which coarser one each belongs to."""
    came, fine = np.unique(fine, return_inverse=True)
    size, mine = max(policy.shape[1], len(came)), tree.player == player
    belongs, found = np.zeros(size, np.int64), list[Deals]()
    for deals in samples:
        hands, (own, fine) = deals.buckets.of, np.split(fine, [len(deals)])
        belongs[own] = hands[:, player]
        found.append(replace(deals, buckets=Buckets(
            np.column_stack([hands, own.astype(hands.dtype)]),
            np.where(mine, hands.shape[1], deals.buckets.column), size)))
    finer = np.zeros((len(policy), size, *policy.shape[2:]))
    finer[:, : policy.shape[1]] = policy
    finer[mine] = policy[mine][:, belongs]
    return finer, found, belongs


def exploitability(
    tree: Tree, policy: Floats, train: Deals, test: Deals, jobs: int = 1,
    fixed: Collection[int] = (), fine: Ints | None = None,
) -> Gain:
    """Return what best responses gain that are found on some deals and judged by others.

    ``fixed`` players do not respond. ``fine`` (``int64[deals, players]``): finer buckets of the
    players' hands in all of these deals.
    """
    kept = values_of(tree, policy, test, jobs)
    gains = np.full(kept.shape, np.nan)
    for p in set(range(tree.players)) - {*fixed}:
        own, samples, coarser = policy, [train, test], None
        if fine is not None:
            own, samples, coarser = _by_finer(tree, policy, p, samples, fine[:, p])
        response = best_response(tree, own, samples[0], p, coarser, jobs=jobs)
        gains[:, p] = (values_of(tree, response, samples[1], jobs, p) - kept)[:, p]
    return Gain.of(gains)


#: In place of a position: all of them in turn.
ALL = -1
#: Deals that a worker plays at a time.
_DEALS = 16_384
#: A declaration is left for one that is ahead by so many standard errors.
_AHEAD = 1.0


@dataclass(frozen=True)
class Response:
    """A best response, and what it gains at the table where it was found."""

    at: Declared
    payoff: Payoff
    #: float64[units, positions + 1, 3]: by position, and last over all positions: hands, gains and
    #: their squares, in chips or points.
    gains: Floats
    #: float64[units, nodes, counted, actions, actions, 3]: the same by node, what a person counts
    #: of the hand, what the strategy declares, what is better.
    habits: Floats
    #: float64[units, positions, ends]: how many more hands leave the pool in each way, by position.
    moved: Floats
    habits_moved: Floats  #: float64[units, nodes, counted, actions, actions, ends]: by habit

    @property
    def seats_a_unit(self) -> int:
        """How many seats share a unit."""
        return self.at.players // len(self.gains)

    def gain(self, unit: int, position: int = ALL) -> tuple[float, float]:
        """Return the gain a hand in a position, or in all in turn, and its standard error."""
        hands, first, second = self.gains[unit, position]
        share = self.seats_a_unit if position == ALL else 1
        mean = first / hands
        variance = max(second / hands - mean**2, 0.0) / max(hands - 1, 1)
        places = range(self.at.players) if position == ALL else (position,)
        later = sum(self.later(self.moved[unit, p], unit, p) for p in places) / hands
        error = np.sqrt(variance + standard_error(later) ** 2)
        return float(mean / share), float(error / share)

    def later(self, moved: Floats, unit: int, position: int) -> Floats:
        """Return what the change in how hands end is worth, by jackknife replicate: float64[R]."""
        return np.einsum("re,e->r", self.payoff.later[:, unit, position], moved)


def _gains(cells: Ints, gains: Floats, shape: tuple[int, ...]) -> Floats:
    """Return hands, gains and the squares of those by cell, added up in order."""
    sums = [np.bincount(cells.ravel(), each.ravel(), math.prod(shape))
            for each in (np.ones(gains.shape), gains, gains * gains)]
    return np.stack(sums, -1).astype(np.float64).reshape(*shape, 3)


def _ends(end: Ints, ends: int, cells: Ints, shape: tuple[int, ...]) -> Floats:
    """Return how many more hands end in which of so many ways with a response, by cell."""
    size = math.prod(shape) * ends
    fewer, more = (np.bincount(cells * ends + one, minlength=size) for one in end)
    return np.subtract(more, fewer, dtype=np.float64).reshape(*shape, ends)


def _policy(at: Declared, payoff: Payoff, found: Decisions, jobs: int) -> tuple[Any, Any]:
    """Return the action of the response of every unit in every position, -1 where it keeps to the
    strategy: int8[units, nodes, kinds], and int8[units, nodes, fine], -2 for what did not come."""
    actions, nodes = found.outcomes.shape[2], len(at.declared.histories)
    units, once = int(found.unit.max()) + 1, np.zeros(1, np.int64)
    coarse = np.full((units, nodes, at.kinds), -1, np.int8)
    fine = np.full((units, nodes * at.fine), -2, np.int8)
    for unit, p in np.ndindex(units, at.players):
        own = (found.unit[:, p] == unit) & (found.node[:, p] >= 0)
        _, kind, finer, node, does, outcomes = (each[own, p] for each in found)
        kept = np.take_along_axis(outcomes, does[:, None].astype(np.int64), 1)
        tried = np.ascontiguousarray(np.hstack([outcomes, kept]))
        came, bucket = np.unique(node * at.fine + finer, return_inverse=True)
        # Behind the fine buckets that came stands one of no deals for every coarse one.
        belongs = np.append(np.zeros(len(came), np.int64), np.arange(nodes * at.kinds))
        belongs[bucket] = node * at.kinds + kind
        payoffs = (payoff.taken[:, None] + payoff.later[0, unit, p]).ravel()
        buckets = Buckets(bucket[:, None].astype(np.int32), once, len(belongs))
        choice = choose_once(
            tried, payoffs, buckets, actions, belongs, _AHEAD, jobs).argmax(axis=1)
        choice[choice == actions] = -1
        mine = at.declared.nodes_of([p])
        fine[unit, came] = choice[: len(came)]
        coarse[unit, mine] = choice[len(came) :].reshape(nodes, -1)[mine]
    return coarse, fine.reshape(units, nodes, -1)


def exploit(
    at: Declared, payoff: Payoff, deals: int, judged: int, jobs: int,
    tell: Callable[[int], None] | None = None,
) -> Response:
    """Find the best response of every seat on some deals, and measure it on others."""

    def play(first: int, many: int, tried: Callable[[Decisions], Any] | None) -> Decisions:
        pieces = in_pieces(
            lambda begin, some: at.decisions(payoff.stakes.pool, begin, some, tried), first, many,
            _DEALS, jobs, tell and (lambda done: tell(first + done)))
        return Decisions(*(np.concatenate(each) for each in zip(*pieces, strict=True)))

    coarse, fine = _policy(at, payoff, play(0, deals, None), jobs)
    actions = np.arange(at.declared.tree.follows.shape[1])

    def choice(found: Decisions) -> Ints:
        """Return the action in every position, -1 to keep; by the coarse bucket in a new one."""
        own = fine[found.unit, found.node, found.fine]
        own = np.where(own == -2, coarse[found.unit, found.node, found.coarse], own)
        return np.where(found.node < 0, -1, own)

    found = play(deals, judged, lambda found: choice(found)[:, :, None] == actions)
    return _measured(at, payoff, found, choice(found), len(fine))


def _measured(
    at: Declared, payoff: Payoff, found: Decisions, choice: Ints, units: int
) -> Response:
    """Return what a ``choice`` gains (int64[deals, positions], -1 to keep to the strategy)."""
    deal, position = where = np.nonzero((choice >= 0) & (choice != found.does))
    unit, coarse, _, node, does = (each[where] for each in found[:5])
    better, ends = choice[where], payoff.later.shape[-1]
    outcomes = [found.outcomes[deal, position, action] for action in (does, better)]
    own, end = np.divmod(np.array(outcomes, np.int64), ends)  # by the strategy, and the response
    later = payoff.later[0, unit, position]
    before, after = payoff.taken[own] + later[np.arange(len(deal)), end]
    judged, players, codes = len(choice), at.players, at.declared.codes
    gains = np.zeros((judged, players))
    gains[where] = after - before
    by_position = found.unit * players + np.arange(players)
    of_deal = (np.arange(judged)[:, None] * units + found.unit).ravel()
    together: Floats = np.bincount(of_deal, gains.ravel(), judged * units).astype(np.float64)
    everywhere = np.concatenate([
        _gains(by_position, gains, (units, players)),
        _gains(np.tile(np.arange(units), judged), together, (units, 1))], axis=1)
    habits = (units, len(at.declared.histories), int(at.counted.max()) + 1, at.actions, at.actions)
    habit = np.ravel_multi_index(
        (unit, node, at.counted[coarse], codes[node, does], codes[node, better]), habits)
    return Response(
        at, payoff, everywhere, _gains(habit, after - before, habits),
        _ends(end, ends, by_position[where], (units, players)), _ends(end, ends, habit, habits))
