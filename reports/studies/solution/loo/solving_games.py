"""Solving a game for points: what is checked first, and what is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from reports.page.document import Column, Picture, Row, Section, Table
from reports.results.shared_sentences import share
from reports.stats.estimates import Estimate, around
from reports.studies.miss import words as say
from reports.studies.solution.locked import Counted, declaring_as, play_around, said, with_play
from reports.studies.solution.loo.exploiting_games import games_won, responding
from reports.studies.solution.loo.locked_games import study_locked_race
from reports.studies.solution.loo.race_chances import (
    NEEDED,
    RARE,
    chances,
    declared,
    draw_chances,
    span,
)
from reports.studies.solution.solved_table import Solution, Solving
from reports.studies.study import Study
from simulate.errors import BoneyardError
from simulate.games.loo.rules import GAME_POINTS
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY
from simulate.games.loo.words import words_of
from simulate.runs.player import Player
from simulate.runs.run import Run
from simulate.theory.loo.race import DEALS, ROUNDS, Race, RaceHands, check, solution_of
from simulate.theory.loo.solutions import RaceSolution, ending_deals
from simulate.theory.table import solve
from strategies.lineup import seat_players
from strategies.loo.racer import Racer

if TYPE_CHECKING:
    from matplotlib.figure import Figure

QUESTION = "What should a seat declare to win the game?"
#: Games that show what playing for points a hand loses, in each seat.
_GAMES = 200_000
_SHARE_OF_SOLVING = 0.9


class SolvingGames(Solving):
    """A game for points whose declarations are to be solved at every score."""

    usual_deals, usual_rounds = DEALS, ROUNDS

    def check(self) -> None:
        """Raise ``BoneyardError`` if the table cannot be solved."""
        check(self.run, self.locks)
        if self.pool is not None:
            raise BoneyardError(f"pool {self.pool}: there is none where points are played for")
        if self.locks:
            self._declaring(Racer())

    def solve(self, progress: Callable[[float, str], None] | None) -> Solution:
        """Solve the game, around its locked seats if it has any, and play whole games by it."""
        run, most = self.run, min(_GAMES, self.deals)
        tell = progress and (lambda done, words: progress(_SHARE_OF_SOLVING * done, words))
        race = solve(Race(run, self.locks, self.deals, self.jobs, tell), self.rounds, self.kept)
        solution, tiles = solution_of(race), f"play their tiles as {run.labels[0]} does"
        if not self.locks:
            study = study_race_solution(race.parts[0], solution, most, self.jobs)
            return Solution(study, solution, f", who {tiles}")
        played = play_around(
            run, self.locks, self._declaring(Racer.holding(solution)), self._declaring(Racer()),
            Counted.games(most), self.jobs)
        return Solution(with_play(study_locked_race(race), played), solution,
                        f"; {said(self.locks)}; the others {tiles}")

    def _declaring(self, racer: Racer) -> Player:
        """Return who declares by a race, and plays the tiles as the line-up does."""
        player = declaring_as(self.run.players[0], "declare", racer.player())
        return replace(player, label=racer.name)


def study_race_solution(
    solver: RaceHands, solution: RaceSolution, games: int, jobs: int = 1
) -> Study:
    """Return what a solved race says.

    ``games``: to be played in each seat, so as to see what playing for points a hand loses.
    """
    run, players = solver.table.run, len(solver.table.run.players)
    maps = tuple(_picture(solver, p) for p in range(players))
    sections = (
        Section("solution_race", "The chance to win from every score", (), maps,
                (_chances_table(solver),)),
        Section("solution_race_scores", "What every seat declares, by the score", (), (),
                (_scores_table(solver),)),
    )
    loses = _against_points(run, solution, games, jobs)
    return Study(QUESTION, (*_answer(solver), *loses), sections)


def _picture(solver: RaceHands, p: int) -> Picture:
    players = len(solver.table.run.players)
    return Picture(
        f"solution_race_{p}", lambda: _draw(solver, p),
        f"The chance of the {say.place(p, players)} to win the game where everybody plays to win "
        "it, in per cent, by the points that it needs (down) and that "
        f"{'the rival needs' if players == 2 else 'each rival needs'} (across).", wide=True)


def _with_error(solver: RaceHands, chance: float) -> Estimate:
    """Return a chance with the largest interval that it can have."""
    deals = ending_deals(len(solver.table.rolled.outcomes))
    return around(chance, solver.wins.largest_error(chance, deals), deals)


def _at_needs(solver: RaceHands, p: int, own: int, rivals: int) -> Estimate:
    """Return a position's chance: it needs so many points, and each rival so many."""
    score = [GAME_POINTS - rivals] * len(solver.table.run.players)
    score[p] = GAME_POINTS - own
    return _with_error(solver, float(solver.wins.at(score)[p]))


def _answer(solver: RaceHands) -> tuple[str, ...]:
    players = len(solver.table.run.players)
    start = solver.wins.at([0] * players)
    seats = ", ".join(f"{say.place(p, players)} {share(_with_error(solver, float(start[p])))}"
                      for p in range(players))
    visits = solver.wins.visits.sum()
    return (
        f"Among players who play for the game the seats win from the start: {seats}; a game takes "
        f"{visits:.1f} hands.",
        _misses_say(solver),
    )


def _misses_say(solver: RaceHands) -> str:
    """Say how much the score changes what the seats declare."""
    often = solver.wins.class_visits()
    common = np.flatnonzero(often > RARE)
    declares = solver.declares[common]
    asked = declares[..., PLAY:].sum(axis=-1).clip(min=1e-9)
    missed = declares[..., MISS] / asked
    c, p = np.unravel_index(int(missed.argmax()), missed.shape)
    d, q = np.unravel_index(int(missed.argmin()), missed.shape)
    players = len(solver.table.run.players)

    def where(number: int, position: int) -> str:
        needs = solver.table.classes.needs()[int(common[number])]
        return (f"the {say.place(int(position), players)} where the seats need "
                f"{', '.join(span(solver.table.classes.cuts, cut) for cut in needs)}")

    taken = words_of(solver.table.run.rules).taken
    return (f"{taken.capitalize()} is taken most by {where(int(c), int(p))} "
            f"({missed[c, p]:.0%}), and least by {where(int(d), int(q))} ({missed[d, q]:.0%}).")


def _against_points(run: Run, solution: RaceSolution, games: int, jobs: int) -> tuple[str, ...]:
    """Say what a seat wins that plays for the game among others who count points a hand."""
    points = seat_players(run.game, "solved", len(run.players))
    table = replace(run, players=points, seed=run.seed + 1)
    racer = responding(points[0], solution)
    won = games_won(table, racer, games, jobs)
    even = 1 / len(run.players)
    return (
        f"Seated among players who declare as well as can be for points a hand (solved), a seat "
        f"that plays for the game wins {share(won)} of the games, where luck gives {even:.1%}.",
    )


def _chances_table(solver: RaceHands) -> Table:
    players = len(solver.table.run.players)
    return chances("The chance to win", [Column("place", "you are", "text")], "you", (
        {"place": say.place(p, players), "own": own, "rivals": rivals,
         "wins": _at_needs(solver, p, own, rivals)}
        for p in range(players) for own in NEEDED for rivals in NEEDED),
        "Worked out from the solution for every score there is. Under each number stands the "
        "largest 95% interval that it can have for the deals on which it was counted how hands "
        "end.")


def _scores_table(solver: RaceHands) -> Table:
    players = len(solver.table.run.players)
    often, needs = solver.wins.class_visits(), solver.table.classes.needs()
    rows: list[Row] = []
    for c in sorted(np.flatnonzero(often > RARE).tolist(), key=lambda c: -often[c]):
        for p in range(players):
            told = solver.declares[c, p]
            rows.append({
                "needs": " ".join(span(solver.table.classes.cuts, cut) for cut in needs[c]),
                "place": say.place(p, players), "visits": often[c], "plays": told[PLAY],
                "misses": told[MISS], "drops": told[DROP], "for_pool": told[FOR_POOL],
            })
    return declared(solver.table.run, [Column("place", "place", "text")], rows, "",
                    ("needs", "place"))


def _draw(solver: RaceHands, p: int) -> Figure:
    run, players = solver.table.run, len(solver.table.run.players)
    grid = [[_at_needs(solver, p, own, rivals) for rivals in NEEDED] for own in NEEDED]
    return draw_chances(grid, f"the {say.place(p, players)}", run, "solved")
