"""Seats some of whose actions are forced, and that act as their strategies everywhere else.

At a decision that may be forced or observed, a seat has the address of ``follow_script`` in place
of its strategy's. If the seat's script has an action for the decision asked, the seat takes it;
else its strategy is asked. So a kernel knows nothing of scripts, and a table without scripts is no
slower for them.

A decision that a strategy leaves to chance has no address. So each game also has that random choice
as a function of the view (``Asking.by_lot``), with the same action from the same word.
"""

from typing import Any

from simulate.domino.tile_sets import count, nth
from simulate.domino.tiles import ALL_TILES, TILES
from simulate.machine.compiling import inlined
from simulate.machine.randomness import pick
from simulate.machine.table import (
    BASE,
    MAX_DECISIONS,
    MAX_SEATS,
    NUMBERS_A_HAND,
    SEAT_ENTRY,
    Table,
    ask,
    lay_out,
    whole_numbers,
)

#: The most entries of the row that are noted of a decision.
MOST_NOTED = 40
#: What the scripts of a table share: it stands before them, at the address ``BASE.scripts``.
SHARED = lay_out(
    0,
    number=1,  # of the hand in its session that the scripts are for
    hand=1,  # place of the hand among those that are played
    rows=1,  # address of the notes, how many there are, how many can be, and their entries
    found=1,
    room=1,
    width=1,
    entries=MOST_NOTED,
)
#: What a script holds: integers of the seat, of its decisions, and of each number that a
#: decision can have within a hand.
SCRIPT = lay_out(
    0,
    goes_on=MAX_DECISIONS,  # address of the strategy's decision
    by_lot=MAX_DECISIONS,  # 1 where the strategy leaves it to chance
    legal=MAX_DECISIONS,  # entry of the row with the set of the actions allowed
    shift=MAX_DECISIONS,  # bits below the chosen one in an action; ``WHOLE`` if it is a set
    observed=1,  # which decisions are noted: none, ``ALL``, or one, by its number and 1
    forced=NUMBERS_A_HAND,  # actions by number (``forced``): a lead and a follow may share one
    # what came of it
    legal_then=NUMBERS_A_HAND,  # the set of what could be chosen, 0 if nothing was asked
    otherwise=NUMBERS_A_HAND,  # 1 if the strategy acts otherwise
    refused=NUMBERS_A_HAND,  # 1 if the rules did not allow the action
)
#: The size of all scripts of a table.
SCRIPTS = SHARED.size + MAX_SEATS * SCRIPT.size
#: The shift of a decision whose action is a set of tiles.
WHOLE = 63
#: In place of a number: all decisions are noted, with the action of the strategy, which is asked
#: even where another one is ``WEIGHED``; one that is ``GIVEN`` is not noted.
ALL = -1

#: How an action is forced: not at all; take it; take it and note whether the strategy would; throw
#: any tile except these; keep a set that contains these, of the size in the bits above the tiles,
#: or as large as the strategy's.
FREE, GIVEN, WEIGHED, THROWN, KEPT = range(5)
_MODE, _DECISION = 3, 3  # bits below an action


def forced(decision: Any, action: Any, mode: Any = GIVEN) -> Any:
    """Return what a script holds of an action that is forced at a decision."""
    return (action << _DECISION | decision) << _MODE | mode


def any_legal(view: Any, p: Any) -> int:
    """Answer by lot, as kernels do: one of what is legal."""
    return nth(view.legal, pick(view.word, count(view.legal)))


def any_of_hand(view: Any, p: Any) -> int:
    """Answer by lot, as kernels do: one of the tiles held."""
    return nth(view.hand, pick(view.word, count(view.hand)))


@inlined
def _may(legal: int, shift: int, answer: int) -> bool:
    """Return whether an answer is allowed; -1 (leave it) is where the kernel asks for it."""
    if shift == WHOLE:
        return answer & ~legal == 0
    return answer == -1 or bool(legal >> (answer >> shift) & 1)


@inlined
def _throw(table: Table, usual: int, legal: int, spared: int) -> int:
    """Return the strategy's tile, or another one by lot if that is spared; -2 if all are."""
    if usual >= 0 and not spared >> usual & 1:
        return usual
    others = legal & ~spared
    return nth(others, pick(table[BASE.word], count(others))) if others else -2


@inlined
def _scripted(
    table: Table, script: Any, number: int, mode: int, answer: int, legal: int, usual: int
) -> int:
    """Return the action of a script, and write down how it was taken."""
    shift = script[SCRIPT.shift + table[BASE.decision]]
    if mode == THROWN:
        thrown = _throw(table, usual, legal, answer)
        script[SCRIPT.otherwise + number] = thrown != usual
        script[SCRIPT.refused + number] = thrown < -1
        return usual if thrown < -1 else thrown
    if mode == KEPT:
        # The strategy's set, with as few tiles changed as it takes to hold the wanted ones that are
        # there (what it laid it may have drawn later), and to be as large as everybody saw.
        size, answer = answer >> TILES, answer & legal & ALL_TILES
        size = size if size else count(usual)
        script[SCRIPT.otherwise + number] = answer & ~usual != 0 or count(usual) != size
        others, spare = usual & ~answer, legal & ALL_TILES & ~(usual | answer)
        while count(answer | others) > size and others:
            others &= others - 1
        while count(answer | others) < size and spare:
            others |= spare & -spare
            spare &= spare - 1
        answer |= others
    elif mode == WEIGHED:
        script[SCRIPT.otherwise + number] = usual != answer
    allowed = _may(legal, shift, answer)
    script[SCRIPT.refused + number] = not allowed
    return answer if allowed else usual


@inlined
def _observe(table: Table, shared: Any, action: int) -> None:
    """Note a decision: its hand, an action, and entries of the row."""
    found, width = shared[SHARED.found], shared[SHARED.width]
    if found < shared[SHARED.room]:
        row = whole_numbers(shared[SHARED.rows] + 8 * width * found)
        row[0], row[1] = shared[SHARED.hand], action
        for k in range(2, width):
            row[k] = table[shared[SHARED.entries + k]]
        shared[SHARED.found] = found + 1


def follow_script(table: Table, parameters: Any) -> int:
    """Take an action from the seat's script, or else as its strategy does."""
    number, decision, at = table[BASE.asked], table[BASE.decision], table[BASE.scripts]
    own = table[BASE.asks + SEAT_ENTRY * table[BASE.seat] + MAX_DECISIONS]
    shared = whole_numbers(at)
    script = whole_numbers(at + 8 * (SHARED.size + SCRIPT.size * table[BASE.seat]))
    if table[BASE.number] != shared[SHARED.number]:
        return ask(script[SCRIPT.goes_on + decision], table, own)
    here, observed = script[SCRIPT.forced + number], script[SCRIPT.observed]
    mode, answer = here & (1 << _MODE) - 1, here >> _MODE + _DECISION
    legal = table[script[SCRIPT.legal + decision]]
    script[SCRIPT.legal_then + number] = legal
    if observed == number + 1:
        _observe(table, shared, answer)
    if mode != FREE and here >> _MODE & (1 << _DECISION) - 1 != decision:
        script[SCRIPT.refused + number] = 1
        mode = FREE
    by_lot = script[SCRIPT.by_lot + decision] and observed != ALL
    if mode == GIVEN or (mode == WEIGHED and by_lot):
        if _may(legal, script[SCRIPT.shift + decision], answer):
            return answer
        script[SCRIPT.refused + number] = 1
    usual = ask(script[SCRIPT.goes_on + decision], table, own)
    if observed == ALL:
        _observe(table, shared, usual)
    if mode <= GIVEN:
        return usual
    return _scripted(table, script, number, mode, answer, legal, usual)
