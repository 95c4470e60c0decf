"""Domino Loo and Rounce: what a solved table shows of its own, games for points, best responses."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial

import numpy as np

from reports.games.loo.decisions import READ, action_chart, before_in_words, place
from reports.headlines import largest
from reports.page.document import Column, Picture, Row
from reports.stats.estimates import Estimate, around
from reports.studies.race import FROM_SOLUTION, Map, Needs, games_won, section_of_maps
from reports.studies.solution import pages, solved_table
from reports.studies.solution.declared import SolvedPool, declarations, pool_by_pool
from reports.studies.study import Study, in_parts
from simulate.books.tally import Floats, Ints
from simulate.games.game import chair, find_game
from simulate.games.loo.views import MISS, PLAY
from simulate.games.loo.words import words_of
from simulate.runs.run import Player, Progress, Run, count_jobs, silent
from simulate.theory.loo.declared import LOOED, plays_for_chips
from simulate.theory.loo.hands import situation_numbers, situations
from simulate.theory.loo.race import DEALS, AskedRace, Race, solution_of
from simulate.theory.stage import position_of
from strategies.base import AtTable
from strategies.loo.solved import Racer, Solved


class LooPool(SolvedPool):
    """The hands of a dealer at a pool of Loo or Rounce, and who is looed."""

    more = (Column("looed", "looed"),)

    def more_of_seat(self, p: int) -> Row:
        """Return how often a position is looed."""
        return {"looed": pages.share_of(self._looed[p], self.deals)}

    @cached_property
    def _looed(self) -> Floats:
        """How often each position is looed: float64[positions]."""
        looed = (self.part.at.endings.own == LOOED).astype(np.int64)
        return np.einsum("ls,lsp->p", self.ends, looed)

    def histories(self) -> tuple[Ints, list[Row]]:
        """Return what was declared before, in any order."""
        players, own = self.table.seats, words_of(self.table.run.rules)
        return np.array([
            situation_numbers(players)[len(one), one.count(PLAY), one.count(MISS)]
            for one in self.part.declared.histories]), [
            {"place": place(one.position, players), "before": before_in_words(one, own)}
            for one in situations(players)]

    def pictures(self, name: str) -> Iterator[Picture]:
        """Yield the chart for the wall."""
        table, one, dealer = self.table, self.one, self.part.dealer
        title = "What to declare" if table.locks else "What to declare among good players"
        about = "later pools counted" if table.counts_later else "this hand alone"
        if table.locks:
            about = "; ".join(f"{seat['place']}: {pages.chair_of(table.locks, seat['seat'])}"
                              for seat in pages.who_sits(table, dealer))
        subtitle = (f"{find_game(table.run.game).title}, {table.seats} players; pool "
                    f"{one.pool:,}, penalty {one.penalty:,}; {about}")
        yield Picture(name, action_chart(
            table.run, self.chart.shown, title=title, subtitle=subtitle), f"{pages.MIXED} {READ}",
            wide=True)


QUESTION = "What is every score worth when all declare to win the game?"
AROUND = "What is every score worth to those who declare to win around a player who is known?"
#: Games at most that measure a game for points, in each seat.
_GAMES = 200_000


def study_race_solution(race: Race) -> Study:
    """Return the pages of a solved race."""
    needs, seats, locks = Needs(race.seats), race.seats, race.locks

    def wins(chance: float) -> Estimate:
        return around(chance, race.largest_error(chance), race.ending_deals)

    def chance(part: int, position: int, score: Sequence[int]) -> Estimate:
        return wins(float(race.chain.at(score, part)[position]))

    maps = [[needs.map(p, partial(chance, part)) for p in range(seats)]
            for part in range(len(race.dealers))]

    def drawn() -> Iterator[tuple[Map, str, str, str]]:
        """Yield a map by position, or around locks of the first seat that was solved, by dealer."""
        free, rivals = next(k for k in range(seats) if k not in locks), needs.rivals_in_words()
        if not locks:
            yield from ((one, f"the {place(p, seats)}", rivals, "solved")
                        for p, one in enumerate(maps[0]))
            return
        for own, dealer in zip(maps, race.dealers, strict=True):
            yield (own[position_of(free, dealer, seats)], pages.chair_of(locks, free), rivals,
                   f"{pages.chair_of(locks, dealer)} deals")

    answer = largest(
        {pages.chair_of(locks, p) if locks else place(p, seats): wins(float(one))
         for p, one in enumerate(race.at_the_start)}, race.ending_deals,
        f"{'' if locks else 'The '}{{who}} win{{s}} most, {{found}} of the games from the start.")
    return Study(AROUND if locks else QUESTION, (answer,), (section_of_maps(
        "solution_race", "The chance to win from every score", race.run, drawn(),
        (*pages.columns_of_seats("you are"), *needs.columns()),
        ((seat, own) for dealer, found in zip(race.dealers, maps, strict=True)
         for seat, own in zip(pages.who_sits(race, dealer), found, strict=True)),
        FROM_SOLUTION),))


#: How a game for points is solved, at every score.
SCORE_BY_SCORE = solved_table.Way(
    "declare", Racer, DEALS, solved_table.check_games, lambda asked, progress: Race(
        asked.run, asked.locks, asked.deals, asked.jobs, progress),
    lambda asked, race: (study_race_solution(race), solution_of(race)),
    lambda asked: solved_table.Counted.games(min(_GAMES, asked.deals)))


#: Deals on which a response in games won is found at most: where a strategy heeds the score more
#: take long, and gigabytes.
FOUND_ON = 60_000


def exploit_race(
    run: Run, deals: int, jobs: int | None = None, progress: Progress = silent
) -> list[pages.Exploited]:
    """Find the best response to the one strategy of all seats, or of each seat of a mixed table, in
    games for points, on ``FOUND_ON`` deals at most; play as many games with other deals."""
    workers, many, mixed = count_jobs(jobs), min(deals, FOUND_ON), len(set(run.labels)) > 1
    asked, even = run.players if mixed else run.players[:1], 1 / len(run.players)
    finding, *answering = in_parts(progress, [3, *[7 / len(asked)] * len(asked)])
    race = AskedRace(replace(run, hands=run.hands if mixed else 1), many, workers,
                     lambda done: finding(done, many))

    def answer(seat: int, player: Player, part: Progress) -> pages.Exploited:
        looking, playing = in_parts(part, (0.6, 0.4))
        response = race.respond(seat if mixed else None, lambda done: looking(done, many))
        best = solved_table.declaring_as(player, "declare", Racer.holding(
            response.solution).player(AtTable(run.game, "points", len(run.players))))
        if not mixed:
            won = games_won(replace(run, seed=run.seed + 1), best, deals, workers, playing)
            gain = Estimate(won.value - even, won.se, won.low - even, won.high - even)
            return pages.Exploited(player.label, won, {"games": deals, "won": won, "gain": gain},
                             response=response)
        others = {other: one for other, one in enumerate(run.players) if other != seat}
        before, after = solved_table.play_around(
            run, others, best, player, solved_table.Counted.games(deals), workers)
        own, won, gain = (one.scaled(1 / solved_table.OF_GAMES)
                          for one in (before.value, after.value, after.change))
        playing(1, 2 * deals)
        return pages.Exploited(chair(player.label, seat), gain, {
            "games": deals, "own": own, "won": won, "gain": gain}, response=response)

    return list(map(answer, range(len(asked)), asked, answering))


def responses_in_games(run: Run, pool: int | None) -> pages.ResponseKind:
    """Return how many games best responses win from a strategy that all seats play, or in each seat
    of a mixed table."""
    solved_table.check_no_pool(run, pool)
    games, mixed = "share of games", len(set(run.labels)) > 1
    return pages.ResponseKind(
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
        note=f"Whole games{'' if mixed else ' in every seat in turn'}. {pages.MEASURED}")


SOLVER = solved_table.Solver(
    tiles=Solved.name, in_games=lambda run: not plays_for_chips(run),
    way=lambda run, this_hand: (
        pool_by_pool(Solved, LooPool)
        if this_hand or plays_for_chips(run) else SCORE_BY_SCORE),
    exploit=lambda run, this_hand, pool: (
        declarations(run, pool)
        if this_hand or plays_for_chips(run) else responses_in_games(run, pool)))
