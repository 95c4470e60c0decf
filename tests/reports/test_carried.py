"""What a person is given is carried to another process whole, and replaces nothing in a folder."""

import atexit
import copy
import inspect
import os
import pickle
import re
import shlex
import shutil
import tempfile
from functools import cache

import pandas as pd
import pytest
import typer.main

import boneyard
from boneyard.cli.main import app
from boneyard.loo import PLAY, LooStrategy
from reports.results.tabled import Tabled
from simulate.errors import BoneyardError
from tests.sizes import without_drawing

CAP = {"penalty": "cap:40"}
SMALL = {"rules": CAP, "sessions": 50, "hands": 10, "jobs": 1}


def own():
    class Mine(LooStrategy):
        name = "mine"

        @staticmethod
        def declare(view, p):
            return PLAY

    return Mine


def hand():
    return boneyard.replay("loo", session=0, hand=0, lineup="banker")[0]


#: All that a person is given, by class.
GIVEN = {
    "Result": lambda: boneyard.simulate("loo", [own(), "banker"], **SMALL),
    "HeldStudy": lambda: boneyard.study("risk", "loo", [own(), "banker"], **SMALL),
    "Answers": lambda: boneyard.advise("loo", "6-6 6-2 4-4 3-1 2-0", "6-3", 2,
                                       before="drop,miss", lineup="banker", deals=512),
    "Review": lambda: boneyard.review([hand().history], deals=512, jobs=1),
    "Learned": lambda: boneyard.learn([hand().history], jobs=1),
    "SolvedTable": lambda: boneyard.solve("loo", 2, this_hand=True, deals=3000, rounds=1, jobs=1),
    "Saved": lambda: saved(),
    "Answered": lambda: boneyard.exploit("loo", "stay", players=2, deals=3000, jobs=1),
    "TunedStrategy": lambda: boneyard.tune("loo", "threshold", ["stay_1"], "stay", 2, trials=2,
                                           sessions=16, hands=2, jobs=1),
    "Report": lambda: boneyard.simulate("loo", "stay,banker", **SMALL).report(),
    "Hands": lambda: boneyard.replay("loo", session=0, hand=0, lineup="banker"), "Hand": hand}


def saved():
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    return boneyard.load(given("HeldStudy").save(folder, figures=False))


@cache
def given(kind):
    return GIVEN[kind]()


def look(found):
    """Read all of it that is worked out when it is first asked for."""
    read = [re.sub(" at 0x[0-9a-f]+", "", repr(found))]
    for name in ("strategies", "columns", "decks", "rivals", "then"):
        read.append(str(type(getattr(found, name, None)).__name__))
    if isinstance(found, Tabled):
        read.append(str(found.summary()))
    tables = getattr(found, "tables", {})
    return [*read, *(f"{name} {len(tables[name])}" for name in tables), *getattr(
        found, "answer", ())]


def test_all_that_a_person_is_given_is_tried():
    results = {name for name in boneyard.__all__ if isinstance(getattr(boneyard, name), type)}
    assert results - set(GIVEN) == {"BoneyardError", "OpenTable", "Parameter", "State", "Strategy",
                                     "StrategyError"}


@pytest.mark.parametrize("kind", GIVEN)
def test_it_is_carried_whole(kind):
    found = given(kind)
    assert type(found).__name__ == kind
    read = look(found)
    for again in (pickle.loads(pickle.dumps(found)), copy.copy(found), copy.deepcopy(found)):
        assert type(again) is type(found) and look(again) == read
        assert isinstance(found == again, bool) and found == found


@pytest.mark.parametrize("kind", GIVEN)
def test_what_is_there_is_seen_at_a_glance(kind):
    found = given(kind)
    plot = None if kind == "Saved" else getattr(found, "plot", None)
    for shown in (found, getattr(found, "tables", None), plot):
        assert len(repr(shown)) < 2_000 and repr(shown).count("\n") < 40, shown


def test_a_report_has_the_tables_of_its_run():
    run, report = given("Result"), given("Result").report()
    for name in ("strategies", "seats"):
        pd.testing.assert_frame_equal(report.tables[name], run.tables[name])
    assert set(report.tables) <= set(run.tables)
    assert report.tables["seats"].attrs["units"] == run.tables["seats"].attrs["units"]
    own, long = report.tidy(), run.tidy(long=True)
    some = own[own["table"] == "seats"].dropna(axis=1, how="all").reset_index(drop=True)
    same = long[long["table"] == "seats"].reset_index(drop=True)[list(some)]
    pd.testing.assert_frame_equal(some, same, check_categorical=False, check_dtype=False)


def test_many_hands_and_an_open_table_are_seen_at_a_glance():
    hands = boneyard.replay("casino", session=range(60), lineup="random", players=3)
    assert repr(hands).count("\n") < 15 and "... and 48 more" in repr(hands)
    assert str(hands) == "\n".join(hand.text for hand in hands)
    table = boneyard.table("casino", [None, "random"], seed=7)
    assert table.seed == 7
    assert repr(table) == "Domino Casino, seed 7: seats 0 open, 1 random"


@pytest.mark.parametrize("kind", [
    "HeldStudy", "Answered", "TunedStrategy", "SolvedTable", "Review"])
def test_an_answer_that_was_loaded_comes_from_the_same(kind, tmp_path):
    found = given(kind)
    again = boneyard.load(found.save(tmp_path, figures=False))
    assert again.origin == found.origin and again.tidy().equals(found.tidy())
    assert again.columns.equals(found.columns)
    copied = boneyard.load(again.save(tmp_path / "copy"))
    assert repr(copied) == repr(again) and copied.page() == again.page()
    with pytest.raises(BoneyardError, match="holds a finished report"):
        again.save(tmp_path / "copy")


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(("found", "table"), [
    ("Result", "strategies"), ("HeldStudy", "risk_hand"), ("Answered", "exploitability")])
def test_files_say_units_and_where_they_come_from(found, table, tmp_path):
    result = given(found)
    told = result.tables[table].attrs
    result.save(tmp_path / "there")
    kept = pd.read_parquet(tmp_path / "there" / "tables" / f"{table}.parquet").attrs
    assert all(name.startswith(table) for name in kept.pop("meanings"))  # for loaded ``columns``
    assert kept == told and kept["units"] and kept["command"] == result.command


#: What each method writes: a folder where nothing is named.
ENDINGS = {"save_solution": ".npz", "save_strategy": ".toml"}
#: And the same where ``save`` itself writes one.
SAVES = {"Learned": ".toml"}


def content(place):
    """Return all that stands in a file or a folder, by name."""
    return {one.relative_to(place.parent): one.read_bytes()
            for one in (place, *place.rglob("*")) if one.is_file()}


def full(descriptor):
    raise OSError(28, "No space left on device")


def refused(ask, *args, **kwargs):
    with pytest.raises(BoneyardError) as caught:
        ask(*args, **kwargs)
    return str(caught.value)


@pytest.mark.parametrize("kind", GIVEN)
def test_methods_refuse_what_is_neither_true_nor_false_as_functions_do(kind, tmp_path):
    found = given(kind)
    for name, method in inspect.getmembers(type(found), inspect.isfunction):
        _, *arguments = inspect.signature(method).parameters.values()
        needed = [tmp_path / "mine" for one in arguments if one.default is one.empty
                  and one.kind is one.POSITIONAL_OR_KEYWORD]
        for one in arguments:
            if isinstance(one.default, bool) and not name.startswith("_"):
                for odd in ("no", 1, None):
                    assert refused(getattr(found, name), *needed, **{one.name: odd}) == refused(
                        boneyard.simulate, overwrite=odd).replace("overwrite", one.name)
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("kind", GIVEN)
def test_what_is_there_stays_unless_it_is_to_be_replaced(kind, tmp_path, monkeypatch):
    found = given(kind)
    savers = {name: getattr(found, name) for name in dir(found) if re.match("save(_|$)", name)}
    for name, save in savers.items():
        assert inspect.signature(save).parameters["overwrite"].default is False, name
        (tmp_path / name).mkdir()
        ending = SAVES.get(kind, "") if name == "save" else ENDINGS.get(name, "")
        place = tmp_path / name / f"mine{ending}"
        with without_drawing(), monkeypatch.context() as patch:
            save(place)
            before = content(place)
            with pytest.raises(BoneyardError, match=r"with --overwrite \(in Python: overwrite="):
                save(place)
            if ending:
                patch.setattr(os, "fsync", full)
                for there in (place, place.with_stem("new")):
                    with pytest.raises(BoneyardError, match="No space left on device"):
                        save(there, overwrite=True)
            assert content(place) == before and [*place.parent.iterdir()] == [place]
            patch.undo()
            save(place, overwrite=True)
    assert savers or kind in ("Answers", "Saved", "Hands", "Hand")


#: By command that keeps what it finds in a file: a small run of it.
FILES = {
    "solve": "solve loo --players 2 --this-hand --deals 3000 --rounds 1 --file mine.npz",
    "tune": "tune loo threshold --parameters stay_1 --against stay --players 2 --trials 2 "
            "--sessions 16 --hands 2 --file mine.toml"}


@pytest.mark.parametrize("name", [
    name for name, command in typer.main.get_command(app).commands.items()
    if any("--file" in option.opts for option in command.params)])
def test_a_command_replaces_its_file_when_it_is_told_to(run, name, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    words = shlex.split(FILES[name])
    (file := tmp_path / words[-1]).write_text("mine")
    status, out, errors = run(*words)
    assert (status, out) == (2, "") and file.read_text() == "mine"
    assert f"file '{words[-1]}' is there already: name another, or replace it with" in errors
    assert run(*words, "--overwrite")[0] == 0
    assert file.read_bytes() != b"mine" and [*tmp_path.iterdir()] == [file]
