"""Floats are added up in one order: the same digits on every processor of a kind."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

ADVISE = ["advise", "loo", "--hand", "6-6 6-2 4-4 3-1 2-0", "--turn-up", "6-3", "--position",
          "2", "--before", "miss,drop", "--pool", "40", "--lineup", "banker", "--format", "json"]
CHART = ["study", "miss", "rounce", "--players", "3", "--sessions", "20000", "--seed", "2"]


@pytest.mark.slow
@pytest.mark.parametrize("words", [ADVISE, CHART], ids=["advise", "miss"])
def test_advice_and_charts_are_the_same_with_another_processors_kernels(words, tmp_path):
    found = []
    for kernels in ("Haswell", "Prescott"):
        out = tmp_path / kernels
        wanted = [] if words is ADVISE else ["--out", str(out), "--quiet"]
        said = subprocess.run(
            [sys.executable, "-m", "boneyard", *words, *wanted], check=True, capture_output=True,
            env={**os.environ, "OPENBLAS_CORETYPE": kernels}).stdout
        found.append([said, *(path.read_bytes() for path in sorted(out.rglob("*.csv")))])
    assert found[0] == found[1]
