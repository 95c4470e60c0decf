"""What ``advise`` does."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.text import Text

from reports.progress import share_bar
from scripts.options import TableOptions
from simulate.errors import BoneyardError
from simulate.whole_numbers import whole

if TYPE_CHECKING:
    from reports.studies.advise.decision import Answers
    from reports.typed.told import Told


def advise_and_show(
    table: TableOptions, hand: str, spot: str, position: str, words: Mapping[str, str],
    decision: str | None, pool: str | None, precision: str, jobs: str | None, format: str,
    quiet: bool,
) -> None:
    """Price the answers to a decision that a person describes, and print them.

    Raises
    ------
    BoneyardError
        If anything asked for is wrong.
    """
    from reports.studies.advise.class_input import read_spot
    from reports.studies.advise.decision import answers_to
    from reports.studies.advise.decision_input import read_decision
    from reports.typed.told import Told

    run = table.run(1, good=True)
    if spot.strip() and hand.strip():
        raise BoneyardError("--hand and --spot: name a hand or a class of hands, not both")
    for name, text in (("--hand", hand or spot), ("--position", position)):
        if not text.strip():
            raise BoneyardError(f"{name} is missing: say what is held, and where you sit; or name "
                                "a --history")
    chips = None if pool is None else whole(pool, "pool", 1)
    told = Told(hand, position, pool=chips, decision=decision, **words)
    if spot.strip():
        asked, among = read_spot(run, spot, told)
        _show(answers_to(run, *asked, among=among), format, quiet)
        return
    asked = read_decision(run, told)
    if asked[1][asked[2]].decision == "declare" and format == "text":
        _declare_and_show(table, told, precision, jobs, quiet)
        return
    _show(answers_to(run, *asked), format, quiet)


def _declare_and_show(
    table: TableOptions, told: Told, precision: str, jobs: str | None, quiet: bool
) -> None:
    """Compare what may be declared at Loo or Rounce, together with what is thrown for the turn-up.

    This asks for more than the declaration alone, so it has a table of its own.
    """
    from reports.studies.advise.advice import advise
    from reports.studies.advise.decision_input import read_position
    from scripts.terminal import print_table
    from simulate.runs.run import count_jobs

    run = table.run(1, good=True)
    before = told.before.replace("pass", "drop").replace("stay", "play")
    with share_bar("Forking deals", quiet) as tell:
        advice = advise(
            run.game, run.rules, run.players, told.hand, told.turn_up,
            read_position(run, told.position), before, told.pool, precision, run.seed,
            None if jobs is None else count_jobs(jobs), tell,
        )
    if not quiet:
        console = Console(highlight=False)
        console.print(Text(advice.answer, style="bold"))
        print_table(advice.table(), console)
        console.print()
        console.print(Text(advice.note, style="dim"))


def show_advice_of_history(
    table: TableOptions, path: str, line: str, decision: str | None, format: str, quiet: bool
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
            raise BoneyardError(f"decision {decision!r}: name one of this hand's by its number: "
                                f"{listed or 'there is none'}")
        answers = answers_to(run, hand, events, int(decision) - 1)
    _show(answers, format, quiet)


def _show(answers: Answers, format: str, quiet: bool) -> None:
    if quiet:
        return
    typer.echo(json.dumps(answers.as_dict()) if format == "json" else str(answers))
