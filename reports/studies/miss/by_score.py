"""When to take the miss by what the seat and its rivals still need to win the game.

One run covers classes of scores: the seat that is asked needs some points, and each of its rivals
needs some. At each score deals of their own are forked, as they are for a chart at a score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from reports.draw import heatmaps, style
from reports.later import pd
from reports.page.document import Column, Picture, Section, Table
from reports.results import frames
from reports.results.frames import Row
from reports.stats import number_text
from reports.stats.estimates import Estimate, share_of_trials
from reports.studies.miss import words as say
from reports.studies.miss.chart import Chart
from simulate.games.game import find_game
from simulate.games.loo.narrate import words_of
from simulate.games.loo.settling import GAME_POINTS
from simulate.runs.run import Run

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Points that a seat needs, and that each of its rivals needs: from near the end to the start.
NEEDS = (1, 3, 6, 10, 15)
#: What a seat does, by the moves of a chart.
DOES = {"play": (say.PLAY, say.TAKE), "miss": (say.MISS,), "drop": (say.DROP, say.FOR_POOL)}
_SHOWN, _CELL, _MARGIN = 25, 0.8, 1.4
#: A share that is not clear by more than this was dealt too few.
_WIDEST = 0.5

Score = tuple[int, ...]


@dataclass(frozen=True)
class AtNeeds:
    """What is best in a place where the seats need so many points.

    Parameters
    ----------
    position : int
    before : str
        What was declared before.
    together : bool
        Whether this is all that may have been declared as long as a miss is left.
    own, rivals : int
        Points that the seat needs, and each rival.
    decisions : int
    best, made : dict of str to Estimate
        By ``DOES``: the share of the decisions in which it is best, from where that is clear to
        where it may be so; and how often the strategy does it.
    """

    position: int
    before: str
    together: bool
    own: int
    rivals: int
    decisions: int
    best: dict[str, Estimate]
    made: dict[str, Estimate]


def score_of(players: int, position: int, own: int, rivals: int) -> Score:
    """Return the points won so far, by position."""
    return tuple(GAME_POINTS - (own if seat == position else rivals) for seat in range(players))


def scores(players: int) -> list[Score]:
    """Return the scores of all places and needs, each once."""
    return list(dict.fromkeys(score_of(players, *place) for place in _places(players)))


def _places(players: int) -> Iterator[tuple[int, int, int]]:
    """Yield every (position, own need, rivals' need)."""
    return product(range(players), NEEDS, NEEDS)


def by_score(
    players: int, chart_at: Callable[[Score], Chart], tell: Callable[[float], None] | None = None
) -> list[AtNeeds]:
    """Return what is best at all needs: by place, and by what was declared before as well.

    Parameters
    ----------
    players : int
    chart_at : callable
        ``chart_at(score)`` draws the chart at points won so far, by position; it is asked for each
        score once, and no chart is kept, since charts are large.
    tell : callable, optional
        Called with the share of the scores done.
    """
    found: dict[tuple[int, int, int], list[AtNeeds]] = {}
    order = scores(players)
    for done, score in enumerate(order):
        chart = chart_at(score)
        for place in _places(players):
            if score_of(players, *place) == score:
                found[place] = list(_at(chart, *place))
        if tell:
            tell((done + 1) / len(order))
    return [one for place in _places(players) for one in found[place]]


def _at(chart: Chart, position: int, own: int, rivals: int) -> Iterator[AtNeeds]:
    """Yield what is best in a place: as long as a miss is left, and by what was declared before."""
    here = [s for s, at in enumerate(chart.positions) if at == position]
    words = words_of(chart.run.rules)
    left = [s for s in here if chart.legal[s, say.MISS]]
    heard = [(say.heard(chart.situations[s], words), [s]) for s in here]
    for before, some in [(f"a {words.miss} is left", left), *(heard if len(here) > 1 else ())]:
        yield AtNeeds(
            position, before, some is left, own, rivals, int(chart.cells.count[some].sum()),
            {name: _best(chart, some, moves) for name, moves in DOES.items()},
            {name: _made(chart, some, moves) for name, moves in DOES.items()})


def _best(chart: Chart, some: Sequence[int], moves: Sequence[int]) -> Estimate:
    """Return the share of decisions in which one of some moves is best.

    From those in which it is clear to those in which it is not clear that another kind of move is.
    """
    count = chart.cells.count[some]
    total = count.sum()
    if not total:
        return Estimate(np.nan)
    legal = chart.legal[some][:, list(moves)].any(axis=1, keepdims=True)
    is_best = np.asarray(np.isin(chart.best[some], moves) & legal)
    clear = np.asarray(chart.clear[some])
    value, low, high = (float((count * flags).sum() / total) for flags in (
        is_best, is_best & clear, legal & (is_best | ~clear)))
    return Estimate(value, low=low, high=high)


def _made(chart: Chart, some: Sequence[int], moves: Sequence[int]) -> Estimate:
    """Return the share of decisions in which the strategy makes one of some moves."""
    made = chart.forks.made[:, list(some)].sum(axis=(0, 1, 2))
    return share_of_trials(int(made[list(moves)].sum()), int(made.sum()))


def told(found: Sequence[AtNeeds], players: int, taken: str) -> tuple[str, ...]:
    """Say for every place whether one misses more near the end of the game than at its start."""
    said = []
    for position in range(players):
        here = {(one.own, one.rivals): one for one in found
                if one.position == position and one.together}
        start, place = here[NEEDS[-1], NEEDS[-1]], say.place(position, players)
        known = sorted((one for one in here.values() if _is_known(one.best["miss"])),
                       key=lambda one: one.best["miss"].value)
        if start not in known:
            said.append(f"As {place} there were dealt too few to tell whether {taken} is to be "
                        "taken more near the end of a game; more deals tell.")
            continue
        most, least = known[-1], known[0]
        said.append(
            f"As {place} {taken} is {_near_the_end(here, players)}. Of the hands in which it may "
            f"be taken it is best with {_between(start)} at the start of a game; with most, "
            f"{_between(most)}, where {_needs(most, players)}, with fewest, {_between(least)}, "
            f"where {_needs(least, players)}.")
    return tuple(said)


def _near_the_end(here: Mapping[tuple[int, int], AtNeeds], players: int) -> str:
    """Say whether more hands miss where a rival, or the seat itself, is near the end."""
    start = here[NEEDS[-1], NEEDS[-1]].best["miss"]
    rivals = "the rival" if players == 2 else "each rival"
    parts = []
    for who, needs in ((rivals, (NEEDS[-1], NEEDS[0])), ("the seat itself", (NEEDS[0], NEEDS[-1]))):
        best = here[needs].best["miss"]
        more = "more" if best.low > start.high else "less" if best.high < start.low else ""
        if more and _is_known(best):
            parts.append(f"{more} often where {who} alone is near the end")
    if not parts:
        return "not clearly best more or less often near the end of a game"
    return f"best {number_text.listed(parts)}, than at the start"


def _is_known(best: Estimate) -> bool:
    """Tell whether a share is known well enough to be told."""
    return bool(best.high - best.low <= _WIDEST)


def _between(one: AtNeeds) -> str:
    """Return a share from where it is clear to where it may be so: a range, and no interval."""
    best = one.best["miss"]
    return f"{best.value:.0%} (between {100 * best.low:.0f} and {best.high:.0%})"


def _needs(one: AtNeeds, players: int) -> str:
    rivals = "the rival" if players == 2 else "each rival"
    return f"the seat needs {one.own} and {rivals} {one.rivals}"


def section(found: Sequence[AtNeeds], run: Run, strategy: str) -> Section:
    """Return what a page shows of it.

    Parameters
    ----------
    found : sequence of AtNeeds
    run : Run
        The table.
    strategy : str
        Whose chart it is.
    """
    players, words = len(run.players), words_of(run.rules)
    question = f"Does one take {words.taken} more near the end of the game?"
    columns = (
        Column("place", "you are", "text"), Column("before", "after", "text"),
        Column("own", "you need", "count"), Column("rivals", "each rival needs", "count"),
        Column("decisions", "decisions", "count"),
        *(Column(f"best_{name}", f"best: {_word(name, words.miss)}") for name in DOES),
        *(Column(f"made_{name}", f"{strategy}: {_word(name, words.miss)}") for name in DOES))
    table = Table(
        "miss_by_score", question, _frame(found, players), columns,
        "The share of the decisions in which that is best, to win the game. Under each number "
        "stands from where that is clear, by two standard errors, to where it may be so. The last "
        f"columns are what {strategy} does, with 95% intervals. To play has the turn-up with "
        "it, to drop the play for the pool. The first rows are here; miss_by_score.csv has all, "
        "and what was declared before.", most=_SHOWN)
    return Section(
        "miss_by_score", question, told(found, players, words.taken),
        tuple(_picture(found, run, strategy, position) for position in range(players)), (table,))


def _word(name: str, miss: str) -> str:
    return miss if name == "miss" else name


def _frame(found: Sequence[AtNeeds], players: int) -> pd.DataFrame:
    """Return the rows: those of all that may have been declared first."""
    rows: list[Row] = []
    for one in sorted(found, key=lambda one: not one.together):
        row: Row = {"place": say.place(one.position, players), "before": one.before,
                    "own": one.own, "rivals": one.rivals, "decisions": one.decisions}
        for name in DOES:
            row |= frames.columns(f"best_{name}", one.best[name])
            row |= frames.columns(f"made_{name}", one.made[name])
        rows.append(row)
    return pd.DataFrame(rows).set_index(["place", "before"])


def _picture(found: Sequence[AtNeeds], run: Run, strategy: str, position: int) -> Picture:
    players, words = len(run.players), words_of(run.rules)
    place = say.place(position, players)
    rivals = "the rival needs" if players == 2 else "each of the rivals needs"
    cells = {(one.own, one.rivals): one.best["miss"] for one in found
             if one.position == position and one.together}
    grid = [[cells[own, others] for others in NEEDS] for own in NEEDS]

    def draw() -> Figure:
        with style.style():
            side = _CELL * len(NEEDS)
            figure, axes = style.blank(side + _MARGIN, side + _MARGIN)
            heatmaps.cells(axes, grid, heatmaps.MORE, (0, 1), 100)
            heatmaps.name_cells(axes, NEEDS, NEEDS)
            axes.set_xlabel(f"points that {rivals}")
            axes.set_ylabel(f"points that the {place} needs")
            axes.set_title(f"The {place} takes {words.taken}, %\n{find_game(run.game).title}, "
                           f"{players} players, {strategy}")
        return figure

    return Picture(
        f"miss_by_score_{position}", draw,
        f"With how many hands of 100 it is best for the {place} to take {words.taken} where that "
        "may be done, to win the game, by the points that it needs (down) and that "
        f"{rivals} (across); below each half of what is not clear.", wide=True)
