"""What the strategies for Euchre claim, and that they do no worse than chance."""

import numpy as np
import pytest

from boneyard import simulate
from simulate.games.euchre.kernel import unpack
from simulate.games.euchre.rules import EuchreRules
from simulate.games.euchre.views import PASS
from simulate.runs.play import play
from simulate.runs.run import Run
from simulate.theory.euchre.auctions import (
    Auctions,
    exploited,
    nodes,
    point_worth,
    seen_at,
    suit_order,
)
from simulate.theory.euchre.forked_deals import calls_at, fork_deals, sides
from strategies.euchre.solved import shipped
from strategies.lineup import library, seat_players
from tests.sizes import in_pieces

NAMES = sorted(set(library("euchre")) - {"random"})


def tally(lineup, sessions=400):
    run = Run("euchre", EuchreRules(), seat_players("euchre", lineup), sessions, 1000, 3)
    return play(run, jobs=1).tally


def rate(result, above, below, seat=0):
    return result.form(above, [seat]) / result.form(below, [seat])


@pytest.mark.parametrize("name", NAMES)
def test_partners_with_a_strategy_beat_chance(name):
    assert rate(tally([name, "random"] * 2), "games_won", "games") > 0.9


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("players", [2, 3])
def test_a_strategy_beats_chance_alone(name, players):
    result = tally([name] + ["random"] * (players - 1))
    assert rate(result, "games_won", "games") > 0.6


def test_the_bold_make_trump_more_often_than_the_cautious_and_are_euchred_more():
    bold, cautious = tally(["bold"] * 4), tally(["cautious"] * 4)
    assert rate(bold, "euchred", "made") > rate(cautious, "euchred", "made") + 0.1
    assert bold.session_total("voids") < cautious.session_total("voids")


def test_the_loner_goes_alone_and_often_matches():
    loner, cautious = (tally([name] * 4, 2000) for name in ("loner", "cautious"))
    assert rate(loner, "alone", "made") > 1.3 * rate(cautious, "alone", "made")
    tricks = unpack(loner.counts, 4)["makers"].sum((0, 1, 2))[1]
    assert tricks[5] > 0.2 * tricks.sum()
    assert tricks[:3].sum() < 0.3 * tricks.sum()


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
    everywhere = np.arange(len(deals))
    for node in nodes(players):
        suits, cells = seen_at(deals, node, solution["order"], everywhere)
        chances = solution.chances[number, node.index][cells]
        made = calls[:, node.number, node.position]
        assert (chances[made == PASS, 0] > 0).all() and (chances[made != PASS, 0] < 1).all()
        assert (made == PASS).mean() == pytest.approx(chances[:, 0].mean(), abs=0.01)
        called = made[made != PASS]
        assert np.array_equal(called // 2 - 1, suits[made != PASS])
        alone = chances[:, 2].mean() if players == 4 else 0
        assert (called % 2).sum() / len(made) == pytest.approx(alone, abs=0.01)


@in_pieces("players", 2, 4)
def test_a_best_response_to_it_finds_next_to_nothing(players):
    deals = fork_deals(table(players), 30_000, jobs=1)
    calls = calls_at(deals, (0, 0), jobs=1)
    learned, judged = (Auctions(half, own, point_worth(2)) for half, own in (
        (deals.some(0, 20_000), calls[:20_000]), (deals.some(20_000, None), calls[20_000:])))
    order = suit_order(learned, players)
    assert exploited(learned, judged, order, fine=False).mean() < 0.015


@pytest.mark.parametrize(("lineup", "least"), [
    ("solved,hoyle,solved,hoyle", 0.505), ("solved,hoyle", 0.505), ("solved,hoyle,hoyle", 0.40)])
def test_it_beats_the_rule_of_thumb(lineup, least):
    found = simulate("euchre", lineup.split(","), sessions=12_000, seed=4, jobs=1)
    assert found.tables["strategies"].loc["solved", "games_won"] > least
