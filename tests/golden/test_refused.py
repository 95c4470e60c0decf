"""What the command line refuses, and the sentence that says why, command by command.

Each command of ``refused.txt`` stands above the sentence that it is refused with. ``make golden``
writes the sentences anew; a new command is a line that begins with a dollar sign.
"""

import shlex
from itertools import pairwise
from pathlib import Path

import pytest

from simulate.runs import chunk
from tests.golden.test_golden import WRITES

PLACE = Path(__file__).with_name("refused.txt")
LINES = PLACE.read_text(encoding="utf-8").splitlines()
#: By command what is said, which stands in the line below it; nothing yet of a new one.
REFUSED = {line: "" if after[:1] == "$" else after
           for line, after in pairwise([*LINES, ""]) if line[:1] == "$"}
FOUND: dict[str, str] = {}


@pytest.fixture(scope="module", autouse=True)
def written_anew():
    yield
    if WRITES and FOUND.keys() == REFUSED.keys():
        PLACE.write_text("".join(f"{one}\n{FOUND[one]}\n" for one in REFUSED), encoding="utf-8")


@pytest.mark.parametrize("line", REFUSED, ids=lambda line: line.removeprefix("$ boneyard "))
def test_it_is_refused_in_this_sentence_before_anything_is_played(run, tmp_path, monkeypatch, line):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(chunk, "set_table", None)
    status, out, error = run(*shlex.split(line)[2:])
    assert (status, out) == (2, "") and error.count("\n") == 1 and not [*tmp_path.iterdir()]
    FOUND[line] = error.removesuffix("\n")
    assert WRITES or FOUND[line] == REFUSED[line]


def test_no_command_stands_there_twice():
    assert len(REFUSED) == sum(line[:1] == "$" for line in LINES)
