"""A decision without an end is stopped by Ctrl-C, from Python and from the command line."""

import os
import re
import signal
import threading
from typing import ClassVar

import numpy as np
import pytest
from llvmlite.binding import ffi

import boneyard
from boneyard import Parameter, simulate
from simulate.games.loo.views import PLAY
from simulate.machine.compile import numba
from simulate.machine.interrupting import FLAG, interruptible
from strategies.loo.base import LooStrategy
from tests.sizes import in_pieces
from tests.waiting import start, wait_for

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


@numba.njit
def turn(number):
    while number >= 0:
        number += 2
        number -= 2
    return number


class Patient(LooStrategy):
    """Answers, or thinks for ever: the same compiled code."""

    name = "patient"
    parameters: ClassVar = {"forever": Parameter(0, 0, 1, "whether it never answers")}

    @staticmethod
    def declare(view, p):
        return (turn(view.hand) if p.forever else 0) + PLAY


@pytest.fixture
def stopped():
    """Presses Ctrl-C while a question is worked on, ever later until it strikes a decision; returns
    what is said then. What is not stopped so is stopped later, and fails."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    held = signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    late = []

    def give_up():
        late.append(True)
        FLAG[0] = 1

    def press(question, told=True):
        for after in (0.3, 3, 30, 300):
            timers = [threading.Timer(after, os.kill, (os.getpid(), signal.SIGINT)),
                      threading.Timer(after + 300, give_up)]
            for timer in timers:
                timer.start()
            with pytest.raises(KeyboardInterrupt) as found:
                question()
            for timer in timers:
                timer.cancel()
            if not told or "while strategy" in str(found.value):
                break
        assert not late
        return str(found.value)

    yield press
    signal.pthread_sigmask(signal.SIG_SETMASK, held)
    signal.signal(signal.SIGINT, before)


#: What is played for a question, whoever is asked.
TABLE = {"sessions": 64, "hands": 2}
QUESTIONS = {
    "two workers": lambda who: simulate("loo", [who, "random"], **TABLE, jobs=2),
    "one worker": lambda who: simulate("loo", [who, "random"], **TABLE, jobs=1),
    "duel": lambda who: boneyard.study("duel", "loo", [who, "random"], **TABLE, jobs=2),
    "risk": lambda who: boneyard.study("risk", "loo", [who, "random"], **TABLE, jobs=2,
                                       rules={"penalty": "cap:40"}),
    "replay": lambda who: boneyard.replay("loo", session=0, hand=0, lineup=[who, "random"])}


@in_pieces("asked", "two workers", *[name for name in QUESTIONS if name != "two workers"])
def test_it_is_stopped_from_python_and_leaves_nothing_behind(stopped, asked):
    QUESTIONS[asked](Patient())  # compiles all that it takes
    names_it = asked.endswith(("worker", "workers"))
    said = stopped(lambda: QUESTIONS[asked](Patient(forever=1)), names_it)
    assert not names_it or re.fullmatch(
        r"stopped while strategy 'patient.*' in seat \d was asked to declare in session \d+, "
        "hand 0, seed 0", said), said
    QUESTIONS[asked](Patient())


def test_it_is_stopped_from_the_command_line(tmp_path):
    (tmp_path / "mine.py").write_text(ENDLESS)
    process = start("simulate", "casino", "--lineup", f"{tmp_path / 'mine.py'}:Endless,random",
                    "--jobs", "1", "--out", str(tmp_path / "out"))
    wait_for(tmp_path / "out" / ".boneyard" / "run.json", process)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=600)
    assert process.returncode == 130
    assert errors.startswith("boneyard: stopped") and errors.count("\n") == 1


class SometimesEndless(LooStrategy):
    """Thinks for ever in a few sessions, far from their start: the same compiled code."""

    name = "sometimes-endless"
    parameters = Patient.parameters

    @staticmethod
    def declare(view, p):
        ends = p.forever == 0 or view.number != 60 or view.word % 500 != 7
        return PLAY if ends else turn(view.hand) + PLAY


def test_threads_say_who_was_thinking(stopped):
    def played(forever):
        simulate("loo", [SometimesEndless(forever=forever), "random"], sessions=8000, hands=70,
                 jobs=2)

    played(0)
    assert re.match(r"stopped while strategy 'sometimes-endless.*' in seat 0 was asked to declare "
                    r"in session \d+, hand 60, seed 0", stopped(lambda: played(1)))


def test_a_signal_between_two_steps_of_llvm_waits_for_the_second(monkeypatch, stopped):
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
