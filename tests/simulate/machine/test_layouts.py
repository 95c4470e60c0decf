"""Names of a row's entries: in Python and in compiled code the same numbers."""

import pickle

import pytest
from numba.core.errors import TypingError

from simulate.machine.compiling import helper
from simulate.machine.layouts import lay_out

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


def test_layouts_travel_to_workers():
    assert vars(pickle.loads(pickle.dumps(AT))) == vars(AT)


def test_a_layout_may_begin_with_the_entries_of_another():
    first = lay_out(3, a=1, b=2)
    both = lay_out(first, c=2)
    assert (both.a, both.b, both.c, both.size) == (3, 4, 6, 8)
    assert both.names == ("a", "b", "c")
    assert (first.names, first.size) == (("a", "b"), 6)
