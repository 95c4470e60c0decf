"""Floats are added up in one order: the same digits on every processor of a kind."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
#: Names of NumPy's that hand floats to a library of linear algebra, beside ``@``.
HANDED_ON = {"dot", "vdot", "inner", "matmul", "tensordot", "linalg", "cov", "corrcoef", "polyfit"}
#: Where they stand all the same: of whole numbers, whose order is all one.
OF_WHOLE_NUMBERS = {
    "reports/opening/loo_rule.py", "reports/studies/escalation/pools.py",
    "simulate/branch/rolling.py", "simulate/games/casino/kernel.py",
    "simulate/games/pool/kernel.py",
    "simulate/theory/euchre/win_chances.py"}
#: Or of floats, that choose a colour, or are rounded to few digits.
ROUNDED = {"reports/draw/heatmaps.py", "simulate/theory/casino/best_response.py"}

ADVISE = ["advise", "loo", "--hand", "6-6 6-2 4-4 3-1 2-0", "--turn-up", "6-3", "--position",
          "2", "--before", "miss,drop", "--pool", "40", "--lineup", "banker", "--format", "json"]
CHART = ["study", "miss", "rounce", "--players", "3", "--sessions", "20000", "--seed", "2"]


def hands_on(path: Path) -> bool:
    """Whether a file multiplies matrices, or lets ``einsum`` do so."""
    return any(isinstance(node, ast.MatMult)
               or (isinstance(node, ast.Attribute) and node.attr in HANDED_ON)
               or (isinstance(node, ast.keyword) and node.arg == "optimize")
               for node in ast.walk(ast.parse(path.read_text())))


def test_no_sum_of_floats_is_left_to_a_library_that_looks_at_the_processor():
    found = {path.relative_to(ROOT).as_posix()
             for package in ("boneyard", "simulate", "strategies", "reports")
             for path in (ROOT / package).rglob("*.py") if hands_on(path)}
    assert found == OF_WHOLE_NUMBERS | ROUNDED


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
