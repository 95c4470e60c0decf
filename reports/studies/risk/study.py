"""``study risk``: what does it cost to sit down?"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from reports.commands import replay_command
from reports.draw import style
from reports.draw.shapes import Lines, Series
from reports.headlines import amount, capital, heavy_tails, largest
from reports.later import Figure, ticker
from reports.page.document import Column, Picture, Row, Section, Table
from reports.results.figure_tables import rows_by_strategy
from reports.results.result import Result
from reports.stats import number_text
from reports.stats.measures import SHORTFALL, Unit
from reports.stats.tails import count_factors
from reports.studies.risk.ruin import TableRisks, Walks, walk
from reports.studies.study import Study, in_parts
from simulate.books.rows import MARKS
from simulate.books.tally import Ints
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.narrating import how_many
from simulate.runs.follow import Paths, check_length, follow, joined, values_of
from simulate.runs.run import Progress, Run, silent

QUESTION = "What does it cost to sit down?"
#: Where a session is a game for points, and nobody brings any.
_IN_POINTS = "How far behind does a seat fall in a game?"
#: Banks whose ruin is listed, in stakes or points; and where a pool grows by penalties.
_STAKES = (5, 10, 15, 20, 30, 50)
_STAKES_OF_POOLS = (10, 20, 50, 100, 200, 500, 1000)
#: The moments of a hand, and the exponent above which each exists.
_MOMENTS = (("the mean of a hand", 1), ("its standard deviation", 2),
            ("how lopsided hands are (skew)", 3))
CHANCES = (0.05, 0.01)
_FALLS = (0.5, 0.9, 0.95, 0.99)
#: Columns of the page of those that the file has by number of hands.
_MARKS_LISTED = 4
_BANKS = 40
_BODY = ((0.01, 0.99, 2.0, "98 of 100"), (0.25, 0.75, 7.0, "half of them"))
#: The least chance of ruin that is drawn, in per cent.
_LEAST_SHOWN = 0.1
#: From this ratio of results on, the axis of sessions is logarithmic.
_WIDE = 200
_WHO = Column("strategy", "strategy", "text"), Column("seats")


def follow_risks(
    run: Run, label: str, banks: Sequence[int], jobs: int | None = None,
    progress: Progress = silent,
) -> TableRisks:
    """Play a run and follow the chips of its seats. ``label``: what the names of its tables begin
    with. ``banks``: rising."""
    marks = [n + 1 for n in MARKS.tolist() if n + 1 < run.hands] + [run.hands]
    game, seats = find_game(run.game), len(run.players)
    grows = game.growth(run.rules)

    def read(paths: Paths) -> tuple[Walks, Ints | None]:
        """Read walks, and factors where a pool is played for."""
        walks = walk(paths.entries["value"], paths.starts, marks, banks)
        return walks, grows and count_factors(paths, grows.factors(paths), seats, grows.parts)

    entries = {**values_of(run), "dealer": (game.begins[0], 1), **(grows.entries if grows else {})}
    followed = follow(run, entries, read, jobs, progress=progress)
    walks, factors = zip(*followed.pieces, strict=True)
    return TableRisks(
        followed.played.tally.units, joined(walks), marks, banks, label,
        Result(followed.played), np.sum(factors, axis=0) if grows else None)


def check(run: Run, bankroll: int | None = None) -> None:
    """Raise ``BoneyardError`` if the study does not fit the table or the bankroll."""
    check_length(run)
    game = find_game(run.game)
    unit = game.unit(run.rules)
    if not game.can_lose:
        raise BoneyardError(
            f"study risk: {unit} of {game.title} are only won, so a seat has none to lose; what it "
            f"risks is the game, and boneyard simulate {run.game} shows how many each seat wins")
    bankroll = bankroll or game.bankroll_of(run.rules)
    if bankroll and game.plays_to_the_end(run.rules):
        what = "points are played for, and nobody brings any" if unit == "points" else (
            "a session is one game here, and nobody pays more than its stakes")
        raise BoneyardError(f"bankroll {bankroll}: {what}; leave it out")
    if bankroll and not hasattr(game.rules_class, "bankroll"):
        raise BoneyardError(
            f"bankroll {bankroll}: {game.title} has no rule for seats without chips; leave it out")
    if bankroll:
        run.rules.changed(bankroll=bankroll)  # refuses what cannot be brought


def study_risk(
    run: Run, bankroll: int | None = None, banks: Sequence[int] | None = None,
    jobs: int | None = None, progress: Progress = silent,
) -> Study:
    """Answer what it costs to sit down at a table. ``bankroll``: chips that everybody brings to a
    second table, where nobody can pay more. ``banks``: those whose ruin is listed."""
    game = find_game(run.game)
    bankroll = bankroll or game.bankroll_of(run.rules)
    endless = replace(run, rules=run.rules.changed(bankroll=None)) if bankroll else run
    if banks is None:
        stakes = _STAKES_OF_POOLS if game.has_pool(run.rules) else _STAKES
        banks = [k * game.stake(run.rules) for k in stakes]
    listed = sorted({*banks, *([bankroll] if bankroll else [])})
    first, second = in_parts(progress, (1, 1 if bankroll else 0), run.sessions)
    risks = follow_risks(endless, "risk", listed, jobs, first)
    finite, sections = None, [*_sections(risks, bankroll)]
    if bankroll:
        real = replace(run, rules=run.rules.changed(bankroll=bankroll))
        finite = follow_risks(real, "risk_bankroll", listed, jobs, second)
        sections.insert(0, _section_of_finite(finite, bankroll))
    answer = tuple(sentence for section in sections for sentence in section.answer)
    return Study(_IN_POINTS if risks.in_points else QUESTION, answer, tuple(sections),
                 {"risks": risks, "finite": finite})


def _warning(risks: TableRisks) -> str:
    """Return a warning where the tail of large pools leaves figures without an interval."""
    root, totals = risks.root, risks.walks.total
    lost = [name for name, exponent in _MOMENTS if root is not None and root.value <= exponent]
    if lost:
        return (f"In the long run there is no figure for {number_text.listed(lost)}, and no "
                "interval for it holds.")
    own = risks.measures.by_strategy(lambda unit: totals[:, list(risks.units[unit])].mean(axis=1))
    return heavy_tails(
        {f"of {name}": one - one.mean() for name, one in own.items()}, risks.table.run)


def _sections(risks: TableRisks, bankroll: int | None) -> tuple[Section, ...]:
    name, hands, session = risks.label, risks.marks[-1], risks.session
    title = ("What does it cost where all can always pay?" if bankroll else
             _IN_POINTS if risks.in_points else QUESTION)
    within = "a game" if risks.table.is_game else how_many(hands, "hand")
    needed = largest(
        risks.measures.by_strategy(lambda unit: risks.bank_needed(unit, 0.05, hands)),
        risks.measures.tally.sessions,
        "In one game of 20 {who} {is_} {found} points behind {its} start at some time."
        if risks.in_points else f"{{who}} lose{{s}} a bank of {{found}} {risks.table.unit} within "
                                f"{within} in one {session} of 20.",
        f"In 19 {session}s of 20 nobody falls below the start.", written=amount)
    costs = largest(
        risks.measures.by_strategy(lambda unit: risks.value_at_risk(unit, 0.05)),
        risks.measures.tally.sessions,
        f"One {session} of 20 costs {{who}} more than {{found}} {risks.table.unit}.",
        written=amount)
    return (
        Section("risk", title, (needed,), (
            Picture(f"{name}_by_bank", _by_bank(risks)),
            Picture(f"{name}_by_hand", _by_number(risks))),
            (_needed(risks), _ruin(risks, risks.banks))),
        Section("risk_sessions", f"What may a {session} cost?", (costs, _warning(risks)), (
            Picture(f"{name}_results", lambda: _draw_results(risks)),),
            (_costs(risks), _hand(risks))))


def _section_of_finite(finite: TableRisks, bank: int) -> Section:
    """Return how often seats go broke where banks are finite."""
    measures, brings = finite.measures, f"everybody brings {how_many(bank, 'chip')}"
    return Section(
        "risk_bankroll", f"What if {brings}?",
        (largest(measures.by_strategy(lambda unit: finite.ruin(unit, bank, finite.marks[-1])),
                 measures.tally.sessions,
                 f"Where {brings}, {{who}} {{was}} broke most often, in {{found}} of sessions.",
                 f"Where {brings}, nobody was broke."),),
        (Picture("risk_bankroll", _by_hand(
            finite, measures.by_strategy(lambda unit: (unit, bank)), "broke by then, %",
            capital(brings))),),
        (_ruin(finite, [bank]), _hand(finite), _costs(finite)))


# Tables.

def _shown_marks(risks: TableRisks) -> list[int]:
    """Return the marks that a session reached, and the hands of the longest session."""
    longest = min(risks.marks[-1], int(risks.walks.hands.max()))
    return [mark for mark in risks.marks if mark < longest] + [risks.marks[-1]]


def _hand(risks: TableRisks) -> Table:
    """Return chips or points a hand: mean, spread and shape."""
    measures, unit_name = risks.measures, risks.table.unit
    return Table.of(f"{risks.label}_hand", f"{unit_name.capitalize()} a hand", (
        *_WHO, Column(unit_name, f"{unit_name} a hand", "signed", with_error=True),
        Column("sd", "standard deviation", "amount"), Column("skew", "lopsided", "signed"),
    ), rows_by_strategy(measures, lambda unit: {
        unit_name: measures.value(unit), "sd": measures.spread(unit),
        "skew": measures.skewness(unit)}), measures.withheld)


def _what_ruin_is(risks: TableRisks) -> str:
    if risks.in_points:
        return "A hole of B is being B points behind the start at the end of some hand."
    return "A bank of B is gone when a hand leaves its seat B chips below the start."


def _needed(risks: TableRisks) -> Table:
    """Return the banks needed, and how deep falls are."""
    hands, falls = risks.marks[-1], risks.walks.drawdown

    def figures(unit: Unit) -> Row:
        return {**{f"bank_{100 * c:g}": risks.bank_needed(unit, c, hands) for c in CHANCES},
                **{f"fall_{100 * q:g}": risks.quantile(falls, unit, q) for q in _FALLS}}

    return Table.of(
        f"{risks.label}_banks", f"The {risks.bank} to reckon with, and the deepest falls", (
            *_WHO,
            *(Column(f"bank_{100 * c:g}", f"{risks.bank}, {c:.0%}", "amount", "{value}",
                     f"the bank that is gone at some time with a chance of {c:.0%}")
              for c in CHANCES),
            *(Column(f"fall_{100 * q:g}", f"fall, {q:.0%}", "amount", "{value}",
                     f"{q:.0%} of the largest falls from a peak are smaller") for q in _FALLS),
        ), rows_by_strategy(risks.measures, figures),
        f"{_what_ruin_is(risks)} A fall is the largest from a best within "
        f"{how_many(hands, 'hand')}.")


def _costs(risks: TableRisks) -> Table:
    """Return what the worst sessions cost, and where to see the very worst."""
    run = risks.table.run

    def figures(unit: Unit) -> Row:
        value, session, seat = risks.worst(unit)
        parts: Row = {"median": risks.quantile(risks.walks.total, unit, 0.5)}
        for chance in CHANCES:
            parts[f"var_{100 * chance:g}"] = risks.value_at_risk(unit, chance)
            parts[f"cvar_{100 * chance:g}"] = risks.expected_shortfall(unit, chance)
        return parts | {
            "worst": value, "session": session, "seat": seat,
            "replay": replay_command(run, session)}

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
    ), rows_by_strategy(risks.measures, figures), "" if risks.measures.tail >= SHORTFALL else
        "Large losses have too heavy a tail for an interval of CVaR.")


def _ruin(risks: TableRisks, banks: Sequence[int]) -> Table:
    """Return the probability of ruin for some banks and every number of hands listed."""
    measures, marks, table = risks.measures, _shown_marks(risks), risks.table
    walks = ("A seat without chips is out; the session ends when one seat is left."
             if table.game.bankroll_of(table.run.rules) else
             "All are read from walks in which nobody is ever out.")
    # Some of them, the last one included, spread as evenly as possible.
    listed = marks[::-1][:: max(1, math.ceil(len(marks) / _MARKS_LISTED))]
    return Table.of(f"{risks.label}_ruin", "Ruin", (
        Column("strategy", "strategy", "text"),
        Column("bank", risks.bank, "count", "{value}", "what the seat brings"),
        *(Column(f"within_{n}", f"within {how_many(n, 'hand')}" * (n in listed), "share",
                 "share of sessions", f"in which the bank is gone within {n} hands")
          for n in marks),
        Column("lasts", "hands it lasts", "amount", "hands",
               "until it is gone, or the session's end"),
        Column("goes", "if it goes: hand", "amount", "hands",
               "until it is gone, in the sessions in which it goes"),
    ), ({"strategy": measures.label(unit), "bank": bank,
         **{f"within_{n}": risks.ruin(unit, bank, n) for n in marks},
         "lasts": risks.hands_survived(unit, bank), "goes": risks.time_to_ruin(unit, bank)}
        for unit in measures.strategies for bank in banks),
        f"{_what_ruin_is(risks)} {walks}", index=2)


# Figures, as data.

def _by_bank(risks: TableRisks) -> Lines:
    """Return the probability that a bank is gone within a session, by bank."""
    # Banks that span what the walks have seen, few enough to draw.
    deepest = -risks.walks.lowest[:, :, -1]
    top = max(10, int(np.quantile(deepest, 0.999)))
    low = max(1, int(np.quantile(deepest[deepest > 0], 0.02))) if deepest.any() else 1
    banks = np.unique(np.geomspace(low, top, _BANKS).astype(np.int64)).tolist()
    shares = risks.measures.by_strategy(lambda unit: Series(
        [risks.ruin(unit, bank, risks.marks[-1]) for bank in banks], banks))
    points = risks.in_points
    return Lines(
        shares, bands=True, log="xy", bottom=_LEAST_SHOWN, scale=100, height=3.6,
        look={"linewidth": 1.5, "marker": None}, xlabel=f"{risks.bank}, {risks.table.unit}",
        ylabel="games that lead into it, %" if points else f"{risks.session}s that lose it, %",
        title="How deep the hole gets" if points else "Ruin by bank")


def _by_number(risks: TableRisks) -> Lines:
    """Return the probability of ruin by number of hands: by strategy, or by bank if they are
    one."""
    # The listed bank that half of the seats lose about one time in five.
    gone = np.median((risks.walks.gone > 0).mean(axis=0), axis=0)
    units, bank = risks.measures.strategies, list(risks.banks)[int(np.abs(gone - 0.2).argmin())]
    lines = {risks.measures.label(unit): (unit, bank) for unit in units}
    if len(units) == 1:
        lines = {f"a {risks.bank} of {one}": (units[0], one) for one in risks.banks}
    what = f" of {bank:,}" if len(units) > 1 else ""
    lost = f"In a hole{what}" if risks.in_points else f"A bank{what} gone"
    return _by_hand(risks, lines, "by then, %", f"{lost}, by number of hands")


def _by_hand(
    risks: TableRisks, lines: Mapping[str, tuple[Unit, int]], ylabel: str, title: str
) -> Lines:
    """Return the probability of ruin by number of hands, one line per strategy and bank."""
    hands = [mark for mark in _shown_marks(risks) if mark <= risks.walks.hands.max()]
    return Lines({label: Series([risks.ruin(unit, bank, n) for n in hands], hands)
                  for label, (unit, bank) in lines.items()}, bands=True, log="x", bottom=0,
                 look={"linewidth": 1.5, "markersize": 4}, scale=100, height=3.5, xlabel="hands",
                 ylabel=ylabel, title=title)


# Drawn by hand: what sessions bring.

def _draw_results(risks: TableRisks) -> Figure:
    """Draw what sessions bring to each strategy: quantiles, and the mean of the worst."""
    measures = risks.measures

    def result(unit: Unit, q: float) -> float:
        return risks.quantile(risks.walks.total, unit, q).value

    units = sorted(measures.strategies, key=lambda unit: -result(unit, 0.5))
    with style.plot(style.height_for(len(units)) + 0.5,
                    title=f"What a {risks.session} brings") as (figure, axes):
        axes.axvline(0, color=style.MUTED, linewidth=1, linestyle="--")
        rows = range(len(units))
        for low, high, width, label in _BODY:
            left, right = ([result(unit, q) for unit in units] for q in (low, high))
            axes.hlines(rows, left, right, color=style.COLOURS[0], linewidth=width, label=label)
        axes.plot([result(unit, 0.5) for unit in units], rows, "o", label="median",
                  color="white", markeredgecolor=style.INK)
        axes.plot([-risks.expected_shortfall(unit, 0.05).value for unit in units], rows, "D",
                  color=style.COLOURS[1], label="mean of the worst 5%")
        style.name_rows(axes, [measures.label(unit) for unit in units])
        inner = float(np.quantile(np.abs(risks.walks.total), 0.5))
        ends = max(map(abs, axes.get_xlim()))
        if inner > 0 and ends / inner > _WIDE:
            axes.set_xscale("symlog", linthresh=inner)
            # Ticks at zero and at a few powers of ten on either side.
            least, most = int(np.ceil(np.log10(inner))), int(np.floor(np.log10(ends)))
            powers = [10.0**p for p in range(most, least, -max(1, (most - least + 2) // 3))]
            axes.xaxis.set_major_locator(
                ticker.FixedLocator([-p for p in powers] + [0.0] + powers))
        else:
            style.large_numbers(axes)
        axes.set_xlabel(f"{risks.table.unit} in a {risks.session}")
    return figure
