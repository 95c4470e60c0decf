"""Every command that is printed, run back: it plays the same players and finds the same numbers."""

import shlex
import sys

import pytest

import boneyard
from simulate.errors import BoneyardError
from tests.boneyard.cli.again import answers_again, hands_again, run_again, words_of
from tests.sizes import in_pieces

CAP = {"penalty": "cap:40"}
SMALL = {"sessions": 30, "hands": 10, "jobs": 1}
OWN = """
from boneyard import Parameter
from boneyard.loo import DROP, PLAY, LooStrategy

class Banker(LooStrategy):
    name = "banker"
    parameters = {"x": Parameter(1, 0, 2, "whether it plays")}

    @staticmethod
    def declare(view, p):
        return DROP if p.x > 1 and view.legal >> DROP & 1 else PLAY
"""


class Banker(boneyard.loo.LooStrategy):
    name = "banker"

    @staticmethod
    def declare(view, p):
        return boneyard.loo.PLAY


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A module of one's own, beside which the person works."""
    (tmp_path / "own_players.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    import own_players

    yield own_players.Banker
    del sys.modules["own_players"]


def test_a_class_of_ones_own_that_is_named_as_one_of_the_library(run, own):
    for lineup in ([own(x=2), "banker"], "own_players.py:Banker(x=2),banker"):
        found = boneyard.simulate("loo", lineup, rules=CAP, **SMALL)
        assert found.run.labels == ["banker(x=2) (own_players.py)", "banker"]
        assert "--lineup 'own_players.py:Banker(x=2),banker'" in found.command
        answers_again(found, run)


def test_a_class_in_no_file_has_no_command_and_no_other_plays_in_its_place(run, tmp_path):
    found = boneyard.simulate("loo", [Banker, "banker"], **SMALL)
    status, out, err = run(*shlex.split(found.command)[1:])
    assert (status, out) == (2, "") and "'<class Banker>' is of a Python program" in err
    found.save(tmp_path / "run")
    assert "'<class Banker>' is of a Python program" in run("verify", str(tmp_path / "run"))[2]
    with pytest.raises(BoneyardError, match="put it into a file"):
        boneyard.simulate("loo", "<class Banker>(x=1)")


@pytest.mark.parametrize("rules", [{}, {"bankroll": 60}])
def test_the_worst_sessions_of_risk(run, rules):
    wishes = {} if rules else {"bankroll": 60}
    found = boneyard.study("risk", "loo", "banker,random", rules=CAP | rules, **wishes, **SMALL)
    answers_again(found, run)
    for name in ("risk_sessions", "risk_bankroll_sessions"):
        for row in found.tables[name].reset_index().to_dict("records"):
            hands = hands_again(run, row["replay"])
            assert sum(hand["net"][row["seat"]] for hand in hands) == row["worst"], row["replay"]


@pytest.mark.parametrize("ask", [
    lambda own: boneyard.solve("loo", players=2, this_hand=True, deals=3000, rounds=1, jobs=1,
                               lock={1: own(x=2)}),
    lambda own: boneyard.exploit("loo", own, players=2, rules=CAP, deals=3000, jobs=1),
    lambda own: boneyard.tune("loo", "own_players.py:Banker", against="banker", players=2,
                              rules=CAP, trials=2, sessions=16, hands=2, jobs=1),
], ids=["solve", "exploit", "tune"])
def test_what_is_solved_exploited_and_tuned(run, own, ask):
    answers_again(ask(own), run)


def _play_it(printed):
    line, = (line for line in printed.splitlines() if line.startswith("Play it: "))
    return line.removeprefix("Play it: ")


@in_pieces("against", "banker", "exploit")
def test_a_strategy_is_tuned_whose_path_has_signs_of_a_lineup(run, own, tmp_path, against):
    (tmp_path / "a, b (c)").mkdir()
    (tmp_path / "a, b (c)" / "own.py").write_text(OWN)
    entry, deals = r"a\, b (c)/own.py:Banker(x=0)", 1000 if against == "exploit" else 16
    found = boneyard.tune("loo", entry, against=against, players=2, rules=CAP, trials=2,
                          sessions=deals, hands=2, jobs=1)
    answers_again(found, run)
    assert boneyard.simulate("loo", found.lineup, players=2, **SMALL).run.players
    for file, named in (("", "(own.py)"), (" --file 'to, play.toml'", "(to, play.toml)")):
        command = _play_it(run_again(run, found.command + file))
        small = "--deals 3000" if against == "exploit" else "--sessions 5"
        assert named in words_of(run_again(run, f"{command} {small}"))
