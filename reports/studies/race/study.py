"""``study race``: what the score and the deal are worth where points win the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from reports.page.document import Column, Row, Section, Table
from reports.results.shared_sentences import share
from reports.stats.estimates import Estimate
from reports.studies.miss import words as say
from reports.studies.miss.at_score import Needs, check_score
from reports.studies.race.chances import TENTHS, Chances, chances_of, check_race
from reports.studies.solution.loo.exploiting import games_won
from reports.studies.solution.loo.race import (
    FROM_SOLUTION,
    NEEDED,
    Map,
    map_of_needs,
    table_of_needs,
)
from reports.studies.study import Study
from simulate.runs.progress import Progress
from simulate.runs.run import Run
from strategies.lineup import seat_players
from strategies.loo.racer import Racer

QUESTION = "What are the score and the deal worth in a game for points?"
#: Games that one who plays otherwise sits down for, in every seat.
_GAMES = 40_000


def check(run: Run, score: str | None = None) -> None:
    """Raise ``BoneyardError`` if the game is no race to a score, or there is no such score."""
    check_race(run)
    if score is not None:
        check_score(run, score)


def study_race(
    run: Run, progress: Progress | None = None, jobs: int | None = None,
    score: str | Sequence[int] | None = None,
) -> Study:
    """Answer what chance to win each score gives, with the deal and without.

    ``run``: all seats play one strategy. ``score``: points won so far, by position: the maps vary
    what a seat and its leading rival need, and the others have theirs.  All rivals need the same
    when not given. Raises ``BoneyardError`` if no score is raced for, or the seats are not alike.
    """
    needs = Needs(len(run.players), () if score is None else check_score(run, score))
    found = chances_of(run, progress)
    maps = tuple(
        [[found.at(position, needs.score(position, own, rivals)) for rivals in NEEDED]
         for own in NEEDED]
        for position in range(len(run.players)))
    # One who plays for the game sits down among the seats, or for points a hand.
    name = "solved" if run.labels[0] == Racer.name else Racer.name
    (other,) = seat_players(run.game, name, 1, run.rules, len(run.players))
    won = games_won(replace(run, seed=run.seed + 1), other, min(run.sessions, _GAMES), jobs)
    said = _at_given(found, needs) if needs.given else _at_levels(maps)
    answer = (*said, _checked(found), _points_or_game(found, other.label, won))
    section = _section(found, needs, maps, other.label, won)
    return Study(QUESTION, answer, (section,), {"chances": found, "maps": maps, "other": won})


def _points_or_game(found: Chances, other: str, won: Estimate) -> str:
    """Say what playing for the game wins, or for points a hand loses."""
    who = ("a seat that declares as well as can be for points a hand" if other == "solved"
           else "a seat that plays for the game and not for the hand")
    return (f"Among seats of {found.run.labels[0]}, {who} ({other}) wins {share(won)} of the "
            f"games, where luck gives {1 / len(found.run.players):.1%}.")


def _seats(chances: Iterable[Estimate], players: int) -> str:
    """Say what each place wins."""
    return ", ".join(f"{say.place(p, players)} {share(chance)}" for p, chance in enumerate(chances))


def _at_given(found: Chances, needs: Needs) -> Iterator[str]:
    """Say what the seats win at the score that was given."""
    players, score = needs.players, needs.given
    seats = _seats((found.at(p, score) for p in range(players)), players)
    yield f"{say.at_score(found.run, score).capitalize()} the seats win: {seats}."


def _at_levels(maps: Sequence[Map]) -> Iterator[str]:
    """Say what the seats win where all need the same, and what being ahead is worth."""
    players, last = len(maps), len(NEEDED) - 1
    yield ("At the start of a game the seats win: "
           f"{_seats((one[last][last] for one in maps), players)}. Where all need one point: "
           f"{_seats((one[0][0] for one in maps), players)}.")
    yield (f"An eldest hand five points ahead of {'the' if players == 2 else 'every'} rival at the "
           f"start wins {share(maps[0][last - 5][last])}.")


def _checked(found: Chances) -> str:
    """Say how other games than those that the chances were made from agree with them."""
    tenths = [each for tenth in range(TENTHS) if (each := found.in_play(tenth))]
    inside = sum(won.low <= said <= won.high for _, said, won in tenths)
    games = len(set(found.checking.game.tolist()))
    return (f"{games:,} other games were played to their end, grouped by chance: up to 10%, 10 to "
            f"20% and so on. In {inside} of {len(tenths)} groups the seats won as often as they "
            "should (within the 95% interval).")


def _section(
    found: Chances, needs: Needs, maps: Sequence[Map], other: str, won: Estimate
) -> Section:
    run, players = found.run, len(maps)
    pictures = [map_of_needs(
        f"race_{p}", run, one, f"the {say.place(p, players)}", needs.rivals_in_words(p),
        run.labels[0], others=needs.others_in_words(p)) for p, one in enumerate(maps)]
    made_of = FROM_SOLUTION if found.solved is not None else (
        "Games are made of hands drawn anew from games that were played; strategies that play "
        "to the score are taken to play as they do on average. Under each number stands its "
        "95% interval.")
    chances = table_of_needs("race", needs.rivals_in_words(), (
        {"place": say.place(p, players), "own": own, "rivals": rivals, "wins": wins}
        for p, one in enumerate(maps) for own, row in zip(NEEDED, one, strict=True)
        for rivals, wins in zip(NEEDED, row, strict=True)), made_of)
    points = Table.of(
        "race_points", "Playing for the game, or for points a hand",
        (Column("strategy", "one seat of", "text", "text", "who sits down"),
         Column("among", "among seats of", "text", "text", "who sits in all other seats"),
         Column("won", "wins of the games", "share", "share of games", "that it wins"),
         Column("even", "an equal share", "share", "share of games", "that luck gives")),
        [{"strategy": other, "among": run.labels[0], "won": won, "even": 1 / players}],
        "It sits in every seat in turn, on the same deals. Under the number stands its 95% "
        "interval.", index=0)
    return Section("race", QUESTION, (), tuple(pictures), (chances, _check_table(found), points))


def _check_table(found: Chances) -> Table:
    rows: list[Row] = []
    for tenth in range(TENTHS):
        each = found.in_play(tenth)
        if each:
            hands, said, won = each
            rows.append({"chance": f"{tenth * 10} to {tenth * 10 + 10}%", "hands": hands,
                         "said": said, "won": won})
    return Table.of(
        "race_check", "The same in games played to their end",
        (Column("chance", "chance", "text", "text", "what the chance was before a hand"),
         Column("hands", "hands", "count", "hands",
                "dealt at such a chance, once for every seat"),
         Column("said", "said, on average", "share", "share of games", "the chance, on average"),
         Column("won", "won in play", "share", "share of games", "that were won in play")),
        rows, "Games whose hands the chances are not made of. Every hand counts once for each "
        "seat; the intervals go by games.", index=0)
