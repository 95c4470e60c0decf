"""Forked decisions are those of plain runs in which a strategy is made to answer so."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pytest

from boneyard import Parameter, StrategyError
from boneyard.casino import CasinoStrategy
from reports.request import set_up
from simulate.branch import forced
from simulate.branch.forced import fork
from simulate.domino.tile_sets import nth
from simulate.games.casino.rules import AT
from simulate.games.pool.views import AT as POOL
from simulate.runs.chunk import record_sessions


class Forced(CasinoStrategy):
    """Bets the k-th tile of its hand in one round, and its lowest in all others."""

    name = "forced"
    parameters: ClassVar = {"round": Parameter(20, 0, 20, "which"), "k": Parameter(0, 0, 2, "k")}

    @staticmethod
    def bet(view, p):
        if view.round == p.round:
            return nth(view.hand, int(p.k))
        return nth(view.hand, 0)


def forks_of(run, decision="bet", kept=tuple(range(AT.value, AT.value + 5)), **more):
    noted = {"hand": AT.hand} if run.game == "casino" else {"legal": POOL.legal}
    (found,) = fork(run, decision, noted, kept, lambda forks: forks, jobs=1, **more)
    return found


def stashes(run, session):
    (row,) = record_sessions(run, (session,), 0, 1)
    return row[AT.value : AT.value + len(run.players)].tolist()


@pytest.mark.parametrize("players", [2, 3])
def test_every_answer_is_that_of_a_plain_run_with_it(players):
    rivals = ["pot-chaser", "random"][: players - 1]
    run = set_up("casino", [Forced(), *rivals], players, None, 3, None, 6)
    found = forks_of(run, seats=[0])
    assert found.sessions == 3 and len(found.session) == 3 * (28 // players - 1)
    for d in range(len(found.session)):
        for k in range(found.count[d]):
            answer = Forced(round=int(found.number[d]), k=k)
            plain = set_up("casino", [answer, *rivals], players, None, 3, None, 6)
            assert found.outcomes[d, k, :players].tolist() == stashes(plain, found.session[d])
            assert found.answers[d, k] == nth(int(found.noted["hand"][d]), k)
        assert found.taken[d] == 0  # its lowest tile


def test_what_is_told_is_what_the_strategies_play_by_lot_too():
    run = set_up("casino", "random,spoiler,best-odds", None, None, 6, None, 8)
    found = forks_of(run)
    assert found.seat.tolist() == [s % 3 for s in found.session]
    for d, session in enumerate(found.session):
        assert found.outcomes[d, found.taken[d], :3].tolist() == stashes(run, session)


def test_workers_and_the_first_session_change_nothing(monkeypatch):
    monkeypatch.setattr(forced, "_HANDS_A_CHUNK", 1024)
    run = set_up("casino", "random,spoiler", None, None, 2500, None, 8)

    def total(forks):
        return forks.outcomes.sum(), int(forks.session[0])

    one, two = (fork(run, "bet", {}, [AT.value], total, jobs=jobs) for jobs in (1, 2))
    assert one == two and [first for _, first in one] == [0, 1024, 2048]
    later = fork(run, "bet", {}, [AT.value], total, jobs=1, first=1024)
    assert later[0] == one[1]
    assert np.isfinite(one[0][0])


class Wrong(CasinoStrategy):
    """Bets a tile that it need not hold."""

    name = "wrong"
    bet = staticmethod(lambda view, p: 0)


def test_an_error_says_whose_decision_it_was():
    run = set_up("casino", ["random", Wrong()], 2, None, 3, None, 6)
    with pytest.raises(StrategyError, match="'wrong' in seat 1 answered 0-0; legal were"):
        forks_of(run)
