"""Contests: strategies compared on the same deals, with the luck of the seats cancelled.

A contest is the difference of two sides over several tables. Session s of every table has the same
deals in the same seats and the same first dealer; the tables differ in who sits where. Sessions
are added up over the tables, so that the luck of a deal, which helps one side and then the other,
cancels. The sessions are the independent unit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import islice
from typing import Any

import numpy as np

from reports.stats.comparisons import first_look
from reports.stats.estimates import FEW, Estimate, around
from simulate.books.rows import Rows
from simulate.books.tally import Floats
from simulate.games.game import find_game
from simulate.runs.chunk import play_sessions
from simulate.runs.play import chunk_size
from simulate.runs.run import Player, Progress, Run, in_order, silent

#: How many batches are held before we look whether contests are over.
FEWEST_BATCHES = 8


@dataclass(frozen=True)
class Contest:
    """Tables on the same deals, and what counts of them."""

    tables: tuple[Run, ...]
    #: float64[tables, seats]: how much a chip of each seat counts: positive for the one side,
    #: negative for the other.
    weights: Floats


@dataclass(frozen=True)
class Paired:
    """A number and how far each session moves it, so that differences lose what is in common."""

    value: float
    influence: Floats  #: float64[sessions], zero on average

    @classmethod
    def mean(cls, above: Floats, below: Floats) -> Paired:
        """Return the mean of what sessions have above over what they have below: float64[sessions]
        each. Its influence is that of a ratio (Cochran, Sampling Techniques, 1977, section 6.3)."""
        hands = float(below.sum()) or np.nan
        value = float(above.sum()) / hands
        return cls(value, (above - value * below) / hands)

    @classmethod
    def edge(cls, differences: Floats) -> Paired:
        """Return the edge of one seat over another: the mean of their differences in a session
        (float64[pairs, sessions]), in standard deviations. A session that carries mean and
        deviation alike hardly moves their ratio, so the error is never below that of the mean over
        a known deviation. There is none of few sessions, or where no luck shows."""
        (pairs, sessions), mean, spread = differences.shape, differences.mean(), differences.std()
        if not spread:
            return cls(math.copysign(math.inf, mean) if mean else 0.0,
                       np.full(sessions, np.nan if mean else 0.0))
        # A jackknife that leaves out one session at a time.
        first, second = (((differences - mean) ** power).sum(axis=0) for power in (1, 2))
        many = pairs * (sessions - 1)
        with np.errstate(divide="ignore", invalid="ignore"):
            spreads = np.sqrt((second.sum() - second) / many - (first / many) ** 2)
            of_both = mean / spread - (mean - first / many) / spreads
        of_mean = first / pairs / sessions / spread
        wider = max(of_mean, (of_both - of_both.mean()) * (sessions - 1) / sessions,
                    key=lambda one: float((one**2).sum()))
        return cls(float(mean / spread), wider if sessions >= FEW else np.full(sessions, np.nan))

    @property
    def sessions(self) -> int:
        """The independent units of its error."""
        return len(self.influence)

    @property
    def estimate(self) -> Estimate:
        """The number, with its interval where it has one."""
        n = self.sessions
        error = float(np.sqrt((self.influence**2).sum() * n / (n - 1))) if n > 1 else math.nan
        return Estimate(self.value) if math.isnan(error) else around(self.value, error, n)

    def __add__(self, other: Paired) -> Paired:
        return Paired(self.value + other.value, self.influence + other.influence)

    def __sub__(self, other: Paired) -> Paired:
        return Paired(self.value - other.value, self.influence - other.influence)

    def __mul__(self, factor: float) -> Paired:
        return Paired(self.value * factor, self.influence * factor)


def total(numbers: Iterable[Paired]) -> Paired:
    """Return the sum of numbers of the same sessions, one at least."""
    return reduce(Paired.__add__, numbers)


@dataclass(frozen=True)
class Scores:
    """The results of a contest, session by session."""

    above: Floats  #: float64[sessions]: the weighted chips, points or games of all tables
    below: Floats  #: float64[sessions]: their hands, or games

    @property
    def paired(self) -> Paired:
        """The difference a hand or a game, paired over the tables."""
        return Paired.mean(self.above, self.below)

    @property
    def value(self) -> Estimate:
        """The same with its interval."""
        return self.paired.estimate

    @property
    def sessions(self) -> int:
        """Sessions of each table."""
        return len(self.above)


def rotated(run: Run) -> list[Run]:
    """Return a table with its line-up in all rotations, each a seat further round."""
    found: dict[tuple[str, ...], Run] = {}
    for shift in range(len(run.players)):
        table = replace(run, players=(*run.players[shift:], *run.players[:shift]))
        found.setdefault(tuple(table.labels), table)
    return list(found.values())


def sides(tables: Sequence[Run], label: str) -> Floats:
    """Return 1 / (its seats) at the seats of a strategy, else 0: float64[tables, seats]."""
    own = np.array([[one == label for one in table.labels] for table in tables])
    return own / np.maximum(own.sum(axis=1, keepdims=True), 1)


def pair(base: Run, one: Player, other: Player) -> Contest:
    """Return the contest of two strategies that sit in turn round the table, in all rotations;
    where the seats are odd, each has the odd seat at half of the tables."""
    seats = len(base.players)
    in_turn = (one, other) * seats
    tables = rotated(replace(base, players=in_turn[:seats]))
    if seats % 2:
        tables += rotated(replace(base, players=in_turn[1:seats + 1]))
    return Contest(tuple(tables), sides(tables, one.label) - sides(tables, other.label))


def above_mean(tables: Sequence[Run], label: str) -> Floats:
    """Return the weights of a strategy's seats against the mean of their table. Of games won, or
    points made, there is nothing to share, and the seats stand for themselves."""
    weights = sides(tables, label)
    if find_game(tables[0].game).plays_to_the_end(tables[0].rules):
        return weights
    return weights - 1 / len(tables[0].players)


def seat_of(base: Run, label: str) -> Contest:
    """Return the contest of a strategy's seats against the mean of its table, in all rotations."""
    tables = tuple(rotated(base))
    return Contest(tables, above_mean(tables, label))


def counts_games(run: Run) -> bool:
    """Return whether games won are compared: a session is one game."""
    game = find_game(run.game)
    return game.plays_to_the_end(run.rules) and "games_won" in game.books.forms


#: Returns arrays from the rows of some sessions, each with one row per session.
Read = Callable[[Rows], tuple[Any, ...]]


def made_by(run: Run, wins: bool) -> Read:
    """Return what reads the fields of sessions, and what every seat makes: int64[sessions, seats].
    ``wins``: whether games won count, not chips or points."""
    books = find_game(run.game).books
    form = [books.seat.index(field) for field in books.forms["games_won" if wins else books.value]]
    return lambda rows: (rows.session, rows.seat[:, :, form].sum(axis=2))


def in_chunks(
    tables: Sequence[tuple[Run, Read]], sessions: range, jobs: int | None = None,
    progress: Progress = silent,
) -> list[tuple[Any, ...]]:
    """Play sessions of several tables of a game on some workers; return what was read of each."""
    at = hands_of(tables[0][0])

    def part(run: Run, read: Read, first: int, many: int) -> tuple[tuple[Any, ...], int]:
        rows = play_sessions(run, first, many, run.hands)
        return read(rows), int(rows.session[:, at].sum())

    for run, read in tables:  # compile before the threads start, and find what does not compile
        part(replace(run, sessions=1, hands=1), read, 0, 1)
    size = chunk_size(tables[0][0])
    starts = sessions[::size]
    tasks = [(*table, start, min(size, sessions.stop - start))
             for table in tables for start in starts]
    parts, hands = [], 0
    for found, played in in_order(part, tasks, jobs):
        parts.append(found)
        hands += played
        progress(len(parts) / len(tasks), hands)
    each = iter(parts)  # the parts of a table follow one another
    return [tuple(map(np.concatenate, zip(*islice(each, len(starts)), strict=True)))
            for _ in tables]


def hands_of(run: Run) -> int:
    """Return where the rows of sessions have their hands."""
    return find_game(run.game).books.session.index("hands")


def hold(
    contests: Sequence[Contest], first: int, sessions: int, jobs: int | None = None,
    progress: Progress = silent,
) -> list[Scores]:
    """Hold contests on the sessions from ``first`` on; where these are games, those won count."""
    def weighed(run: Run, weights: Floats) -> Read:
        wins, at = counts_games(run), hands_of(run)
        made = made_by(run, wins)

        def read(rows: Rows) -> tuple[Floats, Floats]:
            session, own = made(rows)
            # Added seat by seat, because a product of matrices may round differently on other
            # machines.
            above = np.sum([w * own[:, seat] for seat, w in enumerate(weights)], axis=0)
            return above, np.ones(len(own)) if wins else session[:, at].astype(np.float64)

        return read

    played = iter(in_chunks(
        [(run, weighed(run, weights)) for contest in contests
         for run, weights in zip(contest.tables, contest.weights, strict=True)],
        range(first, first + sessions), jobs, progress))
    return [Scores(*(np.sum(each, axis=0) for each in zip(
        *islice(played, len(contest.tables)), strict=True))) for contest in contests]


@dataclass(frozen=True)
class Stopping:
    """The rule by which contests are over. We look only between batches of fixed sizes, so the
    number of sessions does not depend on the workers."""

    batch: int  #: sessions of the first batches; each later one is about an eighth of what was held
    most: int  #: the most sessions
    #: ``more(scores)`` returns how many times the sessions held so far are needed in all: 1 or less
    #: when the answer is known.
    more: Callable[[list[Scores]], float]

    def next_batch(self, held: int) -> int:
        """Return the size of the next batch after this many sessions."""
        grown = max(1, held // (FEWEST_BATCHES * self.batch)) * self.batch
        return min(grown, self.most - held)

    def needed(self, scores: list[Scores], held: int) -> float:
        """Return the sessions needed in all: those held when contests are over. The first look
        comes late enough to trust the error of a mean of skewed differences."""
        least = FEWEST_BATCHES * self.batch
        if held < least:
            return float(min(least, self.most))
        soon = max(first_look(one.paired.influence) for one in scores)
        return min(float(self.most), max(soon, held * self.more(scores)))


def hold_until(
    contests: Sequence[Contest], stopping: Stopping, jobs: int | None = None,
    progress: Progress = silent,
) -> list[Scores]:
    """Hold contests in batches of sessions until the answer is known."""
    scores: list[Scores] = []
    held, hands, share = 0, 0, 0.0
    while held < (needed := stopping.needed(scores, held)):
        size = stopping.next_batch(held)

        def pass_on(
            done: float, played: int, first: int = held, many: int = size,
            total: float = max(needed, held + size), before: int = hands,
        ) -> None:
            nonlocal hands, share
            hands, share = before + played, max(share, min(1.0, (first + done * many) / total))
            progress(share, hands)

        later = hold(contests, held, size, jobs, pass_on)
        scores = [Scores(np.append(a.above, b.above), np.append(a.below, b.below))
                  for a, b in zip(scores, later, strict=True)] if scores else later
        held += size
    return scores
