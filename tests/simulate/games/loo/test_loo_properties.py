"""What holds in every hand, whatever the rules and the line-up (hypothesis finds the cases)."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from simulate.games.game import find_game
from simulate.games.loo.rules import LooRules, RounceRules
from simulate.runs.play import play
from simulate.runs.replay import histories
from simulate.runs.run import Run
from strategies.lineup import library, seat_players

#: What holds does not depend on how many deals the expert imagines.
NAMES = [name if name != "expert" else "expert(worlds=2)" for name in sorted(library("loo"))]
penalties = st.one_of(
    st.just("unlimited"),
    st.integers(0, 40).map(lambda c: f"fixed:{5 * c}"),
    st.integers(0, 40).map(lambda c: f"cap:{5 * c}"),
)
loo_rules = st.builds(
    LooRules, penalty=penalties, lead_trump_min=st.integers(1, 4), must_trump=st.booleans())
line_ups = st.lists(st.sampled_from(NAMES), min_size=2, max_size=4)
seeds = st.integers(0, 2**63 - 1)


def added_up(run, hands):
    """Return what a summary must say, from the histories alone."""
    seats = []
    for seat in range(len(run.players)):
        said = [s["action"] for hand in hands for s in hand["declarations"] if s["seat"] == seat]
        stayed = [
            hand for hand in hands
            if hand["dealt"][seat]
            and not any(s["seat"] == seat and s["action"] == "drop" for s in hand["declarations"])
        ]
        tricks = [hand["tricks_won"][seat] for hand in stayed
                  if hand["tricks"] or hand["tricks_won"][seat]]
        seats.append({
            "played": said.count("play"), "missed": said.count("miss"),
            "dropped": said.count("drop"), "for_pool": said.count("for_pool"),
            "looed": sum(hand["looed"][seat] for hand in hands),
            "tricks": [tricks.count(t) for t in range(6)],
        })
    return seats


@settings(max_examples=25, deadline=None, derandomize=True)
@given(rules=st.one_of(loo_rules, st.builds(LooRules, scoring=st.just("points")),
                       st.builds(RounceRules), st.builds(LooRules, bankroll=st.integers(5, 90))),
       lineup=line_ups, seed=seeds, sessions=st.integers(1, 6))
def test_histories_add_up_to_summaries_exactly(rules, lineup, seed, sessions):
    game = "rounce" if isinstance(rules, RounceRules) else "loo"
    run = Run(game, rules, seat_players(game, lineup), sessions, 30, seed)
    hands = [hand for hand, _ in histories(run, range(sessions))]
    tally = play(run, jobs=1).tally
    table, seats = find_game(game).summary(tally, rules)
    for seat, expected in enumerate(added_up(run, hands)):
        assert {key: seats[seat][key] for key in expected} == expected
        money = "net" if "net" in seats[seat] else "points"
        assert seats[seat][money] == sum(hand[money][seat] for hand in hands)
    assert table["walkovers"] == sum(not hand["tricks"] for hand in hands)
    assert tally.session_total("hands") == len(hands)
    if "pool" in table:
        assert table["pool"]["max"] == max(hand["pool"] for hand in hands)
        assert table["pool"]["mean"] == sum(hand["pool"] for hand in hands) / len(hands)
        last = {hand["session"]: hand["pool_next"] for hand in hands}
        assert table["pool"]["left"] == sum(last.values())
    else:
        over = [hand for hand in hands if hand["game_over"]]
        assert table["unfinished"] == sessions - len(over)
        for seat in range(len(run.players)):
            won = sum(seat in hand["winners"] for hand in over)
            assert seats[seat]["games_won"] == won


def test_extremes_are_the_most_extreme_hands_of_any_seat():
    run = Run("loo", LooRules(), seat_players("loo", ["random"] * 3), 64, 20, 5)
    hands = [hand for hand, _ in histories(run, range(64))]
    every = [(hand["net"][seat], hand["session"], hand["hand"], seat)
             for hand in hands for seat in range(3)]
    worst, best = play(run, jobs=2, chunk=16, extremes=7).tally.extremes
    assert [tuple(int(n) for n in entry) for entry in worst] == sorted(every)[:7]
    turned = sorted((-value, *address) for value, *address in every)[:7]
    assert np.array_equal(best, np.array(turned))
