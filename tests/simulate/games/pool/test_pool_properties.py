"""What holds in every hand, whatever the rules and the line-up (hypothesis finds the cases)."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.domino.tiles import ALL_TILES, PIPS, mask, parse
from simulate.games.game import find_game
from simulate.games.pool.kernel import decode
from simulate.games.pool.rules import PoolRules
from simulate.games.pool.views import AT
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
cases = settings(max_examples=30, deadline=None, derandomize=True)


def session(rules, lineup, seed, hands=25):
    run = Run("pool", rules, seat_players("pool", lineup), 1, hands, seed)
    return list(histories(run, range(2, 3)))


def pips(tiles):
    return sum(int(PIPS[parse(tile)]) for tile in tiles)


@cases
@given(rules=rules_of_all, lineup=line_ups, seed=seeds)
def test_chips_are_conserved(rules, lineup, seed):
    balance, nets = 0, 0
    for hand, _ in session(rules, lineup, seed):
        assert hand["pool"] == balance + sum(hand["contribution"])
        balance, nets = hand["pool_next"], nets + sum(hand["net"])
        assert nets + balance == 0
        if rules.score == "hand":
            assert balance == hand["pool"] % len(hand["winners"])


@cases
@given(rules=rules_of_all, lineup=line_ups, seed=seeds)
def test_tiles_and_pips_add_up_to_the_set(rules, lineup, seed):
    for hand, _ in session(rules, lineup, seed):
        dealt = [tile for tiles in hand["dealt"] for tile in tiles or []]
        assert mask(map(parse, dealt + hand["stock"])) == ALL_TILES
        assert len(dealt) + len(hand["stock"]) == 28
        drawn = [play["draw"] for play in hand["plays"] if "draw" in play]
        left = set(hand["stock"]) - set(drawn)
        assert sum(hand["pips"]) == 168 - pips(hand["line"]) - pips(left)
        assert len(left) >= 2


@cases
@given(rules=rules_of_all, lineup=line_ups, seed=seeds)
def test_lines_match_and_every_tile_was_an_option(rules, lineup, seed):
    for hand, row in session(rules, lineup, seed):
        halves = [tile.split("-") for tile in hand["line"]]
        assert all(a[1] == b[0] for a, b in pairwise(halves))
        played = [play["tile"] for play in hand["plays"] if "tile" in play]
        assert sorted(map(parse, played)) == sorted(map(parse, hand["line"]))
        for turn in range(int(row[AT.turns])):
            option, legal = int(row[AT.choice_of + turn]), int(row[AT.legal_of + turn])
            assert legal >> option & 1 if option < 64 else legal == 0
        assert row[AT.stock] == len(hand["stock"]) - sum("draw" in play for play in hand["plays"])


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
