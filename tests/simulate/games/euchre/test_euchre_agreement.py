"""The kernel and the oracle play the same games: same deals, calls, tiles and points."""

from __future__ import annotations

import pytest

from simulate.domino.tile_sets import count, nth
from simulate.games.euchre.rules import EuchreRules
from simulate.runs.replay import histories
from simulate.runs.run import Run
from strategies.euchre.base import EuchreStrategy
from strategies.lineup import library, seat_players
from tests.oracle import euchre
from tests.oracle.euchre import BowerSuits, play_session, referee
from tests.simulate.games.euchre.at_the_oracle import Seated
from tests.simulate.machine.randomness import deck
from tests.sizes import in_pieces

SEED = 18680704
RULES = [EuchreRules(lead_suit=lead_suit) for lead_suit in ("announced", "high")]
NAMES = sorted(library("euchre"))
SESSIONS, AT_ONCE = 420, 70


def line_up(players: int, shift: int) -> list[str]:
    """Return strategies such that all of them sit in all seats over the tables."""
    step = 1 + shift // len(NAMES)
    return [NAMES[(shift + seat * step) % len(NAMES)] for seat in range(players)]


class ByTheScore(EuchreStrategy):
    """Its calls depend on the score of every seat, so that none can be wrong unnoticed."""

    name = "by-the-score"

    @staticmethod
    def call(view, p):
        standing = 5 * view.own + 7 * view.other + view.scores + 3 * view.position
        return nth(view.legal, (view.word + standing) % 65537 % count(view.legal))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_views_show_the_score_of_every_seat(players):
    for number in range(12):
        lineup = [ByTheScore] * players
        assert_same(by_kernel(RULES[0], lineup, number), by_oracle(RULES[0], lineup, number))


def by_kernel(rules, lineup, session, hands=1000):
    run = Run("euchre", rules, seat_players("euchre", lineup), 1, hands, SEED)
    return [hand for hand, _ in histories(run, range(session, session + 1))]


def by_oracle(rules, lineup, session, hands=1000):
    players = seat_players("euchre", lineup)
    return play_session(
        len(players), rules.as_dict(), session % len(players),
        lambda hand: deck(SEED, session, hand), Seated(players, SEED, session), hands)


def canonical(hand):
    return hand | {"dealt": [sorted(tiles) for tiles in hand["dealt"]]}


def assert_same(kernel, oracle):
    assert len(kernel) == len(oracle)
    for told, expected in zip(kernel, oracle, strict=True):
        assert expected.keys() | {"game", "seed", "session", "lineup"} == told.keys()
        for key, value in canonical(expected).items():
            assert repr(canonical(told)[key]) == repr(value), (told["hand"], key)


@in_pieces("sessions", range(AT_ONCE), range(AT_ONCE, SESSIONS))
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.lead_suit)
def test_kernel_agrees_with_oracle(rules, players, sessions):
    hands = 0
    for number in sessions:
        lineup = line_up(players, number)
        kernel = by_kernel(rules, lineup, number)
        assert_same(kernel, by_oracle(rules, lineup, number))
        hands += len(kernel)
    # Six tables of these make 10,242 hands.
    assert hands > 3.5 * len(sessions)


def test_a_limit_of_hands_leaves_a_game_unfinished():
    kernel = by_kernel(RULES[0], ["random"] * 4, 3, hands=2)
    assert_same(kernel, by_oracle(RULES[0], ["random"] * 4, 3, hands=2))
    assert [hand["game_over"] for hand in kernel] == [False, False]


def some_games():
    return [by_kernel(RULES[0], ["random"] * 4, number) for number in range(40)]


def test_referee_accepts_the_records():
    for game in some_games():
        referee(game)


def assert_some_game_is_rejected(games):
    def is_rejected(game):
        try:
            referee(game)
        except AssertionError:
            return True
        return False

    assert any(map(is_rejected, games))


def test_a_referee_with_a_wrong_left_bower_rejects_the_records(monkeypatch):
    plain_left = property(lambda suits: f"{(suits.trump + 1) % 7}-{(suits.trump + 1) % 7}")
    monkeypatch.setattr(BowerSuits, "left_bower", plain_left)
    assert_some_game_is_rejected(some_games())


def test_a_referee_with_wrong_points_rejects_the_records(monkeypatch):
    monkeypatch.setattr(euchre, "hand_points", lambda state: [1] * state.players)
    assert_some_game_is_rejected(some_games())


def test_announced_leads_are_not_all_high_ones():
    games = [[hand | {"rules": {"lead_suit": "high"}} for hand in game] for game in some_games()]
    assert_some_game_is_rejected(games)


def test_a_game_is_found_again_by_its_address():
    run = Run("euchre", RULES[0], seat_players("euchre", ["random"] * 4), 1, 1000, SEED)
    whole = [hand for hand, _ in histories(run, range(3, 5))]
    part = [hand for hand, _ in histories(run, range(4, 5), 1, 3)]
    assert part == [hand for hand in whole if hand["session"] == 4][1:3]
