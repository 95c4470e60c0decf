"""The page that the tests of pages read: it is made once."""

import pytest


@pytest.fixture(scope="session")
def page(chips):
    return chips.page()
