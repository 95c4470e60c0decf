"""The kernel and the oracle play the same games: tiles, dice, bets and settlements."""

from __future__ import annotations

import pytest

from simulate.games.casino.rules import CasinoRules
from simulate.runs.replay import histories
from simulate.runs.run import Run
from strategies.lineup import library, seat_players
from tests.oracle import casino
from tests.oracle.casino import referee
from tests.oracle.history import assert_same_hand
from tests.simulate.games.casino.at_the_oracle import Seated, Witness, by_oracle, in_order
from tests.sizes import in_pieces

SEED = 20240301
STRATEGIES = [*library("casino").values(), Witness]


def line_up(players, shift):
    """Return strategies such that all of them sit in all seats over the sessions."""
    chosen = [STRATEGIES[(shift + seat) % len(STRATEGIES)] for seat in range(players)]
    return seat_players("casino", chosen)


def by_kernel(players, sessions):
    run = Run("casino", CasinoRules(), players, 1, 1, SEED)
    return [game for game, _ in histories(run, sessions)]


def assert_agreement(players, sessions):
    for session, game in zip(sessions, by_kernel(players, sessions), strict=True):
        oracle = by_oracle(players, SEED, session)
        head = {key: game[key] for key in ("game", "seed", "session", "lineup")}
        if game != head | in_order(oracle):
            assert_same_hand(0, game, oracle)


@in_pieces("part", slice(0, 40), slice(40, 313))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_kernel_agrees_with_oracle(players, part):
    # 2504 games of each number of players: more than 10,000 together.
    size = 313
    for shift in range(8):
        assert_agreement(line_up(players, shift), range(shift * size, (shift + 1) * size)[part])


@pytest.mark.parametrize("players", [2, 5])
def test_kernel_agrees_with_oracle_when_nobody_looks_on(players):
    assert_agreement(seat_players("casino", ["random"] * players), range(10**12, 10**12 + 50))


@pytest.mark.parametrize("name", ["DOUBLE_BLANK", "is_double"])
def test_a_wrong_rule_is_found_out(name, monkeypatch):
    wrong = {"DOUBLE_BLANK": "1-0", "is_double": lambda tile: tile in ("6-6", "6-5")}
    monkeypatch.setattr(casino, name, wrong[name])
    with pytest.raises(AssertionError, match="rounds"):
        assert_agreement(line_up(4, 0), range(40))


def test_a_wrong_view_is_found_out(monkeypatch):
    right = Seated.view
    monkeypatch.setattr(
        Seated, "view", lambda self, state, hand: right(self, state, hand)._replace(undrawn=0))
    with pytest.raises(AssertionError, match="rounds"):
        assert_agreement(seat_players("casino", [Witness] * 3), range(40))


def test_the_referee_accepts_what_the_kernel_writes():
    referee(by_kernel(line_up(5, 2), range(20)))


def test_histories_have_the_keys_of_the_exchange_format():
    (game,) = by_kernel(line_up(3, 0), range(1))
    assert list(game) == ["game", "seed", "session", "hand", "players", "rules", "lineup",
                          "first_roller", "removed", "rounds", "stash", "winners"]
    keys = ["roller", "drawn", "bets", "dice", "rule", "won", "pot"]
    assert [list(entry) for entry in game["rounds"]] == [keys] * 9
    assert (game["game"], game["hand"], game["rules"]) == ("casino", 0, {})


def test_a_game_is_found_again_by_its_address():
    players = line_up(4, 1)
    assert by_kernel(players, range(3, 6))[1] == by_kernel(players, range(4, 5))[0]
