"""The command ``sweep``: a line-up as it sits, at several values of a parameter or a rule."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from reports import commands, compare, contests
from reports.commands import rule_text
from reports.options import Wish, noted, warn
from reports.page.document import STRATEGY, Column
from reports.request import Lineup, Number, RulesGiven, entries_of, read_rules, set_up
from reports.studies.answered import Answered
from reports.studies.study import Study
from simulate.errors import BoneyardError, brief, listed, unknown
from simulate.games.game import find_game
from simulate.runs.run import Run
from strategies.base import Strategy
from strategies.lineup import strategy_of
from strategies.naming import name_in, with_value

_MOST_VALUES = 200
#: The strategies of a line-up by name.
Own = Mapping[str, Strategy]
#: A value of a parameter, or of a rule as the command line has it.
Value = float | str


def read_number(text: object, sweep: str) -> float:
    """Read one value of a parameter; raise ``BoneyardError`` if it is no number."""
    try:
        number = float(text)  # type: ignore[arg-type]  # float itself refuses what is none
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise BoneyardError(f"sweep {brief(sweep)}: {brief(text)} is not a number")
    return number


def _range(ends: Sequence[str], text: str) -> tuple[float, ...]:
    """Return the numbers from ``a`` to ``b`` in steps, rising."""
    low, high, step = (read_number(part, text) for part in ends)
    if step <= 0 or high < low:
        raise BoneyardError(f"sweep {text!r} has no values: give a:b:step with a <= b and step > 0")
    steps = (high - low) / step * (1 + 1e-12) + 1e-9  # infinite for ends far apart
    if steps >= _MOST_VALUES:
        raise BoneyardError(
            f"sweep {text!r} has {steps + 1:.3g} values: give {_MOST_VALUES} at most")
    # Rounded, so that 0.1 + 0.2 is the 0.3 that a person means.
    return tuple(round(low + i * step, 12) for i in range(math.floor(steps) + 1))


def read_vary(text: str) -> tuple[str, tuple[Value, ...]]:
    """Read ``WHAT=a:b:step`` or ``WHAT=x,y,z``: a parameter or a rule, and the values to try."""
    what, equals, written = (part.strip() for part in text.partition("="))
    values = tuple(value.strip() for value in written.split(","))
    if not what or not equals or not all(values):
        raise BoneyardError(
            f"vary {text!r} is not WHAT=VALUES, as in bold.risk=0.1:0.5:0.1 or "
            "penalty=cap:20,cap:40")
    if len(values) == 1 and written.count(":") == 2:
        return what, _range(written.split(":"), text)
    return what, values


def swept_seats(run: Run, what: str) -> list[int]:
    """Return the seats of the strategy whose parameter ``NAME.param`` is varied."""
    strategy, _, parameter = what.rpartition(".")
    names = [name_in(player.label) for player in run.players]
    seats = [seat for seat, (name, _) in enumerate(names) if name == strategy]
    if not seats:
        there = ", ".join(dict.fromkeys(name for name, _ in names))
        raise BoneyardError(
            f"sweep: no seat of the line-up plays {strategy!r}: it has {there}")
    if len({names[seat] for seat in seats}) > 1:
        them = listed(list(dict.fromkeys(run.labels[seat] for seat in seats)))
        raise BoneyardError(f"sweep: {strategy!r} is the name of {them}: give one of them "
                            "another name")
    given = [run.players[seat].parameters for seat in seats]
    if parameter not in given[0]:
        if not given[0]:
            raise BoneyardError(f"sweep: strategy {strategy!r} has no parameters")
        raise unknown(f"parameter of {strategy!r}:", parameter, list(given[0]))
    if any({**one, parameter: 0.0} != {**given[0], parameter: 0.0} for one in given):
        raise BoneyardError(
            f"sweep: the seats of {strategy!r} differ in other parameters than "
            f"{parameter!r}: give them the same, or another name")
    return seats


def runs_at(run: Run, what: str, values: Iterable[object], own: Own) -> dict[Value, Run]:
    """Return the run at every value of a parameter ``NAME.param`` or of a rule."""
    found: dict[Value, Run] = {}
    varied = _with_parameter if "." in what else _with_rule
    for value in values:
        read, changed = varied(run, what, value, own)
        if read in found:  # it would be its own rival
            raise BoneyardError(f"sweep: {what}={text_of(read)} is named twice: name each value "
                                "once")
        found[read] = changed
    return found


def text_of(value: Value) -> str:
    """Return a value as a person writes it."""
    return f"{value:g}" if isinstance(value, float) else value


def _with_parameter(run: Run, what: str, value: object, own: Own) -> tuple[float, Run]:
    number, seats = read_number(value, what), swept_seats(run, what)
    strategy, _, parameter = what.rpartition(".")
    allowed, named = own[strategy].parameters[parameter], (
        f"sweep: {parameter}={number:g} of {strategy!r}")
    if not allowed.low <= number <= allowed.high:
        raise BoneyardError(f"{named} is not from {allowed.low:g} to {allowed.high:g}")
    if allowed.whole and not number.is_integer():
        raise BoneyardError(f"{named} is not a whole number")
    return number, replace(run, players=tuple(
        with_value(player, parameter, number) if seat in seats else player
        for seat, player in enumerate(run.players)))


def _with_rule(run: Run, rule: str, value: object, own: Own) -> tuple[str, Run]:
    game, names = find_game(run.game), [entry.name for entry, _ in run.rules.options()]
    if rule not in names:
        raise BoneyardError(
            f"parameter {rule!r} is not STRATEGY.PARAMETER, as in threshold.stay_1, and no rule of "
            f"{game.title}: {listed(names) if names else 'none'}")
    if rule not in run.rules.in_force(len(run.players)):
        raise BoneyardError(
            f"parameter {rule!r} changes nothing at this table: it matters only with "
            f"{run.rules.condition(rule)}")
    rules = run.rules.changed(**{rule: value})
    return rule_text(getattr(rules, rule)), replace(run, rules=rules)


def at_the_end(what: str, values: Iterable[float], best: float, own: Own) -> str:
    """Return a sentence if the best value is the lowest or the highest that was tried."""
    low, high = min(values := list(values)), max(values)
    if low == high or best not in (low, high):
        return ""
    strategy, _, parameter = what.rpartition(".")
    allowed = own[strategy].parameters[parameter]
    end, further = ("lowest", "lower") if best == low else ("highest", "higher")
    if best == (allowed.low if best == low else allowed.high):
        return f"The best value, {best:g}, is the {end} that the parameter may have."
    return (f"The best value, {best:g}, is the {end} that was tried, so a {further} one may be "
            "better still: try some.")


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
    given = [*(read_vary(f"{parameter}={values}")[1] if isinstance(values, str) else values)]
    if not given:
        raise BoneyardError(f"no values to try for parameter {parameter!r}: give one or more")
    base = set_up(game, entries, seats, read_rules(game, rules, lineup), sessions, hands, seed)
    own: Own = {one.name: one for one in (strategy_of(game, entry) for entry in entries)}
    runs = runs_at(base, parameter, given, own)
    compare.check_comparable({f"sweep: {parameter}={value}": run for value, run in runs.items()})
    if "." in parameter:
        noted(base)
    else:  # a rule that is varied may decide which of the others matter
        elsewhere = next(filter(None, map(commands.solved_elsewhere, runs.values())), "")
        warn(" ".join(filter(None, (elsewhere, commands.in_python(base)))))
    from reports.progress import watched

    with watched(progress, f"Sweeping {parameter}") as report:
        played = compare.play_all([[run] for run in runs.values()], jobs, report)
    tried_values = ",".join(map(text_of, runs))
    return Answered(
        _study(parameter, dict(zip(runs, played, strict=True)), own).of_enough(base), base,
        commands.command(
            "sweep", game, vary=f"{parameter}={tried_values}", **commands.table_options(base),
            sessions=base.sessions, hands=base.hands, seed=base.seed),
        more={"sessions": base.sessions})


def _measures(what: str, played: compare.SameDeals) -> dict[compare.Measure, contests.Paired]:
    """Return what is compared: of a rule strategies and table, of a parameter its strategy."""
    strategies, (own, of_a_strategy, _) = played.strategies(), what.rpartition(".")
    if not of_a_strategy:
        return {**strategies, **played.table()}
    return {compare.Measure("strategy", own): number for one, number in strategies.items()
            if name_in(one.name)[0] == own}


def _study(what: str, found: Mapping[Value, compare.SameDeals], own: Own) -> Study:
    run, question = next(iter(found.values())).run, (
        f"Which {what} is best?" if "." in what else f"What does {what} change?")
    numbers = {value: _measures(what, one) for value, one in found.items()}
    rows = compare.compare({text_of(value): one for value, one in numbers.items()})
    varied = Column(what, what, "text", "as the strategy or the rule has it", "the value tried")
    kinds = (("sweep", question, "strategy", STRATEGY, compare.unit_of(run)),
             ("sweep_table", "What changes at the table?", "table",
              Column("figure", "figure", "text"), "value"))
    shown = [compare.section(name, title, some, varied, measure, unit, run.sessions)
             for name, title, kind, measure, unit in kinds
             if (some := [one for one in rows if one.measure.of == kind])]
    answer = _answer(what, run, numbers, rows, shown[0].answer, own)
    return Study(question, tuple(answer),
                 tuple(replace(one, answer=()) for one in shown))


def _answer(
    what: str, run: Run, numbers: Mapping[Value, Mapping[compare.Measure, contests.Paired]],
    rows: Sequence[compare.Change], most: Sequence[str], own: Own,
) -> Iterator[str]:
    """Yield which value is best; of a rule, what it surely changes, and what ``most``."""
    if len(numbers) == 1:
        yield f"{what} was tried at one value alone: name another to compare it with."
        return
    if "." in what:
        made = {value: number for value, one in numbers.items() for number in one.values()}
        named = {text_of(value): number for value, number in made.items()}
        yield f"{what} = {compare.first(named, run.sessions, compare.unit_of(run))}"
        if any(one.sure for one in rows):
            best = max(made, key=lambda value: made[value].value)
            yield at_the_end(what, map(float, made), float(best), own)
        return
    base, last = rows[0].variant, rows[-1].variant
    sure = [one.measure.name for one in rows
            if one.sure and one.variant == last and one.measure.of == "table"]
    yield (f"Surely different with {what} = {last} than with {base}: {listed(sure)}." if sure
           else f"No figure of the table surely differs between {what} = {base} and {last}.")
    if len(set(run.labels)) == 1:
        yield f"All seats play {run.labels[0]}, so nobody wins or loses by it."
    else:
        yield from most
