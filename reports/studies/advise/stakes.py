"""What the outcome of a hand is worth to a seat: chips and the pool left, points, or games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from simulate.books.tally import Floats, Ints
from simulate.games.euchre.counts import unpack
from simulate.games.euchre.settling import GAME_POINTS
from simulate.games.game import find_game
from simulate.games.loo.rules import LooRules
from simulate.games.loo.settling import GAME_POINTS as GAME_OF_LOO
from simulate.rollout.pricing import Replicas, Worth
from simulate.rollout.races import Race
from simulate.runs.chunk import record_hands
from simulate.runs.play import play
from simulate.runs.replay import history_of
from simulate.runs.run import Run
from simulate.solving.loo.later_pools import PoolValues, worth_of_pools

#: Hands from which the worth of later pools is measured, and games for that of a score.
_HANDS, _GAMES = 200_000, 20_000
#: Hands from which the chances in a race are made, and the longest game of those.
_RACE_HANDS, _LONGEST = 40_000, 1000
#: Sessions that show how large a pool is left at the end of one.
_EVENINGS = 400
#: A difference is too small to matter below this share of what is played for.
_MATTERS = 0.001


@dataclass(frozen=True)
class Stakes:
    """What outcomes are worth.

    Attributes
    ----------
    unit : str
        ``chips``, ``points``, ``games`` or ``tiles``.
    worth : callable
        See ``simulate.rollout.pricing``.
    matters : float
        A difference that is too small to matter.
    later : bool
        Whether more than the hand itself is counted.
    replicas : callable, optional
        Those of the worth, where it is measured (``simulate.rollout.pricing``).
    result : str
        What a hand's result is told in: ``chips``, ``points`` or ``games``.
    of_result : callable, optional
        What an outcome is worth in that; as ``worth`` if not given.
    """

    unit: str
    worth: Worth
    matters: float
    later: bool
    replicas: Replicas | None = None
    result: str = "chips"
    of_result: Worth | None = None


def _alone(outcomes: Ints) -> Floats:
    return outcomes[:, :, 0].astype(np.float64)


def _made(outcomes: Ints) -> Floats:
    """Points made at Euchre; those made against a seat are not its own."""
    return _alone(outcomes).clip(min=0)


class Table:
    """A table whose hands are to be valued; what later hands bring is worked out once.

    Chips count with what the pool that is left is worth, once all hands to come are played
    by this line-up; games that are races to a score, and Casino, count the chance to win.

    Parameters
    ----------
    run : Run
        Game, rules, seed, and who sits in each seat.
    """

    def __init__(self, run: Run) -> None:
        self.run = run

    def stakes(
        self, seat: int, dealer: int, pool: int, score: Sequence[int] = (),
    ) -> Stakes:
        """Return what outcomes are worth to a seat.

        Parameters
        ----------
        seat, dealer : int
        pool : int
            Chips in the pool at the start of play.
        score : sequence of int, optional
            Before the hand, as a history has it; that of the first hand when not told.
        """
        if self.run.game == "euchre":
            return self._of_euchre(seat)
        if self.run.game == "pool":
            return self._of_pool(seat, pool)
        if self.run.game == "casino":
            return self._of_casino()
        return self._of_loo(seat, dealer, pool, score)

    def left(self, seat: int, hand: Mapping[str, Any]) -> float:
        """Return what the chips are worth to a seat that a hand leaves in the pool."""
        chips = hand.get("pool_next")
        if chips is None or not find_game(self.run.game).has_pool(self.run.rules):
            return 0.0
        return float(self.pools.of(chips, seat, int(hand["dealer"])))

    def left_variance(self, seat: int, hands: int) -> float:
        """Return the variance of what the pool is worth that a session of the line-up leaves.

        Parameters
        ----------
        seat : int
        hands : int
            Of a session.
        """
        if not find_game(self.run.game).has_pool(self.run.rules):
            return 0.0
        run = replace(self.run, hands=hands)
        left = [self.left(seat, history_of(run, row)) for session in range(_EVENINGS)
                for row in record_hands(run, session, hands - 1, hands)]
        return float(np.var(left)) if left else 0.0

    @cached_property
    def pools(self) -> PoolValues:
        """What chips left in the pool are worth."""
        return worth_of_pools(self.run, hands=_HANDS, jobs=1)

    @cached_property
    def chances(self) -> Floats:
        """The chance to win a game of Euchre by side, own points and most points against."""
        played = play(replace(self.run, sessions=_GAMES, hands=1000), jobs=1)
        counts = unpack(played.tally.counts, len(self.run.players))["scores"]
        scores = counts.astype(np.float64)
        # A score that few games came through leans on even chances.
        shares: Floats = (scores[..., 1] + 1) / (scores.sum(-1) + 2)
        return shares

    def _of_loo(self, seat: int, dealer: int, pool: int, score: Sequence[int]) -> Stakes:
        if find_game(self.run.game).unit(self.run.rules) != "chips":
            return self._of_race(seat, dealer, score)
        values = self.pools

        def worth(outcomes: Ints) -> Floats:
            left, where = np.unique(outcomes[:, :, 1], return_inverse=True)
            later = values.of(left, seat, dealer)
            return _alone(outcomes) + later[where].reshape(outcomes.shape[:2])

        def replicas(weights: Floats, outcomes: Ints) -> Floats:
            left, where = np.unique(outcomes[:, :, 1], return_inverse=True)
            later, places = values.replicas(left, seat, dealer), where.reshape(outcomes.shape[:2])
            often = np.array([np.bincount(own, weights, len(left)) for own in places.T])
            found: Floats = (weights @ _alone(outcomes))[:, None] + often @ later.T
            return found

        return Stakes("chips", worth, _MATTERS * pool, True, replicas)

    @cached_property
    def race(self) -> Race:
        """The chances to win a game of Loo for points, or of Rounce."""
        row = find_game(self.run.game).row
        gains: list[list[Ints]] = [[] for _ in self.run.players]
        run, hands, session = replace(self.run, hands=_LONGEST), 0, 0
        while hands < _RACE_HANDS:
            for played in record_hands(run, session, 0, run.hands):
                dealer = int(played[row.dealer])
                gains[dealer].append(played[row.value : row.value + len(gains)].copy())
                hands += 1
            session += 1
        return Race([np.array(each) for each in gains], GAME_OF_LOO)

    def _of_race(self, seat: int, dealer: int, score: Sequence[int]) -> Stakes:
        race, players = self.race, len(self.run.players)
        before = np.array(score or [0] * players)
        if score and not isinstance(self.run.rules, LooRules):
            before = GAME_OF_LOO - before

        def later(outcomes: Ints) -> tuple[Floats, Ints]:
            """Return the chances, [1 + parts, scores], and which one each outcome leaves."""
            after = before + outcomes[:, :, 2 : 2 + players]
            scores, where = np.unique(after.reshape(-1, players), axis=0, return_inverse=True)
            chances = race.replicas(scores, (dealer + 1) % players, seat)
            return chances, where.reshape(outcomes.shape[:2])

        def worth(outcomes: Ints) -> Floats:
            chances, where = later(outcomes)
            found: Floats = chances[0][where]
            return found

        def replicas(weights: Floats, outcomes: Ints) -> Floats:
            chances, where = later(outcomes)
            often = np.array([np.bincount(own, weights, chances.shape[1]) for own in where.T])
            found: Floats = often @ chances.T
            return found

        return Stakes("games", worth, _MATTERS, True, replicas, "points", _alone)

    def _of_euchre(self, seat: int) -> Stakes:
        chances, players = self.chances, len(self.run.players)
        side = seat % 2 if players == 4 else seat
        rivals = [s for s in range(players) if s != seat and (players < 4 or (s - seat) % 2)]

        def worth(outcomes: Ints) -> Floats:
            scores = outcomes[:, :, 1 : 1 + players]
            own, against = scores[..., seat], scores[..., rivals].max(-1)
            won = chances[side, own.clip(max=GAME_POINTS - 1), against.clip(max=GAME_POINTS - 1)]
            ended = np.where(against >= GAME_POINTS, 0.0, won)
            decided: Floats = np.where(own >= GAME_POINTS, 1.0, ended)
            return decided

        return Stakes("games", worth, _MATTERS, True, result="points", of_result=_made)

    def _of_pool(self, seat: int, pool: int) -> Stakes:
        is_game = find_game(self.run.game).plays_to_the_end(self.run.rules)
        if not is_game or getattr(self.run.rules, "star", "no") == "may":
            # Who may star weighs a stake against the pool: chips, of a game to its end.
            return Stakes("chips", _alone, _MATTERS * pool, False)

        def worth(outcomes: Ints) -> Floats:
            winners = outcomes[:, :, 2]
            many = sum(winners >> other & 1 for other in range(len(self.run.players)))
            shares: Floats = (winners >> seat & 1) / np.maximum(many, 1)
            return shares

        return Stakes("games", worth, _MATTERS, True, of_result=_alone)

    def _of_casino(self) -> Stakes:
        seats = len(self.run.players)

        def worth(outcomes: Ints) -> Floats:
            tiles = outcomes[:, :, 1 : 1 + seats]
            most = tiles.max(-1)
            shares: Floats = (outcomes[:, :, 0] == most) / (tiles == most[..., None]).sum(-1)
            return shares

        return Stakes("games", worth, _MATTERS, True, result="games")
