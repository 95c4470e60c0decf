"""Races solved: chances to win, classes of scores, responses, files."""


import pytest

from reports.studies.solution.loo.race import exploit_race, games_won
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.runs.run import Run
from simulate.theory.loo.race import Race, RaceDeals
from simulate.theory.loo.solutions import ScoreClasses
from simulate.theory.stage import solve
from strategies.lineup import seat_players, table_of
from strategies.loo.solved import Racer


def table(players, lineup="book", game="rounce", sessions=1, hands=1, seed=7, **rules):
    return Run(game, find_game(game).rules_class(**rules), seat_players(game, lineup, players),
               sessions, hands, seed)


def solved(jobs=1):
    return solve(Race(table(2), None, 3_000, jobs, classes=ScoreClasses(2, (1, 6))), 1)


def test_classes_that_do_not_rise_are_refused():
    with pytest.raises(BoneyardError, match="do not rise from 1"):
        ScoreClasses(2, (1, 4, 4))


@pytest.mark.parametrize(("game", "players", "least"), [("rounce", 3, 0.40), ("loo", 2, 0.5)])
def test_one_who_plays_for_the_game_wins_more_than_one_who_counts_points(game, players, least):
    rules = {"scoring": "points"} if game == "loo" else {}
    run = table(players, "solved", game, **rules)
    won = games_won(run, Racer().player(table_of(run)), 40_000 if players == 2 else 4_000, 1)
    assert won.low > least


@pytest.mark.slow
def test_a_response_wins_what_it_says_on_other_deals():
    (found,) = exploit_race(table(2, "bold"), 40_000, 1)
    assert found.gain.low > 0.5
    # It was fitted to the deals that say so: on others it wins somewhat less.
    wins, own = (one.at([0, 0]).mean() for one in (found.response.wins, found.response.own))
    fitted, error = wins - own, found.gain.se
    assert found.row["gain"].value < fitted + 4 * error
    assert found.row["gain"].value == pytest.approx(fitted, abs=4 * error + 0.01)


@pytest.mark.parametrize(("lineup", "heeds"), [("book", False), ("racer", True)])
def test_only_those_who_heed_the_score_are_asked_at_every_score(lineup, heeds):
    run = table(2, lineup)
    deals = RaceDeals(run, ScoreClasses.of(2), (0, 1), 1_000)
    assert deals.looks_at_score == heeds
