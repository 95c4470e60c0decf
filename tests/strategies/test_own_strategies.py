"""A person's own strategy file for each of the other tables, by the same door as for Loo."""

import sys

import numba
import pytest

from boneyard import helper, simulate
from boneyard.tiles import lowest
from simulate.errors import BoneyardError, StrategyError
from strategies.base import UNIFORM
from strategies.casino.base import CasinoStrategy
from strategies.lineup import joined, names_file, seat_players, split
from strategies.pool.base import PoolStrategy


@helper
def lowest_of(tiles):
    return lowest(tiles)


def bet_of_a_branch(view, p):
    return lowest_of(view.hand if view.hand & 1 else view.hand & ~1)


def test_a_helper_of_ones_own_may_be_called_with_a_choice():
    own = type("Own", (CasinoStrategy,), {"name": "own", "bet": staticmethod(bet_of_a_branch)})
    assert simulate("casino", [own, "random"], sessions=2, jobs=1).run.labels == ["own", "random"]


def test_nothing_is_left_beside_a_file_of_ones_own(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "mine.py").write_text(RECURSIVE)
    with pytest.raises(BoneyardError, match="Nobody"):
        seat_players("loo", f"{tmp_path / 'mine.py'}:Nobody", 4)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.py"]
    assert not sys.dont_write_bytecode


BEYOND = '''
import numpy as np

from simulate.games.pool.views import Turn
from strategies.pool.base import PoolStrategy

TABLE = np.arange(4)


class ReadsConstant(PoolStrategy):
    name = "reads"

    @staticmethod
    def play(view, p):
        return TABLE[view.hand]


class ReadsChart(PoolStrategy):
    name = "chart"

    def chart(self):
        return np.zeros(3)

    @staticmethod
    def play(view, p):
        return int(p.chart[len(p.chart)])


class Writes(PoolStrategy):
    name = "writes"

    @staticmethod
    def play(view, p):
        scratch = np.zeros(2)
        scratch[view.hand] = 1
        return 0
'''


@pytest.mark.parametrize("name", ["ReadsConstant", "ReadsChart", "Writes"])
def test_an_index_beyond_an_array_is_an_error(tmp_path, name):
    (tmp_path / "own.py").write_text(BEYOND)
    words = r"strategy '\w+' in seat \d raised IndexError: .*asked to play in session"
    with pytest.raises(StrategyError, match=words):
        simulate("pool", f"{tmp_path / 'own.py'}:{name},random,random", sessions=1, jobs=1)


class Held(PoolStrategy):
    name = "held"
    file_ending = ".held"
    play = UNIFORM

    @classmethod
    def of_file(cls, path, game):
        return cls()


def test_a_line_up_finds_the_strategies_that_files_hold_in_the_library_of_its_game(monkeypatch):
    assert names_file("loo", "mine.npz")
    assert not names_file("pool", "mine.npz")
    monkeypatch.setattr("strategies.lineup.library", lambda game: {"held": Held})
    assert [player.label for player in seat_players("pool", "x.held", 3)] == ["held"] * 3
    with pytest.raises(BoneyardError, match=r"x\.held' has no parameters, not 'a=1'"):
        seat_players("pool", "x.held(a=1)", 3)


def test_a_line_up_is_joined_so_that_it_splits_into_the_same():
    entries = ["a,b/mine.py:Own", "book(first=1,later=2)", "c,d.npz", "random"]
    assert split(joined(entries), "loo") == entries
    assert joined(["book(first=1,later=2)", "random"]) == "book(first=1,later=2),random"


RECURSIVE = '''
from boneyard import helper
from boneyard.loo import PLAY, LooStrategy


@helper
def _endless(n):
    if n == -1:
        return 0
    return _endless(n + 1) * 3 + 1


@helper
def _there(n):
    return _endless(n) + 1


@helper
def _product(n):
    if n < 2:
        return 1
    return n * _product(n - 1)


@helper
def _often(n):
    total = 0
    for _ in range(n):
        total += _product(12)
    return total


class Own(LooStrategy):
    name = "own"


class Endless(Own):
    @staticmethod
    def declare(view, p):
        return PLAY if _there(view.pool) > -1 else PLAY


class Ends(Own):
    @staticmethod
    def declare(view, p):
        return PLAY if _often(2000) > 100 and _product(5) == 120 else 99
'''


def test_a_helper_that_calls_itself_without_an_end_is_named(tmp_path):
    """It would overflow the stack, which ends Python."""
    (tmp_path / "own.py").write_text(RECURSIVE)
    with pytest.raises(StrategyError, match=r"strategy 'own' in seat \d raised RecursionError: "
                       "_endless calls itself without an end, when asked to declare in session"):
        simulate("loo", f"{tmp_path / 'own.py'}:Endless,stay", sessions=64, hands=3, jobs=2)


def test_a_helper_may_call_itself_as_often_as_it_likes_and_prints_are_no_answer(tmp_path, capsys):
    (tmp_path / "own.py").write_text(RECURSIVE.replace(
        "        return PLAY if _often", "        print('pool', view.pool)\n        return PLAY "
        "if _often") + "\nprint('read')\n")
    found = simulate("loo", f"{tmp_path / 'own.py'}:Ends,stay", sessions=32, hands=3, jobs=2)
    assert found.hands == 96
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("read\n") and "pool 15" in err


def test_numba_prints_where_it_did_for_others(capsys):
    @numba.njit
    def mine():
        print("mine")

    simulate("loo", "stay,random", sessions=1, hands=1, jobs=1)
    mine()
    assert capsys.readouterr() == ("mine\n", "")
