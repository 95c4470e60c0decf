"""What plays nothing answers at once: no heavy package is imported before one is needed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
HEAVY = ("numba", "llvmlite", "pandas", "scipy", "matplotlib", "joblib", "jinja2", "pyarrow",
         "pydantic")
#: Carries out lists of words, each in a process of its own that begins with what the first import
#: of the command line brings, and with packages that are not heavy: nearly all of them need these.
PROGRAM = f"""
import json, os, runpy, sys
import numpy, rich.console, rich.table, boneyard.cli.main
for words in json.loads(sys.argv[1]):
    if os.fork() == 0:
        sys.argv = ["boneyard", *words]
        try:
            runpy.run_module("boneyard", run_name="__main__")
        except SystemExit as ended:
            print("\\nends", ended.code, *(name for name in {HEAVY} if name in sys.modules))
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


@pytest.fixture(scope="module")
def ends(tmp_path_factory):
    """Return, by words, the exit status of a command and the heavy packages that it imported."""
    folder, lists = tmp_path_factory.mktemp("starting"), [*READ, *REFUSED]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(lists)], cwd=folder, capture_output=True,
        text=True, env={**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(folder)})
    found = [line for line in done.stdout.splitlines() if line.startswith("ends ")]
    return {" ".join(words): line for words, line in zip(lists, found, strict=True)}


@pytest.mark.parametrize("words", READ, ids=" ".join)
def test_what_is_to_be_read_needs_no_heavy_package(ends, words):
    assert ends[" ".join(words)] == "ends 0"


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_wrong_input_is_refused_without_a_heavy_package(ends, words):
    assert ends[" ".join(words)] == "ends 2"


def test_a_run_imports_the_strategies_that_it_names_and_no_theory(tmp_path):
    program = """
import runpy, sys
sys.argv = ["boneyard", "simulate", "loo", "--players", "2", "--lineup", "banker,random",
            "--sessions", "16", "--hands", "2", "--jobs", "1", "--quiet"]
try:
    runpy.run_module("boneyard", run_name="__main__")
except SystemExit as ended:
    print(ended.code, *(name for name in sys.modules if name.startswith(
        ("simulate.theory", "strategies.loo.", "reports.studies", "boneyard.cli.commands."))
        and ".skills" not in name))
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True,
                          text=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
    code, *imported = done.stdout.split()
    assert code == "0"
    assert sorted(imported) == [
        "boneyard.cli.commands.runs", "strategies.loo.base", "strategies.loo.weighing"]
