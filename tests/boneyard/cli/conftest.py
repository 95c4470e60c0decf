"""Commands, carried out in this process."""

import pytest

from tests.boneyard.cli.test_main import boneyard


@pytest.fixture
def run(monkeypatch, capsys):
    """Return what runs a command: exit status, output and errors."""
    return lambda *words: boneyard(monkeypatch, capsys, *words)
