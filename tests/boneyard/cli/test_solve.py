"""``boneyard solve`` and ``boneyard exploit`` as people type them."""

import zipfile

import pytest
from typer.testing import CliRunner

from boneyard.cli import main as command_line
from simulate.errors import BoneyardError
from simulate.theory.loo.solutions import load


def run(*words):
    return CliRunner().invoke(command_line.app, [str(word) for word in words])


def test_a_place_that_cannot_be_written_is_found_before_the_first_round(tmp_path):
    (tmp_path / "two.npz").mkdir()
    found = run("solve", "loo", "--file", tmp_path / "two.npz")
    assert "is not a file: name another" in str(found.exception)
    found = run("solve", "loo", "--file", "/proc/two.npz")
    assert "cannot be written" in str(found.exception)


def test_a_solution_that_unpacks_to_gigabytes_is_refused_before_it_does(tmp_path, monkeypatch):
    path = tmp_path / "bomb.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in ("about", "pools", "penalties", "chances", "shares"):
            packed.writestr(f"{name}.npy", bytes(1 << 25))
    monkeypatch.setattr(zipfile.ZipFile, "open", lambda *arguments: pytest.fail("it is unpacked"))
    with pytest.raises(BoneyardError, match="damaged, or another kind of file"):
        load(path)
