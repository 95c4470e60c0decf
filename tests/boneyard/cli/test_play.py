"""A person plays over a pipe: questions, hints, verdicts, and hands that review reads."""

import io
import json
import re
from types import SimpleNamespace

import pytest

from boneyard.cli.main import app
from boneyard.cli.stopping import Stopped


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


def test_hints_and_verdicts_are_given_and_nonsense_is_refused(monkeypatch, capsys):
    told = _play(monkeypatch, capsys, ["h", "?", "what", "1", *["1"] * 10], "loo", "--players", "3",
                 "--lineup", "book", "--hands", "1", "--verdict")
    assert "better than" in told or "Too close" in told or "no difference" in told
    assert told.count("h for a hint, ? for this, q to stop") == 3  # at the start, asked, refused
    assert "'what' is no answer: type the number of an answer" in told
    verdict = told[told.index("the next pool starts from"):].splitlines()[1:]
    assert len(verdict) == len(set(verdict)) > 0  # one hand is judged once


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


def test_where_nothing_can_be_typed_nobody_is_asked_twice(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", None)
    app(["play", "casino", "--players", "2", "--lineup", "random"], standalone_mode=False)
    assert capsys.readouterr().out.count("> ") == 1


@pytest.mark.parametrize("command", ["play", "replay", "advise"])
def test_a_rule_that_changes_nothing_is_told_beside_the_answer(command, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    more = {"play": [], "replay": ["--session", "0", "--hand", "0", "--format", "jsonl"],
            "advise": ["--hand", "6-6 5-4 3-1 2-1 0-0", "--position", "leader", "--deals", "512"]}
    app([command, "pool", "--rule", "target=50", *more[command]], standalone_mode=False)
    told = capsys.readouterr()
    sentence = "target=50 changes nothing here: it matters only with score=hundred_up."
    assert told.err == f"{sentence}\n" and sentence not in told.out
