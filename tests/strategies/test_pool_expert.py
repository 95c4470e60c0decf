"""The expert at Domino Pool: hands that agree with what was seen, and play to the end."""

from __future__ import annotations

import numpy as np
import pytest

from reports.request import set_up
from reports.stats.estimates import mean_of_trials
from reports.studies.line.tables_of_hands import seated, shares, single_hands
from simulate.domino.tiles import ALL_TILES, SHOWS, mask, parse
from strategies.lineup import seat_players
from strategies.pool.imagined_hands import imagine_hands, part_after


def tiles(*words):
    return mask(parse(word) for word in words)


def test_imagined_hands_have_their_sizes_and_none_of_the_numbers_passed_on():
    hand, played = tiles("6-4", "4-4"), tiles("6-6", "6-1", "3-1")
    sizes, voids = 2 | 5 << 8 | 4 << 16, (1 << 6 | 1 << 3) << 8
    numbers = np.random.default_rng(2).integers(0, 2**62, 300)
    seen, hands = set(), np.zeros(6, np.int64)
    for word in numbers:
        assert imagine_hands(hands, hand, played, sizes, voids, 3, 0, word)
        assert hands[0] == hand and not hands[3:].any()
        assert [int(one).bit_count() for one in hands[1:3]] == [5, 4]
        assert not hands[1] & (SHOWS[6] | SHOWS[3])
        assert not (hands[1] & hands[2] or (hands[1] | hands[2]) & (hand | played))
        seen.add(int(hands[1]))
    assert len(seen) > 200
    nothing = sum(1 << 8 * p for p in range(1, 2)) * 0x7F
    assert not imagine_hands(hands, hand, played, sizes, nothing, 3, 0, 5)  # it has all numbers out


@pytest.mark.parametrize(("option", "taken"), [
    # 6-4 to the 6 leaves 4 and 1: nobody fits, and the own hand (2-2) is lighter than 5-5.
    ("6-4", 1.0),
    # 6-5 to the 6 leaves 5 and 1: the other plays 5-5 and is out.
    ("6-5", 0.0),
])
def test_a_line_is_played_to_its_end(option, taken):
    hands = np.zeros(6, np.int64)
    hands[0], hands[1], hands[2] = tiles("6-4", "6-5", "2-2"), tiles("5-5"), tiles("3-3", "3-0")
    if option == "6-4":
        hands[0] = tiles("6-4", "2-2")
    assert part_after(hands, 6, 1, parse(option), 3, 0) == taken
    assert ALL_TILES & int(hands[0]) == int(hands[0])


def test_the_expert_takes_much_more_than_play_by_lot_in_its_seat():
    run = single_hands(set_up("pool", "random", 3, None, 1500, None, 9))
    expert, random = (seat_players("pool", name, 1)[0] for name in ("expert(deals=32)", "random"))
    more = (shares(seated(run, expert, [random]), 1)[:, 0].sum(-1)
            - shares(seated(run, random, [random]), 1)[:, 0].sum(-1))
    assert mean_of_trials(more, np.ones(len(more))).low > 0.05
