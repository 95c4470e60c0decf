"""What holds in every hand, whatever the rules and the line-up (hypothesis finds the cases)."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.games.euchre.game import GAME
from simulate.games.euchre.kernel import unpack
from simulate.games.euchre.rules import EuchreRules
from simulate.runs.chunk import play_sessions
from simulate.runs.follow import histories
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.lineup import library, seat_players

NAMES = sorted(library("euchre"))
all_rules = st.sampled_from(["announced", "high"]).map(lambda suit: EuchreRules(lead_suit=suit))
line_ups = st.lists(st.sampled_from(NAMES), min_size=2, max_size=4)
seeds = st.integers(0, 2**63 - 1)


def games(rules, lineup, seed, sessions=3, hands=1000):
    run = Run("euchre", rules, seat_players("euchre", lineup), sessions, hands, seed)
    return run, list(histories(run, range(sessions)))


def added_up(hands, seat):
    """Return what a summary must say of a seat, from the histories alone."""
    made = [hand for hand in hands if hand["maker"] == seat]
    taken = [
        hand["tricks_won"][seat]
        + (hand["tricks_won"][(seat + 2) % 4] if hand["players"] == 4 else 0)
        for hand in made]
    return {
        "made": len(made), "alone": sum(hand["alone"] for hand in made),
        "marched": taken.count(5), "euchred": sum(tricks < 3 for tricks in taken),
        "points": sum(hand["points"][seat] for hand in hands),
        "games_won": sum(seat in hand["winners"] for hand in hands)}


@settings(max_examples=20, deadline=None, derandomize=True)
@given(rules=all_rules, lineup=line_ups, seed=seeds, sessions=st.integers(1, 20),
       limit=st.sampled_from([2, 1000]))
def test_histories_add_up_to_summaries_exactly(rules, lineup, seed, sessions, limit):
    run, told = games(rules, lineup, seed, sessions, limit)
    hands = [hand for hand, _ in told]
    tally = play(run, jobs=1).tally
    table, seats = GAME.summary(tally, rules)
    assert seats == [added_up(hands, seat) for seat in range(len(lineup))]
    ended = sum(hand["game_over"] for hand in hands)
    voids = sum(hand["maker"] is None for hand in hands)
    assert table == {"void_hands": voids, "games": ended, "unfinished": sessions - ended}
    assert tally.session_total("hands") == len(hands)


def value(hand, seat):
    """Return what a hand was worth to a seat: points made, or made against it."""
    return hand["points"][seat] or -max(hand["points"])


@settings(max_examples=10, deadline=None, derandomize=True)
@given(lineup=line_ups, seed=seeds)
def test_histories_add_up_to_the_sums_of_powers(lineup, seed):
    run, told = games(EuchreRules(), lineup, seed, 2)
    rows = play_sessions(run, 0, 2, 1000)
    for seat in range(len(lineup)):
        for session in range(2):
            values = [value(hand, seat) for hand, _ in told if hand["session"] == session]
            powers = [sum(v**k for v in values) for k in (2, 3, 4)]
            assert list(rows.powers[session, seat]) == powers
            field = GAME.books.seat.index("value")
            assert rows.seat[session, seat, field] == sum(values)


@settings(max_examples=10, deadline=None, derandomize=True)
@given(lineup=line_ups, seed=seeds)
def test_histories_add_up_to_the_counts_of_makers(lineup, seed):
    run, told = games(EuchreRules(), lineup, seed, 12)
    makers = np.zeros((4, 7, 2, 2), int)
    for hand, _ in told:
        if hand["maker"] is not None:
            named = hand["auction"][-1]["round"] - 1
            makers[hand["maker"], hand["trump"], named, int(hand["alone"])] += 1
    counts = unpack(play(run, jobs=1).tally.counts, len(lineup))
    assert np.array_equal(counts["makers"].sum(4), makers)


GAMES = 60_000


def tally_of(players, lead_suit="announced"):
    rules, seats = EuchreRules(lead_suit=lead_suit), seat_players("euchre", "random", players)
    return play(Run("euchre", rules, seats, GAMES, 1000, 1), jobs=1).tally


@pytest.fixture(scope="module")
def tallies():
    return {players: tally_of(players) for players in (2, 3, 4)}


def deviation(share, hands, expected, error=0.0):
    """Return how many standard errors a share of hands is off."""
    return (share - expected) / np.sqrt(expected * (1 - expected) / hands + error**2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_trump_is_made_with_the_exact_odds(tallies, players):
    tally = tallies[players]
    hands = tally.session_total("hands")
    made = unpack(tally.counts, players)["makers"].sum((0, 1, 3, 4)) / hands
    kinds = 2 if players == 4 else 1
    accepts, names = kinds / (1 + kinds), 6 * kinds / (1 + 6 * kinds)
    turned_down = (1 - accepts) ** players
    void = turned_down * (1 - names) ** players
    assert abs(deviation(made[0], hands, 1 - turned_down)) < 4
    assert abs(deviation(made[1], hands, turned_down - void)) < 4
    assert abs(deviation(tally.session_total("voids") / hands, hands, void)) < 4
