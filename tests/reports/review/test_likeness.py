"""Players of whom nothing is known count as those whom they resemble most."""

import numpy as np
import pytest

from reports.request import set_up
from reports.review.likeness import FAMILIES, Candidates, likely_players, valued_by
from reports.studies.advise.decision_input import Table
from simulate.games.spot import asking
from simulate.runs.follow import histories

LINEUP = "bold,never-miss,banker"


@pytest.fixture(scope="module")
def hands():
    run = set_up("loo", LINEUP, None, None, 4, 20, 3)
    return [hand for hand, _ in histories(run, range(4))]


@pytest.fixture(scope="module")
def table():
    return set_up("loo", "solved", 3, None, 1, 20, 9)


def _decided(hands, run):
    return [(hand, asking("loo").events(hand, run.rules)) for hand in hands]


@pytest.mark.parametrize(("unknown", "labels"), [
    # Who sits in seat 1 is known.
    ((0, 2), ["bold", "solved", "banker"]),
    pytest.param((0, 1, 2), LINEUP.split(","), marks=pytest.mark.slow),
])
def test_players_are_recognised_by_what_they_declare(hands, table, unknown, labels):
    for run in likely_players(table, _decided(hands, table), unknown):
        assert list(run.labels) == labels


def test_how_a_hand_is_valued_does_not_depend_on_that_hand(hands, table):
    """Chance has no part in by what it is weighed: even hands go by the odd ones."""
    others = [hand for hand, _ in histories(set_up("loo", "book", 3, None, 4, 20, 8), range(4))]
    mixed = [own if k % 2 else other for k, (own, other) in enumerate(
        zip(hands, others, strict=False))]
    even, odd = likely_players(table, _decided(mixed, table), range(3))
    assert list(even.labels) == LINEUP.split(",")
    assert set(odd.labels) == {"book"}


@pytest.mark.parametrize("game", FAMILIES)
def test_candidates_are_strategies_with_their_numbers_shifted(game):
    found = Candidates(set_up(game, "random", 3))
    assert np.exp(found.prior).sum() == pytest.approx(1)
    # Those that are drawn to are the strategies as they stand.
    labels = [player.label for player in found.players]
    assert {family.strategy for family in FAMILIES[game]} <= {*labels}
    assert len({*labels}) > 0.9 * len(labels)


def test_hands_of_one_table_share_what_is_worked_out(hands, table):
    own, played = Table(table), _decided(hands, table)
    tables = valued_by(own, played, ())
    assert len(tables) == len(hands) and len({id(each) for each in tables}) <= 2
    assert own not in tables
    assert all(each is own for each in valued_by(own, played, range(3)))
