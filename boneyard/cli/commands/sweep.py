"""The command ``sweep``."""

from __future__ import annotations

from typing import Annotated, Any

from boneyard.cli import options as opt
from reports import api
from reports.options import Option


def sweep(
    asked: Annotated[dict[str, Any], opt.options_of(
        api.sweep, "parameter", "values")],
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
    from reports.studies.duel.values import read_vary

    what, values = read_vary(vary)
    output.answer(api.sweep, {"parameter": what, "values": values, **asked})
