"""``study risk``: what does it cost to sit down?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from reports.page.document import Picture, Section
from reports.results.result import Result
from reports.results.shared_sentences import amount, caution_of_few, ranked, share_or_none
from reports.stats import number_text
from reports.stats.comparisons import carried, holm, p_value
from reports.stats.estimates import LEVEL, Estimate
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
from simulate.runs.follow import Paths, check_length, follow, joined, summed, values_of
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run
from simulate.theory.law import looks_at_pool

QUESTION = "What does it cost to sit down?"
#: Where a session is a game for points, and nobody brings any.
_IN_POINTS = "How far behind does a seat fall in a game?"
#: Banks whose ruin is listed, in stakes or points; and where a pool grows by penalties.
_STAKES = (5, 10, 15, 20, 30, 50)
_STAKES_OF_POOLS = (10, 20, 50, 100, 200, 500, 1000)
#: The moments of a hand, and the exponent above which each exists.
_MOMENTS = (("the mean of a hand", 1), ("its standard deviation", 2),
            ("how lopsided hands are (skew)", 3), ("how rare huge ones are (kurtosis)", 4))
#: From here on an amount without an interval is told in whole chips.
_LARGE = 100.0


def follow_risks(
    run: Run, label: str, banks: Sequence[int], jobs: int | None = None,
    progress: Progress = silent,
) -> TableRisks:
    """Play a run and follow the chips of its seats. ``label``: what the names of its tables begin
    with. ``banks``: rising."""
    marks = [n + 1 for n in MARKS.tolist() if n + 1 < run.hands] + [run.hands]
    game, seats = find_game(run.game), len(run.players)
    grows = game.pool_growth(run.rules)
    # The size of the pool does not matter where no strategy looks at it.
    shares = (grows.ends if grows and grows.same_shares and not looks_at_pool(run.players)
              else None)

    def read(paths: Paths) -> tuple[chip_walks.Walks, Ints | None, chip_walks.ShareCounts | None]:
        """Read walks, and factors where a pool is played for."""
        walks = chip_walks.walk(paths.entries["value"], paths.starts, marks, banks)
        if grows is None:
            return walks, None, None
        factors = count_factors(paths, grows.factors(paths), seats, grows.parts)
        return walks, factors, shares and chip_walks.count_shares(
            paths, seats, grows, shares, game.begins[1])

    entries = {**values_of(run), "dealer": (game.begins[0], 1), **(grows.entries if grows else {})}
    followed = follow(run, entries, read, jobs, progress=progress)
    walks, factors, counted = zip(*followed.pieces, strict=True)
    # A session that the limit ends differs from the others.
    whole = shares and not followed.played.tally.session_total("escalated")
    return TableRisks(
        followed.played.tally.units, joined(walks), marks, banks, label,
        Result(followed.played), np.sum(factors, axis=0) if grows else None,
        summed([one for one in counted if one]) if whole else None)


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
        run.rules.changed(bankroll=bankroll)  # says how many chips can be brought


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
    finite, sections = None, [_section(risks, bankroll)]
    if bankroll:
        real = replace(run, rules=run.rules.changed(bankroll=bankroll))
        finite = follow_risks(real, "risk_bankroll", listed, jobs, second)
        sections.insert(0, _section_of_finite(finite, risks, bankroll))
    answer = tuple(sentence for section in sections for sentence in section.answer)
    return Study(sections[-1].title, answer, tuple(sections), {"risks": risks, "finite": finite})


def _a_hand(risks: TableRisks) -> str:
    """Say what a hand brings and when that shows."""
    measures, order = risks.measures, ranked(risks.table)
    if len(order) == 1 and measures.credits_pool:
        return (f"All seats play {measures.label(order[0])}, and chips only change hands. A seat "
                "makes nothing on average. The standard deviation is "
                f"{amount(measures.spread(order[0]))} chips a hand.")
    sessions = risks.table.run.sessions
    sure = dict(zip(order, holm([p_value(measures.value(unit), sessions) for unit in order]),
                    strict=True))
    said = []
    for unit in dict.fromkeys((order[0], order[-1])):
        shows = risks.hands_to_show(unit)
        value = measures.value(unit)
        text = (f"{measures.label(unit)} makes {amount(value, signed=True)} {risks.table.unit} a "
                f"hand on average. A single hand swings by {amount(measures.spread(unit))} (its "
                "standard deviation).")
        if not sure[unit] <= 1 - LEVEL:
            together = value.low > 0 or value.high < 0
            text += (" Whether that average is more than luck cannot be told"
                     f"{', all strategies judged together' * together}.")
        elif not math.isnan(shows.value):
            # After N0 hands the mean is as large as its standard error, after 4 N0 twice as large.
            whole = f"{4 * shows.value:,.0f}" if math.isnan(shows.low) else amount(Estimate(
                round(4 * shows.value), low=math.floor(4 * shows.low),
                high=math.nan if math.isinf(shows.high) else math.ceil(4 * shows.high)))
            text += (f" You need about {whole} hands before its "
                     f"{'edge' if value.value > 0 else 'loss'} stands out from luck.")
        said.append(text)
    return " ".join(said)


def _banks_needed(risks: TableRisks) -> str:
    """Say which bank makes ruin rare."""
    hands, units = risks.marks[-1], risks.measures.strategies
    order = sorted(units, key=lambda unit: risks.bank_needed(unit, 0.05, hands).value)
    within = "a game" if risks.table.is_game else how_many(hands, "hand")
    said = []
    for unit in dict.fromkeys((order[0], order[-1])):
        often, rarely = (amount(risks.bank_needed(unit, c, hands)) for c in shown.CHANCES)
        name = risks.measures.label(unit)
        said.append(
            f"In one game of 20 {name} is {often} points behind its start at some time. In one of "
            f"100 it is {rarely} points behind." if risks.in_points else
            f"{name} loses a bank of {often} {risks.table.unit} within {within} in one "
            f"{risks.session} of 20. A bank of {rarely} is lost in one of 100.")
    return " ".join(said)


def _worst(risks: TableRisks) -> str:
    """Say what the worst sessions cost."""
    units = risks.measures.strategies
    unit = max(units, key=lambda u: risks.expected_shortfall(u, 0.05).value)
    worst, session, _ = min((risks.worst(u) for u in units), key=lambda found: found[0])
    return (f"One {risks.session} of 20 costs {risks.measures.label(unit)} more than "
            f"{amount(risks.value_at_risk(unit, 0.05))} {risks.table.unit}. The mean of those is "
            f"{_without_needless_decimals(risks.expected_shortfall(unit, 0.05))}. The worst "
            f"{risks.session} of all cost {-worst:,} (session {session:,}).")


def _without_needless_decimals(found: Estimate) -> str:
    """Return an amount; a large one that has no interval in whole chips, as those beside it."""
    is_large = math.isnan(found.low) and abs(found.value) >= _LARGE
    return f"{found.value:,.0f}" if is_large else amount(found)


def _caution(risks: TableRisks) -> tuple[str, ...]:
    """Say what the tail of unlimited pools does to the shown."""
    root, totals = risks.root, risks.walks.total
    if root is None or math.isinf(root.value):
        own = {risks.measures.label(unit): totals[:, list(risks.units[unit])].mean(axis=1)
               for unit in risks.measures.strategies}
        return caution_of_few({f"of {name}": one - one.mean() for name, one in own.items()},
                              risks.table.run)
    most = max((carried(totals[:, list(risks.units[unit])].ravel())
                for unit in risks.measures.strategies), key=lambda found: found.part)
    lost = [name for name, exponent in _MOMENTS if root.value <= exponent]
    rarer = Estimate(2**root.value, low=2**root.low, high=2**root.high)
    text = (f"Penalties are unlimited: a pool twice as large is {amount(rarer)} times as rare.")
    if most.is_heavy:
        text += (" A few sessions decide how far results spread: the most extreme hundredth makes "
                 f"{most.part:.0%} of the sum of squares, where a bell curve has {most.usual:.0%}.")
    if not lost:
        hang = " The intervals here hang on few sessions." if most.is_heavy else ""
        return f"{text} In the long run all figures settle.{hang}", *_from_shares(risks)
    return (f"{text} In the long run there is no figure for {number_text.listed(lost)}. What a "
            "run shows of it grows with its length, and no interval holds. Quantiles and chances "
            "of ruin hold.", *_from_shares(risks))


def _from_shares(risks: TableRisks) -> tuple[str, ...]:
    """Say what a hand brings by a figure that no large pool carries."""
    order = ranked(risks.table)
    if risks.shares is None or len(order) == 1:
        return ()
    said = [f"{risks.measures.label(unit)} {amount(risks.from_shares(unit), signed=True)}"
            for unit in order]
    return ("Nobody here looks at the pool, so a hand gives everybody the same shares of it, small "
            "or large. From those shares, whose intervals hold, chips a hand in sessions of "
            f"{how_many(risks.table.run.hands, 'hand')} are {number_text.listed(said)}.",)


def _section(risks: TableRisks, bankroll: int | None) -> Section:
    share = f"The share of {risks.session}s in which"
    by_bank, by_hand = (
        ("a seat is so many points behind its start after some hand",
         "a seat has been so far behind its start") if risks.in_points else
        ("a bank is lost, by bank, when all others can always pay",
         "a bank has been lost"))
    pictures = (
        Picture(f"{risks.label}_by_bank", lambda: shown.ruin_by_bank(risks),
                f"{share} {by_bank}. Bands are 95% intervals."),
        Picture(f"{risks.label}_by_hand", lambda: shown.ruin_by_hand(risks),
                f"{share} {by_hand}, by number of hands. Bands are 95% intervals."),
        Picture(f"{risks.label}_results", lambda: shown.results(risks),
                f"What a {risks.session} brings to a seat: median, half of them, and all but the "
                "best and worst hundredth. CVaR is the mean of the worst twentieth."),
        Picture(f"{risks.label}_drawdown", lambda: shown.drawdowns(risks),
                f"{share} a seat fell further from its best than so many {risks.table.unit}."))
    found = (shown.moments(risks), shown.needed(risks), shown.sessions(risks), shown.ruin(risks))
    answer = _a_hand(risks), _banks_needed(risks), _worst(risks), *_caution(risks)
    if bankroll:
        answer = f"The rest is of a table where everybody can always pay. {answer[0]}", *answer[1:]
    return Section("risk", _IN_POINTS if risks.in_points else QUESTION, answer, pictures, found)


def _section_of_finite(finite: TableRisks, endless: TableRisks, bank: int) -> Section:
    """Return how often seats go broke where banks are finite."""
    hands, label = finite.marks[-1], finite.measures.label
    said = [f"{share_or_none(finite.ruin(unit, bank, hands))} of sessions as {label(unit)}"
            for unit in ranked(finite.table)]
    broke = (f"Where everybody brings {how_many(bank, 'chip')} and can lose no more, a seat is "
             f"broke within {how_many(hands, 'hand')} in {number_text.listed(said)}.")
    picture = Picture(
        "risk_bankroll", lambda: shown.finite(finite, bank),
        "The share of sessions in which a seat has gone broke, by number of hands. Nobody can pay "
        "more than the chips that were brought. Bands are 95% intervals.")
    found = (shown.finite_seats(finite, endless, bank), shown.finite_by_hand(finite, bank),
             shown.moments(finite), shown.sessions(finite))
    return Section("risk_bankroll", f"What if everybody brings {how_many(bank, 'chip')}?",
                   (broke,), (picture,), found)
