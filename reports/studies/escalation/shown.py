"""What ``study escalation`` shows: its tables, and its figures as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from reports.draw import style
from reports.draw.parts import Axes, Figure
from reports.draw.shapes import Bars, Lines, Series
from reports.page.document import Column, Row, Table
from reports.results.stakes import quantile_column
from reports.stats.estimates import Estimate
from reports.studies.escalation.pools import LARGE, RUINOUS, Pools
from simulate.books.rows import MAGNITUDES, MARKS, magnitude_floors
from simulate.books.tally import Floats
from simulate.games.narrating import how_many

_CYCLE_QUANTILES = (0.5, 0.75, 0.9, 0.99, 0.999)
_HANDS = "number of the hand in its session"
_SMALL = {"markersize": 4, "linewidth": 1.2, "capsize": 2}


_FIGURES = (Column("figure", "figure", "text"), Column("value", "value", "row"), Column("kind"),
            Column("of", "of", "text"))


def _row(figure: str, estimate: Estimate, kind: str, of: str) -> Row:
    return {"figure": figure, "value": estimate, "kind": kind, "of": of}


def growth(table: Pools) -> Table:
    """Return what is known of the growth of the pool."""
    rows = [
        _row("seats looed", table.looed, "amount", "mean a hand"),
        _row("factor M of an unlimited pool", table.factor, "amount", "mean a hand"),
        _row("factor M of a large pool", table.factor_of_large, "amount",
             f"mean a hand, pool above {LARGE} stakes"),
        _row("pool cleared: M = 0", table.cleared, "share", "share of hands")]
    return Table.of("escalation_growth", "Growth from hand to hand", _FIGURES, rows)


def tail_exponents(table: Pools) -> Table:
    """Return how rare large pools are."""
    rows = [_row("tail exponent a, from all hands", table.root, "amount",
                 "pools twice as large are 2^a times as rare")]
    if tail := table.tail:
        rows.append(_row(
            "of the pools simulated", tail.exponent, "amount",
            f"largest pools of cycles above {tail.threshold:,.0f} chips: {tail.sizes:,}"))
    return Table.of("escalation_tail", "How rare large pools are", _FIGURES, rows)


def factor(table: Pools) -> Table:
    """Return the distribution of the factor M."""
    return Table.of("escalation_factor", "The factor M from one pool to the next", (
        Column("factor", "M", "text", "none", "what a hand multiplies the pool by"),
        Column("hands", "share of hands", "share", "share of hands", "with that factor"),
    ), ({"factor": f"{m:g}", "hands": share} for m, share in table.shares),
        f"M is {table.growth.of}.")


def marks(table: Pools) -> list[int]:
    """Return how many hands were played at each of ``MARKS`` that sessions can have."""
    return [number + 1 for number in MARKS.tolist() if number < table.result.run.hands]


#: Titles of the levels that no bank can bear.
LEVELS = (*(f"10{'⁰¹²³⁴⁵⁶'[len(str(k)) - 1]} stakes" for k in RUINOUS), "the limit")


def escalated(table: Pools) -> Table:
    """Return the share of sessions whose pool has passed a level by number of the hand."""
    passed = {**{f"passed_{k}_stakes": f"{k:,} stakes" for k in RUINOUS},
              "passed_limit": "the escalation limit"}
    return Table.of("escalation_passed", "Sessions that escalate beyond a bank", (
        Column("hand_number", "hands", "count"),
        *(Column(name, f"above {level}", "share", "share of sessions",
                 f"whose pool has passed {what} by then")
          for (name, what), level in zip(passed.items(), LEVELS, strict=True)),
    ), ({"hand_number": hands, **{name: table.passed(i, hands) for i, name in enumerate(passed)}}
        for hands in marks(table)),
        f"A stake is {how_many(table.stake, 'chip')}; above the limit, {table.limit:,} chips, a "
        "session ends.")


def cycles(table: Pools) -> Table:
    """Return quantiles of the length and of the largest pool of cycles."""
    seen = table.early_cycles
    return Table.of("escalation_cycles", "From an empty pool to the next", (
        Column("quantile", "share of cycles", "text", "text", "the share of cycles"),
        Column("length", "hands, at most", "amount", "hands",
               "from an empty pool to the next, at most"),
        Column("largest", "largest pool, at most", "amount", "chips",
               "the largest pool of the cycle, at most"),
    ), ({"quantile": f"{100 * q:g}%", "length": table.cycle_quantile("length", q),
         "largest": table.cycle_quantile("largest", q)} for q in _CYCLE_QUANTILES),
        f"Of {len(seen.ended):,} cycles {(~seen.ended).sum():,} were not seen to end and count as "
        f"larger than any other (∞). {table.growth.emptied}")


def strategies(tables: Mapping[str, Pools]) -> Table:
    """Return tables at which all seats play alike, side by side."""
    return Table.of("escalation_strategies", "Strategies side by side", (
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
        "∞: M is never above one, and pools have no power law.")


def factor_plot(table: Pools) -> Bars:
    """Return the distribution of the factor M with its mean."""
    values, shares = zip(*table.shares, strict=True)
    return Bars(values, shares, height=3.2, scale=100, xlabel="factor M from one pool to the next",
                ylabel="hands, %", title="What a hand does to an unlimited pool",
                marks={f"mean: {table.factor.value:.3f}": table.factor.value,
                       "one: the pool keeps its size": 1})


def passed(table: Pools) -> Lines:
    """Return the share of sessions whose pool has passed a level, by number of the hand."""
    hands = marks(table)
    shares = {f"above {level}": [table.passed(i, n) for n in hands]
              for i, level in enumerate(LEVELS)}
    shown = {level: Series(own, hands) for level, own in shares.items() if own[-1].value > 0}
    return Lines(shown, log="x", look=_SMALL, bottom=0, scale=100, height=3.5, xlabel=_HANDS,
                 ylabel=f"sessions {next(iter(shown))}, %" if len(shown) == 1 else "sessions, %",
                 title="Sessions that escalate beyond a bank")


# Drawn by hand: how rare large pools are.

def _chips_axis(axes: Axes, most: float) -> None:
    style.log_axis(axes, "x", 1, most)
    axes.set_xlabel("chips")


def _shares_above(table: Pools) -> tuple[Floats, Floats]:
    """Return sizes of pools and the share of hands with a larger pool, in per cent."""
    counts = table.by_size
    floors = magnitude_floors()
    above = counts.sum() - np.cumsum(counts)
    shown = np.flatnonzero(counts)
    keep = shown[above[shown] > 0]
    tops = floors[np.minimum(keep + 1, MAGNITUDES - 1)]
    return tops.astype(float), 100 * above[keep] / counts.sum()


def tail(table: Pools) -> Figure:
    """Draw how rare large pools are on logarithmic axes, with the power law fitted."""
    with style.plot(3.7, ylabel="share with a larger pool, %",
                    title="How rare large pools are") as (figure, axes):
        looks = style.series(4)
        x, y = _shares_above(table)
        axes.plot(x, y, color=looks[0][0], drawstyle="steps-pre", linewidth=1.6,
                  label="hands by their pool")
        most, lowest = x.max(initial=10.0), y.min(initial=100.0)
        if table.unlimited:
            ordered = np.minimum(np.sort(table.early_cycles.largest).astype(float), table.limit)
            sizes = np.unique(ordered)
            above = len(ordered) - np.searchsorted(ordered, sizes, side="right")
            kept = (above > 0) & (sizes > 0)
            x, y = sizes[kept], 100 * above[kept] / len(ordered)
            axes.plot(x, y, color=looks[2][0], linestyle="-.", linewidth=1.4,
                      drawstyle="steps-post", label="cycles by their largest pool")
            most, lowest = x.max(initial=most), y.min(initial=lowest)
        if law := table.tail:
            x = np.array([law.threshold, most])
            for exponent, shift, dash, colour, label in (
                    (law.exponent.value, 1.0, "--", style.COLOURS[1], "fitted"),
                    (table.root.value, 3.0, ":", style.INK, "predicted from each hand")):
                y = 100 * law.share * shift * (x / law.threshold) ** -exponent
                axes.plot(x, y, linestyle=dash, color=colour, label=f"{label}: a = {exponent:.2f}")
        _chips_axis(axes, most)
        style.log_axis(axes, "y", lowest, 100)
        axes.set_ylim(lowest / 2, 150)
    return figure
