"""Rows of numbers, and the memory of a table: one row that kernel, strategies and histories share.

A kernel touches its rows dozens of times a hand and hands them to helpers; as arrays that costs a
third of its time.  So it uses plain pointers, which know no bounds, no reference counts and no
negative indices; the arrays stay with the session loop, which outlives every pointer into them.

A kernel plays every hand in one row.  Its caller writes the seats' decisions, the rules and the
seed into the row; strategies look at a few of its entries through windows; after an error the
row still has the decision that was asked; and a history is a copy of the row after the hand.
"""

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from simulate.errors import BoneyardError
from simulate.machine.compiling import Compiled, helper, inlined, instruction
from simulate.machine.randomness import decision_word


class Layout:
    """The first index of each entry of a row, by name: each is an attribute, a number to compiled
    code.

    A named tuple would do the same, but numba takes a tuple apart wherever one of its names stands:
    half of what it wrote for LLVM was that. ``size`` is the index after the last entry.
    """

    names: tuple[str, ...]
    size: int

    def __init__(self, start: "int | Layout", sizes: dict[str, int]) -> None:
        first: tuple[str, ...] = ()
        if isinstance(start, Layout):
            vars(self).update(vars(start))
            first, start = start.names, start.size
        at = start
        for name, size in sizes.items():
            if hasattr(self, name) or name in Layout.__annotations__:
                raise BoneyardError(f"entry {name!r} of a layout: it has that name already, for "
                                    f"{'itself' if name not in first else 'another entry'}; give "
                                    "the entry another name")
            setattr(self, name, at)
            at += size
        self.names, self.size = (*first, *sizes), at

    if TYPE_CHECKING:
        def __getattr__(self, name: str) -> int: ...

    @property
    def _numba_type_(self) -> Any:
        """The numba type of this layout."""
        return import_module("simulate.machine.instructions").layout_type(self)


def lay_out(start: int | Layout, /, **sizes: int) -> Layout:
    """Return where entries of so many integers begin, from an index or behind another layout."""
    return Layout(start, sizes)


#: ``pointer(array)``: the address of the first element of a contiguous array.
pointer = instruction("pointer")
#: ``room_for(many)``: the address of room for so many int64, until the function returns.
room_for = instruction("room_for")
#: ``whole_numbers(address)``: the int64 there.
whole_numbers = instruction("whole_numbers")
#: ``numbers(array, strategy)``: the same of an array of floats, taken by fours where a strategy is
#: one for four games.
numbers = Compiled("simulate.machine.instructions", "numbers")


@inlined
def keep(*arrays: Any) -> None:
    """Let arrays live until here: numba frees them after the last line that names them."""


@helper
def copy_into(to: Any, source: Any) -> None:
    """Copy an array to the beginning of another; ``to[:] = source`` compiles for seconds."""
    for k in range(len(source)):
        to[k] = source[k]


#: Calls the decision at an address with a table's row and the address of parameters.
ask = Compiled("simulate.machine.decisions", "ask")

#: What kernels call the row: a pointer to int64 (``simulate.machine.table``).
Table = Any

MAX_SEATS = 6
MAX_DECISIONS = 5
#: A seat's entry: the addresses of its decisions (0: uniformly among the legal options),
#: then the address of its parameters.
SEAT_ENTRY = MAX_DECISIONS + 1
#: Randomness of a seat: decisions are numbered from 0 within a hand, at most this many.
DECISIONS_A_HAND = 64
#: Numbers that a decision can have. The upper half is for decisions that take their randomness from
#: elsewhere, since a seat's own would not suffice for all of them (``put``).
NUMBERS_A_HAND = 2 * DECISIONS_A_HAND


BASE = lay_out(
    0,
    seed=1,
    session=1,
    number=1,  # of the hand in its session
    hands=1,  # agreed for a session; 0 where it is one game
    key=1,  # of the seats' randomness in this hand
    seat=1,  # asked last
    decision=1,  # asked last
    answer=1,  # refused
    asked=1,  # number of the decision asked, within its seat's hand
    stop=1,  # address of the flag by which a session is stopped (``simulate.machine.interrupting``)
    word=1,  # randomness of the decision asked
    worst=1,  # key that a hand must be below to be one of the worst
    best=1,  # and the same for one of the best
    kept=1,  # hands of which entries are kept so far (``books.rows.keep_row``)
    entries=1,  # address of the numbers of these entries
    play_hand=1,  # address of what plays a hand (``Game.hand``)
    scripts=1,  # address of the seats' scripts (``games.scripts``), or of an open table's trace
    boneyard=1,  # set of tiles that nobody has drawn
    words=7,  # of randomness that draw tiles, then of those that draw whatever else there is
    stacked=1,  # 1 where words and key are set already: the deal is a given one
    left_over=1,  # of the word that draws
    asks=MAX_SEATS * SEAT_ENTRY,
)


def view_entries(view: Any, layout: Layout) -> dict[str, int]:
    """Return where the fields of a view (a NamedTuple class) stand in a game's row."""
    for name in view._fields:
        if not hasattr(BASE if name in BASE.names else layout, name):
            raise BoneyardError(f"view {view.__name__} shows {name!r}, but the row has no such "
                                "entry: lay it out, or leave it out of the view")
    return {name: getattr(BASE if name in BASE.names else layout, name) for name in view._fields}


@inlined
def is_uniform(table: Table, seat: int, decision: int) -> bool:
    """Return whether a seat leaves a decision to chance, uniformly over the legal options."""
    return table[BASE.asks + seat * SEAT_ENTRY + decision] == 0


@inlined
def chance(table: Table, seat: int, number: int) -> int:
    """Return the randomness of a seat's decision ``number`` in this hand: 63 bits."""
    return decision_word(table[BASE.key], seat * DECISIONS_A_HAND + number)


@inlined
def consult(table: Table, seat: int, decision: int, number: int) -> int:
    """Ask a seat's strategy; its view is the table as it stands."""
    return put(table, seat, decision, number, chance(table, seat, number))


@helper
def consult_among(table: Table, seat: int, decision: int, number: int, options: int) -> int:
    """Ask a seat's strategy for one of some options, bit k for option k."""
    answer = consult(table, seat, decision, number)
    if answer < 0 or answer > 63 or not options >> answer & 1:
        refuse(table, answer)
    return answer


@inlined
def put(table: Table, seat: int, decision: int, number: int, word: int) -> int:
    """Ask a seat's strategy, with some randomness; its view is the table as it stands."""
    entry = BASE.asks + seat * SEAT_ENTRY
    table[BASE.word] = word
    table[BASE.asked] = number
    table[BASE.seat] = seat
    table[BASE.decision] = decision
    return ask(table[entry + decision], table, table[entry + MAX_DECISIONS])


@inlined
def refuse(table: Table, answer: int) -> None:
    """Stop the run: a strategy chose what the rules do not allow."""
    table[BASE.answer] = answer
    raise ValueError("illegal choice")


def decision_address(function: Callable[..., int], *seen: Any) -> int:
    """Return the address of a decision; see ``simulate.machine.decisions.compile_decision``."""
    from simulate.machine.decisions import compile_decision

    return compile_decision(function, *seen)[1]


def step_address(function: Callable[[Any, Any], int]) -> int:
    """Return the address of a function of the whole row (``decisions.compile_step``)."""
    from simulate.machine.decisions import compile_step

    return compile_step(function)[1]
