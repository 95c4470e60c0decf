"""What ``study`` and ``advise`` do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from reports import provenance
from scripts.options import TableOptions
from scripts.progress import progress_bar
from simulate.errors import BoneyardError, unknown
from simulate.game import find_game
from simulate.numbers import whole

if TYPE_CHECKING:
    from reports.studies.study import Study
    from simulate.batch import Run

STUDIES = ("miss", "escalation", "risk", "duel")

#: Hands of a study's runs, so that each takes less than a minute.
_HANDS = {"miss": 1_000_000, "escalation": 2_000_000, "risk": 2_000_000, "duel": 1_000_000}
#: Steps of a bar whose work is a share of the whole.
_STEPS = 1000


@contextmanager
def _share_bar(title: str, quiet: bool) -> Iterator[Callable[[float, int], None]]:
    """Show a bar for work that reports the share of it that is done."""
    with progress_bar(title, _STEPS, quiet) as bar:
        yield lambda done, hands: bar(round(_STEPS * done), hands)


@contextmanager
def _count_bar(title: str, quiet: bool) -> Iterator[Callable[[int, int], None]]:
    """Show a bar for work that reports what is done and the most that there can be."""
    with progress_bar(title, _STEPS, quiet) as bar:
        yield lambda done, most: bar(round(_STEPS * done / max(most, 1)), done)


def _run(name: str, table: TableOptions) -> Run:
    from reports.defaults import default_sessions

    game = find_game(table.game)
    rules = table.run(1).rules
    return table.run(
        default_sessions(game, rules, _HANDS[name]) if table.sessions is None else None)


def _study(
    name: str, table: TableOptions, jobs: int | None, quiet: bool, bankroll: str | None,
    against: Sequence[str],
) -> tuple[Study, Run]:
    """Play what a study needs."""
    from reports.studies.escalation import study_escalation
    from reports.studies.miss import study_miss
    from reports.studies.risk import study_risk

    run = _run(name, table)
    if name == "miss":
        with _count_bar("Forking deals", quiet) as tell:
            return study_miss(run, tell, jobs=jobs), run
    with _share_bar(f"Playing {run.game}", quiet) as tell:
        if name == "escalation":
            return study_escalation(run, list(against) or None, jobs, tell), run
        bank = None if bankroll is None else whole(bankroll, "bankroll", 1)
        return study_risk(run, bank, jobs=jobs, progress=tell), run


def study_and_show(
    name: str, table: TableOptions, jobs: str | None, out: str | None, quiet: bool,
    bankroll: str | None, against: Sequence[str], until: str | None, sweep: str | None,
) -> None:
    """Play a study, print its answer and tables, and write its page if a folder is named.

    Raises
    ------
    BoneyardError
        If anything asked for is wrong.
    """
    from reports.save import check_folder, save
    from reports.studies.presenting import as_report
    from scripts.terminal import show
    from simulate.batch import count_jobs

    if name not in STUDIES:
        raise unknown("study", name, STUDIES)
    for option, value, of in (("bankroll", bankroll, "risk"), ("until", until, "duel"),
                              ("sweep", sweep, "duel"), ("against", against, "escalation")):
        if value and name != of:
            raise BoneyardError(f"--{option} belongs to study {of}, not to study {name}")
    workers = None if jobs is None else count_jobs(jobs)
    if out is not None:
        check_folder(out)
    if name == "duel":
        study, run = _duel(table, workers, quiet, until, sweep)
    else:
        study, run = _study(name, table, workers, quiet, bankroll, against)
    written = provenance.table_options(run) if table.lineup is None else table.table_options()
    command = f"boneyard study {name} {table.game} {written} --seed {table.seed}"
    report = as_report(study, run, command)
    if out is not None:
        save(report, out)
    if not quiet:
        show(report, Console())


def _duel(
    table: TableOptions, jobs: int | None, quiet: bool, until: str | None, sweep: str | None
) -> tuple[Study, Run]:
    """Play every pair of a line-up's strategies on the same deals."""
    from reports.studies.duel import study_duel

    run = _run("duel", table)
    with _share_bar(f"Duels at {run.game}", quiet) as tell:
        return study_duel(run, jobs=jobs, until=until, sweep=sweep, progress=tell), run


def advise_and_show(
    table: TableOptions, hand: str, turn_up: str, position: str, before: str, pool: str | None,
    precision: str, jobs: str | None, quiet: bool,
) -> None:
    """Compare what a seat may declare with one hand, and print it.

    The line-up is read in the order of the positions, the eldest hand first.

    Raises
    ------
    BoneyardError
        If anything asked for is wrong.
    """
    from reports.studies.advice import advise
    from scripts.terminal import table_for_terminal
    from simulate.batch import count_jobs

    run = table.run(1)
    with _count_bar("Forking deals", quiet) as tell:
        advice = advise(
            run.game, run.rules, run.players, hand, turn_up, position, before,
            None if pool is None else whole(pool, "pool", 1), precision, run.seed,
            None if jobs is None else count_jobs(jobs), tell,
        )
    if not quiet:
        console = Console(highlight=False)
        console.print(Text(advice.answer, style="bold"))
        console.print(table_for_terminal(advice.table()))
