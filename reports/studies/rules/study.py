"""``study rules``: which rule matters?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from reports.draw import heatmaps, shapes, style
from reports.draw.parts import Axes, Figure
from reports.draw.shapes import dots
from reports.page.document import STRATEGY, Column, Kind, Picture, Row, Section, Table
from reports.results.commands import rule_text
from reports.results.figure_tables import figures_of, title_of
from reports.results.shared_sentences import amount, caution_of_few, level
from reports.stats import number_text
from reports.stats.comparisons import sessions_needed
from reports.stats.estimates import NOTHING, Estimate
from reports.studies.contests import Scores, counts_games, rotations
from reports.studies.duel.tables import follow_positions
from reports.studies.rules import comparison
from reports.studies.rules.comparison import Comparison, PlayedSet, RuleSet, change
from reports.studies.study import Study, entrants, in_parts
from simulate.books.books import Figure as Counted
from simulate.games.game import find_game
from simulate.runs.follow import check_length
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run


def draw_strategies(found: Comparison, unit: str, scale: float) -> Figure:
    """Draw by how much every strategy's result changes, one series a set of other rules."""
    labels, names = found.ranked(0), found.names[1:]
    shifts = np.linspace(-0.32, 0.32, len(names)) if len(names) > 1 else [0.0]
    with style.plot(1.4 + len(labels) * max(0.5, 0.17 * len(names)), xlabel=f"change in {unit}",
                    title="What other rules do to the strategies") as (figure, axes):
        axes.axvline(0, color=style.MUTED, linewidth=1, linestyle="--")
        for name, shift, one, (colour, marker, _) in zip(
            names, shifts, found.played[1:], style.series(len(names)), strict=True
        ):
            changes = [change(found.own.strategies[label], one.strategies[label]).scaled(scale)
                       for label in labels]
            style.rows_of_dots(axes, np.arange(len(labels)) + shift, changes, color=colour,
                               marker=marker, label=name)
        style.name_rows(axes, labels)
        style.large_numbers(axes)
    return figure


#: Inches of a row, and around the rows of a plot; how pale a bar is that may be luck.
_ROW, _AROUND, _PALE = 0.36, 0.75, 0.3
_NOTES = (
    "Every rule is changed alone, or as it is named. Changes are paired on the same deals. Lines "
    "and small numbers are 95% intervals. The bars are of the strategy whose result changes "
    "most. Pale bars may be luck, full ones are sure, all changes judged together (Holm).",
    "Skill: how far the first strategy is ahead of the last in a session, in standard deviations "
    "of luck. First and last are so under the table's rules, which the dashed line shows.")


def _bars(
    axes: Axes, found: Sequence[Estimate], names: Sequence[str], sure: Sequence[bool]
) -> None:
    shapes.bars(axes, found, [style.COLOURS[one.value < 0] for one in found],
                [1.0 if full else _PALE for full in sure])
    axes.set_yticks(range(len(names)), names)
    axes.tick_params(labelsize=shapes.NAME)


def _grid(
    axes: Axes, found: Comparison, part: str, names: Sequence[str], order: Sequence[int],
    scale: float,
) -> None:
    """Draw the changes of some values, a row a set of rules."""
    def of(at: int) -> Mapping[str, Scores]:
        return getattr(found.played[at], part)

    rows = [[change(of(0)[name], of(at)[name]).scaled(scale) for name in names] for at in order]
    heatmaps.gains(axes, rows, 1, shapes.CELL - 0.5, intervals=True)
    heatmaps.name_cells(axes, [style.wrapped(found.names[at]) for at in order],
                        [style.wrapped(name, 11) for name in names])
    axes.tick_params(labelsize=shapes.NAME)


def wall_chart(
    found: Comparison, title: str, subtitle: str, unit: str, scale: float, value: str
) -> Figure:
    """Draw the study on one sheet: the rule that changes most at the top. ``unit``, ``scale``: of
    results of strategies. ``value``: what places make, as ``"chips a hand"``."""
    order = sorted(range(1, len(found.names)), key=lambda at: -abs(found.shift(at)[1].value))
    shifts = {at: found.shift(at) for at in order}
    height = _AROUND + _ROW * len(order)
    with style.style():
        figure = shapes.sheet(title, subtitle, _NOTES, 2 * height + 0.2)
        halves = figure.add_gridspec(2, 1, height_ratios=(height, height + 0.2))
        upper = halves[0].subgridspec(1, 2, width_ratios=(3, 2))
        axes = figure.add_subplot(upper[0])
        axes.axvline(0, color=style.MUTED, linewidth=1)
        _bars(axes, [one.scaled(scale) for _, one in shifts.values()],
              [f"{style.wrapped(found.names[at])}\n{style.wrapped(name)}"
               for at, (name, _) in shifts.items()],
              [bool(found.decided[at].get(("strategy", name), 0))
               for at, (name, _) in shifts.items()])
        axes.set_title("Whose result does it change most?")
        axes.set_xlabel(f"change in {unit}", fontsize=shapes.NAME)
        axes, changes = figure.add_subplot(upper[1]), map(found.edge_change, order)
        _bars(axes, [*map(found.edge, order)], [""] * len(order),
              [one.low > 0 or one.high < 0 for one in changes])
        axes.axvline(found.edge(0).value, color=style.INK, linewidth=1, linestyle="--")
        axes.set_title("How much is skill?")
        axes.set_xlabel("{} over {}".format(*found.ends), fontsize=shapes.NAME)
        strategies, positions = found.ranked(0), list(found.own.positions)
        lower = halves[1].subgridspec(1, 2, width_ratios=(len(strategies), len(positions)))
        axes = figure.add_subplot(lower[0])
        _grid(axes, found, "strategies", strategies, order, scale)
        axes.set_title(f"What each strategy makes more\n{unit}")
        axes = figure.add_subplot(lower[1])
        _grid(axes, found, "positions", positions, order, 1.0)
        axes.set_yticks([])
        axes.set_title(f"What each place makes more\n{value}")
    return figure


_NOTE = ("Under each number stands its 95% interval; changes are paired on the same deals. A "
         "change that is sure is one when all changes of the study are judged together (Holm).")
_SAID = {1: "up", -1: "down", 0: ""}


def _changes(found: Comparison, part: str, name: str, kind: str, scale: float = 1.0) -> list[Row]:
    """Return a row a set of rules: its value, and the change from the table's rules."""
    scores: list[Mapping[str, Scores]] = [getattr(one, part) for one in found.played]
    rows: list[Row] = []
    for at, label in enumerate(found.names):
        risen = change(scores[0][name], scores[at][name]) if at else NOTHING
        sign = found.decided[at].get((_PARTS[part], name), 0) if at else 0
        rows.append({"rules": label, "kind": kind, "value": scores[at][name].value.scaled(scale),
                     "change": risen.scaled(scale), "sure": _SAID[sign]})
    return rows


_RULES, _KIND = Column("rules", "rules", "text", "text", "the rules"), Column("kind")
_SURE = Column("sure", "sure", "text", "text",
               "up or down where the change is sure, all judged together")
_PARTS = {"figures": "figure", "strategies": "strategy", "positions": "position"}


def _change(kind: Kind) -> Column:
    return Column("change", "change", kind, "as the value",
                  "the value less that under the table's own rules", with_error=True)


def figures(found: Comparison, listed: list[Counted], unit: str, session: str) -> Table:
    """Return the figures of the table under every set of rules, without those that never change."""
    return Table.of("rules_table", "What changes at the table", (
        Column("figure", "figure", "text"), _RULES, _KIND,
        Column("value", "value", "row", "as the figure says", "the figure under these rules",
               with_error=True), _change("row"), _SURE,
    ), ({"figure": title_of(figure, unit, session), **row}
        for figure in listed
        if len({one.figures[figure.name].value.value for one in found.played}) > 1
        for row in _changes(found, "figures", figure.name,
                            "share" if figure.kind == "share" else "amount")),
        "Figures that are the same under all rules are left out. " + _NOTE)


def strategies(found: Comparison, unit: str, scale: float) -> Table:
    """Return what every strategy makes under every set of rules, with its rank."""
    orders = [found.ranked(at) for at in range(len(found.names))]
    return Table.of("rules_strategies", "What changes for the strategies", (
        STRATEGY, _RULES, _KIND,
        Column("rank", "rank", "count", "number", "the place in the ranking"),
        Column("value", unit, "amount", "{value} a hand, or games of 100",
               "made under these rules", with_error=True), _change("signed"), _SURE,
    ), ({"strategy": label, **row, "rank": orders[at].index(label) + 1}
        for label in orders[0]
        for at, row in enumerate(_changes(found, "strategies", label, "signed", scale))),
        "The line-up in all rotations. " + _NOTE)


def positions(found: Comparison, unit: str) -> Table:
    """Return what every position is worth under every set of rules."""
    return Table.of("rules_positions", "What changes for the places at the table", (
        Column("position", "place", "text"), _RULES, _KIND,
        Column("value", f"{unit} above the mean place", "signed", "{value} a hand",
               "made at the place under these rules", with_error=True), _change("signed"), _SURE,
    ), ({"position": name, **row} for name in found.own.positions
        for row in _changes(found, "positions", name, "signed")), _NOTE)


def skill(found: Comparison, session: str) -> Table:
    """Return how much of a session is skill under every set of rules."""
    edges = [found.edge(at) for at in range(len(found.names))]
    note = ("{} against {}, the first and the last under the table's rules. ".format(
        *found.ends) + f"The edge is what the one makes more in a {session}, over the standard "
        "deviation of that difference: luck. ")
    return Table.of("rules_skill", "What changes in skill", (
        _RULES,
        Column("edge", f"edge a {session}, in standard deviations", "amount", "none",
               "mean difference of a session over its standard deviation", with_error=True),
        _change("signed"),
        Column("sessions", f"{session}s until ahead with 95%", "amount", "sessions",
               "until the better of two is ahead, 95 times of 100"),
    ), ({"rules": name, "edge": edge, "change": found.edge_change(at) if at else NOTHING,
         "sessions": sessions_needed(edge)}
        for at, (name, edge) in enumerate(zip(found.names, edges, strict=True))), note + _NOTE)


QUESTION = "Which rule matters?"
#: The hands of each rotation from which positions are judged, under every set of rules.
_POSITION_HANDS = 100_000
#: The part of the work that is spent on positions.
_POSITIONS = 0.3


def check(run: Run, against: Sequence[str]) -> None:
    """Raise ``BoneyardError`` if the study does not fit a table or a set of rules."""
    entrants(run, "rules", ", or there is no rank that rules could change")
    comparison.sets_to_compare(run, against)
    check_length(run)  # positions are followed


def study_rules(
    run: Run, against: Sequence[str] = (), jobs: int | None = None,
    progress: Progress = silent,
) -> Study:
    """Answer which rule matters: a line-up in all rotations under several sets of rules, on the
    same deals. ``against``: sets of rules: ``"OPTION=VALUE,..."`` changes the table's own, a preset
    or a file of house rules replaces them; when empty, every rule is changed alone."""
    check(run, against)
    sets = comparison.sets_to_compare(run, against)
    found = Comparison(tuple(one.name for one in sets), tuple(_play(run, sets, jobs, progress)))
    answer = (*_most(run, found), _order(found), _skill(run, found), *caution_of_few({
        f"of {label} under {name}": one.strategies[label].influence
        for name, one in zip(found.names, found.played, strict=True) for label in one.strategies},
        *(replace(run, rules=one.rules) for one in sets)))
    return Study(QUESTION, answer, _sections(run, found, answer), {"rules": found})


def _play(
    run: Run, sets: Sequence[RuleSet], jobs: int | None, progress: Progress
) -> list[PlayedSet]:
    """Play the line-up under every set of rules."""
    runs = [replace(run, rules=one.rules) for one in sets]
    playing, *following = in_parts(
        progress, (1 - _POSITIONS, *[_POSITIONS / len(runs)] * len(runs)))
    played = comparison.play_sets(runs, jobs, playing)
    game, found = find_game(run.game), []
    for one, rows, tell in zip(runs, played, following, strict=True):
        # Some sessions are followed hand by hand, for what positions are worth.
        length = game.hands_a_game if game.plays_to_the_end(one.rules) else one.hands
        sessions = min(one.sessions, max(2, _POSITION_HANDS // min(length, one.hands)))
        found.append(comparison.digest(one, *rows, follow_positions(one, sessions, jobs, tell)))
    return found


def _words(run: Run) -> tuple[str, str, float]:
    """Return what results are counted in, what a session is called, and the scale of results."""
    game = find_game(run.game)
    session = "game" if game.plays_to_the_end(run.rules) else "session"
    if counts_games(run):
        return "games of 100", session, 100.0
    return f"{game.unit(run.rules)} a hand above the mean seat", session, 1.0


def _most(run: Run, found: Comparison) -> tuple[str, str]:
    """Say which set changes results most; how far apart they are, and what changes nothing."""
    unit, scale = find_game(run.game).unit(run.rules) + " a hand", _words(run)[2]
    shifts = {at: found.shift(at) for at in range(1, len(found.names))}
    at = max(shifts, key=lambda i: abs(shifts[i][1].value))
    name, shift = shifts[at]
    idle = [found.names[i] for i in shifts if not any(found.decided[i].values())]
    sure = found.decided[at].get(("strategy", name))
    most = (f"{found.names[at]} changes results most"
            f"{'' if sure else ' as far as was measured, but not surely'}")
    lead = amount(found.spread().scaled(scale))
    text = (f"{most}: what {name} makes above the mean seat "
            f"changes by {amount(shift.scaled(scale), signed=True)} {unit}.")
    led = f"Under the table's rules {found.ends[0]} leads {found.ends[1]} by {lead}."
    if counts_games(run):
        text = f"{most}: {name} wins {_more_or_fewer(shift.scaled(scale))} of 100 games."
        led = (f"Under the table's rules {found.ends[0]} wins {lead} of 100 games more than "
               f"{found.ends[1]}.")
    if not found.spread().value:
        led = f"Under the table's rules {level(found.ranked(0), False)}"
    if idle:
        led += f" Nothing of all that was measured surely changes with {number_text.listed(idle)}."
    return text, led


def _more_or_fewer(change: Estimate) -> str:
    """Say a change in games without a sign."""
    return f"{amount(change)} more" if change.value >= 0 else f"{amount(change.negative)} fewer"


def _order(found: Comparison) -> str:
    """Say under which rules the order of the strategies turns round."""
    said = []
    for at in range(1, len(found.names)):
        swaps = [f"{one} passes {other}" for one, other in found.swaps(at)]
        if swaps:
            said.append(f"under {found.names[at]} {number_text.listed(swaps)}")
    order = ", ".join(found.ranked(0))
    if not said:
        return ("No rule surely turns two strategies round. Under the table's rules they came out "
                f"in the order {order}.")
    return f"Under the table's rules the order is {order}; {'; '.join(said)}."


def _skill(run: Run, found: Comparison) -> str:
    """Say under which rules skill shows soonest and latest."""
    _, session, _ = _words(run)
    edges = [found.edge(at) for at in range(len(found.names))]
    order = sorted(range(len(edges)), key=lambda at: edges[at].value)
    low, high = order[0], order[-1]
    first, last = found.ends
    changes = [found.edge_change(at) for at in range(1, len(found.names))]
    if not any(one.value for one in edges):
        return "No rule makes one strategy come out ahead of another."
    if not any(one.low > 0 or one.high < 0 for one in changes):
        return (f"No rule surely changes how much is skill. Under the table's rules {first} is "
                f"ahead of {last} by {amount(edges[0])} standard deviations of luck in a "
                f"{session}.")
    return (f"Skill shows most under {found.names[high]}: in a {session} {first} is ahead of "
            f"{last} by {amount(edges[high])} standard deviations of luck. Skill shows least under "
            f"{found.names[low]}: there it is {amount(edges[low])}.")


def _sections(run: Run, found: Comparison, answer: tuple[str, ...]) -> tuple[Section, ...]:
    unit, session, scale = _words(run)
    game = find_game(run.game)
    value = game.unit(run.rules)
    tables_of_all = len(list(rotations(run.players)))
    pictures = (
        Picture("rules_strategies", lambda: draw_strategies(found, unit, scale),
                f"By how much each strategy's result changes, in {unit}, with 95% intervals. All "
                f"rules meet the same deals, in {tables_of_all} rotations of the line-up."),
        Picture("rules_skill", lambda: dots(
                    found.names, [found.edge(at) for at in range(len(found.names))],
                    f"edge a {session}, in standard deviations of luck",
                    style.wrapped("{} over {}".format(*found.ends), 60)),
                f"How much better {found.ends[0]} is than {found.ends[1]} in a {session}, in "
                "standard deviations of their difference, with 95% intervals. Further right, less "
                "is luck."))
    tables = (
        strategies(found, unit, scale), skill(found, session),
        figures(found, figures_of(run), value, session),
        positions(found, f"{value} a hand"))
    own = ", ".join(f"{name}={rule_text(one)}" for name, one in run.rules.given().items())
    table = (f"{len(run.labels)} players: {', '.join(run.labels)}; from the table's rules "
             f"({own or 'the usual ones'}) to each other set, {run.sessions:,} {session}s in "
             f"{tables_of_all} rotations.")
    wall = Picture(
        "rules_wall", lambda: wall_chart(
            found, f"{game.title}: which rule matters?", table, unit, scale, f"{value} a hand"),
        "The rules that change most stand at the top. Blue is more, orange less.", wide=True)
    return (Section("rules", QUESTION, answer, (wall, *pictures), tables),)
