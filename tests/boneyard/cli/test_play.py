"""A person plays over a pipe, and has evenings reviewed."""

import io
import json
import re
from types import SimpleNamespace

import pytest

from boneyard.cli.commands.play import _meant
from boneyard.cli.main import app
from boneyard.cli.stopping import Stopped
from reports.request import set_up
from simulate.runs.follow import histories


def _play(monkeypatch, capsys, answers, *options):
    monkeypatch.setenv("COLUMNS", "400")  # so that no sentence is broken
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in answers)))
    app(["play", *options], standalone_mode=False)
    return capsys.readouterr().out


@pytest.mark.parametrize("game", ["loo", "rounce", "euchre", "booray", "fortytwo"])
def test_a_person_is_told_the_trumps_the_winners_and_the_tiles_still_held(
    game, request, monkeypatch, capsys, tmp_path
):
    if game in ("booray", "fortytwo"):
        request.getfixturevalue(game)
    file = tmp_path / "evening.jsonl"
    said = _play(monkeypatch, capsys, ["1"] * 99, game, "--players", "4", "--lineup", "stay" if
                 game in ("loo", "rounce") else "random", "--hands", "3", "--save", str(file))
    for hand, told in zip(map(json.loads, file.read_text().splitlines()),
                          said.split("\nHand ")[1:], strict=True):
        trumps, _, played = told.partition("  trumps are ")
        assert played.startswith(f"{hand['trump']}s\n") and "  trick 1: " not in trumps
        assert re.findall(r"  trick (\d): .* wins?\n", told) == [
            str(k + 1) for k in range(len(hand["tricks"]))]
        won = told.count(": you win\n")
        assert won == hand["tricks_won"][0]
        mine = [tile for trick in hand["tricks"] for seat, tile in trick["plays"] if seat == 0]
        for held in re.findall(r"  you hold (.*)\n", told):
            assert sorted(held.split()) == sorted(mine[len(mine) - len(held.split()):])


def test_a_game_without_stakes_of_its_own_gives_hints_all_the_same(monkeypatch, capsys):
    plain = SimpleNamespace(stakes=None)
    monkeypatch.setattr("reports.results.game_report.report_of", lambda game: plain)
    said = _play(monkeypatch, capsys, ["h", *["1"] * 60], "casino", "--players", "2", "--lineup",
                 "random")
    assert "tiles more than" in said or "Too close to call" in said


TEXTS = {
    "loo": ["play", "take the miss", "drop", "play for the pool"],
    "rounce": ["play", "take a dummy", "drop"],
    "euchre": ["pass", "order it up", "order it up alone", "name 3s", "name 3s alone", "name 5s"],
    "turn-up": ["leave the turn-up", "take the turn-up for 6-4", "take the turn-up for 5-0"],
    "lead": ["lead 6-4 as a 6", "lead 6-4 as a 4", "lead 5-5", "lead 4-1 as a 4"],
    "line": ["play 6-4 on the left", "play 6-4 on the right", "play 2-1 on the left"],
    "keep": ["keep 6-5 4-3 2-1", "keep 6-5 4-3 2-0"]}


@pytest.mark.parametrize("texts", TEXTS)
def test_an_answer_is_known_by_its_number_and_by_all_of_its_words(texts):
    some = TEXTS[texts]
    for k, text in enumerate(some):
        words = text.split()
        cut = " ".join(word[:-1] if word.isalpha() and len(word) > 3 else word for word in words)
        for line in (str(k + 1), text, cut, text.replace("6-4", "4|6")):
            assert _meant(line, some) == [k], line
    for line in ("", " ", "x", "0", str(len(some) + 1), "nothing", "6-6", "9", "-"):
        assert _meant(line, some) == []


@pytest.mark.parametrize(("texts", "line", "meant"), [
    ("loo", "p", [0]), ("loo", "m", [1]), ("loo", "miss", [1]), ("loo", "d", [2]),
    ("loo", "pool", [3]), ("loo", "play pool", [3]), ("rounce", "d", [2]), ("rounce", "dummy", [1]),
    ("rounce", "t", [1]), ("euchre", "p", [0]), ("euchre", "o", [1]), ("euchre", "o a", [2]),
    ("euchre", "alone", [2, 4]), ("euchre", "n", [3, 4, 5]), ("euchre", "5s", [5]),
    ("turn-up", "l", [0]), ("turn-up", "46", [1]), ("turn-up", "t", [1, 2]), ("lead", "5/5", [2]),
    ("lead", "6-4", [0, 1]), ("lead", "6", []), ("lead", "6-4 4", [1]), ("line", "64 r", [1]),
    ("line", "2-1", [2]), ("line", "r", [1]), ("keep", "k", [0, 1]), ("keep", "2-0", [1])])
def test_a_word_or_its_first_letter_is_enough_and_what_may_be_several_is_not_guessed(
    texts, line, meant
):
    assert _meant(line, TEXTS[texts]) == meant


def test_an_evening_that_is_broken_off_keeps_its_hands(monkeypatch, capsys, tmp_path):
    class Answers(io.StringIO):
        def readline(self, *_):
            if (tmp_path / "evening.jsonl").exists():
                raise KeyboardInterrupt
            return "1\n"

    monkeypatch.setattr("sys.stdin", Answers())
    with pytest.raises(Stopped, match="stopped"):
        app(["play", "loo", "--players", "3", "--lineup", "random", "--hands", "9", "--save",
             str(tmp_path / "evening.jsonl")], standalone_mode=False)
    capsys.readouterr()
    assert json.loads((tmp_path / "evening.jsonl").read_text().splitlines()[0])["hand"] == 0


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
    assert "the other 4 hands are reviewed" in err
    assert (out + err).count("'9-9' is not a tile") == err.count("boneyard: line 3: '9-9'") == 1
    status, out, err = run("learn", str(tmp_path / "evening.jsonl"), "--jobs", "1")
    assert status == 2 and "4 hands of" in out and "the other 4 hands are learned from" in err
    assert (out + err).count("'9-9' is not a tile") == err.count("boneyard: line 3: '9-9'") == 1


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
