"""Who runs which tests, and when: workers should not compile the same, nor all wait at once."""

import gc
import os
import re
from functools import cache
from pathlib import Path

import pytest

from boneyard.proof.tools import boneyard, install
from tests.reports.page.browser import NO_BROWSER
from tests.sizes import without_drawing

#: Tests that compile the same parts, or make the same pages, which no other process can use: what
#: their files begin with. One worker runs all of a group, and they come first: what comes after
#: finds nearly all kernels compiled. Pages take longest: those of one game come with its kernels,
#: and the others, nearly all of Loo, last.
GROUPS = {
    "booray": ("examples/booray", "examples/fortytwo", "boneyard/test_proof",
               "reports/opening/test_declaring", "reports/studies/test_solver",
               "reports/studies/test_surface", "simulate/theory/test_bids"),
    "loo": ("boneyard", "docs/test_docs", "simulate/games/loo", "strategies/test_loo",
            "simulate/games/rounce"),
    "euchre": ("simulate/games/euchre", "simulate/theory/euchre", "reports/opening/test_euchre"),
    "pool": ("simulate/games/pool", "strategies/test_pool", "reports/opening/test_pool"),
    "casino": ("simulate/games/casino", "simulate/theory/casino",
               "reports/opening/test_casino"),
    "pages": ("reports/opening", "reports/page", "reports/review/test_deck")}
#: These play all games: whose kernels they compile is the name of their class, or the first word
#: of their parameters.
ALL_GAMES = ("simulate/games/test_agreement", "simulate/branch/test_state", "golden/",
             "reports/results/test_hands")
OF_A_GAME = re.compile(r"(?:::Test|\[)(\w+)")
#: Pages among all tests, which are made with those of ``tests/reports``.
A_PAGE = re.compile("-report-studies|::test_what_a_page_prints")
#: Games whose pages come with their kernels.
OWN_PAGES = ("booray", "euchre", "pool", "casino")
#: Other tests of the games of the examples, whose code each process compiles anew: told by their
#: parameters, or their names.
EXAMPLES = re.compile(r"\[(.*-)?(booray|fortytwo)\b|of_boo_ray|of_forty_two")
#: The example of this one asks a question of Pool.
ASKS_POOL = "boneyard.Answers]"
#: What comes after those, in this order.  The docs ask for the same studies as the examples of
#: Loo: begun beside them, they would compile the same a second time.  The oracle is many short
#: files: whoever is done with a long one finds work to the end.
AFTERWARDS = ("reports", "", "oracle")


#: Look for garbage less often, in what is collected of the tests as well: that takes a tenth of
#: the time.
gc.set_threshold(200_000, 20, 20)


def group_of(nodeid):
    """Return the group that a test belongs to, or None."""
    if nodeid.endswith(ASKS_POOL):
        return "pool"
    if EXAMPLES.search(nodeid):
        return "booray"
    file, named = file_of(nodeid), OF_A_GAME.search(nodeid)
    game = named[1].lower() if named else ""
    if A_PAGE.search(nodeid):
        file = "reports/page"
    elif file.startswith(ALL_GAMES):
        file = f"simulate/games/{game}"
    group = next((group for group, begins in GROUPS.items() if file.startswith(begins)), None)
    return game if group == "pages" and game in OWN_PAGES else group


def file_of(nodeid):
    """Return the file of a test, from this folder on."""
    return nodeid.partition("::")[0].removeprefix("tests/")


def pytest_collection_modifyitems(items):
    groups = [*GROUPS]

    def place(item):
        if group := group_of(item.nodeid):
            return groups.index(group)
        folder = file_of(item.nodeid).partition("/")[0]
        return len(groups) + AFTERWARDS.index(folder if folder in AFTERWARDS else "")

    items.sort(key=place)


@pytest.hookimpl(optionalhook=True, wrapper=True)
def pytest_xdist_auto_num_workers(config):
    """Start a worker more than there are cores: one often waits for a browser or a process."""
    found = yield
    return found if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else found + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Hand out the tests of a group together, and all others by files."""
    from xdist.scheduler import LoadFileScheduling

    class ByGroup(LoadFileScheduling):
        def _split_scope(self, nodeid):
            return group_of(nodeid) or super()._split_scope(nodeid)

    return ByGroup(config, log)


def pytest_collection_finish():
    """Look for no garbage among the tests, not even now: that takes half a second a worker."""
    gc.freeze()


def pytest_unconfigure():
    """Look for no garbage in what ends with the process: there is much of it."""
    gc.freeze()


def pytest_terminal_summary(terminalreporter, config):
    """Say in the last line, below pytest's own, how many tests want a browser, and where it is."""
    skipped = sum(NO_BROWSER in str(one.longrepr)
                  for one in terminalreporter.stats.get("skipped", ()))
    if skipped:
        config.add_cleanup(lambda: print(
            f"{skipped} tests of pages were skipped: {NO_BROWSER} (apt-get install chromium, or "
            "Google Chrome)"))


@pytest.fixture(scope="session", autouse=True)
def no_waiting_for_the_disk():
    """Do not wait until the disk has what is written: no test outlives a power cut."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda descriptor: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def one_command_line():
    """Build the command line once: from its options that takes longer than many a command."""
    import typer.main

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typer.main, "get_command", cache(typer.main.get_command))
        yield


@pytest.fixture(scope="module", autouse=True)
def few_line_ups(request):
    """Count what a learned table costs for few line-ups, in few hands: but for what the golden
    texts hold, nobody looks how surely."""
    with pytest.MonkeyPatch.context() as patch:
        if request.path.parent.name == "golden":
            yield
            return
        patch.setattr("reports.review.learned._DRAWN", 4)
        patch.setattr("reports.review.learned._COUNTED", 4_000)
        yield


@pytest.fixture
def undrawn():
    """Files of figures are empty: for what becomes of the files, whatever is in them."""
    with without_drawing():
        yield


@pytest.fixture
def run(monkeypatch, capsys):
    """Return what carries out a command in this process: exit status, output and errors."""
    return lambda *words: boneyard(monkeypatch, capsys, *words)


def example(game, scope="function", name=None):
    """Return the fixture that installs a game of the examples, by its name if it has no other."""
    @pytest.fixture(name=name or game, scope=scope)
    def installed(tmp_path_factory):
        with pytest.MonkeyPatch.context() as patch:
            patch.syspath_prepend(str(Path(__file__).parents[1] / "examples" / game))
            patch.syspath_prepend(install(
                tmp_path_factory.mktemp("site"), "boneyard.games", **{game: f"{game}.game:GAME"}))
            yield
    return installed


booray, fortytwo = example("booray"), example("fortytwo")
