"""What a person's own process had before it imports boneyard and plays, it has afterwards."""

import os
import subprocess
import sys
from pathlib import Path

import matplotlib.font_manager  # lists the fonts, once for all processes

from simulate.games.game import ENTRY_POINTS
from tests.sizes import in_pieces
from tests.tools.installed import install

ROOT = Path(__file__).resolve().parents[3]
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
        "listeners": {kind: list(some) for kind, some in numba.core.event._registered.items()
                      if some},
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


# What is changed does not depend on the game; that of tests/high has least to compile.
@in_pieces("played", ("high", "highest"), ("casino", "best-odds,random"), ("loo", "banker,random"))
def test_a_process_is_as_it_was(played, tmp_path):
    program = tmp_path / "mine.py"
    program.write_text("GAME, LINEUP = {!r}, {!r}\n{}".format(*played, PROGRAM))
    site = install(tmp_path, ENTRY_POINTS, high="tests.high.game:GAME")
    kept = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}
    done = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, cwd=tmp_path,
        env={**kept, "PYTHONPATH": os.pathsep.join((str(ROOT), str(site))),
             "XDG_CACHE_HOME": str(tmp_path / "cache"),
             # Or a process lists the fonts anew, and says so on a slow machine.
             "MPLCONFIGDIR": matplotlib.get_cachedir()})
    assert done.stderr == ""
    assert done.stdout == f"2\nTrue {tmp_path / '__pycache__'}\n"
    assert any((tmp_path / "cache" / "boneyard").rglob("*.nbc"))
    assert not any((tmp_path / "cache" / "boneyard").rglob("*mine*"))
