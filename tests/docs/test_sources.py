"""What holds of all sources, as they are written: docstrings, numba's insides, pointers, sums."""

import ast
import inspect
import re
import subprocess
from collections.abc import Iterator

import pytest

from tests.waiting import ROOT


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


OURS = ("boneyard", "simulate", "strategies", "reports", "scripts")


def of(trees, *folders):
    """Return the files below some folders."""
    return {name: tree for name, tree in trees.items() if name.partition("/")[0] in folders}


def compiled_in(trees, *folders):
    """Yield the compiled functions of some folders, each with its file."""
    for name, tree in of(trees, *folders).items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and is_compiled(node):
                yield name, node


#: Of numba everybody may import these.
DOCUMENTED = ("numba", "numba.types", "numba.extending")
#: Everything else, and all of llvmlite, is imported by ``simulate.machine.compile``.
INSIDES = {
    "llvmlite.binding", "llvmlite.ir",
    # Compiled code on disk.
    "numba.core.caching.NullCache", "numba.core.compiler.CompileResult",
    "numba.core.runtime.rtsys", "numba.core.serialize.dumps",
    "numba.core.sigutils.normalize_signature",
    # Ctrl-C waits while machine code is made: numba's manual, "Event API".
    "numba.core.event.Listener", "numba.core.event.register",
    # A person's own loops can be stopped: numba's manual, "Customizing the compiler".
    "numba.core.compiler.CompilerBase", "numba.core.compiler.DefaultPassBuilder",
    "numba.core.compiler_machinery.FunctionPass", "numba.core.compiler_machinery.register_pass",
    "numba.core.errors.ConstantInferenceError", "numba.core.ir",
    "numba.core.untyped_passes.FixupArgs",
    # Its helpers count how deep they are, and print to standard error.
    "numba.core.cgutils", "numba.core.pythonapi.PythonAPI",
    # Functions and types that numba gets to know when they are first named.
    "numba.core.dispatcher.Dispatcher", "numba.core.registry.cpu_target",
    "numba.core.typing.templates.AttributeTemplate", "numba.np.arrayobj.populate_array"}


def imported(tree: ast.Module) -> set[str]:
    """Return all that a file imports of numba and llvmlite beside what is documented."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module if node.module in DOCUMENTED[1:] else f"{node.module}.{one.name}"
                      for one in node.names}
    return {name for name in found
            if name.split(".")[0] in ("numba", "llvmlite") and name not in DOCUMENTED}


def test_one_file_holds_all_that_is_taken_of_numbas_insides(trees):
    found = {name: imported(tree) for name, tree in of(trees, *OURS).items()}
    assert {name: names for name, names in found.items() if names} == {
        "simulate/machine/compile.py": INSIDES}


COMPILED = {"helper", "inlined", "kernel"}
POINTING = {"pointer", "numbers"}


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


def test_arrays_that_compiled_functions_point_into_are_kept(trees):
    found = [f"{name}: {function.name}: {sorted(let_go(function))}"
             for name, function in compiled_in(trees, *OURS, "tests") if let_go(function)]
    assert not found


def test_no_compiled_function_changes_a_slice_in_one_line(trees):
    """numba compiles for a second what a loop does: most of it is how shapes are told in errors."""
    found = [f"{name}: {ast.unparse(step)}"
             for name, function in compiled_in(trees, "simulate", "strategies", "reports")
             for step in ast.walk(function)
             if isinstance(step, ast.AugAssign) and any(
                 isinstance(part, ast.Slice) for part in ast.walk(step.target))]
    assert not found


#: Names of NumPy's that hand floats to a library of linear algebra, beside ``@``.
HANDED_ON = {"dot", "vdot", "inner", "matmul", "tensordot", "linalg", "cov", "corrcoef", "polyfit"}
#: Where they stand all the same: of whole numbers, whose order is all one.
OF_WHOLE_NUMBERS = {
    "reports/opening/loo_rule.py", "reports/studies/escalation/pools.py",
    "simulate/branch/rolling.py", "simulate/games/casino/kernel.py",
    "simulate/games/pool/kernel.py",
    "simulate/theory/score_values.py"}
#: Or of floats, that choose a colour, or are rounded to few digits.
ROUNDED = {"reports/draw/shapes.py", "simulate/theory/casino/best_response.py"}


def hands_on(tree: ast.Module) -> bool:
    """Whether a file multiplies matrices, or lets ``einsum`` do so."""
    return any(isinstance(node, ast.MatMult)
               or (isinstance(node, ast.Attribute) and node.attr in HANDED_ON)
               or (isinstance(node, ast.keyword) and node.arg == "optimize")
               for node in ast.walk(tree))


def test_no_sum_of_floats_is_left_to_a_library_that_looks_at_the_processor(trees):
    found = {name for name, tree in of(trees, *OURS[:-1]).items() if hands_on(tree)}
    assert found == OF_WHOLE_NUMBERS | ROUNDED


READ = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *(
    path for folder in ("boneyard", "reports", "scripts", "simulate", "strategies")
    for path in sorted((ROOT / folder).rglob("*.py")))]
#: What nobody measured: the most that can be won from a table, or that nothing can.
FROM_ABOVE = re.compile(
    r"cannot be (exploited|beaten)|unexploitable|could not be luck|nobody gains|none gains much|"
    r"(nothing|little|most) (that is )?left to gain|"
    r"(loses|gains?|wins?|won|exploited)( \S+){0,6} (of the pool|of a hundred|games)( a hand)? "
    r"at most")


def claims(text):
    """What a text says of the most that can be won, in one line whatever its breaks."""
    return [found.group() for found in FROM_ABOVE.finditer(re.sub(r'"?\s+"?', " ", text))]


def test_nothing_says_how_much_can_be_won_at_most():
    assert {str(path): found for path in READ if (found := claims(path.read_text()))} == {}


@pytest.mark.parametrize("text", [
    "the best response that was found\nwins 0.3% of the pool a hand at most",
    "finds nothing that could not be\nluck", "against them nobody gains much by declaring",
    "that was found wins 0.03 games of a hundred at most", "none gains much by leaving it"])
def test_such_words_are_found_out(text):
    assert claims(text)
