"""What the system refuses is told in its words, with the file that a person knows."""

import errno

import pytest

from simulate.errors import refusal


@pytest.mark.parametrize(("error", "said"), [
    (PermissionError(errno.EACCES, "whatever", "out/x.csv"), "Permission denied: 'out/x.csv'"),
    (OSError(errno.ENOSPC, "No space left on device"), "No space left on device"),
    (OSError(errno.ENOSPC, "encoder error"), "No space left on device: encoder error"),
    (OSError("no number"), "no number"),
    # The file that came last is not what is wrong.
    (OSError(errno.EMFILE, "Too many open files", "/lib/fonts/Bold.ttf"),
     "too many open files: allow more with 'ulimit -n 256'"),
])
def test_what_the_system_refused_is_told(error, said):
    assert refusal(error) == said


def test_a_place_that_is_named_already_is_not_told_twice():
    assert refusal(PermissionError(errno.EACCES, "", "out/tmp1"), named=True) == "Permission denied"
