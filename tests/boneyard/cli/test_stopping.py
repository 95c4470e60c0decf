"""Ctrl-C: one interruption, wherever it strikes, and an end soon afterwards."""

import pytest

from boneyard.cli import stopping
from tests.waiting import python

HEAD = """
import os, signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background is deaf to it
from boneyard.cli import stopping
from boneyard.cli.stopping import ends_when_stopped
stopping._GRACE = 600  # so that no slow computer is taken for a program that does not listen

def press():
    os.kill(os.getpid(), signal.SIGINT)
"""


#: The command, whose own modules take their time to load, and Ctrl-C meanwhile.
LOADING = """
import importlib.abc
from boneyard.__main__ import main

class Slow(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "boneyard.cli.main":
            press()
            time.sleep(ASLEEP)

sys.meta_path.insert(0, Slow())
"""


#: Seconds that a program sleeps which is stopped before.
ASLEEP = 10**6


def ends(code: str) -> tuple[int, str]:
    """Run a program; return its exit status and its errors."""
    done = python("-c", HEAD + code.replace("ASLEEP", str(ASLEEP)))
    return done.returncode, done.stderr


DEAF = "class Deaf:\n    def __del__(self):\n        press()\n"
HALF = "class Half:\n    def __del__(self):\n        raise AttributeError('half')\n"
#: By what happens: what comes before, what is done until it is stopped, and what afterwards.
ENDED = {
    "an interruption lost in a destructor is raised again": (
        DEAF, "deaf = Deaf(); del deaf; time.sleep(ASLEEP)", ""),
    # Python takes no signals then: another one would end the process with another status.
    "one lost while Python ends is not raised again": (
        DEAF.replace("press()", "raise KeyboardInterrupt"), "press(); time.sleep(ASLEEP)",
        "signal.signal(signal.SIGINT, signal.SIG_DFL)  # as Python leaves it\n"
        "    deaf = Deaf(); del deaf; time.sleep(0.3)"),
    "what is half made goes in silence": (
        HALF, "half = Half(); press(); time.sleep(ASLEEP)", "del half"),
    "an error that the interruption caused is not told": (
        DEAF, "with ends_when_stopped('stopped'):\n            deaf = Deaf(); del deaf\n"
              "            raise RuntimeError('no compiled object yet')", ""),
    "pressed many times it interrupts once": (
        "", "try:\n            press(); time.sleep(ASLEEP)\n        except KeyboardInterrupt:\n"
            "            for _ in range(5):\n                press(); time.sleep(0.05)\n"
            "            raise", "press()")}


@pytest.mark.parametrize(("before", "until", "then"), ENDED.values(), ids=ENDED)
def test_an_interruption_reaches_the_program_once_and_in_silence(before, until, then):
    status, errors = ends(f"""
{before}
try:
    with ends_when_stopped("stopped"):
        {until}
except KeyboardInterrupt:
    {then}
    sys.exit(7)
""")
    assert (status, errors) == (7, "")


def test_other_errors_of_destructors_are_told():
    status, errors = ends(HALF + """
with ends_when_stopped("stopped"):
    half = Half(); del half
""")
    assert status == 0
    assert "AttributeError: half" in errors


def test_who_does_not_listen_is_ended_with_the_innermost_words():
    assert stopping._GRACE < 2
    status, errors = ends("""
stopping._GRACE = 0.3
with ends_when_stopped("stopped"), ends_when_stopped("stopped; to go on: so"):
    while True:
        try:
            press()
            time.sleep(ASLEEP)
        except KeyboardInterrupt:
            pass
""")
    assert (status, errors) == (130, "boneyard: stopped; to go on: so\n")


def test_a_process_that_was_told_does_not_wait_at_exit_either():
    status, errors = ends("""
import atexit
stopping._GRACE = 0.2
atexit.register(time.sleep, ASLEEP)
try:
    with ends_when_stopped("stopped"):
        press()
        time.sleep(ASLEEP)
except KeyboardInterrupt:
    sys.exit(7)
""")
    assert (status, errors) == (130, "")


def test_while_python_loads_it_is_one_line_too():
    status, errors = ends(LOADING + "main()")
    assert (status, errors) == (130, "boneyard: stopped\n")


def test_an_interruption_while_code_is_made_from_text_ends_with_the_same_status(tmp_path):
    """Python itself would end by the signal, where it was started with ``-m``."""
    (tmp_path / "interrupted.py").write_text("""
from boneyard.cli import main

main.app = lambda **settings: exec("raise KeyboardInterrupt")
main.main()
""")
    done = python("-m", "interrupted", folder=tmp_path)
    assert (done.returncode, done.stderr) == (130, "boneyard: stopped\n")


@pytest.mark.parametrize(("error", "words"), [
    (KeyboardInterrupt(), "stopped"),
    (KeyboardInterrupt("stopped while strategy 'mine' in seat 0 was asked to declare"),
     "stopped while strategy 'mine' in seat 0 was asked to declare")])
def test_ctrl_c_in_a_command_is_a_line_of_its_own(run, monkeypatch, error, words):
    def stop(*arguments, **settings):
        raise error

    monkeypatch.setattr("reports.kept.play_run", stop)
    status, out, errors = run("simulate", "loo")
    assert (status, out, errors) == (130, "", f"boneyard: {words}\n")
