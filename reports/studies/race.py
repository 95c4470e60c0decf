"""``study race``: what are the score and the deal worth in a game for points?"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from reports import contests, headlines
from reports.draw.shapes import Cells
from reports.games.loo.decisions import at_score, place
from reports.page.document import Column, Picture, Row, Section, Table
from reports.stats.estimates import Estimate, around
from reports.studies.kind import score_text
from reports.studies.study import Study
from reports.typed.hand import Line
from simulate.books.tally import standard_error
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.loo.rules import GAME_POINTS, RounceRules
from simulate.runs.run import Player, Progress, Run, silent
from simulate.theory.loo.declared import plays_for_chips
from simulate.theory.loo.solutions import ending_deals
from simulate.theory.score_values import PARTS, ScoreValues
from strategies.loo.solved import largest_error, race_of_table, shipped_race, win_chances

QUESTION = "What are the score and the deal worth in a game for points?"
_LEAST_SCORE = -100
#: Hands of a game that does not end.
LONGEST = 10_000
#: Points still needed that the maps show.
NEEDED = range(1, GAME_POINTS + 1)
#: Rows of chances that a page shows.
_SHOWN = 20
#: The chance of a position by the points it needs, and by those that its rivals need.
Map = Sequence[Sequence[Estimate]]
#: The chance of a position at a score: points won so far, by position.
Chance = Callable[[int, Sequence[int]], Estimate]
#: Where chances of a solved game come from.
FROM_SOLUTION = "Intervals are the largest that the deals behind the solution leave."


def check_score(run: Run, score: Any) -> tuple[int, ...]:
    """Return the points won so far, of a score as the table counts it: Rounce down from 15."""
    if plays_for_chips(run):
        raise BoneyardError("score: chips are played for; points win at Rounce, and at Loo with "
                            "--rule scoring=points")
    line = Line.of_option("score", "score", score_text(score, "score"))
    points = line.numbers(len(run.players))
    counts_down = isinstance(run.rules, RounceRules)
    won = tuple(GAME_POINTS - one if counts_down else one for one in points)
    low, high = (1, GAME_POINTS - _LEAST_SCORE) if counts_down else (_LEAST_SCORE, GAME_POINTS - 1)
    for one in points:
        if not low <= one <= high:
            raise BoneyardError(f"score {score!r}: {one} is not from {low} to {high}, points "
                                f"{'to go in' if counts_down else 'of'} a game that goes on")
    return won


@dataclass(frozen=True)
class Needs:
    """What a map of scores varies."""

    players: int
    #: Points won so far, by position, of those who are not varied; none where all rivals need the
    #: same.
    given: tuple[int, ...] = ()

    def score(self, position: int, own: int, rivals: int) -> tuple[int, ...]:
        """Return the points won so far, by position, where a position and its rivals need some."""
        points = [GAME_POINTS - rivals] * self.players
        if self.given:
            points = list(self.given)
            points[self.rival(position)] = GAME_POINTS - rivals
        points[position] = GAME_POINTS - own
        return tuple(points)

    def map(self, position: int, chance: Chance) -> Map:
        """Return the chances of a position."""
        return [[chance(position, self.score(position, own, rivals)) for rivals in NEEDED]
                for own in NEEDED]

    def rival(self, position: int) -> int:
        """Return the rival of a position who leads at the score given: the first of several."""
        others = [other for other in range(self.players) if other != position]
        return max(others, key=self.given.__getitem__)

    def columns(self) -> tuple[Column, Column]:
        """Return the columns of both axes."""
        return (Column("own", "you need", "count", "points", "that the seat still needs"),
                Column("rivals", self.rivals_in_words(), "count", "points",
                       "that each rival still needs; where a score is given, the leading one"))

    def rivals_in_words(self, position: int | None = None) -> str:
        """Return who needs the points of the second axis, "the rival needs", of a position or of
        all."""
        if self.players == 2:
            return "the rival needs"
        if not self.given:
            return "each rival needs"
        if position is None:
            return "the leading rival needs"
        rival = self.rival(position)
        rest = [f"the {place(seat, self.players)} needs {GAME_POINTS - self.given[seat]}"
                for seat in range(self.players) if seat not in (position, rival)]
        return f"the {place(rival, self.players)} needs" + (
            f"; {', '.join(rest)}" if rest else "")


def section_of_maps(
    name: str, title: str, run: Run, drawn: Iterable[tuple[Map, str, str, str]],
    columns: Sequence[Column], maps: Iterable[tuple[Row, Map]], made_of: str,
) -> Section:
    """Return the chances of all seats as maps and as a table. ``drawn``: the map of a seat, who it
    is, who needs the points across, with a verb, and what is played there. ``columns``: who sits
    there, and both axes. ``maps``: each with who sits there. ``made_of``: where they come from."""
    even, side = 1 / len(run.players), 0.42 * len(NEEDED) + 1.2
    table = f"{find_game(run.game).title}, {len(run.players)} players"
    pictures = tuple(Picture(f"{name}_{k}", Cells(
        one, NEEDED, NEEDED, 1, even, 5.5, height=side, width=side, scale=100,
        title=f"{headlines.capital(who)} wins, %: {table}, {plays}",
        xlabel=f"points that {rivals}", ylabel=f"points that {who} needs"),
        f"White: an equal share, {even:.0%}.", wide=True)
        for k, (one, who, rivals, plays) in enumerate(drawn))
    return Section(name, title, (), pictures, (Table.of(
        name, "The chance to win", (*columns, Column(
            "wins", "you win", "share", "share of games", "the chance to win the game")),
        ({**seat, "own": own, "rivals": rivals, "wins": wins}
         for seat, one in maps for own, row in zip(NEEDED, one, strict=True)
         for rivals, wins in zip(NEEDED, row, strict=True)),
        f"{made_of} The first {_SHOWN} rows are here; {name}.csv has all.", index=0,
        most=_SHOWN),))


def games_won(
    run: Run, player: Player, games: int, jobs: int | None = None,
    progress: Progress = silent,
) -> Estimate:
    """Return how often one player, in every seat in turn, wins among others who all play as the
    first of a table for points: so many games with the same deals for every seat."""
    own = "one seat"
    table = replace(run, hands=LONGEST, sessions=games,
                    players=(replace(player, label=own), *run.players[1:]))
    (scores,) = contests.hold([contests.seat_of(table, own)], 0, games, jobs, progress)
    return scores.value


def chance_of(run: Run, progress: Progress = silent) -> tuple[Chance, str]:
    """Return the chances where all seats play alike, and where they come from: a solved race, or
    hands drawn from games that are played."""
    if race_of_table(run) is not None:
        found = win_chances(run.game, len(run.players))
        deals = ending_deals(shipped_race(run.game, len(run.players)).about["deals"])

        def solved(position: int, score: Sequence[int]) -> Estimate:
            chance = float(found.at(list(score))[position])
            return around(chance, largest_error(run, chance), deals)

        return solved, FROM_SOLUTION
    race = ScoreValues.of(run, lambda done, hands: progress(done / run.sessions, hands))

    def played(position: int, score: Sequence[int]) -> Estimate:
        # With the last seat as the dealer, positions are seats.
        found = race.replicas(np.array([score]), len(score) - 1, position)[:, 0]
        return around(float(found[0]), float(standard_error(found)), PARTS)

    return played, ("Games are made of hands drawn anew from games that were played. Strategies "
                    "that play to the score are taken to play as they do on average.")


def check(run: Run, score: str | None = None) -> None:
    """Raise ``BoneyardError`` if it is no race to a score, seats differ, or the score is wrong."""
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
    (chance, made_of), seats = chance_of(run, progress), range(len(run.players))
    places = [place(p, len(seats)) for p in seats]
    maps = [needs.map(p, chance) for p in seats]
    given = needs.given or needs.score(0, GAME_POINTS, GAME_POINTS)
    where = (at_score(run, given).capitalize() if needs.given else "At the start of a game")
    chances = [f"{places[p]} wins {headlines.share(chance(p, given))}" for p in seats]
    answer = (f"{where} the {'. The '.join(chances)}.",)
    section = section_of_maps(
        "race", QUESTION, run, ((one, f"the {places[p]}", needs.rivals_in_words(p), run.labels[0])
                                for p, one in enumerate(maps)),
        (Column("place", "you are", "text"), *needs.columns()),
        zip([{"place": one} for one in places], maps, strict=True), made_of)
    return Study(QUESTION, answer, (section,), {"maps": maps})
