"""The rules of thumb of Loo declare what their words say."""

from types import SimpleNamespace

import pytest

from reports.studies.solution.exploiting import exploit
from simulate.domino.tiles import HIGH, mask, parse
from simulate.games.loo.rules import LooRules, may_follow, misses_in
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY, Declaring
from simulate.runs.run import Run
from strategies.lineup import seat_players
from strategies.loo.book import PocketRule
from tests.sizes import in_pieces

P, M, D = PLAY, MISS, DROP


def declared(strategy, tiles, turn_up, heard=(), players=4, **values):
    """What a strategy declares with these tiles after what it heard."""
    view = seen(tiles, turn_up, heard, players)
    return strategy.declare(view, SimpleNamespace(**strategy(**values).values_at(None)))


def seen(tiles, turn_up, heard=(), players=4):
    """What a seat with these tiles sees when it is to declare."""
    turned = parse(turn_up)
    view = dict.fromkeys(Declaring._fields, 0) | {
        "hand": mask(map(parse, tiles.split())), "turn_up": turned, "trump": int(HIGH[turned]),
        "players": players, "position": len(heard), "legal": may_follow(players, heard),
        "stayed": sum(1 << p for p, said in enumerate(heard) if said == P),
        "missed": sum(1 << p for p, said in enumerate(heard) if said == M),
        "dropped": sum(1 << p for p, said in enumerate(heard) if said == D),
        "misses_left": misses_in(players) - heard.count(M), "pool": 25, "penalty": 25}
    return Declaring(**view)


@pytest.mark.parametrize(("tiles", "turn_up", "heard", "expected"), [
    # Trump is six, 6-3 is turned up: 6-6 is the highest trump, 6-5 the second, 6-4 the third.
    ("6-6 3-1 4-1 5-1 2-0", "6-3", (), P),  # 9, with nobody in
    ("6-5 6-1 4-1 5-1 2-0", "6-3", (), M),  # 3 + 1 + 4 = 8: one too few
    ("6-5 6-1 4-1 5-1 2-0", "6-3", (M,), P),  # and enough when somebody is in
    ("6-5 6-4 4-1 5-1 2-0", "6-3", (), P),  # 3 + 2 + 4 = 9
    ("6-4 6-1 4-1 5-1 2-0", "6-3", (P,), D),  # 2 + 1 + 4 = 7
    ("6-2 6-1 6-0 5-1 2-0", "6-3", (P,), P),  # 3 + 4 + 4 = 11
    ("1-1 4-4 5-5 2-2 3-3", "6-3", (), M),  # other doubles count nothing
    # The dealer counts the turn-up, and plays with 7.
    ("6-2 3-1 4-1 5-1 2-0", "6-3", (P, D, D), M),  # 1 + 1 + 4 = 6, and one dealt hand is in
    ("6-2 3-1 4-1 5-1 2-0", "6-3", (P, P, D), D),  # against two it drops
    ("6-2 3-1 4-1 5-1 2-0", "6-4", (P, P, D), P),  # the turn-up is the third: 1 + 2 + 4 = 7
    ("5-3 3-1 4-1 5-1 2-0", "6-3", (M, D, D), FOR_POOL),
    # The double is turned up: 6-5 is the highest of the rest.
    ("6-5 3-1 4-1 5-1 2-0", "6-6", (), D),  # 9 of 10, and the eldest hand does not miss
    ("6-5 3-1 4-1 5-1 2-0", "6-6", (D,), D),
    ("6-5 3-1 4-1 5-1 2-0", "6-6", (D, D), M),  # only the dealer is to declare
    ("6-5 6-1 4-1 5-1 2-0", "6-6", (), P),  # 9 + 1 + 4 = 14
    ("5-3 3-1 4-1 5-1 2-0", "6-6", (P, D, D), P),  # the dealer has the double himself
])
def test_the_pocket_rule_declares_what_its_words_say(tiles, turn_up, heard, expected):
    assert declared(PocketRule, tiles, turn_up, heard) == expected


@in_pieces("players", 4, 2, 3)
def test_the_pocket_rule_loses_little_to_its_best_response(players):
    """At most 0.5% of the pool with four players, with a million deals to learn from."""
    run = Run("loo", LooRules(), seat_players("loo", ["pocket-rule"], players), 1, 1, 3)
    (found,) = exploit(run, 40_000)
    assert found.gain.low < 0.005
