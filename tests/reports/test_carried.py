"""What is public is carried to another process whole, whatever was read of it before."""

import copy
import pickle
import re
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pandas as pd
import pytest

import boneyard
from boneyard.loo import PLAY, LooStrategy
from reports.folders import Saved
from reports.results.tabled import Tabled

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
    "Saved": lambda: Saved(Path("out"), {"command": "boneyard"}, {}, "Which?"),
    "Answered": lambda: boneyard.exploit("loo", "stay", players=2, deals=3000, jobs=1),
    "TunedStrategy": lambda: boneyard.tune("loo", "threshold", ["stay_1"], "stay", 2, trials=2,
                                           sessions=16, hands=2, jobs=1),
    "Report": lambda: boneyard.simulate("loo", "stay,banker", **SMALL).report(),
    "Hands": lambda: boneyard.replay("loo", session=0, hand=0, lineup="banker"), "Hand": hand}


def look(found):
    """Read all of it that is worked out when it is first asked for."""
    read = [re.sub(" at 0x[0-9a-f]+", "", repr(found))]
    for name in ("strategies", "plot", "columns", "decks", "rivals", "then"):
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
    found = GIVEN[kind]()
    assert type(found).__name__ == kind
    read = look(found)
    for again in (pickle.loads(pickle.dumps(found)), copy.copy(found), copy.deepcopy(found)):
        assert type(again) is type(found) and look(again) == read


def test_figures_are_drawn_where_it_arrives():
    again = pickle.loads(pickle.dumps(GIVEN["HeldStudy"]()))
    assert again.plot.risk_by_bank().has_data()


@pytest.mark.slow
def test_another_process_reads_it():
    found = GIVEN["Result"]()
    read = look(found)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes:
        assert processes.submit(look, found).result() == read


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(("found", "table"), [
    ("Result", "strategies"), ("HeldStudy", "risk_hand"), ("Answered", "exploitability")])
def test_files_say_units_and_where_they_come_from(found, table, tmp_path):
    result = GIVEN[found]()
    told = result.tables[table].attrs
    result.save(tmp_path / "there")
    kept = pd.read_parquet(tmp_path / "there" / "tables" / f"{table}.parquet").attrs
    assert kept == told and kept["units"] and kept["command"] == result.command
