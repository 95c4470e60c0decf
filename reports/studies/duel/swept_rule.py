"""A rule of the table varied: ``penalty`` at ``cap:20`` and at ``cap:40``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reports.results.commands import rule_text
from reports.stats.number_text import listed
from reports.studies.duel.sweep import check_new
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.runs.run import Run


def runs_of_rule(run: Run, rule: str, values: Sequence[object]) -> dict[str, Run]:
    """Return the run under every value of a rule, by the value as the command line has it.

    Raises
    ------
    BoneyardError
        If the game has no such rule, a value is wrong or named twice, or results under two values
        are no numbers of one kind (chips a hand and points of a game).
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
