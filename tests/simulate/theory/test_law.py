"""The law of one hand: the ends that were counted pay what the engine paid."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from reports.request import set_up
from simulate.games.game import find_game
from simulate.games.loo.rules import LooRules
from simulate.games.rules import penalty_due
from simulate.runs.follow import follow, histories, values_of
from simulate.theory.law import (
    Agreement,
    Law,
    _alias,
    ante,
    codes_of,
    count,
    ends_of,
    play_in_full,
    settle,
    why_in_full,
)
from strategies.lineup import library


def table(lineup, **more):
    return table_of("loo", lineup, **more)


@pytest.mark.usefixtures("booray")
@pytest.mark.parametrize(("game", "lineup", "rules"), [
    ("loo", ["solved", "cautious", "bold", "two-trumps"], {}),
    ("loo", ["cautious"] * 4,
     {"ante": 3, "dealer_ante": 7, "dealer_top_up": 1, "penalty": "cap:17"}),
    ("loo", ["banker", "stay", "cautious"],
     {"penalty": "fixed:9", "remainder": "stays", "ante": 2}),
    ("loo", ["bold", "miss-lover"], {"escalation_limit": 500}),
    ("loo", ["cautious", "bold", "stay", "random"], {"scoring": "points"}),
    ("rounce", ["solved", "bold", "cautious"], {}),
    ("euchre", ["hoyle", "bold", "loner", "solved"], {}),
    ("euchre", ["hoyle", "random", "bold"], {}),
    ("pool", ["counter", "random", "heaviest", "expert(deals=4)"], {"contribution": 3}),
    ("pool", ["random"] * 6, {"leader": "rotate"}),
    ("booray", ["thumb", "cautious", "bold", "thumb"], {}),
])
def test_ends_pay_hand_by_hand_what_the_engine_paid(game, lineup, rules):
    """The next pool, too, where there is one."""
    found = find_game(game)
    run, players = table_of(game, lineup, sessions=30, **rules), len(lineup)
    ends, stakes, row = ends_of(run), Agreement.of(run), found.row
    entries = {**values_of(run), "begins": (found.begins[0], 1), **ends.entries}
    if not ends.points:
        entries |= {"pool": (row.pool, 1), "pool_next": (row.pool_next, 1)}

    def read(paths):
        codes, left, checked = codes_of(paths, ends, players), 0, 0
        for number, begins in enumerate(paths.number):
            left = left if begins else 0
            chips = np.zeros(players, np.int64)
            dealer = players - 1 if ends.by_seat else int(
                paths["begins"][number] + found.begins[1] - 1) % players
            pool = ante(chips, stakes, dealer, left)
            owed = penalty_due(stakes.kind, stakes.limit, pool)
            left = settle(chips, ends.parts, dealer, pool, owed, int(codes[number]))
            if not ends.points:
                assert pool == paths["pool"][number] and left == paths["pool_next"][number]
            # At Euchre points against a seat have a minus.
            value = 2 * chips - chips.max() if game == "euchre" else chips
            assert value.tolist() == paths["value"][number].tolist()
            checked += 1
        return checked

    assert sum(follow(run, entries, read, 1).pieces) > 100


def table_of(game, lineup, sessions=100, hands=40, seed=5, **rules):
    return set_up(game, lineup, len(lineup), rules, sessions, hands, seed)


@pytest.mark.usefixtures("booray")
@pytest.mark.parametrize(("game", "lineup", "rules"), [
    ("pool", ["counter", "random", "heaviest"], {}),
    ("booray", ["thumb", "cautious", "bold"], {"penalty": "cap:6"}),
    ("euchre", ["hoyle", "threshold"] * 2, {}), ("euchre", ["bold", "hoyle", "loner"], {}),
    ("rounce", ["bold", "book", "stay"], {}), ("loo", ["solved"] * 4, {"scoring": "points"}),
])
def test_evenings_and_games_come_out_as_those_that_are_played(game, lineup, rules):
    run = table_of(game, lineup, sessions=6_000, **rules)
    assert not why_in_full(run)
    law, played = count([run], 1), play_in_full(replace(run, seed=6), 1)
    drawn = law.evenings(Agreement.of(run), 12_000, run.hands, seed=7)
    for one, other in zip(drawn[:4], played[:4], strict=True):
        error = np.sqrt(2 * one.var(axis=0) / law.independent(drawn)
                        + other.var(axis=0) / len(other))
        assert (abs(one.mean(axis=0) - other.mean(axis=0)) <= 4 * error).all()


@pytest.mark.parametrize("penalty", ["cap:20", "cap:17", "fixed:20", "unlimited"])
def test_hands_at_the_bare_antes_are_those_to_which_the_hand_before_left_nothing(penalty):
    """A limit of 20 can leave 20, and with the dealer's 5 a pool as large as the antes."""
    run = table(["bold", "bold", "stay", "stay"], penalty=penalty, remainder="stays")
    evening = {}
    for hand, _ in histories(run, range(run.sessions)):
        carried = evening.setdefault(hand["session"], [0, 0])
        carried[0] += carried[1] == 0
        carried[1] = hand["pool_next"]
    bare = np.array([many for many, _ in evening.values()])
    played = play_in_full(run, 1)
    assert played.bare.tolist() == bare.tolist()
    drawn = count([replace(run, sessions=2_000)], 1).evenings(Agreement.of(run), 4_000, 40, seed=3)
    error = np.hypot(bare.std() / 10, drawn.bare.std() / 60)
    assert abs(drawn.bare.mean() - bare.mean()) < 4 * error
    pools = Law(4, 5, np.array([5 | 7 << 3 | 1 << 12]), np.zeros((1, 1), int), np.array([[1]]))
    alone = pools.evenings(Agreement.of(run), 1, 30)
    assert alone.bare.tolist() == [1] and alone.looed.tolist() == [30]


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
    law, stakes = count([run], 1), Agreement.of(run)
    whole = law.evenings(stakes, 7, 30, seed=3)
    later = Law.read(law.numbers()).evenings(stakes, 3, 30, seed=3, first=4)
    for one, other in zip(whole[:-1], later[:-1], strict=True):
        assert (one[4:] == other).all()
    assert law.groups.shape == (1, 3) and law.hands == 4_000


def test_it_says_where_it_does_not_hold():
    unlike = {name for name in library("loo") if why_in_full(table([name, "stay"]))}
    assert unlike == {"master", "racer"}
    assert why_in_full(table(["master", "stay"])).startswith("master may look at ")
    assert why_in_full(table(["stay", "stay"], bankroll=50)) == "banks are finite"
    assert "more than a pool or a score" in why_in_full(table_of("casino", ["best-odds"] * 2))
    assert why_in_full(table_of("rounce", ["racer", "stay"])).startswith("racer may look at ")


def test_evenings_in_full_are_the_sessions_of_the_run():
    run = table(["bold", "stay", "stay"], sessions=30, hands=25, escalation_limit=150)
    found = play_in_full(run, 1)
    assert found.total.shape == (30, 3) and found.hands.min() < 25
    assert (found.lowest <= found.total.clip(max=0)).all()
    assert found.cut.sum() == 0 < found.bare.sum() and found.looed.sum() > 30
    capped = play_in_full(replace(run, rules=LooRules(penalty="cap:25")), 1)
    assert 0 < capped.cut.sum() < capped.looed.sum()
