"""The tables of ``study risk``."""

from __future__ import annotations

import math
from collections.abc import Callable

from reports.page.document import Column, Table
from reports.results import frames
from reports.results.frames import Row
from reports.stats.estimates import NOTHING, Estimate
from reports.stats.measures import KURTOSIS, SHORTFALL, Unit
from reports.studies.risk.ruin import FEWEST_WORST, TableRisks
from simulate.games.narrating import how_many

CHANCES = (0.05, 0.01)
_FALLS = (0.5, 0.9, 0.95, 0.99)
_INTERVALS = "Under each number stands its 95% interval, clustered by session."


def replay(risks: TableRisks, session: int) -> str:
    """Return the command that shows a session."""
    run = risks.table.run
    return (f"boneyard replay {run.game} {risks.table.table_options} --hands {run.hands} "
            f"--seed {run.seed} --session {session}")


_WHO = Column("strategy", "strategy", "text"), Column("seats")
_LASTS = Column("lasts", "hands it lasts", "amount", "hands",
                "until it is gone, or the session's end")


def _by_strategy(risks: TableRisks, figures: Callable[[Unit], Row]) -> list[Row]:
    return frames.rows_by_strategy(risks.measures, figures)


def horizon(risks: TableRisks) -> int:
    """Return the most hands that a session had."""
    return min(risks.marks[-1], int(risks.walks.hands.max()))


def shown_marks(risks: TableRisks) -> list[int]:
    """Return the marks that a session reached, and the hands of the longest session."""
    return [mark for mark in risks.marks if mark < horizon(risks)] + [risks.marks[-1]]


def moments(risks: TableRisks) -> Table:
    """Return chips or points a hand: mean, spread and shape.

    N0 is left out where seats go broke: their sessions are not of one length.
    """
    measures, unit_name = risks.measures, risks.table.unit
    has_n0 = risks.table.game.bankroll_of(risks.table.run.rules) is None

    def figures(unit: Unit) -> Row:
        row: Row = {unit_name: measures.value(unit)}
        if risks.shares is not None:
            row[f"{unit_name}_from_shares"] = risks.from_shares(unit)
        row |= {"sd": measures.spread(unit), "skew": measures.skewness(unit),
                "kurtosis": risks.kurtosis(unit)}
        return row | ({"n0": risks.hands_to_show(unit)} if has_n0 else {})

    note = ("Lopsided (skew): below 0, few large losses stand against many small gains. Rare large "
            "hands (kurtosis): 0 as in a bell curve, the higher the wilder. ")
    note += "" if risks.shares is None else (
        "From shares of the pool: what a hand gives of it and multiplies it by, whatever its size, "
        "makes the mean pool of each hand and so the chips; no large pool has to be met. ")
    if has_n0:
        note += ("Hands to show: after so many (N0) the mean is as large as its standard error, "
                 "and after four times as many it is twice as large. N0 is the square of the "
                 "standard deviation over the mean; hands of a session depend on each other, so it "
                 "takes the deviation of sessions, by the hand, and not that of single hands. "
                 "∞: the mean may be zero. ")
    if measures.tail >= KURTOSIS:
        note += "Of 100 intervals of a kurtosis some 91 hold (docs/coverage.md). "
    note += measures.withheld
    return Table.of(f"{risks.label}_hand", f"{unit_name.capitalize()} a hand", (
        *_WHO, Column(unit_name, f"{unit_name} a hand", "signed", with_error=True),
        Column(f"{unit_name}_from_shares", "from shares of the pool", "signed", with_error=True),
        Column("sd", "standard deviation", "amount"), Column("skew", "lopsided", "signed"),
        Column("kurtosis", "rare large hands", "amount"),
        Column("n0", "hands to show", "amount", "hands", "until the mean shows through chance"),
    ), _by_strategy(risks, figures), note + _INTERVALS)


def _what_ruin_is(risks: TableRisks) -> str:
    if risks.in_points:
        return "A hole of B is being B points below the start at the end of some hand."
    return "A bank of B is gone when a seat is B chips below its start at the end of some hand."


def needed(risks: TableRisks) -> Table:
    """Return the banks needed, and how deep falls are."""
    hands = risks.marks[-1]

    def figures(unit: Unit) -> Row:
        return {**{f"bank_{100 * c:g}": risks.bank_needed(unit, c, hands) for c in CHANCES},
                **{f"fall_{100 * q:g}": risks.drawdown(unit, q) for q in _FALLS}}

    note = (f"{_what_ruin_is(risks)} With the chance named a {risks.session} of at most "
            f"{how_many(hands, 'hand')} ruins such a {risks.bank}. A fall (drawdown) is the "
            f"largest from a best, which so many {risks.session}s do not exceed. ")
    return Table.of(
        f"{risks.label}_banks", f"The {risks.bank} to reckon with, and the deepest falls", (
            *_WHO,
            *(Column(f"bank_{100 * c:g}", f"{risks.bank}, {c:.0%}", "amount", "{value}",
                     f"the bank that is gone at some time with a chance of {c:.0%}")
              for c in CHANCES),
            *(Column(f"fall_{100 * q:g}", f"fall, {q:.0%}", "amount", "{value}",
                     f"{q:.0%} of the largest falls from a peak are smaller") for q in _FALLS),
        ), _by_strategy(risks, figures), note + _INTERVALS)


def sessions(risks: TableRisks) -> Table:
    """Return what the worst sessions cost, and where to see the very worst."""

    def figures(unit: Unit) -> Row:
        worst = risks.worst(unit)
        parts: Row = {"median": risks.result(unit, 0.5)}
        for chance in CHANCES:
            parts[f"var_{100 * chance:g}"] = risks.value_at_risk(unit, chance)
            parts[f"cvar_{100 * chance:g}"] = risks.expected_shortfall(unit, chance)
        return parts | {
            "worst": worst.value, "session": worst.session, "seat": worst.seat,
            "replay": replay(risks, worst.session),
        }

    heavy = risks.measures.tail < SHORTFALL
    note = (f"One {risks.session} in twenty loses more than VaR 5%, the value at risk; the "
            "mean loss of those is CVaR 5%, without an interval where those are fewer than "
            f"{FEWEST_WORST}"
            f"{', and here, as large losses have too heavy a tail for one' * heavy}. ")
    if not risks.in_points:
        note += "What is left in a pool belongs to nobody here. "
    a_session = "{value} a session"
    return Table.of(f"{risks.label}_sessions", f"What a {risks.session} may cost", (
        *_WHO,
        Column("median", f"median {risks.session}", "signed", a_session, "the middle session"),
        *(Column(f"{name}_{100 * c:g}", f"{title} {c:.0%})", "amount", a_session, meaning)
          for c in CHANCES for name, title, meaning in (
              ("var", "lost at least (VaR", f"the loss that {c:.0%} of the sessions pass"),
              ("cvar", "mean of those (CVaR", "the mean loss of those sessions"))),
        Column("worst", f"the worst {risks.session}", "count", a_session, "the worst session"),
        Column("session"), Column("seat"), Column("replay", "see it again", "code"),
    ), _by_strategy(risks, figures), note + _INTERVALS)


def ruin(risks: TableRisks) -> Table:
    """Return the probability of ruin for every bank and number of hands listed."""
    measures, rows = risks.measures, list[Row]()
    for unit in measures.strategies:
        for bank in risks.banks:
            by_hands = {f"within_{n}": risks.ruin(unit, bank, n) for n in shown_marks(risks)}
            rows.append({"strategy": measures.label(unit), "bank": bank, **by_hands,
                         "lasts": risks.hands_survived(unit, bank),
                         "goes": risks.time_to_ruin(unit, bank)})
    listed = _spread_out(shown_marks(risks), 4)
    note = (f"{_what_ruin_is(risks)} All are read from the same walks, in which nobody is ever "
            f"out. Hands it lasts count to the end of the {risks.session} at most. The file has "
            "more numbers of hands. The hand in which a bank goes has no interval where it went in "
            f"fewer than {FEWEST_WORST} sessions. ")
    return Table.of(f"{risks.label}_ruin", "Ruin", (
        Column("strategy", "strategy", "text"),
        Column("bank", risks.bank, "count", "{value}", "what the seat brings"),
        *(Column(f"within_{n}", f"within {how_many(n, 'hand')}" * (n in listed), "share",
                 "share of sessions", f"in which the bank is gone within {n} hands")
          for n in shown_marks(risks)),
        _LASTS,
        Column("goes", "if it goes: hand", "amount", "hands",
               "until it is gone, in the sessions in which it goes"),
    ), rows, note + "Wilson intervals, clustered by session.", index=2)


def _spread_out(items: list[int], count: int) -> list[int]:
    """Return some of the items, the last one among them, spread as evenly as possible."""
    step = max(1, math.ceil(len(items) / count))
    return items[::-1][::step][::-1]


def finite(risks: TableRisks, endless: TableRisks, bank: int) -> Table:
    """Return ruin at a table where all banks are finite beside that where none is."""
    measures = risks.measures
    hands = risks.marks[-1]

    def figures(unit: Unit) -> Row:
        return {"ruin": risks.ruin(unit, bank, hands),
                "ruin_alone": endless.ruin(unit, bank, hands),
                "lasts": risks.hands_survived(unit, bank), "last": risks.last_seat(unit, bank),
                "value": measures.value(unit)}

    of_sessions = "share of sessions"
    note = (f"Everybody brings {how_many(bank, 'chip')}; a seat without chips is out, and the "
            "session ends when one seat is left. Beside it the chance at the table where all "
            "others always can pay. ")
    return Table.of(f"{risks.label}_seats", "A table of finite banks", (
        *_WHO,
        Column("ruin", "broke in a session", "share", of_sessions, "in which the seat is broke"),
        Column("ruin_alone", "if others never were", "share", of_sessions,
               "in which it would be broke if the others never were"),
        _LASTS, Column("last", "last seat with chips", "share", of_sessions,
                       "in which it is the last seat with chips"),
        Column("value", "chips a hand", "signed", "{value} a hand", "what is made"),
    ), _by_strategy(risks, figures), note + _INTERVALS)


def finite_by_hand(risks: TableRisks, bank: int) -> Table:
    """Return the chance to be broke by number of hands at a table of finite banks."""
    measures = risks.measures
    labels = [measures.label(unit) for unit in measures.strategies]
    named = frames.columns_of_strategies(labels, "hands")
    units = list(zip(named.values(), measures.strategies, strict=True))
    return Table.of(f"{risks.label}_by_hand", "Broke within so many hands", (
        Column("hands", "within hands", "count", "hands", "the number of hands"),
        *(Column(name, label, "share", "share of sessions", "in which it was broke by then")
          for label, name in named.items()),
    ), ({"hands": hands, **{name: risks.ruin(unit, bank, hands) for name, unit in units}}
        for hands in shown_marks(risks)), _INTERVALS)


def missing(estimate: Estimate) -> bool:
    """Tell whether there is no such number."""
    return estimate is NOTHING or math.isnan(estimate.value)
