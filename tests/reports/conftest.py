"""Results that the tests of the reports share: each is played once."""

import pytest

from boneyard import simulate


@pytest.fixture(scope="session")
def chips():
    return simulate(
        "loo", "stay,random,random,random", rules={"penalty": "cap:40"}, sessions=400, hands=60,
        seed=5, jobs=1)


@pytest.fixture(scope="session")
def points():
    return simulate("loo", "stay,random", rules={"scoring": "points"}, sessions=300, seed=5, jobs=1)


@pytest.fixture(scope="session")
def one_session():
    return simulate("loo", "stay,random,random", sessions=1, hands=3, seed=5, jobs=1)


@pytest.fixture(scope="session")
def page(chips):
    return chips.page()
