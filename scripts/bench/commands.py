"""How long commands take: those that play nothing, the first hand ever, questions and a report.

Start-up counts, so each is measured in a process of its own.
"""

from __future__ import annotations

import os
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile
import time

from scripts.bench.measured import TIMES, Goal, Sheet

#: Play nothing, or are refused.
_READING = ("--help", "rules loo", "strategies loo", "solve casino", "simulate loo --players 9",
            "advise loo --hand 6-6")
_ONE_HAND = "simulate loo --sessions 1 --hands 1 --quiet"
#: Goals in processor seconds: of what plays nothing, and of the first hand ever.
_GOAL_OF_READING, _GOAL_OF_COMPILING = 0.4, 9.0
_SMALL = {
    "simulate loo --sessions 100": 1.2,
    "advise loo --hand '6-6 6-2 4-4 3-1 2-0' --turn-up 6-3 --position third --before drop,miss "
    "--pool 40 --rule penalty=cap:40": 1.0}
#: Goals of questions. ``exploit`` took 3.0 at commit 0286d82, and the goal is half of that.
_QUESTIONS = {
    "study miss loo --rule penalty=cap:40 --quiet": 3.0,
    "solve loo --rule penalty=cap:40 --quiet": 12.0,
    "exploit loo book --quiet": 1.5}
_GOAL_OF_ADVICE = 0.3
#: Two hands in one process: the first starts everything, the second is the question alone.
_ADVICE = """
import time, boneyard
def ask(hand):
    began = time.process_time()
    boneyard.advise("loo", hand, "6-3", position="third", before="drop,miss", pool=40,
                    rules={"penalty": "cap:40"})
    return time.process_time() - began
ask("6-6 6-2 4-4 3-1 2-0")
print(ask("6-5 5-2 4-1 3-3 1-0"))
"""
#: By the clock, with all cores.
_GOAL_OF_REPORT = 60.0


def _environment(cache: str | None) -> dict[str, str]:
    """Return ours, in which Python keeps what it compiles, as where boneyard is installed."""
    environment = {key: value for key, value in os.environ.items()
                   if key != "PYTHONDONTWRITEBYTECODE"}
    return environment | ({"NUMBA_CACHE_DIR": cache} if cache else {})


def _seconds(words: str, cache: str | None = None) -> float:
    """Return the processor time of a command, that of its threads and processes included."""
    began = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "boneyard", *shlex.split(words)], check=False,
                   env=_environment(cache), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime


def _sheet(title: str) -> Sheet:
    return Sheet(title, "", "seconds", "goal")


def _add(sheet: Sheet, what: str, seconds: float, goal: float) -> None:
    sheet.table.add_row(what, f"{seconds:.2f}", f"{goal:g}")
    sheet.goals.append(Goal(what, seconds, goal, at_least=False))


def _time(sheet: Sheet, words: str, goal: float, times: int = TIMES) -> None:
    _seconds(words)  # the first time compiles
    found = statistics.median(_seconds(words) for _ in range(times))
    _add(sheet, f"boneyard {words}", found, goal)


def start() -> list[Goal]:
    """Time whole commands, medians of five: those that play nothing, and small ones."""
    sheet = _sheet("Processor seconds of the whole command, medians of five")
    for words in _READING:
        _time(sheet, words, _GOAL_OF_READING)
    for words, goal in _SMALL.items():
        _time(sheet, words, goal)
    with tempfile.TemporaryDirectory() as cache:
        _add(sheet, f"boneyard {_ONE_HAND}, the first time ever", _seconds(_ONE_HAND, cache),
             _GOAL_OF_COMPILING)
    return sheet.show()


def _advice() -> float:
    """Return the processor time of a hand that is asked about after another."""
    done = subprocess.run([sys.executable, "-c", _ADVICE], check=True, env=_environment(None),
                          capture_output=True, text=True)
    return float(done.stdout)


def questions() -> list[Goal]:
    """Time questions once all is compiled: advice after start, whole commands of the others."""
    sheet = _sheet("Processor seconds of questions")
    _add(sheet, "boneyard.advise, a second hand",
         statistics.median(_advice() for _ in range(TIMES)), _GOAL_OF_ADVICE)
    for words, goal in _QUESTIONS.items():
        _time(sheet, words, goal, times=1)
    return sheet.show()


def report() -> list[Goal]:
    """Time a report of Loo with all its chapters, by the clock, which needs an idle machine."""
    words = "report loo --quiet --overwrite --out"
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        _seconds(f"{words} {shlex.quote(folder)}")
        took = time.perf_counter() - began
    sheet = _sheet("Seconds of the clock with all cores (an idle machine, all compiled before)")
    _add(sheet, f"boneyard {words} out", took, _GOAL_OF_REPORT)
    return sheet.show()
