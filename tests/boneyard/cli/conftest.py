"""Commands, carried out in this process."""

import pytest

from boneyard.proof.tools import boneyard


@pytest.fixture
def run(monkeypatch, capsys):
    """Return what runs a command: exit status, output and errors."""
    return lambda *words: boneyard(monkeypatch, capsys, *words)
