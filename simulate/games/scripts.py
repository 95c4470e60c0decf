"""Seats that read their answers from a script, and go on as their strategies.

A script takes the place of a seat's strategy: the seat's decisions have the address of
``follow_script``, its parameters are the script.  Where the script has an answer for the decision
asked, it gives that answer; everywhere else it asks the strategy. So a kernel knows nothing of
scripts, and a table without scripts is no slower for them.

A decision that a strategy leaves to chance has no address that could be asked. So each game also
has that choice by lot as a function of the view (``Asking.by_lot``), with the same answer from
the same word.
"""

from __future__ import annotations

from typing import Any

from simulate.domino.tile_sets import count, nth
from simulate.domino.tiles import ALL_TILES, TILES
from simulate.machine.compiling import inlined
from simulate.machine.layouts import lay_out
from simulate.machine.randomness import pick
from simulate.machine.table import BASE, MAX_DECISIONS, MAX_SEATS, NUMBERS_A_HAND, Table, ask

#: What a script holds: integers of the seat, of its decisions, and of each number that a
#: decision can have within a hand.
SCRIPT = lay_out(
    0,
    parameters=1,  # address of the strategy's own
    goes_on=MAX_DECISIONS,  # address of the strategy's decision
    by_lot=MAX_DECISIONS,  # 1 where the strategy leaves it to chance
    legal=MAX_DECISIONS,  # entry of the row with the set of the answers allowed
    shift=MAX_DECISIONS,  # bits below the chosen one in an answer; ``WHOLE`` if it is a set
    hand=1,  # the hand that the script is for, by its number in the session
    asked=1,  # number of the decision that is asked about
    held_at=1,  # entry of the row where the seats' tiles begin
    mode=NUMBERS_A_HAND,
    decision=NUMBERS_A_HAND,  # the decision with this number: a lead and a follow may share one
    answer=NUMBERS_A_HAND,
    # what came of it
    legal_then=NUMBERS_A_HAND,  # the set of what could be chosen, 0 if nothing was asked
    otherwise=NUMBERS_A_HAND,  # 1 if the strategy answers otherwise
    refused=NUMBERS_A_HAND,  # 1 if the rules did not allow the answer
    held=MAX_SEATS,  # sets of tiles that the seats held at the decision that is asked about
)
#: The shift of a decision whose answer is a set of tiles.
WHOLE = 63

#: What a script can say of a decision: nothing; give this answer; give this answer and note whether
#: the strategy would give it; throw any tile except these; keep a set that contains these, of as
#: many tiles as the bits above the tiles say, or as the strategy keeps.
FREE, GIVEN, SAID, THROWN, KEPT = range(5)


def any_legal(view: Any, p: Any) -> int:
    """Answer by lot, as kernels do: one of what is legal."""
    return nth(view.legal, pick(view.word, count(view.legal)))


def any_of_hand(view: Any, p: Any) -> int:
    """Answer by lot, as kernels do: one of the tiles held."""
    return nth(view.hand, pick(view.word, count(view.hand)))


@inlined
def _may(legal: int, shift: int, answer: int) -> bool:
    """Tell whether an answer is allowed; -1 (leave it) is where the kernel asks for it."""
    if shift == WHOLE:
        return answer & ~legal == 0
    return answer == -1 or bool(legal >> (answer >> shift) & 1)


@inlined
def _throw(table: Table, told: int, legal: int, spared: int) -> int:
    """Return the strategy's tile, or another one by lot if that is spared; -2 if all are."""
    if told >= 0 and not spared >> told & 1:
        return told
    others = legal & ~spared
    return nth(others, pick(table[BASE.word], count(others))) if others else -2


@inlined
def _scripted(table: Table, script: Any, number: int, mode: int, legal: int, told: int) -> int:
    """Return the answer of a script, and write down what there is to say of it."""
    answer, shift = script[SCRIPT.answer + number], script[SCRIPT.shift + table[BASE.decision]]
    if mode == THROWN:
        thrown = _throw(table, told, legal, answer)
        script[SCRIPT.otherwise + number] = thrown != told
        script[SCRIPT.refused + number] = thrown < -1
        return told if thrown < -1 else thrown
    if mode == KEPT:
        # The strategy's set, with as few tiles changed as it takes to hold the wanted ones that are
        # there (what it laid it may have drawn later), and to be as large as everybody saw.
        size, answer = answer >> TILES, answer & legal & ALL_TILES
        size = size if size else count(told)
        script[SCRIPT.otherwise + number] = answer & ~told != 0 or count(told) != size
        others, spare = told & ~answer, legal & ALL_TILES & ~(told | answer)
        while count(answer | others) > size and others:
            others &= others - 1
        while count(answer | others) < size and spare:
            others |= spare & -spare
            spare &= spare - 1
        answer |= others
    elif mode == SAID:
        script[SCRIPT.otherwise + number] = told != answer
    allowed = _may(legal, shift, answer)
    script[SCRIPT.refused + number] = not allowed
    return answer if allowed else told


def follow_script(table: Table, script: Any) -> int:
    """Answer a decision from the script, or else as the seat's strategy does."""
    number, decision = table[BASE.asked], table[BASE.decision]
    if table[BASE.number] != script[SCRIPT.hand]:
        return ask(script[SCRIPT.goes_on + decision], table, script[SCRIPT.parameters])
    mode = script[SCRIPT.mode + number]
    legal = table[script[SCRIPT.legal + decision]]
    if number == script[SCRIPT.asked]:
        for p in range(MAX_SEATS):  # what everybody holds then
            script[SCRIPT.held + p] = table[script[SCRIPT.held_at] + p]
    script[SCRIPT.legal_then + number] = legal
    if mode != FREE and script[SCRIPT.decision + number] != decision:
        script[SCRIPT.refused + number] = 1
        mode = FREE
    if mode == GIVEN or (mode == SAID and script[SCRIPT.by_lot + decision]):
        answer = script[SCRIPT.answer + number]
        if _may(legal, script[SCRIPT.shift + decision], answer):
            return answer
        script[SCRIPT.refused + number] = 1
    told = ask(script[SCRIPT.goes_on + decision], table, script[SCRIPT.parameters])
    if mode <= GIVEN:
        return told
    return _scripted(table, script, number, mode, legal, told)


@inlined
def odds_against(script: Any, number: int) -> int:
    """Return how many answers a decision left to chance had; 1 for any other decision."""
    return max(1, count(script[SCRIPT.legal_then + number]))


@inlined
def forget(script: Any, number: int) -> None:
    """Clear what was written down of a decision."""
    script[SCRIPT.legal_then + number] = 0
    script[SCRIPT.otherwise + number] = script[SCRIPT.refused + number] = 0
