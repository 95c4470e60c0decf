"""The Domino Pool oracle against the rules text."""

from itertools import pairwise
from types import SimpleNamespace

import pytest

from boneyard.proof.tiles import ALL_TILES, pips

from .playing import HUNDRED, MAY_STAR, POOLS, SHORT, session
from .pool import DEFAULTS, Line, play_out

DRAW = {**DEFAULTS, "draw": "must"}
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


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("rules", [HUNDRED, SHORT, NO_STAR, MAY_STAR])
def test_hundred_up_ends_with_one_pool_paid(rules, players):
    history = session("pool", players, rules, seed=players, hands=200)
    assert history[-1]["game_over"] and sum(history[-1]["paid"]) > 0
    assert not any(sum(hand["paid"]) for hand in history[:-1])
    stars = sum(len(hand["starred"]) for hand in history)
    assert stars <= (2 if players == 4 else 1) * (rules["star"] != "no")
