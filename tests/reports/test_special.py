"""scipy's special functions, with and without the rest of their package."""

import subprocess
import sys

import pytest

NAMES = ["gammaincinv", "bdtrik", "bdtr", "gammainccinv", "stdtr", "stdtrit", "ndtri", "ndtr"]
OURS = "from reports.special import special"
THEIRS = "import scipy.special, scipy.stats, scipy.optimize"


@pytest.mark.parametrize("imports", [
    pytest.param((OURS, THEIRS), id="first"),
    pytest.param((THEIRS, OURS), id="after", marks=pytest.mark.slow)])
def test_they_are_those_that_everybody_else_gets(imports):
    program = "\n".join([*imports, f"""
for name in {NAMES}:
    assert getattr(special, name) is getattr(scipy.special, name), name
assert scipy.special._ufuncs.ndtr is special.ndtr
assert scipy.stats.norm.ppf(0.5) == 0 and scipy.special.logsumexp([0.0]) == 0
"""])
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_whole_package_is_imported_where_it_keeps_them_elsewhere():
    program = f"""
import importlib
usual = importlib.import_module
def elsewhere(name, *package):
    if name == "scipy.special._ufuncs":
        raise ImportError(name)
    return usual(name, *package)
importlib.import_module = elsewhere
{OURS}
import scipy.special
assert special is scipy.special
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
