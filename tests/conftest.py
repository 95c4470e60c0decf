"""The order of the tests: two workers that begin together should not compile the same kernels."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parent
#: The public examples need most of Loo. Whoever does not begin with them compiles the other games
#: meanwhile; what comes after finds nearly all kernels compiled.
FIRST = ("boneyard", "simulate/games/euchre", "simulate/games/pool",
         "simulate/games/loo/test_loo_agreement", "simulate/games/casino",
         "simulate/solving/euchre", "simulate/solving/casino")
#: Many short files: whoever is done with a long one finds work to the end.
LAST = "oracle"


#: Look for garbage less often, in what is collected of the tests as well: that takes a tenth of
#: the time.
gc.set_threshold(200_000, 20, 20)


def pytest_collection_modifyitems(items):
    def place(item):
        file = item.path.relative_to(ROOT).as_posix()
        other = len(FIRST) + file.startswith(LAST)
        return next((i for i, folder in enumerate(FIRST) if file.startswith(folder)), other)

    items.sort(key=place)


def pytest_collection_finish():
    """Look for no garbage among the tests."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure():
    """Look for no garbage in what ends with the process: there is much of it."""
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def no_waiting_for_the_disk():
    """Do not wait until the disk has what is written: no test outlives a power cut."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda descriptor: None)
        yield


@pytest.fixture
def undrawn(monkeypatch):
    """Files of figures are empty: for what becomes of the files, whatever is in them."""
    from reports.draw import style

    monkeypatch.setattr(style, "_written", lambda figure, kind, **options: b"<svg></svg>")
