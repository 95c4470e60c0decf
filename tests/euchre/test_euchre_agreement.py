"""The kernel and the oracle play the same games: same deals, calls, tiles and points."""

from __future__ import annotations

import pytest

from simulate.batch import Run
from simulate.euchre.rules import EuchreRules
from simulate.replay import histories
from strategies.lineup import library, seat_players
from tests.euchre.seated import Seated
from tests.oracle.euchre import play_session, referee
from tests.randomness import deck

SEED = 18680704
RULES = [EuchreRules(lead_suit=lead_suit) for lead_suit in ("announced", "high")]
NAMES = sorted(library("euchre"))


def line_up(players: int, shift: int) -> list[str]:
    """Return strategies such that all of them sit in all seats over the tables."""
    return [NAMES[(shift + seat * (1 + shift // len(NAMES))) % len(NAMES)]
            for seat in range(players)]


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
        assert not expected.keys() - told.keys()
        for key, value in canonical(expected).items():
            assert repr(canonical(told)[key]) == repr(value), (told["hand"], key)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.lead_suit)
def test_kernel_agrees_with_oracle(rules, players):
    hands = 0
    for session in range(SESSIONS):
        lineup = line_up(players, session)
        kernel = by_kernel(rules, lineup, session)
        assert_same(kernel, by_oracle(rules, lineup, session))
        hands += len(kernel)
    print(hands)


SESSIONS = 380
