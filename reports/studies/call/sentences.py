"""What ``study call`` says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pandas as pd

from reports.games.euchre.report import so_many
from reports.habits import HANDS
from reports.results.shared_sentences import amount, share
from reports.stats import number_text
from reports.stats.estimates import Estimate
from reports.studies.call import words as say
from reports.studies.call.chart import ALONE, CALLS, LEAST, PASSES, Cells, Chart
from reports.studies.call.found import Found
from reports.studies.call.habits import BY_CHART, GAMES
from reports.studies.call.suits import ANY
from simulate.games.euchre.views import TRICKS
from simulate.theory.euchre.hand_kinds import CELLS, parts_of

#: Said where the chart does not even gain on deals that it was not drawn from.
_TOO_FEW = (" Calling by the chart gains nothing sure here: the deals are too few for a good "
            "chart, or the strategy calls as well as the chart does; more deals tell.")
#: How the trumps of the first round are counted.
_COUNTED = "(bowers are trumps; the dealer counts the turn-up)"
_TRUMPS = np.array([parts_of(cell // 2)[0] for cell in range(CELLS)])


def read(row: pd.Series, name: str, scale: float = 1.0) -> Estimate:
    """Return a number of a row with its interval."""
    value, low, high = (scale * float(row[f"{name}{end}"]) for end in ("", "_low", "_high"))
    return Estimate(value, low=low, high=high)


def fewest(cells: Cells, calls: Sequence[int], others: Sequence[int]) -> int | None:
    """Return from how many trumps on one of some calls surely beats all the other moves.

    All hands with so many trumps count together, whatever else they hold.
    """
    by_trumps, found = cells.grouped(_TRUMPS), None
    for trumps in range(TRICKS, -1, -1):
        if by_trumps.count[trumps] >= LEAST:
            if not any(all(by_trumps.margin(trumps, call, other).low > 0 for other in others)
                       for call in calls):
                break
            found = trumps
    return found


def to_order_up(cells: Cells) -> int | None:
    """Return from how many trumps on to make trump, with a partner or alone."""
    return fewest(cells, range(CALLS, cells.totals.shape[1]), (PASSES,))


def to_go_alone(cells: Cells) -> int | None:
    """Return from how many trumps on to go alone."""
    return fewest(cells, (ALONE,), (PASSES, CALLS))


def _places(
    chart: Chart, number: int, needs: Callable[[Cells], int | None], kind: str
) -> str:
    """Say place by place how many of a suit a call needs: 4 trumps or more as dealer ..."""
    needed = {say.place(node): needs(chart.judged[node.index])
              for node in chart.nodes if node.number == number}
    return so_many({place: many for place, many in needed.items() if many is not None}, kind)


def when_to_call(found: Found) -> str:
    """Say from how many trumps on to call."""
    first, second = (_places(found.chart, number, to_order_up, kind)
                     for number, kind in enumerate(("trump", "tile")))
    text = (f"Counting trumps only, order up with {first} {_COUNTED}: with so many, all such "
            "hands together, that surely beats a pass." if first
            else "No number of trumps is surely enough to order up.")
    return text + (f" When it is turned down, name your best suit with {second}." if second else "")


def when_alone(found: Found) -> str:
    """Say how often the chart goes alone, and what that brings."""
    chart, alone, calls, gain, squares = found.chart, 0.0, 0.0, 0.0, 0.0
    for node in chart.nodes:
        judged = chart.judged[node.index]
        for cell in chart.covers(node).tolist():
            best, many = chart.best[node.index][cell], judged.count[cell]
            calls += many * (best != PASSES)
            if best == ALONE:
                margin = judged.margin(cell, ALONE, 1)
                alone, gain = alone + many, gain + many * margin.value
                squares += (many * (margin.se if margin.se == margin.se else 0.0)) ** 2
    if not alone:
        return "No hand goes alone."
    error = 1.96 * squares**0.5 / alone
    gained = Estimate(gain / alone, low=gain / alone - error, high=gain / alone + error)
    text = (f"Of the hands that should call, {100 * alone / calls:.0f}% should go alone, which "
            f"brings them {amount(gained, signed=True)} points more than with the partner.")
    first, second = (_places(chart, number, to_go_alone, kind)
                     for number, kind in enumerate(("trump", "tile")))
    if first:
        text += f" Counting trumps only, go alone with {first} {_COUNTED}."
    return text + (f" In the second round go alone in your best suit with {second}."
                   if second else "")


def what_changes_bring(found: Found) -> Iterator[str]:
    """Say, strategy by strategy, what a seat gains that calls otherwise."""
    for strategy in dict.fromkeys(found.run.labels):
        rows = found.changes.frame.loc[strategy]
        parts = [
            f"if it {name}, by {amount(read(row, 'points'), signed=True)} points a hand and "
            f"{amount(read(row, 'games'), signed=True)} of {GAMES} games"
            for name, row in rows.iterrows()
        ]
        by_chart = rows.loc[BY_CHART]
        few = _TOO_FEW if min(by_chart["points"], by_chart["games"]) < 0 else ""
        yield (f"Where one seat of {strategy} calls otherwise its results change: "
               f"{'; '.join(parts)}.{few}")


def worst_habits(found: Found) -> Iterator[str]:
    """Say what the costliest habit of each strategy is."""
    for strategy in dict.fromkeys(found.run.labels):
        own = found.departures.frame[found.departures.frame["strategy"] == strategy]
        if own.empty or own.iloc[0]["sure"] != "yes":
            yield f"{strategy} has no habit that surely costs it anything."
            continue
        row = own.iloc[0]
        yield (f"The costliest habit of {strategy}: as {row['place']} in round {row['round']} it "
               f"{row['does']} where it should {row['better']}, in "
               f"{number_text.share(row['share'])[0]} of its hands; that costs "
               f"{amount(read(row, 'cost'))} points in {HANDS} hands.")


def where_score_matters(found: Found) -> str:
    """Say at which score heeding it brings most."""
    best = max(found.by_score, key=lambda one: one.gain.value)
    if not best.gain.value > 0:
        return "At no score does another call clearly win more games."
    return (f"The score matters most at {best.own} to {best.other}: there a seat that heeds it "
            f"wins {amount(best.gain.scaled(100))} more of 100 games in that hand alone.")


def what_passes_tell(found: Found) -> str:
    """Say which pass changes most what a call is worth."""
    first = found.heard.frame.loc[[1]] if 1 in found.heard.frame.index else found.heard.frame
    row = first.reset_index().iloc[int(first["change"].abs().to_numpy().argmax())]
    place, heard = row["place"], row["heard"]
    return (f"The pass that says most: to the {place}, when {heard}, a call with the same hand is "
            f"worth {amount(read(row, 'change'), signed=True)} points more than over all deals.")


def what_the_suit_brings(found: Found) -> Iterator[str]:
    """Say what it costs to name the second-best suit."""
    rows = found.suits.frame.reset_index()
    parts = [f"{amount(read(row, 'change'), signed=True)} where that suit is {row['suit']}"
             for _, row in rows[rows["place"] == ANY].iterrows()]
    if parts:
        yield ("A hand that names its second-best suit and not its best makes so many points more "
               f"or less: {'; '.join(parts)}.")


def who_goes_alone(found: Found) -> Iterator[str]:
    """Say how often each strategy's table goes alone when it calls in the first round."""
    if not found.partners or ("calls alone" not in found.held.frame.index.get_level_values("does")):
        return
    held = found.held.frame.reset_index()
    asked = held[(held["round"] == 1) & (held["place"] == "dealer")]
    alone = asked[asked["does"] == "calls alone"]
    if len(alone):
        yield f"Here the dealer goes alone in {share(read(alone.iloc[0], 'share'))} of the hands " \
              "in which all before passed."


def answers(found: Found) -> tuple[str, ...]:
    """Return what a reader in a hurry should know."""
    alone = (when_alone(found),) if found.partners else ()
    return (when_to_call(found), *alone, *list(what_changes_bring(found))[:2])
