"""Calls and hands of a game with an auction are typed, and refused where they cannot be."""

import pytest

from boneyard.proof.tools import boneyard
from reports.review.notation import typed_hands

HAND = """\
game: fortytwo
players: Ann, Bob, Cy, Di
dealer: Di
score: 210 180 210 180
said: pass, 31, pass, pass, 5s
Bob: 5-5 5-4 5-3 5-2 6-6 4-4 1-0
5: 5-5 5-0 6-5 6-1
"""


@pytest.mark.usefixtures("fortytwo")
def test_a_hand_is_read_as_it_was_played():
    ((_, hand),) = typed_hands(HAND)
    assert [one["call"] for one in hand["auction"]] == ["pass", "31", "pass", "pass", "5s"]
    assert [one["seat"] for one in hand["auction"]] == [0, 1, 2, 3, 1]
    assert hand["tricks"][0]["plays"] == [[1, "5-5"], [2, "5-0"], [3, "6-5"], [0, "6-1"]]


@pytest.mark.usefixtures("fortytwo")
@pytest.mark.parametrize(("words", "found"), [
    (("--before", "pass 31 30"), "the third calls 30: allowed are pass, 32, 33"),
    (("--before", "pass 29"), "unknown bid '29'"),
    (("--before", "pass 31 pass pass spades"), "unknown trump 'spades'"),
    (("--before", "pass 31 pass pass 5s 6s"), "auction has 6 entries: after 5 of them nobody"),
    (("--before", "pass 31"), "after that the third calls, not the second"),
    (("--before", "pass", "--score", "250,0,250,0"), "with that the game is over, for 250 points"),
    (("--before", "pass", "--score", "1,0,2,0"), "partners share a score"),
])
def test_what_cannot_be_is_refused_in_a_sentence(monkeypatch, capsys, words, found):
    status, _, err = boneyard(monkeypatch, capsys, "advise", "fortytwo", "--hand",
                              "5-5 5-4 5-3 5-2 6-6 4-4 1-0", "--position", "1", *words)
    assert status == 2 and found in " ".join(err.split()), err
