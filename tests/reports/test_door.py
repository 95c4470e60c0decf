"""Whatever is given from Python is understood, or refused in one sentence that names it."""

import inspect
import json
import os
import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, get_args, get_origin

import numpy as np
import pandas as pd
import pytest
from numpy.typing import NDArray

import boneyard
from reports.api import Studies
from reports.options import asked_by, checked
from reports.request import Lineup
from reports.studies.library import studies


class Long:
    def __repr__(self):
        return "a line\n" * 200


ODD = (Long(), [Long()], {1: Long()}, 3, 2.5, None, [3], {"a": 1}, ("loo",), object(), b"x",
       range(2), np.arange(3), lambda: 1)
HAND = {"hand": "6-6 6-2 4-4 3-1 2-0", "turn_up": "6-3", "position": 0, "lineup": "stay",
        "players": 2, "deals": 512}
SMALL = {"lineup": "bold,stay", "sessions": 2, "hands": 2, "jobs": 1}
#: A call of every function, and the arguments of it that are given as something odd.
CALLS = {
    "simulate": ({**SMALL}, ("game", "backend", "rules", "lineup", "players", "seed", "extremes")),
    "study": ({"name": "duel", **SMALL}, ("name", "game", "until")),
    "sweep": ({"game": "loo", "parameter": "bold.risk", "values": [0.2], **SMALL},
              ("game", "parameter", "values")),
    "table": ({"players": 2}, ("game", "lineup", "players", "rules", "hands", "seed")),
    "replay": ({"session": 0, "hand": 0, "lineup": "stay", "players": 2}, ("game", "session")),
    "advise": ({"game": "loo", **HAND},
               ("game", "hand", "before", "drawn", "spot", "seen", "seconds")),
    "review": ({"hands": [], "jobs": 1}, ("hands", "seat", "deals")),
    "learn": ({"hands": [], "jobs": 1}, ("hands", "rules", "seed")),
    "solve": ({"players": 2, "rounds": 1, "deals": 1000, "pool": -1}, ("game", "lock", "file")),
    "exploit": ({"game": "loo", "lineup": "stay", "players": 2, "deals": 1},
                ("game", "lineup", "this_hand")),
    "tune": ({"game": "loo", "strategy": "book", "players": 2, "trials": -1},
             ("strategy", "game", "parameters", "against", "file")),
    "report": ({**SMALL, "studies": "none"}, ("game", "studies", "rules")),
    "load": ({"folder": "no"}, ("folder",)), "concat": ({"results": []}, ("results", "table")),
    "merge": ({"folders": ["no", "nothing"]}, ("folders", "out")),
    "resume": ({"folder": "no"}, ("folder", "jobs", "backend")),
    "rules": ({}, ("game",)), "strategies": ({}, ("game",))}


def sequences(name):
    """Return the arguments of a function that may be sequences, by its signature."""
    return [one.name for one in asked_by(getattr(boneyard, name)).values()
            if re.search(r"Sequence|Iterable", str(one.type))]


@pytest.mark.parametrize("name", CALLS)
def test_what_is_of_another_kind_is_refused_in_a_sentence(name):
    base, arguments = CALLS[name]
    for argument in {*arguments, *sequences(name)}:
        for value in ODD:
            error = ""
            try:
                getattr(boneyard, name)(**{**base, argument: value})
            except boneyard.BoneyardError as refused:
                error = str(refused)
            assert "\n" not in error and error.count("a line") < 12


def test_every_function_of_the_interface_is_tried():
    values = {name: getattr(boneyard, name) for name in boneyard.__all__}
    functions = {name for name, value in values.items()
                 if inspect.isfunction(value) or isinstance(value, Studies)}
    assert functions - {"helper", "inlined", "pick"} == set(CALLS)


@pytest.mark.parametrize(("given", "words"), [
    ({"hands": [3]}, 'a hand is 3: give a mapping whose "game" is one of'),
    ({"hands": 3}, "hands is 3: give the name of a file, or a list of hands"),
    ({"hands": [{"game": "whist"}]}, "a hand is {'game': 'whist'}: give a mapping"),
    ({"hands": []}, "hands is empty: give the name of a file, or a list of hands"),
    ({"hands": pd.DataFrame()}, "hands is a DataFrame, which has no histories of hands"),
    ({"hands": pd.DataFrame({"session": [0]})}, "hands is a DataFrame, which has no histories")])
def test_hands_that_are_none_are_named(given, words):
    for ask in (boneyard.review, boneyard.learn):
        with pytest.raises(boneyard.BoneyardError, match=f"^{words}"):
            ask(**given)


@pytest.mark.parametrize(("seat", "words"), [
    (9, "seat 9 is not a whole number from 0 to 1"),
    ("Ann", "unknown seat 'Ann': choose from 0, 1")])
def test_a_seat_that_no_hand_has_is_named_with_those_there_are(seat, words):
    hands = boneyard.replay("loo", session=0, hand=0, lineup="stay,book")
    with pytest.raises(boneyard.BoneyardError, match=f"^{words}$"):
        boneyard.review(hands, seat=seat)


@pytest.mark.parametrize("dtype", ["object", "str", "string"])
def test_a_seat_without_an_entry_in_a_series_is_open(dtype):
    assert boneyard.table("loo", pd.Series([None, "book"], dtype=dtype)).seats == (0,)


def test_hands_come_as_they_are_played_again_or_as_files(tmp_path):
    hands = boneyard.replay("rounce", session=0, hand=range(2), lineup="stay,book")
    (file := tmp_path / "evening.jsonl").write_text(
        "".join(f"{json.dumps(hand.history)}\n" for hand in hands))
    ways = {"all": [hands, [*hands], [hand.history for hand in hands], file, str(file), [file]],
            "first": [hands[0], hands[:1], hands[0].history, [hands[0].history]]}
    for many, given in zip((2, 1), ways.values(), strict=True):
        found = {str(boneyard.review(one, deals=128, jobs=1)) for one in given}
        assert len(found) == 1 and found.pop().startswith(f"{many} hand")
    assert boneyard.learn(hands, jobs=1).lineup == boneyard.learn(file, jobs=1).lineup
    assert boneyard.advise("rounce", hands[0], decision=1, deals=512).answer == boneyard.advise(
        "rounce", hands[0].history, decision=1, deals=512).answer


@pytest.mark.parametrize(("given", "words"), [
    ({"before": 3}, "before is 3: give a text or a list"),
    ({"score": 3}, "score is 3: give a text or a list"),
    ({"spot": 3}, "spot is 3: give a text"),
    ({"drawn": "6-6 6-5 6-4 5-5 5-4 5-3"}, "--before does not end with the eldest hand taking")])
def test_what_is_told_of_a_hand_is_checked(given, words):
    with pytest.raises(boneyard.BoneyardError, match=words):
        boneyard.advise("loo", **{**HAND, **given})


def test_a_function_keeps_its_name_and_signature():
    @checked
    def called(name: str, **more: str) -> str:
        """Return both."""
        return name + "".join(more.values())

    assert called("a", b="b") == "ab" and called.__doc__ == "Return both."
    for wrong in ({"name": 3}, {"name": "a", "more": 3}):
        with pytest.raises(boneyard.BoneyardError, match=" is 3: give a text"):
            called(**wrong)


def test_the_type_of_a_line_up_names_paths_and_arrays_as_well():
    several = next(one for one in get_args(Lineup) if get_origin(one) is Sequence)
    for kind in (Lineup, *get_args(several)):
        assert os.PathLike[str] in get_args(kind)
    assert NDArray[Any] in get_args(Lineup)
    for given in (Path("stay"), np.array(["stay", "bold"]), [Path("stay"), "bold"]):
        assert boneyard.simulate("loo", given, sessions=2, hands=2, jobs=1).run.labels[0] == "stay"


def test_every_study_is_a_function_with_its_options_by_name():
    assert repr(boneyard.study) == f"Studies: {', '.join(studies())}"
    for name, kind in studies().items():
        own = getattr(boneyard.study, name)
        parameters = inspect.signature(own).parameters
        assert list(parameters)[:2] == ["game", "lineup"]
        assert set(kind.options) <= set(parameters) and "options" not in parameters
        assert own.__name__ == name and all(option in own.__doc__ for option in kind.options)
    listed = dir(boneyard.study)  # by now each has been asked for
    assert set(studies()) <= set(listed) and len(listed) == len(set(listed))
    there = boneyard.study.duel("loo", **SMALL, until=2.0)
    assert there.command == boneyard.study("duel", "loo", **SMALL, until=2.0).command
    with pytest.raises(AttributeError, match="unknown study 'duell'"):
        _ = boneyard.study.duell
    for ask in (boneyard.study.risk, partial(boneyard.study, "risk")):
        with pytest.raises(boneyard.BoneyardError, match=r"Python: until=\) belongs to study duel"):
            ask("loo", until=2.0)
    for name in studies():
        for ask in (getattr(boneyard.study, name), partial(boneyard.study, name)):
            with pytest.raises(TypeError, match=rf"argument of study\.{name}: 'lineups' \(did"):
                ask(lineups="stay")


@pytest.mark.parametrize("session", [range(0, 6, 2), range(2, 0, -1), range(0), [0, 1],
                                     np.arange(2)])
def test_hands_are_played_again_of_a_number_or_an_unbroken_range(session):
    with pytest.raises(boneyard.BoneyardError, match="neither a number nor an unbroken range"):
        boneyard.replay("loo", session=session, lineup="stay")


@pytest.mark.parametrize("name", [name for name, (given, _) in CALLS.items()
                                  if "seed" in inspect.signature(getattr(boneyard, name)).parameters
                                  and name != "solve"])
def test_a_seed_that_is_too_large_is_refused_alike_everywhere(name):
    for seed in (2**63, np.uint64(2**63), 2**64):
        with pytest.raises(boneyard.BoneyardError, match=(
                f"^seed {seed} is not a whole number from 0 to {2**63 - 1}$")):
            getattr(boneyard, name)(**{**CALLS[name][0], "seed": seed})
