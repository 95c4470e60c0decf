"""The command ``learn``."""

from __future__ import annotations

from typing import Annotated

from boneyard.cli import options as opt
from boneyard.cli.lines import say
from simulate.errors import BoneyardError
from simulate.whole_numbers import whole


def learn(
    *,
    files: Annotated[list[str], opt.argument(
        "FILE...", "Hands of Loo, Rounce or Euchre, as for [b]boneyard review[/b]: typed, or hand "
        "histories. Several evenings count together.",
        callback=lambda files: [opt.placed(file) for file in files])],
    preset: opt.Preset = None,
    rule: opt.RuleOptions = None,
    out: Annotated[str | None, opt.option(
        "--out -o", "FILE.toml", "Keep the line-up, to be named wherever a line-up may be: "
        "[b]--lineup FILE.toml[/b].", opt.OUTPUT, is_place=True)] = None,
    overwrite: Annotated[bool, opt.option(
        "--overwrite", None, "Replace the file of --out.", opt.OUTPUT)] = False,
    seed: opt.Seed = "0",
    jobs: opt.Jobs = None,
    quiet: opt.Quiet = False,
) -> None:
    """Learn what kind of player each person at a table is, from the hands they played.

    [b]Example[/b]

    boneyard replay loo --lineup bold,book,bold,banker --session 0 --format jsonl > evening.jsonl

    boneyard learn evening.jsonl --out friday.toml
    """
    from reports.progress import watched
    from reports.request import read_rules
    from reports.review.learned import check_file
    from reports.review.learned import learn as learned
    from reports.review.notation import hands_in
    from simulate.runs.run import count_jobs

    opt.check_memory()
    if out is not None:
        check_file(out, overwrite)
    lines, given = list(hands_in(files)), None
    games = [str(hand["game"]) for _, hand in lines if not isinstance(hand, BoneyardError)]
    if (preset or rule) and games:
        table = opt.TableOptions(games[0], None, None, preset, rule or ())
        given = read_rules(games[0], {"preset": preset, **table.changes()})
    with watched(not quiet, "Learning") as tell:
        found = learned(lines, given, whole(seed, "seed", 0),
                        None if jobs is None else count_jobs(jobs), tell)
    if out is not None:
        found.save(out, overwrite)
    if not quiet:
        say(str(found) if out is None else f"{found}\nWho sits there: --lineup {out}")
    if found.faults:
        raise BoneyardError(found.faults[0] + (
            f" and {len(found.faults) - 1} more" if len(found.faults) > 1 else ""))
