"""What a part of a study reports is its share of the whole."""

from __future__ import annotations

import pytest

from reports.request import set_up
from reports.studies.study import part_of, ways_of_playing
from strategies.lineup import library


def test_a_part_tells_how_much_of_the_whole_is_done():
    told = []
    tell = part_of(lambda done, hands: told.append((done, hands)), 0.25, 0.5)
    tell(0.0, 0)
    tell(0.5, 7)
    tell(1.0, 9)
    assert told == [(0.25, 0), (0.5, 7), (0.75, 9)]
    assert part_of(None, 0.25, 0.5) is None


def test_ways_of_playing_are_those_of_the_library_that_are_quick_and_of_the_line_up():
    found = [player.label for player in ways_of_playing(set_up("loo", "threshold(stay_1=2),book"))]
    slow = {name for name, strategy in library("loo").items() if strategy.is_slow}
    assert len(found) == len(set(found)) and not slow & set(found)
    assert set(found) - set(library("loo")) == {"threshold(stay_1=2)"}


@pytest.mark.parametrize(("rules", "tried"), [({}, False), ({"scoring": "points"}, True)])
def test_one_who_plays_to_the_score_is_tried_where_there_is_one(rules, tried):
    found = [player.label for player in ways_of_playing(set_up("loo", "book", 2, rules))]
    assert ("racer" in found) == tried
