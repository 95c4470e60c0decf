"""The sets of rules that are compared: the table's own, and others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from reports.request import read_rules
from reports.results.commands import rule_text
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.rules import Rules
from simulate.runs.run import Run

#: The name of the table's own rules.
OWN = "the table's rules"


@dataclass(frozen=True)
class RuleSet:
    """Some rules and their name."""

    name: str
    rules: Rules


def read_set(run: Run, text: str) -> RuleSet:
    """Read a set of rules: ``OPTION=VALUE,...`` changes the table's own rules.

    A word without ``=`` is a preset or a file of house rules that replaces them; options after it
    change that one.

    Raises ``BoneyardError`` if it is not written so, or a preset, an option or a value is unknown.
    """
    changes: dict[str, str] = {}
    base = ""
    for part in (part.strip() for part in str(text).split(",")):
        name, equals, value = part.partition("=")
        if not part or (not equals and (base or changes)):
            raise BoneyardError(
                f"against {text!r} is no set of rules: write OPTION=VALUE,... as in "
                "penalty=cap:40,remainder=stays, or a preset or NAME.toml first")
        if equals:
            changes[name.strip()] = value.strip()
        else:
            base = part
    if base:
        return RuleSet(text, read_rules(run.game, {"preset": base, **changes}))
    rules = run.rules.changed(**run.rules.known(changes))
    for name in changes:
        if name not in rules.in_force(len(run.players)):
            raise BoneyardError(f"against {text!r}: {name} matters only with "
                                f"{rules.condition(name)}; leave it out")
    return RuleSet(text, rules)


def each_rule_alone(run: Run) -> list[RuleSet]:
    """Return the table's rules with one option changed, for all values worth a look.

    A value that comes to the same at the table is left out.
    """
    found, known = [], [run.rules.in_force(len(run.players))]
    for entry, explained in run.rules.options():
        for value in explained.tried:
            rules = run.rules.changed(**{entry.name: value})
            if (same := rules.in_force(len(run.players))) not in known:
                known.append(same)
                found.append(RuleSet(f"{entry.name}={rule_text(value)}", rules))
    return found


def sets_to_compare(run: Run, against: Sequence[str]) -> list[RuleSet]:
    """Return the table's rules first, then the sets to compare them with.

    Raises ``BoneyardError`` if there is nothing to compare, or a set does not go with the table.
    """
    others = [read_set(run, text) for text in against] or each_rule_alone(run)
    if not others:
        raise BoneyardError(
            f"study rules: {find_game(run.game).title} has no rule options to compare")
    for one in others:
        _check(run, one)
    return [RuleSet(OWN, run.rules), *others]


def _check(run: Run, one: RuleSet) -> None:
    """Raise ``BoneyardError`` if results under a set cannot be compared with the table's."""
    game = find_game(run.game)
    replace(run, rules=one.rules)  # checks that they fit the seats and the hands
    for asked in (game.unit, game.plays_to_the_end):
        if asked(one.rules) != asked(run.rules):
            raise BoneyardError(
                f"against {one.name!r}: results in {game.unit(one.rules)} of "
                f"{_kind(game.plays_to_the_end(one.rules))} cannot be compared with "
                f"{game.unit(run.rules)} of {_kind(game.plays_to_the_end(run.rules))}")


def _kind(to_the_end: bool) -> str:
    return "whole games" if to_the_end else "sessions of so many hands"
