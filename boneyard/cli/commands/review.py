"""The command ``review``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

from boneyard.cli import options as opt
from boneyard.cli.commands.advise import check_format
from boneyard.cli.lines import say
from simulate.errors import BoneyardError
from simulate.whole_numbers import whole

_Out = Annotated[str | None, opt.option(
    "--out -o", "DIR", "Write a page (index.html), tables, figures, review.txt, review.jsonl, and "
    "your dearest mistakes to practise (practice.json, practice.txt).", opt.OUTPUT, is_place=True)]


def review(
    *,
    files: Annotated[list[str], opt.argument(
        "FILE...", "Hand histories, one a line, as [b]boneyard replay --format jsonl[/b] writes "
        "them. What a person cannot know may be missing. Or hands as one types them "
        "(docs/review.md). Several files, of several evenings, count together.",
        callback=lambda files: [opt.placed(file) for file in files])],
    seat: Annotated[str, opt.option(
        "--seat", "S", "Whose decisions are priced: the number of a seat, from 0, or a player's "
        "name in typed hands.")] = "0",
    lineup: Annotated[str | None, opt.option(
        "--lineup -l", "A,B,...", "Who the players are taken to be, seat by seat; as the hands "
        "say, else good players.")] = None,
    preset: opt.Preset = None,
    rule: opt.RuleOptions = None,
    deals: Annotated[str, opt.option(
        "--deals", "D", "Deals that a decision is priced with at most.", opt.RUN)] = "2048",
    format: Annotated[str, opt.option(
        "--format", "text|json", "A text to read, or an object a decision and a last one.",
        opt.OUTPUT)] = "text",
    seed: opt.Seed = "0",
    jobs: opt.Jobs = None,
    output: Annotated[opt.Output, opt.WRITTEN.but(out=(_Out, None))],
) -> None:
    """Price every decision of a seat in hands that were played.

    [b]Example[/b]

    boneyard replay loo --lineup book --session 0 --format jsonl > evening.jsonl

    boneyard review evening.jsonl --seat 1
    """
    from reports.progress import watched
    from reports.request import read_rules
    from reports.review.notation import hands_in, seat_named
    from reports.review.review import review as reviewed
    from simulate.games.narrating import how_many
    from simulate.runs.run import count_jobs

    check_format(format)
    opt.check_memory()
    lines = list(hands_in(files))
    games = [str(hand["game"]) for _, hand in lines if not isinstance(hand, BoneyardError)]
    given = None
    if (preset or rule) and games:
        table = opt.TableOptions(games[0], None, lineup, preset, rule or ())
        given = read_rules(games[0], {"preset": preset, **table.changes()})
    with output.ready(given):
        with watched(not output.quiet and format != "json", "Reviewing") as tell:
            found = reviewed(
                lines, seat_named(lines, seat), lineup, given, whole(seed, "seed", 0),
                None if jobs is None else count_jobs(jobs), whole(deals, "deals", 512, 1 << 20),
                tell)
        if output.out is not None:
            found.save(output.out, output.overwrite)
    if not output.quiet:
        if format == "json":
            typer.echo("\n".join(found.json_lines()))
        else:
            say(str(found) if output.out is None
                else f"{found}\n{_to_practise(found.decks, output.out)}")
    if found.faults:
        some = f" and {len(found.faults) - 1} more" if len(found.faults) > 1 else ""
        are = "is" if len(found.hands) == 1 else "are"
        raise BoneyardError(f"{found.faults[0]}{some}; the other "
                            f"{how_many(len(found.hands), 'hand')} {are} reviewed")


def _to_practise(decks: Iterable[str], out: str) -> str:
    """Say where the decks are, and why one is missing."""
    if not decks:
        return ("No decision was surely a mistake, so there is nothing to practise: no "
                "practice.json, no practice.txt.")
    told = f"Your dearest mistakes to practise are in {out}: {' and '.join(sorted(decks))}."
    return told if "practice.json" in decks else (
        f"{told} There is no practice.json: a page asks declarations, calls and first tiles, and "
        "none of these was surely a mistake at its table.")
