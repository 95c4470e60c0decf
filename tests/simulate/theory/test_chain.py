"""Races whose chances can be worked out by hand: by dealer, by class, alone or shared."""

import numpy as np
import pytest

from reports.request import set_up
from reports.studies.solution.loo import exploit_race, games_won
from simulate.theory.chain import ScoreChain
from simulate.theory.euchre.auctions import chain_of, gains_of, point_worth
from simulate.theory.euchre.forked_deals import MOST_POINTS, POINTS
from simulate.theory.loo.solutions import ScoreClasses
from strategies.lineup import table_of
from strategies.loo.solved import Racer

EITHER = np.array([[0, 5], [5, 0]])


def fair(classes):
    """A race in which either side makes five points with every hand."""
    wins = classes.chain(EITHER)
    shares = np.full((classes.count, 2), 0.5)
    wins.settle([shares])
    wins.count_visits([shares])
    return wins


def test_a_chain_of_fair_coins_is_that_of_the_binomial():
    wins = fair(ScoreClasses(2, (1, 6)))
    assert wins.at((10, 10)) == pytest.approx([0.5, 0.5])
    assert wins.at((10, 0)) == pytest.approx([7 / 8, 1 / 8], abs=1e-5)
    # Whoever deals moves up: after a hand the seats have changed places.
    assert wins.at((0, 5)) == pytest.approx([5 / 16, 11 / 16], abs=1e-5)
    assert wins.visits.sum() == pytest.approx(3 / 4 + 4 * 3 / 8 + 5 * 3 / 8, abs=1e-4)


def test_what_endings_are_worth_is_the_chance_that_they_leave():
    classes = ScoreClasses(2, tuple(range(1, 16)))
    wins = fair(classes)
    worths, at = wins.worths(), classes.number((10, 5))
    assert worths[at, 1] == pytest.approx([1, 0])  # the eldest hand has won
    assert worths[at, 0] == pytest.approx([0.5, 0.5], abs=1e-5)
    assert worths[at].mean(axis=0) == pytest.approx(wins.at((10, 5)), abs=1e-5)
    assert wins.after([(10, 5)])[0] == pytest.approx(worths[at], abs=1e-5)


def test_level_seats_play_on_and_low_ones_count_as_on_the_floor():
    classes = ScoreClasses.of(2)
    wins = fair(classes)
    assert wins.at((15, 15)) == pytest.approx([0.5, 0.5])
    assert np.array_equal(wins.at((0, -80)), wins.at((0, classes.floor)))
    for number in (0, 17, classes.count - 1):
        assert classes.number(classes.scores(number)) == number


def test_chances_of_one_dealer_lead_to_those_of_the_next():
    classes = ScoreClasses(2, (1, 6))
    wins = classes.chain(EITHER, 2)
    # The eldest hand wins 3 hands of 10 where seat 0 deals, and 6 where seat 1 does.
    shares = [np.full((classes.count, 2), (1 - first, first)) for first in (0.3, 0.6)]
    wins.settle(shares)
    assert wins.at((10, 10)) == pytest.approx([0.3, 0.7])
    # The deal passes on: who was eldest hand is the dealer.
    assert wins.at((5, 10)) == pytest.approx([0.3 * 0.4, 1 - 0.3 * 0.4])
    assert wins.after([(5, 10)], EITHER[1:], 1)[0, 0] == pytest.approx([0.7, 0.3])
    left = np.array([(10, 10), (15, 10)])
    assert wins.after_of(left, 1, 1) == pytest.approx([0.3, 0])
    wins.count_visits(shares)
    begin = wins.visits[:, wins.index([0, 0])]
    assert begin == pytest.approx([0.5, 0.5])
    hands = (_length(0, (0, 0)) + _length(1, (0, 0))) / 2
    assert wins.visits.sum() == pytest.approx(hands, abs=1e-4)


def _length(dealer, score):
    """Return how many hands it takes, by seat, from a score in hands won: three win."""
    if max(score) == 3:
        return 0
    eldest, chance = 1 - dealer, (0.3, 0.6)[dealer]
    won = [tuple(own + (seat == winner) for seat, own in enumerate(score)) for winner in (0, 1)]
    return (1 + chance * _length(1 - dealer, won[eldest])
            + (1 - chance) * _length(1 - dealer, won[dealer]))


def test_sides_that_reach_the_target_together_have_both_won():
    race = ScoreChain(np.array([[2, 2]]), 5, 0, 4, shared=True)
    race.settle([np.ones((25, 1))])
    assert race.at((0, 0)) == pytest.approx([1, 1])
    assert race.at((3, 0)) == pytest.approx([1, 0])


def ends(*those):
    """Return the ends of a hand of two sides, by maker and points to it."""
    found = np.zeros(2 * POINTS)
    for maker, value, share in those:
        found[maker * POINTS + value + MOST_POINTS] = share
    return found


def settled(*those):
    """Return the chances where hands end so at every score."""
    chain = chain_of(2)
    chain.settle([np.tile(ends(*those), (25, 1))])
    return chain


def test_both_others_score_when_three_play_and_the_maker_is_euchred():
    assert gains_of(3)[POINTS + 2].tolist() == [2, 0, 2]  # two points against side 1
    assert gains_of(2)[-1].tolist() == [0, 4]
    assert point_worth(3)[POINTS + MOST_POINTS - 2].tolist() == [2, -2, 2]
    assert chain_of(3).gains[POINTS + MOST_POINTS - 2].tolist() == [2, 0, 2]


def test_games_of_euchre_that_can_be_worked_out_by_hand():
    # The eldest hand's side makes a point every hand, and the deal passes on: they take turns.
    turns = settled((0, 1, 1))
    assert turns.at((0, 0)).tolist() == [1, 0]
    assert turns.at((3, 4)).tolist() == [0, 1]
    # The dealer's side always marches alone, and the deal passes on.
    alone = settled((1, 4, 1))
    assert alone.at((1, 0)).tolist() == [1, 0]
    assert alone.at((0, 0)).tolist() == [0, 1]
    # A coin: half of the hands void, so the next one decides it too.
    coin = settled((0, 0, 0.5), (0, 4, 0.5))
    assert coin.at((4, 4)) == pytest.approx([2 / 3, 1 / 3])


@pytest.mark.parametrize("dealers", [1, 2])
def test_a_game_takes_as_many_hands_as_its_scores_say(dealers):
    race = chain_of(2, dealers)  # two points each hand, for either side alike: 3 to 5 hands
    race.count_visits([np.tile(ends((0, 2, 0.5), (1, 2, 0.5)), (25, 1))] * dealers)
    # Won in 3 hands a quarter, in 4 three eighths, in 5 three eighths of the games.
    assert race.visits.sum() == pytest.approx(3 / 4 + 4 * 3 / 8 + 5 * 3 / 8)


@pytest.mark.parametrize(("game", "players", "least"), [("rounce", 3, 0.40), ("loo", 2, 0.5)])
def test_one_who_plays_for_the_game_wins_more_than_one_who_counts_points(game, players, least):
    run = set_up(game, "solved", players, {"scoring": "points"} if game == "loo" else {}, 1, 1, 7)
    won = games_won(run, Racer().player(table_of(run)), 40_000 if players == 2 else 4_000, 1)
    assert won.low > least


@pytest.mark.slow
def test_a_response_wins_what_it_says_on_other_deals():
    (found,) = exploit_race(set_up("rounce", "bold", 2, None, 1, 1, 7), 40_000, 1)
    assert found.gain.low > 0.5
    # It was fitted to the deals that say so: on others it wins somewhat less.
    wins, own = (one.at([0, 0]).mean() for one in (found.response.wins, found.response.own))
    fitted, error = wins - own, found.gain.se
    assert found.row["gain"].value < fitted + 4 * error
    assert found.row["gain"].value == pytest.approx(fitted, abs=4 * error + 0.01)
