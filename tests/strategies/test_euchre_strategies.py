"""What the strategies for Euchre claim, and that they do no worse than chance."""

import numpy as np
import pytest

from boneyard import simulate
from simulate.games.euchre.rules import EuchreRules
from simulate.games.euchre.views import PASS
from simulate.runs.play import play
from simulate.runs.run import Run
from simulate.theory.euchre.auctions import nodes, seen_at
from simulate.theory.euchre.forked_deals import calls_at, fork_deals, sides
from strategies.euchre.solved import shipped
from strategies.lineup import library, seat_players

NAMES = sorted(set(library("euchre")) - {"random"})


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("players", "least"), [(2, 0.6), (3, 0.6), (4, 0.9)])
def test_a_strategy_beats_chance(name, players, least):
    """Among four it has both seats of a side."""
    lineup = [name, *["random"] * (players - 1)] if players < 4 else [name, "random"] * 2
    run = Run("euchre", EuchreRules(), seat_players("euchre", lineup), 400, 1000, 3)
    tally = play(run, jobs=1).tally
    assert tally.form("games_won", [0]) / tally.form("games", [0]) > least


def table(players, lineup="solved"):
    return Run("euchre", EuchreRules(), seat_players("euchre", lineup, players), 1, 1, 11)


def test_the_library_has_a_table_for_every_number_of_players():
    assert sorted(s.about["players"] for s in shipped()) == [2, 3, 4]
    for solution in shipped():
        assert solution.about["games"] == 1
        assert np.mean(solution.about["gain"]) < 0.001
        assert np.mean(solution.about["fine_gain"]) < 0.002


@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.slow), 4])
@pytest.mark.parametrize("score", [(0, 0, 0), (4, 2, 1), (1, 4, 3)])
def test_it_calls_as_often_as_its_table_says(players, score):
    (solution,) = (s for s in shipped() if s.about["players"] == players)
    deals, score = fork_deals(table(players), 4_000, jobs=1), score[: sides(players)]
    calls = calls_at(deals, score, jobs=1)
    number = np.ravel_multi_index(score, (5,) * sides(players))
    for node in nodes(players):
        suits, cells = seen_at(deals, node, solution["order"])
        chances = solution.chances[number, node.index][cells]
        made = calls[:, node.number, node.position]
        assert (chances[made == PASS, 0] > 0).all() and (chances[made != PASS, 0] < 1).all()
        assert (made == PASS).mean() == pytest.approx(chances[:, 0].mean(), abs=0.01)
        called = made[made != PASS]
        assert np.array_equal(called // 2 - 1, suits[made != PASS])
        alone = chances[:, 2].mean() if players == 4 else 0
        assert (called % 2).sum() / len(made) == pytest.approx(alone, abs=0.01)


@pytest.mark.parametrize(("lineup", "least"), [
    ("solved,hoyle,solved,hoyle", 0.505), ("solved,hoyle", 0.505), ("solved,hoyle,hoyle", 0.40)])
def test_it_beats_the_rule_of_thumb(lineup, least):
    found = simulate("euchre", lineup.split(","), sessions=12_000, seed=4, jobs=1)
    assert found.tables["strategies"].loc["solved", "games_won"] > least
