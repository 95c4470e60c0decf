"""CONTRIBUTING.md, followed to the letter: its files are written as they stand, and used."""

import re
import sys

import pytest

import boneyard
import reports.studies
import strategies.loo
from reports.studies import kind
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
