"""The Domino Pool oracle against the rules text."""

from itertools import pairwise
from types import SimpleNamespace

import pytest

from boneyard.proof.tiles import ALL_TILES, pips

from .playing import BANKROLL, HUNDRED, MAY_STAR, POOLS, SHORT, session
from .pool import DEFAULTS, Line, play_out

DRAW = {**DEFAULTS, "draw": "must"}
MAY_DRAW = {**DEFAULTS, "draw": "may"}
NO_STAR = {**HUNDRED, "star": "no"}


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("rules", POOLS)
def test_tiles_are_conserved_lines_match_and_hands_end_as_they_should(rules, players):
    for hand in session("pool", players, rules, players, 8):
        dealt = [tile for tiles in hand["dealt"] for tile in tiles or []]
        assert sorted(dealt + hand["stock"]) == sorted(ALL_TILES)
        drawn = sum(pips(play["draw"]) for play in hand["plays"] if "draw" in play)
        assert sum(map(pips, dealt)) + drawn == sum(hand["pips"]) + sum(map(pips, hand["line"]))
        halves = [tile.split("-") for tile in hand["line"]]
        assert all(a[1] == b[0] for a, b in pairwise(halves))
        seats = [seat for seat in range(players) if hand["dealt"][seat]]
        tail = hand["plays"][-len(seats) :]
        passes = [play for play in tail if play.get("pass")]
        assert (len(passes) == len(seats)) == (hand["ended"] == "blocked")
        if hand["ended"] == "domino":
            assert hand["winners"] == [tail[-1]["seat"]]


@pytest.mark.parametrize(("seats", "size"), [(3, 6), (4, 5), (5, 4), (6, 3)])
def test_hand_sizes(seats, size):
    hand = session("pool", seats, DEFAULTS, hands=1)[0]
    assert [len(tiles) for tiles in hand["dealt"]] == [size] * seats


def test_two_seats_left_take_seven_tiles():
    history = session("pool", 3, BANKROLL, seed=4, hands=500)
    sizes = [[tiles and len(tiles) for tiles in hand["dealt"]] for hand in history]
    assert [7, 7] in [[size for size in row if size] for row in sizes]


def test_line_options():
    line = Line()
    assert line.options(["6-3", "1-1"]) == [("6-3", None), ("1-1", None)]
    line.place("6-3", None)
    assert line.options(["6-3", "4-3", "6-6", "5-1"]) == [
        ("6-3", "left"), ("6-3", "right"), ("4-3", "right"), ("6-6", "left")]
    line.place("6-5", "left")
    line.place("5-3", "right")
    assert line.written() == ["5-6", "6-3", "3-5"]
    assert line.options(["5-5", "6-3"]) == [("5-5", "left")]


@pytest.mark.parametrize("seed", range(3))
def test_draws_come_one_a_turn_and_leave_two_tiles(seed):
    for hand in session("pool", 6, DRAW, seed, hands=3):
        to_draw, before = len(hand["stock"]) - 2, {}
        for play in hand["plays"]:
            just_drew = "draw" in before
            if just_drew:
                assert play["seat"] == before["seat"]
                assert "pass" in play or play["tile"] == before["draw"]
            if "draw" in play:
                to_draw -= 1
            elif "pass" in play:
                assert just_drew or to_draw == 0
            before = play
        assert to_draw >= 0


def about_to_lead(rules):
    """Return a hand in which only the leader holds a tile that fits."""
    return SimpleNamespace(
        rules=rules, hand_index=0, seats=[0, 1, 2], hands=[["0-0", "6-6"], ["5-5"], ["4-4"]],
        stock=["3-3", "1-0", "2-0"], stock_left=3, line=Line(), plays=[])


def test_a_pass_after_a_draw_does_not_count_towards_the_block():
    state = about_to_lead(DRAW)
    assert play_out(state, SimpleNamespace(play=lambda state, options: options[0])) == "blocked"
    assert state.plays == [
        {"seat": 0, "tile": "0-0", "end": None},
        {"seat": 1, "draw": "3-3"},
        *({"seat": seat, "pass": True} for seat in (1, 2, 0, 1)),
    ]


def test_a_seat_that_may_draw_and_declines_passes():
    state = about_to_lead(MAY_DRAW)
    decider = SimpleNamespace(play=lambda state, options: options[0], draw=lambda state: False)
    assert play_out(state, decider) == "blocked"
    # The full round of passes ends the hand, though more than two tiles are left.
    assert state.plays[1:] == [{"seat": seat, "pass": True} for seat in (1, 2, 0)]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("rules", [HUNDRED, SHORT, NO_STAR, MAY_STAR])
def test_hundred_up_ends_with_one_pool_paid(rules, players):
    history = session("pool", players, rules, seed=players, hands=200)
    assert history[-1]["game_over"] and sum(history[-1]["paid"]) > 0
    assert not any(sum(hand["paid"]) for hand in history[:-1])
    stars = sum(len(hand["starred"]) for hand in history)
    assert stars <= (2 if players == 4 else 1) * (rules["star"] != "no")


def test_lead_rotates_over_the_seats_still_in():
    history = session("pool", 4, {**SHORT, "star": "no"}, seed=2, hands=200)
    for hand, after in pairwise(history):
        seats = [seat for seat in range(4) if after["dealt"][seat]]
        assert after["leader"] == min(seats, key=lambda seat: (seat - hand["leader"] - 1) % 4)
