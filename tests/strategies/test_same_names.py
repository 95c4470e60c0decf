"""Two strategies are one if they play alike, whatever they are called."""

import warnings

import pytest

import boneyard
from boneyard.loo import DROP, PLAY, LooStrategy
from reports.request import set_up
from simulate.errors import BoneyardError
from simulate.games.game import find_game, game_names
from strategies.lineup import library, seat_players
from strategies.naming import play_alike

SMALL = {"rules": {"penalty": "cap:40"}, "sessions": 64, "hands": 10, "seed": 2, "jobs": 1}
FILE = """
from boneyard import Parameter
from boneyard.loo import DROP, PLAY, LooStrategy

class First(LooStrategy):
    name = "mine"
    parameters = {"x": Parameter(0, 0, 9, "nothing")}

    @staticmethod
    def declare(view, p):
        return PLAY

class Second(First):
    @staticmethod
    def declare(view, p):
        return DROP if view.legal >> DROP & 1 else PLAY

class Same(First):
    pass
"""


def own(dropping, called="mine"):
    class Mine(LooStrategy):
        name = called

        @staticmethod
        def declare(view, p):
            return DROP if dropping and view.legal >> DROP & 1 else PLAY

    return Mine


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old").mkdir()
    (tmp_path / "same.py").write_text(FILE)
    (tmp_path / "v1.py").write_text(FILE)
    for place, instead in (("v2.py", "return PLAY + view.seat * 0"), ("old/v1.py", "return 0 + 0")):
        (tmp_path / place).write_text(FILE.replace("return PLAY", instead))


@pytest.mark.parametrize(("lineup", "labels"), [
    ("same.py:First,same.py:Second,banker", ["mine (First)", "mine (Second)", "banker"]),
    ("v1.py:First,v2.py:First", ["mine (v1.py)", "mine (v2.py)"]),
    ("v1.py:First,old/v1.py:First", ["mine (v1.py:First)", "mine (old/v1.py:First)"]),
    ("v1.py:First(x=2),v2.py:First(x=2),v1.py:First", ["mine(x=2) (v1.py)", "mine(x=2) (v2.py)",
                                                       "mine"]),
    ("same.py:First,same.py:Same,v1.py:First", ["mine", "mine", "mine"]),
    ("same.py:First,./same.py:First", ["mine", "mine"])])
def test_files_are_told_apart_by_what_plays(files, lineup, labels):
    assert [player.label for player in seat_players("loo", lineup)] == labels


def test_classes_are_told_apart_by_what_plays():
    lazy, busy = own(True), own(False)
    assert [one.label for one in seat_players("loo", [lazy, busy, lazy, busy(), own(False)])] == [
        "mine (1)", "mine (2)", "mine (1)", "mine (2)", "mine (2)"]
    assert [one.label for one in seat_players("loo", [lazy, lazy])] == ["mine", "mine"]


@pytest.mark.parametrize("game", game_names())
def test_the_names_of_the_library_are_its_own(game):
    for name, kind in library(game).items():
        subclass = type("Mine", (kind,), {})
        ours, theirs = seat_players(game, [subclass, name])
        assert (ours.label, theirs.label) == (f"{name} (Mine)", name)
        assert ours.entry == "<class Mine>" and theirs.entry == name
        assert play_alike(ours, theirs)


def test_numbers_and_charts_are_part_of_what_plays():
    one, other = seat_players("loo", "threshold(stay_1=1.5),threshold(stay_1=1.4)")
    solved, same = seat_players("loo", "solved,solved")
    assert not play_alike(one, other) and play_alike(solved, same)
    assert not play_alike(solved, seat_players("rounce", "solved")[0])


def rows(frame):
    return sorted(set(frame.reset_index().get("strategy", [])))


@pytest.mark.parametrize("found", [
    lambda pair: boneyard.simulate("loo", pair, **SMALL).tables["strategies"],
    lambda pair: boneyard.sweep("loo", "penalty", ["cap:20", "cap:40"], pair,
                                **{**SMALL, "rules": {}}).tables["sweep"],
], ids=["simulate", "sweep"])
def test_nothing_pools_what_plays_differently(found):
    assert rows(found([own(True), own(False)])) == ["mine (1)", "mine (2)"]


def test_a_solved_file_plays_at_its_own_table_only(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    boneyard.solve("loo", players=2, this_hand=True, deals=3000, rounds=1, jobs=1, file="m.npz")
    wrong = "solved table 'm.npz' is for loo for chips with 2 players, not for loo for "
    (player,) = seat_players("loo", "m.npz", 1, table=2)
    assert find_game("loo").unit(set_up("loo", "m.npz", 2).rules) == "chips" and player.chart.size
    for ask, here in {
        lambda: boneyard.simulate("loo", "m.npz", players=3, sessions=4): "chips with 3",
        lambda: boneyard.simulate("loo", "m.npz,book,bold", sessions=4): "chips with 3",
        lambda: boneyard.simulate("loo", "m.npz", 2, {"scoring": "points"}): "points with 2",
        lambda: boneyard.tune("loo", "threshold", against="m.npz", players=3): "chips with 3",
        lambda: boneyard.study("skill", "loo", "m.npz,book", by_players=True): "chips with 3",
        lambda: boneyard.solve("loo", 3, lock={0: "m.npz"}): "chips with 3",
        lambda: boneyard.advise("loo", "6-6 6-2 4-4 3-1 2-0", "6-3", 2, lineup="m.npz",
                                players=3): "chips with 3"}.items():
        with pytest.raises(BoneyardError, match=wrong + here):
            ask()


def test_what_was_solved_has_a_name_of_its_own_beside_the_librarys():
    mine = boneyard.solve("loo", players=2, this_hand=True, deals=3000, rounds=1, jobs=1)
    found = boneyard.simulate("loo", [mine, "solved"], sessions=4, jobs=1)
    assert rows(found.tables["strategies"]) == ["solved", "solved (in memory)"]


def test_elsewhere_a_solved_file_is_named_with_its_own_rules_and_the_seats_around_it(
        tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    boneyard.solve("loo", players=2, this_hand=True, deals=3000, rounds=1, jobs=1, file="m.npz",
                   rules={"penalty": "cap:15"}, lock={1: "bold(risk=0.2)"})
    rules = "m.npz was solved for penalty=cap:15, and plays so here."
    seats = "m.npz was solved around bold(risk=0.2) in seat 1, and plays so here."
    for lineup, penalty, has in (
            ("m.npz,bold(risk=0.2)", "cap:40", rules), ("m.npz,bold(risk=0.2)", "cap:15", ""),
            ("m.npz", "cap:15", seats), ("bold(risk=0.2),m.npz", "cap:40", f"{rules} {seats}")):
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            found = boneyard.simulate("loo", lineup, 2, {"penalty": penalty}, sessions=4, jobs=1)
        assert [str(one.message) for one in warned] == [has] * bool(has)
        assert found.report().rules.note == has
