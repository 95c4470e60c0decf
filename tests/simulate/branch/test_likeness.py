"""How likely a line-up was to do what was done: its own hands, those of others, and by lot."""

from __future__ import annotations

import pytest

from reports.request import set_up
from simulate.branch.luck import chances_of
from simulate.games.spot import asking
from simulate.runs.replay import histories


def _played(game, lineup, rules=None, sessions=8):
    run = set_up(game, lineup, None, rules, sessions, 4, 3)
    for hand, _ in histories(run, range(sessions)):
        yield hand, asking(game).events(hand, run.rules)


@pytest.mark.parametrize(("game", "lineup", "other"), [
    # Not ``solved``, who leaves some declarations to lot.
    ("loo", "book,bold,banker,threshold", "cautious"), ("rounce", "book,bold,book", "cautious"),
    ("euchre", "hoyle,threshold,hoyle,threshold", "random"),
    ("pool", "counter,heaviest,counter", "random"), ("casino", "best-odds,save-doubles", "random"),
])
def test_a_line_up_would_have_done_what_it_did_and_another_would_not(game, lineup, other):
    table = set_up(game, lineup, None, None, 1, 1, 9)
    others = set_up(game, [other] * len(table.players), None, None, 1, 1, 9)
    shares = []
    for hand, events in _played(game, lineup):
        assert (chances_of(table, hand, events)[:60] == 1).all()
        shares.append(chances_of(others, hand, events).mean())
    assert sum(shares) / len(shares) < 0.97


def test_who_decides_by_lot_did_it_with_one_chance_in_so_many():
    run = set_up("loo", "random", 3)
    for hand, events in _played("loo", "random,random,random"):
        for event, chance in zip(events, chances_of(run, hand, events), strict=True):
            assert 0 < chance <= 1 and 1 / chance == pytest.approx(round(1 / chance))
            if event.decision == "declare" and event.seat == (hand["dealer"] + 1) % 3:
                assert chance == pytest.approx(1 / 3)  # play, miss or drop


def test_where_not_all_tiles_are_told_nothing_is():
    hand, events = next(_played("loo", "book,book,book"))
    blind = {**hand, "dealt": [hand["dealt"][0], None, None]}
    assert chances_of(set_up("loo", "book", 3), blind, events) is None
    assert chances_of(set_up("loo", "book", 3), hand, ()) is None
