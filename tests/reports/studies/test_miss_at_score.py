"""``study miss --score``: what wins the game, and not the hand."""

from dataclasses import replace

import numpy as np
import pytest

from boneyard import BoneyardError, study
from reports.draw import style
from reports.stats import number_text
from reports.stats.estimates import Estimate
from reports.studies.miss.at_score import check_score, payoffs_at_score, read_score
from reports.studies.miss.by_score import DOES, NEEDS, AtNeeds, score_of, scores, told
from reports.studies.miss.move_values import totals
from reports.studies.miss.study import draw_charts, study_miss
from reports.studies.miss.words import MISS
from simulate.games.game import find_game
from simulate.runs.run import Run
from simulate.solving.loo.score_ends import gains_of
from simulate.solving.loo.what_if_counts import Question, fork_some, situations
from strategies.lineup import seat_players
from strategies.loo.racer import shipped_races


def table(players, lineup="racer", game="rounce"):
    return Run(game, find_game(game).rules_class(), seat_players(game, lineup, players), 1, 1, 3)


def worth(run, score, gain):
    (payoff,) = payoffs_at_score(run, score)
    number = gains_of(len(score)).tolist().index(gain)
    return payoff.later[0, 0, :, number]


def test_a_hand_that_ends_the_game_is_worth_all_or_nothing():
    run = table(2)
    assert worth(run, (14, 14), [5, -5]).tolist() == [100, 0]
    assert worth(run, (14, 14), [2, 3]).tolist() == [0, 100]
    assert worth(run, (10, 14), [4, 1]).tolist() == [0, 100]
    assert 0 < worth(run, (9, 9), [4, 1])[1] < 50


@pytest.mark.parametrize("score", [(0, 0, 0), (12, 14, 8), (3, -5, 14)])
def test_what_hands_are_worth_is_the_chance_of_their_score(score):
    """Forked hands of racers, as they were declared, against the chances of solved play."""
    run = table(3)
    (payoff,) = payoffs_at_score(run, score)
    forks = fork_some(Question(run, (payoff,)), 0, 12_000)
    positions = np.array([one.position for one in situations(3)])
    made = np.einsum("ushmmr->us", totals(forks, payoff, positions.tolist()))[0]
    hands = np.einsum("ushmmt->us", forks.outcomes)[0]
    race = next(one for one in shipped_races()
                if (one.about["game"], one.about["players"]) == ("rounce", 3))
    chances = 100 * race.win_chances().at(score)
    for p in range(3):
        own, most = made[positions == p].sum(), hands[positions == p].sum()
        assert own / most == pytest.approx(chances[p], abs=4 * 50 / np.sqrt(most))


def test_the_score_changes_what_is_best():
    found = study("miss", "rounce", "racer", players=2, sessions=12_000, score="-9 14", jobs=1)
    assert "at -9 14 points won so far, to win the game" in found.answer[0]
    assert "at the start, to win the game" in found.answer[1]
    assert found.answer[0].partition("eldest")[2] != found.answer[1].partition("eldest")[2]
    assert "games of 100 a hand" in found.answer[3]
    assert "--score '-9 14'" in found.command


def test_a_game_for_points_is_played_to_be_won_from_its_start():
    found = study("miss", "rounce", players=2, sessions=2_000, jobs=1)
    assert found.run.labels == ["racer", "racer"]
    assert "at the start, to win the game" in found.answer[0]
    assert "to win the game" not in " ".join(found.answer[1:])


@pytest.fixture(scope="module")
def at_all_scores():
    return study("miss", "rounce", "racer", players=2, sessions=2_000, by_score=True, jobs=1)


def test_the_work_at_all_scores_is_told():
    told = []
    study_miss(table(2), lambda done, deals: told.append((done, deals)), deals=2_000, jobs=1,
               by_score=True)
    shares = [done for done, _ in told]
    assert shares == sorted(shares) and shares[-1] == pytest.approx(1)
    assert len([share for share in shares if share > 0.5]) == len(scores(2))


def test_every_place_is_told_at_every_need(at_all_scores):
    found = at_all_scores.tables["miss_by_score"].reset_index()
    whole = found[found.before == "a dummy is left"]
    assert len(whole) == 2 * len(NEEDS) ** 2
    assert {(own, rivals) for own, rivals in zip(whole.own, whole.rivals, strict=True)} == {
        (own, rivals) for own in NEEDS for rivals in NEEDS}
    assert (found.best_miss_low <= found.best_miss).all()
    assert (found.best_miss <= found.best_miss_high).all()
    for sort in ("best", "made"):  # every decision is of one kind
        total = whole[[f"{sort}_{name}" for name in ("play", "miss", "drop")]].sum(axis=1)
        assert total.to_numpy() == pytest.approx(1)
    assert {"miss_by_score_0", "miss_by_score_1"} <= set(at_all_scores.figures)
    figure = at_all_scores.figures["miss_by_score_0"].figure
    with style.style():
        figure.draw_without_rendering()
        drawn, width = figure.get_tightbbox(), figure.get_size_inches()[0]
    assert drawn.x0 > -0.01 and drawn.x1 < width + 0.01
    assert any("with most" in one or "too few" in one for one in at_all_scores.answer)
    assert "--by-score" in at_all_scores.command


def found_at(shares):
    """Return what two players find who miss with these shares, elsewhere as at the start."""
    return [
        AtNeeds(position, "", True, own, rivals, 1_000, dict.fromkeys(DOES, Estimate(
            *shares.get((own, rivals), shares[15, 15]))), {})
        for position in range(2) for own in NEEDS for rivals in NEEDS]


@pytest.mark.parametrize(("shares", "said"), [
    ({(15, 15): (0.4, 0, 0.3, 0.5), (15, 1): (0.7, 0, 0.6, 0.8), (1, 15): (0.2, 0, 0.1, 0.25)},
     ("best more often where the rival alone is near the end and less often where the seat itself "
      "alone is near the end, than at the start",
      "40% (between 30 and 50%) at the start", "with most, 70% (between 60 and 80%)")),
    ({(15, 15): (0.4, 0, 0.3, 0.5), (15, 1): (0.65, 0, 0.0, 1.0)},
     ("not clearly best more or less often", "with most, 40% (between 30 and 50%)")),
    ({(15, 15): (0.65, 0, 0.0, 1.0)}, ("dealt too few to tell",)),
])
def test_the_answer_begins_with_whether_one_misses_more_and_leaves_out_what_is_not_known(
    shares, said
):
    sentence, _ = told(found_at(shares), 2, "a dummy")
    assert all(part in sentence for part in said) and "65%" not in sentence
    assert not number_text.PHRASE.search(sentence)


def test_a_need_is_that_of_the_chart_at_its_score(at_all_scores):
    """Own need 3, the rival's 15, as eldest hand: the chart at 12 to 0."""
    assert score_of(2, 0, 3, 15) == (12, 0) and score_of(3, 1, 1, 6) == (9, 14, 9)
    found = at_all_scores.tables["miss_by_score"].reset_index()
    row = found[(found.place == "eldest hand") & (found.own == 3) & (found.rivals == 15)].iloc[0]
    run = replace(at_all_scores.run, sessions=1)
    (chart,) = draw_charts(run, deals=1_000, resolved=1.0, jobs=1, score=(12, 0))
    count, best = chart.cells.count[0], chart.best[0]
    assert row.decisions == count.sum()
    assert row.best_miss == pytest.approx(count[best == MISS].sum() / count.sum())


def test_chips_have_no_needs():
    with pytest.raises(BoneyardError, match=r"^by-score: chips are played for"):
        study("miss", "loo", "book", players=2, sessions=1_000, by_score=True)


@pytest.mark.parametrize(("score", "message"), [
    ("12 14", "the points of 2 seats, not of 3"), ("12 14 15", "15 is not from -100 to 14"),
    ("many", "as in '12 14 8'"),
])
def test_scores_that_are_none_are_refused(score, message):
    with pytest.raises(BoneyardError, match=message):
        check_score(table(3), score)


def test_chips_have_no_score_and_a_score_is_read():
    assert read_score("12, 14 8") == (12, 14, 8)
    with pytest.raises(BoneyardError, match="chips are played for"):
        study("miss", "loo", "book", players=2, sessions=1_000, score="1 2")
    assert draw_charts(table(2), deals=1_000)[0].scores == ()
