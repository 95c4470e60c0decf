"""Who meets whom: two strategies alone at a table, and the ladder of every game."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np

from reports.draw import shapes, style
from reports.draw.parts import Axes, Figure, patches, ticker
from reports.request import set_up
from reports.stats import number_text
from reports.stats.comparisons import (
    chance_ahead,
    edge,
    edge_totals,
    p_value,
    sessions_needed,
    share_ahead,
)
from reports.stats.estimates import FEW, NOTHING, Estimate, mean_of
from reports.studies.rules.comparison import play_sets, seats_of
from reports.studies.study import tried
from simulate.books.tally import Floats
from simulate.games.game import find_game, game_names
from simulate.runs.run import Player, Run
from strategies.lineup import library, table_of

#: The fewest blocks of sessions on which a chance to be ahead is checked.
_FEWEST_BLOCKS = 20


@dataclass(frozen=True)
class Matched:
    """By how much a seat of one strategy makes more in a session than a seat of another."""

    #: Two strategies, the better one first.
    one: str
    other: str
    differences: Floats  #: float64[tables, sessions]: in chips, points or games
    hands: float  #: hands of a session, on average
    is_game: bool = False

    @property
    def counted(self) -> str:
        """What is counted until skill shows: games where each is one hand, as at Casino."""
        return "games" if self.is_game and self.hands == 1 else "hands"

    @property
    def edge(self) -> Estimate:
        """The mean difference of a session over its standard deviation."""
        return edge(edge_totals(self.differences))

    @property
    def made(self) -> Floats:
        """What the one makes more in a session, on average over the tables: float64[sessions]."""
        made: Floats = self.differences.mean(axis=0)
        return made

    @property
    def p_value(self) -> float:
        """How often luck alone would set equals so far apart."""
        return p_value(mean_of(self.made), len(self.made))

    @property
    def luck(self) -> Estimate:
        """The share of the squared difference of a session that is luck."""
        value, se, low, high = self.edge
        if math.isnan(low):
            return NOTHING
        least = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
        most = max(abs(low), abs(high))
        return Estimate(_luck(value), abs(2 * value * se) * _luck(value) ** 2, _luck(most),
                        _luck(least))

    @property
    def sessions(self) -> Estimate:
        """Sessions until the one is ahead with a chance of 95%; one who made the same more in each
        of enough sessions is at once."""
        edge = self.edge
        if math.isinf(edge.value) and len(self.made) >= FEW:
            return Estimate(0.0)
        return sessions_needed(edge)

    @property
    def hands_needed(self) -> Estimate:
        """The same in whole hands; one session at least: the formula counts in sessions."""
        found = self.sessions
        value, low, high = (float(np.rint(self.hands * np.maximum(1.0, number)))
                            for number in (found.value, found.low, found.high))
        return Estimate(value, low=low, high=high)

    def checked(self) -> tuple[int, Estimate, Estimate] | None:
        """Return sessions, the chance to be ahead after them by the formula, and by play. The
        sessions are those until 95%, or as many as leave enough blocks to check on."""
        most = self.differences.shape[1] // _FEWEST_BLOCKS
        if most < 1:
            return None
        value = self.sessions.value
        sessions = max(1, min(most, math.ceil(value) if math.isfinite(value) else most))
        edge = self.edge
        by_formula, low, high = (chance_ahead(one, sessions)
                                 for one in (edge.value, edge.low, edge.high))
        return (sessions, Estimate(by_formula, low=low, high=high),
                share_ahead(self.differences, sessions))


def counted_in(found: Iterable[Matched]) -> str:
    """Say what is counted until skill shows: games where that is so at every table."""
    words = {one.counted for one in found}
    return words.pop() if len(words) == 1 else "hands"


def _luck(edge: float) -> float:
    return 1 / (1 + edge**2)


def matched(run: Run, one: Player, other: Player, jobs: int | None = None) -> Matched:
    """Let two strategies of different labels sit in turn round a table, in all rotations."""
    seats = len(run.players)
    in_turn = [one, other] * seats
    # With an odd number of seats, each strategy has the extra seat at half of the tables.
    starts = (0, 1) if seats % 2 else (0,)
    runs = [replace(run, players=tuple(in_turn[at:at + seats])) for at in starts]
    played = play_sets(runs, jobs)
    difference = np.concatenate([
        seats_of(table, one.label, made) - seats_of(table, other.label, made)
        for table, (_, made) in zip(runs, played, strict=True)])
    at = find_game(run.game).books.session.index("hands")
    hands = float(np.mean([fields[:, :, at].mean() for fields, _ in played]))
    is_game = find_game(run.game).plays_to_the_end(run.rules)
    if difference.mean() < 0:
        return Matched(other.label, one.label, -difference, hands, is_game)
    return Matched(one.label, other.label, difference, hands, is_game)


_RANDOM, _THUMB, _SOLUTION, _THINKER = "random", "rule of thumb", "solution", "expert"
#: The part of the sessions by which the best of several strategies is chosen, and the fewest.
_CHOICE, _FEWEST = 8, 64
#: A strategy so many times as slow as a rule of thumb plays all sessions, a slower one fewer...
_PATIENCE = 10
#: ... but so many at least.
_FEWEST_THOUGHT = FEW


@dataclass(frozen=True)
class Rung:
    """Who stands on a rung."""

    what: str  #: of which sort: ``"random"``, ``"rule of thumb"``, ``"solution"`` or ``"expert"``
    player: Player
    #: The strategy that is hardest for it, if it is not surely ahead of that one; else nothing.
    doubt: str = ""
    slowness: int = 1  #: about how many times as long as a rule of thumb it takes


@dataclass(frozen=True)
class Step:
    """Two neighbours on the ladder of a game, at a table with these rules, seats and sessions."""

    run: Run
    higher: Rung
    lower: Rung

    @property
    def step(self) -> str:
        """What stands over what."""
        return f"{self.higher.what} over {self.lower.what}"

    @property
    def table(self) -> str:
        """The game and the number of players."""
        return f"{find_game(self.run.game).title}, {len(self.run.players)} players"

    @property
    def label(self) -> str:
        """The table and the step."""
        return f"{self.table}: {self.step}"


def ladders(run: Run, every_size: bool, jobs: int | None = None) -> Iterator[Step]:
    """Yield the steps of all games, each with its usual number of players or with every number."""
    for game in game_names():
        rules = run.rules if game == run.game else None
        table = set_up(game, _RANDOM, None, rules, run.sessions, None, run.seed)
        if not any(find_game(one.game).plays_to_the_end(one.rules) for one in (table, run)):
            table = replace(table, hands=run.hands)
        rungs = list(_rungs(table, jobs))
        fewest, most = find_game(game).seats
        sizes = range(fewest, most + 1) if every_size else (len(table.players),)
        for seats in sizes:
            for lower, higher in pairwise(rungs):
                fewer = max(_FEWEST_THOUGHT, table.sessions * _PATIENCE // higher.slowness)
                yield Step(replace(table, players=(higher.player,) * seats,
                                   sessions=min(table.sessions, fewer)), higher, lower)


def _rungs(table: Run, jobs: int | None) -> Iterator[Rung]:
    """Yield who stands on a ladder, the lowest first: no solved tables, no slow strategies."""
    known = tried(table)
    yield Rung(_RANDOM, known.pop(_RANDOM))
    yield best(table, _THUMB, [one for one in known.values() if one.chart is None], jobs)
    if solved := [one for one in known.values() if one.chart is not None]:
        yield best(table, _SOLUTION, solved, jobs)
    for strategy in library(table.game).values():
        if strategy.is_slow:
            yield Rung(_THINKER, strategy().player(table_of(table)), slowness=strategy.slowness)


def best(table: Run, what: str, players: Sequence[Player], jobs: int | None = None) -> Rung:
    """Return the player who does best against the one of the others that is hardest for it. An edge
    over ``random`` would not do: it is largest for players who make most of bad play. The duels
    have deals of their own, so that luck in the choice is not counted as skill. With few sessions
    the choice is luck in part; the rung names whom its player is not surely ahead of."""
    trial = replace(table, seed=(table.seed + 1) % 2**63,
                    sessions=max(_FEWEST, table.sessions // _CHOICE))
    edges: dict[str, list[tuple[float, str, bool]]] = {one.label: [] for one in players}
    for one, other in combinations(players, 2):
        found = matched(trial, one, other, jobs)
        edge = found.edge
        edges[found.one].append((edge.value, found.other, edge.low > 0))
        edges[found.other].append((-edge.value, found.one, edge.high < 0))
    chosen = max(players, key=lambda player: min(edges[player.label], default=(math.inf,))[0])
    doubts = [rival for _, rival, is_sure in sorted(edges[chosen.label]) if not is_sure]
    return Rung(what, chosen, doubts[0] if doubts else "")


_PER_CENT = 100
_PALE = 0.75
#: Inches of a row, and around the rows of a group.
_ROW, _AROUND = 0.19, 0.9
_TICKS, _TWO_DECADES = 6, 100
_NOTES = (
    "Left: the part of the squared difference of a session between the two that is luck. Right: "
    "the hands until the better one is ahead with 95%. At Casino and hundred up they are of whole "
    "games. One session is the least that can be told. Lines are 95% intervals, an arrow means "
    "perhaps never.",)


class Pairing(NamedTuple):
    """Two who met, in a row of the sheet."""

    table: str  #: where the two sat, if not at the table that was asked for
    #: On which rung of a game's ladder the higher one stands, where the two are on a ladder.
    rung: str
    found: Matched

    @property
    def name(self) -> str:
        """Who is ahead of whom, and where."""
        both = f"{self.found.one} over {self.found.other}"
        return f"{self.table}: {both}" if self.table else both


def hands(one: Estimate) -> str:
    """Return hands with their interval, one without an end said as such."""
    if math.isinf(one.high):
        return "perhaps never" if math.isinf(one.low) else f"{number_text.number(one.low)} or more"
    text, between = number_text.amount(one.value, one.low, one.high)
    return text if one.low == one.high or not between else f"{text} ({between})"


def _hands(axes: Axes, rows: Sequence[Matched], colours: Sequence[str]) -> None:
    found = [one.hands_needed for one in rows]
    ends = [x for one in found for x in one if math.isfinite(x) and x > 0]
    low, high = min(ends, default=1.0) / 1.5, 3.0 * max(ends, default=10.0)
    style.log_axis(axes, "x", low, high)
    axes.xaxis.set_major_locator(ticker.LogLocator(
        subs=(1.0, 3.0) if high / low < _TWO_DECADES else (1.0,), numticks=_TICKS))
    axes.set_xlim(low, high)
    for y, (one, colour) in enumerate(zip(found, colours, strict=True)):
        least = one.low if math.isfinite(one.low) else high
        if math.isfinite(one.value):
            axes.plot(one.value, y, "o", color=colour, markersize=5)
        axes.plot([least, min(one.high, high)], [y, y], color=colour, linewidth=1.4)
        if math.isinf(one.high):
            axes.plot(high, y, ">", color=colour, markersize=5, clip_on=False)
        axes.text(1.02, y, hands(one), transform=axes.get_yaxis_transform(), va="center",
                  fontsize=shapes.CELL - 0.5)
    axes.set_xlabel(f"{counted_in(rows)} until ahead with 95%", fontsize=shapes.NAME)


def wall_chart(groups: Mapping[str, Sequence[Pairing]], subtitle: str) -> Figure:
    """Draw the study on one sheet. ``groups``: by their titles."""
    heights = [_AROUND + _ROW * len(rows) for rows in groups.values()]
    with style.style():
        figure = shapes.sheet("How much is luck, and when does skill show?", subtitle, _NOTES,
                             sum(heights))
        panels = figure.subplots(len(groups), 2, squeeze=False, height_ratios=heights)
        # Luck on the left, hands on the right.
        for (left, right), (title, rows) in zip(panels, groups.items(), strict=True):
            rungs = list(dict.fromkeys(row.rung for row in rows))
            colours = [style.COLOURS[rungs.index(row.rung)] for row in rows]
            found = [row.found for row in rows]
            shapes.bars(left, [one.luck for one in found], colours, [_PALE] * len(found),
                        _PER_CENT, 0.66)
            left.set_xlim(0, _PER_CENT)
            left.set_xlabel("how much is luck, %", fontsize=shapes.NAME)
            _hands(right, found, colours)
            for axes in (left, right):
                style.bare_rows(axes, len(rows))
                axes.tick_params(labelsize=shapes.NAME - 0.5)
            left.set_yticks(range(len(rows)), [row.name for row in rows])
            right.set_yticks([])
            left.set_title(title)
            if len(rungs) > 1:
                handles = [patches.Patch(color=style.COLOURS[k], alpha=_PALE)
                           for k in range(len(rungs))]
                right.legend(handles, rungs, loc="lower left", bbox_to_anchor=(0, 1),
                             ncols=len(rungs), title="the higher rung is", borderaxespad=0.2,
                             fontsize=shapes.NAME, title_fontsize=shapes.NAME, alignment="left")
    return figure
