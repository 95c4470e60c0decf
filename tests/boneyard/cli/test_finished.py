"""Finished runs: played again in part, added up; and the page that comes first."""

import json
import re
import shutil

import pytest

from boneyard import simulate
from reports.page.document import Card, Opening
from reports.request import set_up
from reports.results.result import Result
from simulate.errors import BoneyardError
from simulate.games.game import own_games
from simulate.runs import safe_files
from simulate.runs.adding import TOTALS, read_totals, totals
from simulate.runs.play import play
from strategies.loo.solved import SHIPPED
from tests.boneyard.cli.test_main import STRATEGY
from tests.sizes import in_pieces, without_drawing


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Two halves of what one run could have been, and runs of other tables."""
    place = tmp_path_factory.mktemp("runs")
    lineup, others, rules = "random,stay,random", "stay,stay,random", {"penalty": "cap:20"}
    with without_drawing():
        for name, seed, seated, ruled in (("a", 1, lineup, None), ("b", 2, lineup, None),
                                          ("other", 3, others, None), ("ruled", 4, lineup, rules)):
            simulate("loo", seated, rules=ruled, sessions=400, hands=6, seed=seed, jobs=1,
                     out=place / name)
    return place


def summary(folder):
    return json.loads((folder / "summary.json").read_text())


def test_a_finished_run_comes_out_as_it_did(run, folders):
    status, out, errors = run("verify", str(folders / "a"))
    assert (status, errors) == (0, "")
    assert "25 blocks of 16 sessions, drawn from 400, come out as in" in out


@pytest.mark.parametrize(("change", "words"), [
    (lambda found: found["digests"].update({"32": "0" * 16}),
     "1 of 25 blocks of 16 sessions comes out otherwise"),
    (lambda found: found["digests"].pop("32"), "not those of the blocks"),
    (lambda found: found.pop("digests"), "is no summary of a run with digests"),
    (lambda found: found.update(command=found["command"].replace("stay", "random")),
     "contradicts itself"),
    (lambda found: found.update(command="boneyard simulate loo --players 2"), "sets no table"),
    (lambda found: found.update(command="'"), "sets no table"),
    (lambda found: found.update(command=found["command"].replace("--seed 1", "--seed 4")),
     "seed, sessions or line-up differ"),
    (lambda found: found.update(command="boneyard merge a b"), "verify each of them"),
    (lambda found: found.update(sessions=10**9),
     "its sessions is 1000000000, but totals.json beside it gives 400"),
    (lambda found: found.update(sessions=400.0), "its sessions is 400.0"),
    (lambda found: found["pool"].update(max=1), "its pool.max is 1, but"),
    (lambda found: found["by_seat"][1].update(net=0), "its by_seat[1].net is 0, but"),
    (lambda found: found["by_seat"][2]["tricks"].reverse(), "its by_seat[2].tricks[0] is"),
    (lambda found: found["by_seat"].pop(), "its by_seat is [{"),
    (lambda found: found.pop("escalated"), "its escalated is None")])
def test_a_run_that_was_changed_is_found_out(run, folders, tmp_path, change, words):
    found = summary(folders / "a")
    change(found)
    (tmp_path / "summary.json").write_text(json.dumps(found))
    shutil.copy(folders / "a" / "totals.json", tmp_path)
    status, _, errors = run("verify", str(tmp_path))
    assert status == 2 and words in errors


@pytest.mark.usefixtures("undrawn")
def test_files_that_a_run_named_are_found_from_anywhere(run, tmp_path, monkeypatch):
    at_work = tmp_path / "work"
    at_work.mkdir()
    (at_work / "mine.py").write_text(STRATEGY)
    (at_work / "house.toml").write_text("ante = 10\ndealer_ante = 20\n")
    shutil.copy(SHIPPED / "loo-2-cap10.npz", at_work / "mine.npz")
    monkeypatch.chdir(at_work)
    assert run("simulate", "loo", "--lineup", "mine.npz,mine.py:Bold", "--preset", "house.toml",
               "--sessions", "48", "--hands", "4", "--jobs", "1", "--quiet", "--out", "deep/out",
               ) == (0, "", "")
    monkeypatch.chdir(tmp_path)
    status, out, errors = run("verify", "work/deep/out")
    assert (status, errors) == (0, "") and "3 blocks of 16 sessions" in out
    monkeypatch.chdir(at_work / "deep" / "out")
    assert run("verify", ".", "--quiet") == (0, "", "")
    (at_work / "mine.py").rename(at_work / "gone.py")
    status, _, errors = run("verify", ".")
    assert status == 2 and "'mine.py' does not exist" in errors


@pytest.mark.usefixtures("undrawn")
def test_runs_of_two_seeds_add_up_exactly(run, folders, tmp_path):
    a, b, out = folders / "a", folders / "b", tmp_path / "both"
    assert run("merge", str(a), str(b), "--out", str(out), "--quiet") == (0, "", "")
    both, one, two = summary(out), summary(a), summary(b)
    assert both["seed"] == [1, 2] and both["command"] == f"boneyard merge {a} {b}"
    for name in ("sessions", "hands"):
        assert both[name] == one[name] + two[name]
    assert both["pool"]["left"] == one["pool"]["left"] + two["pool"]["left"]
    assert both["pool"]["max"] == max(one["pool"]["max"], two["pool"]["max"])
    for seat in range(3):
        rows = [found["by_seat"][seat] for found in (both, one, two)]
        assert rows[0]["net"] == rows[1]["net"] + rows[2]["net"]
        assert rows[0]["tricks"] == [x + y for x, y in zip(*(r["tricks"] for r in rows[1:]),
                                                           strict=True)]
    status, _, errors = run("merge", str(out), str(a))
    assert status == 2 and "has seed 1, as another" in errors


@pytest.mark.parametrize(("names", "words"), [
    (("a",), "two runs or more"), (("a", "a"), "counted twice"),
    (("a", "other"), "does not belong to"), (("a", "none"), "holds no totals"),
    (("a", "ruled"), "was played with rules penalty=cap:20, not penalty=unlimited")])
def test_what_does_not_belong_together_is_refused(run, folders, names, words):
    status, _, errors = run("merge", *(str(folders / name) for name in names))
    assert status == 2 and words in errors


@pytest.mark.parametrize("content", [[], {}, {"identity": 1}, {"identity": {"game": "loo"}}])
def test_forged_totals_are_refused(run, folders, tmp_path, content):
    safe_files.write(tmp_path / "totals.json", content)
    status, _, errors = run("merge", str(folders / "a"), str(tmp_path))
    assert status == 2 and "is damaged" in errors


@in_pieces("game", *sorted(own_games(), reverse=True))
def test_runs_of_every_game_can_be_added_up(game, tmp_path):
    run = set_up(game, "random", None, None, 16, None, 1)
    safe_files.write(tmp_path / TOTALS, totals(play(run, jobs=1)).content())
    report = Result(read_totals(tmp_path).played()).report()
    assert report.answers and report.frames()


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
