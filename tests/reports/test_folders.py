"""What was written into a folder comes back as it was."""

import json

import pandas as pd
import pytest

import boneyard
from tests.sizes import without_drawing
from tests.waiting import ROOT

SMALL = {"lineup": "stay,banker", "rules": {"penalty": "cap:40"}, "sessions": 40, "hands": 5,
         "jobs": 1}


def same(found, result):
    for name in ("strategies", "seats", "table"):
        pd.testing.assert_frame_equal(found.tables[name], result.tables[name])
    assert found.command == result.command


def test_a_run_comes_back_with_its_tables_and_can_be_played_again(tmp_path):
    with without_drawing():
        result = boneyard.simulate("loo", seed=4, out=tmp_path / "out", **SMALL)
    found = boneyard.load(tmp_path / "out")
    same(found, result)
    pd.testing.assert_frame_equal(found.by_hand(), result.by_hand())
    # The hashes of its blocks too, by which a folder that it is saved in is verified.
    assert found.counts() == result.counts()
    file = tmp_path / "out/summary.json"
    file.write_text(file.read_text().replace('"digests": {', '"digests": {"x": "0", '))
    with pytest.raises(boneyard.BoneyardError, match=r"summary\.json' are damaged"):
        boneyard.load(tmp_path / "out")


@pytest.mark.parametrize(("name", "other"), [
    ("game", "rounce"), ("lineup", ["stay", "stay"]), ("rules", {}), ("seed", 5), ("hands", 7),
    ("sessions", 2)])
def test_a_summary_that_names_another_table_is_refused(tmp_path, name, other):
    made = {"run": boneyard.simulate("loo", **SMALL)}
    if name == "game":  # which the tables of a study have as well
        made["study"] = boneyard.study("duel", "loo", **SMALL)
    for what, one in made.items():
        one.save(tmp_path / what, figures=False)
        file = tmp_path / what / "summary.json"
        file.write_text(json.dumps(json.loads(file.read_text()) | {name: other}))
        with pytest.raises(boneyard.BoneyardError, match=f"changed: its {name}.* is .* beside it"):
            boneyard.load(tmp_path / what)
    with pytest.raises(boneyard.BoneyardError, match=f"changed: its {name}.* is .* beside it"):
        boneyard.merge([tmp_path / "run", "another"])


def test_extremes_come_back(tmp_path):
    result = boneyard.simulate("loo", seed=4, **SMALL)
    result.save(tmp_path, figures=False)
    found = boneyard.load(tmp_path)
    assert len(found.tables["extremes"])
    pd.testing.assert_frame_equal(found.tables["extremes"], result.tables["extremes"])
    (tmp_path / "tables/extremes.parquet").write_text("no table")
    with pytest.raises(boneyard.BoneyardError, match=r"extremes\.parquet' is damaged"):
        boneyard.load(tmp_path)


PATIENT = f"{ROOT / 'examples/patient.py'}:Patient"


def drops(view):
    return min(view.legal_actions())


@pytest.mark.parametrize("lineup", [[drops, "stay"], ["stay", drops], [PATIENT, drops]])
def test_hands_of_a_loaded_agent_are_refused_in_a_sentence(tmp_path, lineup):
    boneyard.simulate("loo", lineup, sessions=2, hands=2, jobs=1).save(tmp_path, figures=False)
    found = boneyard.load(tmp_path)
    for ask in (found.by_hand, lambda: found.sessions):
        with pytest.raises(boneyard.BoneyardError, match="'drops' is not found any more as it"):
            ask()


def test_a_loaded_run_is_added_up_and_saved_though_its_strategy_is_not_found(tmp_path):
    lineup = ["banker", drops]
    first, second = (boneyard.simulate("loo", lineup, seed=seed, sessions=40, hands=5, jobs=1)
                     for seed in (1, 2))
    both = boneyard.merge([first, second])
    first.save(tmp_path / "once", figures=False)
    found = boneyard.load(tmp_path / "once")
    found.save(tmp_path / "twice", figures=False)
    assert (tmp_path / "twice/totals.json").read_text() == (
        tmp_path / "once/totals.json").read_text()
    for one in (found, tmp_path / "twice"):
        whole = boneyard.merge([one, second])
        pd.testing.assert_frame_equal(whole.seats, both.seats)
        assert len(whole.by_hand()) == len(both.by_hand())
    # Saved and loaded, the sum has no player for the agent either.
    both.save(tmp_path / "both", figures=False)
    with pytest.raises(boneyard.BoneyardError, match="'drops' is not found any more"):
        boneyard.load(tmp_path / "both").by_hand()


def test_runs_that_were_added_up_have_the_hands_of_all(tmp_path):
    runs = [boneyard.simulate("loo", seed=seed, **SMALL) for seed in (1, 2)]
    both = boneyard.merge(runs)
    both.save(tmp_path, figures=False)
    assert [len(run.tables["extremes"]) for run in (*runs, both)] == [20, 20, 0]
    for found in (both, boneyard.load(tmp_path)):
        for read in (lambda one: one.by_hand(), lambda one: one.sessions):
            seeded = pd.concat([read(run).assign(seed=run.run.seed) for run in runs],
                               ignore_index=True)
            frame = read(found)
            pd.testing.assert_frame_equal(frame, seeded[list(frame)])
            assert next(iter(frame)) == "seed" and set(frame) == set(frame.attrs["units"])
            assert frame.attrs["seed"] == [1, 2]
        assert found.tables["seats"].attrs["seed"] == [1, 2] == found.summary().attrs["seed"]
        assert set(found.tidy()["seed"]) == set(found.tidy(long=True)["seed"]) == {"1,2"}
    others = boneyard.merge([boneyard.simulate("loo", seed=seed, **SMALL) for seed in (1, 3)])
    for second, seeds in ((others, ["1,2", "1,3"]), (runs[0], ["1,2", "1"])):
        whole = boneyard.concat([both, second])
        assert whole["seed"].unique().tolist() == seeds
        whole.to_parquet(tmp_path / "whole")
    for found in (both, boneyard.load(tmp_path)):
        assert len(found.by_hand(50)) == len(runs[0].by_hand()) + len(runs[1].by_hand(10))


def test_a_study_and_a_review_come_back_with_tables_and_text(tmp_path):
    hands = boneyard.replay("casino", lineup="random", players=3, session=0)
    made = {"study": boneyard.study("duel", "loo", **SMALL),
            "review": boneyard.review([hand.history for hand in hands], deals=512, jobs=1)}
    for name, one in made.items():
        one.save(tmp_path / name, figures=False)
        assert not list((tmp_path / name / "figures").glob("*"))
        found = boneyard.load(tmp_path / name)
        assert repr(found) == str(one) and found.command
        frames = one.report().frames()
        assert found.tables.keys() == frames.keys()
        for table, frame in frames.items():
            pd.testing.assert_frame_equal(found.tables[table], frame)
    assert boneyard.load(tmp_path / "study").answer == made["study"].answer
    assert len(boneyard.load(tmp_path / "review").summary())
    study = boneyard.load(tmp_path / "study")
    pd.testing.assert_frame_equal(study.columns, made["study"].columns)
    assert not dir(study.plot) and (study.columns["meaning"] != "").sum() > 15
    assert study.page() == (tmp_path / "study/index.html").read_text()
    made["study"].save(tmp_path / "study", overwrite=True)
    drawn = boneyard.load(tmp_path / "study").plot
    assert set(dir(drawn)) == set(dir(made["study"].plot))
    assert len(drawn.duel_ranking(title="Mine").images) == 1
    (tmp_path / "study/figures/duel_ranking.png").write_text("no picture")
    (tmp_path / "study/index.html").unlink()
    for read in (drawn.duel_ranking, study.page):
        with pytest.raises(boneyard.BoneyardError, match="cannot be read"):
            read()
    next((tmp_path / "study/tables").glob("*.parquet")).unlink()
    with pytest.raises(boneyard.BoneyardError, match="not all that its summary"):
        boneyard.load(tmp_path / "study")


def test_results_are_put_into_one_frame_by_what_differs():
    runs = [boneyard.simulate("loo", seed=seed, **{**SMALL, "rules": {"penalty": penalty}})
            for seed, penalty in ((1, "cap:20"), (2, "cap:40"))]
    both = boneyard.concat(runs, "seats")
    assert list(both.columns[:3]) == ["result", "seed", "rule_penalty"]
    for place, run in enumerate(runs):
        for seat, looed in enumerate(run.tables["seats"]["looed"]):
            own = both[(both["result"] == place) & (both["seat"] == seat)]
            assert own.set_index("measure").loc["looed", "value"] == looed
    with pytest.raises(boneyard.BoneyardError, match="results is empty"):
        boneyard.concat([])


def test_folders_are_texts_or_paths_and_results_are_added_up_as_their_folders(tmp_path):
    with without_drawing():
        runs = [boneyard.simulate("loo", seed=seed, out=tmp_path / str(seed), **SMALL)
                for seed in (1, 2)]
    counts = runs[0].counts()
    folders = [tmp_path / "1", tmp_path / "2"]
    whole = boneyard.merge(list(map(str, folders)))
    for given in (folders, iter(folders), [str(folders[0]), folders[1]], runs,
                  [runs[0], folders[1]]):
        found = boneyard.merge(given)
        pd.testing.assert_frame_equal(found.seats, whole.seats)
        assert found.command in ("", whole.command)  # that can be run
    assert runs[0].counts() == counts  # what is added up stays as it was
    assert not found.command and "same numbers" not in found.report().page()
    with pytest.raises(boneyard.BoneyardError, match=rf"run '<{runs[1].command}>' has seed 2"):
        boneyard.merge([*runs, runs[1]])
    for wrong, words in (
            ("monday", "not 'monday' alone"), (folders[0], "Path.* alone"), ([], "not none"),
            (runs[0], "not a result alone"), (iter(runs[:1]), "not a result alone"),
            ([3, 4], "has 3"), ([*runs, whole.seats], "folders has")):
        with pytest.raises(boneyard.BoneyardError,
                           match=f"{words}(.|\n)*: give a list of folders or results"):
            boneyard.merge(wrong)
