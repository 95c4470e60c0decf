"""Tables solved around seats that keep to a strategy."""


import pytest

from boneyard import simulate
from reports.studies.solution.declared import exploit, study_declared
from reports.studies.solution.loo import LooPool
from reports.studies.solution.solved_table import read_locks
from scripts.learn_tiles import ByRuleOfThumb
from simulate.games.game import find_game
from simulate.games.loo.views import ACTIONS
from simulate.runs.follow import histories
from simulate.runs.run import Run
from simulate.theory.chips import Chips, solution_of
from simulate.theory.declared import declared_at
from simulate.theory.loo.declared import declarations
from simulate.theory.stage import solve
from strategies.lineup import seat_players

CODES = {name: code for code, name in ACTIONS.items()}


def table(lineup, players, game="loo", seed=5, **rules):
    return Run(game, find_game(game).rules_class(**rules), seat_players(game, lineup, players),
               1, 1, seed)


def around(players, *locks, deals=12_000, rounds=1, seed=5, keep=None, jobs=1, **rules):
    run = table("book", players, seed=seed, **rules)
    return solve(Chips(run, read_locks(run, locks), deals, jobs=jobs), rounds, keep)


@pytest.mark.parametrize("lineup", ["bold,random,banker", "solved,book,cautious"])
def test_what_a_locked_seat_declares_is_what_its_strategy_declares_in_that_deal(lineup):
    run = table(lineup, 3)
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
    solved = around(2, "1=bold", deals=30_000, rounds=3, **rules)
    found = solved.solved()
    solution_of(solved, found).save(path)
    assert " points a hand" in study_declared(solved, found, None, LooPool).answer[0]
    points = [
        float(simulate("loo", lineup=[seat, "bold"], rules=rules, sessions=40_000, hands=1, seed=9,
                       jobs=1).seats["points"].iloc[0])
        for seat in (ByRuleOfThumb(str(path)), "banker")]
    best = exploit(table("banker,bold", 2, seed=3, **rules), 40_000, jobs=1)[0].row["gain"]
    assert best.low > 0.04
    assert points[0] - points[1] == pytest.approx(best.value, abs=0.03)
