"""The short form of what ``make verify`` compares."""

import inspect
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from reports.request import set_up
from reports.results.game_report import ValuedTable
from reports.review import evening
from reports.stats.estimates import t_quantile
from simulate.domino.tiles import HIGH, TILES
from simulate.games.game import own_games
from simulate.games.loo.views import DROP, MISS, PLAY
from simulate.theory.loo.hands import kind_of_hand, name_of_kind
from tests.proofs import verify
from tests.proofs.as_advised import Priced, Sat, added
from tests.proofs.evenings import Evenings, Held, play_evenings, truth_of
from tests.proofs.margins import SPOTS, Spot, compare, name_of_hand
from tests.proofs.ratings import play_bank, rank, table_of_four, ways_to_play


def test_no_check_is_left_out():
    checks = {name for name, found in inspect.getmembers(verify, inspect.isfunction)
              if found.__annotations__.get("return") == Iterator[verify.Check]}
    assert checks == {check.__name__ for check in verify.CHECKS}


def test_checks_run_by_name(monkeypatch, capsys):
    def bad():
        yield "found", False

    monkeypatch.setattr(verify, "CHECKS", (bad, verify.seats_are_alike))
    with pytest.raises(SystemExit, match="1"):
        verify.main(["bad"])
    assert capsys.readouterr().out == "WRONG found\n"


def test_the_strength_of_every_game_is_told_and_verified():
    rows = verify.STRENGTH.findall(verify.STRATEGIES.read_text())
    assert {command.split()[1] for command, _, _ in rows} == set(own_games())


def _twice(priced):
    return Priced(2 * priced.lost, 2 * priced.shared)


@pytest.mark.slow
def test_who_is_put_right_makes_what_the_review_said_was_lost():
    sat = Sat("loo", "random,book,book", 3, 1, 30, 160, {"penalty": "cap:15"}, ("declare",))
    (row,) = added(sat)
    assert row.often == 1
    # What pools are worth is measured, and its error is told.
    assert 0 < row.lost.shared < row.lost.lost.std() / len(row.gained) ** 0.5
    assert abs(row.apart) < 3
    assert abs(row.apart_everywhere) < 3
    assert row.gained.mean() > 3 * row.gained.std() / len(row.gained) ** 0.5
    # Prices that are twice as high are found out, in the review and along the way.
    doubled = replace(row, lost=_twice(row.lost), said=_twice(row.said))
    assert doubled.apart > 3
    assert doubled.apart_everywhere > 3


def test_what_comes_late_in_a_game_is_put_right_too():
    sat = Sat("pool", "random,counter,counter", 3, 20, 100, 6,
              {"score": "hundred_up", "star": "may", "target": "30"}, ("star",))
    (row,) = added(sat)
    assert 0 < row.often < 1
    assert row.lost.lost.any()
    assert row.gained.any()


@pytest.mark.slow
def test_results_without_luck_are_unbiased_and_their_intervals_hold():
    run = set_up("loo", "bold,book,banker", 3, {"penalty": "cap:15"}, 40, 30, 5)
    table = ValuedTable(run)
    evenings = Evenings.of(play_evenings(run, table, first, 20) for first in (0, 20))
    held = Held(evenings, *truth_of(run, 10_000))
    bias, error = held.bias
    assert abs(bias) < 3 * error
    assert abs(held.mean[0] - held.truth) < 4 * held.mean[1]
    assert held.share >= 0.9
    assert held.factor > 3
    # Intervals half as wide are found out, and so is a result that luck has been added to.
    narrow = replace(evenings, se=evenings.se / 2)
    assert Held(narrow, held.truth, held.truth_se).share < 0.85
    lucky = replace(evenings, calm=evenings.calm + 2 * held.mean[1] * 40**0.5)
    assert Held(lucky, held.truth, held.truth_se).share < 0.85


@pytest.mark.parametrize("spot", [
    # What the price of a chip in the next pool got wrong by ten chips, and the sign of it.
    next(spot for spot in SPOTS if spot.rules == {"penalty": "cap:40"}),
    Spot("banker,book,random", 3, 0, 0, 0, 0, "no trump", MISS, DROP),
    # Who plays the tiles by a chart as well.
    Spot("solved", 2, 0, 0, 0, 0, "2 trumps with the best", PLAY, MISS,
         rules={"penalty": "cap:10n"}),
], ids=str)
@pytest.mark.slow
def test_a_margin_is_what_whole_sessions_show(spot):
    (row,) = compare((spot,), 400, 80_000)
    assert abs(row.apart) < 4
    assert row.sessions == 400
    # Both are sharp enough to say which declaration is better.
    assert np.sign(row.said) == np.sign(row.shown)
    assert abs(row.shown) > 3 * row.shown_se


def test_hands_are_named_as_the_chart_names_them():
    rng = np.random.default_rng(1)
    for _ in range(3000):
        tiles = rng.permutation(TILES)[:6].tolist()
        hand, turn_up = sum(1 << tile for tile in tiles[:5]), tiles[5]
        trump = int(HIGH[turn_up])
        kind = name_of_kind(kind_of_hand(hand, trump, turn_up, 0))
        assert name_of_hand(hand, trump, turn_up) == kind


def plain(values, low, high):
    """Return the usual interval after each value, where it would hold if one looked once."""
    many = np.arange(1, len(values) + 1)
    mean = np.cumsum(values) / many
    spread = np.maximum(np.cumsum(values**2) / many - mean**2, 0.0)
    reach = np.array([t_quantile(max(n, 2)) for n in many.tolist()]) * np.sqrt(spread / many)
    return mean - reach, mean + reach


@pytest.mark.slow
def test_ratings_order_players_and_hold_at_every_look(monkeypatch):
    ways = ways_to_play(table_of_four(1).rules)
    bank = play_bank(1, {name: ways[name] for name in ("solved", "cautious", "random")})
    ranked = rank(bank, 40)
    assert ranked.correlation > 0.9 and ranked.held.mean() >= 0.9
    assert bank.true[0] < bank.true[1] < bank.true[2]
    monkeypatch.setattr(evening, "looks", plain)
    assert rank(bank, 40).held.mean() < 0.5
