"""What the project takes of numba's insides, and helpers compiled as parts of what calls them."""

import re
import textwrap

import pytest
from numba.core.errors import TypingError

from boneyard import Parameter, simulate
from boneyard.loo import LooStrategy
from simulate.domino.tile_sets import count
from simulate.errors import BoneyardError, StrategyError
from simulate.machine.compile import helper, inlined, numba, part_of
from simulate.machine.table import lay_out
from simulate.theory.casino.last_rounds import ending_worth


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


HEAD = """
from boneyard.loo import DROP, PLAY
from boneyard.tiles import names

LEVELS, COUNT = [1, 2], 0


def decide(view, p):
"""
#: Decisions that do not compile, by what they do, and what is told of them: of the first ones with
#: the line, which stands in brackets.
LINES = {
    "return PLAY if view.positon == 0 else DROP":
        r"\(return PLAY if view.positon == 0 else DROP\): the view has no field 'positon' "
        r"\(did you mean 'position'\?\): it has hand, legal",
    "return PLAY if p.neded else DROP":
        r"\(.*\): the strategy has no parameter 'neded' \(did you mean 'needed'\?\): it declares "
        "needed$",
    "return len(names(view.hand))":
        r"\(.*\): 'names' cannot be used in a decision: make a function a helper with "
        "boneyard.helper",
    "if view.hand:\n    answer = PLAY\nelse:\n    answer = 'play'\nreturn answer":
        r"\(.*\): 'answer' is of different kinds, ",
    "return PLAY if LEVELS[0] else DROP":
        r"\(.*\): 'LEVELS' is a list, which may change while hands are played: make it a tuple or "
        "an array$",
    "del view.hand\nreturn PLAY":
        r"\(del view.hand\): view.hand cannot be deleted in a decision$",
    "view.mine = 3\nreturn PLAY":
        r"\(.*\): 'mine' cannot be added to the view: a decision only reads$",
    "return view[0]": r"\(.*\): getitem\(the view, 0\) is not possible in a decision$",
    "try:\n    return PLAY\nexcept ValueError:\n    return DROP":
        r"\(.*\): one kind of error cannot be caught alone: write 'except ",
    "return len({tile // 2 for tile in range(view.hand)})":
        r"\(.*\): a set is not made in one expression: begin with \{first\} and ",
    "return sum(tile for tile in range(view.hand))":
        r"\(.*\): 'for' within brackets is not possible here: write a loop$",
    "seen = []\nreturn len(seen)":
        r"\(.*\): nothing shows what the list 'seen' holds: use an array of numbers$",
    "return no_such_name(view.hand)": r"\(.*\): NameError: name 'no_such_name' is not defined$"}
REASONS = {
    "with open('x') as _:\n    return PLAY": "'with' is not possible in a decision$",
    "match [view.hand, view.legal]:\n    case [1, legal]:\n        return legal\nreturn DROP":
        "it matches a list, a mapping or a class: write 'if' and 'elif'$",
    "try:\n    return PLAY\nexcept Exception as error:\n    return DROP":
        "an error has no name: write 'except Exception'$",
    "return len(f'{view.hand:>3}')": "a text cannot be written in a decision$",
    "view.hand = 3\nreturn PLAY": "'hand' of the view cannot be set: a decision only reads it$",
    "global COUNT\nCOUNT += 1\nreturn PLAY":
        "it changes a global name: a decision only reads them$",
    "import math\nreturn math.floor(view.hand)":
        "it imports: write the import at the top of the file$",
    "class Hand:\n    pass\nreturn PLAY":
        "it makes a class: write it outside of the decision$",
    "first, *_ = (PLAY, DROP)\nreturn first":
        r"it unpacks with a star \(\*\): name every value$",
    "return view.hand / 2":
        r"it answers with a number that may have decimals \(write // or int\(\)\), not with ",
    "return PLAY, DROP": "it answers with several values, not with a whole number$",
    "return 'play'": "it answers with a text, not with a whole number$",
    "if view.hand:\n    return PLAY\nreturn None":
        r"it answers with nothing \(None\) on some of its ways, not with a whole number$",
    "PLAY if view.hand else DROP": r"it answers with nothing \(None\), not with a whole number$",
    "while True:\n    pass":
        "it never answers: it ends in a loop without an end whatever it sees$",
    "raise ValueError(view.hand)":
        r"it never answers: it ends in an error \(raise\) whatever it sees$"}


@pytest.mark.parametrize("does", [*LINES, *REASONS])
def test_the_reason_and_the_line_where_one_is_known_are_told(does, tmp_path):
    source, first = HEAD + textwrap.indent(does, "    ") + "\n", HEAD.count("\n") + 1
    (tmp_path / "wrong.py").write_text(source)
    exec(compile(source, tmp_path / "wrong.py", "exec"), found := {"__name__": "wrong"})
    one = type("Wrong", (LooStrategy,), {
        "name": "wrong", "declare": staticmethod(found["decide"]),
        "parameters": {"needed": Parameter(1, 0, 2, "so many")}})
    with pytest.raises(StrategyError) as raised:
        simulate("loo", one, players=3, sessions=1, hands=1, jobs=1)
    assert raised.value.__suppress_context__  # numba's pages of traceback are not shown
    line = r"line (\d+) of wrong\.py " if does in LINES else ""
    said = re.search(f"declare of strategy 'wrong' does not compile: {line}"
                     + (LINES | REASONS)[does], str(raised.value))
    assert said, str(raised.value)
    assert not line or first <= int(said[1]) <= first + does.count("\n")
    assert "File" not in str(raised.value) and "nopython" not in str(raised.value)


AT = lay_out(5, trump=1)


@helper
def _misspelled():
    return AT.trumps


def test_a_name_that_no_entry_has_is_refused_when_compiled():
    with pytest.raises(TypingError, match="trumps"):
        _misspelled()


@pytest.mark.parametrize("name", [*vars(lay_out(0, entry=1)), "_numba_type_", "__init__"])
def test_no_entry_takes_a_name_that_a_layout_has(name):
    first = lay_out(0, entry=1)
    with pytest.raises(BoneyardError, match=f"entry {name!r} of a layout: it has that name"):
        lay_out(first, **{name: 1})
