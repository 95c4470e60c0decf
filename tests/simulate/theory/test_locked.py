"""Tables and games for points solved around seats that keep to a strategy."""

from dataclasses import replace

import numpy as np
import pytest

from boneyard import simulate
from reports.request import set_up
from reports.studies.solution.declared import exploit, study_declared
from reports.studies.solution.loo import LooPool, study_race_solution
from reports.studies.solution.solved_table import (
    Counted,
    declaring_as,
    play_around,
    read_locks,
    with_play,
)
from scripts.learn_tiles import ByRuleOfThumb
from simulate.games.loo.views import ACTIONS
from simulate.runs.follow import histories
from simulate.theory import chips
from simulate.theory.declared import declared_at
from simulate.theory.loo.declared import declarations
from simulate.theory.loo.hands import COARSE
from simulate.theory.loo.race import AskedRace, Race, solution_of
from simulate.theory.loo.solutions import CUTS, classes_of
from simulate.theory.stage import solve
from strategies.lineup import seat_players, table_of
from strategies.loo.solved import Racer

TABLE = set_up("rounce", "book", 2, None, 1, 1, 5)


def locked(name):
    """Return the lock of the second seat."""
    return {1: seat_players("rounce", name, 1)[0]}


def played_around(race, one, other, games):
    """Play around the locks of a race; all play the tiles as those whom it was solved for."""
    players = (
        replace(declaring_as(race.run.players[0], "declare", seat.player(table_of(race.run))),
                label=seat.label)
        for seat in (one, other))
    return play_around(race.run, race.locks, *players, Counted.games(games))


@pytest.fixture(scope="module")
def two_classes():
    """Two classes of scores a seat: quickly solved."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(CUTS, 2, (1, 6))
        yield


@pytest.fixture(scope="module")
def around_bold(two_classes):
    return solve(Race(TABLE, locked("bold"), 24_000), 1)


def test_seats_win_as_often_as_whole_games_say(around_bold):
    solution = solution_of(around_bold)
    played = played_around(around_bold, Racer.holding(solution), Racer(), 8_000)
    won, chance = played[1].value.scaled(1 / 100), float(around_bold.at_the_start[0])
    deals = around_bold.largest_error(chance)
    assert won.value == pytest.approx(chance, abs=3 * np.hypot(won.se, deals))
    assert won.low > 0.5
    study = with_play(study_race_solution(around_bold), played, Counted.games(8_000),
                      around_bold.run)
    assert "wins most" in study.answer[0]
    assert (" with this solution changes most, by " in study.answer[1]) == (played[1].sure >= 0)
    for section in study.sections:
        for found in section.tables:
            told = [column.name for column in found.columns if column.kind == "share"]
            assert {f"{name}_low" for name in told} <= set(found.frame.columns)


def test_a_best_response_in_a_seat_wins_what_the_table_around_the_others_wins(two_classes):
    """Two ways to the same: policy iteration, and regret minimisation around a lock."""
    run = replace(TABLE, players=seat_players("rounce", "book,cautious", 2))
    response = AskedRace(run, 24_000).respond(0).solution
    assert not response.wrong_table(
        classes_of(response).count, response.at.declared.tree.follows, COARSE)
    race = solve(Race(TABLE, locked("cautious"), 36_000), 1)
    played = played_around(race, Racer.holding(response), Racer.holding(solution_of(race)), 20_000)
    assert played[1].value.low > 51
    assert abs(played[1].change.value) < max(3 * played[1].change.se, 0.4)


CODES = {name: code for code, name in ACTIONS.items()}


@pytest.mark.parametrize("lineup", ["bold,random,banker", "solved,book,cautious"])
def test_what_a_locked_seat_declares_is_what_its_strategy_declares_in_that_deal(lineup):
    run = set_up("loo", lineup, 3, None, 1, 1, 5)
    declared = declarations(3, False)
    said = declared_at(run).fixed_actions((0, 1, 2), declared_at(run).stakes_of().pool, 60, 1)
    for session in range(2, 60, 3):  # those that the last seat deals first
        hand, _ = next(histories(run, range(session, session + 1), 0, 1))
        actions = [CODES[entry["action"]] for entry in hand["declarations"]]
        node = 0
        for action in actions:
            move = said[session, node]
            assert declared.actions[node][move] == action
            node = declared.tree.follows[node, move]


def test_one_seat_around_a_lock_gains_what_a_best_response_gains_on_other_deals(tmp_path):
    """Solved, kept, and played against the lock: as much better than `banker` as exploit says."""
    rules, path = {"scoring": "points"}, tmp_path / "bold.npz"
    run = set_up("loo", "book", 2, rules, 1, 1, 5)
    solved = solve(chips.Chips(run, read_locks(run, ("1=bold",)), 30_000, jobs=1), 3)
    found = solved.solved()
    chips.solution_of(solved, found).save(path)
    assert " points a hand" in study_declared(solved, found, None, LooPool).answer[0]
    points = [
        float(simulate("loo", lineup=[seat, "bold"], rules=rules, sessions=40_000, hands=1, seed=9,
                       jobs=1).seats["points"].iloc[0])
        for seat in (ByRuleOfThumb(str(path)), "banker")]
    best = exploit(set_up("loo", "banker,bold", 2, rules, 1, 1, 3), 40_000, jobs=1)[0].row["gain"]
    assert best.low > 0.04
    assert points[0] - points[1] == pytest.approx(best.value, abs=0.03)
