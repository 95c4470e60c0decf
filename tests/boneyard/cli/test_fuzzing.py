"""Argument lists drawn at random; ``python -m tests.tools.fuzzing MINUTES`` tries many more."""

from pathlib import Path

import pytest

from tests.sizes import in_pieces
from tests.tools import fuzzing

#: Lists that may do work, in four parts, and lists that are refused before any, in forty: all but
#: one of these are slow.
WORKING, REFUSED = 40, 2_000
#: Lists that once ended badly, and how or by what; they were drawn at random.
FOUND = {
    "a folder that none can be": ["resume", "\0"],
    "a study into no folder": ["study", "duel", "loo", "--sessions", "16", "--out", "\0"],
    "a pipe in which nobody writes": ["review", "--", "pipe.jsonl"],
    "brackets within brackets": ["review", "--", "nested.jsonl"],
    "a name that no folder can have": ["merge", "out\0", "no"]}


def ended_badly(seeds: list[str]) -> dict[str, tuple[list[str], str]]:
    """Return the lists that end badly, by seed, and how."""
    return {seed: (fuzzing.draw(seed), found) for seed in seeds if (found := fuzzing.try_one(seed))}


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("part", range(4))
def test_every_list_of_arguments_ends_well(part):
    assert not ended_badly([f"test {number}" for number in range(part, WORKING, 4)])


@in_pieces("part", *range(40))
def test_every_wrong_list_is_refused_in_a_sentence_before_any_work(part):
    assert not ended_badly([f"test wrong {number}" for number in range(part, REFUSED, 40)])


@pytest.mark.parametrize("words", FOUND.values(), ids=FOUND)
def test_what_was_found_stays_mended(tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    before = frozenset(fuzzing.furnish(tmp_path))
    ended = fuzzing.carry_out(words)
    assert ended.status == 2 and not fuzzing.wrong_with(ended, tmp_path, before)


@pytest.mark.parametrize(("ended", "words"), [
    (fuzzing.Ended(1, ""), "ended with 1"), (fuzzing.Ended("hung", ""), "ended with hung"),
    (fuzzing.Ended(2, "boneyard: a\nb\n"), "more than a line"),
    (fuzzing.Ended(2, "no\n"), "other words"),
    (fuzzing.Ended(0, "Traceback (most recent call last)"), "traceback"),
    (fuzzing.Ended(2, "boneyard: no\n"), "left ['out']"), (fuzzing.Ended(0, ""), "")])
def test_what_ends_badly_is_seen(tmp_path: Path, ended, words):
    (tmp_path / "out").mkdir()
    found = fuzzing.wrong_with(ended, tmp_path)
    assert words in found and bool(found) == bool(words)
