"""No pointer outlives the array that it leads into."""


import numpy as np
import pytest
from numba.core.errors import TypingError

from simulate.errors import BoneyardError
from simulate.machine.compiling import helper, kernel
from simulate.machine.table import lay_out, numbers


@kernel
def mix(a, b, found, strategy):
    """Read, add, subtract, multiply and write at every place."""
    left, right, to = numbers(a, strategy), numbers(b, strategy), numbers(found, strategy)
    for i in range(len(a)):
        to[i] = left[i] * right[i] - right[i]
        to[i] += left[i] + right[i]
        to[i] *= left[i]
        to[i] -= right[i]


@pytest.mark.parametrize("games", [(), (4,)])
def test_numbers_are_added_and_multiplied_one_by_one(games):
    rng = np.random.default_rng(5)
    a, b = rng.normal(size=(2, 7, *games))
    found = np.zeros((7, *games))
    mix(a, b, found, np.zeros((1, 1, 1, *games)))
    assert (found == (a * b - b + (a + b)) * a - b).all()


def test_arrays_of_whole_numbers_are_refused():
    whole = np.zeros(4, np.int64)
    with pytest.raises(Exception, match="numbers"):
        mix(whole, whole, whole, np.zeros((1, 1, 1)))


AT = lay_out(5, trump=1, hand=4, led=1)


@helper
def _seen(seat):
    return AT.trump, AT.hand + seat, AT.led, AT.size


@helper
def _misspelled():
    return AT.trumps


def test_entries_follow_each_other_from_the_start():
    assert (AT.trump, AT.hand, AT.led, AT.size) == (5, 6, 10, 11)
    assert AT.names == ("trump", "hand", "led")


def test_compiled_code_finds_the_same_numbers():
    assert _seen(2) == (AT.trump, AT.hand + 2, AT.led, AT.size)


def test_a_name_that_no_entry_has_is_refused_when_compiled():
    with pytest.raises(TypingError, match="trumps"):
        _misspelled()


def test_a_layout_may_begin_with_the_entries_of_another():
    first = lay_out(3, a=1, b=2)
    both = lay_out(first, c=2)
    assert (both.a, both.b, both.c, both.size) == (3, 4, 6, 8)
    assert both.names == ("a", "b", "c")
    assert (first.names, first.size) == (("a", "b"), 6)


@pytest.mark.parametrize("name", [*vars(lay_out(0, entry=1)), "_numba_type_", "__init__"])
def test_no_entry_takes_a_name_that_a_layout_has(name):
    first = lay_out(0, entry=1)
    with pytest.raises(BoneyardError, match=f"entry {name!r} of a layout: it has that name"):
        lay_out(first, **{name: 1})
