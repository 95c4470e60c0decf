"""The public package: light, whole, explained, and its examples run."""

import doctest
import inspect
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import boneyard
from simulate.games.game import own_games
from tests.waiting import ROOT

MODULES = ("boneyard", *(f"boneyard.{name}" for name in (*own_games(), "tiles")))


@cache
def public() -> dict[str, object]:
    """Return every public class and function by its full name."""
    found = {}
    for module in map(import_module, MODULES):
        for name in module.__all__:
            value = getattr(module, name)
            if inspect.isclass(value) or callable(value):
                found[f"{module.__name__}.{name}"] = value
    return found


def documented(value: object) -> str:
    """Return the docstring; compiled functions keep theirs inside."""
    return inspect.getdoc(getattr(value, "py_func", value)) or ""


NAMES = [
    f"{module}.{name}" for module in MODULES for name in import_module(module).__all__
    if callable(getattr(import_module(module), name))]


def python(code: str, folder: Path, *words: str) -> subprocess.CompletedProcess:
    """Run a program in a folder, with our packages behind those of the folder."""
    path = f"import sys; sys.path.insert(0, ''); sys.path.append({str(ROOT)!r}); "
    return subprocess.run(
        [sys.executable, "-P", *words, "-c", path + code], capture_output=True, text=True,
        cwd=folder, env={"PATH": "", "PYTHONDONTWRITEBYTECODE": "1"}, check=False)


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("name", NAMES)
def test_every_public_object_has_an_example_that_runs(name):
    value = public()[name]
    text = documented(value)
    assert ">>> " in text, f"{name} has no example"
    examples = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    said = []
    failed = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=said.append)
    assert failed.failed == 0, "".join(said)


def test_importing_it_is_light_and_names_are_found_when_used(tmp_path):
    code = ("import boneyard; heavy = {'numba', 'numpy', 'pandas', 'matplotlib', 'scipy'};"
            "print(sorted(heavy & set(sys.modules)), boneyard.BoneyardError.__name__)")
    assert python(code, tmp_path).stdout.strip() == "[] BoneyardError"
    assert set(dir(boneyard)) == set(boneyard.__all__)
    with pytest.raises(AttributeError, match="no attribute 'simulation'"):
        _ = boneyard.simulation


def test_what_is_installed_hides_no_folder_of_scripts():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    patterns = project["packages"]["find"]["include"]
    installed = {file.parent.name for file in ROOT.glob("*/__init__.py")
                 if any(fnmatch(file.parent.name, pattern) for pattern in patterns)}
    assert installed == {"boneyard", "simulate", "strategies", "reports"}
    assert set(project["package-data"]) <= installed


@pytest.mark.parametrize(("hiding", "use"), [
    ("simulate/__init__.py", "boneyard.simulate"), ("reports.py", "import boneyard.loo")])
def test_a_file_that_hides_a_package_is_named(tmp_path, hiding, use):
    (tmp_path / hiding).parent.mkdir(exist_ok=True)
    (tmp_path / hiding).write_text("")
    done = python(f"import boneyard\n{use}", tmp_path)
    last = done.stderr.strip().splitlines()[-1]
    package = hiding.partition("/")[0].removesuffix(".py")
    assert last.startswith(f"ImportError: '{tmp_path / hiding}' hides the package {package!r}")


def test_the_command_says_in_one_sentence_which_file_hides_a_package(tmp_path):
    (tmp_path / "reports.py").write_text("")
    done = python("from boneyard.__main__ import main; main()", tmp_path)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr == (
        f"boneyard: '{tmp_path / 'reports.py'}' hides the package 'reports' that belongs to "
        "boneyard: rename it, or start Python in another folder\n")


@pytest.mark.parametrize("view", [
    "loo.Declaring", "loo.Playing", "euchre.Calling", "euchre.Discarding", "euchre.Playing",
    "pool.Turn", "pool.Drawing", "pool.Starring", "casino.Betting"])
def test_help_says_what_each_field_of_a_view_means(view):
    seen = public()[f"boneyard.{view}"]
    for name in seen._fields:
        assert getattr(seen, name).__doc__, (view, name)
        assert f"{name} : int\n    {getattr(seen, name).__doc__}" in documented(seen)
