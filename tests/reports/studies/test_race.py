"""``study race``: chances to win by the score, against games played to their end."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from boneyard import BoneyardError, study
from reports.request import set_up
from reports.studies.advise.decision_input import Table
from reports.studies.race.chances import Chances, Games, play_games
from simulate.theory.loo.solutions import ending_deals
from strategies.loo.racer import largest_error, race_of_table, win_chances

SMALL = {"sessions": 1600, "jobs": 1, "seed": 4}


@pytest.mark.slow
def test_chances_are_those_of_whole_games_and_less_need_wins_more():
    found = study("race", "rounce", "book", players=2, **SMALL)
    table = found.tables["race"]
    assert len(table) == 2 * 15 * 15
    wins = table["wins"].to_numpy().reshape(2, 15, 15)
    assert (np.diff(wins[:, ::5], axis=1) < 0).all()  # who needs more wins less
    assert (np.diff(wins[:, :, ::5], axis=2) > 0).all()
    # Two positions share a game: at one score one wins what the other does not.
    assert wins[0, 4, 4] + wins[1, 4, 4] == pytest.approx(1, abs=1e-3)
    checked = found.tables["race_check"]
    assert checked["hands"].sum() > 4000
    error = (checked["won_high"] - checked["won_low"]) / 2
    assert (abs(checked["won"] - checked["said"]) < 2 * error + 0.01).all()
    assert set(found.report().pictures()) == {"race_0", "race_1"}
    assert "won as often as they should" in found.answer[1]
    (won,) = found.tables["race_points"]["won"]
    assert 0.45 < won < 0.6


def test_around_a_score_the_leading_rival_is_varied_and_the_others_stay():
    found = study("race", "rounce", "racer", players=3, sessions=200, jobs=1, score="3, 13 7")
    wins, table = win_chances("rounce", 3), found.tables["race"]
    for place, own, rivals, score in (
            ("second", 1, 6, (9, 14, 8)), ("eldest hand", 4, 2, (11, 2, 13)),
            ("dealer", 15, 1, (14, 2, 0))):
        row = table[(table.place == place) & (table.own == own) & (table.rivals == rivals)]
        position = ("eldest hand", "second", "dealer").index(place)
        assert row["wins"].item() == pytest.approx(wins.at(list(score))[position])
    assert found.answer[0].startswith("At 3 13 7 points still to go the eldest hand wins ")
    (axes,) = found.report().pictures()["race_1"].figure.axes
    # White is an equal share, so that blue is more than that and orange less.
    cells = axes.collections[0]
    assert cells.cmap(cells.norm(1 / 3))[:3] == pytest.approx((1, 1, 1), abs=0.01)
    assert "White: an equal share, 33%." in found.report().pictures()["race_1"].caption
    assert axes.get_xlabel() == "points that the eldest hand needs; the dealer needs 7"
    assert "--score '3 13 7'" in found.command
    for score, message in (("12 2", "the points of 2 seats"), ("0 2 8", "0 is not from 1 to 115")):
        with pytest.raises(BoneyardError, match=message):
            study("race", "rounce", "racer", players=3, sessions=200, score=score)


@pytest.mark.parametrize("lineup", [
    "racer", pytest.param("book", marks=pytest.mark.slow)])
def test_chances_are_those_of_whole_games_at_every_need_of_the_seat_and_its_leading_rival(lineup):
    """In games played to their end: by what both need, whatever the third seat needs."""
    run, solved = set_up("rounce", lineup, 3, None, 2_000, None, 6), lineup == "racer"
    learned = range(1_997 if solved else 400, 2_000)
    found = Chances(run, play_games(run, learned), play_games(run, range(400)),
                    win_chances("rounce", 3) if solved else None)
    said, won = found.tested
    before = found.test.before
    cuts = [4, 10]  # needs up to 3, up to 9, and more
    for seat in range(3):
        own = np.digitize(15 - before[:, seat], cuts)
        leader = np.digitize(15 - np.delete(before, seat, axis=1).max(axis=1), cuts)
        for cell in product(range(3), range(3)):
            here = (own == cell[0]) & (leader == cell[1])
            games = np.bincount(found.test.game[here], minlength=400)
            apart = np.bincount(found.test.game[here], (won - said)[here, seat], minlength=400)
            assert games.sum() > 25
            assert abs(apart.sum()) < 4 * np.sqrt((apart**2).sum()) + 0.01 * games.sum(), cell


def test_the_error_of_games_won_at_a_chance_takes_each_game_as_one():
    """Games of 4, 2 and 2 hands of which 4, 0 and 2 were won: 1, -1.5 and 0.5 beside the mean."""
    games = np.repeat([7, 8, 9, 11], [4, 2, 2, 3])  # in the last game the chances were others
    of_hands = np.zeros(len(games), np.int64)
    rows = Games(games, of_hands, of_hands, of_hands, of_hands)
    found = Chances(set_up("rounce", "book", 2), rows, rows)
    said = np.repeat([0.52, 0.56, 0.71], [4, 4, 3])
    won = np.repeat([1.0, 0.0, 1.0], [4, 2, 5])
    vars(found)["tested"] = (np.stack([said, 1 - said], axis=1), np.stack([won, 1 - won], axis=1))
    hands, mean_said, often = found.in_play(5)
    assert (hands, mean_said, often.value) == (8, pytest.approx(0.54), 0.75)
    assert often.se == pytest.approx((1**2 + 1.5**2 + 0.5**2) ** 0.5 / 8 * (3 / 2) ** 0.5)
    assert 0 < often.low < 0.75 < often.high < 1  # however few games there are
    assert found.in_play(0) is None


def test_no_chance_of_a_solved_race_has_a_larger_error_than_said():
    """Chances from endings that are drawn anew are apart by no more than the error allows."""
    run = set_up("rounce", "racer", 2)
    race = race_of_table(run)
    wins = win_chances("rounce", 2)
    rng = np.random.default_rng(8)
    deals = ending_deals(race.about["deals"])
    found = []
    for _ in range(12):
        # How hands end, were other deals dealt: drawn alike at all scores, which is the worst case.
        level = rng.random(deals // 8)
        edges = np.cumsum(race.shares, axis=1)
        drawn = [np.bincount(np.searchsorted(one, level * one[-1]), minlength=race.shares.shape[1])
                 for one in edges]
        other = race.classes.chain(wins.gains)
        other.settle([np.array(drawn) / len(level)])
        found.append(other.at([0, 0])[0])
    # With an eighth of the deals an error is the root of eight times as large.
    assert np.std(found, ddof=1) < 8**0.5 * largest_error(run, wins.at([0, 0])[0])


def test_advice_among_racers_values_scores_by_the_solved_race():
    run, score = set_up("rounce", "racer", 3), [5, 12, 9]  # points still needed, by seat
    gains = [[5, 0, 0], [1, -5, 4], [0, 0, 0]]
    outcomes = np.array([[[0, 0, *gained] for gained in gains]])
    told = Table(run).stakes(1, 0, 5, score).worth(outcomes)[0]
    assert told[0] == 0  # seat 0 has won
    # Seat 1 deals the next hand: it is the last position, and seat 2 the first.
    after = win_chances("rounce", 3).at([15 - 9, 15 - 5, 15 - 12])
    assert told[2] == pytest.approx(after[2])
    measured = Table(replace(run, players=set_up("rounce", "book", 3).players))
    assert measured.stakes(1, 0, 5, score).worth(outcomes)[0] == pytest.approx(told, abs=0.06)
