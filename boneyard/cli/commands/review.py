"""What ``review`` does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer

from reports.progress import share_bar
from simulate.errors import BoneyardError
from simulate.whole_numbers import whole


def review_and_show(
    path: str, seat: str, lineup: str | None, preset: str | None, rules: Sequence[str], seed: str,
    jobs: str | None, deals: str, format: str, out: str | None, quiet: bool,
) -> None:
    """Go through the hands of a file and print what a seat's decisions cost.

    Raises
    ------
    BoneyardError
        If the file cannot be read, or a hand in it cannot be reviewed; the others are shown.
    """
    from boneyard.cli.idle_rules import tell_idle_rules
    from boneyard.cli.options import TableOptions, check_memory
    from reports.page.files import check_folder
    from reports.request import read_rules
    from reports.review.notation import hands_of, seat_named
    from reports.review.review import review
    from reports.studies.advise.history_input import read_text
    from simulate.games.narrating import how_many
    from simulate.runs.run import count_jobs

    check_memory()
    lines = list(hands_of(read_text(path)))
    games = [str(hand["game"]) for _, hand in lines if not isinstance(hand, BoneyardError)]
    given = None
    if (preset or rules) and games:
        table = TableOptions(games[0], None, lineup, preset, rules)
        given = read_rules(games[0], {"preset": preset, **table.changes()})
        tell_idle_rules(given, quiet)
    if out is not None:
        check_folder(out)
    with share_bar("Reviewing", quiet or format == "json") as tell:
        found = review(
            lines, seat_named(lines, seat), lineup, given, whole(seed, "seed", 0),
            None if jobs is None else count_jobs(jobs), whole(deals, "deals", 512, 1 << 20), tell)
    if out is not None:
        found.save(Path(out))
    if not quiet:
        typer.echo("\n".join(found.json_lines()) if format == "json" else str(found))
    if found.faults:
        some = f" and {len(found.faults) - 1} more" if len(found.faults) > 1 else ""
        are = "is" if len(found.hands) == 1 else "are"
        raise BoneyardError(f"{found.faults[0]}{some}; the other "
                            f"{how_many(len(found.hands), 'hand')} {are} reviewed")
