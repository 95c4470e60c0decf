"""The rules of Domino Loo and Rounce, each under its own name, on hands laid by hand."""

import itertools

import numpy as np
import pytest

from simulate.errors import BoneyardError, listed
from simulate.games.game import find_game
from simulate.games.loo.game import GAME as LOO
from simulate.games.loo.hand import collect_antes, game_winner, settle_chips, settle_points
from simulate.games.loo.rules import LooRules, RounceRules, may_follow
from simulate.games.loo.views import ACTIONS, AT, DROP, MISS, PLAY
from simulate.games.rounce.game import GAME as ROUNCE
from simulate.games.spot import asking
from tests.oracle.cases import ANTES, LOO_SETTLED, PENALTIES_BY_SEATS, WON_ON_POINTS, part_of


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


def told(row):
    entries = {"pool": AT.pool, "pool_next": AT.pool_next}
    lists = {"paid": AT.paid, "penalties": AT.penalties}
    return {**{name: int(row[at]) for name, at in entries.items()},
            **{name: by_seat(row, at) for name, at in lists.items()}}


@pytest.mark.parametrize(("rules", "left", "actions", "tricks", "expected"), LOO_SETTLED)
def test_a_hand_is_settled(rules, left, actions, tricks, expected):
    row = table(LooRules(**rules))
    row[AT.pool_next] = left
    collect_antes(row)
    codes = {name: code for code, name in ACTIONS.items()}
    result(row, [*map(codes.__getitem__, actions), 0][:4], tricks)
    settle_chips(row)
    assert part_of(told(row), expected) == expected


@pytest.mark.parametrize(("rules", "chips", "left", "antes"), ANTES)
def test_the_seats_pay_for_a_pool_that_counts_as_empty_and_else_the_dealer(
    rules, chips, left, antes
):
    rules = LooRules(**rules)
    row = table(rules)
    row[AT.chips : AT.chips + 4], row[AT.pool_next] = chips or 0, left
    collect_antes(row)
    assert by_seat(row, AT.ante_paid) == antes
    assert row[AT.pool] == left + sum(antes)
    assert chips or rules.next_pool(left, 4) == row[AT.pool]
    assert not chips or by_seat(row, AT.chips) == [
        own - ante for own, ante in zip(chips, antes, strict=True)]


@pytest.mark.parametrize(("penalty", "players", "owed"), PENALTIES_BY_SEATS)
def test_penalty_in_n_follows_the_seats_in_the_session(penalty, players, owed):
    # Four seats sat down, so many are left.
    rules = LooRules(penalty=penalty)
    row = table(rules)
    row[AT.players], row[AT.pool_next] = players, 50
    collect_antes(row)
    assert row[AT.pool] == 55
    assert row[AT.penalty] == owed == rules.penalty_at(55, players)
    kind, _, chips = penalty.partition(":")
    assert LOO.record(row, 4)["rules"] == {"penalty": f"{kind}:{int(chips[:-1]) * players}"}


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


@pytest.mark.parametrize(("scores", "tricks", "winners"), WON_ON_POINTS)
def test_a_seat_ahead_at_the_goal_wins_and_a_tie_at_the_top_plays_on(scores, tricks, winners):
    row = table(LooRules(scoring="points"))
    row[AT.score : AT.score + 4] = scores
    result(row, [PLAY if taken else DROP for taken in tricks], tricks)
    settle_points(row)
    assert row[AT.game_over] == bool(winners)
    assert not winners or [game_winner(row)] == winners


@pytest.mark.parametrize(("game", "players"), itertools.product(("loo", "rounce"), (2, 3, 4)))
def test_what_may_not_follow_is_refused_with_what_may(game, players):
    rules, histories, refused = find_game(game).rules_class(), [()], 0
    hand = {"game": game, "players": players, "dealer": players - 1, "turn_up": "3-1"}
    for before in histories:
        legal = may_follow(players, before, game == "rounce")
        for action in ACTIONS:
            done = [{"seat": p, "action": ACTIONS[one]} for p, one in enumerate((*before, action))]
            if legal >> action & 1:
                assert asking(game).events(hand | {"declarations": done}, rules)
                histories += [(*before, action)] * (len(done) < players)
                continue
            refused += 1
            words = [word.replace("miss", "dummy" if game == "rounce" else "miss")
                     for one, word in ACTIONS.items() if legal >> one & 1]
            reason = f"allowed are {listed(words)}" if legal else "the dealer takes the pool"
            with pytest.raises(BoneyardError, match=rf" (plays|takes|drops).*: .*{reason}"):
                asking(game).events(hand | {"declarations": done}, rules)
    assert refused >= players
