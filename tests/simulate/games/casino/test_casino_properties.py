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
from tests.simulate.games.casino.at_the_oracle import REMOVED

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


def won_by(entry, seat):
    """Return the rule by which a bet of a history won, None if it did not."""
    if not entry["won"][seat]:
        return None
    if entry["rule"] != "matches":
        return entry["rule"]
    return "blank" if entry["bets"][seat].endswith("0") else "basic"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_run_adds_up_to_its_histories(players):
    run = run_of(players, 96, list(library("casino")))
    tally = play(run, jobs=1).tally
    games = [game for game, _ in histories(run, range(run.sessions))]
    wins, tiles, squares = Counter(), np.zeros(TILES, np.int64), np.zeros(TILES, np.int64)
    by_tile = Counter()
    for game in games:
        for entry in game["rounds"]:
            for seat, bet in enumerate(entry["bets"]):
                wins[seat, won_by(entry, seat)] += 1
                by_tile[parse(bet), won_by(entry, seat)] += 1
                tiles[parse(bet)] += len(entry["won"][seat])
                squares[parse(bet)] += len(entry["won"][seat]) ** 2
    counts = decode(tally.counts)
    assert counts.tiles.tolist() == tiles.tolist()
    assert counts.squares.tolist() == squares.tolist()
    assert all(counts.wins[tile, win] == by_tile[tile, rule]
               for tile in range(TILES) for win, rule in enumerate(WINS))
    table, by_seat = GAME.summary(tally, run.rules)
    assert table == {
        "pot_left": sum(len(game["rounds"][-1]["pot"]) for game in games),
        "tied_games": sum(len(game["winners"]) > 1 for game in games)}
    for seat, entry in enumerate(by_seat):
        assert entry == {
            "stash": sum(len(game["stash"][seat]) for game in games),
            "double_wins": wins[seat, "double"] + wins[seat, "double_double"],
            "blank_wins": wins[seat, "blank"],
            "basic_wins": wins[seat, "basic"],
            "games_won": sum(seat in game["winners"] for game in games)}


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
