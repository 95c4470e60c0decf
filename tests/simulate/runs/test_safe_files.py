"""Files that belong together are all the new ones or all the old ones."""

from __future__ import annotations

import pytest

from simulate.runs.safe_files import write_together


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
