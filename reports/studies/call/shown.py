"""What ``study call`` says and shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from reports.draw import heatmaps, shapes, style
from reports.draw.heatmaps import tint
from reports.draw.parts import Axes, Figure, patches
from reports.games.euchre.report import so_many
from reports.habits import HANDS
from reports.later import pd
from reports.page.document import Picture, Section, Table
from reports.results.shared_sentences import amount, share
from reports.stats import number_text
from reports.stats.estimates import Estimate, around, share_of_trials
from reports.stats.move_values import SURE, MoveValues, is_clear
from reports.studies.call import chart as say
from reports.studies.call.chart import ALONE, CALLS, LEAST, PASSES, Chart
from reports.studies.call.habits import BY_CHART, GAMES, Heeded, scores_table
from simulate.games.euchre.rules import GAME_POINTS
from simulate.games.euchre.views import SEATS, TRICKS
from simulate.games.game import find_game
from simulate.runs.run import Run
from simulate.theory.euchre.auctions import Node
from simulate.theory.euchre.forked_deals import CELLS, PLAIN_DOUBLES, parts_of
from simulate.theory.euchre.win_chances import WinChances

#: Fill and letter of each move; apart in lightness too.
FILLS = ("#d5d9df", "#8ecbf0", style.COLOURS[4])
LETTERS = ("P", "C", "A")
#: A call that is ahead by this many points has the full colour.
_STRONG, _FAINTEST = 0.8, 0.3
#: Habits that the figure of them shows.
_HABITS = 14
#: Inches of a row of cells, of a panel's width, and around them.
_ROW, _PANEL, _AROUND = 0.23, 1.75, 1.5


def _rows(chart: Chart, nodes: list[Node], callers: bool) -> list[int]:
    """Return the kinds of hands that any node has, whatever their plain doubles."""
    kinds = {cell // 2 // len(PLAIN_DOUBLES) for node in nodes
             for cell in chart.covers(node)
             if not callers or chart.best[node.index][cell] != PASSES}
    return sorted(kinds)


def paint(
    axes: Axes, x: int, y: int, fill: tuple[float, ...], letter: str, number: str = ""
) -> None:
    """Draw a cell of a calling chart: a letter, and a number beside it."""
    axes.add_patch(
        patches.Rectangle((x, y), 1, 1, facecolor=fill, edgecolor="#ffffff", linewidth=0.8))
    look: dict[str, Any] = {"ha": "center", "va": "center", "color": "#000000"}
    axes.text(x + 0.3, y + 0.52, letter, fontsize=8, fontweight="bold", **look)
    axes.text(x + 0.72, y + 0.54, number, fontsize=6, **look)


def name_hands(axes: Axes, rows: Sequence[int]) -> None:
    """Name trumps and bowers of the rows, and plain doubles of the columns."""
    heatmaps.name_cells(
        axes, [say.suit_hand(row * len(PLAIN_DOUBLES)) for row in rows], ["0", "1", "2+"])
    axes.tick_params(labelsize=7.5)


def by_place(
    asked: Sequence[Node], rows: list[int], ups: tuple[int, ...],
    fill: Callable[[Axes, Node, int], None], title: str, ahead: str,
) -> Figure:
    """Draw a calling chart, a panel a place. ``rows``: trumps and bowers of each row. ``ups``: for
    each line of panels, whether a double is turned up. ``fill``: draws the cells of a place.
    ``ahead``: what the numbers and small letters tell."""
    players = asked[0].players
    with style.style():
        figure, panels = style.panels(
            len(ups), len(asked), _AROUND + len(ups) * (0.5 + _ROW * len(rows)),
            width=1.4 + _PANEL * len(asked), sharey=True)
        for up, line in zip(ups, panels, strict=True):
            for axes, node in zip(line, asked, strict=True):
                is_dealer = node.position == players - 1
                if up and is_dealer:
                    axes.axis("off")  # the double is in the dealer's hand, whose chart stands above
                    continue
                fill(axes, node, 0 if is_dealer else up)
                axes.set_xlim(0, len(PLAIN_DOUBLES))
                axes.set_ylim(len(rows), 0)
                name_hands(axes, rows)
                heatmaps.bare(axes)
                axes.set_title(say.place(node) + ("" if len(ups) == 1 or is_dealer else
                               "\na double up" if up else "\nno double up"), fontsize=9)
        table = f"{find_game('euchre').title}, {players} players"
        figure.suptitle(f"{title}\n{table}", fontsize=11, fontweight="bold", x=0.02, ha="left")
        calls = "P pass, C call, A alone" if players == SEATS else "P pass, C call"
        figure.supxlabel(f"doubles held that are no trumps\n{calls}, {ahead}", fontsize=9)
    return figure


def rounds_shown(chart: Chart, callers: bool) -> list[int]:
    """Return the rounds, 0 or 1, of which a chart has a cell: hands that came often enough."""
    return [number for number in range(2)
            if _rows(chart, [node for node in chart.nodes if node.number == number], callers)]


def calling(chart: Chart, number: int, alone: bool = False) -> Figure:
    """Draw when to call in a round, or when to go alone with a call. A cell has the letter of the
    best move and its margin, on white where it is too close to call."""
    asked = [node for node in chart.nodes if node.number == number]
    rows = _rows(chart, asked, alone)

    def fill(axes: Axes, node: Node, double_up: int) -> None:
        half = chart.halves[node.index]
        for cell in chart.covers(node):
            kind, up = divmod(cell, 2)
            row, doubles = divmod(kind, len(PLAIN_DOUBLES))
            best, _, margin = half.margin(cell)
            if up != double_up or row not in rows or (alone and best == PASSES):
                continue
            if alone:
                margin = half.judged.margin(cell, best, ALONE if best == CALLS else CALLS)
            letter, ahead, strength = f"{LETTERS[best].lower()}?", "", 0.0
            if is_clear(margin):
                letter, ahead = LETTERS[best], f"{abs(margin.value):.1f}"
                strength = _FAINTEST + (1 - _FAINTEST) * min(1.0, margin.value / _STRONG)
            paint(axes, doubles, rows.index(row), tint(FILLS[best], strength), letter, ahead)

    title = "alone or with the partner?" if alone else (
        "order up or pass?", "name your best suit or pass?")[number]
    return by_place(asked, rows, (0, 1) if number == 0 and not alone else (0,), fill,
                    f"{('First', 'Second')[number]} round: {title}",
                    "ahead by so many points; small letter: too close to call")


def by_score(found: tuple[Heeded, ...]) -> Figure:
    """Draw what heeding the score is worth at every score."""
    grid = [[one.gain for one in found if one.own == own] for own in range(GAME_POINTS)]
    most = max(0.1, *(100 * one.gain.value for one in found))
    return shapes.grid(
        [[gain.scaled(100) for gain in row] for row in grid], range(GAME_POINTS),
        range(GAME_POINTS), heatmaps.MORE, (0, most), 4.2, ylabel="own points",
        xlabel="points of the others", title="Games won of 100, a hand, by heeding the score")


def draw_habits(frame: pd.DataFrame) -> Figure:
    """Draw the costliest habits."""
    shown = frame.head(_HABITS)
    rows = shown.to_dict("records")
    costs = [Estimate(row["cost"], low=row["cost_low"], high=row["cost_high"]) for row in rows]
    names = [f"{row['strategy']}, {row['place']}, round {row['round']}: {row['does']}, should "
             f"{row['better']}" for row in rows]
    with style.plot(1.2 + 0.36 * len(shown), 7.2, xlabel=f"points in {HANDS} hands",
                    title="What the costliest habits lose") as (figure, axes):
        axes.axvline(0, color=style.MUTED, linewidth=1, linestyle="--")
        style.rows_of_dots(axes, np.arange(len(shown)), costs, color=style.COLOURS[1], marker="o")
        axes.set_yticks(np.arange(len(shown)), [style.wrapped(name, 60) for name in names],
                        fontsize=8)
        axes.invert_yaxis()
    return figure


@dataclass(frozen=True)
class Found:
    """What the study found."""

    run: Run
    #: At no score, in points, and the same deals counted in games won.
    chart: Chart
    games: Chart
    chances: WinChances
    by_score: tuple[Heeded, ...]
    changes: Table
    departures: Table

    @property
    def partners(self) -> bool:
        """Whether there are partners, so that one may go alone."""
        return len(self.run.players) == SEATS


#: Said where the chart does not even gain on deals that it was not drawn from.
_TOO_FEW = (" Calling by the chart gains nothing sure here. The deals may be too few, or the "
            "strategy may call as well as the chart. More deals tell.")
#: How the trumps of the first round are counted.
_COUNTED = "Bowers are trumps. The dealer counts the turn-up."
_TRUMPS = np.array([parts_of(cell // 2)[0] for cell in range(CELLS)])


def read(row: pd.Series, name: str, scale: float = 1.0) -> Estimate:
    """Return a number of a row with its interval."""
    value, low, high = (scale * float(row[f"{name}{end}"]) for end in ("", "_low", "_high"))
    return Estimate(value, low=low, high=high)


def fewest(values: MoveValues, calls: Sequence[int], others: Sequence[int]) -> int | None:
    """Return from how many trumps on one of some calls surely beats all the other moves. All hands
    with so many trumps count together, whatever else they hold."""
    by_trumps, found = values.grouped(_TRUMPS), None
    for trumps in range(TRICKS, -1, -1):
        if by_trumps.count[trumps] >= LEAST:
            if not any(all(by_trumps.margin(trumps, call, other).low > 0 for other in others)
                       for call in calls):
                break
            found = trumps
    return found


def _places(chart: Chart, number: int, calls: slice, others: Sequence[int]) -> str:
    """Say place by place how many of a suit a call needs: 4 trumps or more as dealer ..."""
    needed = {}
    for node in chart.nodes[number * chart.players:][:chart.players]:
        judged = chart.halves[node.index].judged
        many = fewest(judged, range(judged.totals.shape[1])[calls], others)
        if many is not None:
            needed[say.place(node)] = many
    return so_many(needed, ("trump", "tile")[number])


def when_to_call(found: Found) -> str:
    """Say from how many trumps on to call."""
    first, second = (_places(found.chart, number, slice(CALLS, None), (PASSES,))
                     for number in range(2))
    text = (f"Counting trumps only, order up with {first}. {_COUNTED} Such hands together surely "
            "gain by it." if first
            else "No number of trumps is surely enough to order up.")
    return text + (f" Later name your best suit with {second}." if second else "")


def when_alone(found: Found) -> str:
    """Say how often the chart goes alone, and what that brings."""
    chart, alone, calls, gain, squares = found.chart, 0.0, 0.0, 0.0, 0.0
    surely = maybe = 0.0
    for node in chart.nodes:
        judged = chart.halves[node.index].judged
        for cell in chart.covers(node):
            best, many = chart.best[node.index][cell], judged.count[cell]
            if best == PASSES:
                continue
            margin = judged.margin(cell, ALONE, 1)
            error = margin.se if margin.se == margin.se else 0.0
            calls += many
            surely += many * (margin.value > SURE * error)
            maybe += many * (margin.value >= -SURE * error)
            if best == ALONE:
                alone, gain = alone + many, gain + many * margin.value
                squares += (many * error) ** 2
    if not alone:
        return "No hand goes alone."
    gained = around(gain / alone, squares**0.5 / alone, int(alone))
    # Whether a hand should go alone is uncertain too, not only how often it comes.
    least, often, most = (share_of_trials(int(one), int(calls)) for one in (surely, alone, maybe))
    often = often._replace(low=least.low, high=most.high)
    text = (f"Of the hands that should call, {share(often)} should go alone. That brings them "
            f"{amount(gained, signed=True)} points more than with the partner.")
    first, second = (_places(chart, number, slice(ALONE, None), (PASSES, CALLS))
                     for number in range(2))
    if first:
        text += f" Counting trumps only, go alone with {first}."
    return text + (f" In the second round go alone in your best suit with {second}."
                   if second else "")


def what_changes_bring(found: Found) -> Iterator[str]:
    """Say, strategy by strategy, what a seat gains that calls otherwise."""
    for strategy in dict.fromkeys(found.run.labels):
        rows = found.changes.frame.loc[strategy]
        parts = [
            f"If it {name}, that brings {amount(read(row, 'points'), signed=True)} points a hand. "
            f"That is {amount(read(row, 'games'), signed=True)} of {GAMES} games."
            for name, row in rows.iterrows()
        ]
        by_chart = rows.loc[BY_CHART]
        few = _TOO_FEW if min(by_chart["points"], by_chart["games"]) < 0 else ""
        yield f"One seat of {strategy} may call otherwise. {' '.join(parts)}{few}"


def worst_habits(found: Found) -> Iterator[str]:
    """Say what the costliest habit of each strategy is."""
    for strategy in dict.fromkeys(found.run.labels):
        own = found.departures.frame[found.departures.frame["strategy"] == strategy]
        if own.empty or own.iloc[0]["sure"] != "yes":
            yield f"{strategy} has no habit that surely costs it anything."
            continue
        row = own.iloc[0]
        yield (f"The costliest habit of {strategy}: as {row['place']} in round {row['round']} it "
               f"{row['does']} where it should {row['better']}. It does so in "
               f"{number_text.share(row['share'])[0]} of its hands. That costs "
               f"{amount(read(row, 'cost'))} points in {HANDS} hands.")


def where_score_matters(found: Found) -> str:
    """Say at which score heeding it brings most."""
    best = max(found.by_score, key=lambda one: one.gain.value)
    if not best.gain.value > 0:
        return "At no score does another call clearly win more games."
    return (f"The score matters most at {best.own} to {best.other}. A seat that heeds it there "
            f"wins {amount(best.gain.scaled(100))} more of 100 games by that hand alone.")


_READ = ("P pass, C call with a partner, A alone. The number is by how many points a hand the "
         "call beats the next best. White with a small letter: too close to call. Columns: "
         "doubles held that are no trumps. Left bower: the double of the next lower number (of "
         "blank trumps the double six).")


def sections(found: Found) -> tuple[Section, ...]:
    """Return what a page shows of the study."""
    worst = () if found.departures.frame.empty else (Picture(
        "call_habits", lambda: draw_habits(found.departures.frame),
        f"What the costliest habits lose in {HANDS} hands, with 95% intervals.", wide=True),)
    pictures = (
        Picture("call_first", lambda: calling(found.chart, 0),
                f"First round, by place from the dealer's left. {_READ}", wide=True),
        Picture("call_second", lambda: calling(found.chart, 1),
                f"Second round, with your best suit. {_READ}", wide=True))
    alone = [Section(
        "call_alone", "When to go alone", (when_alone(found),), tuple(
            Picture(f"call_alone_{number + 1}", partial(calling, found.chart, number, alone=True),
                    "For the hands that call: A alone, C with the partner, and by how many points "
                    "that is better. Hands that pass are left empty. No double is turned up, but "
                    "for the dealer, who holds it. ", wide=True)
            for number in rounds_shown(found.chart, True)))] if found.partners else []
    return (
        Section("call", "When to order up, and when to name a suit", (when_to_call(found),),
                tuple(pictures[number] for number in rounds_shown(found.chart, False)),
                (found.chart.table(found.games),)),
        *alone,
        Section(
            "call_scores", "Where the score changes the call",
            (where_score_matters(found),),
            (Picture(
                "call_scores", lambda: by_score(found.by_score),
                "What a seat wins in one hand that calls for the game and not for points. In games "
                "of 100, by the score, with half the width of the 95% interval."),),
            (scores_table(found.by_score),)),
        Section("call_habits", "What the strategies do wrong",
                (*what_changes_bring(found), *worst_habits(found)), worst,
                (found.changes, found.departures)),
    )
