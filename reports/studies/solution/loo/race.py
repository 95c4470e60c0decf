"""Games for points: what a solved one says, and what best responses win in games.

Around locked seats it matters who deals: then chances and declarations are told for every dealer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from reports.contests import hold, seat_of
from reports.draw.shapes import of_needs
from reports.games.loo import words as say
from reports.headlines import lower_bound
from reports.page.document import GAMES, SEAT, Column, Picture, Row, Section, Table
from reports.results.shared_sentences import share
from reports.stats.estimates import Estimate, around, share_of_trials
from reports.studies.miss.needs import Needs
from reports.studies.solution import exploiting as shared
from reports.studies.solution.declared import action_columns
from reports.studies.solution.solved_table import (
    LONGEST,
    OF_GAMES,
    Counted,
    chair_of,
    columns_of_seats,
    declaring_as,
    play_around,
    who_sits,
)
from reports.studies.study import Study, in_parts
from simulate.games.game import chair, find_game
from simulate.games.loo.rules import GAME_POINTS
from simulate.games.loo.views import ACTIONS
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Player, Run, count_jobs
from simulate.theory.loo.race import AskedRace, Race, RaceResponse
from simulate.theory.loo.solutions import RaceSolution
from simulate.theory.stage import position_of
from strategies.base import AtTable
from strategies.lineup import seat_players
from strategies.loo.racer import Racer

QUESTION = "What should a seat declare to win the game?"
AROUND = "What should the other seats declare, to win the game, around a player who is known?"
#: Classes of scores that come up less often in a game are left out of their table.
_RARE = 0.002
#: Rows that a page shows: of chances, and of scores.
_SHOWN, _SCORES_SHOWN = 20, 30
#: Points still needed that the maps show.
NEEDED = range(1, GAME_POINTS + 1)
#: The chance of a position by the points it needs, and by those that its rivals need.
Map = Sequence[Sequence[Estimate]]
#: Where chances of a solved game come from.
FROM_SOLUTION = "Intervals are the largest that the deals behind the solution leave."


def study_race_solution(race: Race, solution: RaceSolution, games: int) -> Study:
    """Return what a solved race says. ``games``: where seats are alike so many are played in each
    seat, so as to see what playing for points a hand loses."""
    sections = (
        Section("solution_race", "The chance to win from every score", (), tuple(_pictures(race)),
                (table_of_needs("solution_race", Needs(race.seats).columns(), (
                    {**seat, "own": own, "rivals": rivals,
                     "wins": _at_needs(race, part, p, own, rivals)}
                    for part, dealer in enumerate(race.dealers)
                    for p, seat in enumerate(who_sits(race, dealer))
                    for own in NEEDED for rivals in NEEDED), FROM_SOLUTION),)),
        Section("solution_race_scores", "What every seat declares, by the score", (), (),
                (_scores_table(race),)),
    )
    if race.locks:
        return Study(AROUND, (_who_wins(race),), sections)
    game = _against_points(race, solution, games)
    return Study(QUESTION, (_who_wins(race), *game.answer), (*sections, game))


def _with_error(race: Race, chance: float) -> Estimate:
    """Return a chance with the largest interval that it can have."""
    return around(chance, race.largest_error(chance), race.ending_deals)


def _at_needs(race: Race, part: int, p: int, own: int, rivals: int) -> Estimate:
    """Return a position's chance: it needs so many points, and each rival so many."""
    score = Needs(race.seats).score(p, own, rivals)
    return _with_error(race, float(race.chain.at(score, part)[p]))


def _who_wins(race: Race) -> str:
    """Return who wins most from the start of a game."""
    start = race.at_the_start if race.locks else race.chain.at([0] * race.seats)
    best = int(np.argmax(start))
    who = chair_of(race.locks, best) if race.locks else f"The {say.place(best, race.seats)}"
    return (f"{who} wins most, {share(_with_error(race, float(start[best])))} of the games from "
            "the start.")


def _span(cuts: tuple[int, ...], cut: int) -> str:
    """Return the needs of a class in words: 9-12."""
    at = cuts.index(cut)
    if at == len(cuts) - 1:
        return f"{cut}+"
    last = cuts[at + 1] - 1
    return str(cut) if last == cut else f"{cut}-{last}"


def _against_points(race: Race, solution: RaceSolution, games: int) -> Section:
    """Return what a seat wins that plays for the game among others who count points a hand."""
    run, luck = race.run, 1 / race.seats
    points = seat_players(run.game, "solved", race.seats)
    table = replace(run, players=points, seed=run.seed + 1)
    won = games_won(table, responding(points[0], solution), games, race.jobs)
    title = "What playing for the game wins"
    return Section("solution_race_game", title, (lower_bound(
        "declarations for the game, among players who count points,", won, "of the games",
        luck=luck, written=share),), (), (Table.of("solution_race_game", title, (
            Column("games", "games in every seat", "count"),
            Column("won", "games won", "share", "share of games", "by the seat that plays for it"),
            Column("luck", "an equal share", "share", "share of games", "an equal share"),
            Column("length", "hands a game", "amount", "hands a game", "among solved seats"),
        ), ({"games": games, "won": won, "luck": luck, "length": race.hands},), index=0),))


def _pictures(race: Race) -> Iterator[Picture]:
    """Yield a map by position, or around locks of the first seat that was solved, by dealer."""
    if not race.locks:
        for p in range(race.seats):
            yield _map(race, p, 0, p, f"the {say.place(p, race.seats)}", "solved")
        return
    free = next(seat for seat in range(race.seats) if seat not in race.locks)
    for part, dealer in enumerate(race.dealers):
        yield _map(race, part, part, position_of(free, dealer, race.seats),
                   chair_of(race.locks, free), f"{chair_of(race.locks, dealer)} deals")


def _map(race: Race, number: int, part: int, p: int, who: str, table: str) -> Picture:
    grid = [[_at_needs(race, part, p, own, rivals) for rivals in NEEDED] for own in NEEDED]
    return map_of_needs(f"solution_race_{number}", race.run, grid, who,
                        Needs(race.seats).rivals_in_words(), table)


def _scores_table(race: Race) -> Table:
    rows: list[Row] = []
    for number, part in enumerate(race.parts):
        often, needs = race.chain.class_visits(number), race.classes.needs()
        for c in np.flatnonzero(often > _RARE / len(race.parts)).tolist():
            for p, seat in enumerate(who_sits(race, part.dealer)):
                rows.append({
                    "needs": " ".join(_span(race.classes.cuts, cut) for cut in needs[c]), **seat,
                    "visits": often[c],
                    **{name: share_of_trials(
                        round(part.declares[c, p, action] * race.ending_deals), race.ending_deals)
                       for action, name in ACTIONS.items()}})
    rows.sort(key=lambda row: -row["visits"])
    return Table.of("solution_race_scores", "What every seat declares, by the score", (
        Column("needs", "the seats need", "text", "text",
               "points that the seats still need, the eldest hand's first"), *columns_of_seats(),
        Column("visits", "hands a game", "amount", "hands a game", "dealt at such a score"),
        *action_columns(race.run, ACTIONS),
    ), rows, f"The {_SCORES_SHOWN} rows of the scores that come up most often are here; "
        "solution_race_scores.csv has all.",
        index=("needs", "dealer", "seat") if race.locks else ("needs", "place"),
        hidden=("drop", "for_pool") if race.seats == 2 else (), most=_SCORES_SHOWN)


def map_of_needs(
    name: str, run: Run, one: Map, who: str, rivals: str, table: str, others: str = "",
) -> Picture:
    """Return the map of a seat's chances. ``rivals``: who needs the points across, with a verb.
    ``table``: what is played there, for the title. ``others``: of those who stay as they are."""
    players = len(run.players)
    return Picture(name, of_needs(
        one, NEEDED, f"{who} needs", f"{rivals}{others}",
        f"{who[0].upper()}{who[1:]} wins, %: {find_game(run.game).title}, {players} players, "
        f"{table}", 1 / players), f"White: an equal share, {1 / players:.0%}.", wide=True)


def table_of_needs(
    name: str, needs: Sequence[Column], rows: Iterable[Row], made_of: str
) -> Table:
    """Return the chances of all seats. ``needs``: the columns of both axes. ``rows``: ``place``,
    ``own``, ``rivals`` and ``wins``, and who sits there where that is known. ``made_of``: where the
    chances come from."""
    return Table.of(
        name, "The chance to win",
        (*columns_of_seats("you are"), *needs,
         Column("wins", "you win", "share", "share of games", "the chance to win the game")),
        rows, f"{made_of} The first {_SHOWN} rows are here; {name}.csv has all.", index=0,
        most=_SHOWN)


_IN_GAMES = "How many games does a best response win from each strategy?"
_BY_SEAT = "How many games does a best response win in each seat?"
#: Deals on which a response in games won is found at most: where a strategy heeds the score more
#: take long, and gigabytes.
FOUND_ON = 60_000
_RESPONDS = "best response"
#: The share of the work that is done once the deals are played out.
_ROLLED = 0.3


@dataclass(frozen=True)
class ExploitedRace:
    """A strategy, and what a best response to it wins."""

    label: str
    response: RaceResponse
    #: Share of games that the response wins among others who play the strategy, in every seat in
    #: turn, on deals that it was not found on.
    won: Estimate

    @property
    def gain(self) -> Estimate:
        """By how much that is more than an equal share."""
        value, se, low, high = self.won
        even = 1 / self.response.own.players
        return Estimate(value - even, se, low - even, high - even)


def games_won(
    run: Run, player: Player, games: int, jobs: int | None = None,
    progress: Progress = silent,
) -> Estimate:
    """Return how often one player, in every seat in turn, wins among others who all play as the
    first of a table for points: so many games with the same deals for every seat."""
    players = (replace(player, label=_RESPONDS), *run.players[1:])
    table = replace(run, hands=LONGEST, sessions=games, players=players)
    (scores,) = hold([seat_of(table, _RESPONDS)], 0, games, True, jobs, progress)
    return scores.value


def responding(player: Player, race: RaceSolution) -> Player:
    """Return a player who declares by a race, and plays the tiles as another does."""
    table = AtTable(race.about["game"], "points", race.about["players"])
    return declaring_as(player, "declare", Racer.holding(race).player(table))


def exploit_race(
    run: Run, deals: int, jobs: int | None = None, progress: Progress = silent
) -> ExploitedRace:
    """Find the best response to the one strategy of all seats in games for points, and play it in
    each seat, as many games with other deals. It is found on ``FOUND_ON`` deals at most."""
    workers, many = count_jobs(jobs), min(deals, FOUND_ON)
    _, looking, playing = in_parts(progress, (0.1, 0.6, 0.3))
    response = AskedRace(replace(run, hands=1), many, workers).respond(
        progress=lambda done: looking(done, many))
    # Other deals than those that the response was found on.
    won = games_won(replace(run, seed=run.seed + 1), responding(run.players[0], response.solution),
                    deals, workers, playing)
    return ExploitedRace(run.labels[0], response, won)


def study_exploit_seats(
    run: Run, deals: int, jobs: int | None = None, progress: Progress = silent
) -> Study:
    """Answer how many games more each seat of a table would win with the best declarations.
    ``deals``: games that measure a response; it is found on as many deals, ``FOUND_ON`` at most."""
    workers, seats = count_jobs(jobs), range(len(run.players))
    race = AskedRace(run, min(deals, FOUND_ON), workers,
                     lambda share: progress(_ROLLED * share, 0))
    found = []
    for seat in seats:
        player = run.players[seat]
        others = {other: run.players[other] for other in seats if other != seat}
        found.append(play_around(
            run, others, responding(player, race.respond(seat).solution), player,
            Counted.games(deals), workers))
        done = (seat + 1) / len(seats)
        progress(_ROLLED + (1 - _ROLLED) * done, 2 * deals * (seat + 1))

    title, most = "What a best response wins in each seat", max(
        seats, key=lambda seat: found[seat].more[seat].value)
    answer = lower_bound(
        f"declarations for {chair(run.labels[most], most)}",
        found[most].more[most].scaled(OF_GAMES), f"of {OF_GAMES} games more")
    table = Table.of(
        "exploit_race", title,
        (SEAT, Column("strategy"), GAMES,
         Column("own", "it wins", "share", "share of games",
                "that the seat wins as its strategy declares"),
         Column("won", "its best response wins", "share", "share of games",
                "that a best response wins, at least"),
         Column("more", "more", "share", "share of games",
                "its best response wins more, at least")),
        ({"seat": seat, "strategy": run.labels[seat], "games": deals, "own": one.instead[seat],
          "won": one.seats[seat], "more": one.more[seat]} for seat, one in enumerate(found)),
        "The others stay as they are. A response plays whole games with other deals than it was "
        "found on.")
    return Study(_BY_SEAT, (answer,), (Section("exploit_race", title, (answer,), (), (table,)),))


def study_exploit_games(
    run: Run, library_too: bool, deals: int, jobs: int | None = None,
    progress: Progress = silent,
) -> Study:
    """Answer how many games best responses win from strategies that all seats play; where those of
    the line-up's own table differ, each responds to the others. ``deals``: games in every seat that
    measure a response; it is found on as many deals, ``FOUND_ON`` at most."""
    if not library_too and len(set(run.labels)) > 1:
        return study_exploit_seats(run, deals, jobs, progress)
    players, start, games = len(run.players), [0] * len(run.players), "share of games"
    return shared.Responses[ExploitedRace](
        question=_IN_GAMES, actions="declarations", name="exploit_race", columns=(
            Column("games", "games in every seat", "count"),
            Column("won", "games won", "share", games, "that a best response wins, at least"),
            Column("gain", "above an equal share", "share", games, "won above an equal share")),
        row=lambda one: {"games": deals, "won": one.won, "gain": one.gain},
        gain=lambda one: one.won, unit="of the games", is_share=True, luck=1 / players,
        note=f"Whole games in every seat in turn. {shared.MEASURED}",
    ).study(
        (exploit_race(table, deals, jobs, tell)
         for table, tell in shared.tables_of(run, library_too, progress)),
        lambda ranked: Table.of(
            "exploit_race_seats", "From the start of a game, seat by seat",
            (shared.AGAINST, Column("place", "place", "text"),
             Column("own", "the strategy wins", "share", games,
                    "the strategy wins from the start of a game"),
             Column("response", "its best response wins", "share", games,
                    "its best response wins from the start of a game")),
            ({"strategy": one.label, "place": say.place(p, players),
              "own": one.response.own.at(start)[p], "response": one.response.wins.at(start)[p]}
             for one in ranked for p in range(players)),
            "On the deals that the response was found on, which flatter it.", index=2))
