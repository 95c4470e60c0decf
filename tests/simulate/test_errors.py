"""What the system or a package of others does wrong is told in a sentence."""

import errno
import os

import pytest

from boneyard.proof.tools import install
from simulate.errors import BoneyardError, refusal, whole
from simulate.games.rules import read_house_rules
from strategies.lineup import read_tuned
from tests.sizes import in_pieces
from tests.waiting import ROOT, python


@pytest.mark.parametrize(("error", "said"), [
    (PermissionError(errno.EACCES, "whatever", "out/x.csv"), "Permission denied: 'out/x.csv'"),
    (OSError(errno.ENOSPC, "No space left on device"), "No space left on device"),
    (OSError(errno.ENOSPC, "encoder error"), "No space left on device: encoder error"),
    (OSError("no number"), "no number"),
    # The file that came last is not what is wrong.
    (OSError(errno.EMFILE, "Too many open files", "/lib/fonts/Bold.ttf"),
     "too many open files: allow more with 'ulimit -n 256'")])
def test_what_the_system_refused_is_told(error, said):
    assert refusal(error) == said


def test_a_place_that_is_named_already_is_not_told_twice():
    assert refusal(PermissionError(errno.EACCES, "", "out/tmp1"), named=True) == "Permission denied"


LONG = 10**6_000


@pytest.mark.parametrize("read", [read_house_rules, read_tuned])
def test_a_number_of_many_digits_in_a_file_is_told_without_advice_on_python(tmp_path, read):
    file = tmp_path / "mine.toml"
    file.write_text(f"ante = 1{'0' * 6_000}\n")
    with pytest.raises(BoneyardError, match="more than 4,300 digits") as refused:
        read(str(file), "loo")
    assert "sys." not in str(refused.value)


def test_a_number_of_many_digits_is_none_that_is_allowed():
    with pytest.raises(BoneyardError, match=r"^seed is not a whole number from 0 to 9: "):
        whole(LONG, "seed", 0, 9)


GROUPS = ("boneyard.studies", "boneyard.strategies", "boneyard.games")
#: What modules of such packages hold.
USELESS = ("import sys\nprint('hello')\nsys.exit(0)", "STUDY = 7", "class STUDY: chapter = 1",
           "raise GeneratorExit")


@in_pieces("words", "strategies casino", "study --help", "simulate --help", "rules casino")
def test_packages_that_name_nothing_of_use_stop_no_command(tmp_path, words):
    for number, written in enumerate(USELESS):
        (tmp_path / f"toys{number}.py").write_text(written)
    places = [tmp_path, *(tmp_path / group for group in GROUPS), ROOT]
    for group in GROUPS:
        (tmp_path / group).mkdir()
        install(tmp_path / group, group, **{
            f"toy{number}": f"toys{number}:STUDY" for number in range(len(USELESS))})
    done = python("-m", "boneyard", *words.split(), folder=tmp_path,
                  PYTHONPATH=os.pathsep.join(map(str, places)))
    assert done.returncode == 0, done.stderr
    assert len(done.stdout) > 300 and "hello" not in done.stdout
    assert "Traceback" not in done.stderr


def test_a_strategy_that_ends_python_is_named(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text(
        "from boneyard.casino import CasinoStrategy\n\n\nclass Own(CasinoStrategy):\n"
        "    name = 'own'\n\n    def chart(self):\n        raise SystemExit(0)\n\n"
        "    @staticmethod\n    def bet(view, p):\n        return 0\n")
    status, _, err = run("simulate", "casino", "--lineup", "own.py:Own", "--sessions", "16")
    assert status == 2 and "cannot sit down: SystemExit: 0" in err


@pytest.mark.parametrize("package", ["simulate", "strategies", "reports"])
def test_a_package_that_was_overwritten_is_told(tmp_path, package):
    for name in ("boneyard", "simulate", "strategies", "reports"):
        (tmp_path / name).mkdir()
        for file in (ROOT / name).glob("*.py"):
            (tmp_path / name / file.name).write_bytes(file.read_bytes())
    (tmp_path / package / "__init__.py").write_text("raise RuntimeError('of another author')\n")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\nimport boneyard; boneyard.simulate"
    done = python("-c", code, folder=tmp_path)
    assert done.returncode == 1
    assert done.stderr.strip().splitlines()[-1].startswith(
        f"ImportError: '{tmp_path / package / '__init__.py'}' is another author's: an installed "
        f"package {package!r} has overwritten that of boneyard")


@pytest.mark.parametrize(("bounds", "allowed"), [
    ((4, 4), "4, the only number allowed"), ((3, 5), "a whole number from 3 to 5"),
    ((9, None), "a whole number of 9 or more")])
def test_what_is_allowed_stands_in_the_refusal(bounds, allowed):
    with pytest.raises(BoneyardError, match=f"^players 2 is not {allowed}$"):
        whole(2, "players", *bounds)
