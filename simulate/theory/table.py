"""A table whose spoken moves are solved: what each game says of its own, and one loop for all.

Seats are alike until some of them are *locked* to a strategy.  Then it matters who deals, so a
table has parts: the hands of every dealer, or those of one who stands for all.  Each part is solved
in several *states*: pools, classes of scores, or scores.  A hand is worth what it brings and what
the state is worth that it leaves; the latter is worked out anew (``Table.settle``) after every
stage, from how the hands of all parts and states are played then.
"""

from __future__ import annotations

import json
import zlib
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import numpy as np

from simulate.books.exact_sums import Floats
from simulate.errors import BoneyardError
from simulate.runs import safe_files
from simulate.runs.identity import identity
from simulate.runs.in_order import in_order
from simulate.runs.run import Player, Run
from simulate.runs.safe_files import pack, unpack
from simulate.theory.cfr import (
    CFR,
    Deals,
    Tree,
    groups,
    minimise,
    outcomes_of,
    rounded,
    stack,
    unstack,
)
from simulate.theory.chain import Race

#: Seats and the players who keep to their strategies there.
Locks = Mapping[int, Player]
#: With more groups of states than this workers take one each, else each takes a part of the deals.
_MANY = 8
#: Stages that a file may tell of.
_MOST = 10_000
#: Which states are solved how many iterations further, stage by stage.
_Stages = list[tuple[Sequence[Any], int]]


def check_table(run: Run, locks: Locks) -> None:
    """Refuse a table of several strategies, and locks of a seat that is none or of all seats."""
    if len(set(run.labels)) > 1:
        raise BoneyardError(
            f"solve needs one strategy that plays all tiles, not {', '.join(run.labels)}")
    seats = len(run.players)
    for seat in locks:
        if not 0 <= seat < seats:
            raise BoneyardError(f"lock of seat {seat}: the seats are 0 to {seats - 1}")
    if len(locks) >= seats:
        raise BoneyardError(f"lock of all {seats} seats: leave one at least to be solved")


def position_of(seat: int, dealer: int, seats: int) -> int:
    """Return the position of a seat, counted from the dealer's left."""
    return (seat - dealer - 1) % seats


def seated(run: Run, locks: Locks) -> Run:
    """Return a table with the locked seats at it."""
    return replace(run, players=tuple(
        locks.get(seat, player) for seat, player in enumerate(run.players)))


def with_dealer_last(run: Run, dealer: int) -> Run:
    """Return a table turned so that a dealer sits last."""
    return replace(run, players=run.players[dealer + 1 :] + run.players[: dealer + 1])


class Hands(ABC):
    """The hands that a seat deals, solved state by state; positions count from its left.

    ``locked``: positions that keep to their strategies, fixed players whose actions are buckets
    behind the ``classes`` of hands. ``cfr``: the regret minimisation, and ``ends``
    (``float64[leaves, outcomes]``): how often hands end in which way, by state.
    """

    #: Deals of an iteration.
    batch: ClassVar[int]
    #: Which deals are solved with, and which tell how hands end, as ``deals`` takes it.
    learned: Any
    ending: Any

    def __init__(
        self, dealer: int, locked: tuple[int, ...], tree: Tree, kinds: int,
        endings: tuple[int, ...], states: Sequence[Any],
    ) -> None:
        self.dealer, self.locked, self.tree = dealer, locked, tree
        fixed = tree.follows.shape[1] if locked else 0
        self.classes, self.kinds = kinds, kinds + fixed
        self.cfr = {state: CFR(tree, self.kinds, fixed) for state in states}
        self.ends = {state: np.zeros(endings) for state in states}

    @abstractmethod
    def deals(self, states: Sequence[Any], some: Any) -> Deals:
        """Return some of the deals, with what their endings are worth in states side by side."""

    def groups(self, states: Sequence[Any]) -> list[Sequence[Any]]:
        """Return groups of states that are swept side by side: only payoffs differ."""
        return groups(states)

    def playing(self, game: CFR) -> Floats:
        """Return how hands are played that tell how they end: as a file keeps the solution."""
        return rounded(game.average)

    def step(
        self, states: Sequence[Any], steps: int, jobs: int, progress: Callable[[], None]
    ) -> None:
        """Do iterations in some states side by side; then count how their hands end."""
        games = [self.cfr[state] for state in states]
        deals = self.deals(states, self.learned)
        minimise(games, deals, steps, min(self.batch, len(deals)), jobs, progress)
        playing = stack([self.playing(game) for game in games])
        ends = outcomes_of(self.tree, playing, self.deals(states, self.ending), jobs)
        self.ends.update(zip(states, unstack(ends, len(states)), strict=True))


class Table(ABC):
    """A table to be solved.

    ``run``: also the players who play the tiles of the seats that are solved. ``deals``: for each
    part: two thirds are solved with, the rest is kept to judge by. ``tell``: called with the share
    of the work done, and what was found so far, in words. ``parts``: by the seat that deals, or one
    that stands for all where seats are alike. ``done``: stages that are behind us.
    """

    #: Iterations a round, the share of the work that playing the deals out is, and which sums of
    #: ``CFR`` an unfinished solution keeps, by their names there.
    steps: ClassVar[int]
    rolling: ClassVar[float]
    kept: ClassVar[Mapping[str, str]] = {"regrets": "regrets", "played": "cumulative"}
    states: Sequence[Hashable]
    parts: Sequence[Any]

    def __init__(
        self, run: Run, locks: Locks, deals: int, jobs: int = 1,
        tell: Callable[[float, str], None] | None = None,
    ) -> None:
        self.run, self.locks, self.deals = run, dict(sorted(locks.items())), deals
        self.seats, self.jobs, self.tell, self.done = len(run.players), jobs, tell, 0
        self.dealers = range(self.seats) if locks else range(self.seats - 1, self.seats)

    def turned(self, dealer: int) -> Run:
        """Return who sits at the table, turned so that a dealer sits last."""
        return with_dealer_last(seated(self.run, self.locks), dealer)

    def locked_where(self, dealer: int) -> tuple[int, ...]:
        """Return the positions of the locked seats where a seat deals."""
        return tuple(position_of(seat, dealer, self.seats) for seat in self.locks)

    def played_out(self, dealer: int, deals: int) -> None:
        """Tell how many deals of a dealer are played out."""
        if self.tell:
            parts = self.dealers.index(dealer) + deals / self.deals
            self.tell(self.rolling * parts / len(self.dealers), "")

    def stages(self, rounds: int) -> _Stages:
        """Return which states are solved how many iterations further, stage by stage."""
        return [(self.states, self.steps)] * rounds

    @abstractmethod
    def settle(self, states: Sequence[Any]) -> None:
        """Work out what states are worth from how hands are played now: in some anew."""

    @abstractmethod
    def said(self, states: Sequence[Any]) -> str:
        """Say in words what was found, once some states were solved further."""

    @abstractmethod
    def asked(self, rounds: int) -> dict[str, Any]:
        """Return what a solution follows from beside run, locks and deals, ready for JSON."""

    def arrays(self) -> dict[str, Floats]:
        """Return what an unfinished solution keeps beside games and their ends."""
        return {}

    def restored(self) -> None:  # noqa: B027  # of some nothing does
        """Work out what follows from what was kept."""


class Games(Table):
    """A table at which games are won: states are scores, or classes of them."""

    race: Race  #: by the seat that deals, as ``parts``
    start: Any  #: no score
    ending_deals: int  #: of each dealer, that tell how hands end

    @property
    def hands(self) -> float:
        """How many hands a game takes."""
        return float(self.race.visits.sum())

    @property
    def at_the_start(self) -> Floats:
        """The chance of every seat to win, whoever deals first: float64[seats]."""
        by_dealer = [self.race.at(self.start, part % len(self.parts)) for part in range(self.seats)]
        return np.mean([[own[position_of(seat, dealer, self.seats) % self.race.players]
                         for seat in range(self.seats)]
                        for dealer, own in enumerate(by_dealer)], axis=0)

    def settle(self, states: Sequence[Any]) -> None:
        """Work the chances to win from all scores out."""
        ends = [part.shares for part in self.parts]
        self.race.settle(ends)
        self.race.count_visits(ends)

    def arrays(self) -> dict[str, Floats]:
        """Return the chances: where they stand still depends a little on where they began."""
        return {"chances": self.race.chances, "visits": self.race.visits}

    def largest_error(self, chance: float) -> float:
        """Return the largest standard error that a chance to win can have."""
        return largest_error(self.hands, chance, self.ending_deals)


def largest_error(hands: float, chance: float, deals: int) -> float:
    """Return the largest standard error that a chance to win can have.

    How hands end was counted on some deals, the same ones at every score. All hands of a game
    together move a chance ``p`` by a variance of ``p (1 - p)``. If the errors of the hands of a
    game, ``H`` of them, were all the same, the chance had a standard error of ``sqrt(H p (1 - p) /
    deals)``; by the Cauchy-Schwarz inequality it has no larger one.
    """
    return float((hands * chance * (1 - chance) / deals) ** 0.5)


_Table = TypeVar("_Table", bound=Table)


def solve(table: _Table, rounds: int, keep: Path | None = None) -> _Table:
    """Solve a table, which is changed in place; keep what is unfinished in a file after every
    stage, and go on from there. Refuse a file that is damaged, or of another table."""
    stages, said = table.stages(rounds), ""
    content = {**identity(seated(table.run, table.locks)), "locks": list(table.locks),
               "deals": table.deals, **table.asked(rounds)}
    about = json.loads(json.dumps(content))
    if keep is not None and _restore(table, about, stages, keep) and table.tell and table.done:
        said = table.said(stages[min(table.done, len(stages)) - 1][0])
    total = sum(len(states) * steps for states, steps in stages) * len(table.parts)

    def progress() -> None:
        if table.tell:
            done = sum(game.iterations for part in table.parts for game in part.cfr.values())
            table.tell(table.rolling + (1 - table.rolling) * done / total, said)

    while table.done < len(stages):
        states, steps = stages[table.done]
        for part in table.parts:
            some = part.groups(states)
            many = len(some) > _MANY
            inside, tell = (1, lambda: None) if many else (table.jobs, progress)
            tasks = [(group, steps, inside, tell) for group in some]
            for _ in in_order(part.step, tasks, table.jobs if many else 1):
                progress()
        table.settle(states)
        table.done += 1
        if table.tell:
            said = table.said(states)
        if keep is not None:
            safe_files.write(keep, _state(table, about))
    return table


def _state(table: Table, about: Any) -> dict[str, Any]:
    """Return how far a table has come, ready for JSON: of those games that have begun."""
    return {
        "identity": about, "done": table.done,
        "arrays": {name: pack(array) for name, array in table.arrays().items()},
        "parts": [[
            {"steps": game.iterations, "ends": pack(part.ends[state]),
             **{name: pack(getattr(game, own)) for name, own in table.kept.items()}}
            for state, game in part.cfr.items() if game.iterations] for part in table.parts],
    }


def _restore(table: Table, about: Any, stages: _Stages, path: Path) -> bool:
    """Go on from what a file keeps, if there is one; tell whether there was."""
    remedy = f"name another file, or remove {str(path)!r} to begin anew"
    try:
        found = safe_files.read(path)
    except FileNotFoundError:
        return False
    except BoneyardError as error:
        raise BoneyardError(f"{error}; {remedy}") from error
    try:
        if found["identity"] != about:
            raise BoneyardError(f"{str(path)!r} is the unfinished solution of another table, size "
                                f"or version; {remedy}")
        _use(table, found, stages)
    except (AttributeError, KeyError, IndexError, TypeError, ValueError, zlib.error) as error:
        if isinstance(error, BoneyardError):
            raise
        # The checksum is right: somebody wrote it by hand.
        raise BoneyardError(
            f"{str(path)!r} is damaged: it holds no unfinished solution; {remedy}") from error
    return True


def _use(table: Table, found: Any, stages: _Stages) -> None:
    """Set a table to what was read of a file."""
    done = found["done"]
    if type(done) is not int or not 0 <= done < _MOST:
        raise TypeError(f"{done!r} is no count")
    table.done = done
    arrays = table.arrays()
    if found["arrays"].keys() != arrays.keys():
        raise ValueError("other arrays")
    for name, array in arrays.items():
        array[:] = unpack(found["arrays"][name], array)
    due = Counter[Hashable]()
    for states, steps in (stages * done)[:done]:
        due.update(dict.fromkeys(states, steps))
    for part, games in zip(table.parts, found["parts"], strict=True):
        for state, kept in zip(due, games, strict=True):
            game = part.cfr[state]
            if kept["steps"] != due[state]:
                raise ValueError(f"{kept['steps']!r} steps, not {due[state]}")
            game.iterations = due[state]
            part.ends[state] = unpack(kept["ends"], part.ends[state])
            for name, own in table.kept.items():
                getattr(game, own)[:] = unpack(kept[name], getattr(game, own))
    table.restored()
