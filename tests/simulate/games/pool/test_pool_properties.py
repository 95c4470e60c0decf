"""What holds in every hand, whatever the rules and the line-up (hypothesis finds the cases)."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.games.game import find_game
from simulate.games.pool.kernel import decode
from simulate.games.pool.rules import PoolRules
from simulate.runs.play import play
from simulate.runs.replay import histories
from simulate.runs.run import Run
from strategies.lineup import library, seat_players

#: What holds does not depend on how many hands the expert imagines.
NAMES = [name if name != "expert" else "expert(deals=4,listed=20)"
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


def added_up(hands, seat):
    """Return what a summary says of a seat, from the histories alone."""
    entry = {
        "hands_won": sum(seat in hand["winners"] for hand in hands),
        "dominoes": sum(seat in hand["winners"] and hand["ended"] == "domino" for hand in hands),
        "pips": sum(hand["pips"][seat] for hand in hands),
        "net": sum(hand["net"][seat] for hand in hands),
    }
    if "game_winners" in hands[0]:
        entry["games_won"] = sum(seat in hand["game_winners"] for hand in hands)
    return entry


@settings(max_examples=15, deadline=None, derandomize=True)
@given(rules=rules_of_all, lineup=line_ups, seed=seeds, sessions=st.integers(1, 5))
def test_histories_add_up_to_summaries_exactly(rules, lineup, seed, sessions):
    run = Run("pool", rules, seat_players("pool", lineup), sessions, 30, seed)
    hands = [hand for hand, _ in histories(run, range(sessions))]
    tally = play(run, jobs=1).tally
    table, seats = find_game("pool").summary(tally, rules)
    assert seats == [added_up(hands, seat) for seat in range(len(lineup))]
    expected = {"blocked": sum(hand["ended"] == "blocked" for hand in hands)}
    if rules.score == "hundred_up":
        expected["unfinished"] = sessions - sum(hand["game_over"] for hand in hands)
    assert table == expected
    last = {hand["session"]: hand["pool_next"] for hand in hands}
    assert tally.session_total("left") == sum(last.values())


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
