"""What ``advise`` does."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import TYPE_CHECKING

import typer

from boneyard.cli.idle_rules import tell_idle_rules
from boneyard.cli.options import TableOptions
from simulate.errors import BoneyardError
from simulate.whole_numbers import whole

if TYPE_CHECKING:
    from reports.studies.advise.decision import Answers
    from reports.typed.told import Told
    from simulate.branch.limits import Limits


def advise_and_show(
    table: TableOptions, told: Told, spot: str, limits: Limits, format: str, quiet: bool,
) -> None:
    """Price the answers to a decision that a person describes, and print them.

    Raises
    ------
    BoneyardError
        If anything asked for is wrong.
    """
    from reports.studies.advise.decision import answers_to
    from reports.studies.advise.decision_input import read_question

    run = table.run(1, good=True)
    for name, text in (("--hand", told.hand or spot), ("--position", told.position)):
        if not text.strip():
            raise BoneyardError(f"{name} is missing: say what is held, and where you sit; or name "
                                "a --history")
    asked, among = read_question(run, told, spot)
    tell_idle_rules(run.rules, quiet)
    _show(answers_to(run, *asked, limits=limits, among=among), format, quiet)


def check_told_by_history(told: Told, spot: str) -> None:
    """Raise ``BoneyardError`` if words beside a history say what the history itself tells."""
    words = {"spot": spot, **{entry.name: getattr(told, entry.name) for entry in fields(told)}}
    for name, value in words.items():
        if name != "decision" and value not in ("", None):
            raise BoneyardError(f"--{name.replace('_', '-')} does not go with --history, which "
                                "tells the hand itself: leave one of the two out")


def show_advice_of_history(
    table: TableOptions, path: str, line: str, decision: str | None, limits: Limits, format: str,
    quiet: bool,
) -> None:
    """Price the answers to a decision of a hand history, and print them.

    Raises
    ------
    BoneyardError
        If anything asked for is wrong.
    """
    from reports.request import read_rules
    from reports.studies.advise.decision import answers_to
    from reports.studies.advise.history_input import as_written, one_hand, run_of
    from simulate.games.spot import asking

    hand = one_hand(path, whole(line, "line", 1))
    if hand["game"] != table.game:
        raise BoneyardError(f"line {line} of {path!r} is a hand of {hand['game']}, not of "
                            f"{table.game}")
    changed = {"preset": table.preset, **table.changes()}
    rules = read_rules(table.game, changed) if table.preset or table.rules else None
    run = run_of(hand, table.lineup, rules, whole(table.seed, "seed", 0))
    with as_written():
        events = asking(table.game).events(hand, run.rules)
        if decision is None or decision not in map(str, range(1, len(events) + 1)):
            listed = "; ".join(f"{k} {event.about}" for k, event in enumerate(events, 1))
            what = "decision is missing" if decision is None else f"there is no decision {decision}"
            raise BoneyardError(f"{what}: name one of this hand's by its number: "
                                f"{listed or 'it has none'}")
        tell_idle_rules(run.rules, quiet)
        answers = answers_to(run, hand, events, int(decision) - 1, limits=limits)
    _show(answers, format, quiet)


def _show(answers: Answers, format: str, quiet: bool) -> None:
    if quiet:
        return
    typer.echo(json.dumps(answers.as_dict()) if format == "json" else str(answers))
