"""What plays nothing answers at once: no heavy package is imported before one is needed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ("numba", "llvmlite", "pandas", "scipy", "matplotlib", "joblib", "jinja2", "pyarrow")
PROGRAM = f"""
import runpy, sys
try:
    runpy.run_module("scripts.main", run_name="__main__")
except SystemExit as ended:
    print(ended.code, *(name for name in {HEAVY} if name in sys.modules), file=sys.stdout)
"""


def ends(tmp_path, *words: str) -> str:
    """Return the exit status of a command, and the heavy packages that it imported."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words], cwd=tmp_path, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(tmp_path)})
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize("words", [
    ["--help"], ["simulate", "--help"], ["study", "--help"], ["rules", "loo"],
    ["rules", "casino"], ["strategies", "euchre"], ["strategies"],
])
def test_what_is_to_be_read_needs_no_heavy_package(tmp_path, words):
    assert ends(tmp_path, *words) == "0"


@pytest.mark.parametrize("words", [
    ["rules", "nothing"],
    ["simulate", "loo", "--players", "9"],
    ["simulate", "loo", "--lineup", "nobody"],
    ["simulate", "loo", "--lineup", "book(x=1)"],
    ["simulate", "pool", "--rule", "draw=perhaps"],
    ["report", "loo", "--rule", "penalty=x"],
    ["resume", "nowhere"],
    ["verify", "nowhere"],
    ["merge", "here", "there"],
    ["replay", "loo", "--session", "x"],
    ["study", "duel", "loo", "--players", "9"],
    ["study", "miss", "euchre"],
    ["study", "risk", "loo", "--bankroll", "x"],
    ["solve", "casino"],
    ["exploit", "loo", "--players", "9"],
    ["advise", "loo", "--hand", "6-6,6-5,4-4,3-2,1-0", "--turn-up", "6-1", "--position", "x"],
    ["review", "nothing.jsonl"],
    ["play", "loo", "--players", "9"],
])
def test_wrong_input_is_refused_without_a_heavy_package(tmp_path, words):
    assert ends(tmp_path, *words) == "2"
