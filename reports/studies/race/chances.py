"""The chance to win a game from every score, and games that test it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

import numpy as np

from reports.stats.estimates import Estimate, Sums, around, share
from simulate.books.tally import Floats, Ints, standard_error
from simulate.branch.races import PARTS, Race
from simulate.games.game import find_game
from simulate.games.loo.rules import GAME_POINTS
from simulate.machine.table import BASE
from simulate.runs.chunk import record_sessions
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run
from simulate.theory.chain import ScoreChain
from simulate.theory.loo.solutions import ending_deals
from strategies.loo.racer import largest_error, race_of_table, shipped_race, win_chances

#: The groups of chances that are tested.
TENTHS = 10
#: The most games that test the chances of three and more players: nearly each of their hands has a
#: score of its own, and from each score all games of the race are played.
_TESTING = 1_000


@dataclass(frozen=True)
class Games:
    """Games played to their end."""

    #: int64[hands]: of every hand: the number of its game, and its dealer.
    game: Ints
    dealer: Ints
    #: int64[hands, seats]: the points of all seats before it, counted up from 0, and what it
    #: brought them.
    before: Ints
    gained: Ints
    winner: Ints  #: int64[hands]: the winner of its game; -1 for nobody


def play_games(run: Run, sessions: range, progress: Progress = silent) -> Games:
    """Play some sessions of a run."""
    rows, row, own = list[list[int]](), find_game(run.game).row, len(run.players)
    played = record_sessions(run, sessions)
    for session, hands in groupby(played, lambda hand: int(hand[BASE.session])):
        made = [(int(hand[row.dealer]), hand[row.value : row.value + own].copy()) for hand in hands]
        ends = np.cumsum([gained for _, gained in made], axis=0)
        leaders = np.flatnonzero(ends[-1] == ends[-1].max())
        ended = ends[-1].max() >= GAME_POINTS and len(leaders) == 1
        winner = int(leaders[0]) if ended else -1
        rows += [[session, dealer, *(end - gained), *gained, winner]
                 for (dealer, gained), end in zip(made, ends, strict=True)]
        progress((session + 1) / run.sessions, 0)
    table = np.array(rows, np.int64)
    return Games(table[:, 0], table[:, 1], table[:, 2 : 2 + own], table[:, 2 + own : 2 + 2 * own],
                 table[:, -1])


def solved_chance(run: Run, score: Sequence[int], position: int) -> Estimate:
    """Return a position's chance where all seats play by the library's solved race."""
    chance = float(win_chances(run.game, len(run.players)).at(list(score))[position])
    deals = ending_deals(shipped_race(run.game, len(run.players)).about["deals"])
    return around(chance, largest_error(run, chance), deals)


@dataclass(frozen=True)
class Chances:
    """Chances to win where all seats play alike."""

    run: Run
    train: Games  #: the chances are made from their hands
    test: Games
    #: Those of solved play: worked out for every score, they need no games.
    solved: ScoreChain | None = None

    @classmethod
    def of(cls, run: Run, progress: Progress = silent) -> Chances:
        """Play the games of a run: the first half trains, and others test."""
        half, seats = run.sessions // 2, len(run.players)
        last = run.sessions if seats == 2 else min(run.sessions, half + _TESTING)
        return cls(run, play_games(run, range(half), progress),
                   play_games(run, range(half, last), progress),
                   win_chances(run.game, seats) if race_of_table(run) else None)

    @cached_property
    def race(self) -> Race:
        """The race whose hands are drawn from those of the games that train."""
        seats = range(len(self.run.players))
        return Race([self.train.gained[self.train.dealer == seat] for seat in seats], GAME_POINTS)

    def at(self, position: int, score: Sequence[int]) -> Estimate:
        """Return a position's chance at a score: points won so far, by position."""
        if self.solved is not None:
            return solved_chance(self.run, score, position)
        # With the last seat as the dealer, positions are seats.
        found = self.race.replicas(np.array([score]), len(score) - 1, position)[:, 0]
        return around(float(found[0]), float(standard_error(found)), PARTS)

    @cached_property
    def tested(self) -> tuple[Floats, Floats]:
        """The chance of every seat before every hand of the test, and 1 where it won."""
        games, seats = self.test, len(self.run.players)
        chances = np.zeros((len(games.game), seats))
        for dealer in range(seats):
            dealt = games.dealer == dealer
            scores, where = np.unique(games.before[dealt], axis=0, return_inverse=True)
            for seat in range(seats):
                chances[dealt, seat] = self._of_seat(scores, dealer, seat)[where.ravel()]
        return chances, (games.winner[:, None] == np.arange(seats)).astype(float)

    def _of_seat(self, scores: Ints, dealer: int, seat: int) -> Floats:
        """Return the chance of a seat at some scores of the seats: float64[scores]."""
        if self.solved is None:
            return self.race.replicas(scores, dealer, seat)[0]
        return np.array([self.solved.of_seats(dealer, score)[seat] for score in scores])

    def in_play(self, tenth: int) -> tuple[int, float, Estimate] | None:
        """Return the hands whose chance was in a tenth, their mean chance, and how many were won.
        The interval takes games as the independent units, since the hands of a game are not."""
        chances, won = self.tested
        among = np.minimum((chances * TENTHS).astype(int), TENTHS - 1) == tenth
        hands = int(among.sum())
        if not hands:
            return None
        numbers = self.test.game - self.test.game.min()
        often, wins = (np.bincount(numbers, (part * among).sum(axis=1)) for part in (1.0, won))
        sums = Sums(float(wins.sum()), hands, float((wins**2).sum()), float((wins * often).sum()),
                    float((often**2).sum()), int((often > 0).sum()))
        return hands, float(chances[among].mean()), share(sums)
