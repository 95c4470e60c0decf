"""What the chart says, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from reports.habits import HANDS, worst
from reports.results.shared_sentences import amount
from reports.stats import number_text
from reports.stats.estimates import Estimate
from reports.studies.miss import words as say
from reports.studies.miss.chart import Chart
from reports.studies.miss.habits import Habits
from simulate.books.tally import Floats, Ints
from simulate.branch.limits import CLEAR
from simulate.games.loo.words import Words, words_of
from simulate.theory.loo.hands import DOUBLE_KINDS, TRUMP_KINDS, TURNED_UP

#: Kinds of hands whatever is turned up, with another tile, and with a double.
_ALL, _OTHER, _DOUBLE = slice(None), slice(0, None, TURNED_UP), slice(1, None, TURNED_UP)
#: Hands with trumps that are nearly always played, or never, get a sentence: from this share on.
_NEARLY_ALWAYS = 0.97
#: Cells with many deals are those of common hands: where they hold fewer of a position's decisions
#: than this, shares of them would be taken for shares of all.
_ENOUGH = 0.8


def _does(words: Words) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return what a seat does with so many hands, and the moves that are that."""
    return (("plays", (say.PLAY, say.TAKE)), (f"takes {words.taken} with", (say.MISS,)),
            ("drops", (say.DROP,)), ("plays for the pool", (say.FOR_POOL,)))


def share_with(
    chart: Chart, best: Ints, position: int, moves: tuple[int, ...], kinds: slice = _ALL,
    seen: Floats | None = None,
) -> float:
    """Return the share of a position's decisions in which one of some moves is best.

    ``seen`` tells how often decisions come to each cell, if not as often as in the chart.
    """
    here = [s for s, at in enumerate(chart.positions) if at == position]
    count = (chart.seen if seen is None else seen)[here][:, kinds]
    return float(count[np.isin(best[here][:, kinds], moves)].sum() / max(count.sum(), 1e-9))


def _covered(chart: Chart, positions: Sequence[int], kinds: slice = _ALL) -> bool:
    """Return whether cells with enough deals hold most decisions of each of some positions."""
    for position in positions:
        here = [s for s, at in enumerate(chart.positions) if at == position]
        known = chart.seen[here][:, kinds].sum()
        if not known or known < _ENOUGH * chart.cells.count[here][:, kinds].sum():
            return False
    return True


def _said_of(chart: Chart, position: int, kinds: slice = _ALL) -> str:
    """Say with how many hands of a hundred a position does what, where that is covered."""
    said = [(name, 100 * share_with(chart, chart.best, position, moves, kinds))
            for name, moves in _does(words_of(chart.run.rules))]
    return number_text.listed([f"{name} {share:.0f}" for name, share in said if share >= 0.5])


def at_this_table(chart: Chart) -> str:
    """Say whose chart it is, and against whom."""
    others = [label for label in dict.fromkeys(chart.run.labels) if label != chart.strategy]
    if others:
        return f" for {chart.strategy} at a table with {number_text.listed(others)}"
    return f" {say.against(chart.run.labels[1:])}"


def what_is_best(chart: Chart) -> str:
    """Say how often each move is best, position by position."""
    players = len(chart.run.players)
    known = [position for position in range(players) if _covered(chart, (position,))]
    rare = number_text.listed([f"the {say.place(position, players)}" for position in range(players)
                               if position not in known])
    where = f" {say.at_score(chart.run, chart.scores)}, to win the game" if chart.scores else ""
    if not known:
        return f"There were too few deals to tell what is best{where}{at_this_table(chart)}."
    parts = "; ".join(f"the {say.place(position, players)} {_said_of(chart, position)}"
                      for position in known)
    said = (f"Of a hundred hands{where}, played as each is worth most{at_this_table(chart)}, "
            f"{parts}.")
    return f"{said} There were too few deals to tell of {rare}." if rare else said


def with_a_double(chart: Chart) -> str:
    """Say what a double turned up changes: for the eldest hand, and in how many decisions."""
    other, double = ((chart.best[:, kinds], chart.clear[:, kinds]) for kinds in (_OTHER, _DOUBLE))
    changed = (other[0] != double[0]) & other[1] & double[1]
    seen = chart.seen[:, _DOUBLE]
    share = 100 * seen[changed].sum() / max(seen.sum(), 1)
    if not (_covered(chart, (0,), _DOUBLE) and _covered(chart, (0,), _OTHER)):
        return "There were too few deals to tell what a double turned up changes."
    return (
        f"Of a hundred hands with a double turned up the eldest hand {_said_of(chart, 0, _DOUBLE)};"
        f" with another tile it {_said_of(chart, 0, _OTHER)}. Of the decisions with a double "
        f"turned up, all positions together, another move is clearly the best in {share:.0f}%."
    )


def value_of_the_miss(chart: Chart, judged: Chart) -> str:
    """Say what a seat that never took the miss would lose.

    Where a miss may be best by luck, other deals than those that chose it tell what it brings.
    Cells of one position share no deal, but positions do, so standard errors are added.
    """
    lost, error, taken = 0.0, 0.0, words_of(chart.run.rules).taken
    own, others = ((told.cells.count, told.cells.margin(), told.cells.margin_se())
                   for told in (chart, judged))
    for s, kind in zip(*np.nonzero(chart.misses), strict=True):
        both = say.MISS, chart.order[s, kind, 1]
        count, margin, errors = own if chart.sure[s, kind] else others
        if count[s, kind] > 1:
            lost += margin[s, kind][both] * chart.cells.count[s, kind]
            error += errors[s, kind][both] * chart.cells.count[s, kind]
    if not lost:
        return f"{taken.capitalize()} is never the best choice here."
    players = len(chart.run.players)
    hands = chart.hands * players
    value, reach = lost / hands, CLEAR * error / hands
    cost = Estimate(value, reach / CLEAR, value - reach, value + reach)
    share = np.mean([share_with(chart, chart.best, p, (say.MISS,)) for p in range(players)])
    pools = f", {100 * value / chart.stakes.pool:.1f}% of the pool" if chart.in_chips else ""
    never = f"never to do so would cost {amount(cost)} {chart.unit} a hand{pools}."
    if not _covered(chart, range(players)):
        return f"There were too few deals to tell how often to take {taken}; {never}"
    return (
        f"To take {taken} is best in {100 * share:.0f}% of a seat's decisions, on average over the "
        f"positions; {never}"
    )


def rules_of_thumb(chart: Chart) -> str:
    """Say which trumps are played whatever is heard, and which never."""
    stays = np.isin(chart.best, (say.PLAY, say.TAKE)) * chart.seen
    shares = _by_trumps(stays) / _by_trumps(chart.seen).clip(min=1)
    known = _by_trumps(chart.seen) > 0
    parts = []
    for chosen, text in (
        (shares >= _NEARLY_ALWAYS, "Nearly always played, whatever was declared before"),
        (shares <= 1 - _NEARLY_ALWAYS, "Nearly never played"),
    ):
        names = [
            name.replace(":", ",") for name, yes in zip(TRUMP_KINDS, chosen & known, strict=True)
            if yes
        ]
        if names:
            parts.append(f"{text}: {'; '.join(names)}.")
    return " ".join(parts) or "Whether trumps are played always depends on what was declared."


def _by_trumps(counts: Floats) -> Floats:
    """Add up kinds of hands with the same trumps, in all situations and with all turn-ups."""
    grouped: Floats = counts.reshape(len(counts), -1, len(DOUBLE_KINDS) * TURNED_UP).sum((0, 2))
    return grouped


def how_sure(chart: Chart) -> str:
    """Say how many deals there were and how much they made clear."""
    return (
        f"{number_text.whole(chart.forks.deals)} deals were made, and the decisions in them played "
        "out under every move that could be the best, common ones only as often as it takes; the "
        f"best move is clear, by two standard errors, in {100 * chart.resolved:.1f}% of the "
        "decisions."
    )


def with_larger_pools(chart: Chart) -> str:
    """Say how the moves change as the pool grows."""
    players, parts = len(chart.run.players), []
    if not _covered(chart, range(players)):
        return "There were too few deals to tell how the moves change as the pool grows."
    for scale in (1, 2, 5):
        pool = scale * chart.stakes.pool
        best, seen = chart.best_at(pool)
        stays, misses = (
            100 * np.mean([share_with(chart, best, p, moves, seen=seen) for p in range(players)])
            for moves in ((say.PLAY, say.TAKE), (say.MISS,))
        )
        parts.append(f"{stays:.0f} and {misses:.0f} with a pool of {pool:,}")
    return (
        "Of a hundred hands a seat should play, and miss, on average over the positions, "
        f"{number_text.listed(parts)}. The others declare as they do at each of these pools."
    )


def mistakes(habits: Habits) -> str:
    """Say how often a strategy departs from its chart, what it costs it, and where."""
    chart, cost = habits.chart, habits.cost
    if habits.share == 0 and not _covered(chart, sorted(set(chart.positions))):
        return (f"There were too few deals to tell where {chart.strategy} departs from its chart, "
                "and what that costs it.")
    pools = f", {abs(cost.value) / chart.stakes.pool:.2f} pools," if chart.in_chips else ""
    costs = "which costs it" if cost.low > 0 else "which may cost it nothing:"
    why = ""
    if cost.high < 0:  # a strategy that looks at more than the kind of a hand
        cost, costs = cost.negative, "which brings it"
        why = ": it sees more of a hand than the chart"
    return (
        f"{chart.strategy} departs from its chart in {100 * habits.share:.1f}% of its decisions, "
        f"{costs} {amount(cost)} {chart.unit}{pools} over {HANDS} hands{why}; "
        f"{worst(habits.habits(), 'the chart')}."
    )


def answers(chart: Chart, habits: Sequence[Habits]) -> tuple[str, ...]:
    """Return the answer of the study in a few sentences."""
    dearest = max(habits, key=lambda own: own.cost.value)
    return (what_is_best(chart), with_a_double(chart), value_of_the_miss(chart, habits[0].judged),
            mistakes(dearest))
