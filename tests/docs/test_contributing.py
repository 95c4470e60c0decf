"""CONTRIBUTING.md, followed to the letter: its files are written as they stand, and used."""

import re
import sys

import pytest

import boneyard
import reports.studies
import strategies.loo
from reports.draw.style import COLOURS
from reports.studies import kind
from reports.studies.miss.wall import FILLS
from strategies import lineup
from tests.docs.test_docs import ROOT, blocks

PATIENT, DECLARED, STUDY = blocks(ROOT / "CONTRIBUTING.md", "python")


@pytest.fixture
def put(tmp_path, monkeypatch):
    """Put files where a package looks for its modules, as if they stood in its folder."""
    caches = [one for module in (kind, lineup) for one in vars(module).values()
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
    put(strategies.loo, patient=PATIENT)
    assert boneyard.strategies("loo").loc["patient", "looks_at"].startswith("trumps and doubles")
    result = boneyard.simulate("loo", "patient,stay", sessions=10, hands=10, jobs=1)
    assert result.strategies.index.tolist() == ["patient", "stay"]


def test_a_study_is_known_when_its_folder_is_written(put):
    put(reports.studies, **{"stash/__init__": DECLARED, "stash/study": STUDY})
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


def test_a_game_takes_no_more_than_fifteen_ideas_of_a_sentence_each():
    ideas = re.findall(
        r"^(\d+)\. \*\*(.+?)\*\* \((.+?)\): (.+\n(?:    ?.+\n)*)", TEXT, re.M)
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


def test_the_example_keeps_within_800_lines():
    files = [path for path in BOORAY.rglob("*") if path.suffix in (".py", ".toml")]
    assert sum(len(path.read_text().splitlines()) for path in files) <= 800


def test_the_page_and_the_wall_chart_have_the_colours_of_the_figures():
    look = (ROOT / "reports/page/templates/look.css").read_text()
    bars = dict(re.findall(r"^\.move-(\w) \{ background: (#\w{6}); \}", look, re.M))
    assert {bars["P"], bars["C"], bars["M"], bars["A"], FILLS[0], FILLS[2]} <= set(COLOURS)


def test_the_rule_that_is_changed_stands_in_one_place():
    found = [path for path in (ROOT / "simulate").rglob("*.py")
             if re.search(r"^def miss_tiles", path.read_text(), re.M)]
    assert [path.name for path in found] == ["rules.py"]
