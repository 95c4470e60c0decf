"""What a game adds to the answers: its tables, figures, sentences, the sections of its page, and
what outcomes of a hand are worth.

The report of a game is an object ``GAME`` of the package ``reports.games.NAME``, or of the module
that the game names; a game with neither has a plain one, made of the figures that it declares.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from reports.page.document import Section
from reports.results.figure_tables import meanings_of_figures
from simulate.books.tally import Floats, Ints
from simulate.errors import BoneyardError
from simulate.games.game import find_game, game_names, module_of
from simulate.games.spot import asking
from simulate.runs.chunk import record_sessions
from simulate.runs.run import Run

if TYPE_CHECKING:
    from reports.typed.hand import GameWords
    from simulate.branch.pricing import Replicas, Worth
    from simulate.theory.score_values import ScoreValues

_Made = TypeVar("_Made")
_PLAIN = "reports.results.shared_sections"
#: Sessions that show how large a pool is left at the end of one.
_EVENINGS = 400


@dataclass(frozen=True, kw_only=True)
class GameReport:
    """What a game adds to the answers; its functions take a ``Result``."""

    #: Of its page, with all tables and figures; their answers are what a reader in a hurry should
    #: know.
    sections: Callable[[Any], tuple[Section, ...]]
    #: Unit and meaning of the figures that it declares and other games do not have, by name.
    columns: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    #: The module whose ``WORDS`` (``reports.typed.hand.GameWords``) are how its decisions and hands
    #: are typed; games that stand on ``simulate.games.pooled`` or ``auction`` need none.
    words: str = ""
    #: ``stakes(table, seat, dealer, pool, score)``: what outcomes of a hand are worth to a seat;
    #: ``plain`` when not given.
    stakes: Callable[[Any, int, int, int, Sequence[int]], Stakes] | None = None
    #: A lower bound of the exponent with which large values of a hand grow rare; infinity where
    #: they are bounded.
    tail: Callable[[Any], float] = lambda result: math.inf


def report_of(game: str) -> GameReport:
    """Return the report of a game; raise if the module that the game names has none."""
    name = find_game(game).report or f"reports.games.{game}"
    if name == f"reports.games.{game}" and module_of(name) is None:
        name = _PLAIN
    try:
        found = import_module(name).GAME
    except (ImportError, AttributeError) as error:
        raise BoneyardError(f"the report of game {game!r} cannot be loaded: {error}") from error
    if not isinstance(found, GameReport):
        raise BoneyardError(f"{name}.GAME is {found!r}: the report of a game is a "
                            "reports.results.game_report.GameReport")
    own = meanings_of_figures(find_game(game).books.figures)
    return replace(found, columns={**own, **found.columns})


def words_of(game: str) -> GameWords:
    """Return how the decisions and hands of a game are typed, if the game has words for it."""
    from simulate.games.auction import AuctionAsking
    from simulate.games.pooled import PooledAsking

    kits = {"POOLED": PooledAsking, "CALLED": AuctionAsking}
    module, name = report_of(game).words, "WORDS"
    if not module:
        module = "reports.typed.kits"
        name = next((kit for kit, kind in kits.items() if isinstance(asking(game), kind)), "")
    if not name:
        raise BoneyardError(f"no decision or hand of {find_game(game).title} can be typed: its "
                            "report (reports.results.game_report.GameReport) has no words for "
                            "it; hands of the exchange format are read")
    words: GameWords = getattr(import_module(module), name)
    return words


def before_typed() -> str:
    """Return what may be declared before the tiles are played, as people type it in each game."""
    typed: dict[str, list[str]] = {}
    for game in game_names():
        with suppress(BoneyardError):
            typed.setdefault(words_of(game).phrases, []).append(find_game(game).title)
    return "; ".join(f"{', '.join(games)}: {words}" for words, games in typed.items() if words)


@dataclass(frozen=True)
class _Seated:
    """A table, by what all follows from that is worked out of it."""

    key: str
    run: Run = field(compare=False)


@lru_cache(8)  # the last tables: people ask about one again and again
def _made_at(make: Callable[[Run], _Made], table: _Seated) -> _Made:
    return make(table.run)


class ValuedTable:
    """A table whose hands are to be valued; what later hands bring is worked out once."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self._made: dict[Callable[[Run], Any], Any] = {}

    def once(self, make: Callable[[Run], _Made]) -> _Made:
        """Return what a function makes of the run; it is made once for all hands of the table."""
        from simulate.theory.kept_numbers import seated  # what only plays needs no theory

        if make not in self._made:
            who = seated(self.run)
            self._made[make] = make(self.run) if who is None else _made_at(
                make, _Seated(repr((who[0], self.run.seed)), self.run))
        return cast("_Made", self._made[make])

    def stakes(self, seat: int, dealer: int, pool: int, score: Sequence[int] = ()) -> Stakes:
        """Return what outcomes are worth to a seat at a pool and a score (by default the first)."""
        worth_of = report_of(self.run.game).stakes or plain
        return worth_of(self, seat, dealer, pool, score)

    def left(self, seat: int, hand: Mapping[str, Any]) -> float:
        """Return what the chips that a hand leaves in the pool are worth to a seat."""
        chips = hand.get("pool_next")
        return 0.0 if chips is None else self._left(seat, int(hand.get("dealer") or 0), int(chips))

    def _left(self, seat: int, dealer: int, chips: int) -> float:
        left = self.stakes(seat, dealer, 0).left
        return 0.0 if left is None else left(chips)

    def left_variance(self, seat: int, hands: int) -> float:
        """Return the variance of the worth of the pools that sessions of so many hands leave."""
        if self.stakes(seat, 0, 0).left is None:
            return 0.0
        game, run = find_game(self.run.game), replace(self.run, hands=hands)
        ends = [(int(row[game.begins[0]]), int(row[game.row.pool_next]))
                for row in record_sessions(run, range(_EVENINGS), hands - 1, hands)]
        worth = {end: self._left(seat, *end) for end in set(ends)}
        return float(np.var([worth[end] for end in ends])) if ends else 0.0


#: A difference is too small to matter below this share of what is played for.
MATTERS = 0.001


@dataclass(frozen=True)
class Shown:
    """Something else that is shown of each answer: its mean over the deals."""

    name: str  #: of its column
    title: str
    of: Worth  #: of outcomes, like ``Stakes.worth``
    is_share: bool  #: whether it is a chance, else an amount


@dataclass(frozen=True)
class Stakes:
    """What outcomes are worth."""

    unit: str  #: ``chips``, ``points``, ``games`` or ``tiles``
    worth: Worth  #: see ``simulate.branch.pricing``
    matters: float  #: a difference that is too small to matter
    later: bool  #: whether more than the hand itself is counted
    replicas: Replicas | None = None  #: those of the worth, where it is measured
    result: str = "chips"  #: the unit of a hand's result: ``games``, or the game's unit
    of_result: Worth | None = None  #: what an outcome is worth in that; as ``worth`` if not given
    #: To what chips left in the pool are worth to the seat, where one passes from hand to hand.
    left: Callable[[int], float] | None = None
    shown: tuple[Shown, ...] = ()  #: what else is shown of each answer
    note: str = ""  #: on how the outcomes are valued


def alone(outcomes: Ints) -> Floats:
    """Return what the seat made of each hand by itself."""
    return outcomes[:, :, 0].astype(np.float64)


def plain(table: ValuedTable, seat: int, dealer: int, pool: int, score: Sequence[int]) -> Stakes:
    """Return what hands are worth in a game that does not value them: the chance to win, where
    points win a game; else what the seat makes, and an equal share of a pool that passes on."""
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


def chance_to_win(table: ValuedTable, seat: int, dealer: int) -> Stakes:
    """Return the chance to win a game for points, by the scores that a hand leaves: the entries
    after the first of ``Asking.kept``, by seat; then the maker, where that side wins first."""
    run, players, game = table.run, len(table.run.players), find_game(table.run.game)
    sides, ends = 2 if game.partners(players) else players, game.ends(run.rules)

    def scores(outcomes: Ints) -> Ints:
        after = outcomes[:, :, 1 : 1 + sides]
        if not game.maker_wins:
            return after
        from simulate.theory.score_values import sides_of  # imports kernels

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


def race_of(run: Run) -> ScoreValues:
    """Return the chances to win a game for points."""
    from simulate.theory.score_values import ScoreValues  # imports kernels

    games = _RACE_HANDS // (find_game(run.game).hands_a_game or 1)
    return ScoreValues.of(replace(run, sessions=games, hands=_LONGEST))


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
