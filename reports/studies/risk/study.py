"""``study risk``: what does it cost to sit down?"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from reports.headlines import amount, heavy_tails, share_or_none
from reports.page.document import Picture, Section
from reports.results.result import Result
from reports.stats import number_text
from reports.stats.tails import count_factors
from reports.studies.risk import ruin as chip_walks
from reports.studies.risk import shown
from reports.studies.risk.ruin import TableRisks
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


def follow_risks(
    run: Run, label: str, banks: Sequence[int], jobs: int | None = None,
    progress: Progress = silent,
) -> TableRisks:
    """Play a run and follow the chips of its seats. ``label``: what the names of its tables begin
    with. ``banks``: rising."""
    marks = [n + 1 for n in MARKS.tolist() if n + 1 < run.hands] + [run.hands]
    game, seats = find_game(run.game), len(run.players)
    grows = game.growth(run.rules)

    def read(paths: Paths) -> tuple[chip_walks.Walks, Ints | None]:
        """Read walks, and factors where a pool is played for."""
        walks = chip_walks.walk(paths.entries["value"], paths.starts, marks, banks)
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
    if bankroll and game.bankroll is None:
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
    check(run, bankroll)
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
        sections.insert(0, _section_of_finite(finite, risks, bankroll))
    answer = tuple(sentence for section in sections for sentence in section.answer)
    return Study(_IN_POINTS if risks.in_points else QUESTION, answer, tuple(sections),
                 {"risks": risks, "finite": finite})


def _bank_needed(risks: TableRisks) -> str:
    """Return the bank that the seat with the deepest falls loses in one session of twenty."""
    hands = risks.marks[-1]
    banks = {unit: risks.bank_needed(unit, 0.05, hands) for unit in risks.measures.strategies}
    unit = max(banks, key=lambda unit: banks[unit].value)
    bank, name = amount(banks[unit]), risks.measures.label(unit)
    if risks.in_points:
        return f"In one game of 20 {name} is {bank} points behind its start at some time."
    within = "a game" if risks.table.is_game else how_many(hands, "hand")
    return (f"{name} loses a bank of {bank} {risks.table.unit} within {within} in one "
            f"{risks.session} of 20.")


def _worst(risks: TableRisks) -> str:
    """Return what the worst sessions cost."""
    unit = max(risks.measures.strategies, key=lambda u: risks.expected_shortfall(u, 0.05).value)
    return (f"One {risks.session} of 20 costs {risks.measures.label(unit)} more than "
            f"{amount(risks.value_at_risk(unit, 0.05))} {risks.table.unit}.")


def _warning(risks: TableRisks) -> tuple[str, ...]:
    """Return a warning where the tail of large pools leaves figures without an interval."""
    root, totals = risks.root, risks.walks.total
    lost = [name for name, exponent in _MOMENTS if root is not None and root.value <= exponent]
    if lost:
        return (f"In the long run there is no figure for {number_text.listed(lost)}, and no "
                "interval of it holds.",)
    own = {risks.measures.label(unit): totals[:, list(risks.units[unit])].mean(axis=1)
           for unit in risks.measures.strategies}
    return tuple(filter(None, (heavy_tails(
        {f"of {name}": one - one.mean() for name, one in own.items()}, risks.table.run),)))


def _sections(risks: TableRisks, bankroll: int | None) -> tuple[Section, ...]:
    name, title = risks.label, _IN_POINTS if risks.in_points else QUESTION
    if bankroll:
        title = "What does it cost where all can always pay?"
    return (
        Section("risk", title, (_bank_needed(risks),), (
            Picture(f"{name}_by_bank", shown.ruin_by_bank(risks)),
            Picture(f"{name}_by_hand", shown.ruin_by_hand(risks))),
            (shown.needed(risks), shown.ruin(risks, risks.banks))),
        Section("risk_sessions", f"What may a {risks.session} cost?", (
            _worst(risks), *_warning(risks)), (
            Picture(f"{name}_results", lambda: shown.results(risks)),
            Picture(f"{name}_drawdown", shown.drawdowns(risks))),
            (shown.sessions(risks), shown.moments(risks))))


def _section_of_finite(finite: TableRisks, endless: TableRisks, bank: int) -> Section:
    """Return how often seats go broke where banks are finite."""
    hands = finite.marks[-1]
    ruin = {unit: finite.ruin(unit, bank, hands) for unit in finite.measures.strategies}
    most = max(ruin, key=lambda unit: ruin[unit].value)
    return Section(
        "risk_bankroll", f"What if everybody brings {how_many(bank, 'chip')}?",
        (f"Where everybody brings {how_many(bank, 'chip')}, {finite.measures.label(most)} was "
         f"broke most often, in {share_or_none(ruin[most])} of sessions.",),
        (Picture("risk_bankroll", shown.finite(finite, bank)),),
        (shown.finite_seats(finite, endless, bank), shown.ruin(finite, [bank]),
         shown.moments(finite), shown.sessions(finite)))
