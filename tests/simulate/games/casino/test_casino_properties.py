"""What must hold of any run of Casino, and what is known of it beforehand."""

import math
from collections import Counter

import numpy as np
import pytest
from scipy import stats

from simulate.domino.tiles import TILES, parse
from simulate.errors import BoneyardError
from simulate.games.casino.kernel import RULES, WINS, decode
from simulate.games.casino.rules import CasinoRules
from simulate.games.game import find_game
from simulate.runs.play import play
from simulate.runs.replay import histories
from simulate.runs.run import Run
from strategies.lineup import library, seat_players
from tests.simulate.games.casino.at_the_oracle import REMOVED, ROUNDS, luck

GAME = find_game("casino")
GAMES = 100_000

#: The C program of scripts/baseline, with standard errors in the last place.
LEFT = {2: (10.332, 4), 3: (10.255, 5), 4: (10.655, 5), 5: (10.135, 5)}
TIED = {2: (0.0665, 2), 3: (0.1033, 2), 4: (0.1166, 2), 5: (0.1432, 2)}


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


@pytest.mark.parametrize(("field", "reference"), [("pot_left", LEFT), ("tied_games", TIED)])
def test_the_c_program_finds_the_same(chance, field, reference):
    players, tally = chance
    value, error = reference[players]
    unit = 0.001 if field == "pot_left" else 0.0001
    assert deviation(tally, field, value, error * unit) < 4
    value, error = reference[5 if players == 4 else players + 1 if players < 5 else 2]
    assert deviation(tally, field, value, error * unit) > 4


def test_all_seats_win_alike(chance):
    players, tally = chance
    shares = [tally.form("win_shares", [seat]) for seat in range(players)]
    assert sum(shares) == 60 * GAMES
    error = math.sqrt((1 - 1 / players) / players / GAMES)
    assert all(abs(share / 60 / GAMES - 1 / players) < 4 * error for share in shares)


def test_no_tile_is_lost(chance):
    players, tally = chance
    stashes = tally.form("stash", range(players))
    assert stashes + tally.session_total("pot_left") == GAMES * (TILES - REMOVED[players])


def test_counts_add_up_to_the_figures_of_the_seats(chance):
    players, tally = chance
    counts, rounds = decode(tally.counts), ROUNDS[players]
    bets = tally.form("bets", range(players))
    assert counts.bets.sum() == counts.stashes.sum() == bets == GAMES * rounds * players
    assert counts.tiles.sum() == tally.form("stash", range(players))
    for win, form in ((0, "basic_wins"), (1, "blank_wins")):
        assert counts.wins[:, win].sum() == tally.form(form, range(players))
    assert counts.wins[:, 2:].sum() == tally.form("double_wins", range(players))
    assert (counts.pots[:rounds].sum((1, 2)) == GAMES).all()
    assert counts.pots[0, 0].sum() == GAMES
    assert not counts.pots[rounds:].any()
    by_rule = dict(zip(RULES, counts.pots.sum((0, 1)).tolist(), strict=True))
    assert by_rule["double_blank"] == tally.session_total("double_blanks")
    assert by_rule["double_double"] == tally.session_total("double_doubles")
    last = counts.stashes[:players, rounds - 1] @ np.arange(TILES + 1)
    assert last.tolist() == [tally.form("stash", [seat]) for seat in range(players)]


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
        "tied_games": sum(len(game["winners"]) > 1 for game in games),
    }
    for seat, entry in enumerate(by_seat):
        assert entry == {
            "stash": sum(len(game["stash"][seat]) for game in games),
            "double_wins": wins[seat, "double"] + wins[seat, "double_double"],
            "blank_wins": wins[seat, "blank"],
            "basic_wins": wins[seat, "basic"],
            "games_won": sum(seat in game["winners"] for game in games),
        }


@pytest.fixture(scope="module")
def by_one_worker():
    run = run_of(3, 1000, ["random", "spoiler", "best-odds"])
    return run, vars(play(run, jobs=1).tally)


@pytest.mark.parametrize(("jobs", "chunk"), [(1, 16), (2, 208), (2, 992)])
def test_results_do_not_depend_on_workers_or_chunks(by_one_worker, jobs, chunk):
    run, reference = by_one_worker
    for key, value in vars(play(run, jobs=jobs, chunk=chunk).tally).items():
        assert np.array_equal(value, reference[key]), key


def test_the_first_roller_and_the_dice_are_fair():
    drawn = [luck(3, session, 5) for session in range(4000)]
    assert stats.chisquare(np.bincount([first for first, _ in drawn], minlength=5)).pvalue > 0.001
    rolls = Counter(roll for _, rolls in drawn for roll in rolls[:5])
    assert len(rolls) == 36
    assert stats.chisquare(list(rolls.values())).pvalue > 0.001


def test_a_story_tells_every_round():
    run = run_of(5, 1)
    ((game, row),) = histories(run, range(1))
    story = GAME.tell(game, row)
    assert story.count("\nRound ") == 5
    assert story.count(" bets ") == 25
    assert all(tile in story for tile in game["removed"])
    winners = [line for line in story.splitlines() if "wins" in line or "shares the win" in line]
    assert len(winners) == len(game["winners"])


def test_there_are_no_rule_options_and_no_table_of_six():
    with pytest.raises(BoneyardError, match="has no rule options"):
        CasinoRules.of(None, double_blank=False)
    with pytest.raises(BoneyardError, match="players of Domino Casino: 6"):
        run_of(6, 1)
