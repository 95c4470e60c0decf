"""``study call``: when to make trump, and when alone."""

from reports.charts import Chart, habits_section
from reports.games.euchre.decisions import READ, action_charts, calls
from reports.page.document import Picture, Section
from reports.studies.study import Study
from simulate.errors import whole
from simulate.runs.run import Progress, Run, silent

QUESTION = "When should a seat make trump, and when alone?"
#: A call that is ahead by this many points has the full colour.
_MUCH = 0.8
_READ = ("The fuller the colour, the more points a hand the call is ahead: "
         f"{_MUCH} or more where it is full. White cells are too close to call. {READ}")


def study_call(run: Run, progress: Progress = silent, jobs: int | None = None) -> Study:
    """Answer when to make trump at a table of Euchre, and what its strategies do wrong. Half of the
    deals, the first hands of sessions, choose the best calls; the others measure them."""
    whole(run.sessions, "deals", 1_000, 10**9)
    charts = Chart.each(run, calls(run), jobs, progress)
    chart = charts[0]
    plots = action_charts(len(run.players), *chart.best(_MUCH), f" ({chart.strategy})")
    pictures = tuple(
        Picture(f"call_{name}", plot, _READ, wide=True) for name, plot in plots.items())
    shown = (Section("call", "When to order up, and when to name a suit", (chart.headline,),
                     pictures, (chart.table("call_chart"),)), habits_section("call_habits", charts))
    return Study(QUESTION, (chart.headline, *shown[1].answer[:2]), shown, {"charts": charts})
