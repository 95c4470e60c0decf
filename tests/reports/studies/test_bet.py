"""``study bet``: where it takes its numbers from."""

from __future__ import annotations

import pytest

from reports.games.casino.decisions import NOTED, bets
from reports.moves import measure
from reports.request import set_up
from simulate.branch.forks import fork
from simulate.games.casino.views import AT


def test_the_tiles_won_in_all_rounds_are_the_stash():
    run = set_up("casino", "random", 4, None, 100, None, 2)
    found = measure(run, bets(run), 1)["rounds"].both
    (forks,) = fork(run, "bet", NOTED, range(AT.value, AT.value + 4), lambda forks: forks, jobs=1)
    last = forks.number == forks.number.max()
    stash = forks.outcomes[last, forks.taken[last], forks.seat[last]]
    assert found.totals.sum() + found.totals[-1, 0] == pytest.approx(stash.sum())
