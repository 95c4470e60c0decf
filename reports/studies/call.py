"""``study call``: when to make trump, when alone, and where the score changes that."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from reports.charts import LEAST, Chart, habits_section
from reports.draw.shapes import Cells
from reports.games.euchre.decisions import ACTIONS, READ, action_charts, calls
from reports.headlines import amount, share
from reports.moves import SETS, measure
from reports.page.document import Column, Picture, Row, Section, Table
from reports.results.game_report import ValuedTable
from reports.stats.estimates import Estimate, of_deals, share_of_trials
from reports.stats.move_values import Halves
from reports.studies.study import Study, in_parts
from simulate.errors import whole
from simulate.games.euchre.rules import GAME_POINTS
from simulate.games.euchre.views import SEATS
from simulate.runs.run import Progress, Run, silent

QUESTION = "When should a seat make trump, and when alone?"
#: One deal in so many is forked at each score; the part of the work that the chart is.
_AT_SCORE, _CHART = 8, 0.2
#: A call that is ahead by this many points has the full colour.
_MUCH = 0.8
_READ = ("The fuller the colour, the more points a hand the call is ahead: "
         f"{_MUCH} or more where it is full. White cells are too close to call. {READ}")
_CALLS, _ALONE = 1, 2


@dataclass(frozen=True)
class AtScore:
    """What heeding the score is worth to a seat with its points and those of the others."""

    own: int
    other: int
    gain: Estimate  #: games won of a hundred, a hand, above the calls that make most points
    rows: list[Row]  #: the sets in which another call wins more games


def _pooled(found: Mapping[str, Halves]) -> Halves:
    """Return what actions are worth by information set, whoever decides."""
    return Halves(*(half.over(0, 2) for half in (found[SETS].train, found[SETS].test)))


def heeded(chart: Chart, points: Halves, games: Halves, own: int, other: int) -> AtScore:
    """Return what heeding a score is worth. A call is changed where half of the deals clearly show
    that another wins more games; what that brings is measured on the others."""
    base, cells = points.train.best, np.arange(len(points.train.count))
    better, test = games.train.best, games.test
    changed = np.flatnonzero(games.train.worse(better, LEAST)[cells, base] & (test.count >= 2)
                             & (points.train.count >= LEAST))
    often = test.count[changed] * len(chart.run.players) / test.sessions
    gains = [test.margin(int(cell), int(better[cell]), int(base[cell])) for cell in changed]
    share = often / len(chart.run.players)
    return AtScore(own, other, of_deals(
        float(sum(s * one.value for s, one in zip(share, gains, strict=True))),
        float(np.sqrt(sum((s * one.se) ** 2 for s, one in zip(share, gains, strict=True)
                          if one.se == one.se)))), [{
            "own": own, "other": other, **chart.words(cell), "points_call": ACTIONS[base[cell]],
            "better": ACTIONS[better[cell]], "often": many, "gain": gain}
            for cell, many, gain in zip(changed.tolist(), often, gains, strict=True)])


def _scores_section(chart: Chart, found: Sequence[AtScore]) -> Section:
    best = max(found, key=lambda one: one.gain.value)
    answer = "At no score does another call clearly win more games."
    if best.gain.value > 0:
        answer = (f"The score matters most at {best.own} to {best.other}: heeding it wins "
                  f"{amount(best.gain)} more of 100 games by that hand alone.")
    rows = [row for one in found for row in one.rows]
    table = Table.of("call_scores", "Calls that the score changes", (
        Column("own", "own points", "count", "points", "the seat's own"),
        Column("other", "others' points", "count", "points", "those of the others"),
        *chart.sets.columns,
        Column("points_call", "for points", "text", "text", "the call that is best in points"),
        Column("better", "for the game", "text", "text", "the call that is better"),
        Column("often", "of hands", "share", "share of hands", "how often it comes up"),
        Column("gain", "of 100 games", "signed", "of 100 games", "won more by the better call",
               with_error=True),
    ), sorted(rows, key=lambda row: -row["often"] * row["gain"].value),
        "Those that bring most stand first.", index=2)

    grid = Cells([[one.gain for one in found if one.own == own] for own in range(GAME_POINTS)],
                 range(GAME_POINTS), range(GAME_POINTS),
                 max(0.1, *(one.gain.value for one in found)), height=4.2, ylabel="own points",
                 xlabel="points of the others",
                 title="Games won of 100, a hand, by heeding the score")
    return Section("call_scores", "Where the score changes the call", (answer,), (
        Picture("call_scores", grid),), (table,))


def _alone(chart: Chart) -> Section:
    """Return how many of the hands that should call should go alone."""
    count = chart.cells.both.count
    calls, alone = (sum(int(count[cell]) for cell, (best, *_) in chart.margins.items()
                        if best in actions) for actions in ((_CALLS, _ALONE), (_ALONE,)))
    return Section("call_alone", "When to go alone", (
        f"Of the hands that should call, {share(share_of_trials(alone, calls))} should go alone."
        if calls else "No kind of hand should call.",))


def study_call(run: Run, progress: Progress = silent, jobs: int | None = None) -> Study:
    """Answer when to make trump at a table of Euchre, and what its strategies do wrong. Half of the
    deals, the first hands of sessions, choose the best calls; the others measure them."""
    count = whole(run.sessions, "deals", 1_000, 10**9)
    scores = list(product(range(GAME_POINTS), range(GAME_POINTS)))
    charting, *parts = in_parts(progress, [_CHART, *[(1 - _CHART) / len(scores)] * len(scores)])
    found, decision = measure(run, calls(run), jobs, charting), calls(run)
    charts, points = Chart.each(run, decision, found[SETS]), _pooled(found)
    chart, few = charts[0], replace(run, sessions=max(count // _AT_SCORE, 1))
    table = ValuedTable(run)
    by_score = [
        heeded(chart, points, _pooled(measure(few, calls(run, score), jobs, part, table)), *score)
        for score, part in zip(scores, parts, strict=True)]
    progress(1.0, count)
    plots = action_charts(len(run.players), *chart.best(_MUCH), f" ({chart.strategy})")
    pictures = tuple(
        Picture(f"call_{name}", plot, _READ, wide=True) for name, plot in plots.items())
    shown = (
        Section("call", "When to order up, and when to name a suit", (chart.headline,), pictures,
                (chart.table("call_chart"),)),
        *[_alone(chart)] * (len(run.players) == SEATS), _scores_section(chart, by_score),
        habits_section("call_habits", charts))
    return Study(QUESTION, (*(section.answer[0] for section in shown), *shown[-1].answer[1:2]),
                 shown, {"charts": charts, "scores": by_score})
