"""What is varied: a parameter of a strategy, or a rule, and what that changes at the table."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from reports.results.commands import rule_text
from reports.results.figure_tables import figures_of, title_of
from reports.results.result import Result
from reports.results.shared_sentences import amount, share
from reports.stats.comparisons import p_value, signs
from reports.stats.estimates import Estimate
from reports.stats.number_text import listed
from simulate.errors import BoneyardError, unknown
from simulate.games.game import find_game
from simulate.runs.run import Player, Run
from strategies.base import Parameter, Strategy
from strategies.lineup import library, strategy_class
from strategies.naming import is_nameless, name_in, parts, with_value

_MOST_VALUES = 200
_COLONS_OF_A_RANGE = 2


@dataclass(frozen=True)
class Sweep:
    """The values of a parameter to try, rising."""

    strategy: str
    parameter: str
    values: tuple[float, ...]


def read_number(text: object, sweep: str) -> float:
    """Read one value of a sweep; raise ``BoneyardError`` if it is no number."""
    try:
        number = float(text)  # type: ignore[arg-type]  # float itself says whether it is one
    except (TypeError, ValueError):
        number = math.nan
    if not math.isfinite(number):
        raise BoneyardError(f"sweep {sweep!r}: {text!r} is not a number")
    return number


def read_sweep(text: str) -> Sweep:
    """Read ``NAME.param=a:b:step``, both ends included."""
    name, equals, span = text.partition("=")
    strategy, dot, parameter = name.strip().rpartition(".")
    ends = span.split(":")
    if not equals or not dot or not strategy or len(ends) != 3:
        raise BoneyardError(
            f"sweep {text!r} is not NAME.param=a:b:step, as in bold.risk=0.1:0.5:0.05")
    return Sweep(strategy, parameter, read_range(ends, text))


def read_range(ends: Sequence[str], text: str) -> tuple[float, ...]:
    """Return the numbers from ``a`` to ``b`` in steps, as ``a:b:step`` says it, rising."""
    low, high, step = (read_number(part, text) for part in ends)
    if step <= 0 or high < low:
        raise BoneyardError(f"sweep {text!r} has no values: give a:b:step with a <= b and step > 0")
    span_of_steps = (high - low) / step * (1 + 1e-12) + 1e-9  # infinite for ends far apart
    if span_of_steps >= _MOST_VALUES:
        raise BoneyardError(
            f"sweep {text!r} has {span_of_steps + 1:.3g} values: give {_MOST_VALUES} at most")
    steps = math.floor(span_of_steps)
    # Rounded, so that 0.1 + 0.2 is the 0.3 that a person means.
    return tuple(round(low + i * step, 12) for i in range(steps + 1))


def read_vary(text: str) -> tuple[str, tuple[str | float, ...]]:
    """Read ``WHAT=a:b:step`` or ``WHAT=x,y,z``: a parameter or a rule, and the values to try."""
    what, equals, written = (part.strip() for part in text.partition("="))
    values = tuple(value.strip() for value in written.split(","))
    if not what or not equals or not all(values):
        raise BoneyardError(
            f"vary {text!r} is not WHAT=VALUES, as in bold.risk=0.1:0.5:0.1 or "
            "penalty=cap:20,cap:40")
    if len(values) == 1 and written.count(":") == _COLONS_OF_A_RANGE:
        return what, read_range(written.split(":"), text)
    return what, values


def swept_seats(players: Sequence[Player], sweep: Sweep) -> list[int]:
    """Return the seats of the strategy that is varied."""
    names = [name_in(player.label) for player in players]
    seats = [seat for seat, (name, _) in enumerate(names) if name == sweep.strategy]
    if not seats:
        there = ", ".join(dict.fromkeys(name for name, _ in names))
        raise BoneyardError(
            f"sweep: no seat of the line-up plays {sweep.strategy!r}: it has {there}")
    if len({names[seat] for seat in seats}) > 1:
        them = listed(list(dict.fromkeys(players[seat].label for seat in seats)))
        raise BoneyardError(f"sweep: {sweep.strategy!r} is the name of {them}: give one of them "
                            "another name")
    if sweep.parameter not in players[seats[0]].parameters:
        known = list(players[seats[0]].parameters)
        if not known:
            raise BoneyardError(f"sweep: strategy {sweep.strategy!r} has no parameters")
        raise unknown(f"parameter of {sweep.strategy!r}:", sweep.parameter, known)
    others = [{**players[seat].parameters, sweep.parameter: 0.0} for seat in seats]
    if any(other != others[0] for other in others):
        raise BoneyardError(
            f"sweep: the seats of {sweep.strategy!r} differ in other parameters than "
            f"{sweep.parameter!r}: give them the same, or another name")
    return seats


#: Strategies by name that are not the library's.
Own = Mapping[str, type[Strategy] | Strategy]


def in_files(run: Run) -> Own:
    """Return the strategies of a table that files hold, by name."""
    named = ((name_in(player.label)[0], parts(player.entry, ())) for player in run.players)
    return {name: strategy_class(run.game, entry[0]) for name, entry in named
            if entry and ":" in entry[0] and not is_nameless(entry[0])}


def _allowed(game: str, sweep: Sweep, own: Own | None) -> Parameter | None:
    """Return the parameter with the range that it declares, if its strategy is known."""
    known = {**library(game), **(own or {})}.get(sweep.strategy)
    return known.parameters.get(sweep.parameter) if known else None


def check_range(game: str, sweep: Sweep, own: Own | None = None) -> None:
    """Raise ``BoneyardError`` if a strategy allows the parameter no such values."""
    allowed = _allowed(game, sweep, own)
    if allowed is None:
        return
    for value in sweep.values:
        if not allowed.low <= value <= allowed.high:
            raise BoneyardError(
                f"sweep: {sweep.parameter}={value:g} of {sweep.strategy!r} is not from "
                f"{allowed.low:g} to {allowed.high:g}")
        if allowed.whole and not value.is_integer():
            raise BoneyardError(f"sweep: {sweep.parameter}={value:g} of {sweep.strategy!r} is not "
                                "a whole number")


def check_new(what: str, value: str, known: bool) -> None:
    """Raise ``BoneyardError`` if a value to try was named before: it would be its own rival."""
    if known:
        raise BoneyardError(f"sweep: {what}={value} is named twice: name each value once")


def said_of_range(
    game: str, sweep: Sweep, best: float, as_good: Sequence[float], own: Own | None = None
) -> str:
    """Say that nothing differs, or that the best value is the last that was tried; else nothing.
    ``as_good``: the values that are not surely worse than the best, itself among them."""
    low, high = min(sweep.values), max(sweep.values)
    if low == high:
        return ""
    if len(set(as_good)) == len(set(sweep.values)):
        return ("No value tried is surely worse than the best. The parameter hardly "
                f"matters from {low:g} to {high:g}, or more sessions are needed to see it.")
    if best not in (low, high):
        return ""
    allowed = _allowed(game, sweep, own)
    end, further = ("lowest", "lower") if best == low else ("highest", "higher")
    if allowed and best == (allowed.low if best == low else allowed.high):
        return f"The best value, {best:g}, is the {end} that the parameter may have."
    return (f"The best value, {best:g}, is the {end} that was tried, so a {further} one may be "
            "better still: try some.")


def tuned(run: Run, sweep: Sweep, value: float) -> tuple[Run, str]:
    """Return the run with the parameter set, and the label that its strategy has then."""
    seats = swept_seats(run.players, sweep)
    players = tuple(with_value(player, sweep.parameter, value) if seat in seats else player
                    for seat, player in enumerate(run.players))
    return replace(run, players=players), players[seats[0]].label


def runs_of_rule(run: Run, rule: str, values: Sequence[object]) -> dict[str, Run]:
    """Return the run under every value of a rule, by the value as the command line has it."""
    game = find_game(run.game)
    names = [entry.name for entry, _ in run.rules.options()]
    if rule in names and rule not in run.rules.in_force(len(run.players)):
        raise BoneyardError(
            f"parameter {rule!r} changes nothing at this table: it matters only with "
            f"{run.rules.condition(rule)}")
    if rule not in names:
        there = listed(names) if names else "none"
        raise BoneyardError(
            f"parameter {rule!r} is not STRATEGY.PARAMETER, as in threshold.stay_1, and no rule of "
            f"{game.title}: {there}")
    found: dict[str, Run] = {}
    for value in values:
        rules = run.rules.changed(**{rule: value})
        text = rule_text(getattr(rules, rule))
        check_new(rule, text, text in found)
        found[text] = replace(run, rules=rules)
    first, *others = found.values()
    for other in others:
        for asked in (game.unit, game.plays_to_the_end):
            if asked(first.rules) != asked(other.rules):
                raise BoneyardError(
                    f"sweep: {rule}={rule_text(getattr(first.rules, rule))} and "
                    f"{rule}={rule_text(getattr(other.rules, rule))} are played for different "
                    "things, so that results cannot be compared")
    return found


class Counted(NamedTuple):
    """A figure of a table under one value of a rule."""

    title: str
    is_share: bool
    value: Estimate

    def __str__(self) -> str:
        return (share if self.is_share else amount)(self.value)


def counted_at(result: Result) -> dict[str, Counted]:
    """Return the figures that a rule may change, by column: those of the table as a whole and,
    where all play alike, how far a hand of a seat swings, and what happens in so many hands."""
    measures, session = result.measures, "game" if result.is_game else "session"
    found = {}
    for figure in figures_of(result.run):
        found[figure.name] = Counted(title_of(figure, result.unit, session),
                                     figure.kind == "share", measures.of_the_table(figure))
    if len(measures.strategies) > 1:
        return found
    (everybody,), hands = measures.strategies, find_game(result.run.game).books.hands
    for figure in measures.tally.books.figures:
        if figure.kind == "spread" or (figure.kind == "share" and figure.of == hands):
            title = figure.title or figure.name.replace("_", " ")
            found[figure.name] = Counted(f"{title} of a hand" if figure.kind == "spread" else title,
                                         figure.kind == "share", measures.figure(figure, everybody))
    return found


def what_changes(rule: str, counted: Mapping[str, Mapping[str, Counted]], units: int) -> list[str]:
    """Say which figures surely differ between the first and the last value, which may not, and
    which have no interval to tell it by. All are judged together (Holm); errors are taken as
    independent: rather too large where the same deals move both values alike."""
    first, *_, last = counted
    apart = {name: counted[last][name].value.minus(one.value)
             for name, one in counted[first].items()
             if one.value.value != counted[last][name].value.value}
    found = signs(list(apart.values()), [p_value(one, units) for one in apart.values()])
    sure = [name for name, sign in zip(apart, found, strict=True) if sign]
    said = []
    for name in sure:
        title = counted[first][name].title
        said.append(f"{title[0].upper()}{title[1:]}: {counted[first][name]} with {rule} = {first}, "
                    f"{counted[last][name]} with {last}.")
    for what, without in (("Not surely another", False), ("No interval holds to compare", True)):
        if names := [counted[first][name].title for name, one in apart.items()
                     if name not in sure and math.isnan(one.se) == without]:
            said.append(f"{what} with {last} than with {first}: {listed(names)}." if not without
                        else f"{what} {listed(names)} with {last} and with {first}.")
    return said
