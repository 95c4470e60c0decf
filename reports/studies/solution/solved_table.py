"""Solving a table, and seats that keep to a strategy: as a person writes them, and how the others
do around them."""

from __future__ import annotations

import shlex
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from reports.contests import Paired, hands_of, in_chunks, made_by, total
from reports.page.document import SEAT, Column, Kind, Row, Section
from reports.page.document import Table as ShownTable
from reports.request import read_pool
from reports.results import commands
from reports.results.shared_sentences import amount
from reports.stats import number_text
from reports.stats.estimates import NOTHING, Estimate, mean_of, share_of
from reports.studies.answered import Answered, Unfinished
from reports.studies.study import Study
from simulate.books.tally import Floats
from simulate.errors import BoneyardError
from simulate.games.game import chair, find_game
from simulate.games.narrating import how_many
from simulate.places import output_path
from simulate.runs.run import Player, Run, count_jobs
from simulate.theory.solution_file import SOLUTION, SolutionFile
from simulate.theory.stage import Locks, StageGame, seated, solve
from simulate.whole_numbers import whole
from strategies.base import FromFile
from strategies.lineup import Entry, seat_players, table_of
from strategies.naming import told_apart

_DEALS = Column("deals", "who deals", "text", "text", "who deals: strategy and seat")
_DEALER = Column("dealer", "", "count", "number", "the seat that deals")


def read_locks(run: Run, written: Sequence[str]) -> dict[int, Player]:
    """Return the locked seats of a table, as ``SEAT=STRATEGY`` each."""
    given: dict[int, Entry] = {}
    for text in written:
        seat, equals, strategy = text.partition("=")
        if not equals or not strategy.strip():
            raise BoneyardError(f"lock {text!r} is not SEAT=STRATEGY, as 1=bold")
        number = _seat(run, seat.strip())
        if number in given:
            raise BoneyardError(f"lock {text!r}: seat {number} is locked already")
        given[number] = strategy.strip()
    return seated_locks(run, given)


def seated_locks(run: Run, given: Mapping[int, Entry]) -> dict[int, Player]:
    """Return the players of locked seats."""
    seats = [_seat(run, seat) for seat in given]
    players = [seat_players(run.game, [entry], 1, run.rules, len(run.players))[0]
               for entry in given.values()]
    return dict(zip(seats, told_apart(players), strict=True))


def _seat(run: Run, given: object) -> int:
    """Return the number of a seat of the table."""
    seat, seats = whole(given, "lock of seat"), range(len(run.players))
    if seat not in seats:
        raise BoneyardError(f"lock of seat {seat}: there is no seat {seat}; seats are "
                            f"{number_text.listed([str(one) for one in seats])}")
    return seat


def strategy_of(locks: Locks, seat: int) -> str:
    """Return what a seat plays: the strategy that it is locked to, or ``solved``."""
    return locks[seat].label if seat in locks else "solved"


def chair_of(locks: Locks, seat: int) -> str:
    """Return what a seat plays, and the number of the seat."""
    return chair(strategy_of(locks, seat), seat)


def said(locks: Locks) -> str:
    """Say which seats are locked."""
    chairs = number_text.listed([chair_of(locks, seat) for seat in sorted(locks)])
    return f"{chairs} {'stays as it is' if len(locks) == 1 else 'stay as they are'}"


def who_sits(table: StageGame, dealer: int) -> list[Row]:
    """Return who sits in each position where a seat deals; the place alone where seats are
    alike."""
    names, rows = find_game(table.run.game).position_names(table.seats), list[Row]()
    for p, name in enumerate(names):
        seat = (dealer + 1 + p) % table.seats
        rows.append({"dealer": dealer, "deals": chair_of(table.locks, dealer), "seat": seat,
                     "strategy": strategy_of(table.locks, seat), "place": name}
                    if table.locks else {"place": name})
    return rows


def columns_of_seats(place: str = "place") -> tuple[Column, ...]:
    """Return the columns of ``who_sits``; a table drops those that it has not."""
    return Column("place", place, "text"), SEAT, _DEALS, _DEALER, Column("strategy")


#: How the seats that were solved are called.
SOLVED = "solved around"
#: Hands of a game that does not end.
LONGEST = 10_000
_TOO_FEW = " So few deals do not solve it well: take more of them (--deals)."
#: What is won in games is told of so many.
OF_GAMES = 100


@dataclass(frozen=True)
class Counted:
    """What is counted in plain play."""

    wins: bool  #: whether games won count; chips or points a hand otherwise
    hands: int  #: of a session
    sessions: int
    pool: int | None = None  #: chips are told as a part of this pool, too
    #: Whether what is left in the pool counts: each seat has an equal share of it.
    later: bool = False

    @classmethod
    def games(cls, games: int) -> Counted:
        """Return that whole games are played."""
        return cls(True, LONGEST, games)


@dataclass(frozen=True)
class PlayedAround:
    """How a table with locked seats plays."""

    run: Run  #: who sits there
    counted: Counted
    seats: tuple[Estimate, ...]  #: share of games, or chips or points a hand, by seat
    #: What every seat that was solved makes more than the other player would in its place, on the
    #: same deals; nothing for locked seats.
    more: tuple[Estimate, ...]
    instead: tuple[Estimate, ...]  #: what the other player makes in each of those seats
    mean: Estimate  #: what is more on average over the seats that were solved
    other: str  #: the other player


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
        visible={**player.visible, decision: ()}, chart=other.chart)


def play_around(
    run: Run, locks: Locks, solved: Player, other: Player, counted: Counted, jobs: int = 1
) -> PlayedAround:
    """Play a table whose other seats were solved, and the same deals with another player in one of
    them in turn. ``run`` has the seed of the solution: other deals are played."""
    table = seated(replace(
        run, players=(replace(solved, label=SOLVED),) * len(run.players), seed=run.seed + 1,
        hands=counted.hands, sessions=counted.sessions), locks)
    own, below = _played(table, counted, jobs)
    told, lead, instead = share_of if counted.wins else mean_of, {}, {}
    for seat in range(len(run.players)):
        if seat not in locks:
            others, hands = _played(seated(table, {seat: other}), counted, jobs)
            lead[seat] = Paired.mean(own[:, seat], below) - Paired.mean(others[:, seat], hands)
            instead[seat] = told(others[:, seat], hands)
    seats = range(len(run.players))
    return PlayedAround(
        table, counted, tuple(told(one, below) for one in own.T),
        tuple(lead[seat].estimate if seat in lead else NOTHING for seat in seats),
        tuple(instead.get(seat, NOTHING) for seat in seats),
        (total(lead.values()) * (1 / len(lead))).estimate,
        other.label)


def _played(run: Run, counted: Counted, jobs: int) -> tuple[Floats, Floats]:
    """Return what seats made session by session, and what that is divided by."""
    ((fields, own),) = in_chunks([(run, made_by(run, counted.wins))], range(run.sessions), jobs)
    own = own.astype(np.float64)
    if counted.wins:
        return own, np.ones(len(own))
    if counted.later:  # what all seats paid and did not get is left in the pool
        own -= own.mean(axis=1, keepdims=True)
    return own, fields[:, hands_of(run)].astype(np.float64)


def with_play(study: Study, played: PlayedAround) -> Study:
    """Return the answer of a solved table with what its seats make in plain play."""
    wins = played.counted.wins
    unit = f"of {OF_GAMES} games" if wins else (
        f"{find_game(played.run.game).unit(played.run.rules)} a hand")
    best = max((seat for seat, one in enumerate(played.more) if np.isfinite(one.value)),
               key=lambda seat: played.more[seat].value)
    more = played.more[best].scaled(OF_GAMES) if wins else played.more[best]
    answer = (f"On the same deals seat {best}, solved around the others, makes "
              f"{amount(more, signed=True)} {unit} more than {played.other} in its place."
              + (_TOO_FEW if played.mean.high < 0 else ""))
    return Study(study.question, (*study.answer, answer),
                 (*study.sections, _section(played, "games won" if wins else unit, answer)))


def _section(played: PlayedAround, title: str, answer: str) -> Section:
    counted = played.counted
    kind: Kind = "share" if counted.wins else "signed"
    unit = "share of games, or {value} a hand"
    table = ShownTable.of(
        "solution_played", "What every seat makes in plain play",
        (SEAT, Column("strategy"),
         Column("made", title, kind, unit, "what it makes in plain play, on fresh deals"),
         Column("more", f"more than {played.other}", kind, unit,
                "than the library's table would in the seat")),
        ({"seat": seat, "strategy": player.label, "made": own, "more": more}
         for seat, (player, own, more)
         in enumerate(zip(played.run.players, played.seats, played.more, strict=True))),
        f"{counted.sessions:,} sessions of {how_many(counted.hands, 'hand')} on other deals than "
        f"those of the solution.{' What is left in the pool is shared.' * counted.later}")
    return Section("solution_played", "In plain play", (answer,), (), (table,))


#: Called with the share of the work done, and what was found so far, in words.
Tell = Callable[[float, str], None]
#: The share of the work that solving is; the rest is whole games or hands by the solution.
_SHARE_OF_SOLVING = 0.9


@dataclass(frozen=True, repr=False)
class SolvedTable(Answered):
    """A table that was solved: how to declare or call when everybody else does it well.

    Parameters
    ----------
    solution : object
        The chances of every declaration or call by class of hands.

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

    solution: SolutionFile = field(kw_only=True)

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
class Solving(Unfinished, ABC):
    """A table that is to be solved, about which everything was checked."""

    run: Run
    pool: int | None
    this_hand: bool  #: whether what comes after the hand is ignored
    deals: int
    rounds: int
    jobs: int
    file: Path | None
    locks: Locks  #: the seats that are not solved

    #: Deals and rounds when a person does not say.
    usual_deals: ClassVar[int]
    usual_rounds: ClassVar[int]
    #: The decision that is solved, and the strategy that takes it by a file, or by the library's
    #: tables.
    decision: ClassVar[str]
    strategy: ClassVar[type[FromFile]]

    @classmethod
    def of(
        cls, run: Run, pool: object = None, this_hand: bool = False, deals: object = None,
        rounds: object = None, jobs: int | str | None = None, file: str | Path | None = None,
        locks: Locks | None = None, overwrite: bool = False,
    ) -> Self:
        """Check what was asked for; raise ``BoneyardError`` if anything is wrong with it."""
        asked = cls(
            replace(run, hands=1), read_pool(pool), this_hand,
            whole(cls.usual_deals if deals is None else deals, "deals", 3_000, 10**8),
            whole(cls.usual_rounds if rounds is None else rounds, "rounds", 1, 1000),
            count_jobs(jobs), None if file is None else output_path(file, SOLUTION, overwrite),
            locks or {},
        )
        asked.check()
        if asked.locks:
            asked.plays_by(None)
        return asked

    @abstractmethod
    def check(self) -> None:
        """Raise ``BoneyardError`` if the table, its pool or its locks cannot be solved."""

    @abstractmethod
    def table(self, tell: Tell | None) -> Any:
        """Return the table, not solved yet; ``tell`` as for ``simulate.theory.stage.StageGame``."""

    @abstractmethod
    def told(self, table: Any) -> tuple[Study, SolutionFile]:
        """Return what a solved table says, and what a file keeps of it."""

    @abstractmethod
    def counted(self) -> Counted:
        """Return what is counted when a table around locked seats is played."""

    def carry_out(
        self, progress: Tell | None = None,
    ) -> SolvedTable:
        """Solve the table, play it if seats are locked, and write its file if one was named."""
        tell = progress and (lambda done, words: progress(_SHARE_OF_SOLVING * done, words))
        table = solve(self.table(tell), self.rounds, self.kept)
        study, solution = self.told(table)
        seated = f"play their tiles as {self.run.labels[0]} does"
        if self.locks:
            played = play_around(self.run, self.locks, self.plays_by(solution), self.plays_by(None),
                                 self.counted(), self.jobs)
            study = with_play(study, played)
        if self.file is not None:
            solution.save(self.file)
        command = " ".join(filter(None, (
            f"boneyard solve {self.run.game}", commands.table_options(self.run),
            "" if self.pool is None else f"--pool {self.pool}",
            f"--deals {self.deals} --rounds {self.rounds} --seed {self.run.seed}",
            "--this-hand" if self.this_hand else "",
            *(shlex.quote(f"--lock={seat}={player.entry}")
              for seat, player in sorted(self.locks.items())))))
        return SolvedTable(
            study, self.run, command, f"{len(self.run.players)} players"
            + (f"; {said(self.locks)}; the others {seated}" if self.locks else f", who {seated}"),
            solution=solution,
            play="" if self.file is None else play_it(self.run, self.file, self.locks))

    def plays_by(self, solution: Any) -> Player:
        """Return who decides by a solution, or by what the library has, and plays the tiles as the
        line-up does."""
        strategy = self.strategy() if solution is None else self.strategy.holding(solution)
        decides = strategy.player(table_of(self.run))
        player = declaring_as(self.run.players[0], self.decision, decides)
        return replace(player, label=strategy.name)


def play_it(run: Run, file: str | Path, locks: Locks) -> str:
    """Return the command that plays by the file of a solved table."""
    lineup = [locks[seat].entry if seat in locks else str(file)
              for seat in range(len(run.players))]
    return f"boneyard simulate {run.game} {commands.table_options(run, lineup)}"
