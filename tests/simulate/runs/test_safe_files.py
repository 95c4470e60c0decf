"""Files that belong together are all the new ones or all the old ones."""

import pytest

from simulate.runs.safe_files import lock, replacing, write_together
from tests.waiting import make_pipe, nobody_waits


def test_files_change_only_when_all_are_written(tmp_path):
    write_together(tmp_path / "new" / "out", {"a": b"1", "b": b"2"})
    folder = tmp_path / "new" / "out"
    with pytest.raises(OSError, match="too long"):
        write_together(folder, {"a": b"3", "b": b"4", "x" * 300: b"5"})
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {"a": b"1", "b": b"2"}


def test_a_folder_made_for_files_that_cannot_be_written_goes(tmp_path):
    with pytest.raises(OSError, match="too long"):
        write_together(tmp_path / "new" / "out", {"x" * 300: b"5"})
    assert not list(tmp_path.iterdir())


def test_what_lies_in_the_way_of_a_new_file_is_not_written_into(tmp_path):
    (tmp_path / "foreign").write_text("mine")
    (tmp_path / "a.part").symlink_to("foreign")
    make_pipe(tmp_path / "b.part")
    with nobody_waits():
        for name in ("a", "b"):
            with replacing(tmp_path / name) as file:
                file.write(b"1")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        "foreign": "mine", "a": "1", "b": "1"}


def test_a_lock_is_no_link_to_somewhere_else(tmp_path):
    (tmp_path / "lock").symlink_to("foreign")
    with pytest.raises(OSError, match="symbolic"):
        lock(tmp_path / "lock")
    assert not (tmp_path / "foreign").exists()


def test_a_full_disk_names_the_file(tmp_path):
    with pytest.raises(OSError, match="No space left") as full, replacing(tmp_path / "a"):
        raise OSError(28, "No space left on device")
    assert full.value.filename == str(tmp_path / "a")
    assert not list(tmp_path.iterdir())
