"""The rules of Domino Loo and Rounce, each under its own name, on hands laid by hand."""

from __future__ import annotations

import numpy as np
import pytest

from simulate.errors import BoneyardError
from simulate.games.loo.game import GAME as LOO
from simulate.games.loo.hand import collect_antes, game_winner, settle_chips, settle_points
from simulate.games.loo.rules import LooRules, RounceRules
from simulate.games.loo.views import AT, DROP, FOR_POOL, MISS, PLAY
from simulate.games.rounce.game import GAME as ROUNCE
from simulate.runs.replay import histories
from simulate.runs.run import Run
from strategies.lineup import seat_players


def table(rules, players=4, dealer=None):
    """Return a row with everybody in, seat = position unless a dealer is named."""
    game = ROUNCE if isinstance(rules, RounceRules) else LOO
    row = np.zeros(AT.size, np.int64)
    game.lay_table(row, rules, players)
    row[AT.players] = players
    dealer = players - 1 if dealer is None else dealer
    for p in range(players):
        row[AT.chair + p] = (dealer + 1 + p) % players
    return row


def result(row, actions, tricks):
    """Set declarations and tricks by position."""
    row[AT.seats_in] = sum(1 << p for p, a in enumerate(actions) if a not in (DROP, 0))
    if not row[AT.seats_in]:
        row[AT.seats_in] = 1 << len(actions) - 1
    row[AT.tricks] = sum(n << 4 * p for p, n in enumerate(tricks))
    for p, action in enumerate(actions):
        row[AT.action + p] = action


def by_seat(row, entry, players=4):
    return [int(n) for n in row[entry : entry + players]]


def test_the_sources_worked_example_comes_out_to_the_chip():
    row = table(LooRules(), dealer=0)
    seats = dict(zip("BCDA", range(4), strict=True))  # A deals, B is eldest
    collect_antes(row)
    assert row[AT.pool] == 25
    assert by_seat(row, AT.ante_paid) == [10, 5, 5, 5]
    result(row, [PLAY] * 4, [{"A": 3, "D": 2}.get(name, 0) for name in seats])
    settle_chips(row)
    assert by_seat(row, AT.paid) == [15, 0, 0, 10]
    assert by_seat(row, AT.penalties) == [0, 25, 25, 0]
    assert row[AT.pool_next] == 50
    # Hand 2, B deals: positions are C, D, A, B.
    for p, seat in enumerate((2, 3, 0, 1)):
        row[AT.chair + p] = seat
    collect_antes(row)
    assert row[AT.pool] == 55
    result(row, [PLAY, PLAY, PLAY, DROP], [5, 0, 0, 0])
    settle_chips(row)
    assert by_seat(row, AT.paid) == [0, 0, 55, 0]
    assert by_seat(row, AT.penalties) == [55, 0, 0, 55]
    # Hand 3: the dealer adds five; a trick is worth 23.
    collect_antes(row)
    assert row[AT.pool] == 115
    assert row[AT.pool] // 5 == 23


def test_preset_gamerules_makes_a_pool_of_8():
    row = table(LooRules.of("gamerules"))
    collect_antes(row)
    assert row[AT.pool] == 8


def test_for_the_pool_the_dealer_wins_nothing_and_cannot_be_looed():
    # Rules: pool 30, one trick: 6 stay, so that the next pool is 11 with the dealer's five.
    row = table(LooRules())
    row[AT.pool_next] = 25
    collect_antes(row)
    assert row[AT.pool] == 30
    result(row, [DROP, MISS, DROP, FOR_POOL], [0, 4, 0, 1])
    settle_chips(row)
    assert by_seat(row, AT.paid) == [0, 24, 0, 0]
    assert row[AT.pool_next] == 6
    collect_antes(row)
    assert row[AT.pool] == 11
    result(row, [DROP, MISS, DROP, FOR_POOL], [0, 5, 0, 0])
    settle_chips(row)
    assert by_seat(row, AT.penalties) == [0, 0, 0, 0]
    assert row[AT.pool_next] == 1


@pytest.mark.parametrize(("remainder", "left", "antes", "pool"), [
    ("ante", 0, [5, 5, 5, 10], 25),
    ("ante", 1, [5, 5, 5, 10], 26),
    ("ante", 4, [5, 5, 5, 10], 29),
    ("ante", 5, [0, 0, 0, 5], 10),
    ("stays", 0, [5, 5, 5, 10], 25),
    ("stays", 1, [0, 0, 0, 5], 6),
    ("stays", 4, [0, 0, 0, 5], 9),
])
def test_remainder_says_whether_too_few_chips_to_pay_a_trick_count_as_empty(
    remainder, left, antes, pool
):
    rules = LooRules(remainder=remainder)
    row = table(rules)
    row[AT.pool_next] = left
    collect_antes(row)
    assert by_seat(row, AT.ante_paid) == antes
    assert row[AT.pool] == pool == rules.next_pool(left, 4)


def test_remainder_ante_takes_from_a_bank_what_it_has():
    # Rules: on an empty pool each seat pays what it has, in seat order from the dealer's left.
    row = table(LooRules(bankroll=9))
    row[AT.chips : AT.chips + 4] = [2, 9, 5, 7]
    row[AT.pool_next] = 3
    collect_antes(row)
    assert by_seat(row, AT.ante_paid) == [2, 5, 5, 7]
    assert by_seat(row, AT.chips) == [0, 4, 0, 0]
    assert row[AT.pool] == 22


def test_walkover_gives_the_dealer_the_whole_pool_with_the_remainder():
    row = table(LooRules())
    row[AT.pool_next] = 6
    collect_antes(row)
    result(row, [DROP, DROP, DROP, 0], [0, 0, 0, 5])
    settle_chips(row)
    assert row[AT.paid + 3] == 11
    assert row[AT.pool_next] == 0


def test_any_other_seat_left_alone_takes_five_tricks_and_leaves_the_remainder():
    row = table(LooRules())
    row[AT.pool_next] = 6
    collect_antes(row)
    result(row, [DROP, PLAY, DROP, DROP], [0, 5, 0, 0])
    settle_chips(row)
    assert row[AT.paid + 1] == 10
    assert row[AT.pool_next] == 1


@pytest.mark.parametrize(("penalty", "owed"), [("unlimited", 55), ("fixed:7", 7), ("cap:40", 40),
                                               ("cap:90", 55), ("fixed:90", 90)])
def test_penalty(penalty, owed):
    row = table(LooRules(penalty=penalty))
    row[AT.pool_next] = 50
    collect_antes(row)
    result(row, [PLAY, PLAY, DROP, PLAY], [0, 4, 0, 1])
    settle_chips(row)
    assert by_seat(row, AT.penalties) == [owed, 0, 0, 0]


@pytest.mark.parametrize(("penalty", "players", "owed", "told"), [
    ("fixed:5n", 4, 20, "fixed:20"), ("fixed:5n", 3, 15, "fixed:15"),
    ("cap:10n", 4, 40, "cap:40"), ("cap:10n", 3, 30, "cap:30"), ("cap:10n", 2, 20, "cap:20"),
    ("cap:20n", 4, 55, "cap:80"), ("cap:20n", 2, 40, "cap:40"),
])
def test_penalty_in_n_follows_the_seats_in_the_session(penalty, players, owed, told):
    # Four seats sat down, so many are left.
    rules = LooRules(penalty=penalty)
    row = table(rules)
    row[AT.players], row[AT.pool_next] = players, 50
    collect_antes(row)
    assert row[AT.pool] == 55
    assert row[AT.penalty] == owed == rules.penalty_at(55, players)
    assert LOO.record(row, 4)["rules"] == {"penalty": told}


@pytest.mark.parametrize(("asked", "read"), [
    ("cap:1_0n", "cap:10n"), ("fixed:2e1", "fixed:20"), ("fixed:0n", "fixed:0"),
])
def test_penalties_are_written_one_way(asked, read):
    assert LooRules(penalty=asked).penalty == read


@pytest.mark.parametrize("penalty", ["cap:n", "fixed:", "cap:10m", "unlimited:5n", "cap:-1n", "5n"])
def test_penalty_that_is_none_of_the_rules_is_refused(penalty):
    with pytest.raises(BoneyardError, match="rule penalty"):
        LooRules(penalty=penalty)


def test_bankroll_pays_what_it_has_and_is_not_owed_later():
    row = table(LooRules(bankroll=8))
    row[AT.chips : AT.chips + 4] = [8, 3, 8, 8]
    collect_antes(row)
    assert by_seat(row, AT.ante_paid) == [5, 3, 5, 8]
    assert by_seat(row, AT.chips) == [3, 0, 3, 0]
    result(row, [PLAY, PLAY, PLAY, PLAY], [0, 3, 2, 0])
    settle_chips(row)
    assert by_seat(row, AT.penalties) == [3, 0, 0, 0]
    assert by_seat(row, AT.chips) == [0, 12, 11, 0]


def test_points_a_trick_each_and_minus_five_when_looed():
    row = table(LooRules(scoring="points"), players=3)
    result(row, [PLAY, MISS, DROP], [5, 0, 0])
    settle_points(row)
    assert by_seat(row, AT.value, 3) == [5, -5, 0]


def test_points_of_a_dealer_for_the_pool_are_0():
    row = table(LooRules(scoring="points"))
    result(row, [MISS, DROP, DROP, FOR_POOL], [3, 0, 0, 2])
    settle_points(row)
    assert by_seat(row, AT.value) == [3, 0, 0, 0]


@pytest.mark.parametrize(("scores", "over", "winner"), [
    ([14, 13, 0, 0], True, 0),
    ([12, 13, 0, 0], False, None),
    ([13, 13, 5, 0], False, None),
])
def test_fifteen_points_win_and_a_tie_at_the_top_plays_on(scores, over, winner):
    row = table(LooRules(scoring="points"), players=4)
    row[AT.score : AT.score + 4] = scores
    tricks = [3, 2, 0, 0] if scores[0] == 14 else [2, 1, 2, 0] if not over else [0] * 4
    if scores[:2] == [13, 13]:
        tricks = [2, 2, 1, 0]
    if scores[:2] == [12, 13]:
        tricks = [2, 1, 2, 0]
    result(row, [PLAY, PLAY, PLAY, DROP], tricks)
    settle_points(row)
    assert bool(row[AT.game_over]) is over
    if over:
        assert game_winner(row) == winner


def test_histories_of_rounce_call_a_dummy_a_miss_as_the_exchange_format_does():
    run = Run("rounce", RounceRules(), seat_players("rounce", ["random"] * 3), 1, 40, 1)
    hands = [hand for hand, _ in histories(run, range(1))]
    said = {entry["action"] for hand in hands for entry in hand["declarations"]}
    assert said == {"play", "miss", "drop"}


def test_rounce_uses_no_for_pool_and_need_not_trump():
    assert RounceRules().must_trump is False
    assert "for_pool" not in RounceRules().as_dict()
