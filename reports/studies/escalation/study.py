"""``study escalation``: how does the pool grow?"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

from reports.draw.shapes import Dots
from reports.page.document import Picture, Section
from reports.results.shared_sentences import amount
from reports.stats.estimates import Estimate
from reports.studies.escalation import pools, shown
from reports.studies.study import Study, in_parts
from simulate.runs.follow import check_length
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run

QUESTION = "How does the pool grow?"
#: Seats heed a large pool when it surely changes the mean factor, and by more than this.
_APART = 0.02
#: A smaller root is none: it is sought by halving.
_NEVER = 1e-6


def check(run: Run) -> None:
    """Raise ``BoneyardError`` if the study does not fit the table."""
    pools.growth_of(run)
    check_length(run)


def study_escalation(run: Run, jobs: int | None = None, progress: Progress = silent) -> Study:
    """Answer how the pool of a table grows."""
    check(run)
    # Tables at which all seats play one strategy of the line-up, where it has several.
    players = {player.label: player for player in run.players}
    alike = {label: replace(run, players=(player,) * len(run.players))
             for label, player in players.items()} if len(players) > 1 else {}
    first, *rest = in_parts(progress, [1] * (1 + len(alike)), run.sessions)
    table = pools.follow_pools(run, jobs, first)
    strategies = {label: pools.follow_pools(one, jobs, part)
                  for (label, one), part in zip(alike.items(), rest, strict=True)}
    sections = (*_growing(table), *_comparing(strategies))
    answer = tuple(sentence for section in sections[:2] for sentence in section.answer)
    return Study(QUESTION, answer, sections, {"table": table, "strategies": strategies})


def _growth(table: pools.Pools) -> str:
    """Return by how much a hand multiplies the pool, and whether the mean pool explodes."""
    factor, bank = table.factor, table.result.game.bankroll_of(table.result.run.rules)
    does = "multiplies the pool" if table.multiplies else (
        "would multiply an unlimited pool" if bank is None else
        f"would, if nobody's {bank:,} chips could run out, multiply an unlimited pool")
    follows = ("the mean pool explodes" if factor.low > 1 else "the mean pool does not explode"
               if factor.high < 1 else "too close to one to tell whether the mean pool explodes")
    return f"A hand {does} by {amount(factor)} on average: {follows}."


def _tail(table: pools.Pools) -> str:
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


def _heeds(table: pools.Pools) -> str:
    """Return a warning where the seats play large pools in another way than small ones."""
    large, all_hands = table.factor_of_large, table.factor
    apart = large.minus(all_hands)
    if not table.multiplies or not abs(apart.value) > max(_APART, 3 * apart.se):
        return ""
    return (f"The seats play large pools in another way: a hand multiplies pools above "
            f"{pools.LARGE * table.stake:,} chips by {amount(large)}.")


def _growing(table: pools.Pools) -> tuple[Section, ...]:
    factor = Picture("escalation_factor", shown.factor_plot(table))
    passed = (Picture("escalation_passed", shown.passed(table)),) * bool(
        table.sessions.passed.any())
    tail = Picture("escalation_tail", lambda: shown.tail(table), "The line of hands bends down "
                   "where the limit ends sessions.")
    return (
        Section("escalation", QUESTION, (_growth(table),), (factor,),
                (shown.growth(table), shown.factor(table))),
        Section("escalation_tail", "How rare are large pools?", tuple(filter(None, (
            _tail(table), _heeds(table)))), (tail, *passed),
            (shown.tail_exponents(table), shown.cycles(table), shown.escalated(table))))


def _comparing(alike: Mapping[str, pools.Pools]) -> tuple[Section, ...]:
    if not alike:
        return ()
    order = sorted(alike, key=lambda label: alike[label].factor.value)
    picture = Picture("escalation_strategies", Dots.of(
        {label: alike[label].factor for label in order},
        "mean factor M; above one the mean pool explodes", title="All seats play alike", neutral=1))
    return (Section("escalation_strategies", "Which strategies make the pool grow?", (
        f"The pool grows most where all play {order[-1]}: a hand multiplies it by "
        f"{amount(alike[order[-1]].factor)}.",), (picture,), (shown.strategies(alike),)),)
