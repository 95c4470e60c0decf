"""What README and docs show runs: every command line and every block of Python.

They are run as they stand but for their size: ``SMALLER`` is appended to a command line (the last
of an option counts), and ``SMALL`` are keywords of the functions of ``boneyard`` where the block
gives none.  Commands that need what a test has not are in ``NOT_HERE``.  The README's are always
run, though their figures are not drawn; the others' are slow tests, and so is what takes long.
"""

import re
import shlex
import sys
from pathlib import Path

import pytest

import boneyard

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SMALLER = {
    "simulate": "--sessions 24 --hands 10 --jobs 1", "report": "--sessions 24 --hands 10 --jobs 1",
    "study": "--sessions 24 --hands 10 --jobs 1", "study race": "--sessions 240 --jobs 1",
    "study miss": "--sessions 2000 --jobs 1",
    "advise": "--deals 512",
    "solve": "--deals 3000 --rounds 1 --jobs 1", "exploit": "--deals 1000 --jobs 1",
    "sweep": "--sessions 24 --hands 10 --jobs 1",
    "tune": "--trials 4 --sessions 1000 --hands 1 --jobs 1",
}
SMALL = {
    "simulate": {"sessions": 24, "hands": 10, "jobs": 1},
    "study": {"sessions": 24, "hands": 10, "jobs": 1},
    "report": {"sessions": 24, "studies": "duel", "jobs": 1},
    "sweep": {"sessions": 24, "hands": 10, "jobs": 1},
    "advise": {"deals": 512},
    "solve": {"deals": 3000, "rounds": 1, "jobs": 1}, "exploit": {"deals": 1000, "jobs": 1},
    "replay": {}, "strategies": {}, "rules": {},
}
#: Parts of commands that need a cluster, an interrupted or a finished run, or a person.
NOT_HERE = ("--backend", "--open", "resume", "boneyard merge", "boneyard verify", "play ",
            " ...", "|")

#: Commands that take long however few deals they are given.
TAKES_LONG = {
    "boneyard study race loo --rule scoring=points --players 4 --lineup book --out race",
    "boneyard study race rounce --players 2 --out race",
    "boneyard solve loo --players 4 --out solution",
    "boneyard study skill loo --lineup solved,random --rule penalty=cap:40 --hands 10 "
    "--by-players --every-game",
}


def blocks(page: Path, kind: str) -> list[str]:
    """Return the fenced blocks of a page of some kind (none for the plain ones)."""
    found = re.findall(r"^( *)```(\w*)\n(.*?)^ *```$", page.read_text(), re.MULTILINE | re.DOTALL)
    return [re.sub(f"^{indent}", "", text, flags=re.MULTILINE)
            for indent, name, text in found if name == kind]


def commands() -> list[tuple[str, str]]:
    """Return every command line that is shown, with its page, none twice."""
    lines = [
        (page.name, line.partition("  #")[0].strip())
        for page in PAGES for block in (*blocks(page, ""), *blocks(page, "sh"))
        for line in block.replace("\\\n", " ").splitlines() if line.startswith("boneyard ")
    ]
    return list({line: (page, line) for page, line in lines
                 if not any(part in line for part in NOT_HERE)}.values())


@pytest.fixture
def figures(request):
    """Leave the files of figures empty, or draw them, which takes longer than the rest."""
    if request.param == "undrawn":
        request.getfixturevalue("undrawn")


def in_sizes(page, text, takes_long):
    """Give a test what is shown once without figures, if that is quick, and once with them."""
    quick = [] if takes_long else [pytest.param(page, text, "undrawn")]
    return [*quick, pytest.param(page, text, "drawn", marks=pytest.mark.slow)]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_there_are_commands_and_blocks_to_run():
    assert len(commands()) >= 20
    assert {line for _, line in commands()} >= TAKES_LONG
    assert sum(len(blocks(page, "python")) for page in PAGES) >= 2


@pytest.mark.parametrize(("page", "line", "figures"), [
    size for page, line in commands()
    for size in in_sizes(page, line, line in TAKES_LONG or page != "README.md")
], indirect=["figures"])
def test_every_command_shown_runs(page, line, figures, folder, monkeypatch, capsys):
    from boneyard.cli import main

    words = shlex.split(line)[1:]
    smaller = SMALLER.get(" ".join(words[:2]), SMALLER.get(words[0], "")).split()
    monkeypatch.setattr(sys, "argv", ["boneyard", *words, *smaller])
    with pytest.raises(SystemExit) as stop:
        main.main()
    shown = capsys.readouterr()
    assert stop.value.code in (0, None), f"{page}: {line}\n{shown.err}"
    assert shown.out and not shown.err


@pytest.mark.parametrize(("page", "block", "figures"), [
    size for page in PAGES for block in blocks(page, "python") if "import boneyard" in block
    for size in in_sizes(page.name, block, takes_long=False)
], indirect=["figures"])
def test_every_block_of_python_runs(page, block, figures, folder, monkeypatch, capsys):
    for name, words in SMALL.items():
        function = getattr(boneyard, name)
        monkeypatch.setattr(
            boneyard, name, lambda *given, f=function, words=words, **more: f(
                *given, **{**words, **more}), raising=False)
    exec(compile(block, page, "exec"), {})
