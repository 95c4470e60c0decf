"""Forked decisions are those of plain runs in which a strategy is made to answer so."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

import numpy as np
import pytest

from boneyard import Parameter, StrategyError
from boneyard.casino import CasinoStrategy
from boneyard.proof.randomness import deck_of, philox
from reports.request import set_up
from simulate.branch import forced
from simulate.branch.forced import fork
from simulate.branch.rolling import Rolling
from simulate.domino.tile_sets import nth
from simulate.games.casino.rules import AT
from simulate.games.game import find_game
from simulate.games.pool.views import AT as POOL
from simulate.games.spot import asking, no_extra
from simulate.machine.table import BASE
from simulate.runs.chunk import record_sessions
from simulate.runs.run import Run
from strategies.lineup import seat_players


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


TABLES = [
    ("loo", "random,solved,bold,master(worlds=2)", {}),
    ("loo", "random", {"penalty": "cap:40"}),
    ("loo", "book,random,miss-lover", {"scoring": "points"}),
    ("loo", "random,banker", {}),
    ("rounce", "random,cautious,book", {}),
    ("euchre", "hoyle,random,bold,cautious", {}),
    ("euchre", "random,threshold,loner", {"lead_suit": "high"}),
    ("euchre", "random", {}),
    ("pool", "random,counter,heaviest,block-when-light", {}),
    ("pool", "random,counter,random", {"draw": "must"}),
    ("pool", "random,counter,random,counter", {"draw": "may"}),
    ("pool", "random,counter,random", {"draw": "may", "star": "may", "score": "hundred_up",
                                       "target": "30"}),
    ("pool", "random,keep-options,counter", {"score": "hundred_up"}),
    ("casino", "random,best-odds,spoiler", {}),
    ("casino", "random,random,pot-chaser,save-doubles,blank-hunter", {}),
]
_SAME = {
    "declarations", "tricks", "tricks_won", "looed", "paid", "penalties", "points", "auction",
    "trump", "maker", "alone", "dealer_discard", "plays", "line", "pips", "winners", "out",
    "starred", "rounds", "stash", "pool_next", "score_after", "dealt", "points_after", "stock",
}


def _hands(game, lineup, rules, hands):
    players = seat_players(game, lineup, None if "," in lineup else 4)
    run = Run(game, find_game(game).rules_class.of(None, **rules), players, 1, 50, 7)
    sessions = hands if game == "casino" else 1  # which has a hand a session
    for session in range(sessions):
        for row in record_sessions(run, (session,), 0, hands):
            hand = find_game(game).record(row, len(players))
            yield run, row, {"game": game, "players": len(players), **hand}


def dice_of(row, seats):
    """Return the first roller and the rolls of a game of Casino, as a spot has them."""
    seed, session, number = (int(row[at]) for at in (BASE.seed, BASE.session, BASE.number))
    extra = no_extra()
    for k, word in enumerate(philox((session, number, 1, 0), (seed, 0))[1:]):
        for j, choices in enumerate([seats, *[36] * 5] if k == 0 else [36] * 5):
            extra[k, j] = choices, word * choices >> 64
            word = word * choices & (1 << 64) - 1
    return extra


def _force(game, lineup, rules):
    """Force every decision of some hands by itself; return the kinds that had a choice. Some deals
    agree with what had been seen."""
    ask, kinds = asking(game), Counter()
    for run, row, hand in _hands(game, lineup, rules, 4):
        order, key = deck_of(row)
        extra = dice_of(row, len(run.players))
        events = ask.events(hand, run.rules)
        for index, event in enumerate(events):
            rolling = Rolling(run, ask.spot(hand, run.rules, events, index))
            for answer in (None, event.answer):
                left = find_game(game).record(
                    rolling.replay(order, extra, key, answer), len(run.players))
                for name in _SAME & set(hand):
                    assert left[name] == hand[name], (event.about, answer, name)
            if rolling.legal():
                assert event.answer in rolling.legal()
                kinds[event.decision] += 1
            assert (rolling.roll(0, 256, [], 0).otherwise >= 0).any(), event.about
    return kinds


@pytest.mark.parametrize("game", dict.fromkeys(game for game, _, _ in TABLES))
def test_forced_decisions_of_a_run_give_that_run(game):
    kinds = Counter()
    for name, lineup, rules in TABLES:
        if name == game:
            forced = _force(name, lineup, rules)
            assert forced.total() > 10
            kinds += forced
    # Declarations and calls, throws, keeps, draws, stars, bets and tiles: whatever a game asks.
    assert set(kinds) == set(find_game(game).decisions)
