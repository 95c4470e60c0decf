"""What installed packages of other people do must not stop, or end, what they have no part in."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from boneyard.proof.tools import install

ROOT = Path(__file__).parents[2]
GROUPS = ("boneyard.studies", "boneyard.strategies", "boneyard.games")
#: What modules of such packages hold.
USELESS = ("import sys\nprint('hello')\nsys.exit(0)", "STUDY = 7", "class STUDY: chapter = 1",
           "raise GeneratorExit")


@pytest.mark.parametrize("words", [
    "study --help", "simulate --help", "strategies casino", "rules casino"])
def test_packages_that_name_nothing_of_use_stop_no_command(tmp_path, words):
    for number, written in enumerate(USELESS):
        (tmp_path / f"toys{number}.py").write_text(written)
    places = [tmp_path, *(tmp_path / group for group in GROUPS), ROOT]
    for group in GROUPS:
        (tmp_path / group).mkdir()
        install(tmp_path / group, group, **{
            f"toy{number}": f"toys{number}:STUDY" for number in range(len(USELESS))})
    done = subprocess.run(
        [sys.executable, "-m", "boneyard", *words.split()], capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, places))}, cwd=tmp_path,
        check=False)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout) > 300 and "hello" not in done.stdout
    assert "Traceback" not in done.stderr


def test_a_game_that_ends_python_is_named(run, tmp_path, monkeypatch):
    install(tmp_path, "boneyard.games", toy="ends_python:GAME")
    (tmp_path / "ends_python.py").write_text("import sys\nsys.exit(0)")
    monkeypatch.syspath_prepend(tmp_path)
    status, out, err = run("rules", "toy")
    assert (status, out) == (2, "")
    assert "game 'toy' cannot be loaded: ImportError: it ends Python (SystemExit: 0)" in err


def test_a_strategy_that_ends_python_is_named(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(
        "from boneyard.casino import CasinoStrategy\n\n\nclass Own(CasinoStrategy):\n"
        "    name = 'own'\n\n    def chart(self):\n        raise SystemExit(0)\n\n"
        "    @staticmethod\n    def bet(view, p):\n        return 0\n")
    status, _, err = run("simulate", "casino", "--lineup", "own.py:Own", "--sessions", "16")
    assert status == 2 and "cannot sit down: SystemExit: 0" in err


@pytest.mark.parametrize("package", ["simulate", "strategies", "reports"])
def test_a_package_that_was_overwritten_is_told(tmp_path, package):
    for name in ("boneyard", "simulate", "strategies", "reports"):
        (tmp_path / name).mkdir()
        for file in (ROOT / name).glob("*.py"):
            (tmp_path / name / file.name).write_bytes(file.read_bytes())
    (tmp_path / package / "__init__.py").write_text("raise RuntimeError('of another author')\n")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\nimport boneyard; boneyard.simulate"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          cwd=tmp_path, check=False)
    assert done.returncode == 1
    assert done.stderr.strip().splitlines()[-1].startswith(
        f"ImportError: '{tmp_path / package / '__init__.py'}' is another author's: an installed "
        f"package {package!r} has overwritten that of boneyard")
