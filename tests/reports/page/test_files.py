"""A report is written into a folder whole or not at all, and says what the result says."""

import json
import os
import resource
from dataclasses import replace

import pandas as pd
import pytest

from reports.page import files
from reports.page.files import check_folder
from simulate.errors import BoneyardError
from tests.sizes import in_pieces


@pytest.fixture(scope="module")
def folder(chips, tmp_path_factory):
    return chips.save(tmp_path_factory.mktemp("out") / "new" / "run")


def names(path):
    return {p.relative_to(path).as_posix() for p in path.rglob("*") if p.is_file()}


def test_everything_is_written_and_nothing_else(chips, folder):
    tables = {f"tables/{name}.{kind}" for name in chips.tables for kind in ("csv", "parquet")}
    figures = {
        f"figures/{name}.{kind}" for name in ("chips", "loo_rates", "tricks", "pool")
        for kind in ("png", "svg")}
    assert names(folder) == {"summary.json", "index.html", "totals.json"} | tables | figures
    assert [p.name for p in folder.parent.iterdir()] == ["run"]


def test_files_say_what_the_result_says(chips, folder):
    written = json.loads((folder / "summary.json").read_text())
    assert {*written.pop("files")} == names(folder) - {"summary.json", "index.html", "totals.json"}
    assert written == json.loads(json.dumps(chips.counts()))
    for name, frame in chips.tables.items():
        pd.testing.assert_frame_equal(pd.read_parquet(folder / "tables" / f"{name}.parquet"), frame)
        csv = pd.read_csv(folder / "tables" / f"{name}.csv")
        assert list(csv.columns)[-len(frame.columns):] == list(frame.columns)
        assert len(csv) == len(frame)
    assert (folder / "figures" / "pool.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (folder / "figures" / "pool.svg").read_text()


def test_without_descriptors_nothing_is_left_behind(points, tmp_path, monkeypatch):
    before, opened = resource.getrlimit(resource.RLIMIT_NOFILE), []

    def run_out(*arguments):
        resource.setrlimit(resource.RLIMIT_NOFILE, (200, before[1]))
        while True:
            opened.append(os.open(os.devnull, os.O_RDONLY))

    monkeypatch.setattr(files, "_write", run_out)
    try:
        with pytest.raises(BoneyardError, match="too many open files: allow more"):
            points.save(tmp_path / "out")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
        for descriptor in opened:
            os.close(descriptor)
    assert not list(tmp_path.rglob(".boneyard*"))


@pytest.mark.slow
def test_figures_are_the_same_whenever_they_are_drawn(chips, folder, tmp_path):
    again, drawn = chips.save(tmp_path), list(folder.glob("figures/*.svg"))
    assert drawn
    for path in drawn:
        assert path.read_text() == (again / "figures" / path.name).read_text()


@pytest.mark.usefixtures("undrawn")
def test_tables_and_figures_of_the_report_before_are_taken_away(chips, points, tmp_path):
    chips.save(tmp_path)
    mine = {"tables/mine.csv", "figures/mine.png"}
    for name in mine:
        (tmp_path / name).write_text("mine")
    points.save(tmp_path, overwrite=True)
    assert names(tmp_path) == {"summary.json", "index.html", "totals.json"} | mine | set(
        json.loads((tmp_path / "summary.json").read_text())["files"])
    assert not (tmp_path / "tables" / "pool.csv").exists()


@pytest.mark.usefixtures("undrawn")
@in_pieces("listed", '["../notes.txt", "/etc/hosts", "tables/../notes.txt", 3, null]',
       '"tables/a.csv"', "{}")
def test_a_list_of_files_that_is_not_ours_takes_nothing_away(points, tmp_path, listed):
    folder = tmp_path / "out"
    points.save(folder)
    (tmp_path / "notes.txt").write_text("mine")
    (folder / "notes.txt").write_text("mine")
    (folder / "summary.json").write_text(f'{{"files": {listed}}}')
    points.save(folder, overwrite=True)
    assert (tmp_path / "notes.txt").exists() and (folder / "notes.txt").exists()


@pytest.mark.parametrize("place", ["file", "file/out"])
@pytest.mark.parametrize("saves", [False, True], ids=["checked", "saved"])
def test_a_folder_that_cannot_be_written_is_named(points, tmp_path, place, saves):
    (tmp_path / "file").write_text("")
    with pytest.raises(BoneyardError, match=r"folder '.*file.*' cannot be written"):
        (points.save if saves else check_folder)(tmp_path / place)
    assert names(tmp_path) == {"file"}


@pytest.mark.usefixtures("undrawn")
def test_an_error_on_the_way_leaves_the_folder_as_it_was(points, tmp_path, monkeypatch):
    (tmp_path / "index.html").write_text("old")

    def full(report):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "render", full)
    with pytest.raises(BoneyardError, match="No space left on device"):
        points.save(tmp_path)
    assert names(tmp_path) == {"index.html"}
    assert (tmp_path / "index.html").read_text() == "old"


@pytest.mark.usefixtures("undrawn")
def test_what_a_person_keeps_beside_a_report_stays(points, tmp_path):
    (tmp_path / ".boneyard-notes").mkdir()
    (tmp_path / ".boneyard-notes" / "mine.txt").write_text("mine")
    (tmp_path / f"{files._WORKSHOP}mine").mkdir()
    (tmp_path / f"{files._WORKSHOP}mine" / "mine.txt").write_text("mine")
    points.save(tmp_path)
    assert (tmp_path / ".boneyard-notes" / "mine.txt").exists()
    assert (tmp_path / f"{files._WORKSHOP}mine" / "mine.txt").exists()


@pytest.mark.parametrize("name", ["figures", "tables"])
@pytest.mark.parametrize("saves", [False, True], ids=["checked", "saved"])
def test_a_file_in_the_place_of_a_folder_is_found_before_anything_moves(
    points, tmp_path, saves, name
):
    (tmp_path / name).write_text("mine")
    with pytest.raises(BoneyardError, match=f"{name}' is in the way, which is no folder"):
        (points.save if saves else check_folder)(tmp_path)
    assert names(tmp_path) == {name}


@pytest.mark.usefixtures("undrawn")
def test_a_folder_in_the_place_of_a_table_is_found_before_anything_moves(points, tmp_path):
    (tmp_path / "tables" / "seats.csv" / "mine").mkdir(parents=True)
    with pytest.raises(BoneyardError, match=r"seats\.csv' is in the way, which is no file"):
        points.save(tmp_path)
    assert names(tmp_path) == set()
    assert [path.name for path in tmp_path.iterdir()] == ["tables"]


@pytest.mark.usefixtures("undrawn")
def test_two_reports_are_not_written_into_one_folder_at_once(points, tmp_path, monkeypatch):
    def save_again(report):
        points.save(tmp_path)

    monkeypatch.setattr(files, "render", save_again)
    with pytest.raises(BoneyardError, match="another report is being written there"):
        points.save(tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("undrawn")
def test_a_finished_report_is_replaced_only_if_that_is_said(points, tmp_path):
    points.save(tmp_path)
    for saves in (check_folder, points.save, points.report().save):
        with pytest.raises(BoneyardError, match=r"holds a finished report: .* --overwrite"):
            saves(tmp_path)
    assert check_folder(tmp_path, overwrite=True) == points.save(tmp_path, overwrite=True)


@pytest.mark.usefixtures("undrawn")
def test_a_report_is_finished_when_all_of_it_is_there(points, tmp_path, monkeypatch):
    move = files.Path.replace

    def killed(path, place):
        if path.name == "index.html":
            raise MemoryError
        return move(path, place)

    with monkeypatch.context() as patch:
        patch.setattr(files.Path, "replace", killed)
        with pytest.raises(MemoryError):
            points.save(tmp_path)
    assert points.save(tmp_path) == tmp_path


@pytest.mark.usefixtures("undrawn")
def test_what_else_a_report_holds_comes_and_goes_with_it(points, tmp_path):
    (tmp_path / "practice.txt").write_text("mine")
    replace(points.report(), files={"practice.json": b"{}", "review.txt": b"a"}).save(tmp_path)
    assert (tmp_path / "practice.json").read_bytes() == b"{}"
    points.save(tmp_path, overwrite=True)
    assert {"practice.txt"} == {name for name in names(tmp_path) if name[:3] in ("pra", "rev")}
