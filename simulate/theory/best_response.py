"""Best responses on a sample of deals: one player does what is best, all others keep to a policy.

They are found on some deals and judged by others, so that luck does not flatter them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from simulate.books.tally import Floats, Ints, standard_error
from simulate.theory.cfr import NO_ACTION, Buckets, Deals, Tree, sweep_parts, unstack, values_of


class Coarser(NamedTuple):
    """Which coarser bucket each bucket belongs to.

    The mean of a fine bucket over few deals is noise, so it is drawn towards that of its coarser
    one, which counts as ``weight`` more deals.
    """

    of: Ints  #: int64[buckets]
    weight: float


def best_response(
    tree: Tree, policy: Floats, deals: Deals, player: int, coarser: Coarser | None = None,
    ahead: float | None = None, jobs: int = 1,
) -> Floats:
    """Return the policy in which one player does what is best, and all others keep to theirs.

    The player keeps to its own in buckets that did not come. ``ahead``: by how many standard errors
    an action has to be better than the policy to be taken; the best one is taken if not given.
    """
    mine, response = np.flatnonzero(tree.player == player), policy
    belongs, weight = coarser or Coarser(np.arange(policy.shape[1]), 0.0)
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
            errors = _errors([[_added(each, belongs) for each in part] for part in parts])
            fewer = _ratio(many[:, belongs], np.minimum(counted, many[:, belongs]))
            least = ahead * np.take_along_axis(errors[:, belongs], best, 2) * np.sqrt(fewer)
            taken = np.take_along_axis(mean, best, 2) > least
        response = policy.copy()
        response[mine] = np.where(taken, actions == best, policy[mine])
    return response


def choose_once(
    outcomes: Any, payoffs: Floats, buckets: Buckets, kept: int, coarser: Coarser | None = None,
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


def _errors(parts: Sequence[Sequence[Floats]]) -> Floats:
    """Return the standard errors of mean regrets from their sums and reach in the parts of the
    deals: a jackknife, which leaves each out in turn."""
    which = np.vstack([np.ones(len(parts)), 1 - np.eye(len(parts))])
    return standard_error(_ratio(*(
        np.einsum("jp,p...->j...", which, np.array(each)) for each in zip(*parts, strict=True))))


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
    tree: Tree, policy: Floats, player: int, samples: Sequence[Deals]
) -> tuple[Floats, list[Deals], Ints]:
    """Return a policy and deals of which one player knows the finer buckets, and the bucket of the
    policy that each of those belongs to."""
    size = max(policy.shape[1], *(deals.fine.size for deals in samples if deals.fine))
    mine, belongs, found = tree.player == player, np.zeros(size, np.int64), list[Deals]()
    for deals in samples:
        assert deals.fine is not None
        hands, own = deals.buckets.of, deals.fine.of[:, player]
        belongs[own] = hands[:, player]
        found.append(replace(deals, buckets=Buckets(
            np.column_stack([hands, own]), np.where(mine, hands.shape[1], deals.buckets.column),
            size)))
    finer = np.zeros((len(policy), size, *policy.shape[2:]))
    finer[:, : policy.shape[1]] = policy
    finer[mine] = policy[mine][:, belongs]
    return finer, found, belongs


def exploitability(
    tree: Tree, policy: Floats, train: Deals, test: Deals, jobs: int = 1,
    fixed: Collection[int] = (), drawn: float | None = None,
) -> Gain:
    """Return what best responses gain that are found on some deals and judged by others.

    ``fixed`` players do not respond. ``drawn``: hands go by the finer buckets of the
    deals, which are drawn towards their coarser ones (``Coarser.weight``).
    """
    kept = values_of(tree, policy, test, jobs)
    gains = np.full(kept.shape, np.nan)
    for p in set(range(tree.players)) - {*fixed}:
        own, samples, coarser = policy, [train, test], None
        if drawn is not None:
            own, samples, belongs = _by_finer(tree, policy, p, samples)
            coarser = Coarser(belongs, drawn)
        response = best_response(tree, own, samples[0], p, coarser, jobs=jobs)
        gains[:, p] = (values_of(tree, response, samples[1], jobs, p) - kept)[:, p]
    return Gain.of(gains)
