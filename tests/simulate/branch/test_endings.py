"""Endings small enough to enumerate: rollouts agree with the exact expectation.

The rival decides by lot, so that nothing depends on what it hides but the tiles themselves.  All
deals that agree with what was seen are gone through in plain Python, each weighted by how likely
the rival was to play as it did.
"""

from __future__ import annotations

import numpy as np
import pytest

from reports.request import set_up
from reports.results.game_report import race_of
from simulate.games.game import find_game
from simulate.runs.chunk import record_sessions
from simulate.theory.score_values import PARTS, ScoreValues

TRUMP = "6"


def is_trump(tile):
    return TRUMP in tile


def follows(hand, suit):
    """What may be played to a suit led: the suit, else trumps, else anything."""
    if suit == TRUMP:
        of_suit = [tile for tile in hand if is_trump(tile)]
    else:
        of_suit = [tile for tile in hand if suit in tile and not is_trump(tile)]
    return of_suit or [tile for tile in hand if is_trump(tile)] or hand


def suits(tile):
    return {TRUMP} if is_trump(tile) else {tile[0], tile[2]}


def test_who_is_there_has_won_and_level_scores_are_fair():
    rng = np.random.default_rng(1)
    gains = [rng.integers(-2, 5, (4096, 2)) for _ in range(2)]
    race = ScoreValues(gains, 15)
    chances = race.replicas(np.array([[15, 3], [3, 15], [16, 17], [0, 0]]), 0, 0)
    assert chances.shape == (1 + PARTS, 4)
    assert chances[0, :3].tolist() == [1, 0, 0]
    assert chances[0, 3] == pytest.approx(0.5, abs=0.03)


@pytest.mark.usefixtures("fortytwo")
def test_bidders_of_forty_two_win_from_where_both_sides_reach_the_end_together():
    """From 220 to 249 points the bidders win the game if they make their bid."""
    run = set_up("fortytwo", ["thumb", "bold"] * 2, 4, None, 1, 1000, 7)
    race, game, won = race_of(run), find_game("fortytwo"), [[] for _ in range(4)]
    for row in record_sessions(run, range(1000, 1400)):
        hand = game.record(row, 4)
        made = hand["points"][hand["bidder"]] > 0
        won[hand["dealer"]].append(made == (hand["bidder"] % 2 == 0))
    for dealer, own in enumerate(won):
        chance = race.replicas(np.array([[220, 249, -1]]), dealer, 0)[0, 0]
        assert abs(np.mean(own) - chance) < 4 * np.sqrt(0.25 / len(own) + 0.25 / 8192)


def test_a_chance_is_told_again_without_each_part_of_the_games():
    """In four parts of the hands seat 0 wins at once, in the others seat 1 does."""
    of_parts = np.where(np.arange(PARTS)[:, None] < 4, [15, 0], [0, 15])
    values = ScoreValues([of_parts.repeat(2, axis=0)] * 2, 15)
    chances = values.replicas(np.array([[0, 0]]), 0, 0)[:, 0]
    assert chances[0] == pytest.approx(4 / PARTS)
    assert chances[1:5] == pytest.approx(3 / (PARTS - 1))
    assert chances[5:] == pytest.approx(4 / (PARTS - 1))
