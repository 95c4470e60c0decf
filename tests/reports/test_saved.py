"""What is written by one thing that a person is given replaces nothing unless it is asked to."""

import inspect
import os
import re
import shlex

import pytest
import typer.main

from boneyard.cli.main import app
from simulate.errors import BoneyardError
from tests.reports.test_carried import GIVEN
from tests.sizes import without_drawing

#: What each method writes: a folder where nothing is named.
ENDINGS = {"save_solution": ".npz", "save_strategy": ".toml"}
#: And the same where ``save`` itself writes one.
SAVES = {"Learned": ".toml"}


def content(place):
    """Return all that stands in a file or a folder, by name."""
    return {one.relative_to(place.parent): one.read_bytes()
            for one in (place, *place.rglob("*")) if one.is_file()}


def full(descriptor):
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("given", GIVEN)
def test_what_is_there_stays_unless_it_is_to_be_replaced(given, tmp_path, monkeypatch):
    found = GIVEN[given]()
    savers = {name: getattr(found, name) for name in dir(found) if re.match("save(_|$)", name)}
    for name, save in savers.items():
        assert inspect.signature(save).parameters["overwrite"].default is False, name
        (tmp_path / name).mkdir()
        ending = SAVES.get(given, "") if name == "save" else ENDINGS.get(name, "")
        place = tmp_path / name / f"mine{ending}"
        with without_drawing(), monkeypatch.context() as patch:
            save(place)
            before = content(place)
            with pytest.raises(BoneyardError, match=r"with --overwrite \(in Python: overwrite="):
                save(place)
            if ending:
                patch.setattr(os, "fsync", full)
                for there in (place, place.with_stem("new")):
                    with pytest.raises(BoneyardError, match="No space left on device"):
                        save(there, overwrite=True)
            assert content(place) == before and [*place.parent.iterdir()] == [place]
            patch.undo()
            save(place, overwrite=True)
    assert savers or given in ("Answers", "Saved", "Hands", "Hand")


#: By command that keeps what it finds in a file: a small run of it.
FILES = {
    "solve": "solve loo --players 2 --this-hand --deals 3000 --rounds 1 --file mine.npz",
    "tune": "tune loo threshold --parameters stay_1 --against stay --players 2 --trials 2 "
            "--sessions 16 --hands 2 --file mine.toml"}


@pytest.mark.parametrize("name", [
    name for name, command in typer.main.get_command(app).commands.items()
    if any("--file" in option.opts for option in command.params)])
def test_a_command_replaces_its_file_when_it_is_told_to(run, name, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    words = shlex.split(FILES[name])
    (file := tmp_path / words[-1]).write_text("mine")
    status, out, errors = run(*words)
    assert (status, out) == (2, "") and file.read_text() == "mine"
    assert f"file '{words[-1]}' is there already: name another, or replace it with" in errors
    assert run(*words, "--overwrite")[0] == 0
    assert file.read_bytes() != b"mine" and [*tmp_path.iterdir()] == [file]
