"""Tables solved around seats that keep to a strategy."""

import pytest

from boneyard import simulate
from reports.request import set_up
from reports.studies.solution.declared import exploit, study_declared
from reports.studies.solution.loo import LooPool
from reports.studies.solution.solved_table import read_locks
from scripts.learn_tiles import ByRuleOfThumb
from simulate.games.loo.views import ACTIONS
from simulate.runs.follow import histories
from simulate.theory.chips import Chips, solution_of
from simulate.theory.declared import declared_at
from simulate.theory.loo.declared import declarations
from simulate.theory.stage import solve

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
    solved = solve(Chips(run, read_locks(run, ("1=bold",)), 30_000, jobs=1), 3)
    found = solved.solved()
    solution_of(solved, found).save(path)
    assert " points a hand" in study_declared(solved, found, None, LooPool).answer[0]
    points = [
        float(simulate("loo", lineup=[seat, "bold"], rules=rules, sessions=40_000, hands=1, seed=9,
                       jobs=1).seats["points"].iloc[0])
        for seat in (ByRuleOfThumb(str(path)), "banker")]
    best = exploit(set_up("loo", "banker,bold", 2, rules, 1, 1, 3), 40_000, jobs=1)[0].row["gain"]
    assert best.low > 0.04
    assert points[0] - points[1] == pytest.approx(best.value, abs=0.03)
