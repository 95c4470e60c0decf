"""``study rules``: sets of rules on the same deals."""

import pytest

from reports.request import set_up
from reports.studies.rules.study import OWN, each_rule_alone, read_set, study_rules

SMALL = {"sessions": 24, "hands": 20}
LOO = ("loo", "book,stay,random,random", None, {"penalty": "cap:40"})


def table(game, lineup, players=None, rules=None):
    return set_up(game, lineup, players, rules, **SMALL)


@pytest.fixture(scope="module")
def same():
    # For four players ten chips a seat are forty: the same rule in other words.
    return study_rules(table(*LOO), ["penalty=cap:10n"], jobs=1)


def test_a_rule_that_changes_nothing_changes_nothing(same):
    changes = [one for one in same.found["rules"] + same.found["skill"] if one.variant != OWN]
    assert all(one.change.value == 0 and not one.sure for one in changes)
    (figures,) = (one.tables[0] for one in same.sections if one.name == "rules_table")
    assert figures.frame.empty  # every figure is the same


def test_twice_the_stakes_are_twice_the_chips_and_no_more_skill():
    # Six chips a seat: whatever number of seats ties, nothing is left over.
    run = table("pool", "heaviest,random,random", None, {"contribution": 6})
    found = study_rules(run, ["contribution=12"], jobs=1).found
    by_key = {(one.variant, one.measure): one for one in found["rules"]}
    for (variant, measure), one in by_key.items():
        if variant != OWN and measure.of in ("strategy", "place"):
            assert one.value.value == pytest.approx(2 * by_key[OWN, measure].value.value)
            assert one.change.value == pytest.approx(by_key[OWN, measure].value.value)
        if variant != OWN and measure.name.startswith("blocked"):
            assert one.change.value == 0
    own, other = found["skill"]
    assert other.value == own.value and other.change.value == 0


def test_rules_that_come_to_the_same_are_not_compared():
    def names(*args):
        return [*each_rule_alone(table(*args))]

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


def test_sets_are_options_presets_and_files(tmp_path):
    run = table(*LOO)
    both = read_set(run, "penalty=fixed:20, remainder=stays")
    assert (both.penalty, both.remainder, both.ante) == ("fixed:20", "stays", 5)
    assert read_set(run, "must_trump=false").penalty == "cap:40"  # the table's own
    assert read_set(run, "gamerules,penalty=cap:9").as_dict()["dealer_ante"] == 5
    assert read_set(run, "gamerules").penalty == "unlimited"  # the preset's
    file = tmp_path / "house.toml"
    file.write_text('ante = 2\n')
    assert read_set(run, str(file)).ante == 2
