"""Games for points: the pages of a solved one, and what best responses win in games.

Around locked seats it matters who deals: then chances and declarations go by the dealer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from reports.contests import hold, seat_of
from reports.draw.shapes import of_needs
from reports.games.loo import words
from reports.headlines import share
from reports.page.document import Column, Picture, Row, Section, Table
from reports.stats.estimates import Estimate, around, share_of_trials
from reports.studies.miss.needs import Needs
from reports.studies.solution.chart import chair_of, columns_of_seats, who_sits
from reports.studies.solution.declared import action_columns
from reports.studies.solution.exploiting import MEASURED, Exploited, Responses
from reports.studies.solution.solved_table import (
    LONGEST,
    OF_GAMES,
    Counted,
    Way,
    declaring_as,
    play_around,
)
from reports.studies.solution.solver import check_no_pool
from reports.studies.study import Study, in_parts
from simulate.games.game import chair, find_game
from simulate.games.loo.rules import GAME_POINTS
from simulate.games.loo.views import ACTIONS
from simulate.runs.run import Player, Progress, Run, count_jobs, silent
from simulate.theory.loo.race import (
    DEALS,
    ROUNDS,
    AskedRace,
    Race,
    solution_of,
)
from simulate.theory.solution_file import Solution
from simulate.theory.stage import Locks, check_table, position_of
from strategies.base import AtTable
from strategies.loo.solved import Racer

QUESTION = "What should a seat declare to win the game?"
AROUND = "What should the other seats declare, to win the game, around a player who is known?"
#: Classes of scores that come up less often in a game are left out of their table.
_RARE = 0.002
#: Rows that a page shows: of chances, and of scores.
_SHOWN, _SCORES_SHOWN = 20, 30
#: Games at most that measure a game for points, in each seat.
_GAMES = 200_000
#: Points still needed that the maps show.
NEEDED = range(1, GAME_POINTS + 1)
#: The chance of a position by the points it needs, and by those that its rivals need.
Map = Sequence[Sequence[Estimate]]
#: Where chances of a solved game come from.
FROM_SOLUTION = "Intervals are the largest that the deals behind the solution leave."


def map_of_needs(name: str, run: Run, one: Map, who: str, rivals: str, table: str) -> Picture:
    """Return the map of a seat's chances. ``rivals``: who needs the points across, with a verb.
    ``table``: what is played there, for the title."""
    even = 1 / len(run.players)
    return Picture(name, of_needs(
        one, NEEDED, f"{who} needs", rivals,
        f"{who[0].upper()}{who[1:]} wins, %: {find_game(run.game).title}, {len(run.players)} "
        f"players, {table}", even), f"White: an equal share, {even:.0%}.", wide=True)


def table_of_needs(
    name: str, needs: Sequence[Column], maps: Iterable[tuple[Row, Map]], made_of: str
) -> Table:
    """Return the chances of all seats. ``needs``: the columns of both axes. ``maps``: each with who
    sits there. ``made_of``: where the chances come from."""
    return Table.of(
        name, "The chance to win",
        (*columns_of_seats("you are"), *needs,
         Column("wins", "you win", "share", "share of games", "the chance to win the game")),
        ({**seat, "own": own, "rivals": rivals, "wins": wins}
         for seat, one in maps for own, row in zip(NEEDED, one, strict=True)
         for rivals, wins in zip(NEEDED, row, strict=True)),
        f"{made_of} The first {_SHOWN} rows are here; {name}.csv has all.", index=0, most=_SHOWN)


def study_race_solution(race: Race) -> Study:
    """Return the pages of a solved race."""
    needs, seats, locks = Needs(race.seats), race.seats, race.locks

    def wins(chance: float) -> Estimate:
        return around(chance, race.largest_error(chance), race.ending_deals)

    maps = [[[[wins(float(race.chain.at(needs.score(p, own, rivals), part)[p]))
               for rivals in NEEDED] for own in NEEDED] for p in range(seats)]
            for part in range(len(race.dealers))]

    def pictures() -> Iterator[Picture]:
        """Yield a map by position, or around locks of the first seat that was solved, by dealer."""
        free = next(seat for seat in range(seats) if seat not in locks)
        for k in range(seats):
            who, part, p, table = (
                chair_of(locks, free), k, position_of(free, race.dealers[k], seats),
                f"{chair_of(locks, race.dealers[k])} deals") if locks else (
                f"the {words.place(k, seats)}", 0, k, "solved")
            yield map_of_needs(f"solution_race_{k}", race.run, maps[part][p], who,
                               needs.rivals_in_words(), table)

    start = race.at_the_start if locks else race.chain.at([0] * seats)
    best = int(np.argmax(start))
    who = chair_of(locks, best) if locks else f"The {words.place(best, seats)}"
    answer = f"{who} wins most, {share(wins(float(start[best])))} of the games from the start."
    return Study(AROUND if locks else QUESTION, (answer,), (
        Section("solution_race", "The chance to win from every score", (), tuple(pictures()),
                (table_of_needs("solution_race", needs.columns(), (
                    (seat, own) for dealer, found in zip(race.dealers, maps, strict=True)
                    for seat, own in zip(who_sits(race, dealer), found, strict=True)),
                    FROM_SOLUTION),)),
        Section("solution_race_scores", "What every seat declares, by the score", (), (),
                (_scores_table(race),))))


def _span(cuts: tuple[int, ...], cut: int) -> str:
    """Return the needs of a class in words: 9-12."""
    at = cuts.index(cut)
    if at == len(cuts) - 1:
        return f"{cut}+"
    last = cuts[at + 1] - 1
    return str(cut) if last == cut else f"{cut}-{last}"


def _scores_table(race: Race) -> Table:
    rows, needs = list[Row](), race.classes.needs()
    for number, part in enumerate(race.parts):
        often = race.chain.class_visits(number)
        rows += [{
            "needs": " ".join(_span(race.classes.cuts, cut) for cut in needs[c]), **seat,
            "visits": often[c], **{name: share_of_trials(
                round(part.declares[c, p, action] * race.ending_deals), race.ending_deals)
                for action, name in ACTIONS.items()}}
            for c in np.flatnonzero(often > _RARE / len(race.parts)).tolist()
            for p, seat in enumerate(who_sits(race, part.dealer))]
    rows.sort(key=lambda row: -row["visits"])
    return Table.of("solution_race_scores", "What every seat declares, by the score", (
        Column("needs", "the seats need", "text", "text",
               "points that the seats still need, the eldest hand's first"), *columns_of_seats(),
        Column("visits", "hands a game", "amount", "hands a game", "dealt at such a score"),
        *action_columns(race.run, list(ACTIONS.values())),
    ), rows, f"The {_SCORES_SHOWN} rows of the scores that come up most often are here; "
        "solution_race_scores.csv has all.",
        index=("needs", "dealer", "seat") if race.locks else ("needs", "place"),
        hidden=("drop", "for_pool") if race.seats == 2 else (), most=_SCORES_SHOWN)


def score_by_score() -> Way:
    """Return how a game for points is solved, at every score."""
    def checked(run: Run, locks: Locks, pool: int | None) -> None:
        check_table(run, locks)
        check_no_pool(run, pool)

    return Way("declare", Racer, (DEALS, ROUNDS), checked, lambda asked, progress: Race(
        asked.run, asked.locks, asked.deals, asked.jobs, progress),
        lambda asked, race: (study_race_solution(race), solution_of(race)),
        lambda asked: Counted.games(min(_GAMES, asked.deals)))


#: Deals on which a response in games won is found at most: where a strategy heeds the score more
#: take long, and gigabytes.
FOUND_ON = 60_000
_RESPONDS = "best response"


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


def responding(player: Player, race: Solution) -> Player:
    """Return a player who declares by a race, and plays the tiles as another does."""
    table = AtTable(race.about["game"], "points", race.about["players"])
    return declaring_as(player, "declare", Racer.holding(race).player(table))


def exploit_race(
    run: Run, deals: int, jobs: int | None = None, progress: Progress = silent
) -> list[Exploited]:
    """Find the best response to the one strategy of all seats in games for points, and play it in
    each seat, as many games with other deals; or that of each seat of a mixed table to the others,
    beside the seat's own strategy. It is found on ``FOUND_ON`` deals at most."""
    workers, many, mixed = count_jobs(jobs), min(deals, FOUND_ON), len(set(run.labels)) > 1
    asked, even = run.players if mixed else run.players[:1], 1 / len(run.players)
    finding, *answering = in_parts(progress, [3, *[7 / len(asked)] * len(asked)])
    race = AskedRace(replace(run, hands=run.hands if mixed else 1), many, workers,
                     lambda done: finding(done, many))

    def answer(seat: int, player: Player, part: Progress) -> Exploited:
        looking, playing = in_parts(part, (0.6, 0.4))
        response = race.respond(seat if mixed else None, lambda done: looking(done, many))
        best = responding(player, response.solution)
        if not mixed:
            won = games_won(replace(run, seed=run.seed + 1), best, deals, workers, playing)
            gain = Estimate(won.value - even, won.se, won.low - even, won.high - even)
            return Exploited(player.label, won, {"games": deals, "won": won, "gain": gain},
                             response=response)
        others = {other: one for other, one in enumerate(run.players) if other != seat}
        before, after = play_around(run, others, best, player, Counted.games(deals), workers)
        own, won, gain = (one.scaled(1 / OF_GAMES)
                          for one in (before.value, after.value, after.change))
        playing(1, 2 * deals)
        return Exploited(chair(player.label, seat), gain, {
            "games": deals, "own": own, "won": won, "gain": gain}, response=response)

    return list(map(answer, range(len(asked)), asked, answering))


def responses_in_games(run: Run, pool: int | None) -> Responses:
    """Return how many games best responses win from a strategy that all seats play, or in each seat
    of a mixed table."""
    check_no_pool(run, pool)
    games, mixed = "share of games", len(set(run.labels)) > 1
    return Responses(
        find=exploit_race,
        question=f"How many games does a best response win {'in' if mixed else 'from'} each "
                 f"{'seat' if mixed else 'strategy'}?",
        actions="declarations", name="exploit_race", columns=(
            Column("games", "games" if mixed else "games in every seat", "count"),
            Column("own", "the seat wins", "share", games, "that the seat wins by itself"),
            Column("won", "games won", "share", games, "that a best response wins, at least"),
            Column("gain", "more" if mixed else "above an equal share", "share", games,
                   "won above an equal share, or above what the seat wins by itself")),
        is_share=True, unit="of the games more" if mixed else "of the games",
        luck=0.0 if mixed else 1 / len(run.players),
        note=f"Whole games{'' if mixed else ' in every seat in turn'}. {MEASURED}")
