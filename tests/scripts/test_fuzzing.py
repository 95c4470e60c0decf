"""Argument lists drawn at random; ``python -m tests.tools.fuzzing MINUTES`` tries many more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools import fuzzing

#: Lists that are tried here, in four parts.
LISTS = 60


@pytest.mark.parametrize("part", range(4))
def test_every_list_of_arguments_ends_well(part):
    wrong = {seed: found for number in range(part, LISTS, 4)
             if (found := fuzzing.try_one(seed := f"test {number}"))}
    assert not wrong, {seed: (fuzzing.draw(seed), found) for seed, found in wrong.items()}


def test_the_lists_of_a_seed_are_always_the_same():
    assert fuzzing.draw("test 3") == fuzzing.draw("test 3") != fuzzing.draw("test 4")


@pytest.mark.parametrize(("ended", "words"), [
    (fuzzing.Ended(1, ""), "ended with 1"), (fuzzing.Ended("hung", ""), "ended with hung"),
    (fuzzing.Ended(2, "boneyard: a\nb\n"), "more than a line"),
    (fuzzing.Ended(2, "no\n"), "other words"),
    (fuzzing.Ended(0, "Traceback (most recent call last)"), "traceback"),
    (fuzzing.Ended(2, "boneyard: no\n"), "left ['out']"), (fuzzing.Ended(0, ""), ""),
])
def test_what_ends_badly_is_seen(tmp_path: Path, ended, words):
    (tmp_path / "out").mkdir()
    found = fuzzing.wrong_with(ended, tmp_path)
    assert words in found and bool(found) == bool(words)
