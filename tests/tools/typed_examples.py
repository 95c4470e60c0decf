"""Types of the examples that people copy: ``python -m tests.tools.typed_examples .venv/bin/mypy``,
or the path of a pyright (``pip install 'pyright[nodejs]'`` in an environment of its own).

The Python of README and CONTRIBUTING, the cells of each notebook as one file, and the files of
``examples``.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
OURS = ("boneyard", "simulate", "strategies", "reports")


def sources():
    """Yield the examples by name."""
    for page in ("README", "CONTRIBUTING"):
        text = (ROOT / f"{page}.md").read_text()
        for number, block in enumerate(re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)):
            yield f"{page.lower()}_{number}", block
    for book in sorted((ROOT / "examples").glob("*.ipynb")):
        cells = json.loads(book.read_text())["cells"]
        lines = [line for cell in cells if cell["cell_type"] == "code"
                 for line in "".join(cell["source"]).splitlines()]
        yield book.stem, "\n".join("pass" if line[:1] in "%!" and line else line for line in lines)
    for path in sorted((ROOT / "examples").glob("*.py")):
        yield path.stem, path.read_text()


def main(checker):
    """Check all of them at once; return its exit status."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in sources():
            Path(folder, f"{name}.py").write_text(text)
        for package in OURS:
            Path(folder, package).symlink_to(ROOT / package)
        about = {"pythonVersion": "3.11", "exclude": OURS, "reportUnusedExpression": False}
        Path(folder, "pyrightconfig.json").write_text(json.dumps(about))
        files = [path.name for path in sorted(Path(folder).glob("*.py"))]
        more = (["--ignore-missing-imports", "--follow-imports=silent"] if "mypy" in checker
                else ["--pythonpath", sys.executable])
        return subprocess.run(
            [Path(checker).absolute(), *more, *files], cwd=folder, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
