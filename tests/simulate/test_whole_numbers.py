"""Bounds of whole numbers are told as a person tells them."""

import pytest

from simulate.errors import BoneyardError
from simulate.inputs import whole


@pytest.mark.parametrize(("bounds", "allowed"), [
    ((4, 4), "4, the only number allowed"), ((3, 5), "a whole number from 3 to 5"),
    ((9, None), "a whole number of 9 or more")])
def test_what_is_allowed_stands_in_the_refusal(bounds, allowed):
    with pytest.raises(BoneyardError, match=f"^players 2 is not {allowed}$"):
        whole(2, "players", *bounds)
