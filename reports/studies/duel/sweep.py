"""The command ``sweep``: a line-up as it sits, at several values of a parameter or a rule."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from reports import commands, headlines
from reports.compare import (
    Change,
    Measure,
    Played,
    check_comparable,
    compare,
    play_all,
    section,
    session_of,
    unit_of,
)
from reports.contests import Paired
from reports.options import Wish, noted, warn
from reports.page.document import STRATEGY, Column
from reports.request import Lineup, Number, RulesGiven, entries_of, set_up
from reports.stats.estimates import Estimate
from reports.studies.answered import Answered
from reports.studies.duel import values as tried
from reports.studies.duel.values import Own, Value
from reports.studies.study import Study
from simulate.errors import BoneyardError, listed
from simulate.games.game import find_game
from simulate.runs.run import Run
from strategies.lineup import strategy_of
from strategies.naming import name_in


def hold_sweep(
    game: str, parameter: str, values: Iterable[object], lineup: Lineup | None,
    players: Number | None, rules: RulesGiven, sessions: Number | None, hands: Number | None,
    seed: Number | None, jobs: int | None, progress: Wish,
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
    own: Own = {one.name: one for one in (strategy_of(game, entry) for entry in entries)}
    runs = tried.runs_at(base, parameter, given, own)
    check_comparable({f"sweep: {parameter}={value}": run for value, run in runs.items()})
    if "." in parameter:
        noted(base)
    else:  # a rule that is varied may decide which of the others matter
        elsewhere = next(filter(None, map(commands.solved_elsewhere, runs.values())), "")
        warn(" ".join(filter(None, (elsewhere, commands.in_python(base)))))
    from reports.progress import watched

    with watched(progress, f"Sweeping {parameter}") as report:
        played = play_all([[run] for run in runs.values()], jobs, report)
    tried_values = ",".join(map(tried.text_of, runs))
    return Answered(
        _study(parameter, dict(zip(runs, played, strict=True)), own), base,
        f"boneyard sweep {game} {shlex.join(['--vary', f'{parameter}={tried_values}'])} "
        f"{commands.table_options(base)} --sessions {base.sessions} --hands {base.hands} "
        f"--seed {base.seed}", more={"sessions": base.sessions})


def _measures(what: str, played: Played) -> dict[Measure, Paired]:
    """Return what is compared: of a rule all strategies and the table, of a parameter its strategy,
    by the name that it has at all values."""
    strategies, (own, of_a_strategy, _) = played.strategies(), what.rpartition(".")
    if not of_a_strategy:
        return {**strategies, **played.table()}
    return {Measure("strategy", own): number for one, number in strategies.items()
            if name_in(one.name)[0] == own}


def _study(what: str, found: Mapping[Value, Played], own: Own) -> Study:
    run, question = next(iter(found.values())).run, (
        f"Which {what} is best?" if "." in what else f"What does {what} change?")
    numbers = {value: _measures(what, one) for value, one in found.items()}
    rows = compare({tried.text_of(value): one for value, one in numbers.items()})
    varied = Column(what, what, "text", "as the strategy or the rule has it", "the value tried")
    kinds = (("sweep", question, "strategy", STRATEGY, unit_of(run)),
             ("sweep_table", "What changes at the table?", "table",
              Column("figure", "figure", "text"), "value"))
    shown = [section(name, title, some, varied, measure, unit, run.sessions)
             for name, title, kind, measure, unit in kinds
             if (some := [one for one in rows if one.measure.of == kind])]
    return Study(question, tuple(filter(None, _answer(what, run, numbers, rows, own))),
                 tuple(replace(one, answer=()) for one in shown))


def _answer(
    what: str, run: Run, numbers: Mapping[Value, Mapping[Measure, Paired]],
    rows: Sequence[Change], own: Own,
) -> Iterator[str]:
    """Yield which value is best; of a rule, what it surely changes."""
    if few := headlines.too_few(run.sessions, session_of(run)):
        yield few
        return
    if len(numbers) == 1:
        yield f"{what} was tried at one value alone: name another to compare it with."
        return
    if not any(one.change.value < 0 or one.change.value > 0 for one in rows):
        yield f"{what} changes nothing here: all values make exactly the same."
        return
    base, last = rows[0].variant, rows[-1].variant
    sure = [one.measure.name for one in rows
            if one.sure and one.variant == last and one.measure.of == "table"]
    if sure:
        yield f"Surely different with {what} = {last} than with {base}: {listed(sure)}."
    elif "." not in what:
        yield f"No figure of the table surely differs between {what} = {base} and {last}."
    if len(set(run.labels)) == 1 and "." not in what:
        yield f"All seats play {run.labels[0]}, so nobody wins or loses by it."
        return
    for measure in next(iter(numbers.values())):
        if measure.of != "strategy":
            continue
        made = {value: one[measure] for value, one in numbers.items()}
        values = {value: one.estimate for value, one in made.items()}
        ranked = headlines.first(
            values, partial(_lead, made), run.sessions, f"{unit_of(run)} for {measure.name}",
            name=tried.text_of)
        yield f"{what} = {ranked}"
        if "." in what and any(one.sure for one in rows):
            best = max(values, key=lambda value: values[value].value)
            yield tried.at_the_end(what, map(float, values), float(best), own)


def _lead(made: Mapping[Value, Paired], one: Value, other: Value) -> Estimate:
    return (made[one] - made[other]).estimate
