"""What is known of a game of Pool that a hand does not tell."""

from reports.request import set_up
from simulate.games.pool.events import ASKING
from simulate.games.pool.views import AT
from simulate.runs.replay import histories


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


def test_without_a_pool_all_stars_are_taken_once_a_seat_is_out():
    run = set_up("pool", "counter", 3, {"score": "hundred_up"}, 1, 50, 3)
    hand = {"players": 3, "leader": 0, "score_before": [10, None, 30]}
    state = ASKING.state(hand, run.rules)
    assert state[AT.pool] == 4 and state[AT.stars].bit_count() == 1
    hand["score_before"] = [10, 20, 30]
    assert ASKING.state(hand, run.rules)[AT.pool] == 3
