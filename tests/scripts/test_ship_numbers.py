"""What the library ships is what is measured."""

import numpy as np
import pytest

from scripts.ship_numbers import measured


@pytest.mark.slow
def test_what_is_shipped_is_what_is_measured():
    for path, arrays in measured().items():
        with np.load(path) as shipped:
            assert sorted(shipped) == list(arrays)
            for name, array in arrays.items():
                np.testing.assert_array_equal(shipped[name], array, f"{path.name}: {name}")
