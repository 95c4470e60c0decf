"""What a person's own process had before it imports boneyard and plays, it has afterwards."""

import random
import time
from types import ModuleType

import matplotlib
import numba
import numpy as np
import pytest

from simulate.errors import BoneyardError, StrategyError
from simulate.games.game import find_game
from simulate.games.loo.rules import LooRules
from simulate.games.loo.views import DROP, PLAY
from simulate.machine.own_code import OwnCode
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.lineup import seat_players
from strategies.loo.base import LooStrategy, Random
from tests.waiting import python

PROGRAM = """
import gc, os, random, signal, sys, warnings
import llvmlite.binding.ffi, matplotlib, numba, numba.core.event, numpy, pandas, scipy.stats
from numba.core.cpu import CPUContext
from numba.core.types.functions import BaseFunction

@numba.njit(cache=True)
def before(x):
    return x + 1

@numba.njit(cache=True)
def after(x):
    return x + 2

def state():
    return {
        "environment": dict(os.environ),
        "config": {name: repr(value) for name, value in vars(numba.config).items()
                   if name.isupper()},
        "garbage": (gc.isenabled(), gc.get_threshold(), gc.get_freeze_count(), len(gc.callbacks)),
        # But for ours, which lets Ctrl-C wait while machine code is made.
        "listeners": [(kind, one) for kind, some in numba.core.event._registered.items()
                      for one in some if type(one).__module__ != "simulate.machine.compile"],
        "listeners of LLVM": list(llvmlite.binding.ffi.lib._lock._cblist),
        "signals": {one: signal.getsignal(one) for one in signal.valid_signals()},
        "warnings": list(warnings.filters),
        "random": (random.getstate(), repr(numpy.random.get_state())),
        "rcParams": repr(matplotlib.rcParams),
        "classes": (BaseFunction.get_call_type, CPUContext.get_abi_sizeof),
        "hooks": (sys.excepthook, sys.displayhook, sys.getrecursionlimit(), sys.getswitchinterval(),
                  list(map(repr, sys.path)), len(sys.meta_path)),
        "umask": (os.umask(0o022), os.umask(0o022))[1],
    }

print(before(1))
modules, expected = dict(sys.modules), state()
import boneyard
played = boneyard.simulate(GAME, lineup=LINEUP, sessions=20, hands=5, jobs=2)
assert played.hands >= 20
assert after(1) == 3
found = state()
for what in expected:
    if found[what] != expected[what]:
        print("changed", what, expected[what], found[what])
for name, module in modules.items():
    if sys.modules.get(name) is not module:
        print("replaced", name)
print(before.stats.cache_path == after.stats.cache_path, before.stats.cache_path)
"""


@pytest.mark.slow
@pytest.mark.parametrize("played", [("casino", "best-odds,random"), ("loo", "banker,random")])
def test_a_process_is_as_it_was(played, tmp_path):
    program = tmp_path / "mine.py"
    program.write_text("GAME, LINEUP = {!r}, {!r}\n{}".format(*played, PROGRAM))
    # Fonts listed anew take seconds, of which matplotlib tells where they are many.
    done = python(str(program), folder=tmp_path, NUMBA_CACHE_DIR=None,
                  XDG_CACHE_HOME=str(tmp_path / "cache"), MPLCONFIGDIR=matplotlib.get_cachedir())
    assert done.stderr == ""
    assert done.stdout == f"2\nTrue {tmp_path / '__pycache__'}\n"
    assert any((tmp_path / "cache" / "boneyard").rglob("*.nbc"))
    assert not any((tmp_path / "cache" / "boneyard").rglob("*mine*"))


BROKEN = [("NUMBA_DISABLE_JIT", "1"), ("NUMBA_NUM_THREADS", "0"), ("NUMBA_NUM_THREADS", "-3"),
          ("NUMBA_NUM_THREADS", "abc")]


@pytest.mark.parametrize(("name", "value"), BROKEN)
def test_a_setting_with_which_nothing_compiles_is_named(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(BoneyardError, match=f"{name} is {value} in the environment"):
        seat_players("casino", "random", 2)


LEVEL = 0


@numba.njit
def at_least(number):
    return number >= LEVEL


def dropped(decision) -> int:
    """Return how often seats drop that declare so."""

    class Own(LooStrategy):
        name = "own"
        declare = staticmethod(decision)

    run = Run("loo", LooRules(), seat_players("loo", Own, 3), 16, 20, 1)
    seats = find_game("loo").summary(play(run, jobs=1).tally, run.rules)[1]
    return sum(seat["dropped"] for seat in seats)


def by_constant(view, p):
    return PLAY if view.position >= LEVEL else DROP


def by_helper(view, p):
    return PLAY if at_least(view.position) else DROP


@pytest.mark.parametrize("decision", [by_constant, by_helper])
def test_a_changed_constant_is_noticed(monkeypatch, decision):
    found = []
    for level in (0, 9, 0):
        monkeypatch.setitem(globals(), "LEVEL", level)
        found.append(dropped(decision))
    assert found[0] == found[2] == 0 < found[1]


def test_a_helper_of_an_imported_module_is_compiled_anew_and_left_as_it_is(monkeypatch):
    mine = ModuleType("helpers_of_mine")
    mine.at_least = at_least
    monkeypatch.setitem(globals(), "mine", mine)
    assert at_least(1)
    options, kept, compiled = dict(at_least.targetoptions), at_least._cache, at_least.signatures

    def decide(view, p):
        return PLAY if mine.at_least(view.position) else DROP

    assert dropped(decide) == 0
    monkeypatch.setitem(globals(), "LEVEL", 9)
    assert dropped(decide) > 0 < dropped(by_helper)
    assert (at_least.targetoptions, at_least._cache, at_least.signatures) == (
        options, kept, compiled)


def test_fingerprints_do_not_depend_on_the_process():
    first, second = (OwnCode(by_helper).fingerprint for _ in range(2))
    assert first == second and first
    assert OwnCode(Random.follow or LooStrategy.follow).fingerprint == ""


#: Functions that draw chance or the time from somewhere else than the view.
def by_lot(view, p):
    return PLAY if random.random() < 0.5 else DROP


def by_numpy(view, p):
    return PLAY if np.random.random() < 0.5 else DROP


def by_clock(view, p):
    return PLAY if time.time() % 2 < 1 else DROP


@numba.njit
def coin():
    return np.random.randint(2)


def by_a_helper(view, p):
    return PLAY if coin() else DROP


@pytest.mark.parametrize("decision", [by_lot, by_numpy, by_clock, by_a_helper])
def test_chance_that_is_not_the_views_is_refused(decision):
    with pytest.raises(StrategyError, match=r"could be played again: take chance from view\.word"):
        dropped(decision)
