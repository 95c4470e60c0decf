"""Prices and what they bring: the short form of what ``make verify`` compares."""

from dataclasses import replace

import pytest

from tests.proofs.as_advised import Priced, Sat, added


def _twice(priced):
    return Priced(2 * priced.lost, 2 * priced.shared)


@pytest.mark.slow
def test_who_is_put_right_makes_what_the_review_said_was_lost():
    sat = Sat("loo", "random,book,book", 3, 1, 30, 160, {"penalty": "cap:15"}, ("declare",))
    (row,) = added(sat)
    assert row.often == 1
    # What pools are worth is measured, and its error is told.
    assert 0 < row.lost.shared < row.lost.lost.std() / len(row.gained) ** 0.5
    assert abs(row.apart) < 3
    assert abs(row.apart_everywhere) < 3
    assert row.gained.mean() > 3 * row.gained.std() / len(row.gained) ** 0.5
    # Prices that are twice as high are found out, in the review and along the way.
    doubled = replace(row, lost=_twice(row.lost), said=_twice(row.said))
    assert doubled.apart > 3
    assert doubled.apart_everywhere > 3


def test_what_comes_late_in_a_game_is_put_right_too():
    sat = Sat("pool", "random,counter,counter", 3, 20, 100, 6,
              {"score": "hundred_up", "star": "may", "target": "30"}, ("star",))
    (row,) = added(sat)
    assert 0 < row.often < 1
    assert row.lost.lost.any()
    assert row.gained.any()
