"""Charts of Loo and Rounce whose deals are all played out under every move."""

from collections.abc import Sequence

from reports.studies.miss.chart import Chart
from reports.studies.miss.study import DEALS, RESOLVED, _check, _draw, _Table
from simulate.runs.progress import silent
from simulate.runs.run import Run


def draw_charts(
    run: Run, pool: int | None = None, deals: object = DEALS, resolved: float = RESOLVED,
    jobs: int | None = None, score: Sequence[int] | None = None,
) -> tuple[Chart, ...]:
    """Fork deals until the chart of the first strategy is clear, or all are forked."""
    table = _Table.of(run, pool, _check(run, deals, resolved), jobs, score)
    return _draw(table, resolved, silent)[0]
