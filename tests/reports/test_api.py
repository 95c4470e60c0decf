"""Simulations, studies, sweeps and reports from Python: arguments, answers and errors."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import boneyard
from boneyard import simulate, sweep
from simulate.errors import BoneyardError
from simulate.games.loo.rules import LooRules
from tests.sizes import solve_quickly

SMALL = {"sessions": 64, "hands": 20, "seed": 3, "jobs": 1}


def same(a, b):
    pd.testing.assert_frame_equal(a.seats, b.seats)


@pytest.mark.parametrize("form", [tuple, np.array, pd.Series, pd.Index])
def test_any_sequence_or_array_is_a_line_up(form):
    same(simulate("loo", form(["stay", "book"]), **SMALL), simulate("loo", "stay,book", **SMALL))
    with pytest.raises(BoneyardError, match="line-up entry 2 of 2 is empty"):
        simulate("loo", form(["stay", ""]))
    assert boneyard.table("loo", np.array(["stay", None])).seats == (1,)
    assert boneyard.tune("loo", "threshold", ["stay_1"], form(["stay", "book"]), 3, trials=2,
                         sessions=16, hands=2, jobs=1).answer


def test_a_path_is_taken_wherever_its_text_is(tmp_path):
    (code := tmp_path / "a,b.py").write_text(
        "from strategies.loo.base import Stay\nclass Mine(Stay):\n    name = 'mine'\n")
    (house := tmp_path / "house.toml").write_text('game = "loo"\npenalty = "cap:40"\n')
    (tuned := tmp_path / "tuned.toml").write_text(
        'game = "loo"\nstrategy = "threshold"\n[parameters]\nstay_1 = 2\n')
    for path in (Path(f"{code}:Mine"), tuned):
        for given in (path, [path, "stay"]):
            text = str(path) if isinstance(given, list) else str(path).replace(",", "\\,")
            typed = [text, "stay"] if isinstance(given, list) else text
            found = simulate("loo", given, rules=house, **SMALL)
            assert found.run.rules.penalty == LooRules(penalty="cap:40").penalty
            assert found.command == simulate("loo", typed, rules=str(house), **SMALL).command
        assert boneyard.table("loo", [path, None], rules=house).seats == (1,)


def test_a_rule_is_swept_for_everybody_at_the_table():
    asked = {"lineup": "banker,stay,book", "sessions": 64, "hands": 20, "seed": 3, "jobs": 1}
    found = sweep("loo", "penalty", ["fixed:5", "cap:40"], **asked)
    frame = found.tables["sweep"]
    assert frame.attrs["tables"] == [{"penalty": "fixed:5"}, {"penalty": "cap:40"}]
    assert found.command == (
        "boneyard sweep loo --vary penalty=fixed:5,cap:40 --players 3 --lineup banker,stay,book "
        "--sessions 64 --hands 20 --seed 3")
    assert "ante" in frame.attrs["rules"] and "penalty" not in frame.attrs["rules"]
    frame = frame.reset_index()
    by_rule = {rule: own["value"].reset_index(drop=True) for rule, own in frame.groupby("penalty")}
    for rule, values in by_rule.items():
        alone = simulate("loo", rules={"penalty": rule}, **asked).strategies
        assert values.tolist() == pytest.approx(alone["chips"].tolist())
    dearer = by_rule["cap:40"] - by_rule["fixed:5"]
    assert frame[frame["penalty"] == "cap:40"]["change"].tolist() == pytest.approx(dearer.tolist())
    names = frame["strategy"].unique().tolist()
    assert found.answer[-1].startswith(
        f"{names[int(dearer.abs().argmax())]} with cap:40 changes most, by ")


IDLE = {"scoring": "points", "penalty": "cap:40"}
HAND = {"hand": "6-6 6-2 4-4 3-1 2-0", "turn_up": "6-3", "position": "eldest"}


@pytest.mark.parametrize("ask", [
    lambda: simulate("loo", "stay", rules=IDLE, **SMALL),
    lambda: simulate("loo", "stay", rules=LooRules(**IDLE), **SMALL),
    lambda: boneyard.report("loo", "stay", rules=IDLE, studies="none", sessions=16, jobs=1),
    lambda: boneyard.study("duel", "loo", "stay,random", rules=IDLE, **SMALL),
    lambda: boneyard.advise("loo", lineup="stay", players=2, rules=IDLE, deals=512, **HAND),
    lambda: sweep("loo", "threshold.stay_1", [1, 2], "threshold", rules=IDLE, **SMALL),
], ids=["simulate", "rules", "report", "study", "advise", "sweep"])
def test_rules_that_change_nothing_are_warned_of_once(ask):
    with pytest.warns(UserWarning, match="changes nothing") as warned:
        ask()
    assert [str(one.message) for one in warned] == [
        "penalty=cap:40 changes nothing here: it matters only with scoring=chips."]
    assert warned[0].filename == __file__


@pytest.mark.parametrize(("game", "asked"), [
    ("loo", {"players": 2, "this_hand": True}), ("rounce", {"players": 2}),
    ("euchre", {"players": 2}), ("booray", {"players": 3})])
def test_what_was_solved_sits_in_line_ups_as_its_file_does(
        game, asked, tmp_path, request, monkeypatch):
    solve_quickly(monkeypatch)
    if game == "booray":
        request.getfixturevalue("booray")
    solved = boneyard.solve(game, deals=3000, rounds=1, jobs=1, **asked)
    solved.save_solution(file := tmp_path / "mine.npz")
    small = {"sessions": 16, "hands": 10, "jobs": 1}
    others = ["random"] * (asked["players"] - 1)
    there, path, here = (simulate(game, [one, *others], **small)
                         for one in (str(file), file, solved))
    same(path, there)
    assert there.counts()["by_seat"][0] == here.counts()["by_seat"][0] | {"strategy": str(file)}
    assert str(file) not in here.command
    with pytest.raises(BoneyardError, match=r"this table was (not )?solved for"):
        simulate("casino", [solved, "random"], **small)


def test_what_was_solved_or_tuned_sits_wherever_a_strategy_does():
    solved = boneyard.solve("loo", players=2, this_hand=True, deals=3000, rounds=1, jobs=1)
    small = {"sessions": 16, "hands": 5, "jobs": 1}
    tuned = boneyard.tune("loo", "threshold", ["stay_1"], solved, 2, trials=2, sessions=16,
                          hands=2, jobs=1)
    assert boneyard.study("duel", "loo", [solved, tuned], **small).run.labels[1] == "threshold"
    assert sweep("loo", "threshold.stay_1", [1, 2], [solved, tuned], **small).answer
    assert boneyard.exploit("loo", solved, players=2, deals=3000, jobs=1).answer
    assert boneyard.replay("loo", session=0, hand=0, lineup=[solved, tuned])
