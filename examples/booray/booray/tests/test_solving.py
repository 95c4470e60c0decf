"""Who plays and who passes at Boo-Ray is solved, and what best responses win from its players."""

import pytest

import boneyard
from boneyard.proof.tools import install
from booray.rules import BoorayRules
from simulate.domino.pool_kit import PASS
from simulate.games.game import ENTRY_POINTS
from simulate.games.pooled import SAYS
from simulate.runs.replay import histories
from simulate.runs.run import Run
from simulate.theory.chips import Chips
from simulate.theory.declarations import SILENT, shares_of
from simulate.theory.declared import declared_at
from simulate.theory.table import solve
from strategies.lineup import seat_players

SAID = {word: action for action, word in SAYS.items()}


@pytest.fixture(autouse=True)
def installed(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(install(tmp_path, ENTRY_POINTS, booray="booray.game:GAME"))


def table(lineup="thumb", players=3, **rules):
    return Run("booray", BoorayRules(**rules), seat_players("booray", lineup, players), 1, 9, 5)


@pytest.mark.parametrize("players", [3, 5])
def test_hands_pay_what_the_game_pays(players):
    run = table("bold", players, penalty="cap:12")
    at, shares, ends = declared_at(run), shares_of(5, players).tolist(), set()
    # A dealer whom everybody left alone says nothing.
    assert len(at.declared.ends) == 2**players - 1
    assert (PASS,) * (players - 1) + (SILENT,) in at.declared.ends
    for hand, _ in histories(run, range(9)):
        order = [(hand["dealer"] + 1 + p) % players for p in range(players)]
        told = [SAID[one["action"]] for one in hand["declarations"]]
        leaf = at.declared.ends.index(tuple(told + [SILENT] * (players - len(told))))
        end = leaf, shares.index([hand["tricks_won"][seat] for seat in order])
        stakes = at.stakes(hand["pool"])
        assert at.endings.taken(*stakes)[end].tolist() == [
            hand["net"][seat] + hand["ante"][seat] for seat in order]
        assert at.endings.left(*stakes)[end] == hand["pool_next"]
        ends |= {int(at.endings.pool[end])}
    assert len(ends) > 3


def test_a_solved_table_is_played_out_as_the_game_is_and_leaves_little_to_win():
    run = table(penalty="cap:12")
    at, chips = declared_at(run), solve(Chips(run, deals=6000), 2)
    ((first, *_),) = chips.solved()
    assert chips.pools == (3, 15, 27)
    assert first.worth.sum() == pytest.approx(first.pool)
    assert first.gain.total < 0.02 * first.pool
    hand, _ = next(histories(run, range(5, 6)))  # the last seat deals
    said = tuple(SAID[one["action"]] for one in hand["declarations"])
    share = chips.parts[0].rolled.outcomes[5, at.declared.ends.index(said)]
    assert shares_of(5, 3)[share].tolist() == hand["tricks_won"]


def test_the_answers_of_solve_and_exploit():
    solved = boneyard.solve("booray", players=3, deals=3000, rounds=1, jobs=1)
    assert "Against good players the eldest hand is to pass " in solved.answer[0]
    found = boneyard.exploit("bold", "booray", players=3, deals=4000, jobs=1)
    assert found.tables["exploitability"].loc["bold", "gain"] > 0
    habits = found.tables["exploit_habits"]
    assert (habits.iloc[0].does, habits.iloc[0].better) == ("plays", "pass")
    locked = boneyard.solve("booray", players=3, lock={1: "bold"}, deals=3000, rounds=1, jobs=1)
    assert "a seat that was solved makes" in locked.answer[-1]
