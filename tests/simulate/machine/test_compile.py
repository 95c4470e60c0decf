"""What the project takes of numba's insides, and helpers compiled as parts of what calls them."""

import ast
from pathlib import Path

from simulate.domino.tile_sets import count
from simulate.machine.compile import helper, inlined, numba, part_of
from simulate.theory.casino.endings import ending_worth

ROOT = Path(__file__).resolve().parents[3]
#: Of numba everybody may import these.
DOCUMENTED = ("numba", "numba.types", "numba.extending")
#: Everything else, and all of llvmlite, is imported by ``simulate.machine.compile``.
INSIDES = {
    "llvmlite.binding", "llvmlite.ir",
    # Compiled code on disk.
    "numba.core.caching.NullCache", "numba.core.compiler.CompileResult",
    "numba.core.runtime.rtsys", "numba.core.serialize.dumps",
    # A person's own loops can be stopped: numba's manual, "Customizing the compiler".
    "numba.core.compiler.CompilerBase", "numba.core.compiler.DefaultPassBuilder",
    "numba.core.compiler_machinery.FunctionPass", "numba.core.compiler_machinery.register_pass",
    "numba.core.errors.ConstantInferenceError", "numba.core.ir",
    "numba.core.untyped_passes.FixupArgs",
    # Functions and types that numba gets to know when they are first named.
    "numba.core.dispatcher.Dispatcher", "numba.core.registry.cpu_target",
    "numba.core.typing.templates.AttributeTemplate", "numba.np.arrayobj.populate_array",
}


def imported(path: Path) -> set[str]:
    """Return all that a file imports of numba and llvmlite beside what is documented."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module if node.module in DOCUMENTED[1:] else f"{node.module}.{one.name}"
                      for one in node.names}
    return {name for name in found
            if name.split(".")[0] in ("numba", "llvmlite") and name not in DOCUMENTED}


def test_one_file_holds_all_that_is_taken_of_numbas_insides():
    found = {path.relative_to(ROOT).as_posix(): imported(path)
             for package in ("boneyard", "simulate", "strategies", "reports", "scripts")
             for path in (ROOT / package).rglob("*.py")}
    assert {path: names for path, names in found.items() if names} == {
        "simulate/machine/compile.py": INSIDES}


@part_of
@helper
def third(x):
    return x + 3


@part_of
@inlined
def called_by_nobody(x):
    if x - x:  # never, which is found only after it has been translated
        return third(x)
    return x


@part_of
@helper
def second(x):
    return third(x) if x > 1 else 0


@numba.njit
def first(x):
    return 100 * called_by_nobody(x) + 10 * second(x) + third(x)


def test_parts_are_taken_in_whatever_else_calls_them():
    assert first(2) == 200 + 50 + 5
    assert first(1) == 100 + 0 + 4


def test_a_helper_that_compiled_code_calls_is_not_wrapped_for_python():
    before = len(count.compiled.overloads)

    @numba.njit
    def twice(tiles):
        return 2 * count(tiles)

    assert twice(0b10110) == 6
    assert len(count.compiled.overloads) == before
    assert count(0b10110) == 3  # called from Python it is


def test_a_helper_that_calls_itself_is_no_part():
    assert part_of(ending_worth.compiled) is ending_worth.compiled
    assert part_of(count.compiled) is not count.compiled


@inlined
def lifted(x, by):
    return x << by


_LIFTED = part_of(lifted)


@numba.njit
def shifts(x):
    return _LIFTED(x, 1) + _LIFTED(x, 2) + _LIFTED(x, by=3)


def test_what_is_copied_is_translated_once_for_all_its_constants():
    assert shifts(1) == 2 + 4 + 8
    assert len(_LIFTED.overloads) == 1
