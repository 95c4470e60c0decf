"""``study rules``: sets of rules on the same deals."""

import numpy as np
import pytest

import boneyard
from reports.request import set_up
from reports.stats.estimates import Estimate
from reports.studies.rules.comparison import change, each_rule_alone, read_set
from reports.studies.rules.study import _more_or_fewer, study_rules

SMALL = {"sessions": 24, "hands": 20}
LOO = ("loo", "book,stay,random,random", None, {"penalty": "cap:40"})


def table(game, lineup, players=None, rules=None):
    return set_up(game, lineup, players, rules, **SMALL)


@pytest.fixture(scope="module")
def same():
    # For four players ten chips a seat are forty: the same rule in other words.
    return study_rules(table(*LOO), ["penalty=cap:10n"], jobs=1)


def test_a_rule_that_changes_nothing_changes_nothing(same):
    for estimate in same.found["rules"].changes(1).values():
        assert estimate.value == 0
    assert not any(same.found["rules"].decided[1].values()) and not same.found["rules"].swaps(1)
    assert same.found["rules"].edge_change(1).value == 0
    assert "surely changes with penalty=cap:10n" in same.answer[1]
    assert "changes results most as far as was measured, but not surely: " in same.answer[0]
    assert same.answer[3].startswith("No rule surely changes how much is skill. ")
    assert same.sections[0].tables[2].frame.empty  # every figure is the same


def test_twice_the_stakes_are_twice_the_chips_and_no_more_skill():
    # Six chips a seat: whatever number of seats ties, nothing is left over.
    run = table("pool", "heaviest,random,random", None, {"contribution": 6})
    found = study_rules(run, ["contribution=12"], jobs=1).found["rules"]
    for label in ("heaviest", "random"):
        before, after = (one.strategies[label] for one in found.played)
        assert np.array_equal(after.above, 2 * before.above)
        assert change(before, after).value == pytest.approx(before.value.value)
    assert found.edge(1) == found.edge(0)
    assert change(*(one.figures["blocked"] for one in found.played)).value == 0


def test_what_a_rule_surely_changes_is_told():
    found = study_rules(table(*LOO), ["penalty=fixed:5"], jobs=1)
    pool = next(row for row in found.sections[0].tables[2].frame.reset_index().to_dict("records")
                if row["figure"].startswith("pool") and row["rules"] == "penalty=fixed:5")
    assert pool["sure"] == "down" and pool["change_high"] < 0
    assert found.answer[0].startswith("penalty=fixed:5 changes results most")
    assert all(sentence.count(" than ") <= 1 for sentence in found.answer[0].split(". "))


def test_games_are_counted_where_a_session_is_one():
    found = study_rules(table("euchre", "hoyle,random"), [], jobs=1)
    assert found.found["rules"].names[1:] == ("lead_suit=high",)
    own = found.found["rules"].own
    assert own.strategies["hoyle"].value.value + own.strategies["random"].value.value == 1.0
    assert "more of 100 games" in found.answer[0]


def test_every_rule_is_changed_alone_when_no_set_is_named():
    names = [one.name for one in each_rule_alone(table(*LOO))]
    assert names == [
        "remainder=stays", "penalty=unlimited", "penalty=fixed:5n", "penalty=cap:20n",
        "lead_trump_min=3", "must_trump=false"]


def test_rules_that_come_to_the_same_are_not_compared():
    def names(*args):
        return [one.name for one in each_rule_alone(table(*args))]

    # Ten chips for each of four seats are forty, of three they are not.
    cap = {"penalty": "cap:40"}
    assert "penalty=cap:10n" not in names("loo", "book", 4, cap)
    assert "penalty=cap:10n" in names("loo", "book", 3, cap)
    # Chips are nothing where points are played for.
    assert names("loo", "book", 4, {"scoring": "points"}) == [
        "lead_trump_min=3", "must_trump=false"]
    # A star is bought in a game hundred up only.
    assert not any("star" in name for name in names("pool", "random", 4))
    assert "star=no" in names("pool", "random", 4, {"score": "hundred_up"})


def test_a_loss_of_games_is_said_without_a_sign():
    assert _more_or_fewer(Estimate(-8.3, 0.5, -9.3, -7.3)) == "8.3 (7.3 to 9.3) fewer"
    assert _more_or_fewer(Estimate(8.3, 0.5, 7.3, 9.3)) == "8.3 (7.3 to 9.3) more"


def test_sets_are_options_presets_and_files(tmp_path):
    run = table(*LOO)
    both = read_set(run, "penalty=fixed:20, remainder=stays").rules
    assert (both.penalty, both.remainder, both.ante) == ("fixed:20", "stays", 5)
    assert read_set(run, "must_trump=false").rules.penalty == "cap:40"  # the table's own
    assert read_set(run, "gamerules,penalty=cap:9").rules.as_dict()["dealer_ante"] == 5
    assert read_set(run, "gamerules").rules.penalty == "unlimited"  # the preset's
    file = tmp_path / "house.toml"
    file.write_text('ante = 2\n')
    assert read_set(run, str(file)).rules.ante == 2


def test_the_chart_for_the_wall_puts_the_rule_that_matters_most_at_the_top():
    run = table(*LOO)
    found = study_rules(run, ["penalty=cap:39", "penalty=fixed:5"], jobs=1)
    picture = found.sections[0].pictures[0]
    figure = picture.figure
    assert picture.wide and "which rule matters?" in figure.texts[0].get_text()
    assert "4 players" in figure.texts[1].get_text()
    assert "(penalty=cap:40)" in " ".join(figure.texts[1].get_text().split())
    most, skill, strategies, positions = figure.axes
    assert most.get_xlabel() == "change in chips a hand above the mean seat"
    assert positions.get_title(loc="left") == "What each place makes more\nchips a hand"
    labels = [label.get_text() for label in most.get_yticklabels()]
    at = 2
    name, shift = found.found["rules"].shift(at)
    assert labels[0] == f"penalty=fixed:5\n{name}" and labels[1].startswith("penalty=cap:39")
    assert most.patches[0].get_width() == pytest.approx(shift.value)
    assert skill.patches[0].get_width() == pytest.approx(found.found["rules"].edge(at).value)
    # A full bar is sure, a pale one may be luck.
    rules = found.found["rules"]
    sure = [bool(rules.decided[k].get(("strategy", rules.shift(k)[0]))) for k in (2, 1)]
    assert [bar.get_alpha() == 1.0 for bar in most.patches] == sure
    assert len(strategies.texts) == 2 * len(found.found["rules"].own.strategies)
    assert len(positions.texts) == 2 * len(found.found["rules"].own.positions)
    # The full colour is as far as an interval reaches.
    changes = [found.found["rules"].changes(k)["strategy", label] for k in (1, 2)
               for label in found.found["rules"].own.strategies]
    assert strategies.collections[0].norm.vmax == pytest.approx(
        max(max(abs(one.low), abs(one.high)) for one in changes))


def test_strategies_that_play_alike_are_not_ranked():
    found = boneyard.study("rules", "loo", "threshold,threshold(stay_4=2)", sessions=40, hands=10,
                           against=["penalty=cap:40"], jobs=1)
    said = " ".join(found.answer)
    assert "threshold and threshold(stay_4=2) came out level." in said
    assert "No rule makes one strategy come out ahead of another." in said
    assert "leads" not in said and "is ahead of" not in said
