"""The commands whose functions find an answer: ``solve``, ``exploit`` and ``tune``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from boneyard.cli import options as opt
from reports import asking


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
