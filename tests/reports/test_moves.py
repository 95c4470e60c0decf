"""What actions are worth: halves, ranks and tables of every game that declares decisions."""

import numpy as np
import pytest

from reports.games.casino.decisions import bets
from reports.games.pool.decisions import plays, single_hands
from reports.moves import Buckets, measure, ranked, table_of
from reports.page.document import Column
from reports.request import set_up
from reports.stats.move_values import Halves, MoveValues

_GAIN = Column("gain", "of 100 games", "signed")


@pytest.fixture(scope="module", params=["casino", "pool"])
def options(request):
    """Return the buckets of options of a game, and what they bring."""
    run = set_up(request.param, "random", 4, None, 200, None, 5)
    run, of = (run, bets) if request.param == "casino" else (single_hands(run), plays)
    return of(run), measure(run, of(run), 1), measure(run, of(run), 2)


def test_what_options_bring_beyond_the_others_of_their_turn_adds_up_to_nothing(options):
    decision, found, _ = options
    whole = [name for name in decision.buckets if name in ("tiles", "openings")]
    assert whole
    for name in whole:
        assert found[name].both.totals.sum() == pytest.approx(0, abs=1e-6)
        assert found[name].both.count.sum() > 100


def test_both_halves_are_measured_and_workers_change_nothing(options):
    _, found, again = options
    for name, one in found.items():
        assert one.train.sessions == one.test.sessions == 100
        assert one.both.totals.tobytes() == again[name].both.totals.tobytes()


def test_a_table_has_the_buckets_that_came_often_enough(options):
    decision, found, _ = options
    for name, buckets in decision.buckets.items():
        frame = table_of(name, name, buckets, found[name].both).frame
        often = found[name].both.clustered[:, 2] >= 30
        assert len(frame) == often.sum()
        assert frame["times"].tolist() == found[name].both.count[often].tolist()


def halves_of(train, test, scatter):
    """Return two buckets with such means, in 60 sessions each."""
    rng = np.random.default_rng(1)

    def half(means):
        bucket = np.tile([0, 1], 60)
        value = np.array(means)[bucket] + rng.normal(0, scatter, 120)
        return MoveValues.of_sessions(np.arange(120), bucket, value, 2, 120)

    return Halves(half(train), half(test))


@pytest.mark.parametrize(("train", "test", "scatter", "said"), [
    ((3, 1), (3, 1), 0.1, "Most brings one, +"), ((1, 3), (1, 3), 0.1, "Most brings two, +"),
    ((3, 1), (1, 3), 0.1, "too close"), ((3, 1), (3, 1), 9.0, "too close")])
def test_the_headline_names_the_first_only_where_the_other_half_agrees(train, test, scatter, said):
    buckets = Buckets(((Column("k", "k", "text"), ("one", "two")),), lambda *forks: forks, _GAIN)
    assert said in ranked(buckets, halves_of(train, test, scatter))
