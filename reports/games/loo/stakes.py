"""What a hand of Domino Loo or Rounce is worth beside its own chips or points."""

from collections.abc import Sequence

import numpy as np

from reports.results.game_report import (
    MATTERS,
    Shown,
    Stakes,
    ValuedTable,
    alone,
    race_of,
    worth_of_chances,
)
from simulate.books.tally import Floats, Ints
from simulate.games.game import find_game
from simulate.games.loo.events import KEPT_FOR_POOL, KEPT_IN, KEPT_TRICKS
from simulate.games.loo.rules import GAME_POINTS, LooRules
from simulate.games.loo.words import words_of
from simulate.runs.run import Run
from simulate.theory import later_pools, score_values
from strategies.loo.solved import race_of_table, win_chances

#: Hands from which the worth of later pools is measured.
POOL_HANDS = 200_000


def stakes(table: ValuedTable, seat: int, dealer: int, pool: int, score: Sequence[int]) -> Stakes:
    """Return chips with what the pool left is worth, or the chance to win the game."""
    if find_game(table.run.game).unit(table.run.rules) != "chips":
        return _of_race(table, seat, dealer, score)
    values = table.once(pools_of)

    def worth(outcomes: Ints) -> Floats:
        left, where = np.unique(outcomes[:, :, 1], return_inverse=True)
        later = values.of(left, seat, dealer)
        return alone(outcomes) + later[where].reshape(outcomes.shape[:2])

    def replicas(weights: Floats, outcomes: Ints) -> Floats:
        left, where = np.unique(outcomes[:, :, 1], return_inverse=True)
        later, places = values.replicas(left, seat, dealer), where.reshape(outcomes.shape[:2])
        often = np.array([np.bincount(own, weights, len(left)) for own in places.T])
        return (np.einsum("d,da->a", weights, alone(outcomes))[:, None]
                + np.einsum("ae,re->ar", often, later))

    # Where what a pool is worth for good has no bounds, that is said.
    note = "" if values.horizon is None else (
        f"At this table a hand multiplies a large pool by {values.growth:.2f} on average. So the "
        f"worth of pools for good has no bounds. The next {values.horizon} hands are counted.")
    return Stakes("chips", worth, MATTERS * pool, True, replicas,
                  left=lambda chips: float(values.of(chips, seat, dealer)),
                  shown=_shown_beside(table.run, seat, dealer), note=note)


def pools_of(run: Run) -> later_pools.PoolValues:
    """Return what chips left in the pool are worth."""
    return later_pools.worth_of_pools(run, hands=POOL_HANDS, jobs=1)


def _shown_beside(run: Run, seat: int, dealer: int) -> tuple[Shown, ...]:
    """Return the tricks that a seat takes, and whether it stays in and takes none."""
    players, word = len(run.players), words_of(run.rules).looed
    position = (seat - dealer - 1) % players

    def tricks(outcomes: Ints) -> Floats:
        taken: Ints = outcomes[:, :, KEPT_TRICKS] >> 4 * position & 7
        return taken.astype(np.float64)

    def looed(outcomes: Ints) -> Floats:
        at_risk = outcomes[:, :, KEPT_IN] >> position & 1
        if position == players - 1:
            at_risk &= 1 - outcomes[:, :, KEPT_FOR_POOL]
        return at_risk * (tricks(outcomes) == 0.0)

    return Shown("tricks", "tricks", tricks, False), Shown("looed", word, looed, True)


def _of_race(table: ValuedTable, seat: int, dealer: int, score: Sequence[int]) -> Stakes:
    players = len(table.run.players)
    before = np.array(score or [0] * players)
    if score and not isinstance(table.run.rules, LooRules):
        before = GAME_POINTS - before

    def measured(scores: Ints) -> Floats:
        return table.once(race_of).replicas(scores, (dealer + 1) % players, seat)

    def solved(scores: Ints) -> Floats:
        found = win_chances(table.run.game, players).after_of(scores, dealer, seat)
        return np.tile(found, (1 + score_values.PARTS, 1))

    chances = measured if race_of_table(table.run) is None else solved
    worth, replicas = worth_of_chances(
        lambda outcomes: before + outcomes[:, :, 2 : 2 + players], chances)
    return Stakes("games", worth, MATTERS, True, replicas, "points", alone,
                  shown=_shown_beside(table.run, seat, dealer))
