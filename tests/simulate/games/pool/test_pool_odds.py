"""Odds: exact with all hands known, and those of an independent program over all deals."""

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy import stats

from simulate.games.pool.game import GAME
from simulate.games.pool.kernel import decode
from simulate.games.pool.playing import play_out
from simulate.games.pool.rules import PoolRules
from simulate.games.pool.settling import find_winners
from simulate.games.pool.views import AT
from simulate.machine.compiling import kernel
from simulate.machine.pointers import pointer
from simulate.machine.table import BASE
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.lineup import seat_players
from tests.simulate.games.pool.at_the_oracle import tile_number
from tests.simulate.games.pool.odds import odds
from tests.simulate.machine.randomness import deck

ENDINGS = ("domino", "blocked")
HAND_SIZES = {3: 6, 4: 5, 5: 4, 6: 3}


@kernel
def play_known_hands(row: Any, hands: int, endings: Any) -> None:
    """Play the hands dealt again and again, and count how they end."""
    table = pointer(row)
    for number in range(hands):
        table[BASE.key] = number * 0x2545F4914F6CDD1D
        for p in range(table[AT.players]):
            table[AT.held + p] = table[AT.dealt + p]
        play_out(table, False)
        find_winners(table)
        endings[table[AT.blocked], table[AT.winning]] += 1


@cache
def known_hands(players: int, session: int) -> tuple[frozenset[str], ...]:
    tiles, size = deck(1, session, 0), HAND_SIZES[players]
    return tuple(frozenset(tiles[size * p : size * (p + 1)]) for p in range(players))


def fit(hands: Any, plays: int, by_tile: bool = False) -> float:
    """Return the p-value of what the kernel does with hands against their exact odds."""
    row = np.zeros(AT.size, np.int64)
    GAME.lay_table(row, PoolRules(), len(hands))
    row[AT.players] = len(hands)
    for p, hand in enumerate(hands):
        row[AT.chair + p] = p
        row[AT.dealt + p] = sum(1 << tile_number(tile) for tile in hand)
    endings = np.zeros((2, 64), np.int64)
    play_known_hands(row, plays, endings)
    exact = odds(hands, by_tile=by_tile)
    expected = np.array([float(probability) for probability in exact.values()]) * plays
    seen = np.array([endings[ENDINGS.index(ended), winners] for ended, winners in exact])
    assert seen.sum() == plays
    return float(stats.chisquare(seen, expected).pvalue)


def test_odds_of_hands_that_a_person_can_follow():
    hands = (frozenset({"6-5", "2-2"}), frozenset({"6-3", "1-0"}), frozenset({"4-1"}))
    # 6-5, 6-3 and nothing fits 3 and 5: 4 pips against 1 and 5; or 2-2 and nobody can play.
    assert odds(hands) == {("blocked", 0b010): Fraction(1, 2), ("blocked", 0b100): Fraction(1, 2)}
    hands = (frozenset({"6-3", "3-3"}), frozenset({"6-6"}), frozenset({"0-0"}))
    # 6-3 to the left leaves 3 and 3, and then the first seat's double; all else a six.
    thirds = {("domino", 0b001): Fraction(1, 3), ("domino", 0b010): Fraction(2, 3)}
    assert odds(hands, line=(6, 3)) == thirds


@pytest.mark.parametrize(("players", "session"), [(6, 0), (6, 1), (6, 2), (5, 3), (5, 4), (4, 1)])
def test_kernel_plays_known_hands_with_their_exact_odds(players, session):
    assert fit(known_hands(players, session), 200_000) > 1e-4


def test_a_wrong_reading_of_random_is_rejected():
    assert min(fit(known_hands(5, s), 200_000, by_tile=True) for s in (3, 4)) < 1e-9


@cache
def by_lot(players: int) -> Any:
    lineup = seat_players("pool", ["random"] * players)
    return decode(play(Run("pool", PoolRules(), lineup, 400, 1000, 7), jobs=1).tally.counts)


def away(seen: float, hands: int, expected: float, error: float) -> float:
    """Return how many standard errors a share is from one with an error of its own."""
    return abs(seen / hands - expected) / (expected * (1 - expected) / hands + error**2) ** 0.5


@pytest.mark.parametrize(
    ("players", "share", "error"),
    [(3, 0.52609, 15e-5), (4, 0.71148, 11e-5), (5, 0.83658, 12e-5), (6, 0.91131, 8e-5)],
)
def test_share_of_dominoes_is_that_of_the_program_in_c(players, share, error):
    domino, blocked = by_lot(players).hands[players]
    assert away(domino, domino + blocked, share, error) < 4
    wrong = share * (1 + (0.02 if players < 5 else 0.01))
    assert away(domino, domino + blocked, wrong, error) > 4


def test_dominoes_by_position_are_those_of_the_program_in_c():
    counts = by_lot(4)
    for position, share in enumerate((0.26952, 0.18201, 0.14685, 0.11310)):
        assert away(counts.won[4, 0, position], counts.hands[4].sum(), share, 1e-4) < 4


def test_the_lead_is_drawn_evenly():
    lineup = seat_players("pool", ["random"] * 5)
    tally = play(Run("pool", PoolRules(), lineup, 16, 5000, 3), jobs=1).tally
    led = [tally.form("hands_at_0", [seat]) for seat in range(5)]
    assert sum(led) == 80_000
    assert stats.chisquare(led).pvalue > 1e-4
