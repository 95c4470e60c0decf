"""The law of one hand: the ends that were counted pay what the engine paid."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from simulate.games.loo.game import GAME
from simulate.games.loo.rules import LooRules
from simulate.games.rules import penalty_due
from simulate.runs.follow import follow, values_of
from simulate.runs.run import Run
from simulate.theory.law import (
    Law,
    Stakes,
    _alias,
    ante,
    codes_of,
    count,
    looks_at_pool,
    play_in_full,
    settle,
    why_in_full,
)
from strategies.lineup import library, seat_players


def table(lineup, sessions=100, hands=40, seed=5, **rules):
    return Run("loo", LooRules.of(**rules), seat_players("loo", lineup), sessions, hands, seed)


@pytest.mark.parametrize(("lineup", "rules"), [
    (["solved", "cautious", "bold", "two-trumps"], {}),
    (["cautious"] * 4, {"ante": 3, "dealer_ante": 7, "dealer_top_up": 1, "penalty": "cap:17"}),
    (["banker", "stay", "cautious"], {"penalty": "fixed:9", "remainder": "stays", "ante": 2}),
    (["bold", "miss-lover"], {"escalation_limit": 500}),
])
def test_ends_pay_hand_by_hand_what_the_engine_paid(lineup, rules):
    run, players = table(lineup, **rules), len(lineup)
    grows, stakes = GAME.growth(run.rules), Stakes.of(run)
    entries = {**values_of(run), "dealer": (GAME.row.dealer, 1), "pool": (GAME.row.pool, 1),
               "pool_next": (GAME.row.pool_next, 1), **grows.entries}

    def read(paths):
        ends, walkovers, left = codes_of(paths, grows.ends, players), 0, 0
        for number, begins in enumerate(paths.number):
            left = left if begins else 0
            chips, dealer = np.zeros(players, np.int64), int(paths["dealer"][number])
            pool = ante(chips, np.array(stakes), dealer, left)
            owed = penalty_due(stakes.kind, stakes.limit, pool)
            left = settle(chips, 5, dealer, pool, owed, int(ends[number]))
            walkovers += int(ends[number]) >> 3 * players
            assert pool == paths["pool"][number] and left == paths["pool_next"][number]
            assert chips.tolist() == paths["value"][number].tolist()
        return walkovers

    walkovers = sum(follow(run, entries, read, 1).pieces)
    assert walkovers > 0 or len(set(lineup)) > 1


def test_a_draw_is_as_likely_as_its_end_was():
    counts = np.array([1, 700, 3, 41, 41, 12])
    chances, others = _alias(counts)
    found = [Fraction(0)] * len(counts)
    for i, (chance, other) in enumerate(zip(chances, others, strict=True)):
        own = Fraction(chance).limit_denominator(int(counts.sum()))
        found[i] += own
        found[other] += 1 - own
    assert found == [Fraction(6 * int(one), int(counts.sum())) for one in counts]


def test_an_evening_is_known_by_its_number_and_a_law_by_its_numbers():
    run = table(["bold", "cautious", "stay"])
    law, stakes = count([run], 1), Stakes.of(run)
    whole = law.evenings(stakes, 7, 30, seed=3, shown=7)
    later = Law.read(law.numbers()).evenings(stakes, 3, 30, seed=3, first=4, shown=3)
    for one, other in zip(whole, later, strict=True):
        assert (one[4:] == other).all()
    assert (whole.chips[:, -1] == whole.total).all()
    assert (whole.chips.min(axis=1).clip(max=0) == whole.lowest).all()
    assert law.groups.shape == (1, 3) and law.hands == 4_000


def test_seats_that_look_at_the_pool_have_laws_by_its_share_and_seats_alike_one_for_all_dealers():
    def shape(lineup):
        runs = [table(lineup, penalty=penalty) for penalty in ("unlimited", "cap:20")]
        return count(runs, 1).groups.shape

    assert shape(["bold"] * 3) == (1, 1)
    assert shape(["banker"] * 3) == (7, 1)
    assert shape(["banker", "bold", "bold"]) == (7, 3)


def test_it_says_where_it_does_not_hold():
    unlike = {name for name in library("loo") if why_in_full(table([name, "stay"]))}
    assert unlike == {"master", "racer"}
    assert why_in_full(table(["master", "stay"])).startswith("master may look at ")
    assert why_in_full(table(["stay", "stay"], bankroll=50)) == "banks are finite"
    assert "not played for parts of a pool" in why_in_full(table(["stay"] * 2, scoring="points"))


def test_evenings_in_full_are_the_sessions_of_the_run():
    run = table(["bold", "stay", "stay"], sessions=30, hands=25, escalation_limit=150)
    found = play_in_full(run, 1, shown=40)
    assert found.chips.shape == (30, 25, 3) and found.hands.min() < 25
    assert (found.chips[:, -1] == found.total).all()
    assert (found.chips.min(axis=1).clip(max=0) == found.lowest).all()
    assert found.cut.sum() == 0 < found.bare.sum() and found.looed.sum() > 30
    capped = play_in_full(replace(run, rules=LooRules(penalty="cap:25")), 1)
    assert 0 < capped.cut.sum() < capped.looed.sum()


def test_who_looks_at_the_pool():
    looking = {name: looks_at_pool(seat_players("loo", [name] * 2))
               for name in ("random", "stay", "bold", "cautious", "banker", "solved", "master")}
    assert looking == {"random": False, "stay": False, "bold": False, "cautious": False,
                       "banker": True, "solved": True, "master": True}
