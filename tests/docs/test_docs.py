"""What README and docs show runs: every command line and every block of Python.

They are run as they stand but for their size: ``SMALLER`` is appended to a command line (the last
of an option counts), and ``SMALL`` are keywords of the functions of ``boneyard`` where the block
gives none.  Commands that need what a test has not are in ``NOT_HERE``.  The README's are always
run, though their figures are not drawn; the others' are slow tests, and so is what takes long.
"""

import io
import os
import re
import shlex
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import boneyard
import reports.studies
import strategies.loo
from reports.studies import library
from simulate.games.game import own_games
from strategies import lineup
from tests.tools import views_page
from tests.waiting import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SMALLER = {
    "simulate": "--sessions 24 --hands 10 --jobs 1", "report": "--sessions 24 --hands 10 --jobs 1",
    "study": "--sessions 24 --hands 10 --jobs 1", "study race": "--sessions 240 --jobs 1",
    "study miss": "--sessions 20000 --jobs 1",
    "advise": "--deals 512",
    "solve": "--deals 3000 --rounds 1 --jobs 1", "exploit": "--deals 1000 --jobs 1",
    "sweep": "--sessions 24 --hands 10 --jobs 1",
    "tune": "--trials 4 --sessions 1000 --hands 1 --jobs 1"}
SMALL = {
    "simulate": {"sessions": 24, "hands": 10, "jobs": 1},
    "study": {"sessions": 24, "hands": 10, "jobs": 1},
    "report": {"sessions": 24, "studies": "duel", "jobs": 1},
    "sweep": {"sessions": 24, "hands": 10, "jobs": 1},
    "advise": {"deals": 512},
    "solve": {"deals": 3000, "rounds": 1, "jobs": 1}, "exploit": {"deals": 1000, "jobs": 1},
    "replay": {}, "strategies": {}, "rules": {}}
#: Parts of commands that need a cluster, an interrupted or a finished run, or a person.
NOT_HERE = ("--backend", "--open", "resume", "boneyard merge", "boneyard verify", "play ",
            " ...", "|")

#: Commands that take long however few deals they are given.
TAKES_LONG = {"boneyard solve loo --players 4 --out solution"}


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
        for line in block.replace("\\\n", " ").splitlines() if line.startswith("boneyard ")]
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


#: What the person of a sample types: the first answer of every question, for two hands.
TYPED = "1\n" * 11


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if "$ boneyard" in page.read_text()])
def test_what_commands_are_shown_to_print_is_what_they_print(page, folder, monkeypatch, capsys):
    from boneyard.cli import main

    for sample in "".join(blocks(page, "text")).split("$ ")[1:]:
        line, *shown = sample.splitlines()
        monkeypatch.setattr(sys, "argv", shlex.split(line, comments=True))
        monkeypatch.setattr(sys, "stdin", io.StringIO(TYPED))
        with pytest.raises(SystemExit) as stop:
            main.main()
        printed = " ".join(capsys.readouterr().out.split())
        assert stop.value.code in (0, None) and shown
        for one in shown:
            assert " ".join(one.split()) in printed, f"{page.name}: {line}"


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


def test_every_page_and_notebook_is_on_the_site():
    index = (ROOT / "docs" / "index.md").read_text()
    listed = set(re.findall(r"^(?:\.\./)?[\w/]+$", index, re.MULTILINE))
    pages = {path.stem for path in (ROOT / "docs").glob("*.md")} - {"index"}
    notebooks = {f"../examples/{path.stem}" for path in (ROOT / "examples").glob("*.ipynb")}
    assert pages | notebooks <= listed
    for name in listed:
        assert list((ROOT / "docs").glob(f"{name}.*")), name


def test_every_name_of_the_package_is_on_the_page_of_names():
    page = (ROOT / "docs" / "api.md").read_text()
    told = set(re.findall(r"^\.\. auto\w+:: (?:boneyard\.\w+\.)?(\w+)$", page, re.MULTILINE))
    names = {name for name in boneyard.__all__
             if not isinstance(getattr(boneyard, name), ModuleType)}
    assert names <= told


def test_the_site_and_the_readme_lead_to_a_finished_page_of_every_game():
    shown = set(re.search("^PAGES := (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[1]
                .replace("/", " ").split()[::2])
    assert shown == set(own_games())
    for page in ("README.md", "docs/index.md"):
        links = re.findall(r'<a href="([^"]+)">', (ROOT / page).read_text())
        assert {os.path.relpath(ROOT / page / ".." / link, ROOT) for link in links} == {
            f"build/docs/{game}/index.html" for game in shown}


def test_the_page_is_made_from_the_views_as_they_are():
    assert views_page.PAGE.read_text() == views_page.page(), "run python -m tests.tools.views_page"


@pytest.mark.parametrize("game", [game for game, _ in views_page.VIEWS])
def test_every_view_of_a_game_is_on_the_page(game):
    module = import_module(f"boneyard.{game}")
    found = (getattr(module, name) for name in module.__all__)
    views = {view.__name__ for view in found if hasattr(view, "_fields")}
    assert views == next(
        set(found) for (name, _), found in views_page.VIEWS.items() if name == game)


DECLARED, STUDY = blocks(ROOT / "CONTRIBUTING.md", "python")


@pytest.fixture
def put(tmp_path, monkeypatch):
    """Put files where a package looks for its modules, as if they stood in its folder."""
    caches = [one for module in (library, lineup) for one in vars(module).values()
              if hasattr(one, "cache_clear")]

    def forget():
        for one in caches:
            one.cache_clear()

    def put_in(package, **files):
        for name, text in files.items():
            path = tmp_path / f"{name}.py"
            path.parent.mkdir(exist_ok=True, parents=True)
            path.write_text(text)
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
        forget()

    yield put_in
    monkeypatch.undo()
    forget()
    for name in [name for name in sys.modules if re.search(r"\.(patient|stash)(\.|$)", name)]:
        del sys.modules[name]


def test_a_strategy_is_in_the_library_when_its_file_is_written(put):
    put(strategies.loo, patient=(ROOT / "examples" / "patient.py").read_text())
    assert boneyard.strategies("loo").loc["patient", "looks_at"].startswith("trumps and doubles")
    result = boneyard.simulate("loo", "patient,stay", sessions=10, hands=10, jobs=1)
    assert result.strategies.index.tolist() == ["patient", "stay"]


def test_a_study_is_known_when_it_is_declared_and_written(put, monkeypatch):
    exec(DECLARED, declared := {})
    monkeypatch.setattr(library, "STUDIES", [*library.STUDIES, declared["STUDY"]])
    put(reports.studies, stash=STUDY)
    shares = []
    for least in (1, 8):
        found = boneyard.study("stash", "casino", "random", players=3, sessions=50, jobs=1,
                               at_least=least)
        shares.append(found.tables["stash"]["often"].mean())
        assert found.columns.loc[("stash", "often_low"), "unit"] == "share of games"
    assert 1 >= shares[0] > shares[1] > 0
    with pytest.raises(boneyard.BoneyardError, match="study stash is for casino, not 'loo'"):
        boneyard.study("stash", "loo")


TEXT = (ROOT / "CONTRIBUTING.md").read_text()
BOORAY = ROOT / "examples" / "booray"
#: The games of the examples, with the most lines that each may take.
EXAMPLES = {"booray": 800, "fortytwo": 600}


def test_a_game_takes_no_more_than_fifteen_ideas_of_a_sentence_each():
    ideas = re.findall(r"^(\d+)\. \*\*(.+?)\*\* \((.+?)\): (.+\n(?:    ?.+\n)*)", TEXT, re.M)
    numbers = [int(number) for number, *_ in ideas]
    assert numbers == list(range(1, len(ideas) + 1)) and 10 <= len(ideas) <= 15
    sources = "".join(path.read_text() for path in sorted(BOORAY.rglob("*.py")))
    for _, idea, where, told in ideas:
        assert told.strip().endswith(".") and told.count(". ") == 0, idea
        for word in re.findall(r"`([^`]+)`", where):
            found = (BOORAY / word).exists() or (ROOT / word).exists() or re.search(
                rf"\b{word}\b", sources)
            assert found, f"{idea}: the example has no {word}"


def test_every_place_that_is_named_is_there():
    for word in re.findall(r"`((?:booray|simulate|strategies|reports|tests|scripts|docs)/[\w/.]+)`",
                           TEXT):
        if not re.search("stash|patient|GAME|NAME", word):
            assert (ROOT / word).exists() or (BOORAY / word).exists(), word


@pytest.mark.parametrize("game", EXAMPLES)
def test_an_example_keeps_within_its_lines(game):
    files = [path for path in (ROOT / "examples" / game).rglob("*")
             if path.suffix in (".py", ".toml")]
    assert sum(len(path.read_text().splitlines()) for path in files) <= EXAMPLES[game]


def test_every_test_that_the_docs_name_is_there():
    tests = "".join(path.read_text() for folder in ("tests", "boneyard/proof")
                    for path in (ROOT / folder).rglob("*.py"))
    named = {name for page in PAGES for name in re.findall(r"`(test_\w+)`", page.read_text())}
    assert len(named) > 30 and not [name for name in named if f"def {name}(" not in tests]


def test_files_that_sources_speak_of_are_there():
    spoken = re.compile(r"\b(?:simulate|strategies|reports|scripts|boneyard)/[a-z_/]+\.(?:py|js)\b")
    lost = {(str(file.relative_to(ROOT)), name)
            for part in ("simulate", "strategies", "reports", "scripts", "boneyard")
            for file in sorted((ROOT / part).rglob("*")) if file.suffix in {".py", ".js", ".j2"}
            for name in spoken.findall(file.read_text()) if not (ROOT / name).exists()}
    assert not lost
