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
from reports.page.document import GAMES, SEAT, Column, Picture, Row, Section, Table
from reports.results.shared_sentences import amount, share
from reports.stats.estimates import Estimate, around, share_of_trials
from reports.studies.miss.needs import Needs
from reports.studies.solution import exploiting as shared
from reports.studies.solution.loo.chips import DECLARED, declared_columns
from reports.studies.solution.solved_table import (
    LONGEST,
    OF_GAMES,
    Counted,
    chair_of,
    columns_of_seats,
    declaring_as,
    play_around,
    said,
    who_sits,
)
from reports.studies.study import Study, in_parts
from simulate.games.game import chair, find_game
from simulate.games.loo.rules import GAME_POINTS
from simulate.games.loo.views import MISS, PLAY
from simulate.games.loo.words import words_of
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
FROM_SOLUTION = (
    "Worked out for every score there is from the solved race. Under each number stands the "
    "largest 95% interval that the deals behind it leave.")


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
    return Study(QUESTION, (
        _who_wins(race), _misses_say(race), _against_points(race, solution, games)), sections)


def _with_error(race: Race, chance: float) -> Estimate:
    """Return a chance with the largest interval that it can have."""
    return around(chance, race.largest_error(chance), race.ending_deals)


def _at_needs(race: Race, part: int, p: int, own: int, rivals: int) -> Estimate:
    """Return a position's chance: it needs so many points, and each rival so many."""
    score = Needs(race.seats).score(p, own, rivals)
    return _with_error(race, float(race.chain.at(score, part)[p]))


def _who_wins(race: Race) -> str:
    if race.locks:
        among, then, start = f"Where {said(race.locks)},", "by the solution", race.at_the_start
        who = [chair_of(race.locks, seat) for seat in range(race.seats)]
    else:
        among, then = "Among players who play for the game", "from the start"
        start = race.chain.at([0] * race.seats)
        who = [say.place(p, race.seats) for p in range(race.seats)]
    seats = ", ".join(f"{one} {share(_with_error(race, float(chance)))}"
                      for one, chance in zip(who, start, strict=True))
    return f"{among} the seats win {then}: {seats}; a game takes {race.hands:.1f} hands."


def _span(cuts: tuple[int, ...], cut: int) -> str:
    """Return the needs of a class in words: 9-12."""
    at = cuts.index(cut)
    if at == len(cuts) - 1:
        return f"{cut}+"
    last = cuts[at + 1] - 1
    return str(cut) if last == cut else f"{cut}-{last}"


def _misses_say(race: Race) -> str:
    """Say how much the score changes what the seats declare."""
    classes, part = race.classes, race.parts[0]
    common = np.flatnonzero(race.chain.class_visits() > _RARE)
    declares = part.declares[common]
    missed = declares[..., MISS] / declares[..., PLAY:].sum(axis=-1).clip(min=1e-9)

    def where(at: int) -> str:
        number, position = np.unravel_index(at, missed.shape)
        needs = ", ".join(_span(classes.cuts, cut) for cut in classes.needs()[common[number]])
        return (f"by the {say.place(int(position), race.seats)} where the seats need {needs} "
                f"({missed.flat[at]:.0%})")

    taken = words_of(race.run.rules).taken
    return (f"{taken.capitalize()} is taken most {where(int(missed.argmax()))}, and least "
            f"{where(int(missed.argmin()))}.")


def _against_points(race: Race, solution: RaceSolution, games: int) -> str:
    """Say what a seat wins that plays for the game among others who count points a hand."""
    run = race.run
    points = seat_players(run.game, "solved", race.seats)
    table = replace(run, players=points, seed=run.seed + 1)
    won = games_won(table, responding(points[0], solution), games, race.jobs)
    return ("Among players who declare as well as can be for points a hand (solved) one seat plays "
            f"for the game. It wins {share(won)} of the games, where luck gives "
            f"{1 / race.seats:.1%}.")


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
                       for name, action in DECLARED.items()}})
    rows.sort(key=lambda row: -row["visits"])
    return Table.of("solution_race_scores", "What every seat declares, by the score", (
        Column("needs", "the seats need", "text", "text",
               "points that the seats still need, the eldest hand's first"), *columns_of_seats(),
        Column("visits", "hands a game", "amount", "hands a game", "dealt at such a score"),
        *declared_columns(race.run),
    ), rows, "Needs are points up to 15, the eldest hand's first and the dealer's last, in the "
        "classes that were solved. Shares of the hands dealt at such a score, with 95% intervals. "
        f"The {_SCORES_SHOWN} rows of the scores that come up most often are here. "
        "solution_race_scores.csv has those that come once in 500 games.",
        index=("needs", "dealer", "seat") if race.locks else ("needs", "place"),
        hidden=("drops", "for_pool") if race.seats == 2 else (), most=_SCORES_SHOWN)


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
        rows, "The chance to win the game before a hand is dealt, by the points still needed. "
        f"{made_of} The first {_SHOWN} rows are here; {name}.csv has all.", index=0, most=_SHOWN)


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

    def says(seat: int) -> str:
        one = found[seat]
        return (f"{chair(run.labels[seat], seat)} wins {share(one.instead[seat])}. The best "
                "declarations found win "
                f"{amount(one.more[seat].scaled(OF_GAMES), signed=True)} of {OF_GAMES} more.")

    most = max(seats, key=lambda seat: found[seat].more[seat].value)
    title = "What a best response wins in each seat"
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
        f"{find_game(run.game).title}, {len(run.players)} players, the others as they are. The "
        "response heeds the score, who deals, who declared what, and the trumps, doubles and high "
        "tiles of its hand. It plays its tiles as the strategy does. It was found on some deals "
        "and played whole games with others: a best response wins at least this. Under each number "
        "stands its 95% interval.")
    return Study(_BY_SEAT, (
        " ".join(map(says, seats)),
        f"Most is there to gain for {chair(run.labels[most], most)}.",
        shared.found_on("declarations", min(deals, FOUND_ON))),
        (Section("exploit_race", title, (), (), (table,)),))


def study_exploit_games(
    run: Run, library_too: bool, deals: int, jobs: int | None = None,
    progress: Progress = silent,
) -> Study:
    """Answer how many games best responses win from strategies that all seats play; where those of
    the line-up's own table differ, each responds to the others. ``deals``: games in every seat that
    measure a response; it is found on as many deals, ``FOUND_ON`` at most."""
    if not library_too and len(set(run.labels)) > 1:
        return study_exploit_seats(run, deals, jobs, progress)
    even = 1 / len(run.players)
    return shared.study_responses(
        _IN_GAMES, (exploit_race(table, deals, jobs, tell)
                   for table, tell in shared.tables_of(run, library_too, progress)),
        lambda one: one.won,
        lambda one: shared.lower_bound("declarations", one.won, (
            f"{share(one.won)} of the games (luck: {even:.1%})"), even),
        lambda ranked: _section_in_games(run, deals, ranked),
        shared.found_on("declarations", min(deals, FOUND_ON)))


def _section_in_games(run: Run, deals: int, ranked: Sequence[ExploitedRace]) -> Section:
    players, start = len(run.players), [0] * len(run.players)
    games = "share of games"
    gains = Table.of(
        "exploit_race", "What a best response wins",
        (shared.AGAINST, Column("games", "games in every seat", "count"),
         Column("won", "games won", "share", games, "that a best response wins, at least"),
         Column("gain", "above an equal share", "share", games, "won above an equal share")),
        ({"strategy": one.label, "games": deals, "won": one.won, "gain": one.gain}
         for one in ranked),
        f"{find_game(run.game).title}, {players} players. The response heeds the score, who "
        "declared what, and the trumps, doubles and high tiles of its hand. It plays its tiles as "
        "the strategy does. It was found on some deals and played whole games with others, in "
        "every seat in turn. A best response wins at least this. Under each number stands its 95% "
        "interval.")
    places = Table.of(
        "exploit_race_seats", "From the start of a game, seat by seat",
        (shared.AGAINST, Column("place", "place", "text"),
         Column("own", "the strategy wins", "share", games,
                "the strategy wins from the start of a game"),
         Column("response", "its best response wins", "share", games,
                "its best response wins from the start of a game")),
        ({"strategy": one.label, "place": say.place(p, players),
          "own": one.response.own.at(start)[p], "response": one.response.wins.at(start)[p]}
         for one in ranked for p in range(players)),
        "On the deals that the response was found on, which flatter it; no errors are told.",
        index=2)
    section = shared.section_of(
        "exploit_race", (gains, places), [(one.label, one.gain) for one in ranked],
        "of 100 games above an equal share",
        "Games of 100 that a seat wins above an equal share with the best declarations found "
        "against each strategy", 100)
    return section if len(ranked) > 1 else replace(section, pictures=())
