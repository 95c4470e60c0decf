"""The chance to win from every score, and how often games were won from there in play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

import numpy as np

from reports.stats.estimates import Estimate, around
from simulate.books.jackknife import standard_error
from simulate.books.tally import Floats, Ints
from simulate.branch.races import PARTS, Race
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.loo.settling import GAME_POINTS
from simulate.machine.table import BASE
from simulate.runs.chunk import record_sessions
from simulate.runs.progress import Progress
from simulate.runs.run import Run
from simulate.theory.loo.solutions import ending_deals
from simulate.theory.loo.win_chances import WinChances
from strategies.loo.race_chances import largest_error, race_of_table, win_chances
from strategies.loo.racer import shipped_race

#: The chances that are checked together.
TENTHS = 10
#: The fewest games: each part of a race needs hands dealt by every seat.
_LEAST = 200
#: The most games that check the chances of three and more players: nearly each of their hands has a
#: score of its own, and from each score all games of the race are played.
_CHECKING = 1_000


def check_race(run: Run) -> None:
    """Raise ``BoneyardError`` if the game is no race to a score, or the seats are not alike."""
    if find_game(run.game).unit(run.rules) == "chips":
        raise BoneyardError("study race is for games that points win: Rounce, or Loo with "
                            "--rule scoring=points")
    if len(set(run.labels)) > 1:
        raise BoneyardError(
            f"study race needs one strategy in all seats, not {', '.join(run.labels)}")
    if run.sessions < _LEAST:
        raise BoneyardError(f"study race needs {_LEAST} games or more, not {run.sessions}")


@dataclass(frozen=True)
class Games:
    """Games played to their end.

    ``game``, ``dealer`` (int64[hands]): of every hand: the number of its game, and who dealt it.
    ``before``, ``gained`` (int64[hands, seats]): the points of all seats before it, counted up from
    0, and what it brought them. ``winner`` (int64[hands]): the winner of its game; -1 for nobody.
    """

    game: Ints
    dealer: Ints
    before: Ints
    gained: Ints
    winner: Ints


def play_games(run: Run, sessions: range, progress: Progress | None = None) -> Games:
    """Play some sessions of a run."""
    rows, row, own = list[list[int]](), find_game(run.game).row, len(run.players)
    played = record_sessions(run, sessions)
    for session, hands in groupby(played, lambda hand: int(hand[BASE.session])):
        made = [(int(hand[row.dealer]), hand[row.value : row.value + own].copy())
                for hand in hands]
        ends = np.cumsum([gained for _, gained in made], axis=0)
        leaders = np.flatnonzero(ends[-1] == ends[-1].max())
        ended = ends[-1].max() >= GAME_POINTS and len(leaders) == 1
        winner = int(leaders[0]) if ended else -1
        rows += [[session, dealer, *(end - gained), *gained, winner]
                 for (dealer, gained), end in zip(made, ends, strict=True)]
        if progress:
            progress((session + 1) / run.sessions, 0)
    table = np.array(rows, np.int64)
    return Games(table[:, 0], table[:, 1], table[:, 2 : 2 + own], table[:, 2 + own : 2 + 2 * own],
                 table[:, -1])


def solved_chance(run: Run, score: Sequence[int], position: int) -> Estimate:
    """Return a position's chance where all seats play by the library's solved race."""
    chance = float(win_chances(run.game, len(run.players)).at(list(score))[position])
    deals = ending_deals(shipped_race(run.game, len(run.players)).about["deals"])
    return around(chance, largest_error(run, chance), deals)


def solved_play(run: Run) -> WinChances | None:
    """Return the chances that the library's solved race gives, where all seats play by it."""
    return win_chances(run.game, len(run.players)) if race_of_table(run) else None


@dataclass(frozen=True)
class Chances:
    """Chances to win where all seats play alike.

    ``run``: the chances are made from the first half of its games, and the others check them.
    ``solved``: those of solved play: worked out for every score, they need no games.
    """

    run: Run
    learned: Games
    checking: Games
    solved: WinChances | None = None

    @cached_property
    def race(self) -> Race:
        """The race that the hands of the first half are drawn for."""
        seats = range(len(self.run.players))
        return Race([self.learned.gained[self.learned.dealer == seat] for seat in seats],
                    GAME_POINTS)

    def at(self, position: int, score: Sequence[int]) -> Estimate:
        """Return a position's chance at a score: points won so far, by position."""
        if self.solved is not None:
            return solved_chance(self.run, score, position)
        # With the last seat as the dealer, positions are seats.
        found = self.race.replicas(np.array([score]), len(score) - 1, position)[:, 0]
        return around(float(found[0]), float(standard_error(found)), PARTS)

    @cached_property
    def checked(self) -> tuple[Floats, Floats]:
        """The chance of every seat before every hand that checks, and 1 where it won."""
        games, seats = self.checking, len(self.run.players)
        said = np.zeros((len(games.game), seats))
        for dealer in range(seats):
            dealt = games.dealer == dealer
            scores, where = np.unique(games.before[dealt], axis=0, return_inverse=True)
            for seat in range(seats):
                said[dealt, seat] = self._said(scores, dealer, seat)[where.ravel()]
        won = (games.winner[:, None] == np.arange(seats)).astype(float)
        return said, won

    def _said(self, scores: Ints, dealer: int, seat: int) -> Floats:
        """Return the chance of a seat at some scores of the seats: float64[scores]."""
        if self.solved is None:
            return self.race.replicas(scores, dealer, seat)[0]
        seats = len(self.run.players)
        order = [(dealer + 1 + position) % seats for position in range(seats)]
        found: Floats = np.array([self.solved.at(score[order].tolist()) for score in scores])
        return found[:, order.index(seat)]

    def in_play(self, tenth: int) -> tuple[int, float, Estimate] | None:
        """Return the hands whose chance was in a tenth, their mean chance, and how many were won.

        The interval takes games as the independent units, since the hands of a game are not.
        """
        said, won = self.checked
        among = np.minimum((said * TENTHS).astype(int), TENTHS - 1) == tenth
        hands = int(among.sum())
        if not hands:
            return None
        numbers = self.checking.game - self.checking.game.min()
        often, wins = (np.bincount(numbers, (part * among).sum(axis=1)) for part in (1.0, won))
        mean = float(wins.sum() / hands)
        error = float(np.sqrt(((wins - mean * often) ** 2).sum()) / hands)
        return hands, float(said[among].mean()), around(mean, error, int((often > 0).sum()))


def chances_of(run: Run, progress: Progress | None = None) -> Chances:
    """Play the games of a run, and return the chances to win from every score.

    Raises ``BoneyardError`` if no score is raced for, or the seats are not alike.
    """
    check_race(run)
    half = run.sessions // 2
    last = run.sessions if len(run.players) == 2 else min(run.sessions, half + _CHECKING)
    return Chances(run, play_games(run, range(half), progress),
                   play_games(run, range(half, last), progress), solved_play(run))
