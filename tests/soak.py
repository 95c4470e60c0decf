"""``make soak``: random tables through kernel and oracle until the time is up.

Stops at the first difference and prints its address.  Usage: python -m tests.soak MINUTES
"""

from __future__ import annotations

import random
import sys
import time

from simulate.loo.rules import LooRules, RounceRules
from strategies.lineup import library
from tests.loo.test_loo_agreement import SEED, both, same_hand


def random_table(chance: random.Random):
    """Return a game, rules and a line-up."""
    penalty = chance.choice(["unlimited", f"fixed:{chance.randrange(90)}",
                             f"cap:{chance.randrange(1, 90)}"])
    loo = LooRules(
        ante=chance.randrange(9), dealer_ante=chance.randrange(1, 20),
        dealer_top_up=chance.randrange(9), penalty=penalty,
        escalation_limit=10 ** chance.randrange(2, 13), lead_trump_min=chance.randrange(1, 7),
        must_trump=chance.random() < 0.7, bankroll=chance.choice([None, None, 30, 100, 1000]))
    points = LooRules(scoring="points", must_trump=chance.random() < 0.7)
    rounce = RounceRules(lead_trump_min=chance.randrange(1, 7), must_trump=chance.random() < 0.3)
    rules = chance.choice([loo, loo, points, rounce])
    game = "rounce" if rules is rounce else "loo"
    names = sorted(library(game))
    return game, rules, [chance.choice(names) for _ in range(chance.randrange(2, 5))]


def main() -> None:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    chance = random.Random(time.time_ns())
    end = time.monotonic() + 60 * minutes
    tables = hands = 0
    while time.monotonic() < end:
        game, rules, lineup = random_table(chance)
        session = chance.randrange(10**6)
        kernel, oracle = both(game, rules, lineup, session, 20)
        differences = [same_hand(k, o) for k, o in zip(kernel, oracle, strict=True)]
        if any(differences):
            print(f"{game} {rules} {lineup}, seed {SEED}, session {session}")
            sys.exit(next(filter(None, differences)))
        tables, hands = tables + 1, hands + len(kernel)
    print(f"{hands} hands at {tables} random tables, no difference")


if __name__ == "__main__":
    main()
