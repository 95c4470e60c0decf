"""What installed packages of other people do must not stop, or end, what they have no part in."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from boneyard.proof.tools import install

ROOT = Path(__file__).parents[2]
#: What is asked beside it, by the group of entry points that a package declares.
GROUPS = {
    "boneyard.studies": (("study", "--help"), ("simulate", "--help")),
    "boneyard.strategies": (("strategies", "casino"), ("rules", "casino")),
    "boneyard.games": (("study", "--help"),)}


def command(folder, *words):
    path = os.pathsep.join([str(folder), str(ROOT)])
    return subprocess.run(
        [sys.executable, "-m", "boneyard", *words], capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": path}, cwd=folder, check=False)


@pytest.mark.parametrize("written", [
    "import sys\nprint('hello')\nsys.exit(0)", "STUDY = 7", "class STUDY: chapter = 1",
    "raise GeneratorExit"])
@pytest.mark.parametrize("group", GROUPS)
def test_a_package_that_names_nothing_of_use_stops_no_command(tmp_path, group, written):
    install(tmp_path, group, toy="toys:STUDY")
    (tmp_path / "toys.py").write_text(written)
    for words in GROUPS[group]:
        done = command(tmp_path, *words)
        assert done.returncode == 0, (words, done.stderr)
        assert len(done.stdout) > 300 and "hello" not in done.stdout
        assert "Traceback" not in done.stderr


def test_a_game_that_ends_python_is_named(tmp_path):
    install(tmp_path, "boneyard.games", toy="toys:GAME")
    (tmp_path / "toys.py").write_text("import sys\nsys.exit(0)")
    done = command(tmp_path, "rules", "toy")
    assert done.returncode == 2 and done.stdout == ""
    assert "game 'toy' cannot be loaded: ImportError: it ends Python (SystemExit: 0)" in done.stderr


def test_a_strategy_that_ends_python_is_named(tmp_path):
    (tmp_path / "own.py").write_text(
        "from boneyard.casino import CasinoStrategy\n\n\nclass Own(CasinoStrategy):\n"
        "    name = 'own'\n\n    def chart(self):\n        raise SystemExit(0)\n\n"
        "    @staticmethod\n    def bet(view, p):\n        return 0\n")
    done = command(tmp_path, "simulate", "casino", "--lineup", "own.py:Own", "--sessions", "16")
    assert done.returncode == 2 and "cannot sit down: SystemExit: 0" in done.stderr


def test_what_ends_python_in_another_place_is_told_too(tmp_path, monkeypatch, capsys):
    from boneyard.cli import main

    def ends(**options):
        sys.exit(0)

    monkeypatch.setattr(main, "app", ends)
    assert main._run() == 2
    assert "a module that is not ours ended Python" in capsys.readouterr().err


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
