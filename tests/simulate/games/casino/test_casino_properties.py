"""What must hold of any run of Casino, and what is known of it beforehand."""

import math
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from simulate.domino.tiles import ALL_TILES, TILES, mask, name, names, parse
from simulate.games.casino import kernel
from simulate.games.casino.kernel import DICE, RULES, WINS, decode
from simulate.games.casino.rules import CasinoRules
from simulate.games.game import find_game
from simulate.runs.follow import histories
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.lineup import library, seat_players
from tests.oracle.casino import settle_round
from tests.simulate.games.casino.at_the_oracle import REMOVED, rule_of

GAME = find_game("casino")
GAMES = 100_000


def run_of(players, sessions, lineup=("random",), seed=9):
    entries = [lineup[seat % len(lineup)] for seat in range(players)]
    return Run("casino", CasinoRules(), seat_players("casino", entries), sessions, 1, seed)


@pytest.fixture(scope="module", params=[2, 3, 4, 5])
def chance(request):
    return request.param, play(run_of(request.param, GAMES), jobs=1).tally


def deviation(tally, field, value, error=0.0):
    """Return how many standard errors a mean of games is from its value."""
    total = tally.session_total(field)
    figure = list(tally.books.session_rates).index(field)
    mean, square = total / GAMES, tally.session_rates[figure][0] / GAMES
    return abs(mean - value) / math.hypot(math.sqrt((square - mean**2) / GAMES), error)


def test_double_doubles_are_those_of_six_doubles_bet_once_each(chance):
    players, tally = chance
    in_play = 1 - REMOVED[players] / TILES
    assert deviation(tally, "double_doubles", in_play * 6 / 36) < 4
    assert deviation(tally, "double_doubles", in_play * 7 / 36) > 4


def test_only_a_double_double_stops_the_double_blank(chance):
    players, tally = chance
    in_play = 1 - REMOVED[players] / TILES
    stopped = (players - 1) * 6 / 27 / 36
    assert deviation(tally, "double_blanks", in_play * (1 - stopped)) < 4
    assert deviation(tally, "double_blanks", in_play) > 4


def test_double_wins_are_those_of_fifteen_tiles_and_six_doubles(chance):
    players, tally = chance
    in_play = 1 - REMOVED[players] / TILES
    matched = in_play * (15 * 2 / 36 * (1 - (players - 1) / 27) + 6 / 36)
    won = tally.form("double_wins", range(players)) / GAMES
    assert abs(won - matched) < 4 * math.sqrt(matched / GAMES)
    # Against a double blank that stops nothing.
    assert abs(won - in_play * (15 * 2 / 36 + 6 / 36)) > 4 * math.sqrt(matched / GAMES)


def test_all_seats_win_alike(chance):
    players, tally = chance
    shares = [tally.form("win_shares", [seat]) for seat in range(players)]
    assert sum(shares) == 60 * GAMES
    error = math.sqrt((1 - 1 / players) / players / GAMES)
    assert all(abs(share / 60 / GAMES - 1 / players) < 4 * error for share in shares)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_counts_by_tile_are_those_of_the_histories(players):
    run = run_of(players, 96, list(library("casino")))
    wins, tiles, squares = Counter(), np.zeros(TILES, np.int64), np.zeros(TILES, np.int64)
    for game, _ in histories(run, range(run.sessions)):
        for entry in game["rounds"]:
            for bet, won in zip(entry["bets"], entry["won"], strict=True):
                wins[parse(bet), rule_of(entry, bet) if won else None] += 1
                tiles[parse(bet)] += len(won)
                squares[parse(bet)] += len(won) ** 2
    counts = decode(play(run, jobs=1).tally.counts)
    assert counts.tiles.tolist() == tiles.tolist()
    assert counts.squares.tolist() == squares.tolist()
    assert counts.wins.tolist() == [[wins[tile, rule] for rule in WINS] for tile in range(TILES)]


ROLLS = range(36)


def test_every_end_of_a_game_with_one_tile_each():
    """All pairs of last tiles and all rolls, and some tables of five, against the oracle."""
    fives = [[(7 * i + k * k + 3 * k) % TILES for k in range(5)] for i in range(TILES)]
    ends = [*combinations(range(TILES), 2), *(five for five in fives if len(set(five)) == 5)]
    for bets in ends:
        words = [name(bet) for bet in bets]
        pot = names(ALL_TILES & ~mask(bets))[:3]
        chosen, before = [1 << bet for bet in bets], mask(map(parse, pot))
        for roll in ROLLS:
            rule, *winners, after = kernel.settle(sum(chosen), before, roll)
            oracle = settle_round(words, tuple(DICE[roll].tolist()), pot)
            assert RULES[rule] == oracle.rule
            assert after == mask(map(parse, oracle.pot))
            won = [mask(map(parse, tiles)) for tiles in oracle.won]
            assert [kernel.taken(bet, *winners) for bet in chosen] == won
