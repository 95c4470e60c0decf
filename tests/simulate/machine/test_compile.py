"""What the project takes of numba's insides, and helpers compiled as parts of what calls them."""

import ast
import re
from pathlib import Path

import pytest

from boneyard import Parameter, simulate
from boneyard.loo import DROP, PLAY, LooStrategy
from boneyard.tiles import names
from simulate.domino.tile_sets import count
from simulate.errors import StrategyError
from simulate.machine.compile import helper, inlined, numba, part_of
from simulate.theory.casino.last_rounds import ending_worth

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
    # Its helpers count how deep they are, and print to standard error.
    "numba.core.cgutils", "numba.core.pythonapi.PythonAPI",
    # Functions and types that numba gets to know when they are first named.
    "numba.core.dispatcher.Dispatcher", "numba.core.registry.cpu_target",
    "numba.core.typing.templates.AttributeTemplate", "numba.np.arrayobj.populate_array"}


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


def wrong_field(view, p):
    return PLAY if view.positon == 0 else DROP


def wrong_parameter(view, p):
    return PLAY if p.neded else DROP


def no_helper(view, p):
    return len(names(view.hand))


def two_kinds(view, p):
    if view.hand:  # noqa: SIM108  two kinds are the mistake
        answer = PLAY
    else:
        answer = "play"
    return answer


def not_defined(view, p):
    return no_such_name(view.hand)  # noqa: F821  that is the mistake


def no_context(view, p):
    with open("x") as _:  # noqa: PTH123  numba knows none
        return PLAY


LEVELS = [1, 2]
COUNT = 0


def sets_a_field(view, p):
    view.hand = 3
    return PLAY


def a_global_list(view, p):
    return PLAY if LEVELS[0] else DROP


def a_text(view, p):
    return "play"


def nothing(view, p):
    if view.hand:
        return PLAY
    return None


def never_ends(view, p):
    while True:
        pass


def only_raises(view, p):
    raise ValueError(view.hand)


def forgets(view, p):
    PLAY if view.hand else DROP  # noqa: B018  that is the mistake


def deletes_a_field(view, p):
    del view.hand
    return PLAY


def sets_a_new_field(view, p):
    view.mine = 3
    return PLAY


def asks_by_number(view, p):
    return view[0]


def catches_one_kind(view, p):
    try:
        return PLAY
    except ValueError:
        return DROP


def names_an_error(view, p):
    try:
        return PLAY
    except Exception as error:  # noqa: F841  that is the mistake
        return DROP


def matches_a_list(view, p):
    match [view.hand, view.legal]:
        case [1, legal]:
            return legal
    return DROP


def a_set_at_once(view, p):
    return len({tile // 2 for tile in range(view.hand)})


def sums_at_once(view, p):
    return sum(tile for tile in range(view.hand))


def writes_a_text(view, p):
    return len(f"{view.hand:>3}")


def an_empty_list(view, p):
    seen = []
    return len(seen)


def counts_in_a_global(view, p):
    global COUNT
    COUNT += 1
    return PLAY


def imports(view, p):
    import math
    return math.floor(view.hand)


def makes_a_class(view, p):
    class Hand:
        pass
    return PLAY


def unpacks_with_a_star(view, p):
    first, *_ = (PLAY, DROP)
    return first


def half(view, p):
    return view.hand / 2


def two_answers(view, p):
    return PLAY, DROP


REASONS = {
    wrong_field: r"\(return PLAY if view.positon == 0 else DROP\): the view has no field 'positon' "
                 r"\(did you mean 'position'\?\): it has hand, legal",
    wrong_parameter: r"\(.*\): the strategy has no parameter 'neded' \(did you mean 'needed'\?\): "
                     r"it declares needed$",
    no_helper: r"\(.*\): 'names' cannot be used in a decision: make a function a helper with "
               "boneyard.helper",
    two_kinds: r"\(.*\): 'answer' is of different kinds, ",
    a_global_list: r"\(.*\): 'LEVELS' is a list, which may change while hands are played: make it "
                   "a tuple or an array$",
    deletes_a_field: r"\(del view.hand\): view.hand cannot be deleted in a decision$",
    sets_a_new_field: r"\(.*\): 'mine' cannot be added to the view: a decision only reads$",
    asks_by_number: r"\(.*\): getitem\(the view, 0\) is not possible in a decision$",
    catches_one_kind: r"\(.*\): a kind of error cannot be told from another: write 'except ",
    a_set_at_once: r"\(.*\): a set is not made in one expression: begin with \{first\} and ",
    sums_at_once: r"\(.*\): 'for' within brackets is not possible here: write a loop$",
    an_empty_list: r"\(.*\): nothing tells what the list 'seen' holds: use an array of numbers$",
    not_defined: r"\(.*\): NameError: name 'no_such_name' is not defined$"}


def told(decision) -> str:
    one = type("Wrong", (LooStrategy,), {
        "name": "wrong", "declare": staticmethod(decision),
        "parameters": {"needed": Parameter(1, 0, 2, "so many")}})
    with pytest.raises(StrategyError) as raised:
        simulate("loo", one, players=3, sessions=1, hands=1, jobs=1)
    assert raised.value.__suppress_context__  # numba's pages of traceback are not shown
    return str(raised.value)


@pytest.mark.parametrize("decision", REASONS, ids=lambda decision: decision.__name__)
def test_the_line_and_the_reason_are_told(decision):
    message = told(decision)
    begins = r"declare of strategy 'wrong' does not compile: line (\d+) of test_compile\.py "
    assert re.search(begins + REASONS[decision], message), message
    first = decision.__code__.co_firstlineno
    assert 0 < int(re.search(begins, message)[1]) - first <= 5
    assert "File" not in message and "nopython" not in message


@pytest.mark.parametrize(("decision", "reason"), [
    (no_context, "'with' is not possible in a decision$"),
    (matches_a_list, "it matches a list, a mapping or a class: write 'if' and 'elif'$"),
    (names_an_error, "an error has no name: write 'except Exception'$"),
    (writes_a_text, "a text cannot be written in a decision$"),
    (sets_a_field, "'hand' of the view cannot be set: a decision only reads it$"),
    (counts_in_a_global, "it changes a global name: a decision only reads them$"),
    (imports, "it imports: write the import at the top of the file$"),
    (makes_a_class, "it makes a class: write it outside of the decision$"),
    (unpacks_with_a_star, r"it unpacks with a star \(\*\): name every value$"),
    (half, r"it answers with a number that may have decimals \(write // or int\(\)\), not with "),
    (two_answers, "it answers with several values, not with a whole number$"),
    (a_text, "it answers with a text, not with a whole number$"),
    (nothing, r"it answers with nothing \(None\) on some of its ways, not with a whole number$"),
    (forgets, r"it answers with nothing \(None\), not with a whole number$"),
    (never_ends, "it never answers: it ends in a loop without an end whatever it sees$"),
    (only_raises, r"it never answers: it ends in an error \(raise\) whatever it sees$")])
def test_where_no_line_is_known_the_reason_is_told(decision, reason):
    assert re.search(f"does not compile: {reason}", told(decision))


def test_no_compiled_function_changes_a_slice_in_one_line():
    """numba compiles for a second what a loop does: most of it is how shapes are told in errors."""
    found = [
        f"{path.relative_to(ROOT)}: {ast.unparse(step)}"
        for package in ("simulate", "strategies", "reports")
        for path in (ROOT / package).rglob("*.py")
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef) and {
            ast.unparse(one) for one in function.decorator_list} & {"kernel", "helper", "inlined"}
        for step in ast.walk(function)
        if isinstance(step, ast.AugAssign) and any(
            isinstance(part, ast.Slice) for part in ast.walk(step.target))]
    assert not found
