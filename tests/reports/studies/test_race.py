"""``study race``: chances to win by the score, against games played to their end."""

from itertools import product

import numpy as np
import pytest

from boneyard import study
from reports.request import set_up
from simulate.theory.loo.solutions import classes_of, ending_deals
from simulate.theory.score_values import ScoreValues
from strategies.loo.solved import largest_error, race_of_table, win_chances
from tests.proofs.whole_sessions import play_games


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


@pytest.mark.parametrize("lineup", [
    "racer", pytest.param("book", marks=pytest.mark.slow)])
def test_chances_are_those_of_whole_games_at_every_need_of_the_seat_and_its_leading_rival(lineup):
    """In games played to their end: by what both need, whatever the third seat needs."""
    games = play_games(set_up("rounce", lineup, 3, None, 2_000, None, 6), range(400))
    before, chances = games.before, np.zeros(games.before.shape)
    other = set_up("rounce", lineup, 3, None, 1_600, None, 7)
    race = None if lineup == "racer" else ScoreValues.of(other)
    for dealer, seat in product(range(3), range(3)):
        dealt = games.dealer == dealer
        chances[dealt, seat] = race.replicas(before[dealt], dealer, seat)[0] if race else (
            win_chances("rounce", 3).after_of(before[dealt], (dealer - 1) % 3, seat))
    won = games.winner[:, None] == np.arange(3)
    cuts = [4, 10]  # needs up to 3, up to 9, and more
    for seat in range(3):
        own = np.digitize(15 - before[:, seat], cuts)
        leader = np.digitize(15 - np.delete(before, seat, axis=1).max(axis=1), cuts)
        for cell in product(range(3), range(3)):
            here = (own == cell[0]) & (leader == cell[1])
            many = np.bincount(games.game[here], minlength=400)
            apart = np.bincount(games.game[here], (won - chances)[here, seat], minlength=400)
            assert many.sum() > 25
            assert abs(apart.sum()) < 4 * np.sqrt((apart**2).sum()) + 0.01 * many.sum(), cell


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
        edges = np.cumsum(race["shares"], axis=1)
        drawn = [np.bincount(np.searchsorted(one, level * one[-1]), minlength=edges.shape[1])
                 for one in edges]
        other = classes_of(race).chain(wins.gains)
        other.settle([np.array(drawn) / len(level)])
        found.append(other.at([0, 0])[0])
    # With an eighth of the deals an error is the root of eight times as large.
    assert np.std(found, ddof=1) < 8**0.5 * largest_error(run, wins.at([0, 0])[0])
