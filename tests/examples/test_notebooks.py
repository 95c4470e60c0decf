"""The notebooks in examples/ run as they stand, and are kept without what a run put out."""

from __future__ import annotations

import time
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "examples"
NOTEBOOKS = sorted(path.name for path in FOLDER.glob("*.ipynb"))
#: A person waits so long for all of a notebook, and a kernel that compiles first a little longer.
SECONDS, TO_COMPILE = 20, 60


def test_there_are_notebooks():
    assert len(NOTEBOOKS) >= 3


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_is_kept_without_outputs(name):
    cells = nbformat.read(FOLDER / name, as_version=4).cells
    assert not [cell for cell in cells if cell.get("outputs") or cell.get("execution_count")]


@pytest.mark.slow
@pytest.mark.parametrize("name", NOTEBOOKS)
@pytest.mark.filterwarnings("ignore")  # of Jupyter's own packages; the kernel has its own
def test_runs(name):
    notebook = nbformat.read(FOLDER / name, as_version=4)
    began = time.monotonic()
    NotebookClient(
        notebook, timeout=SECONDS + TO_COMPILE, kernel_name="python3",
        resources={"metadata": {"path": str(FOLDER)}},
        extra_arguments=["--Application.log_level=40"],
    ).execute()
    assert time.monotonic() - began < SECONDS + TO_COMPILE
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not [output for cell in code for output in cell.outputs
                if output.output_type == "stream" and output.name == "stderr"]
    figures = [output for cell in code for output in cell.outputs if "image/png" in
               output.get("data", {})]
    assert figures  # they appear by themselves
