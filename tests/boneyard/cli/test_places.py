"""Places that a person names: every command reads them in one way, before it works."""

import re

import pytest
import typer

from boneyard.cli.main import app
from simulate.errors import BoneyardError
from simulate.places import read_place
from tests.boneyard.cli.test_main import boneyard

#: Command lines, one for each place that a person can name in them.
NAMED = [
    "simulate casino --out PLACE", "report casino --out PLACE", "resume PLACE", "verify PLACE",
    "merge PLACE other", "merge other PLACE", "merge a b --out PLACE",
    "study risk casino --out PLACE", "sweep loo --vary bold.risk=0.1,0.2 --file PLACE.csv",
    "solve loo --file PLACE.npz", "solve loo --out PLACE", "exploit bold loo --out PLACE",
    "tune book loo --file PLACE.toml", "tune book loo --out PLACE", "review PLACE",
    "review there.jsonl --out PLACE", "advise loo --history PLACE --decision 1",
    "play loo --save PLACE", "new-strategy own --folder PLACE",
    "simulate loo --lineup PLACE.py:Own", "simulate loo --lineup random,PLACE.npz",
    "simulate loo --lineup PLACE.toml,random", "simulate loo --preset PLACE.toml",
    "play loo --preset PLACE.toml", "exploit PLACE.py:Own loo",
]


@pytest.mark.parametrize("words", NAMED)
def test_the_home_of_nobody_is_refused_before_any_work(monkeypatch, capsys, tmp_path, words):
    monkeypatch.chdir(tmp_path)
    command = words.replace("PLACE", "~nosuchuser/x").split()
    status, out, errors = boneyard(monkeypatch, capsys, *command)
    assert (status, out) == (2, "")
    assert "'~nosuchuser/x" in errors and "whose home that is, is not known" in errors
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(("words", "found"), [
    ("simulate casino --sessions 8 --quiet --out ~/a", "a/summary.json"),
    ("new-strategy own --folder ~", "own.py"),
])
def test_a_tilde_is_the_home_of_the_person(monkeypatch, capsys, tmp_path, words, found):
    (tmp_path / "home").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    status, _, errors = boneyard(monkeypatch, capsys, *words.split())
    assert (status, errors) == (0, "")
    assert (tmp_path / "home" / found).is_file() and list(tmp_path.iterdir()) == [tmp_path / "home"]


@pytest.mark.usefixtures("undrawn")
def test_a_review_is_written_into_the_home(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    asked = ["replay", "casino", "--session", "0", "--format", "jsonl"]
    _, hands, _ = boneyard(monkeypatch, capsys, *asked)
    (tmp_path / "hands.jsonl").write_text(hands)
    words = ["review", "~/hands.jsonl", "--deals", "512", "--quiet", "--out", "~/zz"]
    assert boneyard(monkeypatch, capsys, *words) == (0, "", "")
    assert (tmp_path / "zz" / "index.html").is_file()
    assert not (tmp_path / "~").exists()


def test_no_option_names_a_place_that_is_not_read_so():
    unread = [
        f"{name} {option.name}" for name, command in typer.main.get_command(app).commands.items()
        for option in command.params
        if re.search(r"DIR|FILE|A B", option.metavar or "") and option.callback is None]
    assert unread == []


@pytest.mark.parametrize("name", ["", "a\0b", "caf\udce9", "~nosuchuser", 5, None])
def test_what_is_no_place_is_refused(name):
    with pytest.raises(BoneyardError, match=r"name|home"):
        read_place(name)


def test_a_folder_that_is_called_like_a_home_can_be_named(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert read_place("./~nosuchuser/x") == tmp_path / "~nosuchuser" / "x"
    assert read_place(read_place("./~nosuchuser/x")) == tmp_path / "~nosuchuser" / "x"
    assert str(read_place("a//b/")) == "a/b"
