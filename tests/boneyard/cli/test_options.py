"""The signature of a function is that of its command; new strategies run as written."""

import inspect
import runpy
import shlex
import sys
from typing import Annotated, Any

import pytest
import typer
import typer.main
from typer.testing import CliRunner

import boneyard
from boneyard.cli.commands.new_strategy import play_command, write_new_strategy
from boneyard.cli.main import COMMANDS, app
from boneyard.cli.options import options_of, with_groups
from reports import api
from reports.commands import flag
from reports.options import asked_by
from simulate.errors import BoneyardError
from simulate.games.game import find_game, own_games
from tests.sizes import in_pieces

seen: list[Any] = []


def command(
    asked: Annotated[dict[str, Any], options_of(api.simulate, "sessions")], own: str = "",
) -> None:
    """Keep what was asked for."""
    seen.append((asked, own))


def called(*words: str) -> object:
    one = typer.Typer()
    one.command()(with_groups(command))
    done = CliRunner().invoke(one, words, standalone_mode=False)
    return seen.pop() if done.exception is None else done.exception


def test_a_command_gets_what_was_given_by_the_names_of_parameters():
    assert called("pool", "--rule", "draw=may", "--players", "3", "--own", "x", "-j", "2") == (
        {"game": "pool", "players": "3", "rules": {"draw": "may"}, "seed": "0",
         "jobs": "2", "backend": "threads"}, "x")


def test_an_option_that_was_taken_out_does_not_exist():
    assert "--sessions" in called("loo", "--sessions", "3").format_message()


FUNCTIONS = sorted(name.replace("-", "_") for group in COMMANDS.values() for name in group
                   if hasattr(boneyard, name.replace("-", "_")))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_parameter_of_a_function_is_an_option_of_its_command(name):
    function = getattr(boneyard, name)
    known = {one for parameter in typer.main.get_command(app).commands[name].params
             for one in (*parameter.opts, parameter.name)}
    for one in asked_by(function).values():
        in_python_alone = one.several or not one.options or one.options[0].metavar is None
        if one.name == "rules":
            assert {"--preset", "--rule"} <= known
        elif not in_python_alone or (one.options and one.options[0].switch):
            assert {flag(one.name), one.name} & known, (name, one.name)


@pytest.mark.parametrize("name", sorted({*FUNCTIONS, "table"}))
def test_every_parameter_is_described(name):
    function = getattr(boneyard, name)
    said = inspect.getdoc(function)
    for one in inspect.signature(function).parameters:
        assert f"\n{one} : " in said or f"\n**{one}\n" in said, one


def test_an_argument_that_there_is_not_is_named_with_the_nearest():
    with pytest.raises(TypeError, match=r"of simulate: 'player' .did you mean 'players'"):
        boneyard.simulate("loo", player=3)
    with pytest.raises(TypeError, match="exploit: missing a required argument: 'lineup'"):
        boneyard.exploit("loo")


METHODS = [pytest.param(kind, own, id=f"{kind.__name__}.{name}")
           for kind in (getattr(boneyard, name) for name in boneyard.__all__)
           if inspect.isclass(kind) and not issubclass(kind, (Exception, boneyard.Strategy))
           for name, own in inspect.getmembers(kind, inspect.isfunction)
           if not name.startswith("_") and not own.__module__.startswith("collections")
           and "**" not in str(inspect.signature(own))]


@pytest.mark.parametrize(("kind", "method"), METHODS)
def test_so_is_an_argument_of_a_method_of_any_public_class(kind, method):
    one, (_, *arguments) = object.__new__(kind), inspect.signature(method).parameters
    for wrong in [name[:-1] for name in arguments] or ["more"]:
        nearest = rf"unknown argument of {kind.__name__}.{method.__name__}: '{wrong}' .did you mean"
        without = rf"{kind.__name__}.{method.__name__} takes no argument, not 'more'"
        with pytest.raises(TypeError, match=nearest if arguments else without):
            method(one, **{wrong: 1})


SMALL = ["--sessions", "20", "--hands", "10", "--jobs", "1"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    sys.modules.pop("own_idea", None)  # imported by its test


@in_pieces("game", "loo", *(game for game in own_games() if game != "loo"))
def test_the_file_its_test_and_its_command_run_as_written(game, folder, monkeypatch, run):
    strategy, test = write_new_strategy("own-idea", game, ".")
    monkeypatch.syspath_prepend(folder)  # as pytest does for the folder of a test
    held = runpy.run_path(str(test))
    tests = [value for name, value in held.items() if name.startswith("test_")]
    assert len(tests) == 3
    for one in tests:
        one()
    assert strategy.read_text().count("#") >= 8  # it explains itself
    command = play_command(find_game(game), strategy)
    assert command in strategy.read_text()
    status, out, _ = run(*shlex.split(command)[1:], *SMALL)
    assert status == 0 and "own-idea" in out


def test_the_command_writes_both_and_says_how_to_go_on(folder, run):
    status, out, err = run("new-strategy", "own-idea", "--game", "euchre")
    assert (status, err) == (0, "")
    assert {path.name for path in folder.iterdir()} == {"own_idea.py", "test_own_idea.py"}
    assert "boneyard simulate euchre --lineup own_idea.py:OwnIdea,threshold" in out
    assert "python -m pytest test_own_idea.py" in out


@pytest.mark.parametrize("there", ["mine.py", "test_mine.py"])
def test_nothing_is_written_over(there, folder):
    (folder / there).write_text("mine")
    with pytest.raises(BoneyardError, match=f"'{there}' is there already"):
        write_new_strategy("mine", "loo", ".")
    assert [path.name for path in folder.iterdir()] == [there]
    assert (folder / there).read_text() == "mine"


@pytest.mark.parametrize("entry", ["bold(risk=0.2)", "kept.toml"])
def test_a_strategy_is_described_with_the_values_that_it_was_given(
        run, monkeypatch, tmp_path, entry):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kept.toml").write_text('game = "loo"\nstrategy = "bold"\n[parameters]\nrisk = 0.2')
    assert "risk=0.2 " in run("strategies", "loo", entry)[1]
