"""Who runs which tests, and when: workers should not compile the same, nor all wait at once."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parent
#: Tests that compile the same parts, which no other process can use.  One worker runs all of a
#: game, and they come first: what comes after finds nearly all kernels compiled.
GAMES = {
    "loo": ("boneyard", "docs/test_docs", "simulate/games/loo"),
    "euchre": ("simulate/games/euchre", "simulate/solving/euchre"),
    "pool": ("simulate/games/pool", "strategies/test_pool"),
    "casino": ("simulate/games/casino", "simulate/solving/casino"),
}
#: The example of this one asks a question of Pool.
ASKS_POOL = "boneyard.Answers]"
#: Many short files: whoever is done with a long one finds work to the end.
LAST = "oracle"


#: Look for garbage less often, in what is collected of the tests as well: that takes a tenth of
#: the time.
gc.set_threshold(200_000, 20, 20)


def game_of(nodeid):
    """Return the game whose parts a test compiles, or None."""
    if nodeid.endswith(ASKS_POOL):
        return "pool"
    file = nodeid.partition("::")[0].removeprefix("tests/")
    return next((game for game, begins in GAMES.items() if file.startswith(begins)), None)


def pytest_collection_modifyitems(items):
    def place(item):
        game = game_of(item.nodeid)
        other = len(GAMES) + item.path.relative_to(ROOT).as_posix().startswith(LAST)
        return other if game is None else list(GAMES).index(game)

    items.sort(key=place)


@pytest.hookimpl(optionalhook=True, wrapper=True)
def pytest_xdist_auto_num_workers(config):
    """Start one worker more than there are cores: some always wait for a browser or a process."""
    found = yield
    return found if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else found + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Hand out the tests of a game together, and all others by files."""
    from xdist.scheduler import LoadFileScheduling

    class ByGame(LoadFileScheduling):
        def _split_scope(self, nodeid):
            return game_of(nodeid) or super()._split_scope(nodeid)

    return ByGame(config, log)


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
