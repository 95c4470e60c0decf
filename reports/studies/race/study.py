"""``study race``: what the score and the deal are worth where points win the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from reports.draw import heatmaps, style
from reports.page.document import Column, Picture, Row, Section, Table
from reports.results.shared_sentences import share
from reports.stats.estimates import Estimate
from reports.studies.miss import words as say
from reports.studies.miss.at_score import Needs, check_score
from reports.studies.race.chances import NEEDED, TENTHS, Chances, chances_of, check_race
from reports.studies.solution.loo.exploiting_games import games_won
from reports.studies.study import Study
from simulate.games.game import find_game
from simulate.runs.progress import Progress
from simulate.runs.run import Run
from strategies.lineup import seat_players
from strategies.loo.racer import Racer

if TYPE_CHECKING:
    from matplotlib.figure import Figure

QUESTION = "What are the score and the deal worth in a game for points?"
#: Games that one who plays otherwise sits down for, in every seat.
_GAMES = 40_000
_SHOWN, _CELL, _MARGIN, _LETTERS = 20, 0.42, 1.2, 5.5

#: The chance of a position by the points it needs, and by those that its rivals need.
Map = Sequence[Sequence[Estimate]]


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


def _at_given(found: Chances, needs: Needs) -> tuple[str, ...]:
    """Say what the seats win at the score that was given."""
    players, score = needs.players, needs.given
    seats = ", ".join(f"{say.place(p, players)} {share(found.at(p, score))}"
                      for p in range(players))
    return (f"{say.at_score(found.run, score).capitalize()} the seats win: {seats}.",)


def _at_levels(maps: Sequence[Map]) -> tuple[str, ...]:
    """Say what the seats win where all need the same, and what being ahead is worth."""
    players, last = len(maps), len(NEEDED) - 1
    seats = ", ".join(
        f"{say.place(p, players)} {share(maps[p][last][last])}" for p in range(players))
    near = ", ".join(f"{say.place(p, players)} {share(maps[p][0][0])}" for p in range(players))
    both = "the rival" if players == 2 else "every rival"
    ahead = maps[0][last - 5][last]
    return (
        f"At the start of a game the seats win: {seats}; where all need one point: {near}.",
        f"An eldest hand five points ahead of {both} at the start wins {share(ahead)}.",
    )


def _checked(found: Chances) -> str:
    """Say how other games than those that the chances were made from agree with them."""
    tenths = [each for tenth in range(TENTHS) if (each := found.in_play(tenth))]
    inside = sum(won.low <= said <= won.high for _, said, won in tenths)
    games = len(set(found.checking.game.tolist()))
    return (f"In {games:,} other games, played to their end, the seats won as often as they should "
            f"(within the 95% interval) in {inside} of {len(tenths)} groups: chances up to 10%, 10 "
            "to 20% and so on.")


def _section(
    found: Chances, needs: Needs, maps: Sequence[Map], other: str, won: Estimate
) -> Section:
    players = len(maps)
    rows: list[Row] = []
    for position, one in enumerate(maps):
        for own, of_own in zip(NEEDED, one, strict=True):
            for rivals, estimate in zip(NEEDED, of_own, strict=True):
                rows.append({"place": say.place(position, players), "own": own, "rivals": rivals,
                             "wins": estimate})
    table = Table.of(
        "race", "The chance to win",
        (Column("place", "you are", "text", "text", "where the seat sits"),
         Column("own", "you need", "count", "points", "that the seat still needs"),
         Column("rivals", needs.rivals_in_words(), "count", "points",
                "that each rival still needs; where a score is given, the leading one"),
         Column("wins", "you win", "share", "share of games", "the chance to win the game")),
        rows, "The chance to win the game before a hand is dealt, by the points still needed. "
        f"{_made_of(found)} The first {_SHOWN} rows are here; race.csv has all.", index=0,
        most=_SHOWN)
    return Section(
        "race", QUESTION, (),
        tuple(_picture(found, needs, position, one) for position, one in enumerate(maps)),
        (table, _check_table(found), _other_table(found, other, won)))


def _made_of(found: Chances) -> str:
    """Say where the chances come from."""
    if found.solved is not None:
        return ("Worked out for every score there is from the solved race. Under each number "
                "stands the largest 95% interval that it can have for the deals on which it was "
                "counted how hands end.")
    return ("Games are made of hands drawn anew from games that were played; strategies that play "
            "to the score are taken to play as they do on average. Under each number stands its "
            "95% interval.")


def _other_table(found: Chances, other: str, won: Estimate) -> Table:
    return Table.of(
        "race_points", "Playing for the game, or for points a hand",
        (Column("strategy", "one seat of", "text", "text", "who sits down"),
         Column("among", "among seats of", "text", "text", "who sits in all other seats"),
         Column("won", "wins of the games", "share", "share of games", "that it wins"),
         Column("even", "an equal share", "share", "share of games", "that luck gives")),
        [{"strategy": other, "among": found.run.labels[0], "won": won,
          "even": 1 / len(found.run.players)}],
        "It sits in every seat in turn, on the same deals. Under the number stands its 95% "
        "interval.", index=0)


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


def _picture(found: Chances, needs: Needs, position: int, one: Map) -> Picture:
    run, players = found.run, len(found.run.players)
    place = say.place(position, players)
    rivals = needs.rivals_in_words(position)

    def draw() -> Figure:
        with style.style():
            side = _CELL * len(NEEDED)
            figure, axes = style.blank(side + _MARGIN, side + _MARGIN)
            # White is an equal share: what is more is a gain.
            colours = tuple(zip((0.0, 1 / players, 1.0), heatmaps.GAIN, strict=True))
            heatmaps.cells(axes, one, colours, (0, 1), 100, size=_LETTERS)
            heatmaps.name_cells(axes, NEEDED, NEEDED)
            axes.set_xlabel(f"points that {rivals}{needs.others_in_words(position)}")
            axes.set_ylabel(f"points that the {place} needs")
            axes.set_title(f"The {place} wins, %: {find_game(run.game).title}, "
                           f"{players} players, {run.labels[0]}")
        return figure

    return Picture(
        f"race_{position}", draw,
        f"The chance of the {place} to win the game, in per cent with the half width of its 95% "
        f"interval, by the points that it needs (down) and that {rivals} (across)"
        f"{needs.others_in_words(position)}. White: an equal share, {1 / players:.0%}.", wide=True)
