"""A person's own strategy file for each of the other tables, by the same door as for Loo."""

from __future__ import annotations

import pytest

from boneyard import simulate

OWN = {
    "euchre": '''
from simulate.games.euchre.calls import PASS, make
from strategies.base import Parameter
from strategies.euchre.base import EuchreStrategy


class Own(EuchreStrategy):
    name = "own"
    summary = "Accepts whatever the dealer turns, if it is high enough."
    looks_at = "the turn-up"
    parameters = {"least": Parameter(4, 0, 6, "lowest trump that is accepted")}

    @staticmethod
    def call(view, p):
        return make(view.trump, 0) if view.round == 1 and view.trump >= p.least else PASS
''',
    "pool": '''
from simulate.domino.tile_sets import highest
from strategies.pool.base import PoolStrategy


class Own(PoolStrategy):
    name = "own"
    summary = "Plays the last of its options."
    looks_at = "its options"

    @staticmethod
    def play(view, p):
        return highest(view.legal)
''',
    "casino": '''
from simulate.domino.tile_sets import lowest
from strategies.casino.base import CasinoStrategy


class Own(CasinoStrategy):
    name = "own"
    summary = "Bets its lowest tile."
    looks_at = "its tiles"

    @staticmethod
    def bet(view, p):
        return lowest(view.hand)
''',
}


@pytest.mark.parametrize("game", OWN)
def test_a_file_of_ones_own_sits_down_at_every_table(game, tmp_path):
    path = tmp_path / "own.py"
    path.write_text(OWN[game])
    result = simulate(game, f"{path}:Own,random,random", sessions=4, hands=20, seed=1, jobs=1)
    assert result.summary()["lineup"] == ["own", "random", "random"]
    assert set(result.strategies.index) == {"own", "random"}


HELPED = '''
from pathlib import Path

from simulate.games.loo.views import DROP, PLAY
from strategies.loo.base import LooStrategy

LEVEL = int((Path(__file__).parent / "level.txt").read_text())


class Helped(LooStrategy):
    name = "helped"
    summary = "Plays or drops, as a file beside it says."
    looks_at = "a file"

    @staticmethod
    def declare(view, p):
        return PLAY if LEVEL or view.position == 0 else DROP
'''


def test_nothing_compiled_before_is_used_for_a_file_of_ones_own(tmp_path):
    path = tmp_path / "helped.py"
    path.write_text(HELPED)
    dropped = []
    for level in ("1", "0", "1"):
        (tmp_path / "level.txt").write_text(level)
        result = simulate("loo", f"{path}:Helped", players=3, sessions=4, hands=20, seed=1, jobs=1)
        dropped.append(sum(row["dropped"] for row in result.summary()["by_seat"]))
    assert dropped[0] == dropped[2] == 0 < dropped[1]


def test_parameters_of_ones_own_are_set_in_the_line_up(tmp_path):
    path = tmp_path / "own.py"
    path.write_text(OWN["euchre"])
    made = [
        simulate("euchre", f"{path}:Own(least={least}),random", sessions=4, hands=20, seed=1,
                 jobs=1).summary()["by_seat"][0]["made"]
        for least in (0, 6)
    ]
    assert made[0] > made[1]
