"""The expert at Domino Pool: hands that agree with what was seen, and play to the end."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from reports.compare import play_all
from reports.games.pool.decisions import STAKE, single_hands
from reports.request import set_up
from reports.stats.estimates import mean_of_trials
from simulate.domino.tiles import HIGH, LOW, PIPS, SHOWS, TILES, mask, parse
from simulate.games.pool.views import Turn
from strategies.lineup import seat_players
from strategies.pool.expert import (
    RIVALS,
    imagine_hands,
    lightest_hands,
    line_of,
    list_rivals,
    part_after,
    winners_of,
)
from strategies.skills import keep_close


def tiles(*words):
    return mask(parse(word) for word in words)


def turn(hand, played, sizes, voids, left, right, legal, position=1):
    given = dict.fromkeys(Turn._fields, 0) | {
        "hand": hand, "legal": legal, "left": left, "right": right, "tiles_played": played,
        "seats": 3, "players": 3, "position": position, "voids": voids,
        "sizes": sum(size << 8 * p for p, size in enumerate(sizes))}
    return Turn(**given)


def rivals_of(view):
    rivals = np.zeros(RIVALS, np.int64)
    return rivals, list_rivals(view, rivals)


def test_imagined_hands_have_their_sizes_and_none_of_the_numbers_passed_on():
    hand, played = tiles("6-4", "4-4"), tiles("6-6", "6-1", "3-1")
    view = turn(hand, played, (2, 5, 4), (1 << 6 | 1 << 3) << 8, 0, 0, 0, position=0)
    seen, hands, stream = set(), np.zeros(6, np.int64), np.array([2, 0])
    for _ in range(300):
        assert imagine_hands(*rivals_of(view), view, stream, hands)
        assert hands[0] == hand and not hands[3:].any()
        assert [int(one).bit_count() for one in hands[1:3]] == [5, 4]
        assert not hands[1] & (SHOWS[6] | SHOWS[3])
        assert not (hands[1] & hands[2] or (hands[1] | hands[2]) & (hand | played))
        seen.add(int(hands[1]))
    assert len(seen) > 200
    nothing = view._replace(voids=0x7F << 8)
    # The second has all numbers out.
    assert not imagine_hands(*rivals_of(nothing), nothing, stream, hands)


@pytest.mark.parametrize(("held", "option", "taken"), [
    # 6-4 to the 6 leaves 4 and 1: nobody fits, and the own hand (2-2) is lighter than 5-5.
    (("6-4", "2-2"), "6-4", 1.0),
    # 6-5 to the 6 leaves 5 and 1: the other plays 5-5 and is out.
    (("6-4", "6-5", "2-2"), "6-5", 0.0)])
def test_a_line_is_played_to_its_end(held, option, taken):
    hands = np.zeros(6, np.int64)
    hands[:3] = tiles(*held), tiles("5-5"), tiles("3-3", "3-0")
    assert part_after(hands, turn(0, 0, (), 0, 6, 1, 0, position=0), parse(option)) == taken


def test_an_option_that_falls_behind_is_tried_no_more():
    options, parts = np.array([3, 7, 40]), np.array([10.0, 40.0, 30.0])
    assert keep_close(options, parts, 3, 20.0) == 2
    assert (options[:2].tolist(), parts[:2].tolist()) == ([7, 40], [40.0, 30.0])
    assert keep_close(options, parts, 2, 9.0) == 1 and (options[0], parts[0]) == (7, 40.0)


def test_the_expert_takes_much_more_than_play_by_lot_in_its_seat():
    run = single_hands(set_up("pool", "random", 3, None, 1500, None, 9))
    expert, random = (seat_players("pool", name, 1)[0] for name in ("expert(deals=32)", "random"))
    own, by_lot = (played.seats[0, :, 0] for played in play_all(
        [[replace(run, players=(one, random, random))] for one in (expert, random)], 1))
    more = (own - by_lot) / (3 * STAKE)
    assert mean_of_trials(more).low > 0.05


def best_of_open_hands(hands, ends, p, passes):
    """Return who wins if all see all hands, by trying everything; None where several ways tie."""
    if passes == len(hands):
        packed = np.zeros(6, np.int64)
        packed[:len(hands)] = [sum(1 << t for t in hand) for hand in hands]
        return int(lightest_hands(packed, len(hands)))
    q = (p + 1) % len(hands)
    fits = [(t, k) for t in hands[p] for k in (0, 1) if ends[k] in (HIGH[t], LOW[t])]
    if not fits:
        return best_of_open_hands(hands, ends, q, passes + 1)
    found = set()
    for t, k in fits:
        left = [hand - {t} for hand in hands]
        after = list(ends)
        after[k] = PIPS[t] - ends[k]
        found.add(1 << p if not left[p] else best_of_open_hands(left, after, q, 0))
    if None in found:
        return None
    part = {won: (won >> p & 1) / won.bit_count() for won in found}
    best = [won for won in found if part[won] == max(part.values())]
    return best[0] if len(best) == 1 else None


def test_open_hands_are_played_as_is_best_for_each():
    rng, tried = np.random.default_rng(5), 0
    for _ in range(400):
        deck, players = rng.permutation(TILES), int(rng.integers(2, 5))
        sizes = rng.integers(1, 4, players)
        cuts = np.concatenate([[0], np.cumsum(sizes)])
        sets = [frozenset(map(int, deck[a:b])) for a, b in pairwise(cuts)]
        ends = [int(end) for end in rng.integers(0, 7, 2)]
        expected = best_of_open_hands([set(one) for one in sets], ends, 0, 0)
        if expected is None:
            continue
        hands = np.zeros(6, np.int64)
        hands[:players] = [sum(1 << t for t in one) for one in sets]
        before = hands.copy()
        assert winners_of(hands, line_of(*ends), 0, players) == expected
        assert (hands == before).all()
        tried += 1
    assert tried > 150
