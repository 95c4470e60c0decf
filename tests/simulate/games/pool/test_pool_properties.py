"""What holds in every hand, whatever the rules and the line-up (hypothesis finds the cases)."""

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from reports.request import set_up
from simulate.games.pool.events import ASKING
from simulate.games.pool.kernel import decode
from simulate.games.pool.rules import PoolRules
from simulate.games.pool.settling import lowest_score
from simulate.games.pool.views import AT
from simulate.machine.compiling import kernel
from simulate.machine.table import pointer
from simulate.runs.follow import histories
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.lineup import library, seat_players

#: What holds does not depend on how many hands the expert imagines.
NAMES = [name if name != "expert" else "expert(deals=4)"
         for name in sorted(library("pool"))]
often = st.sampled_from(["no", "may", "must"])
by_hand = st.builds(
    PoolRules, contribution=st.integers(0, 50), leader=st.sampled_from(["draw", "rotate"]),
    draw=often, bankroll=st.none() | st.integers(1, 200))
hundred_up = st.builds(
    PoolRules, contribution=st.integers(0, 50), leader=st.sampled_from(["draw", "rotate"]),
    draw=often, score=st.just("hundred_up"), target=st.integers(1, 150),
    star=often)
rules_of_all = by_hand | hundred_up
line_ups = st.lists(st.sampled_from(NAMES), min_size=3, max_size=6)
seeds = st.integers(0, 2**63 - 1)


@settings(max_examples=15, deadline=None, derandomize=True)
@given(rules=rules_of_all, lineup=line_ups, seed=seeds)
def test_counts_are_those_of_the_histories(rules, lineup, seed):
    run = Run("pool", rules, seat_players("pool", lineup), 2, 30, seed)
    tally = play(run, jobs=1).tally
    counts = decode(tally.counts)
    expected = [np.zeros_like(part) for part in counts]
    hands, winners, won, turns, left, lengths = expected
    for hand, _ in histories(run, range(2)):
        seats = [seat for seat in range(len(lineup)) if hand["dealt"][seat]]
        seats.sort(key=lambda seat: (seat - hand["leader"]) % len(lineup))
        ended = len(seats), int(hand["ended"] == "blocked")
        hands[ended] += 1
        winners[(*ended, len(hand["winners"]))] += 1
        turns[(*ended, sum("draw" not in play for play in hand["plays"]))] += 1
        for position, seat in enumerate(seats):
            won[(*ended, position)] += seat in hand["winners"]
            left[len(seats), position, hand["pips"][seat]] += 1
        if hand.get("game_over"):
            lengths[hand["hand"] + 1] += 1
    assert all(np.array_equal(*both) for both in zip(counts, expected, strict=True))
    by_position = [[tally.form(f"hands_won_at_{p}", [seat]) for p in range(6)]
                   for seat in range(len(lineup))]
    assert np.array_equal(np.sum(by_position, axis=0), won.sum(axis=(0, 1)))


@kernel
def least(row: Any, among: int) -> int:
    return lowest_score(pointer(row), among)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(scores=st.lists(st.integers(99, 101), min_size=3, max_size=6), leader=st.integers(0, 2))
def test_of_equal_scores_the_first_on_the_leaders_left_stars(scores, leader):
    row, seats = np.zeros(AT.size, np.int64), np.roll(np.arange(len(scores)), -leader)
    row[AT.players], row[AT.leader] = len(scores), leader
    row[AT.chair :][: len(scores)], row[AT.score_after :][: len(scores)] = seats, scores
    first = min(np.roll(seats, -1).tolist(), key=scores.__getitem__)
    assert least(row, (1 << len(scores)) - 1) == first


def test_who_is_out_while_a_star_is_left_has_starred():
    """``star=must``: with four players two seats star, and whoever may does."""
    run = set_up("pool", "counter", 4, {"score": "hundred_up"}, 24, 50, 3)
    asked = 0
    for session in range(24):
        starred = set()
        for hand, _ in histories(run, range(session, session + 1)):
            gone = [seat for seat, score in enumerate(hand["score_before"]) if score is None]
            if gone and len(starred) == 1:
                state = ASKING.state(hand, run.rules)
                assert state[AT.stars] == sum(1 << seat for seat in starred)
                assert state[AT.pool] == hand["pool"]
                asked += 1
            starred |= set(hand["starred"])
    assert asked > 0
