"""Solving a table: who can, seats that keep to a strategy, and how the others do around them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from typing import Any, Self

import numpy as np

from reports import commands, headlines, request
from reports.compare import Change, Measure, compare, section
from reports.contests import Paired, hands_of, in_chunks, made_by
from reports.page.document import Column
from reports.stats import number_text
from reports.studies.answered import Answered
from reports.studies.library import SOLVERS, solvable
from reports.studies.race import LONGEST
from reports.studies.solution.pages import ResponseKind, chair_of
from reports.studies.study import Study
from simulate.errors import BoneyardError, listed, output_path, whole
from simulate.games.game import find_game
from simulate.runs.run import Player, Run, count_jobs
from simulate.theory.solution_file import SOLUTION, Solution
from simulate.theory.stage import Locks, Progress, check_table, seated, solve
from strategies import charts, naming
from strategies.base import FromFile
from strategies.lineup import Entry, seat_players, table_of


@dataclass(frozen=True, kw_only=True)
class Solver:
    """How the tables of a game are solved, and its strategies exploited."""

    tiles: str  #: the strategy that plays the tiles of a solved table where a person names none
    way: Callable[[Run, bool], Way]  #: of a table, and whether one hand alone counts
    #: What best responses win at such a table, whose seats all play one strategy or are mixed; at a
    #: pool, None for that of a first hand. Raises ``BoneyardError`` if none can be found there.
    exploit: Callable[[Run, bool, int | None], ResponseKind]
    #: Whether games won are counted unless one hand alone is asked for.
    in_games: Callable[[Run], bool] = lambda run: False


def check_games(run: Run, locks: Locks, pool: int | None) -> None:
    """Raise ``BoneyardError`` if games of a table cannot be solved, or a pool is named."""
    check_table(run, locks)
    check_no_pool(run, pool)


def check_no_pool(run: Run, pool: int | None) -> None:
    """Raise ``BoneyardError`` if a pool is named where nobody plays for one."""
    if pool is not None:
        unit = find_game(run.game).unit(run.rules)
        raise BoneyardError(f"pool {pool}: there is none where {unit} are played for")


def solver_of(game: str, what: str, otherwise: str = "") -> Solver:
    """Return how a game is solved, for the command ``what``; refuse one that is not."""
    find_game(game)
    if game not in (able := solvable()):
        raise BoneyardError(f"{what} is for {listed(able)}, not {game!r}{otherwise}")
    module = import_module(f"{__package__}.{SOLVERS.get(game, 'declared')}")
    found: Solver = module.SOLVER if game in SOLVERS else module.solver(game)
    return found


# Seats that keep to a strategy.

def read_locks(run: Run, given: Mapping[int, Entry] | Sequence[str]) -> dict[int, Player]:
    """Return the players of the locked seats of a table, by seat or as ``SEAT=STRATEGY`` each."""
    locks, seats = dict[int, Player](), range(len(run.players))
    for seat, entry in given.items() if isinstance(given, Mapping) else map(_lock, given):
        number = whole(seat, "lock of seat")
        if number not in seats:
            raise BoneyardError(f"lock of seat {number}: there is no seat {number}; seats are "
                                f"{number_text.listed([str(one) for one in seats])}")
        if number in locks:
            raise BoneyardError(f"lock of seat {number}: the seat is locked already")
        (locks[number],) = seat_players(
            run.game, request.plain_lineup([entry]), 1, run.rules, len(seats))
    return dict(zip(locks, naming.distinguished(list(locks.values())), strict=True))


def _lock(text: str) -> tuple[object, Entry]:
    seat, equals, strategy = text.partition("=")
    if not equals or not strategy.strip():
        raise BoneyardError(f"lock {text!r} is not SEAT=STRATEGY, as 1=bold")
    return seat.strip(), strategy.strip()


# Plain play around them.

#: Of how many games those won are counted.
OF_GAMES = 100
_SOLVED = "this solution"


@dataclass(frozen=True)
class Counted:
    """What is counted in plain play."""

    wins: bool  #: whether games won count; chips or points a hand otherwise
    hands: int  #: of a session
    sessions: int
    #: Whether what is left in the pool counts: each seat has an equal share of it.
    later: bool = False
    ahead: bool = False  #: whether what the other side makes counts against it

    @classmethod
    def games(cls, games: int) -> Counted:
        """Return so many whole games, in which wins count."""
        return cls(True, LONGEST, games)

    def unit(self, run: Run) -> str:
        """Return what seats make, in words."""
        unit = find_game(run.game).unit(run.rules)
        return f"games of {OF_GAMES}" if self.wins else f"{unit} a hand"

    def made(self, run: Run, jobs: int) -> list[Paired]:
        """Return what every seat of a table makes, in ``unit``."""
        ((fields, made),) = in_chunks([(run, made_by(run, self.wins))], range(run.sessions), jobs)
        own = made.astype(np.float64)
        if self.later:  # what all seats paid and did not get is left in the pool
            own -= own.mean(axis=1, keepdims=True)
        if self.ahead:
            own -= np.roll(own, 1, axis=1)
        below = np.ones(len(own)) if self.wins else fields[:, hands_of(run)].astype(np.float64)
        return [Paired.mean(one, below) * (OF_GAMES if self.wins else 1) for one in own.T]


def declaring_as(player: Player, decision: str, other: Player) -> Player:
    """Return a player who takes one decision as another does, and the rest as its own strategy."""
    own = any(player.decisions[name] is not other.decisions[name]
              for name in player.decisions if name != decision)
    if own and player.chart is not None:
        raise BoneyardError(
            f"strategy {player.label!r} has a chart and tile play of its own: tables around locked "
            "seats and responses in games won cannot play its tiles")
    return replace(
        player, decisions={**player.decisions, decision: other.decisions[decision]},
        chart=other.chart)


def play_around(
    run: Run, locks: Locks, solved: Player, other: Player, counted: Counted, jobs: int = 1
) -> list[Change]:
    """Compare what each seat that was solved makes with what another player makes in its place, on
    the same deals. ``run`` has the seed of the solution: other deals are played."""
    table = seated(replace(
        run, players=(replace(solved, label=_SOLVED),) * len(run.players), seed=run.seed + 1,
        hands=counted.hands, sessions=counted.sessions), locks)
    own = counted.made(table, jobs)
    names = {seat: Measure("strategy", f"seat {seat}")
             for seat in range(len(run.players)) if seat not in locks}
    return compare({
        other.label: {name: counted.made(seated(table, {seat: other}), jobs)[seat]
                      for seat, name in names.items()},
        _SOLVED: {name: own[seat] for seat, name in names.items()}})


def with_play(study: Study, rows: Sequence[Change], counted: Counted, run: Run) -> Study:
    """Return the pages of a solved table with what its seats make in plain play."""
    unit = counted.unit(run)
    found = section("solution_played", "In plain play", rows, Column("plays", "plays", "text"),
                    Column("seat", "in", "text"), unit, counted.sessions)
    answer = headlines.change({
        f"What {row.measure.name} makes with {row.variant}": (row.change, row.sure)
        for row in rows}, counted.sessions, f"{unit} against {rows[0].variant}")
    if any(row.sure < 0 for row in rows):
        answer = "So few deals do not solve it well: take more of them (--deals)."
    return replace(study, answer=(*study.answer, answer),
                   sections=(*study.sections, replace(found, answer=(answer,))))


# Solving.

#: The share of the work that solving is; the rest is whole games or hands by the solution.
_SHARE_OF_SOLVING = 0.9


@dataclass(frozen=True, repr=False, eq=False)
class SolvedTable(Answered):
    """A table that was solved: how to declare or call when everybody else does it well.

    Parameters
    ----------
    solution : object
        The chances of every declaration or call by class of hands.
    file : Path, optional
        Where it was written when it was solved.

    Examples
    --------
    >>> import boneyard
    >>> solved = boneyard.solve("loo", players=2, this_hand=True, deals=3000, rounds=1, jobs=1)
    >>> print(solved)  # doctest: +ELLIPSIS
    What should a seat declare when everybody else declares well?
    The ... may expect most, ... chips a hand...
    >>> solved.tables["solution_seats"]["place"].tolist()[:2]
    ['eldest hand', 'dealer']
    """

    solution: Solution = field(kw_only=True)
    file: Path | None = field(default=None, kw_only=True)

    def save_solution(self, path: str | Path, overwrite: bool = False) -> None:
        """Write the file that a line-up names.

        Parameters
        ----------
        path : str or Path
        overwrite : bool
            Whether a file that is there is replaced.

        Raises
        ------
        BoneyardError
            If the name has another ending than ``.npz`` or no folder, or the file is there and is
            not to be replaced.
        """
        self.solution.save(output_path(path, SOLUTION, overwrite))


@dataclass(frozen=True)
class Way:
    """How tables of a kind are solved."""

    decision: str  #: that is solved
    #: The strategy that takes it by a file, or by the library's tables; None where the game has
    #: none, and a file names who plays the tiles.
    strategy: type[FromFile] | None
    deals: int  #: when a person does not choose them
    #: Raises ``BoneyardError`` if a table, its locks or a pool cannot be solved.
    check: Callable[[Run, Locks, int | None], None]
    #: The table, not solved yet; called with what is to be solved, and what it reports to.
    table: Callable[[Solving, Progress | None], Any]
    #: The pages of a solved table, and its file.
    found: Callable[[Solving, Any], tuple[Study, Solution]]
    counted: Callable[[Solving], Counted]  #: what is counted in plain play around locked seats


@dataclass(frozen=True)
class Solving:
    """A table that is to be solved, about which everything was checked."""

    way: Way
    run: Run
    pool: int | None
    this_hand: bool  #: whether what comes after the hand is ignored
    deals: int
    rounds: int
    jobs: int
    file: Path | None
    locks: Locks  #: the seats that are not solved

    @classmethod
    def of(
        cls, way: Way, run: Run, pool: object, this_hand: bool, deals: object, rounds: object,
        jobs: int | str | None, file: str | Path | None, locks: Locks, overwrite: bool,
    ) -> Self:
        """Check what was asked for; raise ``BoneyardError`` if anything is wrong with it."""
        asked = cls(
            way, replace(run, hands=1), request.read_pool(pool), this_hand,
            whole(way.deals if deals is None else deals, "deals", 3_000, 10**8),
            whole(rounds, "rounds", 1, 1000),
            count_jobs(jobs), None if file is None else output_path(file, SOLUTION, overwrite),
            locks)
        way.check(asked.run, asked.locks, asked.pool)
        if way.strategy is None:
            charts.check_plays_tiles(run.players[0])
        if asked.locks:
            asked.plays_by(None)
        return asked

    def carry_out(self, progress: Progress | None = None) -> SolvedTable:
        """Solve the table, play it if seats are locked, and write its file if one was named."""
        run, locks = self.run, self.locks
        solving = progress and (lambda done, words: progress(_SHARE_OF_SOLVING * done, words))
        study, solution = self.way.found(
            self, solve(self.way.table(self, solving), self.rounds))
        plays = f"play their tiles as {run.labels[0]} does"
        subtitle = f"{len(run.players)} players, who {plays}"
        if locks:
            counted = self.way.counted(self)
            study = with_play(study, play_around(
                run, locks, self.plays_by(solution), self.plays_by(None), counted, self.jobs),
                counted, run)
            chairs = number_text.listed([chair_of(locks, seat) for seat in sorted(locks)])
            stays = "stays as it is" if len(locks) == 1 else "stay as they are"
            subtitle = f"{len(run.players)} players; {chairs} {stays}; the others {plays}"
        if self.file is not None:
            solution.save(self.file)
        lineup = [locks[seat].entry if seat in locks else str(self.file)
                  for seat in range(len(run.players))]
        command = commands.command(
            "solve", run.game, **commands.table_options(run), pool=self.pool, deals=self.deals,
            rounds=self.rounds, seed=run.seed, this_hand=self.this_hand,
            lock=tuple(f"{seat}={player.entry}" for seat, player in sorted(locks.items())))
        return SolvedTable(
            study, run, command, subtitle, solution=solution, file=self.file,
            play="" if self.file is None else
            commands.command("simulate", run.game, **commands.table_options(run, lineup)))

    def plays_by(self, solution: Any) -> Player:
        """Return who decides by a solution, or by what the library has, and plays the tiles as the
        line-up does."""
        tiles, kind = self.run.players[0], self.way.strategy
        if kind is None:
            return tiles if solution is None else charts.declares_by(solution, tiles, "solved")
        strategy = kind() if solution is None else kind.holding(solution)
        player = declaring_as(tiles, self.way.decision, strategy.player(table_of(self.run)))
        return replace(player, label=strategy.name)
