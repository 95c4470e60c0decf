"""No pointer outlives the array that it leads into."""

import ast
from pathlib import Path

import numpy as np
import pytest

from simulate.machine.compiling import kernel
from simulate.machine.pointers import copy_into, keep, pointer

ROOT = Path(__file__).resolve().parents[3]
COMPILED = {"helper", "inlined", "kernel"}
POINTING = {"pointer", "numbers"}


@kernel
def read_behind_another(first, second):
    """Read an array through a pointer after another array of its size was made."""
    row = np.full(4, first)
    place = pointer(row)
    other = np.full(4, second)
    found = place[0] + other[0]
    keep(row)
    return found


def test_an_array_that_is_kept_stands_where_the_pointer_leads():
    assert read_behind_another(3, 40) == 43


def is_compiled(function):
    return any(isinstance(mark, ast.Name) and mark.id in COMPILED
               for mark in function.decorator_list)


def names_in(nodes):
    return {name.id for node in nodes for name in ast.walk(node) if isinstance(name, ast.Name)}


def names_made(function):
    """Return the names that a function gives to what calls return."""
    return {name.id for line in ast.walk(function) if isinstance(line, ast.Assign)
            and any(isinstance(node, ast.Call) for node in ast.walk(line.value))
            for target in line.targets for name in ast.walk(target)
            if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)}


def let_go(function):
    """Return the arrays that a function makes and points into, and neither keeps nor returns.

    Arguments, and what is taken from them, live as long as the call; so do arrays of a module.
    """
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)
             and isinstance(node.func, ast.Name)]
    pointed = {call.args[0].id for call in calls
               if call.func.id in POINTING and isinstance(call.args[0], ast.Name)}
    kept = names_in(x for call in calls if call.func.id == "keep" for x in call.args)
    returned = names_in(node for node in ast.walk(function) if isinstance(node, ast.Return))
    return pointed & names_made(function) - kept - returned


@pytest.mark.parametrize("folder", ["boneyard", "simulate", "strategies", "scripts", "tests"])
def test_arrays_that_compiled_functions_point_into_are_kept(folder):
    found = [
        f"{path.relative_to(ROOT)}: {function.name}: {sorted(let_go(function))}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for function in ast.walk(ast.parse(path.read_text()))
        if isinstance(function, ast.FunctionDef) and is_compiled(function) and let_go(function)]
    assert not found


def test_the_beginning_is_replaced_and_the_rest_stays():
    to = np.arange(5)
    copy_into(to, np.array([7, 8]))
    assert to.tolist() == [7, 8, 2, 3, 4]
