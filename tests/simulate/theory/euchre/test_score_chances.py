"""The chance to win from every score, against whole games that came through it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from reports.request import set_up
from simulate.books.jackknife import standard_error
from simulate.games.euchre.kernel import unpack
from simulate.runs.play import play
from simulate.theory.euchre.forked_deals import sides
from simulate.theory.euchre.win_chances import PARTS, ScoreChances

OTHER_GAMES = 60_000


@pytest.mark.parametrize(("lineup", "players"), [
    ("random,hoyle,hoyle,loner", 4), ("random,hoyle,bold", 3), ("hoyle,random", 2),
])
def test_chances_are_what_other_games_came_to(lineup, players):
    run = set_up("euchre", lineup, players, None, 1, 1000, 5)
    chances, many = ScoreChances(run), sides(players)
    tally = play(replace(run, sessions=OTHER_GAMES, seed=6), jobs=1).tally
    nothing = np.zeros((1, many), np.int64)
    # Sessions begin with every dealer in turn: the chance of a game is their mean.
    for side in range(many):
        start = np.mean([chances.replicas(nothing, dealer, side) for dealer in range(players)], 0)
        share = tally.field("games_won", side) / OTHER_GAMES
        error = np.hypot(standard_error(start)[0], np.sqrt(share * (1 - share) / OTHER_GAMES))
        assert start.shape == (1 + PARTS, 1)
        assert abs(start[0, 0] - share) < 4 * error


def test_chances_at_a_score_are_what_other_games_made_of_it():
    run = set_up("euchre", "random,hoyle,hoyle,hoyle", 4, None, 1, 1000, 5)
    chances = ScoreChances(run)
    counts = unpack(play(replace(run, sessions=OTHER_GAMES, seed=6), jobs=1).tally.counts, 4)
    came, checked = counts["scores"][0], 0
    for own, other in np.ndindex(came.shape[:2]):
        games = came[own, other].sum()
        if games < 3000 or own + other > 5:
            continue
        # Whoever deals: until late in a game they are all about as likely to.
        score = np.array([[own, other]])
        mean = np.mean([chances.replicas(score, dealer, 0) for dealer in range(4)], 0)
        assert mean[0, 0] == pytest.approx(came[own, other, 1] / games, abs=0.03)
        checked += 1
    assert checked > 7


def test_who_is_there_has_won():
    chances = ScoreChances(set_up("euchre", "random", 3, None, 1, 1000, 5))
    over = chances.replicas(np.array([[5, 4, 0], [4, 6, 5], [4, 4, 5]]), 1, 2)
    assert over[0].tolist() == [0, 1, 1]
