"""The command ``tune``."""

from __future__ import annotations

from typing import Annotated

from boneyard.cli import options as opt
from boneyard.cli.stopping import says_how_to_go_on
from simulate.errors import BoneyardError

#: Seconds between two lines if no person watches.
_SECONDS = 60.0
_OfACandidate = Annotated[str | None, opt.option(
    "--sessions -s", "S", "Of every candidate at every table (with exploit: deals); about 100,000 "
    "hands by default.", opt.RUN)]

_Hands = Annotated[str | None, opt.option(
    "--hands -H", "H", "The most hands of a session: 100, or 10_000 where it is one game. It is 1 "
    "where a pool can grow without bound.", opt.RUN)]


def tune(
    *,
    name: Annotated[str, opt.argument(
        "NAME", "A strategy; values in parentheses are where tuning begins.")],
    table: Annotated[opt.TableOptions, opt.TABLE_OF_A_SESSION.without("lineup").but(
        sessions=(_OfACandidate, None), hands=(_Hands, None))],
    parameters: Annotated[str | None, opt.option(
        "--parameters", "A,B,...", "Which to tune; all of the strategy's by default.")] = None,
    against: Annotated[str, opt.option(
        "--against", "A,B,...|league|exploit", "Who sits in the other seats: strategies, or "
        "[b]league[/b], all of the library in turn. Or [b]exploit[/b]: a best response (loo, "
        "rounce, euchre).", opt.TABLE)] = "league",
    trials: Annotated[str, opt.option(
        "--trials", "T", "Candidates to try.", opt.RUN)] = "400",
    jobs: opt.Jobs = None,
    file: Annotated[str | None, opt.kept_file("FILE.toml", "the tuned strategy")] = None,
    output: Annotated[opt.Output, opt.WRITTEN_WITH_FILE],
) -> None:
    """Find better values for a strategy's parameters, and prove on fresh deals that they are.

    [b]Examples[/b]

    boneyard tune threshold loo --against solved --rule penalty=cap:40 --file mine.toml

    boneyard simulate loo --lineup mine.toml,solved --rule penalty=cap:40
    """
    from reports.progress import watched_words
    from reports.studies.tune.tuning import Tuning
    from strategies.lineup import joined

    opt.check_memory()
    names = None if parameters is None else [word.strip() for word in parameters.split(",")]
    if names == [""]:
        raise BoneyardError("parameters: name one or more, or leave the option out for all")
    tuning = Tuning.of(
        name, table.game, names, against, table.players,
        {"preset": table.preset, **table.changes()}, trials, table.sessions, table.hands,
        table.seed, jobs, file, output.overwrite)
    with output.ready(tuning.table):
        with (says_how_to_go_on(tuning.kept),
              watched_words(not output.quiet, "Tuning", _SECONDS) as tell):
            found = tuning.carry_out(tell)
        output.put(found.report(), unit="")
    tuning.forget()
    if not output.quiet:
        entry = joined([file]) if file else found.lineup
        print(f"Play it: {tuning.at_the_table(entry)}")
