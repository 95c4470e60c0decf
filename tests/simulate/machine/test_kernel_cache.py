"""The cache of compiled code: private, checked, and never the end of a run."""

import os
import subprocess
from pathlib import Path

import pytest

from simulate.machine import compiling, sources
from simulate.machine.sources import source_hash
from tests.waiting import make_pipe, nobody_waits, python

PROGRAM = """
from simulate.machine.compiling import kernel

@kernel
def twice(number):
    return 2 * number

print(twice(3), twice(3.5))
"""
OWN_CLASS = """
from collections import namedtuple

from numba import typeof
from simulate.machine.compiling import kernel

view = namedtuple("View", "number")(3)

@kernel
def number(view):
    return view.number

print(number(view), [*number.overloads] == [(typeof(view),)])
"""


def answers(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program with a compiled function in a process with another environment."""
    program = folder / "program.py"
    if not program.exists():
        program.write_text(PROGRAM)
    return python(str(program), NUMBA_CACHE_DIR=None, **environment)


@pytest.mark.slow
def test_damaged_files_are_made_again(tmp_path):
    assert answers(tmp_path, XDG_CACHE_HOME=str(tmp_path)).stdout == "6 7.0\n"
    files = sorted(tmp_path.rglob("*.nbc"))
    assert len(files) == 2 and not list(tmp_path.rglob("*.nbi"))
    files[0].write_bytes(b"")
    content = bytearray(files[1].read_bytes())
    content[len(content) // 2] ^= 1
    files[1].write_bytes(content)
    done = answers(tmp_path, XDG_CACHE_HOME=str(tmp_path))
    assert (done.returncode, done.stdout) == (0, "6 7.0\n")
    assert done.stderr.count("is damaged: it is compiled again") == 2
    assert answers(tmp_path, XDG_CACHE_HOME=str(tmp_path)).stderr == ""


def test_a_pipe_in_place_of_what_is_kept_is_not_waited_for(tmp_path, caplog):
    files = sources.KeptFiles(tmp_path, "twice", "stamp", "it is compiled again")
    files.save("key", b"code")
    (kept,) = files.all()
    make_pipe(kept)
    with nobody_waits():
        assert files.load("key") is None
    assert "is damaged: it is compiled again" in caplog.text
    files.save("key", b"code")
    assert files.load("key") == b"code"


@pytest.mark.parametrize("is_full", [False, True])
def test_a_cache_that_cannot_be_written_is_said_once_and_done_without(
        tmp_path, monkeypatch, caplog, is_full):
    def full(*arguments, **settings):
        raise OSError(28, "No space left on device")

    def thrice(number):
        return 3 * number

    (tmp_path / "file").write_text("")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path if is_full else tmp_path / "file"))
    compiled = compiling.kernel(thrice)
    if is_full:
        monkeypatch.setattr(sources.tempfile, "mkstemp", full)
    assert (compiled(2), compiled(2.5)) == (6, 7.5)
    (said,) = caplog.messages
    assert "cannot be kept" in said and ("No space left" in said) == is_full


def own(folder: Path) -> Path | None:
    return sources.own_folder(folder / "boneyard")


@pytest.mark.parametrize("part", ["", source_hash()])
def test_a_folder_that_others_can_read_is_closed_to_them(tmp_path, part):
    own(tmp_path)
    (tmp_path / "boneyard" / part).chmod(0o755)
    assert own(tmp_path) is not None
    assert (tmp_path / "boneyard" / part).stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("part", ["", source_hash()])
def test_a_folder_that_others_can_write_is_not_trusted(tmp_path, part):
    own(tmp_path)
    (tmp_path / "boneyard" / part).chmod(0o777)
    assert own(tmp_path) is None


@pytest.mark.parametrize("part", ["", source_hash()])
def test_a_folder_of_another_user_is_not_trusted(tmp_path, monkeypatch, part):
    own(tmp_path)
    theirs = (tmp_path / "boneyard" / part).stat().st_ino
    lstat = Path.lstat

    def other(path):
        found = lstat(path)
        values = list(found)
        if found.st_ino == theirs:
            values[4] = os.getuid() + 1
        return os.stat_result(values)

    monkeypatch.setattr(Path, "lstat", other)
    assert own(tmp_path) is None


def test_a_link_is_not_trusted(tmp_path):
    own(tmp_path / "theirs")
    (tmp_path / "boneyard").symlink_to(tmp_path / "theirs" / "boneyard")
    assert own(tmp_path) is None


def test_old_caches_are_cleared_whoever_else_clears_them(tmp_path, monkeypatch):
    parent = tmp_path / "boneyard"
    parent.mkdir(mode=0o700)
    (parent / "dangling").symlink_to(tmp_path / "nowhere")
    for number in range(12):
        (parent / f"{number}").mkdir()
        os.utime(parent / f"{number}", (number, number))
    folder = own(tmp_path)
    left = {path.name for path in parent.iterdir()}
    assert folder is not None and folder.name in left
    assert {"11", "dangling"} <= left and not {"0", "1"} & left


INTERRUPTED = """
import os, signal, sys
from numba.core.codegen import CodeLibrary
from simulate.machine.compiling import kernel

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background is deaf to it
found = next(one for one in [CodeLibrary, *CodeLibrary.__subclasses__()]
             if "_object_getbuffer_hook" in vars(one))
load = vars(found)["_object_getbuffer_hook"].__func__

def press(library, module):
    if "press" in sys.argv:
        os.kill(os.getpid(), signal.SIGINT)
    return load(library, module)

found._object_getbuffer_hook = classmethod(press)

@kernel
def twice(number):
    return 2 * number

try:
    print(twice(3))
except KeyboardInterrupt:
    print("stopped", twice.py_func(3))
"""


def test_an_interruption_waits_until_code_is_loaded(tmp_path):
    program = tmp_path / "interrupted.py"
    program.write_text(INTERRUPTED)
    environment = {"NUMBA_CACHE_DIR": str(tmp_path)}
    assert python(str(program), **environment).stdout == "6\n"
    pressed = python(str(program), "press", **environment)
    assert (pressed.returncode, pressed.stdout) == (0, "stopped 6\n"), pressed.stderr


@pytest.mark.parametrize(("edited", "changes"), [
    ("asked", True), ("imported", True), ("of_package", True), ("named", True), ("further", True),
    ("other", False)])
def test_an_edit_changes_the_hash_of_what_names_it(tmp_path, monkeypatch, edited, changes):
    (tmp_path / "simulate").mkdir()
    monkeypatch.setattr(sources, "_ROOT", tmp_path)
    for name, text in {
        "asked": "from simulate.imported import f\nfrom simulate import (\n    of_package,\n)\n"
                 "Compiled('simulate.named', 'f')\n",
        "imported": "import simulate.further\n", "of_package": "", "named": "", "further": "",
        "other": "",
    }.items():
        (tmp_path / "simulate" / f"{name}.py").write_text(text)

    def state():
        sources.code_hash.cache_clear()
        return sources.code_hash("simulate.asked")

    before = state()
    with (tmp_path / "simulate" / f"{edited}.py").open("a") as file:
        file.write("# edited\n")
    assert (state() != before) == changes
    sources.code_hash.cache_clear()


def test_code_for_a_class_made_while_the_program_runs_is_read_once(tmp_path):
    (tmp_path / "program.py").write_text(OWN_CLASS)
    for _ in range(2):
        assert answers(tmp_path, XDG_CACHE_HOME=str(tmp_path)).stdout == "3 True\n"
