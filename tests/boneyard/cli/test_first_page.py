"""The first page of a report is there before its numbers, and says so until they are."""

import re

import pytest

from reports.page.document import Card, Opening
from simulate.errors import BoneyardError

REPORT = ("report", "rounce", "--players", "2", "--lineup", "stay,random", "--studies", "duel",
          "--sessions", "50", "--jobs", "1", "--out")
FOLLOW = "The command is still working out the numbers."


@pytest.fixture(autouse=True)
def opens(monkeypatch, undrawn):
    """Open with a card that takes no time, about a section of the numbers."""
    card = Card("first", "What is first?", ("This is.",), link="table")
    monkeypatch.setattr("reports.opening.find.opening_of",
                        lambda *arguments: Opening((card,)))


@pytest.fixture
def hold(monkeypatch):
    """Call a function in place of the studies, until it is undone."""
    def instead(study):
        patch = pytest.MonkeyPatch()
        undo.append(patch)
        patch.setattr("reports.studies.answered.hold_study", study)
        return patch

    undo = []
    yield instead
    for patch in undo:
        patch.undo()


def raising(error):
    def study(*arguments, **options):
        raise error

    return study


def test_it_is_written_told_of_and_shown_before_the_studies(
    run, tmp_path, monkeypatch, capsys, hold
):
    out, shown = tmp_path / "out", []
    monkeypatch.setattr("webbrowser.open", lambda address: shown.append(address) or True)
    seen = []

    def study(*arguments, **options):
        files = sorted(path.name for path in out.iterdir() if path.name[0] != ".")
        seen.append((capsys.readouterr().out, (out / "index.html").read_text(), [*shown], files))
        raise KeyboardInterrupt

    hold(study)
    run(*REPORT, str(out), "--open")
    ((told, page, opened, files),) = seen
    assert f"open {out / 'index.html'} in a browser; the numbers follow" in told
    assert FOLLOW in page and "What is first?" in page and "numbers.html" not in page
    assert len(opened) == 1 and files == ["index.html"]


@pytest.mark.parametrize(("error", "status"), [
    (KeyboardInterrupt, 130), (BoneyardError("no cache"), 2)])
def test_a_stopped_report_leaves_a_page_that_says_what_it_is(run, tmp_path, hold, error, status):
    out = tmp_path / "out"
    patch = hold(raising(error))
    assert run(*REPORT, str(out))[0] == status
    assert FOLLOW in (out / "index.html").read_text()
    patch.undo()
    assert run("resume", str(out))[0] == 0
    assert FOLLOW not in (out / "index.html").read_text()


def test_a_stopped_report_leaves_an_earlier_one_as_it_was(run, tmp_path, hold):
    def files():
        return {path.relative_to(out): path.read_bytes()
                for path in out.rglob("*") if path.is_file() and ".boneyard" not in path.parts}

    out = tmp_path / "out"
    assert run(*REPORT, str(out))[0] == 0
    before = files()
    patch = hold(raising(KeyboardInterrupt))
    assert run(*REPORT, str(out), "--seed", "2", "--overwrite")[0] == 130
    assert files() == before
    patch.undo()
    assert run("resume", str(out))[0] == 0
    now = files()
    assert now.keys() == before.keys()
    assert re.search(rb"--seed 2\b", now[(out / "summary.json").relative_to(out)])
