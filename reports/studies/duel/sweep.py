"""The command ``sweep``: a line-up as it sits, at several values of a parameter or a rule."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from reports import headlines
from reports.compare import Measure, check_comparable, compare, session_of
from reports.door import noted, warn
from reports.draw.shapes import Lines, Series
from reports.later import pd
from reports.page.document import STRATEGY, Column, Kind, Picture, Row, Section, Table, plain
from reports.request import Lineup, Number, RulesGiven, Wish, entries_of, set_up
from reports.results import commands
from reports.results.figure_tables import figures_of, title_of, value_column
from reports.results.result import Result
from reports.stats.comparisons import p_value
from reports.stats.estimates import Estimate
from reports.stats.measures import gain
from reports.studies.answered import Answered
from reports.studies.duel import values as tried
from reports.studies.duel.values import Own, Value
from reports.studies.study import Study, in_parts
from simulate.books.tally import Floats
from simulate.errors import BoneyardError, listed
from simulate.games.game import find_game
from simulate.runs.play import play
from strategies.acting import is_strategy
from strategies.naming import name_in


@dataclass(frozen=True)
class _Number:
    """A figure of the table, or what a strategy makes. Differences of the latter are judged from
    its groups of sessions; errors of figures are taken as independent, rather too large where the
    same deals move both alike."""

    estimate: Estimate
    sessions: int  #: the groups of sessions
    groups: Floats | None = None

    def __sub__(self, other: _Number) -> _Number:
        if self.groups is None or other.groups is None:
            return _Number(self.estimate.minus(other.estimate), self.sessions)
        return _Number(gain(self.groups, other.groups), self.sessions)


@dataclass(frozen=True)
class _At:
    """The line-up at one value."""

    result: Result
    figures: Mapping[Column, _Number]  #: of the table as a whole
    strategies: Mapping[str, _Number]  #: by what they are called at all values
    labels: Mapping[str, str]  #: what they are called at this one

    def measures(self) -> dict[Measure, _Number]:
        """Return all that is compared."""
        return {**{Measure("table", column.title): one for column, one in self.figures.items()},
                **{Measure("strategy", name): one for name, one in self.strategies.items()}}

    def rows(self, what: str, value: Value, first: _At) -> Iterator[Row]:
        """Yield a row for each strategy; its gain is over the first value."""
        by_strategy = self.result.tables["strategies"].to_dict("index")
        whole = plain({column.name: one.estimate for column, one in self.figures.items()
                       if column.name not in next(iter(by_strategy.values()))})
        for name, label in self.labels.items():
            gained = (self.strategies[name] - first.strategies[name]).estimate
            own = {str(column): number for column, number in by_strategy[label].items()}
            yield {what: value, "strategy": label, **own, **whole,
                   **plain({"gain": gained}, ("gain",))}


def _figures(result: Result) -> Iterator[tuple[Column, Estimate]]:
    """Yield the figures that a rule may change: those of the table as a whole and, where all play
    alike, how far a hand swings, and what happens in so many hands."""
    measures, books = result.measures, result.measures.tally.books
    for figure in figures_of(result.run):
        kind: Kind = "share" if figure.kind == "share" else "amount"
        yield (Column(figure.name, title_of(figure, result.unit, session_of(result.run)), kind),
               measures.of_the_table(figure))
    if len(measures.strategies) > 1:
        return
    for figure in books.figures:
        title = figure.title or figure.name.replace("_", " ")
        if figure.kind == "spread":
            yield (Column(figure.name, f"{title} of a hand", "amount"),
                   measures.figure(figure, measures.strategies[0]))
        elif figure.kind == "share" and figure.of == find_game(result.run.game).books.hands:
            yield (Column(figure.name, title, "share"),
                   measures.figure(figure, measures.strategies[0]))


def _at(result: Result, what: str) -> _At:
    """Return what is compared of a run at one value; of a parameter, its strategy alone."""
    measures, (strategy, of_a_strategy, _) = result.measures, what.rpartition(".")
    units = {measures.label(unit): unit for unit in measures.strategies}
    names = ({strategy: next(label for label in units if name_in(label)[0] == strategy)}
             if of_a_strategy else {label: label for label in result.run.labels})
    figures = {} if of_a_strategy else {
        column: _Number(one, measures.groups) for column, one in _figures(result)}
    return _At(result, figures, {
        name: _Number(measures.value(units[label]), measures.groups,
                      measures.credited(units[label])) for name, label in names.items()}, names)


def hold_sweep(
    game: str, parameter: str, values: Iterable[object], lineup: Lineup | None,
    players: Number | None, rules: RulesGiven, sessions: Number | None, hands: Number | None,
    seed: Number | None, jobs: int | None, backend: str, progress: Wish,
) -> Answered:
    """Play a line-up at each value (``boneyard.sweep``)."""
    seats = None if players is None else find_game(game).check_players(players)
    entries = entries_of(game, lineup, seats)
    if lineup is None and "." in parameter:
        entries[0] = parameter.rpartition(".")[0]
    given = [*(tried.read_vary(f"{parameter}={values}")[1] if isinstance(values, str) else values)]
    if not given:
        raise BoneyardError(f"no values to try for parameter {parameter!r}: give one or more")
    base = set_up(game, entries, seats, rules, sessions, hands, seed)
    own: Own = {entry.name: entry for entry in entries if is_strategy(entry)}
    runs = tried.runs_at(base, parameter, given, own)
    check_comparable({f"sweep: {parameter}={value}": run for value, run in runs.items()})
    if "." in parameter:
        noted(base)
    else:  # a rule that is varied may decide which of the others matter
        warn(next(filter(None, map(commands.solved_elsewhere, runs.values())), ""))
    from reports.progress import watched

    with watched(progress, f"Sweeping {parameter}") as report:
        parts = in_parts(report, [1] * len(runs), base.sessions)
        found = {value: _at(Result(play(run, jobs, backend, progress=part)), parameter)
                 for (value, run), part in zip(runs.items(), parts, strict=True)}
    tried_values = ",".join(map(tried.text_of, runs))
    return Answered(
        Study(_question(parameter), tuple(filter(None, _answer(parameter, found, own))),
              (_section(parameter, found),)), base,
        f"boneyard sweep {game} {shlex.join(['--vary', f'{parameter}={tried_values}'])} "
        f"{commands.table_options(base)} --sessions {base.sessions} --hands {base.hands} "
        f"--seed {base.seed}", more={"sessions": base.sessions})


def _section(what: str, found: Mapping[Value, _At]) -> Section:
    """Return the table, with a row a value and strategy, and the gains as a figure."""
    first, of_a_rule = next(iter(found.values())), "." not in what
    base, unit = tried.text_of(next(iter(found))), first.result.unit
    frame = pd.DataFrame([row for value, at in found.items()
                          for row in at.rows(what, value, first)]).set_index(
        [what, "strategy"] if of_a_rule else [what])
    made = (Column(value_column(first.result), f"{unit} a hand", "signed"),
            Column("gain", f"more than with {base}", "signed", f"{unit} a hand",
                   "made more than at the first value, on the same deals"))
    varied = Column(what, what, "text", "as the strategy or the rule has it", "the value tried")
    alike = of_a_rule and len(first.strategies) == 1
    table = Table(
        "sweep", f"{what} varied, on the same deals",
        frame if of_a_rule else frame.drop(columns="strategy"),
        (varied, *(STRATEGY,) * of_a_rule, *(() if alike else made), *first.figures),
        declared=(varied, *made))
    picture = Picture("sweep", _plot(what, found, first, f"{unit} a hand more than with {base}"))
    return Section("sweep", _question(what), (), (picture,) * (len(found) > 1 and not alike),
                   (table,))


def _plot(what: str, found: Mapping[Value, _At], first: _At, label: str) -> Lines:
    """Return what each strategy makes more than at the first value."""
    of_a_rule = "." not in what
    at = None if of_a_rule else [float(value) for value in found]
    gains = {name: Series([(one.strategies[name] - own).estimate for one in found.values()], at)
             for name, own in first.strategies.items()}
    return Lines(gains, [tried.text_of(value) for value in found] if of_a_rule else (), neutral=0,
                 xlabel=what, ylabel=label, spread=0.1 if of_a_rule and len(gains) > 1 else 0.0)


def _question(what: str) -> str:
    return f"Which {what} is best?" if "." in what else f"What does {what} change?"


def _answer(what: str, found: Mapping[Value, _At], own: Own) -> Iterator[str]:
    """Yield which value is best; of a rule, what it surely changes."""
    first = next(iter(found.values()))
    run, groups = first.result.run, first.result.measures.groups
    if few := headlines.too_few(run.sessions, session_of(run)):
        yield few
        return
    if len(found) == 1:
        yield f"{what} was tried at one value alone: name another to compare it with."
        return
    changes = compare({tried.text_of(value): at.measures() for value, at in found.items()})
    if not any(one.change.value < 0 or one.change.value > 0 for one in changes):
        yield f"{what} changes nothing here: all values make exactly the same."
        return
    base, last = changes[0].variant, changes[-1].variant
    sure = [one.measure.name for one in changes
            if one.sure and one.variant == last and one.measure.of == "table"]
    if sure:
        yield f"Surely different with {what} = {last} than with {base}: {listed(sure)}."
    elif "." not in what:
        yield f"No figure of the table surely differs between {what} = {base} and {last}."
    if "." not in what and len(first.strategies) == 1:
        yield f"All seats play {run.labels[0]}, so nobody wins or loses by it."
        return
    for name in first.strategies:
        made = {value: at.strategies[name] for value, at in found.items()}
        values = {value: one.estimate for value, one in made.items()}
        ranked = headlines.first(
            values, partial(_lead, made), run.sessions, f"{first.result.unit} a hand for {name}",
            name=tried.text_of, p_of=lambda lead: p_value(lead, groups))
        yield f"{what} = {ranked}"
        if "." in what and any(one.sure for one in changes):
            best = max(values, key=lambda value: values[value].value)
            yield tried.at_the_end(run, what, map(float, values), float(best), own)


def _lead(made: Mapping[Value, _Number], one: Value, other: Value) -> Estimate:
    return (made[one] - made[other]).estimate
