"""Whole numbers as people write them, and texts that hold too long ones."""

import pytest

from simulate.errors import BoneyardError
from simulate.games.rules import read_house_rules
from simulate.whole_numbers import whole
from strategies.lineup import read_tuned

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
