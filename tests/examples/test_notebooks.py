"""The notebooks in examples/ run as they stand, and are kept with what a run puts out."""

from __future__ import annotations

import time

import nbformat
import pytest

from tests.tools.notebooks import FOLDER, NOTEBOOKS, run, texts

#: A person waits so long for all of a notebook, and a kernel that compiles first a little longer.
SECONDS, TO_COMPILE = 20, 60


def test_there_are_notebooks():
    assert len(NOTEBOOKS) >= 3


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_is_kept_with_its_results_in_order(name):
    code = [cell for cell in nbformat.read(FOLDER / name, as_version=4).cells
            if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    outputs = [output for cell in code for output in cell.outputs]
    assert not [output for output in outputs
                if output.get("name") == "stderr" or output.output_type == "error"]
    assert [output for output in outputs if "image/png" in output.get("data", {})]
    assert (FOLDER / name).stat().st_size < 600_000


@pytest.mark.slow
@pytest.mark.parametrize("name", NOTEBOOKS)
@pytest.mark.filterwarnings("ignore")  # of Jupyter's own packages; the kernel has its own
def test_a_run_puts_out_what_is_kept(name):
    """Where an answer changed on purpose: ``python -m tests.tools.notebooks``."""
    began = time.monotonic()
    fresh = run(name, SECONDS + TO_COMPILE)
    assert time.monotonic() - began < SECONDS + TO_COMPILE
    assert texts(fresh) == texts(nbformat.read(FOLDER / name, as_version=4))
