"""Helpers are compiled with what calls them, and by themselves only where Python calls them."""

from __future__ import annotations

from simulate.domino.tile_sets import count
from simulate.machine.jit import helper, inlined, numba, part_of
from simulate.solving.casino.endings import ending_worth


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


def test_a_helper_that_compiled_code_calls_is_not_compiled_by_itself():
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
