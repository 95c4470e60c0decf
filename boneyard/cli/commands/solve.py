"""The commands ``solve`` and ``exploit``."""

from __future__ import annotations

from typing import Annotated, Any

from boneyard.cli import options as opt
from reports import asking


def solve(
    asked: Annotated[dict[str, Any], opt.options_of(asking.solve, "overwrite")],
    output: Annotated[opt.Output, opt.WRITTEN_WITH_FILE],
) -> None:
    """Find out what to declare, or at Euchre to call, when everybody else does it well.

    [b]Examples[/b]

    boneyard solve loo --players 3 --rule penalty=cap:30 --file mine.npz

    boneyard simulate loo --lineup mine.npz,book,bold

    boneyard solve rounce --players 2 --file race.npz

    boneyard solve loo --players 2 --lock 1=bold --file bold.npz

    boneyard solve euchre --lock 1=hoyle
    """
    output.answer(asking.solve, asked, unit="")


def exploit(
    asked: Annotated[dict[str, Any], opt.options_of(asking.exploit)],
    output: Annotated[opt.Output, opt.WRITTEN],
) -> None:
    """Find the declarations, calls, or all answers that win most from a strategy.

    [b]Examples[/b]

    boneyard exploit loo banker --rule penalty=cap:40

    boneyard exploit euchre hoyle --players 2

    boneyard exploit pool counter --whole
    """
    output.answer(asking.exploit, asked, unit="")
