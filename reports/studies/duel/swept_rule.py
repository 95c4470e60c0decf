"""A rule of the table varied: ``penalty`` at ``cap:20`` and at ``cap:40``.

Nobody wins by a rule where all seats play alike: what is told is what it changes at the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from reports.results.commands import rule_text
from reports.results.figure_tables import figures_of, title_of
from reports.results.result import Result
from reports.results.shared_sentences import amount, share
from reports.stats.comparisons import p_value, signs
from reports.stats.estimates import Estimate
from reports.stats.number_text import listed
from reports.studies.duel.sweep import check_new
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.runs.run import Run


def runs_of_rule(run: Run, rule: str, values: Sequence[object]) -> dict[str, Run]:
    """Return the run under every value of a rule, by the value as the command line has it.

    Raises ``BoneyardError`` if the game has no such rule, a value is wrong or named twice, or
    results under two values are no numbers of one kind (chips a hand and points of a game).
    """
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
    """Return the figures that a rule may change, by the names of their columns.

    They are those of the table as a whole, and of a seat where all play alike: how far a hand
    swings, and what happens in so many hands.
    """
    measures, session = result.measures, "game" if result.is_game else "session"
    found = {}
    for figure in figures_of(result.run):
        rate = measures.session_rate if figure.kind == "share" else measures.session_mean
        found[figure.name] = Counted(title_of(figure, result.unit, session),
                                     figure.kind == "share", rate(figure.name))
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
    """Say which figures surely differ between the first and the last value, and which may not.

    All are judged together (Holm); the errors are taken as independent, and are too large rather
    than too small where the same deals move both values alike.

    ``counted``: the figures by value of the rule. ``units``: independent units that the errors were
    taken from.
    """
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
    if open_ := [counted[first][name].title for name in apart if name not in sure]:
        said.append(f"Not surely another with {last} than with {first}: {listed(open_)}.")
    return said
