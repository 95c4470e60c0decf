"""``study escalation``: how does the pool grow? Its answers, tables and figures."""

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from reports.draw import style
from reports.draw.shapes import Bars
from reports.headlines import amount
from reports.later import Figure
from reports.page.document import Column, Picture, Section, Table
from reports.results.shared_sections import quantile_column
from reports.stats.estimates import Estimate
from reports.studies.escalation.pools import LARGE, Pools, follow_pools, growth_of
from reports.studies.study import Study, in_parts
from simulate.books.rows import MAGNITUDES, magnitude_floors
from simulate.runs.follow import check_length
from simulate.runs.run import Progress, Run, silent

QUESTION = "How does the pool grow?"
#: A smaller root is none: it is sought by halving.
_NEVER = 1e-6


def check(run: Run) -> None:
    """Raise ``BoneyardError`` if the study does not fit the table."""
    growth_of(run)
    check_length(run)


def study_escalation(run: Run, jobs: int | None = None, progress: Progress = silent) -> Study:
    """Answer how the pool of a table grows."""
    # Tables at which all seats play one strategy of the line-up, where it has several.
    players = {player.label: player for player in run.players}
    alike = {label: replace(run, players=(player,) * len(run.players))
             for label, player in players.items()} if len(players) > 1 else {}
    first, *rest = in_parts(progress, [1] * (1 + len(alike)), run.sessions)
    table = follow_pools(run, jobs, first)
    strategies = {label: follow_pools(one, jobs, part)
                  for (label, one), part in zip(alike.items(), rest, strict=True)}
    shown = _section(table), *[_side_by_side(strategies)] * bool(strategies)
    return Study(QUESTION, shown[0].answer, shown, {"table": table, "strategies": strategies})


def _growth(table: Pools) -> str:
    """Return by how much a hand multiplies the pool, and whether the mean pool explodes."""
    factor, bank = table.factor, table.result.game.bankroll_of(table.result.run.rules)
    does = "multiplies the pool" if table.multiplies else (
        "would multiply an unlimited pool" if bank is None else
        f"would, if nobody's {bank:,} chips could run out, multiply an unlimited pool")
    follows = ("the mean pool explodes" if factor.low > 1 else "the mean pool does not explode"
               if factor.high < 1 else "too close to one to tell whether the mean pool explodes")
    return f"A hand {does} by {amount(factor)} on average: {follows}."


def _tail(table: Pools) -> str:
    """Return how rare large unlimited pools are, and whether they have a mean."""
    root = table.root
    if math.isinf(root.value):
        return "No pool grows for long: large ones are rarer than any power of their size."
    if root.value < _NEVER:
        return "No hand makes the pool smaller: in the long run there is no mean pool."
    low, high = ((root.value if math.isnan(end) else end) for end in (root.low, root.high))
    follows = ("there is a mean pool" if low > 1 else "there is no mean pool" if high < 1
               else "too close to 2 to tell whether there is a mean pool")
    rarer = Estimate(2**root.value, math.nan, 2**root.low, 2**root.high)
    return (f"Unlimited pools twice as large are {amount(rarer)} times as rare: in the long run "
            f"{follows}.")


_CYCLE_QUANTILES = (0.5, 0.75, 0.9, 0.99, 0.999)


def _section(table: Pools) -> Section:
    """Return how the pool grows from hand to hand, and from an empty pool to the next."""
    seen, (values, shares) = table.early_cycles, zip(*table.shares, strict=True)
    growth = (
        ("seats looed", table.looed, "amount", "mean a hand"),
        ("factor M of an unlimited pool", table.factor, "amount", "mean a hand"),
        ("factor M of a large pool", table.factor_of_large, "amount",
         f"mean a hand, pool above {LARGE} stakes"),
        ("pool cleared: M = 0", table.cleared, "share", "share of hands"),
        ("tail exponent a", table.root, "amount", "P(pool > x) ~ x^-a"))
    return Section("escalation", QUESTION, (_growth(table), _tail(table)), (
        Picture("escalation_factor", Bars(
            values, shares, height=3.2, scale=100, xlabel="factor M from one pool to the next",
            ylabel="hands, %", title="What a hand does to an unlimited pool",
            marks={f"mean: {table.factor.value:.3f}": table.factor.value,
                   "one: the pool keeps its size": 1})),
        Picture("escalation_tail", lambda: _tail_plot(table),
                "The line of hands bends down where the limit ends sessions."),
    ), (
        Table.of("escalation_growth", "Growth from hand to hand", (
            Column("figure", "figure", "text"), Column("value", "value", "row"), Column("kind"),
            Column("of", "of", "text"),
        ), (dict(zip(("figure", "value", "kind", "of"), row, strict=True)) for row in growth)),
        Table.of("escalation_factor", "The factor M from one pool to the next", (
            Column("factor", "M", "text", "none", "what a hand multiplies the pool by"),
            Column("hands", "share of hands", "share", "share of hands", "with that factor"),
        ), ({"factor": f"{m:g}", "hands": share}
            for m, share in zip(values, shares, strict=True)), f"M is {table.growth.of}."),
        Table.of("escalation_cycles", "From an empty pool to the next", (
            Column("quantile", "share of cycles", "text", "text", "the share of cycles"),
            Column("length", "hands, at most", "amount", "hands",
                   "from an empty pool to the next, at most"),
            Column("largest", "largest pool, at most", "amount", "chips",
                   "the largest pool of the cycle, at most"),
        ), ({"quantile": f"{100 * q:g}%", "length": table.cycle_quantile("length", q),
             "largest": table.cycle_quantile("largest", q)} for q in _CYCLE_QUANTILES),
            f"Of {len(seen.ended):,} cycles {(~seen.ended).sum():,} were not seen to end and count "
            f"as larger than any other (∞). {table.growth.emptied}")))


def _side_by_side(tables: Mapping[str, Pools]) -> Section:
    """Return tables at which all seats play alike, side by side."""
    return Section("escalation_strategies", "Which strategies make the pool grow?", tables=(
        Table.of("escalation_strategies", "Strategies side by side", (
            Column("strategy", "all seats play", "text"),
            Column("looed", "seats looed", "amount", "seats a hand", "looed"),
            Column("factor", "mean M", "amount", "none",
                   "what a hand multiplies the pool by, on average"),
            Column("cleared", "pool cleared", "share", "share of hands", "that empty the pool"),
            Column("root", "tail exponent a", "amount", "none",
                   "the tail exponent: pools twice as large are 2 to this power times as rare"),
            replace(quantile_column(0.5), title="median pool"), quantile_column(0.99),
        ), ({"strategy": label, "looed": table.looed, "factor": table.factor,
             "cleared": table.cleared, "root": table.root,
             **{f"q{q}": table.sizes.quantile(q / 100) for q in (50, 99)}}
            for label, table in tables.items()),
            "∞: M is never above one, and pools have no power law."),))


def _tail_plot(table: Pools) -> Figure:
    """Draw how rare large pools are on logarithmic axes, with the power law of their growth."""
    with style.plot(3.7, ylabel="share with a larger pool, %",
                    title="How rare large pools are") as (figure, axes):
        looks, counts = style.series(4), table.by_size
        above = counts.sum() - np.cumsum(counts)
        kept = np.flatnonzero((counts > 0) & (above > 0))
        x = magnitude_floors()[np.minimum(kept + 1, MAGNITUDES - 1)].astype(float)
        y = 100 * above[kept] / counts.sum()
        axes.plot(x, y, color=looks[0][0], drawstyle="steps-pre", linewidth=1.6,
                  label="hands by their pool")
        most, lowest = x.max(initial=10.0), y.min(initial=100.0)
        if table.unlimited:
            ordered = np.minimum(np.sort(table.early_cycles.largest).astype(float), table.limit)
            sizes = np.unique(ordered)
            above = len(ordered) - np.searchsorted(ordered, sizes, side="right")
            met = (above > 0) & (sizes > 0)
            x, y = sizes[met], 100 * above[met] / len(ordered)
            axes.plot(x, y, color=looks[2][0], linestyle="-.", linewidth=1.4,
                      drawstyle="steps-post", label="cycles by their largest pool")
            most, lowest = x.max(initial=most), y.min(initial=lowest)
        least, root = LARGE * table.stake, table.root.value
        share = np.mean(table.early_cycles.largest > least)
        if table.multiplies and math.isfinite(root) and share:
            x = np.array([least, most])
            axes.plot(x, 100 * share * (x / least) ** -root, linestyle=":", color=style.INK,
                      label=f"predicted: a = {root:.2f}")
        style.log_axis(axes, "x", 1, most)
        axes.set_xlabel("chips")
        style.log_axis(axes, "y", lowest, 100)
        axes.set_ylim(lowest / 2, 150)
    return figure
