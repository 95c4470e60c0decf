"""The tables of ``study escalation``."""

from __future__ import annotations

import math
from collections.abc import Sequence

from reports.games.loo.tables import QUANTILES, quantile_name, sizes
from reports.later import pd
from reports.page.document import Column, Table
from reports.results import frames
from reports.results.frames import Row
from reports.stats.estimates import NOTHING, Estimate
from reports.studies.escalation.growth_factor import Factors
from reports.studies.escalation.pools import EXCITING, RUINOUS, Pools, stake_of
from simulate.books.kernel_books import MARKS
from simulate.games.loo.rules import LooRules

_CYCLE_QUANTILES = (0.5, 0.75, 0.9, 0.99, 0.999)
_CLASSES = ("Chips are counted exactly below 64; above, a quantile is the top of a class 3% wide "
            "(81 may stand for 80). ")
_INTERVALS = "Under each number stands its 95% interval, clustered by session."


def _row(figure: str, estimate: Estimate, kind: str, of: str) -> Row:
    return {"figure": figure, **frames.columns("value", estimate), "kind": kind, "of": of}


def _exponent(table: Pools) -> list[Row]:
    tail = table.tail
    if tail is None:
        return []
    above = f"largest pools of cycles above {tail.threshold:,.0f} chips: {tail.sizes:,}"
    return [_row("tail exponent of the pools simulated", tail.exponent, "amount", above)]


def _growth_rows(table: Factors) -> list[Row]:
    return [
        _row("seats looed", table.looed, "amount", "mean a hand"),
        _row("factor M of an unlimited pool", table.factor, "amount", "mean a hand"),
        _row("pool cleared: M = 0", table.cleared, "share", "share of hands"),
        _row("how rare large pools are (tail exponent a)", table.root, "amount",
             "pools twice as large are 2^a times as rare"),
    ]


def growth(table: Factors) -> Table:
    """Return what is known of the growth of the pool."""
    rows = _growth_rows(table)
    if isinstance(table, Pools):
        large = _row("factor M of a large pool", table.factor_of_large, "amount",
                     "as M, above 20 stakes: do the seats mind?")
        rows = [*rows[:2], large, *rows[2:], *_exponent(table)]
    columns = (
        Column("figure", "figure", "text"), Column("value", "value", "row"),
        Column("of", "of", "text"),
    )
    return Table("escalation_growth", "Growth from hand to hand",
                 pd.DataFrame(rows).set_index("figure"), columns, _INTERVALS)


def factor(table: Factors) -> Table:
    """Return the distribution of the factor M."""
    rows = [{"factor": f"{m:g}", **frames.columns("hands", share)} for m, share in table.shares]
    columns = (Column("factor", "M", "text"), Column("hands", "share of hands"))
    note = ("What a hand does to an unlimited pool: one for every seat looed, a fifth for each "
            "trick of a dealer who plays for the pool.")
    return Table("escalation_factor", "The factor M from one pool to the next",
                 pd.DataFrame(rows).set_index("factor"), columns, note)


def marks(table: Pools) -> list[int]:
    """Return the places in ``MARKS`` of the hand numbers that sessions can have."""
    return [i for i, number in enumerate(MARKS.tolist()) if number < table.result.run.hands]


def by_hand(table: Pools) -> Table:
    """Return quantiles and mean of the pool by number of the hand."""
    frame = table.result.tables["pool_by_hand"]
    numbers = MARKS.tolist()
    means = [frames.columns("mean", table.mean_pool(numbers.index(n - 1))) for n in frame.index]
    frame = frame.join(pd.DataFrame(means, index=frame.index))
    columns = [
        Column("hand_number", "hand", "count"),
        *(Column(quantile_name(q), f"{q:.0%}", "amount") for q in QUANTILES),
    ]
    note = ("A session that escalated before counts as larger than any pool (∞). "
            f"{_CLASSES}")
    if frame["mean"].notna().any():
        columns.append(Column("mean", "mean", "amount"))
    else:
        note += "There is no column of means: in the long run the pool has none."
    return Table("escalation_by_hand", "The pool by number of the hand", frame, tuple(columns),
                 note)


#: Titles of the levels that no bank can bear.
LEVELS = (*(f"10{'⁰¹²³⁴⁵⁶'[len(str(k)) - 1]} stakes" for k in RUINOUS), "the limit")


def escalated(table: Pools) -> Table:
    """Return the share of sessions whose pool has passed a level by number of the hand."""
    names = [f"passed_{k}_stakes" for k in RUINOUS] + ["passed_limit"]
    rows = []
    for hands in [int(MARKS[i]) + 1 for i in marks(table)]:
        shares = {name: table.passed(i, hands) for i, name in enumerate(names)}
        rows.append({"hand_number": hands, **frames.merged(shares)})
    columns = (
        Column("hand_number", "hands", "count"),
        *(Column(name, f"above {level}") for name, level in
          zip(names, LEVELS, strict=True)),
    )
    return Table("escalation_passed", "Sessions that escalate beyond a bank",
                 pd.DataFrame(rows).set_index("hand_number"), columns,
                 "Share of sessions whose pool was above the level after so many hands or sooner. "
                 f"A stake is {stake_of(table.rules):,} chips; above the limit, "
                 f"{table.rules.escalation_limit:,} chips, a session ends.")


def cycles(table: Pools) -> Table:
    """Return quantiles of the length and of the largest pool of cycles."""
    rows: list[Row] = []
    for q in _CYCLE_QUANTILES:
        both = {name: table.cycle_quantile(name, q) for name in ("length", "largest")}
        rows.append({"quantile": f"{100 * q:g}%", **frames.merged(both)})
    columns = (
        Column("quantile", "share of cycles", "text"),
        Column("length", "hands, at most", "amount"),
        Column("largest", "largest pool, at most", "amount"),
    )
    seen = table.early_cycles
    note = (f"{len(seen.ended):,} cycles that began in the first half of their session; "
            f"{(~seen.ended).sum():,} of them were not seen to their end and count as longer "
            f"and larger than any other (∞). {_what_is_empty(table.rules)}")
    return Table("escalation_cycles", "From an empty pool to the next",
                 pd.DataFrame(rows).set_index("quantile"), columns, note)


def _what_is_empty(rules: LooRules) -> str:
    """Say which pools end a cycle."""
    if rules.empty_below > 1:
        return (f"A pool of fewer than {rules.empty_below} chips, too few to pay a trick, counts "
                "as empty: everybody antes again.")
    return ("Only a pool of nothing is empty under these rules: fewer chips than a trick takes "
            "stay, the dealer alone adds to them, and the cycle goes on.")


def mean_pool(table: Pools) -> Estimate:
    """Return the mean pool over all hands, if there is one."""
    return table.result.measures.session_mean("pool") if table.has_mean else NOTHING


def _compared(table: Pools) -> Row:
    pools, hands = sizes(table.result), table.result.run.hands
    return frames.merged({
        "mean": mean_pool(table), "q50": pools.quantile(0.5), "q95": pools.quantile(0.95),
        "q99": pools.quantile(0.99),
        **{f"above_{k}_stakes": table.exciting(i) for i, k in enumerate(EXCITING)},
        "passed": table.passed(0, hands),
        "left": table.result.measures.session_mean("left") if table.has_mean else NOTHING,
    })


def rules(tables: Sequence[Pools]) -> Table:
    """Return the rules side by side."""
    rows = [{"rule": table.label, **_compared(table)} for table in tables]
    columns = (
        Column("rule", "penalty", "text"), Column("mean", "mean pool", "amount"),
        Column("q50", "median", "amount"), Column("q99", "99%", "amount"),
        *(Column(f"above_{k}_stakes", f"hands above {k} stakes") for k in EXCITING),
        Column("passed", f"sessions that passed {RUINOUS[0]} stakes"),
    )
    note = (f"A stake is {stake_of(tables[0].rules):,} chips. The same deals under every rule. "
            f"A dash: in the long run there is no mean. {_CLASSES}")
    return Table("escalation_rules", "Rules side by side", pd.DataFrame(rows).set_index("rule"),
                 columns, note + _INTERVALS)


def strategies(tables: Sequence[Factors]) -> Table:
    """Return tables at which all seats play alike, side by side."""
    rows = []
    for table in tables:
        figures = {"looed": table.looed, "factor": table.factor, "cleared": table.cleared,
                   "root": table.root}
        pool = {}
        if isinstance(table, Pools):
            pool = {"q50": sizes(table.result).quantile(0.5),
                    "q99": sizes(table.result).quantile(0.99)}
        rows.append({"strategy": table.label, **frames.merged(figures | pool)})
    frame = pd.DataFrame(rows).set_index("strategy")
    columns = [
        Column("strategy", "all seats play", "text"), Column("looed", "seats looed", "amount"),
        Column("factor", "mean M", "amount"), Column("cleared", "pool cleared"),
        Column("root", "tail exponent a", "amount"),
    ]
    if "q50" in frame:
        columns += [Column("q50", "median pool", "amount"), Column("q99", "99%", "amount")]
    note = ("Every seat plays the same strategy, on the same deals and under the rules of the "
            "table. Pools twice as large are 2^a times as rare, a being the tail exponent; ∞: M is "
            "never above one, and pools have no power law. ")
    return Table("escalation_strategies", "Strategies side by side", frame, tuple(columns),
                 note + _INTERVALS)


def side(root: Estimate) -> str:
    """Say on which side of a = 1 a table stands."""
    if math.isinf(root.value):
        return "none"
    low = root.value if math.isnan(root.low) else root.low
    high = root.value if math.isnan(root.high) else root.high
    if low > 1:
        return "above"
    return "below" if high < 1 else "near"
