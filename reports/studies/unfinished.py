"""Long searches that end with a file, and keep beside it what they have found so far."""

from __future__ import annotations

from pathlib import Path


class Unfinished:
    """A search that may be stopped; the same command goes on where it was."""

    #: What is written in the end; None if nothing is.
    file: Path | None

    @property
    def kept(self) -> Path | None:
        """The file in which what was found so far is kept."""
        return self.file and self.file.with_name(f"{self.file.name}.unfinished")

    def forget(self) -> None:
        """Remove what was kept."""
        if self.kept is not None:
            self.kept.unlink(missing_ok=True)
