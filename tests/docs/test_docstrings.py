"""Docstrings describe the parameters that there are, and no other statement is a string alone."""

import ast
import inspect
import re
import subprocess
from collections.abc import Iterator

import pytest

from tests.docs.test_docs import ROOT


def described(docstring: str) -> list[str]:
    """Return the names that the section of parameters has."""
    _, found, rest = inspect.cleandoc(docstring).partition("Parameters\n----------\n")
    body = re.split(r"\n\n\w[\w ]*\n-{3,}\n", "\n" + rest)[0] if found else ""
    heads = re.findall(r"^([*\w][^:\n]*)", body, re.MULTILINE)
    return [name.strip().lstrip("*") for head in heads for name in head.split(",")]


def of_function(node: ast.FunctionDef) -> set[str]:
    """Return the parameters of a function."""
    found = node.args
    named = found.posonlyargs + found.args + found.kwonlyargs + [
        one for one in (found.vararg, found.kwarg) if one]
    return {one.arg for one in named} - {"self", "cls"}


def of_class(node: ast.ClassDef) -> set[str]:
    """Return the fields of a class and the parameters that it is made with."""
    fields = {one.target.id for one in node.body
              if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)}
    return fields.union(*(of_function(one) for one in node.body
                          if isinstance(one, ast.FunctionDef) and one.name == "__init__"))


def complaints(tree: ast.Module) -> Iterator[str]:
    """Yield what docstrings describe and the code has not, or the other way round."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        docstring = ast.get_docstring(node, clean=False) or ""
        told = set(described(docstring)) if "Parameters" in docstring else set()
        if isinstance(node, ast.ClassDef):
            wrong = set() if node.bases else told - of_class(node)
        else:
            known = of_function(node)
            wrong = told - known
            wrong |= {name for name in known - told if told and not name.startswith("_")}
        if wrong:
            yield f"line {node.lineno}, {node.name}: {', '.join(sorted(wrong))}"


@pytest.fixture(scope="module")
def trees():
    """Every file of Python of the repository, by its name."""
    files = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True,
                           check=True).stdout.split()
    assert len(files) > 500
    return {name: ast.parse((ROOT / name).read_text()) for name in files if (ROOT / name).exists()}


def test_parameters_are_described_as_they_are(trees):
    found = [f"{name}: {complaint}" for name, tree in trees.items()
             if not name.startswith(("tests", "examples")) for complaint in complaints(tree)]
    assert not found, "\n".join(found)


def test_a_parameter_that_is_not_described_is_found():
    source = ('def deal(deck, seats):\n    """Deal.\n\n    Parameters\n    ----------\n'
              '    deck : int\n    """')
    assert list(complaints(ast.parse(source))) == ["line 1, deal: seats"]
    assert list(complaints(ast.parse(source.replace("deck, seats", "")))) == ["line 1, deal: deck"]
