"""What the chips that a hand leaves in the pool are worth to every seat.

A penalty is not lost: it lies in the next pool, of which every seat will have its part.
What a pool is worth to a seat is what the seat takes from its hand on average, and the
worth of what that hand leaves, when the deal has passed to the left.  An emptied pool is
anted anew, and a remainder is treated as the rules say.  These are linear equations, one a
pool and dealer, solved for every pool that can come up.  Nothing is measured by playing on:
long sessions would add the luck of all their hands, and under unlimited penalties that luck
has no bounds.

Only the ends of single hands are measured (``simulate.solving.loo.hands_at_pools``), with
the same deals at a few pools.  They are measured again without each of their parts, and the
equations solved again: so every worth has replicas, from which the error of whatever is
made of it follows (a delete-a-group jackknife).

Where a hand multiplies a large pool by 1 or more in the mean, which only unlimited
penalties can do, the worth for good has no bounds.  Then two rounds of deals are looked
ahead, and what is left after them belongs to all seats equally: ``PoolValues.horizon``
says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.errors import BoneyardError
from simulate.games.loo.row import TRICKS
from simulate.games.loo.rules import LooRules
from simulate.runs.run import Run
from simulate.solving.loo.hand_ends import left_by_end, taken_by_end
from simulate.solving.loo.hands_at_pools import SOME, HandsAtPools, play_at_pools

#: Hands played, at all pools together, when the worth is measured.
HANDS = 1_000_000
#: A table whose hands multiply a large pool by more is not looked at for good.
_GROWTH, _ROUNDS = 0.97, 2
#: Pools up to these are looked at one by one, and in fives; then in steps of a tenth, between
#: which the worth runs straight.
_ONES, _FIVES, _STEP = 45, 200, 1.1
#: Large pools at which strategies are watched are a third apart; where no penalty has a limit,
#: and so pool and penalty are always the same, four times.  Below this one every pool is.
_APART, _FAR_APART, _ODD = 4 / 3, 4.0, 45
#: As many players may play for the pool.
_FOR_POOL = 4
#: First pools up to which an unlimited table is looked at; further on the worth runs straight.
_FAR = 16


def standard_error(replicas: Floats) -> Floats:
    """Return the standard error of a figure from its replicas on the first axis.

    The first of them is the figure itself; each other one is without a part of the deals.
    One alone is taken to be exact.
    """
    parts = len(replicas) - 1
    if parts == 0:
        return np.zeros(replicas.shape[1:])
    error: Floats = np.sqrt((parts - 1) * replicas[1:].var(axis=0))
    return error


@dataclass(frozen=True)
class PoolValues:
    """The worth of what is left in the pool, to every seat.

    Parameters
    ----------
    rules : LooRules
    grid : int64[J]
        Pools at the start of play, ascending.
    chips : float64[R, dealers, J, seats]
        What a seat makes of the hand played for such a pool, its own ante left aside, and of
        all that follow, above the same for a first pool.  The first sample is of all deals,
        the others without each of their parts.
    growth : float
        By how much a hand multiplies a large pool in the mean.
    horizon : int, optional
        Hands that are looked ahead; none where it is for good.
    """

    rules: LooRules
    grid: Ints
    chips: Floats
    growth: float
    horizon: int | None

    def replicas(self, left: object, seat: int, dealer: int) -> Floats:
        """Return what chips left in the pool are worth to a seat, above an emptied pool.

        Parameters
        ----------
        left : int or int64[...]
            Chips that a hand leaves, before anybody antes: ``pool_next`` of a history.
        seat : int
        dealer : int
            Seat that dealt the hand which leaves them; the next seat deals the next one.

        Returns
        -------
        float64[R, ...]
            The worth, and what it is without each part of the deals.
        """
        chips, seats = np.asarray(left, np.int64), self.chips.shape[-1]
        dealing = (dealer + 1) % seats
        place = (seat - dealing - 1) % seats
        weights, paid = _next_hands(self.rules, self.grid, seats, chips)
        emptied, paid_then = _next_hands(self.rules, self.grid, seats, np.zeros_like(chips))
        own = self.chips[:, dealing, :, seat]
        worth: Floats = np.einsum("...j,rj->r...", weights - emptied, own)
        return worth - (paid - paid_then)[..., place]

    def of(self, left: object, seat: int, dealer: int) -> Floats:
        """Return the worth itself, the first of the ``replicas``: float64[...]."""
        return self.replicas(left, seat, dealer)[0]

    def error_of(self, left: object, seat: int, dealer: int) -> Floats:
        """Return the standard error of ``of``."""
        return standard_error(self.replicas(left, seat, dealer))


def _next_hands(
    rules: LooRules, grid: Ints, players: int, left: Ints
) -> tuple[Floats, Floats]:
    """Return where on the grid the next pools lie, and what its positions pay for them.

    Returns
    -------
    float64[..., J], float64[..., positions]
    """
    empty = left < rules.empty_below
    paid = np.zeros((*left.shape, players))
    paid[..., -1] = np.where(empty, rules.dealer_ante, rules.dealer_top_up)
    paid[..., :-1] = np.where(empty, rules.ante, 0)[..., None]
    return _between(grid, left + paid.sum(-1)), paid


def _between(grid: Ints, pools: Floats) -> Floats:
    """Return weights of grid pools that make up other pools, in straight lines: [..., J]."""
    if len(grid) == 1:
        return (pools / grid[0])[..., None]
    upper = np.clip(np.searchsorted(grid, pools), 1, len(grid) - 1)
    share = (pools - grid[upper - 1]) / (grid[upper] - grid[upper - 1])
    weights = np.zeros((*pools.shape, len(grid)))
    np.put_along_axis(weights, upper[..., None], share[..., None], -1)
    np.put_along_axis(weights, upper[..., None] - 1, 1 - share[..., None], -1)
    return weights


def _largest(rules: LooRules, players: int) -> int:
    """Return up to which pool a table is looked at closely."""
    first = rules.first_pool(players)
    if rules.penalty == "unlimited":
        return _FAR * first
    chips = rules.penalty_at(rules.escalation_limit, players)
    return max(_FIVES, 2 * (first + rules.dealer_top_up + (players - 1) * chips))


def _steps(least: float, top: float, step: float) -> Ints:
    """Return pools by that factor apart, of which a trick pays exactly a fifth."""
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
    """Tell whether pools come up that do not divide by five: else none is ever left over.

    Where all that is paid divides by five, they come up only after a hand for the pool.
    """
    paid = (rules.first_pool(players), rules.dealer_top_up, *_penalty_pools(rules, players))
    return players == _FOR_POOL or any(chips % TRICKS for chips in paid)


def _grid(rules: LooRules, players: int) -> Ints:
    """Return the pools whose worth is worked out."""
    ones = 1 if _has_odd(rules, players) else TRICKS
    small = [*range(ones, _ONES, ones), *range(_ONES, _FIVES, TRICKS)]
    large = _steps(_FIVES, _largest(rules, players), _STEP).tolist()
    special = [rules.first_pool(players), *_penalty_pools(rules, players)]
    return np.unique(np.array([*small, *large, *special], np.int64))


def _watched(rules: LooRules, players: int) -> tuple[Ints, Ints]:
    """Return the pools at which the strategies are watched: that divide by five, and others."""
    largest, chips = _largest(rules, players), _penalty_pools(rules, players)
    first, least = rules.first_pool(players), rules.empty_below + rules.dealer_top_up
    step = _FAR_APART if rules.penalty == "unlimited" else _APART
    fives = {
        *range(TRICKS, min(_ODD, largest), TRICKS), *_steps(_ODD, largest, step).tolist(),
        *(pool for pool in (first, *chips) if pool <= largest and pool % TRICKS == 0)}
    between = [pool for pool in range(min(first, least), _ODD)
               if _has_odd(rules, players) and pool % TRICKS]
    return (np.array(sorted(pool for pool in fives if pool >= min(first, least) - TRICKS)),
            np.array([pool for pool in between if pool > TRICKS], np.int64))


def _solve_for_good(returns: Floats, moves: Floats, first: int) -> Floats:
    """Return the worth of pools above that of the first one when hands go on for good.

    Parameters
    ----------
    returns : float64[dealers, J, seats]
        What a hand brings, the antes of the next one paid.
    moves : float64[dealers, J, J]
        How a pool becomes the next.
    first : int
        Place of the first pool.
    """
    gains = returns - returns[:, [first]]
    steps = moves - moves[:, [first]]
    round_gain = reduce(lambda later, d: gains[d] + steps[d] @ later,
                        range(len(moves) - 1, -1, -1), np.zeros_like(gains[0]))
    round_step = reduce(np.matmul, steps)
    worth = np.empty_like(returns)
    worth[0] = np.linalg.solve(np.eye(len(round_step)) - round_step, round_gain)
    for d in range(len(moves) - 1, 0, -1):
        worth[d] = gains[d] + steps[d] @ worth[(d + 1) % len(moves)]
    return worth


def _solve_ahead(
    returns: Floats, moves: Floats, last: Floats, first: int, hands: int
) -> Floats:
    """Return the worth of pools above that of the first one when so many hands are played.

    Parameters
    ----------
    returns, moves, first
        See ``_solve_for_good``.
    last : float64[dealers, J, seats]
        What a hand brings if it is the last one, and what it leaves is shared equally.
    hands : int
    """
    worth = last
    for _ in range(hands - 1):
        worth = returns + moves @ np.roll(worth, -1, axis=0)
    return worth - worth[:, [first]]


def _equations(
    rules: LooRules, grid: Ints, played: HandsAtPools
) -> tuple[Floats, Floats, Floats]:
    """Return ``returns``, ``moves`` and ``last`` of every sample; see the functions above."""
    own, ends = played.at(grid)
    players = own.shape[3]
    penalties = np.array([rules.penalty_at(pool, players) for pool in grid.tolist()])
    left = left_by_end(grid, penalties)
    weights, paid = _next_hands(rules, grid, players, left)
    moves = np.einsum("rjde,jek->rdjk", ends, weights, optimize=True)
    taken = np.einsum("rjdpo,jo->rdjp", own, taken_by_end(grid, penalties), optimize=True)
    # The next dealer was the eldest hand: whoever pays as position q was one further on.
    costs = np.einsum("rjde,jep->rdjp", ends, np.roll(paid, 1, axis=-1), optimize=True)
    shared = np.einsum("rjde,je->rdj", ends, left / players)[..., None]
    returns, last = taken - costs, taken + shared
    for d in range(players):
        # Position p sits p + 1 seats to the left of the dealer.
        for by_position in (returns, last):
            by_position[:, d] = np.roll(by_position[:, d], d + 1, axis=-1)
    return returns, moves, last


def _growth(grid: Ints, rules: LooRules, played: HandsAtPools) -> float:
    """Return by how much a hand multiplies the largest pool, in the mean of a round."""
    top = grid[-1:]
    _, ends = played.at(top)
    left = left_by_end(top, np.array([rules.penalty_at(int(top[0]), ends.shape[2])]))[0]
    by_dealer = ends[0, 0] @ (left / top[0])
    return float(np.exp(np.log(by_dealer.clip(min=1e-12)).mean()))


def values_of(rules: LooRules, played: HandsAtPools, horizon: int | None = None) -> PoolValues:
    """Return what pools are worth when hands end as they were seen to.

    Parameters
    ----------
    rules : LooRules
    played : HandsAtPools
    horizon : int, optional
        Hands to look ahead; for good when not given, where that has bounds.
    """
    players = played.own.shape[3]
    grid = _grid(rules, players)
    growth = _growth(grid, rules, played)
    if horizon is None and growth > _GROWTH:
        horizon = _ROUNDS * players
    first = int(np.searchsorted(grid, rules.first_pool(players)))
    returns, moves, last = _equations(rules, grid, played)
    chips = np.array([
        _solve_for_good(gain, step, first) if horizon is None
        else _solve_ahead(gain, step, end, first, horizon)
        for gain, step, end in zip(returns, moves, last, strict=True)
    ])
    return PoolValues(rules, grid, chips, growth, horizon)


def check_worth(run: Run) -> None:
    """Raise ``BoneyardError`` where the worth of a pool depends on more than the pool."""
    bankroll = getattr(run.rules, "bankroll", None)
    if bankroll is not None:
        raise BoneyardError(
            f"rule bankroll: with {bankroll} chips a seat, what a pool is worth depends on what "
            "every seat has left; leave the rule out to weigh later pools")


def worth_of_pools(
    run: Run, hands: int = HANDS, jobs: int | None = None, horizon: int | None = None
) -> PoolValues:
    """Measure what chips left in the pool are worth to every seat of a table.

    ``worth_of_pools(run).of(left, seat, dealer)`` is what a hand that leaves ``left`` chips
    gives a seat to expect, above a hand that empties the pool; add it to the chips that the
    hand itself brings.  ``replicas`` carries the errors: whatever is made of the worth, make
    it of every replica, and ``standard_error`` gives its error.

    Parameters
    ----------
    run : Run
        Loo for chips; its numbers of sessions and hands do not matter.
    hands : int
        Hands to play, at all pools together.
    jobs : int, optional
        Workers; the result does not depend on it.
    horizon : int, optional
        Hands to look ahead; for good when not given, where that has bounds.

    Raises
    ------
    BoneyardError
        If seats have bankrolls.
    StrategyError
        If a strategy fails or chooses what the rules do not allow.
    """
    check_worth(run)
    rules = run.rules
    assert isinstance(rules, LooRules)
    fives, between = _watched(rules, len(run.players))
    deals = int(hands / (len(fives) + len(between) / SOME))
    return values_of(rules, play_at_pools(run, fives, between, deals, jobs), horizon)
