"""``make verify`` runs every check that its module has."""

import inspect
from collections.abc import Iterator

import pytest

from simulate.games.game import own_games
from tests.proofs import verify


def test_no_check_is_left_out():
    checks = {name for name, found in inspect.getmembers(verify, inspect.isfunction)
              if found.__annotations__.get("return") == Iterator[verify.Check]}
    assert checks == {check.__name__ for check in verify.CHECKS}


def test_checks_run_by_name(monkeypatch, capsys):
    def bad():
        yield "found", False

    monkeypatch.setattr(verify, "CHECKS", (bad, verify.seats_are_alike))
    with pytest.raises(SystemExit, match="1"):
        verify.main(["bad"])
    assert capsys.readouterr().out == "WRONG found\n"


def test_the_strength_of_every_game_is_told_and_verified():
    rows = verify.STRENGTH.findall(verify.STRATEGIES.read_text())
    assert {command.split()[1] for command, _, _ in rows} == set(own_games())
