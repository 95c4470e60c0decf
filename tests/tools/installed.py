"""Packages that a test installs: their entry points are found as after pip."""

from pathlib import Path


def install(folder: Path, group: str, **entries: str) -> Path:
    """Write the metadata of a package with these entry points; return where Python looks."""
    metadata = folder / "toys-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 1.0\n")
    lines = [f"{name} = {value}" for name, value in entries.items()]
    (metadata / "entry_points.txt").write_text("\n".join([f"[{group}]", *lines]) + "\n")
    return folder
