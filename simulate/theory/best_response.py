"""Best responses on a sample of deals: one player does what is best, all others keep to a policy.

They are found on some deals and judged by others, so that luck does not flatter them. At a table of
fixed players (``exploit``), for each node and class of its hand, a seat declares what is surely
better than its strategy's declarations, and else keeps to these.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from simulate.books.tally import Floats, Ints, standard_error
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
#: A declaration is left for one that is ahead by so many standard errors.
_AHEAD = 1.0


class Departures(NamedTuple):
    """Where a best response departs from strategies, and what that brings: a place each."""

    deal: Ints
    unit: Ints
    position: Ints
    node: Ints
    kind: Ints  #: what a person counts of the hand
    does: Ints  #: what the strategy declares
    better: Ints  #: and the response
    gain: Floats  #: in chips or points
    before: Ints  #: what became of the pool by the strategy, by number
    after: Ints  #: and by the response

    @classmethod
    def of(cls, at: Declared, payoff: Payoff, found: Decisions, choice: Ints) -> Departures:
        """Return those of a ``choice`` (int64[deals, positions], -1 to keep to the strategy)."""
        deal, position = where = np.nonzero((choice >= 0) & (choice != found.does))
        unit, coarse, _, node, does = (each[where] for each in found[:5])
        better, codes = choice[where], at.declared.codes[node]
        ends = [found.outcomes[deal, position, action] for action in (does, better)]
        pool, place = at.endings.pool.ravel(), np.arange(len(deal))
        taken = payoff.taken[at.endings.own].reshape(-1, at.players)
        before, after = (
            taken[end, position] + payoff.later[0, unit, position, pool[end]] for end in ends)
        return cls(deal, unit, position, node, at.counted[coarse], codes[place, does],
                   codes[place, better], after - before, pool[ends[0]], pool[ends[1]])


@dataclass(frozen=True)
class Response:
    """A best response, and what it gains at the table where it was found."""

    at: Declared
    payoff: Payoff
    units: Ints  #: int64[deals, positions]: of the deals that measure it (``Decisions.unit``)
    departures: Departures

    @property
    def seats_a_unit(self) -> int:
        """How many seats share a unit."""
        return self.at.players // (int(self.units.max()) + 1)

    def hands(self, unit: int, position: int = ALL) -> int:
        """Return how many hands measure what a unit gains in a position, or in all in turn."""
        return len(self.units) if position == ALL else int((self.units[:, position] == unit).sum())

    def gain(self, unit: int, position: int = ALL) -> tuple[float, float]:
        """Return the gain a hand in a position, or in all in turn, and its standard error."""
        found, hands = self.departures, self.hands(unit, position)
        some = np.flatnonzero((found.unit == unit) & (
            (found.position == position) | (position == ALL)))
        by_deal = np.bincount(found.deal[some], found.gain[some], 1)
        mean, share = by_deal.sum() / hands, self.seats_a_unit if position == ALL else 1
        variance = max((by_deal**2).sum() / hands - mean**2, 0.0) / max(hands - 1, 1)
        error = np.sqrt(variance + standard_error(self.later(some) / hands) ** 2)
        return float(mean / share), float(error / share)

    def later(self, some: Ints) -> Floats:
        """Return what the change in how hands leave the pool is worth in some departures, by
        jackknife replicate: float64[R]."""
        _, unit, position, *_, before, after = (each[some] for each in self.departures)
        worth = self.payoff.later
        changed: Floats = worth[:, unit, position, after] - worth[:, unit, position, before]
        return changed.sum(axis=1)

    def habits(self, unit: int) -> list[Ints]:
        """Return the departures of a unit that a person would call the same."""
        own = np.flatnonzero(self.departures.unit == unit)
        same = np.array(self.departures[3:7])[:, own]
        order = np.lexsort(same[::-1])
        ends = np.flatnonzero(np.diff(same[:, order], axis=1).any(axis=0)) + 1
        return np.split(own[order], ends) if len(own) else []


def _policy(at: Declared, payoff: Payoff, found: Decisions, jobs: int) -> tuple[Any, Any]:
    """Return the action of the response of every unit in every position, -1 where it keeps to the
    strategy: int8[units, nodes, kinds], and int8[units, nodes, fine], -2 for what did not come."""
    actions, nodes = found.outcomes.shape[2], len(at.declared.histories)
    units, once, fates = int(found.unit.max()) + 1, np.zeros(1, np.int64), at.ways[1]
    coarse = np.full((units, nodes, at.kinds), -1, np.int8)
    fine = np.full((units, nodes * at.fine), -2, np.int8)
    ends = at.endings.own * fates + at.endings.pool[..., None]
    ends = ends.astype(np.min_scalar_type(ends.max())).reshape(-1, at.players)
    for unit, p in np.ndindex(units, at.players):
        own = (found.unit[:, p] == unit) & (found.node[:, p] >= 0)
        _, kind, finer, node, does, outcomes = (each[own, p] for each in found)
        kept = np.take_along_axis(outcomes, does[:, None].astype(np.int64), 1)
        tried = ends[np.hstack([outcomes, kept]), p]
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
    progress: Callable[[int], None] | None = None,
) -> Response:
    """Find the best response of every seat on some deals, and measure it on others."""
    pool, actions = payoff.stakes.pool, np.arange(at.declared.tree.follows.shape[1])
    coarse, fine = _policy(at, payoff, at.decisions(pool, 0, deals, jobs, progress=progress), jobs)

    def choice(found: Decisions) -> Ints:
        """Return the action in every position, -1 to keep; by the coarse bucket in a new one."""
        own = fine[found.unit, found.node, found.fine]
        own = np.where(own == -2, coarse[found.unit, found.node, found.coarse], own)
        return np.where(found.node < 0, -1, own)

    found = at.decisions(
        pool, deals, judged, jobs, lambda found: choice(found)[:, :, None] == actions,
        progress=progress and (lambda done: progress(deals + done)))
    return Response(at, payoff, found.unit, Departures.of(at, payoff, found, choice(found)))
