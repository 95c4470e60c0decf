"""Python looks for garbage less often while something is compiled, and as before afterwards."""

import gc

import numba
import pytest

import simulate.machine.jit  # noqa: F401  # tells numba


@pytest.mark.parametrize(("before", "during"), [
    ((700, 10, 10), (50_000, 10, 10)),
    ((60_000, 10, 10), (60_000, 10, 10)),
    ((0, 10, 10), (0, 10, 10)),
])
@pytest.mark.parametrize("fails", [False, True])
def test_the_threshold_is_raised_while_something_compiles(before, during, fails):
    seen, own = [], gc.get_threshold()

    def function(one):
        return one + missing if fails else one  # noqa: F821  a name that is missing makes compiling fail

    @numba.extending.overload(function)
    def compiled_within(one):
        seen.append(gc.get_threshold())
        return function

    gc.set_threshold(*before)
    try:
        compiled = numba.njit(lambda one: function(one))
        if fails:
            with pytest.raises(numba.TypingError):
                compiled(1)
        else:
            assert compiled(1) == 1
        assert set(seen) == {during}
        assert gc.get_threshold() == before
    finally:
        gc.set_threshold(*own)
