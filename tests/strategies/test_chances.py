"""Chances of what hands hold, against an enumeration of them."""

from itertools import combinations

import pytest

from simulate.domino.tile_sets import count
from simulate.domino.tricks import TRUMPS, bowers
from strategies.skills import missing, missing_row


def enumerated(held, unseen, given):
    hands = list(combinations(range(unseen), held))
    return sum(min(hand, default=unseen) >= given for hand in hands) / len(hands)


@pytest.mark.parametrize(("held", "unseen", "given"), [
    (0, 4, 3), (1, 9, 2), (2, 10, 0), (3, 11, 8), (5, 13, 8), (5, 12, 7), (5, 12, 8), (5, 5, 1),
])
def test_chances_are_those_of_all_hands(held, unseen, given):
    row = missing_row(held, (1 << unseen) - 1)
    assert missing(row, given) == pytest.approx(enumerated(held, unseen, given))


def test_no_suit_is_larger_than_what_can_be_asked():
    trumps = max(count(int(TRUMPS[bowers(trump)])) for trump in range(7))
    assert trumps == 8
    # A hand out of 23 tiles with these among them is most unlikely to have none.
    assert missing(missing_row(5, (1 << 23) - 1), trumps) < 0.1
