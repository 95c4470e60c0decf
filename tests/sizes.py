"""A test in two sizes: a short one in ``make test``, and all the rest marked ``slow``."""

from __future__ import annotations

from typing import Any

import pytest


def in_pieces(name: str, short: Any, *rest: Any) -> pytest.MarkDecorator:
    """Give a test a parameter: a short piece of its work, and the rest in slow ones."""
    return pytest.mark.parametrize(
        name, [short, *(pytest.param(piece, marks=pytest.mark.slow) for piece in rest)])
