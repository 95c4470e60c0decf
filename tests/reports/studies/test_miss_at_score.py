"""``study miss --score``: what wins the game, and not the hand."""

from dataclasses import replace

import numpy as np
import pytest

from boneyard import BoneyardError, study
from reports.draw import style
from reports.games.loo.words import at_score
from reports.stats.estimates import Estimate
from reports.studies.advise.decision_input import read_decision
from reports.studies.miss.by_score import DOES, NEEDS, AtNeeds, by_score, scores, told
from reports.studies.miss.needs import Needs, check_score
from reports.studies.miss.study import charts_at
from reports.typed.told import Told
from simulate.games.game import find_game
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY
from simulate.runs.progress import silent
from simulate.runs.run import Run
from simulate.theory.loo.at_score import error_of, moves_at_scores
from simulate.theory.loo.hands import TURNED_KINDS
from simulate.theory.loo.situations import situations
from strategies.lineup import seat_players
from strategies.loo.racer import race_of_table, win_chances


def table(players, lineup="racer", game="rounce"):
    return Run(game, find_game(game).rules_class(), seat_players(game, lineup, players), 1, 1, 3)


def test_the_score_changes_what_is_best():
    start, end = (study("miss", "rounce", "racer", players=2, sessions=24_000, score=score, jobs=1)
                  for score in ("15 15", "14 1"))
    best = [one.tables["miss_chart"]["best"].value_counts() for one in (start, end)]
    assert best[0].to_dict() != best[1].to_dict()
    assert "--score '14 1'" in end.command
    subtitle = [one.figures["miss_chart"].figure.texts[-1].get_text() for one in (start, end)]
    assert "at the start, played to win" in subtitle[0] and "at 14 1 points still to go" in (
        subtitle[1].replace("\n", " "))


def test_a_game_for_points_is_played_to_be_won_from_its_start():
    found = study("miss", "rounce", players=2, sessions=20_000, jobs=1)
    assert found.run.labels == ["racer", "racer"]
    plain = study("miss", "rounce", players=2, sessions=20_000, score="15 15", jobs=1)
    assert found.tables["miss_chart"].equals(plain.tables["miss_chart"])
    assert found.columns.loc["miss_chart", "margin"]["unit"]


@pytest.fixture(scope="module")
def at_all_scores():
    return study("miss", "rounce", "racer", players=2, sessions=20_000, by_score=True, jobs=1)


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
    assert any("with most hands" in one or "too few" in one for one in at_all_scores.answer)
    assert "--by-score" in at_all_scores.command


def found_at(shares):
    """Return what two players find who miss with these shares, elsewhere as at the start."""
    return [
        AtNeeds(position, "", True, own, rivals, 1_000, dict.fromkeys(DOES, Estimate(
            *shares.get((own, rivals), shares[15, 15]))), {})
        for position in range(2) for own in NEEDS for rivals in NEEDS]


@pytest.mark.parametrize(("shares", "said"), [
    ({(15, 15): (0.4, 0, 0.3, 0.5), (15, 1): (0.7, 0, 0.6, 0.8), (3, 1): (0.9, 0, 0.3, 1.0)},
     "with most hands, 70% (60 to 80), where it needs 15 and the rival 1."),
    ({(15, 15): (0.65, 0, 0.0, 1.0)}, "There were too few deals to tell")])
def test_the_answer_is_of_the_needs_with_most_and_leaves_out_what_is_not_known(shares, said):
    assert said in told(found_at(shares), Needs(2), "a dummy")


@pytest.mark.parametrize(("game", "score"), [
    ("rounce", (12, 14, 8)),
    *(pytest.param("loo", score, marks=pytest.mark.slow)
      for score in ((14, 2, 9), (14, 2, 9, 5)))])
def test_what_declarations_are_worth_is_what_forced_play_brings(game, score):
    """Weighed over deals played out once, against deals forked and played at that score."""
    rules, players = {"scoring": "points"} if game == "loo" else {}, len(score)
    run = Run(game, find_game(game).rules_class(**rules), seat_players(game, "racer", players), 1,
              1, 3)
    (moves,) = moves_at_scores(run, win_chances(game, players), [score], 12_000,
                               race_of_table(run), 1)
    (chart,) = charts_at(replace(run, sessions=60_000), 1, silent, score=score)
    cells = chart.cells.both.each(lambda sums: sums.reshape(-1, TURNED_KINDS, *sums.shape[1:]))
    checked = 0
    for s, one in enumerate(situations(players)):
        nodes = [n for n, said in enumerate(moves.declared.heard)
                 if (len(said), said.count(PLAY), said.count(MISS)) == (
                     one.position, one.stayed, one.missed)]
        actions = moves.declared.actions[nodes[0]]
        assert all(moves.declared.actions[n] == actions for n in nodes)
        often, decided = moves.reach[nodes].sum(), cells.count[s].sum()
        if decided < 300 or len(actions) < 2:
            continue
        assert often / 12_000 == pytest.approx(decided * players / 60_000,
                                               abs=4 * 0.5 * (players / 60_000 + 1 / 12_000)**0.5)
        here = cells.each(lambda sums, s=s: sums[s]).over(0)
        first = actions.index(PLAY)
        parts = moves.regrets[:, nodes].sum((1, 2)) / often
        for k, number in ((actions.index(action), number) for number, action in enumerate(
                (PLAY, MISS, DROP, FOR_POOL)) if action in actions and action != PLAY):
            ahead = parts[:, k] - parts[:, first]
            error = np.hypot(error_of(ahead), here.errors[number, 0])
            assert ahead.sum() == pytest.approx(float(here.margins[number, 0]), abs=4 * error)
            checked += 1
    assert checked >= 2


def test_one_score_is_weighed_as_among_others():
    run, wins = table(3), win_chances("rounce", 3)
    at = [(0, 0, 0), (14, 0, 0), (3, 9, 14), (1, 2, 3), (12, 12, 12)]
    together = moves_at_scores(run, wins, at, 400, race_of_table(run), 2)
    for score, one in zip(at, together, strict=True):
        (alone,) = moves_at_scores(run, wins, [score], 400, race_of_table(run), 1)
        assert np.array_equal(alone.regrets, one.regrets)
        assert np.array_equal(alone.taken, one.taken)


def test_who_looks_at_the_score_is_asked_at_each():
    run, wins, at = table(2), win_chances("rounce", 2), [(0, 0), (14, 13)]
    together = moves_at_scores(run, wins, at, 400, None, 1)
    for score, one in zip(at, together, strict=True):
        (alone,) = moves_at_scores(run, wins, [score], 400, None, 1)
        assert np.array_equal(alone.taken, one.taken)
    assert not np.array_equal(together[0].taken, together[1].taken)


def test_a_strategy_that_is_asked_declares_as_its_table_says():
    """``racer`` asked deal by deal against the chances that it declares with."""
    run, wins = table(3), win_chances("rounce", 3)
    (asked,) = moves_at_scores(run, wins, [(14, 13, 12)], 6_000, None, 1)
    (weighed,) = moves_at_scores(run, wins, [(14, 13, 12)], 6_000, race_of_table(run), 1)
    often = weighed.reach.sum(1)
    assert asked.reach.sum(1) == pytest.approx(often, abs=4 * 0.5 * 6_000**0.5)
    assert asked.taken.sum(0) == pytest.approx(weighed.taken.sum(0), abs=4 * 6_000**0.5)


def test_needs_are_scores_and_a_score_given_stays_but_for_the_leading_rival():
    assert Needs(2).score(0, 3, 15) == (12, 0) and Needs(3).score(1, 1, 6) == (9, 14, 9)
    given = Needs(3, (12, 2, 8))
    assert given.score(1, 1, 6) == (9, 14, 8) and given.score(0, 1, 6) == (14, 2, 9)
    assert given.rivals_in_words(1) == "the eldest hand needs"
    assert given.others_in_words(1) == "; the dealer needs 7"
    # The eldest hand leads, or is asked: what it and the dealer need, or it and the second.
    assert len(scores(given)) == 2 * len(NEEDS) ** 2


def test_around_a_score_the_others_stay_there():
    run, needs = table(3), Needs(3, (12, 2, 8))
    found = by_score(run, needs, 500, 1)
    (moves,) = moves_at_scores(run, win_chances("rounce", 3), [(9, 14, 8)], 500,
                               race_of_table(run), 1)
    own = next(one for one in found
               if (one.position, one.own, one.rivals, one.together) == (1, 1, 6, True))
    miss = [n for n, said in enumerate(moves.declared.heard)
            if len(said) == 1 and MISS in moves.declared.actions[n]]
    assert own.decisions == round(moves.reach[miss].sum())
    assert FOR_POOL not in moves.declared.actions[miss[0]]


def test_a_score_of_loo_is_points_won():
    run = Run("loo", find_game("loo").rules_class(scoring="points"),
              seat_players("loo", "racer", 3), 1, 1, 3)
    assert check_score(run, "12 14 -8") == (12, 14, -8)
    assert at_score(run, (12, 14, -8)) == "at 12 14 -8 points won so far"
    with pytest.raises(BoneyardError, match="15 is not from -100 to 14, points of a game"):
        check_score(run, "12 14 15")


def test_a_score_of_rounce_is_points_to_go_in_studies_and_in_advice():
    run = table(3)
    told = Told("6-6 6-2 4-4 3-1 2-0", "eldest", "6-3", score="3 1 7")
    assert check_score(run, told.score) == (12, 14, 8)
    assert at_score(run, (12, 14, 8)) == "at 3 1 7 points still to go"
    assert read_decision(run, told)[0]["points_before"] == [3, 1, 7]
