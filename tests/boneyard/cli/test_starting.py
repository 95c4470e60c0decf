"""What plays nothing answers at once: no heavy package is imported before one is needed."""

import json

import pytest

from tests.waiting import python

HEAVY = ("numba", "llvmlite", "pandas", "scipy", "matplotlib", "joblib", "jinja2", "pyarrow",
         "pydantic")
#: Carries out lists of words, each in a process of its own that begins with what the first import
#: of the command line brings, and with packages that are not heavy: nearly all of them need these.
PROGRAM = """
import json, os, runpy, sys
import numpy, rich.console, rich.table, boneyard.cli.main
for words in json.loads(sys.argv[1]):
    if os.fork() == 0:
        sys.argv = ["boneyard", *words]
        try:
            runpy.run_module("boneyard", run_name="__main__")
        except SystemExit as ended:
            print("\\nends", ended.code, *sys.modules)
            sys.stdout.flush()
        os._exit(0)
    os.wait()
"""
READ = [["--help"], ["study", "--help"], ["rules", "loo"], ["strategies"]]
REFUSED = [
    ["simulate", "loo", "--lineup", "book(x=1)"],
    ["report", "loo", "--rule", "penalty=x"],
    ["verify", "nowhere"],
    ["merge", "here", "there"],
    ["replay", "loo", "--session", "x"],
    ["study", "risk", "loo", "--bankroll", "x"],
    ["solve", "casino"],
    ["exploit", "loo", "book", "--players", "9"],
    ["advise", "loo", "--hand", "6-6,6-5,4-4,3-2,1-0", "--turn-up", "6-1", "--position", "x"],
    ["review", "nothing.jsonl"],
    ["play", "loo", "--players", "9"]]
RUN = ["simulate", "loo", "--players", "2", "--lineup", "banker,random", "--sessions", "16",
       "--hands", "2", "--jobs", "1", "--quiet"]


@pytest.fixture(scope="module")
def ends(tmp_path_factory):
    """Return, by words, the exit status of a command and the modules that were imported."""
    folder, lists = tmp_path_factory.mktemp("starting"), [*READ, *REFUSED, RUN]
    done = python("-c", PROGRAM, json.dumps(lists), folder=folder)
    found = [line.split()[1:] for line in done.stdout.splitlines() if line.startswith("ends ")]
    return {" ".join(words): line for words, line in zip(lists, found, strict=True)}


def ended(found):
    """Return the exit status of a command, and the heavy packages that it imported."""
    status, *modules = found
    return status, {*modules} & {*HEAVY}


@pytest.mark.parametrize("words", READ, ids=" ".join)
def test_what_is_to_be_read_needs_no_heavy_package(ends, words):
    assert ended(ends[" ".join(words)]) == ("0", set())


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_wrong_input_is_refused_without_a_heavy_package(ends, words):
    assert ended(ends[" ".join(words)]) == ("2", set())


def test_a_run_imports_the_strategies_that_it_names_and_no_theory(ends):
    status, *modules = ends[" ".join(RUN)]
    ours = ("simulate.theory", "strategies.loo.", "reports.studies", "boneyard.cli.commands.")
    assert status == "0" and sorted(
        name for name in modules if name.startswith(ours) and ".skills" not in name) == [
            "boneyard.cli.commands.runs", "strategies.loo.base", "strategies.loo.weighing"]
