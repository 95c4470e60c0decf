"""Random seats against exact odds, and against an independent program in C."""

import numpy as np
import pytest

from simulate.games.euchre.kernel import unpack
from simulate.games.euchre.rules import EuchreRules
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.lineup import seat_players

GAMES = 60_000
# Figures of the C program and their standard errors: 4 players, all random.
HANDS_A_GAME = (4.4452, 0.0008)
ACCEPTED = {"euchred": (0.25899, 0.00016), "point": (0.20517, 0.00013),
            "match": (0.02949, 0.00007)}


def tally_of(players, lead_suit="announced"):
    rules, seats = EuchreRules(lead_suit=lead_suit), seat_players("euchre", "random", players)
    return play(Run("euchre", rules, seats, GAMES, 1000, 1), jobs=1).tally


@pytest.fixture(scope="module")
def tallies():
    return {players: tally_of(players) for players in (2, 3, 4)}


def deviation(share, hands, expected, error=0.0):
    """Return how many standard errors a share of hands is off."""
    return (share - expected) / np.sqrt(expected * (1 - expected) / hands + error**2)


def accepted(tally):
    """Return the shares of hands accepted with a partner, by result, and the hands."""
    hands = tally.session_total("hands")
    tricks = unpack(tally.counts, 4)["makers"].sum((0, 1))[0, 0] / hands
    return dict(zip(ACCEPTED, (tricks[:3].sum(), tricks[3:5].sum(), tricks[5]), strict=True)), hands


def test_hands_a_game(tallies):
    hands = tallies[4].session_total("hands") / GAMES
    expected, error = HANDS_A_GAME
    spread = 1.8 / np.sqrt(GAMES)
    assert abs(hands - expected) < 4 * np.hypot(spread, error)


@pytest.mark.parametrize("result", ACCEPTED)
def test_results_of_accepted_hands(tallies, result):
    shares, hands = accepted(tallies[4])
    assert abs(deviation(shares[result], hands, *ACCEPTED[result])) < 4


def test_the_other_reading_of_the_lead_is_told_apart():
    shares, hands = accepted(tally_of(4, "high"))
    assert max(abs(deviation(shares[r], hands, *ACCEPTED[r])) for r in ACCEPTED) > 6


@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_make_trump_with_the_exact_odds(tallies, players):
    tally = tallies[players]
    hands = tally.session_total("hands")
    calls = unpack(tally.counts, players)["calls"].sum((0, 2, 3, 5)) / hands
    kinds = 2 if players == 4 else 1
    accepts, names = kinds / (1 + kinds), 6 * kinds / (1 + 6 * kinds)
    turned_down = (1 - accepts) ** players
    for p in range(players):
        first, second = accepts * (1 - accepts) ** p, names * (1 - names) ** p
        assert abs(deviation(calls[p, 1:3].sum(), hands, first)) < 4
        assert abs(deviation(calls[p, 3:].sum(), hands, turned_down * second)) < 4
    void = turned_down * (1 - names) ** players
    assert abs(deviation(tally.session_total("voids") / hands, hands, void)) < 4


def test_each_number_is_turned_up_as_often_as_it_is_a_higher_end(tallies):
    made = unpack(tallies[2].counts, 2)["makers"].sum((0, 3, 4))[:, 0]
    for trump, hands in enumerate(made):
        assert abs(deviation(hands / made.sum(), made.sum(), (trump + 1) / 28)) < 4


@pytest.mark.parametrize("players", [2, 4])
def test_a_seat_wins_half_the_games_of_two_sides(tallies, players):
    won = tallies[players].form("games_won", [0]) / GAMES
    assert abs(deviation(won, GAMES, 0.5)) < 4


def test_win_odds_by_score_grow_with_the_lead(tallies):
    scores = unpack(tallies[4].counts, 4)["scores"]
    odds = scores[..., 1] / scores.sum(-1).clip(1)
    assert np.all(np.diff(odds[0], axis=0) > -0.02)
    assert odds[0, 4, 0] > 0.85 > 0.15 > odds[0, 0, 4]
    assert np.allclose(odds[0] + odds[1].T, 1)
