"""The chance to win from every score, and how often games were won from there in play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

import numpy as np

from reports.games.loo import words as say
from reports.page.document import Column, Section, Table
from reports.results.shared_sentences import share
from reports.stats.estimates import Estimate, around
from reports.studies.miss.needs import Needs, check_score
from reports.studies.solution.loo import race
from reports.studies.solution.loo.race import Map, games_won
from reports.studies.study import Study
from simulate.books.tally import Floats, Ints, standard_error
from simulate.branch.races import PARTS, Race
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.loo.rules import GAME_POINTS
from simulate.machine.table import BASE
from simulate.runs.chunk import record_sessions
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run
from simulate.theory.chain import ScoreChain
from simulate.theory.loo.solutions import ending_deals
from strategies.lineup import seat_players
from strategies.loo.racer import Racer, largest_error, race_of_table, shipped_race, win_chances

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
    """Games played to their end."""

    #: int64[hands]: of every hand: the number of its game, and who dealt it.
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


def solved_play(run: Run) -> ScoreChain | None:
    """Return the chances that the library's solved race gives, where all seats play by it."""
    return win_chances(run.game, len(run.players)) if race_of_table(run) else None


@dataclass(frozen=True)
class Chances:
    """Chances to win where all seats play alike."""

    run: Run  #: the chances are made from the first half of its games, and the others check them
    learned: Games
    checking: Games
    #: Those of solved play: worked out for every score, they need no games.
    solved: ScoreChain | None = None

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
        return np.array([self.solved.of_seats(dealer, score)[seat] for score in scores])

    def in_play(self, tenth: int) -> tuple[int, float, Estimate] | None:
        """Return the hands whose chance was in a tenth, their mean chance, and how many were won.
        The interval takes games as the independent units, since the hands of a game are not."""
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


def chances_of(run: Run, progress: Progress = silent) -> Chances:
    """Play the games of a run, and return the chances to win from every score."""
    check_race(run)
    half = run.sessions // 2
    last = run.sessions if len(run.players) == 2 else min(run.sessions, half + _CHECKING)
    return Chances(run, play_games(run, range(half), progress),
                   play_games(run, range(half, last), progress), solved_play(run))


QUESTION = "What are the score and the deal worth in a game for points?"
#: Games that one who plays otherwise sits down for, in every seat.
_GAMES = 40_000


def check(run: Run, score: str | None = None) -> None:
    """Raise ``BoneyardError`` if the game is no race to a score, or there is no such score."""
    check_race(run)
    if score is not None:
        check_score(run, score)


def study_race(
    run: Run, progress: Progress = silent, jobs: int | None = None,
    score: str | Sequence[int] | None = None,
) -> Study:
    """Answer what chance to win each score gives, with the deal and without, where all seats play
    one strategy. ``score``: points by position: the maps vary what a seat and its leading rival
    need, and the others have theirs. All rivals need the same when not given."""
    needs = Needs(len(run.players), () if score is None else check_score(run, score))
    found = chances_of(run, progress)
    maps = tuple(
        [[found.at(position, needs.score(position, own, rivals)) for rivals in race.NEEDED]
         for own in race.NEEDED]
        for position in range(len(run.players)))
    # One who plays for the game sits down among the seats, or for points a hand.
    name = "solved" if run.labels[0] == Racer.name else Racer.name
    (other,) = seat_players(run.game, name, 1, run.rules, len(run.players))
    won = games_won(replace(run, seed=run.seed + 1), other, min(run.sessions, _GAMES), jobs)
    players, given = len(maps), needs.given or needs.score(0, GAME_POINTS, GAME_POINTS)
    where = (say.at_score(run, needs.given).capitalize() if needs.given
             else "At the start of a game")
    chances = [f"{say.place(p, players)} wins {share(found.at(p, given))}" for p in range(players)]
    answer = (f"{where} the {'. The '.join(chances)}.", _checked(found),
              f"Among seats of {run.labels[0]}, {other.label} wins {share(won)} of the games, "
              f"where luck gives {1 / players:.1%}.")
    section = _section(found, needs, maps, other.label, won)
    return Study(QUESTION, answer, (section,), {"chances": found, "maps": maps, "other": won})


def _checked(found: Chances) -> str:
    """Return how games that the chances were not made from agree with them."""
    tenths = [each for tenth in range(TENTHS) if (each := found.in_play(tenth))]
    inside = sum(won.low <= chance <= won.high for _, chance, won in tenths)
    games = len(set(found.checking.game.tolist()))
    return (f"In {games:,} other games seats won as often as they should in {inside} of "
            f"{len(tenths)} groups of chances.")


def _section(
    found: Chances, needs: Needs, maps: Sequence[Map], other: str, won: Estimate
) -> Section:
    run, players = found.run, len(maps)
    pictures = [race.map_of_needs(
        f"race_{p}", run, one, f"the {say.place(p, players)}", needs.rivals_in_words(p),
        run.labels[0], others=needs.others_in_words(p)) for p, one in enumerate(maps)]
    made_of = race.FROM_SOLUTION if found.solved is not None else (
        "Games are made of hands drawn anew from games that were played. Strategies that play "
        "to the score are taken to play as they do on average.")
    chances = race.table_of_needs("race", needs.columns(), (
        {"place": say.place(p, players), "own": own, "rivals": rivals, "wins": wins}
        for p, one in enumerate(maps) for own, row in zip(race.NEEDED, one, strict=True)
        for rivals, wins in zip(race.NEEDED, row, strict=True)), made_of)
    points = Table.of(
        "race_points", "Playing for the game, or for points a hand",
        (Column("strategy", "one seat of", "text", "text", "who sits down"),
         Column("among", "among seats of", "text", "text", "who sits in all other seats"),
         Column("won", "wins of the games", "share", "share of games", "that it wins"),
         Column("even", "an equal share", "share", "share of games", "that luck gives")),
        [{"strategy": other, "among": run.labels[0], "won": won, "even": 1 / players}],
        "It sits in every seat in turn, on the same deals.", index=0)
    return Section("race", QUESTION, (), tuple(pictures), (chances, _check_table(found), points))


def _check_table(found: Chances) -> Table:
    in_play = {tenth: each for tenth in range(TENTHS) if (each := found.in_play(tenth))}
    return Table.of(
        "race_check", "The same in games played to their end",
        (Column("chance", "chance", "text", "text", "what the chance was before a hand"),
         Column("hands", "hands", "count", "hands",
                "dealt at such a chance, once for every seat"),
         Column("said", "mean chance", "share", "share of games", "the chance, on average"),
         Column("won", "won in play", "share", "share of games", "that were won in play")),
        ({"chance": f"{tenth * 10} to {tenth * 10 + 10}%", "hands": hands, "said": chance,
          "won": won} for tenth, (hands, chance, won) in in_play.items()),
        "The chances are not made of these games. Every hand counts once a seat; intervals go by "
        "games.", index=0)
