"""Best responses to strategies, and the solved strategy."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from reports.request import set_up
from reports.studies.solution.declared import exploit
from simulate.errors import BoneyardError
from simulate.theory.best_response import Departures, Response, choose_once
from simulate.theory.cfr import Buckets, rounded
from simulate.theory.declared import declared_at
from simulate.theory.loo.hands import TURNED_UP
from simulate.theory.loo.solutions import by_coarse, load
from strategies.loo.solved import shipped


def table(lineup, players=4, game="loo", **rules):
    return set_up(game, lineup, players, rules, 1, 1, 3)


def of_pool(lineup, deals=20_000, **options):
    (found,) = exploit(table(lineup, **options), deals)
    return found.gain


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_library_has_the_standard_tables(players):
    found = {(s.about["game"], s.about["rules"].get("penalty", ""), s.about["points"])
             for s in shipped() if s.about["players"] == players}
    penalties = ("unlimited", f"cap:{10 * players}", f"cap:{20 * players}", f"fixed:{5 * players}")
    assert found >= {("loo", penalty, 0) for penalty in penalties}
    assert found >= {("loo", "unlimited", 1), ("rounce", "", 1)}


def test_the_shipped_tables_leave_a_best_response_next_to_nothing():
    for solution in shipped():
        for g, pool in enumerate(solution.pools):
            assert np.mean(solution.about["gain"][g]) < 0.005 * pool
            assert np.mean(solution.about["fine_gain"][g]) < 0.015 * pool


@pytest.mark.slow
def test_a_response_wins_next_to_nothing_from_the_solved_table():
    found = of_pool("solved", 60_000)
    assert found.low < 0.001 and found.high < 0.003


@pytest.mark.slow
def test_a_table_that_forgets_whether_a_double_is_turned_up_loses_to_its_response(tmp_path):
    """The shipped table, the two classes of a hand put together as often as each is dealt."""
    (told,) = (s for s in shipped() if s.about["players"] == 4 and not s.about["points"]
               and s.about["rules"].get("penalty") == "unlimited")
    shares = told["shares"].mean(axis=0).reshape(-1, TURNED_UP)
    weights = shares / np.maximum(shares.sum(axis=1, keepdims=True), 1e-9)
    apart = told.chances.reshape(*told.chances.shape[:2], *shares.shape, -1)
    together = np.einsum("gnctm,ct->gncm", apart, weights)
    whole = np.floor(255 * together)
    whole[..., 0] += 255 - whole.sum(axis=-1)
    path = str(tmp_path / "forgets.npz")
    replace(told, chances=np.repeat(whole / 255, TURNED_UP, axis=2)).save(path)
    assert of_pool(path, 40_000).low > 0.003


def test_an_older_table_of_two_by_coarse_classes_is_refused(tmp_path):
    known, *_ = (one for one in shipped() if one.about["players"] == 2)
    coarse = np.array([by_coarse(known, entry) for entry in range(len(known.pools))])
    replace(known, chances=rounded(coarse)).save(tmp_path / "older.npz")
    with pytest.raises(BoneyardError, match=r"its table is .* boneyard solve loo makes a new one"):
        load(tmp_path / "older.npz")


def test_a_strategy_that_plays_everything_is_punished():
    assert of_pool("stay").low > 0.1


def test_exploiting_does_not_depend_on_the_workers():
    one, other = (exploit(table("banker", 3), 10_000, jobs=jobs)[0] for jobs in (1, 2))
    assert (one.response.units == other.response.units).all()
    for mine, others in zip(one.response.departures, other.response.departures, strict=True):
        assert (mine == others).all()


def taken_in(*hands):
    """What is declared in fine buckets of one coarse bucket: 0, as always, or 1 where it is better.

    Each bucket has so many hands, in which declaring 1 brings so much more, with a spread.
    """
    many = [hand[0] for hand in hands]
    gains = np.concatenate([
        mean + spread * np.where(np.arange(n) % 2, 1.0, -1.0) for n, mean, spread in hands])
    mixed = np.random.default_rng(1).permutation(len(gains))  # into the parts of the deals
    buckets = np.repeat(np.arange(len(hands)), many)[mixed]
    values, numbers = np.unique(np.append(gains[mixed], 0.0), return_inverse=True)
    outcomes = np.column_stack([np.full(len(gains), numbers[-1]), numbers[:-1]]).astype(np.uint8)
    policy = choose_once(
        outcomes, values,
        Buckets(buckets[:, None].astype(np.int32), np.zeros(1, np.int64), len(hands)), 0,
        np.zeros(len(hands), np.int64), ahead=1.0)
    return (policy[:, 1] == 1).tolist()


def test_a_rare_fine_class_goes_by_its_coarse_class():
    many = (1000, -1.0, 1.0)
    assert taken_in(many, (1, 9.0, 0.0)) == [False, False]
    assert taken_in(many, (1000, 9.0, 1.0)) == [False, True]
    assert taken_in((1000, 1.0, 1.0), (1, -9.0, 0.0)) == [True, True]


def test_a_strategy_is_left_only_for_what_is_surely_better():
    assert taken_in((400, 0.01, 1.0)) == [False]
    assert taken_in((400, 0.4, 1.0)) == [True]
    assert taken_in((400, -0.4, 1.0)) == [False]


@pytest.mark.parametrize(("lineup", "game"), [("book,stay,solved", "loo"), ("book", "rounce")])
def test_what_comes_of_every_declaration_is_what_deals_played_out_after_all_of_them_tell(
        lineup, game):
    run, deals = table(lineup, 3, game), 90
    at = declared_at(run)
    found, rolled = at.decisions(at.stakes_of().pool, 0, deals), at.roll(deals, 1)
    said = at.fixed_actions(range(3), at.stakes_of().pool, deals, 1)
    tree, shares = at.declared.tree, len(at.shares)

    def outcome(deal, node):
        while node >= 0:
            node = tree.follows[node, said[deal, node]]
        return ~node * shares + rolled.outcomes[deal, ~node]

    for deal in range(2, deals, 3):  # those that the last seat deals
        assert (found.coarse[deal] == rolled.coarse[deal]).all()
        for p in range(3):
            node = 0
            while node >= 0 and tree.player[node] != p:
                node = tree.follows[node, said[deal, node]]
            assert found.node[deal, p] == max(node, -1)
            if node < 0:
                continue
            assert found.does[deal, p] == said[deal, node]
            for action in range(len(at.declared.actions[node])):
                expected = outcome(deal, tree.follows[node, action])
                assert found.outcomes[deal, p, action] == expected


def test_a_gain_has_the_error_of_a_mean_over_its_hands():
    """In deals of four seats that play alike position 1 departs, in two of three deals."""
    gains = np.random.default_rng(5).normal(3, 2, 60) * (np.arange(60) % 3 > 0)
    (deal,), none = gains.nonzero(), np.zeros(40, np.int64)
    response = Response(
        SimpleNamespace(players=4), SimpleNamespace(later=np.zeros((1, 1, 4, 1))),
        np.zeros((60, 4), np.int64),
        Departures(deal, none, none + 1, none, none, none, none, gains[deal], none, none))
    mean, error = gains.mean(), gains.std(ddof=1) / 60**0.5
    assert response.gain(0, 1) == pytest.approx((mean, error))
    assert response.gain(0) == pytest.approx((mean / 4, error / 4))
    assert response.gain(0, 2) == (0, 0)


def test_departures_that_a_person_would_call_the_same_are_one_habit():
    node, does, none = np.array([4, 2, 4, 4, 2]), np.array([1, 1, 2, 1, 1]), np.zeros(5, np.int64)
    unit = np.array([0, 0, 0, 0, 1])
    departures = Departures(none, unit, none, node, none, does, none, none, none, none)
    response = Response(None, None, None, departures)
    assert [some.tolist() for some in response.habits(0)] == [[1], [0, 3], [2]]
    assert [some.tolist() for some in response.habits(1)] == [[4]]
    assert not response.habits(2)
