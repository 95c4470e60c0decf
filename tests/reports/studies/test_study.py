"""What a part of a study reports is its share of the whole."""

from __future__ import annotations

from reports.studies.study import part_of


def test_a_part_tells_how_much_of_the_whole_is_done():
    told = []
    tell = part_of(lambda done, hands: told.append((done, hands)), 0.25, 0.5)
    tell(0.0, 0)
    tell(0.5, 7)
    tell(1.0, 9)
    assert told == [(0.25, 0), (0.5, 7), (0.75, 9)]
    assert part_of(None, 0.25, 0.5) is None
