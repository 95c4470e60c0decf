"""How a table's hands end at pools of many sizes: what the worth of later pools follows from.

The same deals are played at every pool, so that what differs between two pools is what the
strategies do there.  Hands are counted by dealer, since at a mixed table it matters who sits before
whom; dealers from whom the table looks the same are counted together.

A trick pays a fifth of the pool, rounded down, and strategies that count chips take note of it:
they play for 29 chips as for 25, not as for 30. So small pools that do not divide by five are
watched as well, on some of the deals, to see how much they differ from the next lower pool that
does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.games.loo.rules import LooRules
from simulate.games.loo.views import AT, TRICKS
from simulate.runs.in_order import in_order
from simulate.runs.run import Run
from simulate.theory.loo.endings import ENDS, OWN, OWN_BITS, Endings
from simulate.theory.loo.what_if import AS_IT_IS, NOTED, WHAT_IF, Declaring

#: Pools up to this one are looked at one by one; larger ones in steps of a tenth, between which the
#: worth is interpolated linearly.
_ALL, _STEP = 250, 1.1
#: Large pools at which strategies are watched are a third apart. Without a limit on penalties each
#: is twice the one before, because pool and penalty are then always the same. Below this pool every
#: one is watched.
_APART, _FAR_APART, _ODD = 4 / 3, 2.0, 45
#: The number of players with which a dealer may play for the pool.
_FOR_POOL = 4
#: How many first pools large the largest pool is that an unlimited table is solved for; beyond it
#: the worth is extrapolated linearly.
_FAR = 16
#: Unlimited pools of all sizes are alike except for what the dealer adds, which two sizes show.
_FAR_SOLVED = 8


def _largest(rules: LooRules, players: int) -> int:
    """Return the largest pool that a table is looked at closely for."""
    first = rules.first_pool(players)
    if rules.penalty == "unlimited":
        return _FAR * first
    chips = rules.penalty_at(rules.escalation_limit, players)
    return max(_ALL, 2 * (first + rules.dealer_top_up + (players - 1) * chips))


def _steps(least: float, top: float, step: float) -> Ints:
    """Return pools that grow by a factor and divide by five."""
    steps = int(np.ceil(np.log(max(top / least, 1)) / np.log(step)))
    fifths = np.rint(least * step ** np.arange(steps + 1) / TRICKS).clip(min=1)
    return TRICKS * np.unique(fifths.astype(np.int64))


def _penalty_pools(rules: LooRules, players: int) -> list[int]:
    """Return the pools where a penalty ceases to grow, and those that penalties make."""
    if rules.penalty == "unlimited":
        return []
    chips = rules.penalty_at(rules.escalation_limit, players)
    made = (k * chips + more for k in range(1, players) for more in (0, rules.dealer_top_up))
    return [pool for pool in made if pool > 0]


def _has_odd(rules: LooRules, players: int) -> bool:
    """Tell whether pools come up that do not divide by five, so that chips are left over.

    Where all that is paid divides by five, they come up only after a hand for the pool.
    """
    paid = (rules.first_pool(players), rules.dealer_top_up, *_penalty_pools(rules, players))
    return players == _FOR_POOL or any(chips % TRICKS for chips in paid)


def grid_of(rules: LooRules, players: int) -> Ints:
    """Return the pools whose worth is worked out.

    A remainder stays in the pool, often for many hands on end, so pools with different remainders
    are not alike however close they are: where remainders occur, every chip has its place on the
    grid.
    """
    ones = 1 if _has_odd(rules, players) else TRICKS
    special = [rules.first_pool(players), *_penalty_pools(rules, players)]
    far = _steps(_ALL, _largest(rules, players), _STEP)
    return np.unique(np.concatenate([np.arange(ones, _ALL, ones), far, special]).astype(np.int64))


def watched_pools(rules: LooRules, players: int) -> tuple[Ints, Ints]:
    """Return the pools at which strategies are watched: those that divide by five, and others."""
    largest, chips = _largest(rules, players), _penalty_pools(rules, players)
    first, least = rules.first_pool(players), rules.empty_below + rules.dealer_top_up
    step = _FAR_APART if rules.penalty == "unlimited" else _APART
    fives = {
        *range(TRICKS, min(_ODD, largest), TRICKS), *_steps(_ODD, largest, step).tolist(),
        *(pool for pool in (first, *chips) if pool <= largest and pool % TRICKS == 0)}
    between: list[int] = []
    if _has_odd(rules, players):
        large = [pool + TRICKS - 1 for pool in fives if pool >= _ODD]
        between = [*(pool for pool in range(min(first, least), _ODD) if pool % TRICKS), *large]
    return (np.array(sorted(pool for pool in fives if pool >= min(first, least) - TRICKS)),
            np.array(sorted(pool for pool in between if pool > TRICKS), np.int64))


def pools_to_solve(rules: LooRules, players: int) -> tuple[int, ...]:
    """Return the pools that a table is solved for.

    The first one; and those that penalties make of a large pool, where they have a limit.
    """
    first = rules.first_pool(players)
    if rules.penalty == "unlimited":
        return first, _FAR_SOLVED * first
    limit = rules.penalty_parts.limit(players)
    later = {rules.next_pool(looed * limit, players) for looed in range(1, players)}
    return tuple(sorted({first, *(pool for pool in later if pool >= TRICKS)}))


#: Parts of the deals: leaving each of them out in turn tells how sure the results are.
GROUPS = 20
#: Pools that do not divide by five are watched on one deal of so many.
SOME = 8
#: The deals are the second hands of sessions: forks are made of the first ones.
_NUMBER = 1


@dataclass(frozen=True)
class HandsAtPools:
    """How often hands end in which way, by pool."""

    pools: Ints  #: int64[G]: chips at the start of play, ascending; they divide by five
    #: float64[R, G, dealers, positions, OWN]: shares of the hands: of all deals first, then without
    #: each of their parts.
    own: Floats
    ends: Floats  #: float64[R, G, dealers, ENDS]
    odd: Ints  #: int64[H]: pools that do not divide by five, ascending
    #: float64[R, H, ...]: by how much the shares there differ from those at the nearest lower one
    #: of ``pools``.
    odd_own: Floats
    odd_ends: Floats

    @classmethod
    def of(cls, endings: Endings, pools: Sequence[int], ends: Floats) -> HandsAtPools:
        """Return how hands end at some pools, ascending, as a solver's deals do.

        ``ends`` (``float64[dealers, pools, leaves, shares]``): by the seat that deals: one stands
        for all that are alike.
        """
        players = endings.own.shape[2]
        own = np.array([[[np.bincount(endings.own[:, :, p].ravel(), one.ravel(), OWN)
                          for p in range(players)] for one in at_pools] for at_pools in ends])
        left = np.array([[np.bincount(endings.pool.ravel(), one.ravel(), ENDS) for one in at_pools]
                         for at_pools in ends])
        own, left = (np.repeat(each.swapaxes(0, 1)[None], players // len(ends), axis=2)
                     for each in (own, left))  # there is one sample
        return cls(
            np.array(pools), own, left, np.array([], np.int64), own[:, :0], left[:, :0])

    def at(self, pools: Ints) -> tuple[Floats, Floats]:
        """Return ``own`` and ``ends`` at other pools.

        Between pools that divide by five they are interpolated linearly in the logarithm. What a
        remainder changes at pools where none was watched is taken to be proportional to it, with
        the change by four chips from the pools where it was watched.
        """
        left_over = pools % TRICKS
        below = _places(self.pools, pools - left_over)
        watched = np.isin(pools, self.odd)
        fours = np.flatnonzero(self.odd % TRICKS == TRICKS - 1)
        share = np.where(watched, 1.0, left_over / (TRICKS - 1)) * (left_over > 0)

        def of(table: Floats, odd: Floats) -> Floats:
            found = _between(table, *below)
            if len(fours):
                nearest = _between(odd[:, fours], *_places(self.odd[fours], pools))
                nearest[:, watched] = odd[:, np.searchsorted(self.odd, pools[watched])]
                found += share.reshape(-1, *[1] * (table.ndim - 2)) * nearest
            return found

        return of(self.own, self.odd_own), of(self.ends, self.odd_ends)


def _places(known: Ints, pools: Ints) -> tuple[Ints, Floats]:
    """Return the known pools below others, and the way on to the next, in logarithms."""
    place = np.interp(np.log(pools.clip(min=1)), np.log(known), np.arange(len(known)))
    lower = place.astype(np.int64).clip(max=max(len(known) - 2, 0))
    return lower, place - lower


def _between(table: Floats, lower: Ints, share: Floats) -> Floats:
    """Return the entries of a table (its second axis) between two others."""
    weight = share.reshape(-1, *[1] * (table.ndim - 2))
    upper = (lower + 1).clip(max=table.shape[1] - 1)
    mixed: Floats = table[:, lower] * (1 - weight) + table[:, upper] * weight
    return mixed


def _shares(counts: Floats, labels: list[str]) -> Floats:
    """Turn counts by part into shares: of all parts, then of all but one; equal dealers together.

    ``counts`` is ``float64[GROUPS, G, dealers, ..., K]``.
    """
    turns = [k for k in range(len(labels)) if labels[k:] + labels[:k] == labels]
    alike = np.sum([np.roll(counts, -k, axis=2) for k in turns], axis=0)
    total = alike.sum(0, keepdims=True)
    samples = np.concatenate([total, total - alike])
    shares: Floats = samples / samples.sum(-1, keepdims=True)
    return shares


def play_at_pools(
    run: Run, fives: Ints, between: Ints, deals: int, jobs: int | None = None
) -> HandsAtPools:
    """Play the same deals at every pool, each seat the dealer in its turn.

    ``fives``, ``between`` (``int64[...]``): pools at the start of play that divide by five, and
    others, each of which is compared with the nearest lower one of ``fives``; ascending. ``deals``:
    at each of ``fives``; rounded up to whole rounds of deals in every part. Raises
    ``StrategyError`` if a strategy fails or chooses what the rules do not allow.
    """
    seats, rules = len(run.players), run.rules
    assert isinstance(rules, LooRules)
    some = -(-deals // (GROUPS * SOME * seats)) * seats

    def play(pools: Ints, first: int, deals: int) -> tuple[Floats, Floats]:
        """Count how some deals end at every pool: ``own`` and ``ends`` as in ``HandsAtPools``."""
        own, ends = np.zeros((len(pools), seats, seats, OWN)), np.zeros((len(pools), seats, ENDS))
        table = Declaring(run, (0, 0), AS_IT_IS, (AT.dealer, NOTED.end, NOTED.own))
        table.memory[WHAT_IF.number] = _NUMBER
        for g, pool in enumerate(pools.tolist()):
            table.start[AT.pool], table.start[AT.penalty] = pool, rules.penalty_at(pool, seats)
            dealer, end, packed = table.play(first, deals, 1)[1].T
            ends[g] = np.bincount(
                dealer * ENDS + end, minlength=seats * ENDS).reshape(seats, ENDS)
            for p in range(seats):
                took = packed >> OWN_BITS * p & (1 << OWN_BITS) - 1
                own[g, :, p] = np.bincount(
                    dealer * OWN + took, minlength=seats * OWN).reshape(seats, OWN)
        return own, ends

    def part(group: int) -> tuple[tuple[Floats, Floats], ...]:
        first = group * SOME * some
        return (play(fives, first, some), play(between, first, some),
                play(fives, first + some, (SOME - 1) * some))

    found = list(in_order(part, [(group,) for group in range(GROUPS)], jobs))
    below = np.searchsorted(fives, between, side="right") - 1

    def joined(which: int) -> tuple[Floats, Floats]:
        few, odd, rest = (np.array([one[which] for one in kind])
                          for kind in zip(*found, strict=True))
        full, seen, other = (_shares(each, run.labels) for each in (few + rest, few, odd))
        return full, other - seen[:, below]

    (own, odd_own), (ends, odd_ends) = joined(0), joined(1)
    return HandsAtPools(fives, own, ends, between, odd_own, odd_ends)
