"""What the system refuses is told in its words, with the file that a person knows."""

import errno

import pytest

from simulate.errors import BoneyardError, refusal
from simulate.games.rules import read_house_rules
from simulate.inputs import whole
from strategies.lineup import read_tuned


@pytest.mark.parametrize(("error", "said"), [
    (PermissionError(errno.EACCES, "whatever", "out/x.csv"), "Permission denied: 'out/x.csv'"),
    (OSError(errno.ENOSPC, "No space left on device"), "No space left on device"),
    (OSError(errno.ENOSPC, "encoder error"), "No space left on device: encoder error"),
    (OSError("no number"), "no number"),
    # The file that came last is not what is wrong.
    (OSError(errno.EMFILE, "Too many open files", "/lib/fonts/Bold.ttf"),
     "too many open files: allow more with 'ulimit -n 256'")])
def test_what_the_system_refused_is_told(error, said):
    assert refusal(error) == said


def test_a_place_that_is_named_already_is_not_told_twice():
    assert refusal(PermissionError(errno.EACCES, "", "out/tmp1"), named=True) == "Permission denied"


LONG = 10**6_000


@pytest.mark.parametrize("read", [read_house_rules, read_tuned])
def test_a_number_of_many_digits_in_a_file_is_told_without_advice_on_python(tmp_path, read):
    file = tmp_path / "mine.toml"
    file.write_text(f"ante = 1{'0' * 6_000}\n")
    with pytest.raises(BoneyardError, match="more than 4,300 digits") as refused:
        read(str(file), "loo")
    assert "sys." not in str(refused.value)


def test_a_number_of_many_digits_is_none_that_is_allowed():
    with pytest.raises(BoneyardError, match=r"^seed is not a whole number from 0 to 9: "):
        whole(LONG, "seed", 0, 9)
