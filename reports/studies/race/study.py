"""``study race``: what are the score and the deal worth in a game for points?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reports.games.loo import words
from reports.headlines import share
from reports.page.document import Column, Section, Table
from reports.stats.estimates import Estimate
from reports.studies.miss.needs import Needs, check_score
from reports.studies.race.chances import Chances
from reports.studies.solution.loo import race
from reports.studies.solution.loo.race import Map, games_won
from reports.studies.study import Study
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.loo.rules import GAME_POINTS
from simulate.runs.run import Progress, Run, silent
from strategies.lineup import seat_players
from strategies.loo.solved import Racer

QUESTION = "What are the score and the deal worth in a game for points?"
#: Games that a strategy of another kind sits down for, in every seat.
_GAMES = 40_000


def check(run: Run, score: str | None = None) -> None:
    """Raise ``BoneyardError`` if the game is no race to a score, the seats are not alike, or there
    is no such score."""
    if find_game(run.game).unit(run.rules) == "chips":
        raise BoneyardError("study race is for games that points win: Rounce, or Loo with "
                            "--rule scoring=points")
    if len(set(run.labels)) > 1:
        raise BoneyardError(
            f"study race needs one strategy in all seats, not {', '.join(run.labels)}")
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
    found, places = Chances.of(run, progress), range(len(run.players))
    maps = tuple(
        [[found.at(position, needs.score(position, own, rivals)) for rivals in race.NEEDED]
         for own in race.NEEDED] for position in places)
    # A player for the game sits down among those for points a hand, or the other way round.
    name = "solved" if run.labels[0] == Racer.name else Racer.name
    (other,) = seat_players(run.game, name, 1, run.rules, len(places))
    won = games_won(replace(run, seed=run.seed + 1), other, min(run.sessions, _GAMES), jobs)
    given = needs.given or needs.score(0, GAME_POINTS, GAME_POINTS)
    where = (words.at_score(run, given).capitalize() if needs.given
             else "At the start of a game")
    chances = [f"{words.place(p, len(places))} wins {share(found.at(p, given))}" for p in places]
    answer = (f"{where} the {'. The '.join(chances)}.",
              f"Among seats of {run.labels[0]}, {other.label} wins {share(won)} of the games, "
              f"where luck gives {1 / len(places):.1%}.")
    section = _section(found, needs, maps, other.label, won)
    return Study(QUESTION, answer, (section,), {"chances": found, "maps": maps, "other": won})


def _section(
    found: Chances, needs: Needs, maps: Sequence[Map], other: str, won: Estimate
) -> Section:
    run, players = found.run, len(maps)
    places = [words.place(p, players) for p in range(players)]
    pictures = tuple(race.map_of_needs(
        f"race_{p}", run, one, f"the {places[p]}",
        f"{needs.rivals_in_words(p)}{needs.others_in_words(p)}", run.labels[0])
        for p, one in enumerate(maps))
    made_of = race.FROM_SOLUTION if found.race is None else (
        "Games are made of hands drawn anew from games that were played. Strategies that play "
        "to the score are taken to play as they do on average.")
    chances = race.table_of_needs("race", needs.columns(), zip(
        [{"place": place} for place in places], maps, strict=True), made_of)
    points = Table.of(
        "race_points", "Playing for the game, or for points a hand",
        (Column("strategy", "one seat of", "text", "text", "who sits down"),
         Column("among", "among seats of", "text", "text", "who sits in all other seats"),
         Column("won", "wins of the games", "share", "share of games", "that it wins"),
         Column("even", "an equal share", "share", "share of games", "that luck gives")),
        [{"strategy": other, "among": run.labels[0], "won": won, "even": 1 / players}],
        "It sits in every seat in turn, on the same deals.", index=0)
    return Section("race", QUESTION, (), pictures, (chances, points))
