"""Comparisons of variants: paired on the same deals, and judged together."""

import numpy as np
import pytest

from reports.compare import Edge, Measure, compare, play_all
from reports.contests import Paired, rotated
from reports.request import set_up
from reports.stats.comparisons import edge_totals, holm, p_value
from reports.stats.estimates import mean_of
from simulate.runs.play import play

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


def test_an_edge_rises_where_luck_shrinks():
    rng = np.random.default_rng(4)
    noise = rng.normal(size=(2, 2000))
    key = Measure("skill", "a over b")
    _, calmer = compare({str(luck): {key: Edge((edge_totals(1 + luck * noise),))}
                         for luck in (4.0, 2.0)})
    assert calmer.sure == 1 and calmer.value.low < 0.5 < calmer.value.high


def test_a_line_up_in_all_rotations_shares_out_what_there_is():
    run = set_up("loo", "book,stay,random", 3, {"penalty": "cap:30"}, 64, 10, 7)
    (played,) = play_all([rotated(run)], 1)
    strategies = played.strategies()
    assert sum(one.value for one in strategies.values()) == pytest.approx(0, abs=1e-9)
    (pool,) = (one for measure, one in played.table().items() if measure.name == "pool")
    alone = play(run, jobs=1).tally
    assert played.fields[0][:, 0].sum() == alone.session_total(alone.books.session[0])
    assert pool.value > 0
