"""What a rival that plays by lot may hold when two tricks are left, by enumeration."""

from __future__ import annotations

from itertools import combinations


def hands_left(unseen, past, follows):
    """Yield the pairs of tiles that it may hold, with the chance of the replies that were seen.

    ``past`` has the tile led to each trick, the suit that it was led as, and the reply to it;
    ``follows(hand, suit)`` returns what may be played.
    """
    for rest in combinations(unseen, 2):
        hand, weight = [*rest, *(reply for _, _, reply in past)], 1.0
        for _, suit, reply in past:
            legal = follows(hand, suit)
            weight *= (reply in legal) / len(legal)
            hand = [tile for tile in hand if tile != reply]
        if weight:
            yield hand, weight
