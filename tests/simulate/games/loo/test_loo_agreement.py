"""The kernel and the oracle play the same hands: same deals, decisions, chips and points."""

from __future__ import annotations

import pytest

from simulate.games.loo.rules import LooRules, RounceRules
from simulate.runs.replay import histories
from simulate.runs.run import Run
from strategies.lineup import library, seat_players
from tests.oracle.loo import play_session
from tests.simulate.games.loo.at_the_oracle import Seated, Witness
from tests.simulate.machine.randomness import deck
from tests.sizes import in_pieces

SEED = 20240229
HANDS = 48
TABLES = {
    "unlimited": ("loo", LooRules()),
    "cap": ("loo", LooRules(penalty="cap:40")),
    "fixed": ("loo", LooRules(penalty="fixed:13", ante=2, dealer_ante=7, dealer_top_up=0)),
    "gamerules": ("loo", LooRules.of("gamerules", penalty="cap:20")),
    "remainder stays": ("loo", LooRules.of("gamerules", penalty="cap:12", remainder="stays")),
    "remainder, bankroll": ("loo", LooRules(penalty="cap:13", bankroll=70)),
    "free to trump": ("loo", LooRules(must_trump=False, lead_trump_min=4, penalty="cap:40")),
    "escalation": ("loo", LooRules(escalation_limit=300)),
    "points": ("loo", LooRules(scoring="points")),
    "bankroll": ("loo", LooRules(bankroll=70)),
    "cap in n, bankroll": ("loo", LooRules(penalty="cap:10n", bankroll=70)),
    "fixed in n": ("loo", LooRules(penalty="fixed:5n")),
    "rounce": ("rounce", RounceRules()),
    "rounce, strict": ("rounce", RounceRules(must_trump=True, lead_trump_min=3)),
}
#: The expert agrees with itself or not, however few deals it imagines.
NAMES = [name if name != "expert" else "expert(worlds=2)" for name in sorted(library("loo"))]


def line_up(players: int, shift: int) -> list[str]:
    """Return strategies such that all of them sit in all seats over the tables."""
    return [NAMES[(shift + seat) % len(NAMES)] for seat in range(players)]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("table", ["remainder, bankroll", "points", "rounce"])
def test_views_show_what_the_oracle_sees(table, players):
    game, rules = TABLES[table]
    for session in range(6):
        kernel, oracle = both(game, rules, [Witness] * players, session, HANDS)
        assert len(kernel) == len(oracle)
        differences = [same_hand(k, o) for k, o in zip(kernel, oracle, strict=True)]
        assert not any(differences), next(filter(None, differences))


def both(game, rules, lineup, session, hands):
    """Return a session as the kernel and as the oracle play it."""
    players = seat_players(game, lineup)
    run = Run(game, rules, players, 1, hands, SEED)
    by_kernel = [hand for hand, _ in histories(run, range(session, session + 1))]
    decider = Seated(players, SEED, session, hands)
    by_oracle = play_session(
        game, len(players), rules.as_dict(), session % len(players),
        lambda hand: deck(SEED, session, hand), decider, hands,
    )
    return by_kernel, by_oracle


def canonical(value):
    """Put lists without an order in one."""
    if isinstance(value, dict):
        unordered = ("drawn", "discarded", "winners")
        return {k: sorted(v) if k in unordered else canonical(v) for k, v in value.items()}
    return value


def same_hand(kernel, oracle):
    for key, value in oracle.items():
        told = kernel[key]
        if key == "dealt":
            told, value = ([sorted(t) if t else t for t in lists] for lists in (told, value))
        elif isinstance(value, list):
            told, value = ([canonical(entry) for entry in entries] for entries in (told, value))
        if told != value or repr(type(told)) != repr(type(value)):
            return f"hand {kernel['hand']}, {key}: kernel {told}, oracle {value}"
    return ""


@in_pieces("sessions", range(3), range(3, 28))
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("table", TABLES)
def test_kernel_agrees_with_oracle(table, players, sessions):
    game, rules = TABLES[table]
    hands = 0
    for session in sessions:
        kernel, oracle = both(game, rules, line_up(players, 3 * session), session, HANDS)
        assert len(kernel) == len(oracle)
        differences = [same_hand(k, o) for k, o in zip(kernel, oracle, strict=True)]
        assert not any(differences), next(filter(None, differences))
        assert all(hand.keys() - kernel[0].keys() == set() for hand in oracle)
        hands += len(kernel)
    # All tables together make more than 20,000 hands, and more than 2,000 without the slow ones.
    assert hands >= len(sessions) * (HANDS if table in LONG else 1)


LONG = {"cap", "fixed", "gamerules", "remainder stays", "free to trump"}


def test_a_session_is_found_again_by_its_address():
    players = seat_players("loo", ["random"] * 4)
    run = Run("loo", LooRules(penalty="cap:40"), players, 1, 50, SEED)
    whole = [hand for hand, _ in histories(run, range(3, 5))]
    part = [hand for hand, _ in histories(run, range(4, 5), 7, 9)]
    assert part == [hand for hand in whole if hand["session"] == 4][7:9]
