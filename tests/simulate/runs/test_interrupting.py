"""A decision without an end is stopped by Ctrl-C, from Python and from the command line."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from llvmlite.binding import ffi

import boneyard
from boneyard import Parameter, simulate
from simulate.games.loo.views import PLAY
from simulate.machine.compile import numba
from simulate.machine.stop_flag import FLAG
from simulate.runs import chunk
from simulate.runs.interrupting import interruptible
from strategies.loo.base import LooStrategy
from tests.sizes import in_pieces

ENDLESS = '''
from strategies.casino.base import CasinoStrategy


class Endless(CasinoStrategy):
    name = "endless"

    @staticmethod
    def bet(view, p):
        number = view.word
        while number != 1:
            number = number // 2 if number % 2 == 0 else 1 + 2 * (number // 2)
        return view.hand
'''
WORDS = r"stopped while strategy 'endless' in seat 0 was asked to \w+ in session 0, hand 0, seed 0"


@numba.njit
def turn(number):
    while number >= 0:
        number += 2
        number -= 2
    return number


class Endless(LooStrategy):
    name = "endless"

    @staticmethod
    def declare(view, p):
        return turn(view.hand) + PLAY


@pytest.fixture
def pressing():
    """Presses Ctrl-C; what is not stopped by it is stopped later, so that a test fails and ends."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    held = signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    timers = []

    def press(after):
        for seconds, stop, values in ((after, os.kill, (os.getpid(), signal.SIGINT)),
                                      (60, FLAG.__setitem__, (0, 1))):
            timers.append(threading.Timer(seconds, stop, values))
            timers[-1].start()

    yield press
    for timer in timers:
        timer.cancel()
    signal.pthread_sigmask(signal.SIG_SETMASK, held)
    signal.signal(signal.SIGINT, before)


@in_pieces("jobs", 2, 1)
def test_it_is_stopped_from_python(monkeypatch, pressing, jobs):
    simulate("loo", "random", players=2, sessions=1, jobs=1)
    real, pressed = chunk.set_table, []

    def set_table(*arguments, **settings):
        table = real(*arguments, **settings)  # compiles the strategies; then it is pressed
        if not pressed:
            pressed.append(True)
            pressing(0.5)
        return table

    with monkeypatch.context() as patch:
        patch.setattr(chunk, "set_table", set_table)
        began = time.perf_counter()
        with pytest.raises(KeyboardInterrupt, match=WORDS):
            simulate("loo", [Endless, "random"], sessions=64, jobs=jobs)
        assert time.perf_counter() - began < 30
    # And nothing is left behind: the next run plays.
    assert simulate("loo", "random", players=2, sessions=16, hands=1, jobs=jobs).hands == 16


def test_it_is_stopped_from_the_command_line(tmp_path):
    (tmp_path / "mine.py").write_text(ENDLESS)
    process = subprocess.Popen(
        [sys.executable, "-m", "boneyard", "simulate", "casino", "--lineup",
         f"{tmp_path / 'mine.py'}:Endless,random", "--jobs", "1", "--out", str(tmp_path / "out")],
        stderr=subprocess.PIPE, text=True, cwd=Path(__file__).parents[3])
    while not (tmp_path / "out" / ".boneyard" / "run.json").exists():
        time.sleep(0.05)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert errors.startswith("boneyard: stopped") and errors.count("\n") == 1


class Patient(LooStrategy):
    """Answers, or thinks for ever: the same compiled code."""

    name = "patient"
    parameters: ClassVar = {"forever": Parameter(0, 0, 1, "whether it never answers")}

    @staticmethod
    def declare(view, p):
        return (turn(view.hand) if p.forever else 0) + PLAY


@pytest.mark.parametrize("question", [
    pytest.param(
        lambda who: boneyard.study("risk", "loo", [who, "random"], rules={"penalty": "cap:40"},
                                   sessions=16, hands=2, jobs=2), marks=pytest.mark.slow),
    lambda who: boneyard.study("duel", "loo", [who, "random"], sessions=16, hands=2, jobs=2),
    pytest.param(lambda who: boneyard.replay("loo", session=0, hand=0, lineup=[who, "random"]),
                 marks=pytest.mark.slow),
], ids=["risk", "duel", "replay"])
def test_questions_are_stopped_from_python_too(pressing, question):
    question(Patient())  # compiles all that it takes
    pressing(0.4)
    began = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        question(Patient(forever=1))
    assert time.perf_counter() - began < 30
    question(Patient())


class SometimesEndless(LooStrategy):
    """Thinks for ever in a few sessions, far from their start: the same compiled code."""

    name = "sometimes-endless"
    parameters = Patient.parameters

    @staticmethod
    def declare(view, p):
        ends = p.forever == 0 or view.number != 60 or view.word % 500 != 7
        return PLAY if ends else turn(view.hand) + PLAY


def test_threads_say_who_was_thinking(pressing):
    def played(forever):
        simulate("loo", [SometimesEndless(forever=forever), "random"], sessions=8000, hands=70,
                 jobs=2)

    played(0)
    pressing(0.4)
    with pytest.raises(KeyboardInterrupt, match=r"stopped while strategy 'sometimes-endless.*' in "
                       r"seat 0 was asked to declare in session \d+, hand 60, seed 0"):
        played(1)


def test_a_signal_between_two_steps_of_llvm_waits_for_the_second(monkeypatch, pressing):
    link, taken = ffi.lib.LLVMPY_LinkModules, []

    def pressed(into, module, errors):
        failed = link(into, module, errors)
        taken.append(module)  # it is LLVM's now, and Python's until the next line of llvmlite
        os.kill(os.getpid(), signal.SIGINT)
        return failed

    monkeypatch.setitem(ffi.lib._fntab, "LLVMPY_LinkModules", pressed)
    with pytest.raises(KeyboardInterrupt):
        numba.njit(lambda values: values.sum())(np.arange(3))
    assert taken and all(module.closed for module in taken)


def test_a_block_within_another_leaves_the_signal_to_it():
    with interruptible():
        told = signal.set_wakeup_fd(-1)
        signal.set_wakeup_fd(told)
        with interruptible():
            assert signal.set_wakeup_fd(told) == told
        assert signal.set_wakeup_fd(told) == told


def test_an_error_of_what_was_stopped_is_the_interruption():
    @interruptible()
    def fails():
        FLAG[0] = 1
        raise ValueError("half done")

    with pytest.raises(KeyboardInterrupt):
        fails()
    assert not FLAG[0]
