"""The cost of growing: memory and time by the number of hands, and time by what is played."""

from __future__ import annotations

import subprocess
import sys
from functools import partial

from scripts.bench.measured import (
    HANDS,
    Goal,
    add_row,
    console,
    ours,
    ratio,
    run_of,
    sheet_of_ratios,
)

#: How many hands a run has; both are played in lanes. The goal is that neither
#: memory nor the time of a hand grows, but for what one measurement differs from another.
_HANDS = (3 * 10**7, 10**9)
_GOAL = 1.05
_ALONE = """
import resource, sys
from scripts.bench.measured import ours, run_of
ours(run_of("loo", 4, 30_000_000))
hands_a_second = ours(run_of("loo", 4, int(sys.argv[1])))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, hands_a_second)
"""
#: Options of Loo with four players, beside ``penalty=cap:40``.
_OPTIONS = {"penalty": "unlimited", "bankroll": 200, "must_trump": False, "lead_trump_min": 3}


def _alone(hands: int) -> tuple[float, float]:
    """Return the peak memory in MiB and the hands a second of a run in a process of its own."""
    told = subprocess.run([sys.executable, "-c", _ALONE, str(hands)], check=True,
                          capture_output=True, text=True).stdout.split()
    return int(told[0]) / 1024, float(told[1])


def measure() -> list[Goal]:
    """Compare a run with one thirty times as long, and options of Loo with the usual ones."""
    _alone(_HANDS[0])  # compiles, which takes memory
    (less, short), (more, long) = map(_alone, _HANDS)
    console.print(
        f"Peak memory, Loo with 4 players: {less:.0f} MiB for {_HANDS[0]:,} hands, {more:.0f} MiB "
        f"for {_HANDS[1]:,}, ratio {more / less:.3f}; a hand takes {short / long:.3f} times as "
        f"long (goals {_GOAL:g} at most)")
    sheet = sheet_of_ratios(
        "Loo, 4 players, every seat random, M hands a second of processor time", "with it",
        "cap:40")
    usual = run_of("loo", 4, HANDS)
    for name, value in _OPTIONS.items():
        run = run_of("loo", 4, HANDS, rules={name: value})
        add_row(sheet, f"{name}={value}", *ratio(partial(ours, run), partial(ours, usual)))
    growth = {"memory": more / less, "time of a hand": short / long}
    return [*(Goal(f"{what} of a run thirty times as long", found, _GOAL, at_least=False)
              for what, found in growth.items()), *sheet.show()]
