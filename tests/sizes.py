"""Less work for a test: a short piece of it in ``make test``, few steps, or no figures where none
is read."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from simulate.installed import Later

#: It takes a second to import.
stats = Later("scipy.stats")
#: Hands of a situation for which a page is held against advice; ``make verify`` takes fifty.
HANDS_OF_PAGES = int(os.environ.get("HANDS_OF_PAGES", "3"))


def in_pieces(name: str, short: Any, *rest: Any) -> pytest.MarkDecorator:
    """Give a test a parameter: a short piece of its work, and the rest in slow ones."""
    return pytest.mark.parametrize(
        name, [short, *(pytest.param(piece, marks=pytest.mark.slow) for piece in rest)])


@contextmanager
def without_drawing() -> Iterator[None]:
    """Leave the files of figures empty, which takes longer to draw than all else of a page."""
    from reports.draw import style
    from reports.page.document import Picture

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(style, "_written", lambda figure, kind, **options: b"<svg></svg>")
        # A report that other tests read keeps its drawings.
        patch.setattr(Picture, "drawing", property(lambda picture: "<svg></svg>"))
        patch.setattr(Picture, "png", property(lambda picture: b""))
        yield


def solve_quickly(patch: pytest.MonkeyPatch) -> None:
    """Let a table of two be solved for few classes of scores, in few steps."""
    from simulate.theory.chips import Chips
    from simulate.theory.euchre.calls import Calls
    from simulate.theory.loo.race import Race
    from simulate.theory.loo.solutions import CUTS

    patch.setitem(CUTS, 2, (1, 6))
    for game in (Chips, Race, Calls):
        patch.setattr(game, "steps", 4)
