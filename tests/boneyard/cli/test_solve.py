"""``boneyard solve`` and ``boneyard exploit`` as people type them."""

import zipfile
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from boneyard.cli import main as command_line
from boneyard.cli.stopping import Stopped
from reports.request import set_up
from simulate.errors import BoneyardError
from simulate.runs import safe_files
from simulate.theory.chips import Chips
from simulate.theory.loo.solutions import CUTS, load
from simulate.theory.stage import Stage, StageGame, solve
from strategies.loo.solved import SHIPPED
from tests.sizes import in_pieces


def run(*words):
    return CliRunner().invoke(command_line.app, [str(word) for word in words])


@pytest.fixture
def stopped(monkeypatch):
    """Return who stops a solution in the first step after so many stages, and who lets it go on."""
    step, tables = Stage.step, []

    def init(self, *arguments, before=StageGame.__init__, **named):
        before(self, *arguments, **named)
        tables.append(self)

    def after(stages):
        def interrupted(self, *arguments):
            if tables[-1].done == stages:
                raise KeyboardInterrupt
            step(self, *arguments)

        monkeypatch.setattr(Stage, "step", step if stages is None else interrupted)

    monkeypatch.setattr(StageGame, "__init__", init)
    return after


@in_pieces("words", ("rounce", "--lock", "1=bold"), ("rounce",), ("loo", "--lock", "1=bold"),
           ("euchre",))
def test_a_stopped_solution_goes_on_to_the_same_bytes(tmp_path, monkeypatch, stopped, words):
    monkeypatch.setitem(CUTS, 2, (1, 6))  # few classes of scores: quickly solved
    file, whole = tmp_path / "found.npz", tmp_path / "whole.npz"
    words = ("solve", *words, "--players", 2, "--deals", 3000,
             "--rounds", 1 if "euchre" in words else 2, "--file")
    stopped(10 if "euchre" in words else 1)
    found = run(*words, file)
    assert isinstance(found.exception, Stopped)
    assert "the same command goes on" in str(found.exception) and not file.exists()
    (kept,) = tmp_path.glob("*.unfinished")
    stopped(None)
    assert "of another table" in str(run(*words[:-1], "--seed", 5, "--file", file).exception)
    before = kept.read_bytes()
    for change in ({"arrays": []}, {"arrays": [{}, {}]}, {"arrays": 5}, {"done": 3}):
        safe_files.write(kept, {**safe_files.read(kept), **change})
        assert "to begin anew" in str(run(*words, file).exception), change
        kept.write_bytes(before)
    kept.write_bytes(before[:-40] + b"x" * 40)
    assert "to begin anew" in str(run(*words, file).exception)
    kept.write_bytes(before)
    assert run(*words, file).exit_code == 0 and run(*words, whole).exit_code == 0
    assert file.read_bytes() == whole.read_bytes() and not kept.exists()


def solution():
    return load(SHIPPED / "loo-2-cap10.npz")


def test_a_place_that_cannot_be_written_is_found_before_the_first_round(tmp_path):
    (tmp_path / "two.npz").mkdir()
    found = run("solve", "loo", "--file", tmp_path / "two.npz")
    assert "is not a file: name another" in str(found.exception)
    found = run("solve", "loo", "--file", "/proc/two.npz")
    assert "cannot be written" in str(found.exception)


#: What somebody might write into an unfinished solution, checksum and all.
FORGED = [[], {}, {"identity": 1}, {"done": "x"}, {"done": -1}, {"arrays": []}, {"arrays": [{}]},
          {"arrays": {}}, {"steps": [25]}, {"done": 10**400}, {"done": 10**12}, {"done": 0}]


@pytest.mark.parametrize("change", FORGED)
def test_an_unfinished_solution_that_nobody_has_written_is_refused(tmp_path, change):
    table, path = set_up("loo", "book", 2, sessions=1), tmp_path / "two.npz.unfinished"
    table = replace(table, hands=1)
    solve(Chips(table, deals=3000), 1, path)
    solve(Chips(table, deals=3000), 1, path)
    found = safe_files.read(path)
    safe_files.write(path, {**found, **change} if change and isinstance(change, dict) else change)
    with pytest.raises(BoneyardError, match=r"remove .*unfinished' to begin anew"):
        solve(Chips(table, deals=3000), 1, path)


def test_a_solution_that_unpacks_to_gigabytes_is_refused_before_it_does(tmp_path, monkeypatch):
    path = tmp_path / "bomb.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in ("about", "pools", "penalties", "chances", "shares"):
            packed.writestr(f"{name}.npy", bytes(1 << 25))
    monkeypatch.setattr(zipfile.ZipFile, "open", lambda *arguments: pytest.fail("it is unpacked"))
    with pytest.raises(BoneyardError, match="damaged, or another kind of file"):
        load(path)
