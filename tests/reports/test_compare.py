"""Variants on the same deals, judged together: strategies, rules, skill."""

from dataclasses import replace

import numpy as np
import pytest

from boneyard import study
from reports.compare import Measure, compare, play_all
from reports.contests import Paired, pair, rotated
from reports.request import set_up
from reports.stats.comparisons import holm, p_value
from reports.stats.estimates import mean_of
from reports.studies.rules import OWN, each_rule_alone, study_rules
from reports.studies.skill import Matched, luck
from simulate.runs.play import play
from strategies.lineup import seat_players
from tests.proofs.covering.duels import High, Low

CHIPS = Measure("strategy", "a")


def test_a_mean_has_the_interval_of_a_ratio():
    rng = np.random.default_rng(1)
    above, below = rng.normal(3, 2, 300), rng.integers(1, 9, 300).astype(float)
    assert Paired.mean(above, below).estimate == pytest.approx(mean_of(above, below))
    assert np.isnan(Paired.mean(above, 0 * below).value)
    assert np.isnan(Paired.mean(above[:1], below[:1]).estimate.low), "one session has no interval"


def test_what_variants_share_cancels_in_a_change():
    rng = np.random.default_rng(2)
    luck, hands = rng.normal(0, 10, 400), np.ones(400)
    plain, more = (Paired.mean(luck + by + rng.normal(0, 0.1, 400), hands) for by in (0.0, 0.5))
    first, second = compare({"plain": {CHIPS: plain}, "more": {CHIPS: more}})
    assert np.isnan(first.change.value) and first.sure == 0
    assert second.sure == 1 and second.change.low < 0.5 < second.change.high
    assert second.change.se < plain.estimate.se / 20
    _, turned = compare({"more": {CHIPS: more}, "plain": {CHIPS: plain}})
    assert turned.change == pytest.approx(second.change.negative) and turned.sure == -1


def test_all_changes_are_judged_together():
    rng = np.random.default_rng(3)
    numbers = {f"v{k}": {Measure("strategy", name): Paired.mean(
        rng.normal(0.15 * k * (name == "a"), 1, 400), np.ones(400)) for name in "abc"}
        for k in range(4)}
    rows = [row for row in compare(numbers) if row.variant != "v0"]
    sure = holm([p_value(row.change, 400) for row in rows]) <= 0.05
    assert [bool(row.sure) for row in rows] == sure.tolist() and 0 < sum(sure) < len(rows)


def test_a_line_up_in_all_rotations_shares_out_what_there_is():
    run = set_up("loo", "book,stay,random", 3, {"penalty": "cap:30"}, 64, 10, 7)
    (played,) = play_all([rotated(run)], 1)
    strategies = played.strategies()
    assert sum(one.value for one in strategies.values()) == pytest.approx(0, abs=1e-9)
    (pool,) = (one for measure, one in played.table().items() if measure.name == "pool")
    alone = play(run, jobs=1).tally
    assert played.fields[0][:, 0].sum() == alone.session_total(alone.books.session[0])
    assert pool.value > 0


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


CAP = {"penalty": "cap:40"}
OF_SKILL = {"sessions": 64, "hands": 20, "jobs": 1}


def matched(run, one, other):
    return Matched.of(*play_all([pair(run, one, other).tables], 1), one.label, other.label)


def test_equal_strategies_have_no_edge():
    run = set_up("loo", "stay", 4, CAP, 200, 20, 5)
    (player,) = seat_players("loo", "stay", 1)
    found = matched(run, player, replace(player, label="also stay"))
    # In all rotations on the same deals whatever the seats bring goes out: nothing is left.
    assert found.edge.estimate.value == 0 and found.differences.std() > 0
    assert found.needed.value == np.inf
    assert luck(found.edge.estimate).value == 1.0


def test_a_difference_without_luck_is_all_skill_and_its_check_is_sure():
    noise = np.random.default_rng(2).normal(size=(2, 400))
    found = Matched("a", "b", 10 + noise, 5.0)
    assert luck(found.edge.estimate).value == pytest.approx(1 / 101, rel=0.1)
    assert found.needed.value == 5.0  # a session at least
    # Hands are whole, also where no upper bound makes the decimals of an amount.
    rare = Matched("a", "b", 0.01 + noise, 5.13)
    assert all(np.isinf(x) or x == round(x) for x in rare.needed[::2])


def test_the_study_names_who_is_better_at_tables_of_every_size():
    found = study("skill", "loo", "stay,book,random", rules=CAP, by_players=True, **OF_SKILL)
    met = found.study.found["pairs"]
    assert met["3 players"]["book over random"].edge.estimate.low > 0
    assert [*met] == ["3 players", "2 players", "4 players"]
    frame = found.tables["skill"]
    assert len(frame) == 9 and frame["change"].notna().sum() == 6
    assert "standard deviations of luck in a session" in found.answer[-1]
    assert found.command.endswith("--by-players")


def test_equals_that_make_the_same_are_not_ranked():
    """Those who drop by other lots differ hand by hand, but not over both seats of two."""
    found = study("skill", "loo", [Low, High], rules={"penalty": "unlimited"}, **OF_SKILL)
    assert found.answer[0] == "low and high came out level."
    assert "hands_high" in found.tables["skill"] and not any("inf" in one for one in found.answer)
