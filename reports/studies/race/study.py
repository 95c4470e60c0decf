"""``study race``: what the score and the deal are worth where points win the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from reports.draw import heatmaps, style
from reports.later import pd
from reports.page.document import Column, Picture, Section, Table
from reports.results import frames
from reports.results.frames import Row
from reports.results.shared_sentences import share
from reports.stats.estimates import Estimate
from reports.studies.miss import words as say
from reports.studies.miss.at_score import check_score
from reports.studies.miss.needs import Needs
from reports.studies.race.chances import NEEDED, TENTHS, Chances, chances_of
from reports.studies.solution.loo.games_won import games_won
from reports.studies.study import Study
from simulate.games.game import find_game
from simulate.runs.player import Player
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


@dataclass(frozen=True)
class RaceStudy(Study):
    """The study with what it found.

    Parameters
    ----------
    chances : Chances
    maps : tuple of Map
        By position.
    other : Estimate
        Games won by one ``racer`` among the seats; by one ``solved`` where they are racers.
    """

    chances: Chances
    maps: tuple[Map, ...]
    other: Estimate


def study_race(
    run: Run, progress: Progress | None = None, jobs: int | None = None,
    score: str | Sequence[int] | None = None,
) -> RaceStudy:
    """Answer what chance to win each score gives, with the deal and without.

    Parameters
    ----------
    run : Run
        All seats play one strategy.
    progress : callable, optional
        Called with the share of the work done and the hands played so far.
    jobs : int, optional
        Workers; the result does not depend on it.
    score : str or sequence of int, optional
        As the table counts it, by position: points won so far, at Rounce still to go. The maps
        vary what a seat and its leading rival need, and the others have theirs.  All rivals need
        the same when not given.

    Raises
    ------
    BoneyardError
        If no score is raced for, or the seats are not alike.
    """
    needs = Needs(len(run.players), () if score is None else check_score(run, score))
    found = chances_of(run, progress)
    maps = tuple(
        [[found.at(position, needs.score(position, own, rivals)) for rivals in NEEDED]
         for own in NEEDED]
        for position in range(len(run.players)))
    other = _other_way(run)
    won = games_won(replace(run, seed=run.seed + 1), other, min(run.sessions, _GAMES), jobs)
    said = _at_given(found, needs) if needs.given else _at_levels(maps)
    answer = (*said, _checked(found), _points_or_game(found, other.label, won))
    section = _section(found, needs, maps, other.label, won)
    return RaceStudy(QUESTION, answer, (section,), found, maps, won)


def _other_way(run: Run) -> Player:
    """Return who sits down among the seats: one who plays for the game, or for points a hand."""
    name = "solved" if run.labels[0] == Racer.name else Racer.name
    return seat_players(run.game, name, 1, run.rules, len(run.players))[0]


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
                             **frames.columns("wins", estimate)})
    table = Table(
        "race", "The chance to win", pd.DataFrame(rows),
        (Column("place", "you are", "text"), Column("own", "you need", "count"),
         Column("rivals", needs.rivals_in_words(), "count"), Column("wins", "you win")),
        "The chance to win the game before a hand is dealt, by the points still needed. "
        f"{_made_of(found)} The first {_SHOWN} rows are here; race.csv has all.", most=_SHOWN,
    )
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
    even = 1 / len(found.run.players)
    row: Row = {"strategy": other, "among": found.run.labels[0], **frames.columns("won", won),
                "even": even}
    return Table(
        "race_points", "Playing for the game, or for points a hand", pd.DataFrame([row]),
        (Column("strategy", "one seat of", "text"), Column("among", "among seats of", "text"),
         Column("won", "wins of the games"), Column("even", "an equal share")),
        "It sits in every seat in turn, on the same deals. Under the number stands its 95% "
        "interval.")


def _check_table(found: Chances) -> Table:
    rows: list[Row] = []
    for tenth in range(TENTHS):
        each = found.in_play(tenth)
        if each:
            hands, said, won = each
            rows.append({"chance": f"{tenth * 10} to {tenth * 10 + 10}%", "hands": hands,
                         "said": said, **frames.columns("won", won)})
    return Table(
        "race_check", "The same in games played to their end", pd.DataFrame(rows),
        (Column("chance", "chance", "text"), Column("hands", "hands", "count"),
         Column("said", "said, on average"), Column("won", "won in play")),
        "Games whose hands the chances are not made of. Every hand "
        "counts once for each seat; the intervals go by games.",
    )


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
