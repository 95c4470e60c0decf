"""What outcomes of a hand are worth to a seat, where a game does not value it otherwise
(``GameReport.stakes``): chips, points, or the chance to win the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from reports.draw.shapes import Fan
from reports.page.document import Column, Row
from reports.stats.estimates import Sizes
from simulate.books.rows import MARKS
from simulate.books.tally import Floats, Ints
from simulate.games.game import find_game
from simulate.runs.run import Run

if TYPE_CHECKING:
    from simulate.branch.pricing import Replicas, Worth
    from simulate.theory.races import Race

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


def quantile_column(q: float) -> Column:
    """Return the column of a quantile of the pool: q05, q50."""
    return Column(f"q{round(100 * q):02d}", f"{q:.0%}", "amount", "chips",
                  f"{q:.0%} of the pools lie below")


def pools_by_hand(hands: int, at: Callable[[int], Sizes]) -> list[Row]:
    """Return quantiles of the pool at the start of play, by number of the hand from 1.
    ``at(mark)``: the pools at the hand of that place in ``MARKS``."""
    rows: list[Row] = []
    for mark, number in enumerate(MARKS.tolist()):
        if number < hands and (pools := at(mark)).hands:
            rows.append({"hand_number": number + 1, "sessions": pools.hands,
                         **{quantile_column(q).name: pools.quantile(q) for q in QUANTILES}})
    return rows


def fan_of_pools(rows: Sequence[Row], most: float) -> Fan:
    """Return how pools spread, from ``pools_by_hand``. ``most``: more has no place on the axis."""
    return Fan([row["hand_number"] for row in rows], {
        q: [row[quantile_column(q).name] for row in rows] for q in QUANTILES}, most,
        height=3.7, xlabel="number of the hand in its session",
        ylabel="pool at the start of play, chips", title="The pool, hand by hand")


#: A difference is too small to matter below this share of what is played for.
MATTERS = 0.001

_Made = TypeVar("_Made")


class AtTable:
    """The table whose hands are valued: ``run`` has game, rules, seed, and who sits where."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self._made: dict[Callable[[Run], Any], Any] = {}

    def once(self, make: Callable[[Run], _Made]) -> _Made:
        """Return what a function makes of the run; it is made once for all hands of the table."""
        if make not in self._made:
            self._made[make] = make(self.run)
        return cast("_Made", self._made[make])


@dataclass(frozen=True)
class Shown:
    """Something else that is shown of each answer: its mean over the deals.

    Attributes
    ----------
    name : str
        Of its column.
    title : str
    of : callable
        Of outcomes, like ``worth``.
    is_share : bool
        Whether it is a chance, else an amount.
    """

    name: str
    title: str
    of: Worth
    is_share: bool


@dataclass(frozen=True)
class Stakes:
    """What outcomes are worth.

    Attributes
    ----------
    unit : str
        ``chips``, ``points``, ``games`` or ``tiles``.
    worth : callable
        See ``simulate.branch.pricing``.
    matters : float
        A difference that is too small to matter.
    later : bool
        Whether more than the hand itself is counted.
    replicas : callable, optional
        Those of the worth, where it is measured (``simulate.branch.pricing``).
    result : str
        The unit of a hand's result: ``games``, or the game's unit.
    of_result : callable, optional
        What an outcome is worth in that; as ``worth`` if not given.
    left : callable, optional
        ``left(chips)`` to what chips left in the pool are worth to the seat, where one passes
        from hand to hand.
    shown : tuple of Shown
        What else is shown of each answer.
    note : str
        A note on how the outcomes are valued.
    """

    unit: str
    worth: Worth
    matters: float
    later: bool
    replicas: Replicas | None = None
    result: str = "chips"
    of_result: Worth | None = None
    left: Callable[[int], float] | None = None
    shown: tuple[Shown, ...] = ()
    note: str = ""


def alone(outcomes: Ints) -> Floats:
    """Return what the seat made of each hand by itself."""
    return outcomes[:, :, 0].astype(np.float64)


def plain(table: AtTable, seat: int, dealer: int, pool: int, score: Sequence[int]) -> Stakes:
    """Return what hands are worth in a game that does not value them (``GameReport.stakes``): the
    chance to win, where points win a game; else what the seat makes and, where a pool passes from
    hand to hand, an equal share of what it leaves there."""
    run, game = table.run, find_game(table.run.game)
    if game.plays_to_the_end(run.rules) and game.points(run.rules) is not None:
        return chance_to_win(table, seat, dealer)
    unit = game.unit(run.rules)
    matters, players = MATTERS * max(pool, game.stake(run.rules)), len(run.players)
    if not game.has_pool(run.rules):
        return Stakes(unit, alone, matters, False, result=unit, note=(
            f"The score does not change these numbers: all {unit} count alike." if score else ""))
    return Stakes(
        unit, lambda outcomes: alone(outcomes) + outcomes[:, :, 1] / players,
        matters, True, result=unit, of_result=alone, left=lambda chips: chips / players,
        note="Of the pool that a hand leaves every seat is taken to win an equal share.")


def chance_to_win(table: AtTable, seat: int, dealer: int) -> Stakes:
    """Return the chance to win a game for points, by the scores that a hand leaves: the entries
    after the first of ``Asking.kept``, by seat; then the maker, where that side wins first."""
    run, players, game = table.run, len(table.run.players), find_game(table.run.game)
    sides, ends = 2 if game.partners(players) else players, game.ends(run.rules)

    def scores(outcomes: Ints) -> Ints:
        after = outcomes[:, :, 1 : 1 + sides]
        if not game.maker_wins:
            return after
        from simulate.theory.races import sides_of  # imports kernels

        makers = sides_of(game, outcomes[:, :, 1 + players], dealer, players)
        return np.concatenate([after, makers[:, :, None]], axis=2)

    def chances(scores: Ints) -> Floats:
        return table.once(race_of).replicas(scores, (dealer + 1) % players, seat % sides)

    def points(outcomes: Ints) -> Floats:
        return alone(outcomes) if game.can_lose else alone(outcomes).clip(min=0)

    worth, replicas = worth_of_chances(scores, chances)
    note = ("" if game.maker_wins else "If several sides have the points that win, the one with "
            "most counts as the winner." if not (ends and ends.shared)
            else SHARED_WIN if sides > 2 else "")
    return Stakes("games", worth, MATTERS, True, replicas, game.unit(run.rules), points, note=note)


#: What three sides can do and two cannot.
SHARED_WIN = ("A win that two of the three share counts for each: their shares add up to more than "
              "one.")
#: Hands from which the chances in a race are made, about, and the longest game of those.
_RACE_HANDS, _LONGEST = 100_000, 1000


def race_of(run: Run) -> Race:
    """Return the chances to win a game for points."""
    from simulate.theory.races import Race  # imports kernels

    games = _RACE_HANDS // (find_game(run.game).hands_a_game or 1)
    return Race.of(replace(run, sessions=games, hands=_LONGEST))


def worth_of_chances(
    scores_of: Callable[[Ints], Ints], chances_of: Callable[[Ints], Floats],
) -> tuple[Worth, Replicas]:
    """Return what outcomes are worth by the chance to win from the scores that they leave:
    int64[deals, answers, sides]. ``chances_of`` int64[U, sides] of these has the chances, and those
    without each part of what they were measured from: float64[1 + parts, U]."""

    def later(outcomes: Ints) -> tuple[Floats, Ints]:
        after = scores_of(outcomes)
        scores, where = np.unique(after.reshape(-1, after.shape[-1]), axis=0, return_inverse=True)
        return chances_of(scores), where.reshape(outcomes.shape[:2])

    def worth(outcomes: Ints) -> Floats:
        chances, where = later(outcomes)
        return chances[0][where]

    def replicas(weights: Floats, outcomes: Ints) -> Floats:
        chances, where = later(outcomes)
        often = np.array([np.bincount(own, weights, chances.shape[1]) for own in where.T])
        return np.einsum("ae,re->ar", often, chances)

    return worth, replicas
