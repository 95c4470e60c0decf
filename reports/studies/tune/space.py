"""What is tuned, in steps that can be written down, and what it should be good at.

All candidates are measured on the same deals. The search, the choice among the best and the proof
have different deals, because among many candidates there is always one that was lucky.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from reports.compare import scale_of, unit_of
from reports.contests import Scores, counts_games, hold, seat_of, total
from reports.stats.estimates import Estimate, around
from reports.studies.solution.pages import ResponseKind
from reports.studies.solution.solved_table import solver_of
from reports.studies.study import tried
from simulate.books.rows import Floats
from simulate.errors import BoneyardError, brief, unknown
from simulate.games.game import find_game
from simulate.runs.run import Player, Run, silent
from strategies.base import AtTable, Parameter, Strategy
from strategies.lineup import Entry, joined, seat_players, split, strategy_of
from strategies.naming import name_in, parts, play_alike

#: A range has about this many steps, so that values have two or three figures.
_STEPS = 500


@dataclass(frozen=True)
class Space:
    """A strategy and the parameters of it that are tuned."""

    #: The strategy as a line-up names it.
    game: str
    name: str
    begun: Strategy  #: with the values that a person gave, where tuning begins
    tuned: tuple[str, ...]
    table: AtTable | None = None  #: a strategy may have defaults by it
    source: str = ""  #: where it comes from, if another of the library has its name

    @property
    def strategy(self) -> type[Strategy]:
        """What is tuned."""
        return type(self.begun)

    @cached_property
    def start(self) -> Mapping[str, float]:
        """All parameters, where tuning begins: the defaults, unless a person gave others."""
        return self.begun.values_at(self.table)

    @property
    def ranges(self) -> list[Parameter]:
        """The parameters that are tuned, with their ranges."""
        return [self.strategy.parameters[name] for name in self.tuned]

    @property
    def origin(self) -> Floats:
        """The values of the parameters where tuning begins: float64[parameters]."""
        return np.array([self.start[name] for name in self.tuned])

    def rounded(self, point: Floats) -> tuple[float, ...]:
        """Return a point within its ranges, with as many decimals as their steps need."""
        return tuple(
            min(max(round(float(x), decimals(one)), one.low), one.high) + 0.0
            for x, one in zip(point, self.ranges, strict=True))

    def values(self, point: Sequence[float]) -> dict[str, float]:
        """Return all parameters that differ from the defaults, of this table or of others."""
        given = {**self.start, **dict(zip(self.tuned, point, strict=True))}
        here = self.strategy.defaults_at(self.table)
        return {name: value for name, value in given.items()
                if not value == here[name] == self.strategy.parameters[name].default}

    def at(self, point: Sequence[float]) -> Strategy:
        """Return the strategy with these values."""
        return self.strategy(**self.values(point))

    def player(self, point: Sequence[float]) -> Player:
        """Return the strategy with these values, ready to play."""
        return self.at(point).player(self.table)

    def entry(self, point: Sequence[float]) -> str:
        """Return the strategy with these values as a line-up names it."""
        return joined([self.name + self.at(point).label[len(self.strategy.name):]])

    @property
    def called(self) -> str:
        """What the strategy is called, whatever its values."""
        return self.strategy.name + (f" ({self.source})" if self.source else "")

    def label(self, point: Sequence[float]) -> str:
        """Return what the strategy with these values is called."""
        return self.at(point).label + (f" ({self.source})" if self.source else "")


def decimals(one: Parameter) -> int:
    """Return the decimals of values that cut a range into some hundred steps, or whole ones."""
    if one.whole:
        return 0
    span = one.high - one.low
    return max(0, math.ceil(-math.log10(span / _STEPS))) if span > 0 else 0


def read_space(
    game: str, entry: Entry, parameters: str | Sequence[str] | None = None
) -> Space:
    """Return what is to be tuned. ``entry``: as in a line-up; the values in it, or in its file, are
    where tuning begins. ``parameters``: which to tune, ``"first,later"``: all when not given."""
    only, *others = split(entry, game)
    if others:
        raise BoneyardError(f"tune {brief(entry)}: name one strategy")
    begun = strategy_of(game, only)
    known = begun.parameters
    if not known:
        raise BoneyardError(f"tune: strategy {begun.name!r} has no parameters")
    (player,) = seat_players(game, [begun])
    (name, _), (called, source) = parts(player.entry, ()) or ("", ""), name_in(player.label)
    if isinstance(parameters, str):
        parameters = [one.strip() for one in parameters.split(",")]
        if parameters == [""]:
            raise BoneyardError("parameters: name one or more, or leave the option out for all")
    tuned = tuple(dict.fromkeys(parameters or known))
    for one in tuned:
        if one not in known:
            raise unknown(f"parameter of {called!r}:", one, known)
    return Space(game, name, begun, tuned, source=source)


T = TypeVar("T")
#: The label of the tuned seat at its tables.
_TUNED = "the tuned strategy"
#: Deals of an early look, of the search, of the choice and of the confirmation, in quarters of the
#: search's.
_QUARTERS = {"search": (0, 4), "choice": (4, 12), "proof": (12, 44), "early": (0, 1)}


@dataclass(frozen=True)
class Measured:
    """How good a candidate was on some deals: more is better."""

    value: Estimate
    #: What it won from each of several tables of opponents, if it met any.
    scores: tuple[Scores, ...] = ()
    deals: int = 0  #: so many at least its error was taken from

    @classmethod
    def won(cls, scores: Sequence[Scores]) -> Measured:
        """Return what a seat makes more than the mean of tables that count alike, or wins."""
        mean = total(one.paired for one in scores) * (1 / len(scores))
        return cls(mean.estimate, tuple(scores))

    def minus(self, other: Measured) -> Estimate:
        """Return by how much it was better than another on the same deals: paired where both met
        opponents, else with both errors one way, so that the interval is rather wide."""
        if not self.scores:
            own = self.value.minus(other.value)
            return around(own.value, own.se, self.deals)
        leads = (own.paired - its.paired
                 for own, its in zip(self.scores, other.scores, strict=True))
        return (total(leads) * (1 / len(self.scores))).estimate


def deals_of(run: Run, stage: str) -> range:
    """Return the deals of a stage, where the search has as many as the run has sessions."""
    return range(*(share * run.sessions // 4 for share in _QUARTERS[stage]))


def seated(own: T, others: Sequence[T], partners: bool) -> tuple[T, ...]:
    """Return who sits at a table of the tuned strategy and others, its partner where it has one."""
    return tuple(own if partners and seat % 2 == 0 else player
                 for seat, player in enumerate((own, *others)))


class AgainstTables:
    """Wins at tables of given opponents, each in all rotations, with the sessions of the search at
    every table. ``partners``: every other seat is the tuned strategy's too."""

    def __init__(
        self, run: Run, opponents: Sequence[Sequence[Player]], jobs: int | None = None,
        partners: bool = False,
    ) -> None:
        self.run, self.opponents, self.jobs, self.partners = run, opponents, jobs, partners
        self.unit = unit_of(run) + " more than the mean seat" * (not counts_games(run))
        self.scale = scale_of(run)

    def measure(self, player: Player, stage: str) -> Measured:
        """Measure a candidate."""
        own, deals = replace(player, label=_TUNED), deals_of(self.run, stage)
        contests = [seat_of(replace(self.run, players=seated(own, others, self.partners)), _TUNED)
                    for others in self.opponents]
        return Measured.won(hold(contests, deals.start, len(deals), self.jobs))

    def turned(self, start: Player, found: Player) -> AgainstTables | None:
        """Return the tables with what was found in the start's seats; none if it has not all."""
        if not all(play_alike(start, other) for others in self.opponents for other in others):
            return None
        return AgainstTables(self.run, [[found] * len(others) for others in self.opponents],
                             self.jobs, self.partners)


class LeastExploited:
    """Loses little to its own best response, where all seats play alike."""

    def __init__(self, run: Run, responses: ResponseKind, jobs: int | None = None) -> None:
        self.run, self.responses, self.jobs = run, responses, jobs
        self.unit, self.scale = f"{responses.unit_read} kept from a best response", responses.scale

    def measure(self, player: Player, stage: str) -> Measured:
        """Measure a candidate; the deals of every stage have a seed of their own."""
        run = replace(self.run, players=(player,) * len(self.run.players),
                      seed=(self.run.seed + list(_QUARTERS).index(stage)) % 2**63)
        deals = len(deals_of(self.run, stage))
        (lost,) = self.responses.find(run, deals, self.jobs, silent)
        return Measured(lost.gain.negative, deals=deals // 2)


#: What candidates are measured by: ``measure(player, stage)`` on the deals of a stage.
Objective = AgainstTables | LeastExploited


def objective_of(run: Run, against: Any, name: str, jobs: int | None = None) -> Objective:
    """Return what was asked for: ``exploit``, ``league``, or a line-up for all other seats or each.
    The tuned strategy is its own partner unless each seat is named."""
    seats = len(run.players)
    if against == "exploit":
        responses = solver_of(run.game, "against exploit").exploit(run, False, None)
        return LeastExploited(run, responses, jobs)
    partners = find_game(run.game).partners(seats)
    if against == "league":
        tables = [(one,) * (seats - 1) for rival, one in tried(run).items() if rival != name]
        return AgainstTables(run, tables, jobs, partners)
    named = split(against, run.game)
    others = seat_players(run.game, named, seats - 1, run.rules, seats)
    return AgainstTables(run, [others], jobs, partners and len(named) == 1)
