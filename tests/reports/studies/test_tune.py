"""``boneyard tune``: what is found is proved, and what cannot be found is not claimed."""

import shlex
from dataclasses import replace
from typing import ClassVar

import numpy as np
import pytest

import boneyard
from boneyard import BoneyardError, Parameter
from boneyard.loo import DROP, PLAY
from reports.request import set_up
from reports.stats.estimates import Estimate
from reports.studies.tune.search import Search, find_values
from reports.studies.tune.space import AgainstTables, objective_of, read_space, seated
from reports.studies.tune.tuning import study_of
from strategies.base import AtTable
from strategies.lineup import seat_players

CAP = {"penalty": "cap:40"}
SMALL = {"players": 2, "rules": CAP, "sessions": 40, "hands": 20, "jobs": 1}


class Near:
    """Measures how near a point is to a goal, and counts how often it was asked."""

    unit, scale = "apart", 1.0

    def __init__(self, space, goal):
        self.space, self.goal, self.asked = space, np.array(goal), 0

    def measure(self, player, stage):
        self.asked += 1
        point = np.array([player.parameters[name] for name in self.space.tuned])
        return Found(self.worth(point))

    def worth(self, point):
        return -float(np.abs(point - self.goal).sum())


class Found:
    def __init__(self, worth):
        self.value = Estimate(worth, 0.0, worth, worth)


@pytest.fixture
def space():
    return read_space("loo", "threshold(stay_1=4)", ["stay_1", "stay_2", "miss_4"])


def test_the_search_finds_the_goal(space):
    search = Search(space, Near(space, [1.5, 0.7, 2.0]), 400, seed=1)
    best = search.look()[0]
    assert np.abs(np.array(best) - [1.5, 0.7, 2.0]).max() < 0.1
    assert len(search.worth) <= 400


def test_a_search_that_was_stopped_goes_on_as_if_it_had_not_been(space, tmp_path):
    straight = Search(space, Near(space, [1.5, 0.7, 2.0]), 60, seed=1)
    points = straight.look()
    kept = tmp_path / "search"
    Search(space, Near(space, [1.5, 0.7, 2.0]), 25, 1, kept, {"of": "this"}).look()
    near = Near(space, [1.5, 0.7, 2.0])
    later = Search(space, near, 60, 1, kept, {"of": "this"})
    assert later.look() == points and later.worth == straight.worth
    assert near.asked == 60 - 25
    with pytest.raises(BoneyardError, match="is of another search; name another file, or remove"):
        Search(space, near, 60, 1, kept, {"of": "that"}).look()


def test_a_tuned_strategy_names_what_differs_from_the_defaults_of_its_table_or_of_others():
    space = replace(read_space("rounce", "book", ["second", "first"]),
                    table=AtTable("rounce", "points", 4))
    assert space.entry(space.rounded(space.origin)) == "book(second=7,more=6,turned=15)"
    assert space.entry((5, 11)) == "book(second=5,more=6,turned=15)"
    assert space.player((5, 11)).parameters["second"] == 5
    (same,) = seat_players("rounce", space.entry((5, 11)), 1, None, 4)
    assert same.parameters == space.player((5, 11)).parameters


def test_whole_numbers_are_tried_as_such_and_a_switch_is_thrown():
    space = read_space("euchre", "hoyle(order=20)", ["order", "bridge"])
    near = Near(space, [3.2, 0.0])
    search = Search(space, near, 40, seed=1)
    assert search.look()[0] == (3.0, 0.0)
    assert all(value.is_integer() for point in search.worth for value in point)


def test_a_bad_start_is_surely_improved_and_the_file_plays(tmp_path):
    file = tmp_path / "mine.toml"
    found = boneyard.tune("loo", "book(first=29,later=29)", ["first", "later"], "stay",
                          trials=30, file=file, **SMALL)
    assert found.found.is_better and found.found.gain.low > 0
    assert "is better than book(first=29,later=29) on fresh deals, by" in found.answer[0]
    assert found.lineup.startswith("book(")
    (player,) = seat_players("loo", str(file), 1)
    (same,) = seat_players("loo", found.lineup, 1)
    assert player.parameters == same.parameters
    assert not list(tmp_path.glob("*.unfinished"))
    assert list(found.report().frames()) == ["tune_parameters"]
    again = boneyard.tune("loo", "book(first=29,later=29)", ["first", "later"], "stay",
                          trials=30, **{**SMALL, "jobs": 2})
    assert again.answer == found.answer


@pytest.mark.usefixtures("booray")
@pytest.mark.parametrize(("against", "is_circle"), [
    ("thumb", True), pytest.param("bold", False, marks=pytest.mark.slow)])
def test_values_of_boo_ray_that_go_in_a_circle_are_called_so(against, is_circle, monkeypatch):
    """Boo-Ray's thumb is shipped with one of two: each is better where the others play the other.
    """
    space = read_space("booray", "thumb")
    monkeypatch.setattr(Search, "look", lambda search: [(3.55, 0.48), search.origin])
    run = set_up("booray", "thumb", 4, {"penalty": "cap:10n"}, 400, 30, 1)
    found = find_values(Search(space, objective_of(run, against, "thumb", 1), 2, 1))
    assert found.is_circle == is_circle
    told = study_of(found, against).answer[0]
    assert ("thumb is surely better" in told) == is_circle


def test_a_hopeless_candidate_is_given_up_early_and_counts_as_far_behind(monkeypatch):
    run = set_up("loo", "book", 2, CAP, 640, 20, 1)
    search = Search(read_space("loo", "book"), objective_of(run, "stay", "book", 1), 30, 1)
    measured, measure = [], AgainstTables.measure
    monkeypatch.setattr(AgainstTables, "measure", lambda self, player, stage: (
        measured.append(stage), measure(self, player, stage))[1])
    search.look()
    assert len(search.worth) == measured.count("early") == 30
    assert 1 < measured.count("early") - measured.count("search") < 25
    assert all(worth <= search.worth[search.look()[0]] for worth in search.worth.values())


@pytest.mark.parametrize(("against", "expected"), [
    ("loner", "hoyle,loner,hoyle,loner"), ("league", None),
    ("loner,bold,loner", "hoyle,loner,bold,loner")])
def test_partners_are_tuned_together_unless_each_seat_is_named(against, expected):
    run = set_up("euchre", "hoyle", 4, None, 16, 1000)
    (own,) = seat_players("euchre", "hoyle", 1)
    objective = objective_of(run, against, "hoyle")
    players = seated(own, objective.opponents[0], objective.partners)
    if expected is None:
        expected = ",".join(["hoyle", objective.opponents[0][0].label] * 2)
    assert ",".join(player.label for player in players) == expected


class Daring(boneyard.loo.LooStrategy):
    name = "daring"
    parameters: ClassVar = {"share": Parameter(0.9, 0, 1, "how often it drops")}

    @staticmethod
    def declare(view, p):
        drops = view.word % 100 < 100 * p.share and view.legal >> DROP & 1
        return DROP if drops else PLAY


@pytest.mark.parametrize("entry", ["book", Daring, Daring(share=0.8), "tuned", "solved"])
def test_all_that_sits_in_a_line_up_is_tuned_by_the_name_that_it_has_there(entry, tmp_path):
    """Wherever a strategy is named: as what is tuned, as whom it meets, as what was found."""
    small = {**SMALL, "sessions": 16, "hands": 2, "trials": 2}
    if entry == "solved":
        entry = boneyard.solve("loo", players=2, rules=CAP, this_hand=True, deals=3000, rounds=1,
                               jobs=1)
    elif entry == "tuned":
        entry = boneyard.tune("loo", Daring(share=0.7), against="stay", **small)
    sits = boneyard.simulate("loo", entry, players=2, rules=CAP, sessions=2, hands=2, jobs=1)
    (label, called), = {(player.label, player.entry) for player in sits.run.players}
    met = boneyard.tune("loo", "book", against=entry, **small)
    assert f"against {label}?" in met.question and f"against {label}" in met.report().subtitle
    is_named = not called.startswith("<")  # a command cannot name what only a program has
    assert f"--against {shlex.quote(called)} " in met.command if is_named else not met.command
    if not sits.run.players[0].parameters:
        with pytest.raises(BoneyardError, match="strategy 'solved' has no parameters"):
            boneyard.tune("loo", entry, **small)
        return
    found = boneyard.tune("loo", entry, against="stay", **small)
    assert f"{label} " in found.answer[0] and found.command.startswith(
        f"boneyard tune loo {shlex.quote(called)} " * is_named)
    assert bool(found.command) == is_named
    again = boneyard.simulate("loo", found, **SMALL).run.players[0]
    assert again.parameters == found.strategy.player().parameters
    if not is_named:
        with pytest.raises(BoneyardError, match="'daring' is of a Python program, and no file"):
            boneyard.tune("loo", entry, against="stay", file=tmp_path / "a.toml", **small)
        with pytest.raises(BoneyardError, match="put its class into a file of its own"):
            found.save_strategy(tmp_path / "a.toml")


def test_tuning_begins_where_a_file_has_left_off(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('game = "loo"\nstrategy = "threshold"\n[parameters]\nstay_1 = 1.5\n')
    for entry, start in ((f"{file}", 1.5), (f"{file}(stay_1=1.2)", 1.2)):
        space = read_space("loo", entry, ["stay_1"])
        assert (space.name, space.start["stay_1"]) == ("threshold", start)
    for text, words in (('penalty = "cap:40"\n', "unknown entry of strategy file .* 'penalty'"),
                        ('game = "loo"\n', "names no strategy: write strategy = ")):
        file.write_text(text)
        with pytest.raises(BoneyardError, match=words):
            read_space("loo", str(file), None)
