"""``boneyard review``: what it prints and writes, and what a bad hand does to it."""

import json
from pathlib import Path

import pytest

from reports.request import set_up
from simulate.runs.replay import histories


@pytest.fixture(scope="module")
def hands():
    table = set_up("loo", "book", 3, None, 1, 5, 3)
    return [json.loads(json.dumps(hand)) for hand, _ in histories(table, range(1))]


def _write(path, hands):
    path.write_text("\n".join(map(json.dumps, hands)))
    return str(path)


def test_one_bad_hand_among_good_ones_exits_with_2_and_the_others_are_reviewed(
    run, hands, tmp_path
):
    broken = [{**hand, "turn_up": "9-9"} if number == 2 else hand
              for number, hand in enumerate(hands)]
    status, out, err = run("review", _write(tmp_path / "evening.jsonl", broken), "--deals", "512",
                           "--jobs", "1")
    assert status == 2
    assert "4 hands and " in out and " of book (seat 0), against book" in out
    assert "line 3: '9-9' is not a tile" in err and "the other 4 hands are reviewed" in err


def test_good_hands_exit_with_0_and_a_json_object_a_decision(run, hands, tmp_path):
    status, out, _ = run("review", _write(tmp_path / "evening.jsonl", hands), "--format", "json",
                         "--deals", "512", "--jobs", "1")
    assert status == 0
    *decisions, last = map(json.loads, out.splitlines())
    assert last["decisions"] == len(decisions) > 0


def test_a_file_without_a_hand_writes_nothing(run, tmp_path):
    (tmp_path / "evening.txt").write_text("game: loo\nplayers: 3\n")
    status, _, err = run("review", str(tmp_path / "evening.txt"), "--out", str(tmp_path / "o"))
    assert status == 2
    assert "no hand to review" in err
    assert not (tmp_path / "o").exists()


def test_several_evenings_add_up_and_a_fault_names_its_file(run, hands, tmp_path):
    others = [{**hand, "seed": 4} for hand in hands[:3]]
    files = [_write(tmp_path / f"{day}.jsonl", some) for day, some in
             (("friday", hands), ("sunday", [*others[:2], {**others[2], "turn_up": "9-9"}]))]
    status, out, err = run("review", *files, "--deals", "512", "--jobs", "1", "--format", "json")
    assert status == 2 and f"{files[1]}, line 3: '9-9' is not a tile" in err
    *decisions, last = map(json.loads, out.splitlines())
    assert {(one["session"], one["hand"]) for one in decisions} == {
        *((0, hand) for hand in range(5)), (1, 0), (1, 1)}
    _, alone, _ = run("review", files[0], "--deals", "512", "--jobs", "1", "--format", "json")
    first = [json.loads(line) for line in alone.splitlines()[:-1]]
    assert decisions[: len(first)] == first
    assert last["cost"] == pytest.approx(sum(one["cost"] for one in decisions))


def test_the_same_evening_again_counts_once_and_is_told(run, hands, tmp_path):
    friday = _write(tmp_path / "friday.jsonl", hands[:3])
    longer = _write(tmp_path / "longer.jsonl", hands[:4])
    told = [run("review", *files, "--deals", "512", "--jobs", "1", "--format", form)[1]
            for files in ((longer,), (friday, longer), (longer, friday, longer))
            for form in ("text", "json")]
    texts, objects = told[::2], [json.loads(text.splitlines()[-1]) for text in told[1::2]]
    assert [one.pop("again") for one in objects] == [0, 3, 7]
    assert objects[0] == objects[2]
    assert objects[1]["decisions"] == objects[0]["decisions"]
    assert objects[1]["a_hand"] == objects[0]["a_hand"]
    assert "count once" not in texts[0] and "counts once" not in texts[0]
    assert "3 hands are there again and count once." in texts[1]
    assert "7 hands are there again and count once." in texts[2]


@pytest.mark.usefixtures("undrawn")
def test_out_writes_page_tables_figures_and_objects(run, hands, tmp_path):
    out = tmp_path / "out"
    status, _, _ = run("review", _write(tmp_path / "evening.jsonl", hands), "--deals", "512",
                       "--jobs", "1", "--quiet", "--out", str(out))
    assert status == 0
    page = (out / "index.html").read_text()
    assert "review of book (seat 0)" in page and "The costliest decisions" in page
    for name in ("kinds", "habits", "decisions"):
        assert (out / "tables" / f"{name}.csv").exists()
        assert (out / "tables" / f"{name}.parquet").exists()
    assert {file.name for file in (out / "figures").glob("*.png")} == {
        "kinds.png", "course.png", "rating.png"}
    summary = json.loads((out / "summary.json").read_text())
    last = json.loads((out / "review.jsonl").read_text().splitlines()[-1])
    assert {key: summary[key] for key in last} == last


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize(("seed", "written", "told"), [
    (4, [], "No decision was surely a mistake, so there is nothing to practise"),
    (5, ["practice.txt"], "are in {}: practice.txt. There is no practice.json: a page asks "),
    (0, ["practice.json", "practice.txt"], "are in {}: practice.json and practice.txt.\n"),
])
def test_what_there_is_to_practise_is_said_and_why_there_is_none(
    run, seed, written, told, tmp_path, monkeypatch
):
    monkeypatch.setenv("COLUMNS", "400")
    table = set_up("loo", "random,solved,solved", 3, None, 1, 1, seed)
    some = [json.loads(json.dumps(hand)) for hand, _ in histories(table, range(1))]
    out = tmp_path / "out"
    status, said, _ = run("review", _write(tmp_path / "evening.jsonl", some), "--deals", "512",
                          "--jobs", "1", "--out", str(out))
    assert status == 0 and told.format(out) in said
    assert sorted(file.name for file in out.glob("practice.*")) == written


@pytest.mark.usefixtures("undrawn")
def test_a_review_replaces_a_report_only_if_told_and_then_takes_its_deck_away(run, tmp_path):
    out, evenings = tmp_path / "out", []
    for seed in (0, 4):  # with mistakes, and without
        table = set_up("loo", "random,solved,solved", 3, None, 1, 1, seed)
        evenings.append(_write(tmp_path / f"{seed}.jsonl", [
            json.loads(json.dumps(hand)) for hand, _ in histories(table, range(1))]))

    def reviewed(evening, *more):
        return run("review", evening, "--deals", "512", "--jobs", "1", "--out", str(out), *more)

    status, _, _ = reviewed(evenings[0])
    before = {file: file.read_bytes() for file in out.rglob("*.*")}
    assert status == 0 and out / "practice.json" in before
    status, _, err = reviewed(evenings[1])
    assert status == 2 and "holds a finished report" in err and "--overwrite" in err
    assert before == {file: file.read_bytes() for file in out.rglob("*.*")}
    status, said, _ = reviewed(evenings[1], "--overwrite")
    assert status == 0 and "nothing to practise" in said and not [*out.glob("practice.*")]
    assert (out / "review.txt").read_text() in said


@pytest.mark.usefixtures("undrawn")
def test_on_a_full_disk_a_review_leaves_the_one_before_whole(run, hands, tmp_path, monkeypatch):
    out = tmp_path / "out"
    evening = [_write(tmp_path / f"{many}.jsonl", hands[:many]) for many in (1, 2)]
    words = "--deals", "512", "--jobs", "1", "--quiet", "--out", str(out), "--overwrite"
    run("review", evening[0], *words)
    before = {file: file.read_bytes() for file in out.rglob("*.*")}
    write = Path.write_bytes

    def full(path, content):
        if path.name == "review.txt":
            raise OSError(28, "No space left on device")
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    status, _, err = run("review", evening[1], *words)
    assert status == 2 and "No space left on device" in err
    assert before == {file: file.read_bytes() for file in out.rglob("*.*")}


def test_a_tile_that_was_the_only_one_to_follow_with_cannot_be_withheld(run, tmp_path):
    """The seat had no choice, so that nothing is priced: what it played is looked at all the same.
    """
    typed = tmp_path / "evening.txt"
    typed.write_text(
        "game: loo\nplayers: Anna Ben Cleo Dora\ndealer: Dora\npool: 20\nturn-up: 6-3\n"
        "Cleo: 6-6 6-2 4-4 3-1 2-0\nsaid: drop, play, play, drop\n4: 4-2 2-0\n")
    status, _, err = run("review", str(typed), "--seat", "Cleo")
    assert status == 2
    assert "line 8, word 3: trick 1: Cleo plays 2-0: the rules do not allow that" in err
