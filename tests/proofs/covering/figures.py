"""The figures whose intervals are counted, kind by kind, as runs and studies make them.

Each reader takes a small run or a large one and returns the same figures by name. The intervals of
small runs should hold the figures of the large one.
"""

from collections.abc import Mapping

from reports.games.casino import report as bets
from reports.games.loo.report import sizes
from reports.games.pool import report as lines
from reports.results.result import Result
from reports.stats.estimates import Estimate
from reports.studies.escalation.pools import Pools, follow_pools
from reports.studies.risk.ruin import TableRisks
from reports.studies.risk.study import follow_risks
from simulate.books.tally import Tally, digest
from simulate.games.game import find_game
from simulate.runs.chunk import play_sessions
from simulate.runs.run import Played, Run

#: Figures by kind and name.
Found = Mapping[tuple[str, str], Estimate]

_KINDS = {
    "share": "shares by strategy", "mean": "means by strategy", "chips": "chips by strategy",
    "won": "games won", "value": "{unit} a hand", "spread": "standard deviation", "skew": "skew"}
_BANKS = (50, 200, 500)
#: Places in ``MARKS`` of a hand early in a session and of a later one.
_MARKS = {3: "hand 4", 8: "hand 9"}


def played(run: Run) -> Result:
    """Play a run here and now, as a worker plays a chunk."""
    books = find_game(run.game).books
    tally = Tally(books, run.labels, 1)
    rows = play_sessions(run, 0, run.sessions, run.hands)
    tally.add(digest(books, run.labels, rows, 0))
    return Result(Played(run, tally, 1.0))


def of_strategy(result: Result) -> Found:
    """Return the declared figures of the last strategy of the line-up, and of the table."""
    measures = result.measures
    unit, books = measures.strategies[-1], measures.tally.books
    shown = ("", "games" if result.is_game else "sessions")
    found = {
        (_KINDS[figure.kind].format(unit=result.unit), figure.name.format(unit=result.unit)):
        measures.figure(figure, unit)
        for figure in books.figures
        if figure.table and figure.kind != "count" and figure.only in shown}
    for figure in books.session_figures:
        if figure.table and figure.only in shown:
            share = figure.kind == "share"
            found["the table's shares" if share else "the table's means", figure.name] = (
                measures.of_the_table(figure))
    if len(measures.strategies) > 1:
        found["lead of one strategy on another", "lead"] = measures.lead(
            measures.strategies[0], unit)
    return found


def of_run(run: Run) -> Found:
    """Return the figures of a run of any game."""
    return of_strategy(played(run))


def of_lines(run: Run) -> Found:
    """Return the figures of a run of Domino Pool, with those of positions and endings."""
    result = played(run)
    found = dict(of_strategy(result))
    for place in range(result.measures.seats):
        position = lines.position(result, place)
        found["positions", f"{place}, share"] = position["share"]
        found["positions", f"{place}, pips"] = position["pips"]
    for side, ending in enumerate(lines.ENDINGS):
        found["endings", ending] = lines.ending(result, side)["turns"]
    return found


def of_bets(run: Run) -> Found:
    """Return the figures of a run of Domino Casino, with those of tiles and the pot."""
    result = played(run)
    found, counts = dict(of_strategy(result)), bets.counts_of(result)
    for tile in range(0, 28, 3):
        found["tiles a bet earns", f"tile {tile}"] = bets.tile(counts, tile)["tiles"]
    for number in (0, 4, 8):
        pot = bets.pot(counts.pots[number])
        found["the pot by round", f"{number}, tiles"] = pot["tiles"]
        found["the pot by round", f"{number}, taken"] = pot["taken"]
    return found


def _of_risks(risks: TableRisks) -> Found:
    unit, hands = risks.measures.strategies[-1], risks.marks[-1]
    found: dict[tuple[str, str], Estimate] = {
        ("bank needed", "5%"): risks.bank_needed(unit, 0.05, hands),
        ("drawdown", "95%"): risks.quantile(risks.walks.drawdown, unit, 0.95),
        ("median session", "median"): risks.quantile(risks.walks.total, unit, 0.5)}
    for chance in (0.05, 0.01):
        found["VaR", f"{chance:.0%}"] = risks.value_at_risk(unit, chance)
        found[f"CVaR {chance:.0%}", f"{chance:.0%}"] = risks.expected_shortfall(unit, chance)
    for bank in _BANKS:
        found["ruin", f"bank {bank}"] = risks.ruin(unit, bank, hands)
        found["time to ruin", f"bank {bank}"] = risks.time_to_ruin(unit, bank)
        found["hands survived", f"bank {bank}"] = risks.hands_survived(unit, bank)
    return found


def _of_pools(pools: Pools) -> Found:
    return {
        ("factor M", "mean"): pools.factor,
        ("factor M", "seats looed"): pools.looed,
        ("factor M", "pool cleared"): pools.cleared,
        ("a with E[M^a] = 1", "root"): pools.root,
        ("cycles", "length, 90%"): pools.cycle_quantile("length", 0.9),
        ("cycles", "largest pool, 90%"): pools.cycle_quantile("largest", 0.9)}


def of_pools(run: Run) -> Found:
    """Return the means of the pools of a run, and the quantile that stands before them."""
    result = played(run)
    means = {("mean of the pool", name): result.measures.session_mean(name)
             for name in ("pool", "left")}
    return {**means, ("quantiles of the pool", "50%"): sizes(result).quantile(0.5)}


def of_pool_game(run: Run) -> Found:
    """Return the figures of a run with a pool that grows, and those of its two studies."""
    risks = follow_risks(run, "risk", _BANKS, jobs=1)
    found = dict(of_strategy(risks.table))
    for name in ("pool", "left"):
        found["mean of the pool", name] = risks.table.measures.session_mean(name)
    everything = sizes(risks.table)
    for q in (0.5, 0.95, 0.99):
        found["quantiles of the pool", f"{q:.0%}"] = everything.quantile(q)
    for mark, name in _MARKS.items():
        found["quantiles of the pool by hand", f"{name}, 75%"] = sizes(
            risks.table, mark).quantile(0.75)
    found |= _of_risks(risks)
    return found | dict(_of_pools(follow_pools(run, 1)))
