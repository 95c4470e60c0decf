"""No statement is a string alone, but for docstrings: such half sentences are never said.

Ruff's rule on useless expressions (B018) leaves strings out.
"""

import ast
import subprocess
from collections.abc import Iterator

import pytest

from tests.docs.test_docs import ROOT

_WITH_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def dead_strings(source: str) -> Iterator[int]:
    """Yield the lines of statements that are a string and no docstring."""
    nodes = list(ast.walk(ast.parse(source)))
    docstrings = {id(node.body[0]) for node in nodes
                  if isinstance(node, _WITH_DOCSTRING) and ast.get_docstring(node) is not None}
    for node in nodes:
        if isinstance(node, ast.Expr) and id(node) not in docstrings and (
            isinstance(node.value, ast.JoinedStr)
            or (isinstance(node.value, ast.Constant) and isinstance(node.value.value, str))
        ):
            yield node.lineno


@pytest.mark.parametrize(("source", "lines"), [
    ('"""A module."""\ndef f():\n    """Return."""\n    return f"a"\n    "b"\n', [5]),
    ("def f(a):\n    f'said {a}'\n", [2]),
    ('"""A module."""\n"one more"\n', [2]),
    ('class A:\n    """One."""\n    a = ("b"\n         "c")\n', []),
])
def test_a_string_that_nobody_reads_is_found(source, lines):
    assert list(dead_strings(source)) == lines


def test_no_statement_is_a_string_alone():
    files = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True,
                           check=True).stdout.split()
    found = [f"{name}:{line}" for name in files
             for line in dead_strings((ROOT / name).read_text())]
    assert len(files) > 500 and not found, "\n".join(found)
