"""Run the notebooks of examples/ and keep what they put out: ``python -m tests.tools.notebooks``.

Names of notebooks may follow; all are run when none does.
"""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "examples"
NOTEBOOKS = sorted(path.name for path in FOLDER.glob("*.ipynb"))


def run(name: str, seconds: float) -> nbformat.NotebookNode:
    """Return a notebook as it comes out, without the times at which its cells were run.

    ``seconds``: that a cell may take.
    """
    notebook = nbformat.read(FOLDER / name, as_version=4)
    NotebookClient(
        notebook, timeout=seconds, kernel_name="python3", record_timing=False,
        resources={"metadata": {"path": str(FOLDER)}},
        extra_arguments=["--Application.log_level=40"],
    ).execute()
    notebook.metadata["language_info"] = {"name": "python"}
    for cell in notebook.cells:
        if cell.cell_type == "code":  # bars of progress leave nothing where they were
            cell.outputs = [output for output in cell.outputs
                            if output.get("data", {}).get("text/html") != ""]
    return notebook


def texts(notebook: nbformat.NotebookNode) -> list[object]:
    """Return all that a notebook put out but pictures, whose bytes differ between machines.

    What a cell prints is one text, in whatever pieces it came.
    """
    return [
        ("".join(output.get("text", "") for output in cell.outputs),
         [{kind: text for kind, text in output["data"].items() if kind != "image/png"}
          for output in cell.outputs if "data" in output])
        for cell in notebook.cells if cell.cell_type == "code"]


if __name__ == "__main__":
    for chosen in sys.argv[1:] or NOTEBOOKS:
        nbformat.write(run(chosen, 300), FOLDER / chosen)
        print(f"{chosen}: kept")
