"""The command ``tune``."""

from __future__ import annotations

from typing import Annotated, Any

from boneyard.cli import options as opt
from reports import asking


def tune(
    asked: Annotated[dict[str, Any], opt.options_of(asking.tune, "overwrite")],
    output: Annotated[opt.Output, opt.WRITTEN_WITH_FILE],
) -> None:
    """Find better values for a strategy's parameters, and prove on fresh deals that they are.

    [b]Examples[/b]

    boneyard tune loo threshold --against solved --rule penalty=cap:40 --file mine.toml

    boneyard simulate loo --lineup mine.toml,solved --rule penalty=cap:40
    """
    output.answer(asking.tune, asked, unit="")
