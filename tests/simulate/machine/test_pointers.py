"""A layout of rows has its entries by name, in compiled code as well."""

import pytest
from numba.core.errors import TypingError

from simulate.errors import BoneyardError
from simulate.machine.compiling import helper
from simulate.machine.table import lay_out

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
