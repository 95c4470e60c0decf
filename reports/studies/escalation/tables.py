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
from simulate.games.narrating import how_many

_CYCLE_QUANTILES = (0.5, 0.75, 0.9, 0.99, 0.999)
_CLASSES = ("Chips are counted exactly below 64; above, a quantile is the top of a class 3% wide "
            "(81 may stand for 80). ")
_INTERVALS = "Under each number stands its 95% interval, clustered by session."


def _row(figure: str, estimate: Estimate, kind: str, of: str) -> Row:
    return {"figure": figure, "value": estimate, "kind": kind, "of": of}


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
    return Table.of("escalation_growth", "Growth from hand to hand", (
        Column("figure", "figure", "text"), Column("value", "value", "row"), Column("kind"),
        Column("of", "of", "text"),
    ), rows, _INTERVALS)


def factor(table: Factors) -> Table:
    """Return the distribution of the factor M."""
    note = ("What a hand does to an unlimited pool: one for every seat looed, a fifth for each "
            "trick of a dealer who plays for the pool.")
    return Table.of("escalation_factor", "The factor M from one pool to the next", (
        Column("factor", "M", "text", "none", "what a hand multiplies the pool by"),
        Column("hands", "share of hands", "share", "share of hands", "with that factor"),
    ), ({"factor": f"{m:g}", "hands": share} for m, share in table.shares), note)


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
    passed = {**{f"passed_{k}_stakes": f"{k:,} stakes" for k in RUINOUS},
              "passed_limit": "the escalation limit"}
    return Table.of("escalation_passed", "Sessions that escalate beyond a bank", (
        Column("hand_number", "hands", "count"),
        *(Column(name, f"above {level}", "share", "share of sessions",
                 f"whose pool has passed {what} by then")
          for (name, what), level in zip(passed.items(), LEVELS, strict=True)),
    ), ({"hand_number": hands, **{name: table.passed(i, hands) for i, name in enumerate(passed)}}
        for hands in [int(MARKS[i]) + 1 for i in marks(table)]),
                 "Share of sessions whose pool was above the level after so many hands or sooner. "
                 f"A stake is {how_many(stake_of(table.rules), 'chip')}; above the limit, "
                 f"{table.rules.escalation_limit:,} chips, a session ends.")


def cycles(table: Pools) -> Table:
    """Return quantiles of the length and of the largest pool of cycles."""
    rows: list[Row] = []
    for q in _CYCLE_QUANTILES:
        rows.append({"quantile": f"{100 * q:g}%", "length": table.cycle_quantile("length", q),
                     "largest": table.cycle_quantile("largest", q)})
    seen = table.early_cycles
    note = (f"{len(seen.ended):,} cycles that began in the first half of their session; "
            f"{(~seen.ended).sum():,} of them were not seen to their end and count as longer "
            f"and larger than any other (∞). {_what_is_empty(table.rules)}")
    return Table.of("escalation_cycles", "From an empty pool to the next", (
        Column("quantile", "share of cycles", "text", "text", "the share of cycles"),
        Column("length", "hands, at most", "amount", "hands",
               "from an empty pool to the next, at most"),
        Column("largest", "largest pool, at most", "amount", "chips",
               "the largest pool of the cycle, at most"),
    ), rows, note)


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
    return {
        "mean": mean_pool(table), "q50": pools.quantile(0.5), "q95": pools.quantile(0.95),
        "q99": pools.quantile(0.99),
        **{f"above_{k}_stakes": table.exciting(i) for i, k in enumerate(EXCITING)},
        "passed": table.passed(0, hands),
        "left": table.result.measures.session_mean("left") if table.has_mean else NOTHING,
    }


def rules(tables: Sequence[Pools]) -> Table:
    """Return the rules side by side."""
    note = (f"A stake is {how_many(stake_of(tables[0].rules), 'chip')}. The same deals under every "
            f"rule. A dash: in the long run there is no mean. {_CLASSES}")
    return Table.of("escalation_rules", "Rules side by side", (
        Column("rule", "penalty", "text", "text", "the rule"),
        Column("mean", "mean pool", "amount"), Column("q50", "median", "amount"),
        Column("q95"), Column("q99", "99%", "amount"),
        *(Column(f"above_{k}_stakes", f"hands above {k} stakes", "share", "share of hands",
                 f"whose pool is above {k} stakes") for k in EXCITING),
        Column("passed", f"sessions that passed {RUINOUS[0]} stakes", "share",
               "share of sessions", "whose pool has passed 100 stakes"),
        Column("left", unit="chips a session", meaning="left in the pool at its end"),
    ), ({"rule": table.label, **_compared(table)} for table in tables), note + _INTERVALS)


def strategies(tables: Sequence[Factors]) -> Table:
    """Return tables at which all seats play alike, side by side."""
    rows: list[Row] = []
    for table in tables:
        rows.append({"strategy": table.label, "looed": table.looed, "factor": table.factor,
                     "cleared": table.cleared, "root": table.root})
        if isinstance(table, Pools):
            rows[-1] |= {f"q{q}": sizes(table.result).quantile(q / 100) for q in (50, 99)}
    note = ("Every seat plays the same strategy, on the same deals and under the rules of the "
            "table. Pools twice as large are 2^a times as rare, a being the tail exponent; ∞: M is "
            "never above one, and pools have no power law. ")
    return Table.of("escalation_strategies", "Strategies side by side", (
        Column("strategy", "all seats play", "text"),
        Column("looed", "seats looed", "amount", "seats a hand", "looed"),
        Column("factor", "mean M", "amount", "none",
               "what a hand multiplies the pool by, on average"),
        Column("cleared", "pool cleared", "share", "share of hands", "that empty the pool"),
        Column("root", "tail exponent a", "amount", "none",
               "the tail exponent: pools twice as large are 2 to this power times as rare"),
        Column("q50", "median pool", "amount"), Column("q99", "99%", "amount"),
    ), rows, note + _INTERVALS)


def side(root: Estimate) -> str:
    """Say on which side of a = 1 a table stands."""
    if math.isinf(root.value):
        return "none"
    low = root.value if math.isnan(root.low) else root.low
    high = root.value if math.isnan(root.high) else root.high
    if low > 1:
        return "above"
    return "below" if high < 1 else "near"
