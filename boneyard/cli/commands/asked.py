"""The commands whose functions find an answer: ``study``, ``sweep``, ``solve``, ``exploit`` and
``tune``. A new study needs no command of its own."""

import shlex
import sys
from collections.abc import Callable
from typing import Annotated, Any

from boneyard.cli import options as opt
from reports import api, asking
from reports.options import Option
from reports.request import OUTPUT


def study(
    asked: Annotated[dict[str, Any], opt.options_of(api.study)],
    everything: Annotated[bool, Option(
        "Print all tables and rows, not only the first; with --out all tables are printed.",
        switch=True, flags="--all", panel=OUTPUT)] = False,
    *,
    output: Annotated[opt.Output, opt.WRITTEN],
) -> None:
    """Answer a question about a game.

    {questions}

    [b]Examples[/b]

    boneyard study miss loo --lineup banker --rule penalty=cap:40 --out chart

    boneyard study risk --lineup banker,bold,cautious,random --bankroll 200
    """
    again = shlex.join(["boneyard", *sys.argv[1:], "--all"])
    output.answer(api.study, asked, rest="" if everything else again, whole=everything)


def sweep(
    asked: Annotated[dict[str, Any], opt.options_of(api.sweep, "parameter", "values")],
    vary: Annotated[str, Option(
        "A strategy's parameter, [b]bold.risk=0.1:0.5:0.1[/b] (from, to, step), or a rule, "
        "[b]penalty=cap:20,cap:40[/b].", "WHAT=VALUES")],
    *,
    output: Annotated[opt.Output, opt.WRITTEN],
) -> None:
    """Play a table at several values of a parameter or a rule, on the same deals.

    [b]Examples[/b]

    boneyard sweep loo --vary bold.risk=0.1:0.5:0.1

    boneyard sweep loo --vary penalty=cap:20,cap:40,unlimited --lineup banker,bold,book,solved
    """
    from reports.studies.sweep import read_vary

    what, values = read_vary(vary)
    output.answer(api.sweep, {"parameter": what, "values": values, **asked})


def _command(
    function: Callable[..., Any], written: opt.Group, *examples: str
) -> Callable[..., None]:
    """Return the command of a function: its options, its help and where its answer goes."""

    def command(asked: Any, output: Any) -> None:
        output.answer(function, asked, unit="")

    about, listed = str(function.__doc__).partition("\n")[0], "\n\n".join(examples)
    command.__doc__ = f"{about}\n\n[b]Example{'s' * (len(examples) > 1)}[/b]\n\n{listed}"
    command.__annotations__ = {
        "asked": Annotated[dict[str, Any], opt.options_of(function, "overwrite")],
        "output": Annotated[opt.Output, written]}
    return command


solve = _command(
    asking.solve, opt.WRITTEN_WITH_FILE,
    "boneyard solve loo --players 3 --rule penalty=cap:30 --file mine.npz",
    "boneyard simulate loo --lineup mine.npz,book,bold",
    "boneyard solve rounce --players 2 --file race.npz",
    "boneyard solve loo --players 2 --lock 1=bold --file bold.npz",
    "boneyard solve euchre --lock 1=hoyle")
exploit = _command(
    asking.exploit, opt.WRITTEN, "boneyard exploit loo banker --rule penalty=cap:40",
    "boneyard exploit euchre hoyle --players 2", "boneyard exploit pool counter --whole")
tune = _command(
    asking.tune, opt.WRITTEN_WITH_FILE,
    "boneyard tune loo threshold --against solved --rule penalty=cap:40 --file mine.toml",
    "boneyard simulate loo --lineup mine.toml,solved --rule penalty=cap:40")
