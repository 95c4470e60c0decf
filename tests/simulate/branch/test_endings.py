"""Endings small enough to enumerate: rollouts agree with the exact expectation.

The rival decides by lot, so that nothing depends on what it hides but the tiles themselves.  All
deals that agree with what was seen are gone through in plain Python, each weighted by how likely
the rival was to play as it did.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from reports.games.loo.report import race_of
from reports.request import set_up
from reports.studies.advise.decision import answers_to
from reports.studies.advise.decision_input import read_decision
from reports.typed.told import Told
from simulate.branch.limits import Limits
from simulate.branch.pricing import price
from simulate.branch.races import PARTS, Race
from simulate.games.game import find_game
from simulate.games.loo.views import MISS, PLAY
from simulate.games.spot import asking
from simulate.runs.chunk import play_sessions, record_sessions
from strategies.lineup import seat_players
from strategies.loo.base import Stay
from tests.simulate.branch.seen_tricks import hands_left

ALL = [f"{a}-{b}" for a in range(7) for b in range(a + 1)]
TRUMP = "6"


def is_trump(tile):
    return TRUMP in tile


def follows(hand, suit):
    """What may be played to a suit led: the suit, else trumps, else anything."""
    if suit == TRUMP:
        of_suit = [tile for tile in hand if is_trump(tile)]
    else:
        of_suit = [tile for tile in hand if suit in tile and not is_trump(tile)]
    return of_suit or [tile for tile in hand if is_trump(tile)] or hand


def leads(hand, is_first):
    trumps = [tile for tile in hand if is_trump(tile)]
    return trumps if len(trumps) >= (2 if is_first else 1) else hand


def beats(tile, other, suit):
    """Whether a tile wins against the one led."""
    def rank(t, k):
        return 7 if t[0] == t[2] else int(t[0]) + int(t[2]) - int(k)
    if is_trump(tile) != is_trump(other):
        return is_trump(tile)
    k = TRUMP if is_trump(other) else suit
    return k in tile and rank(tile, k) > rank(other, k)


def suits(tile):
    return {TRUMP} if is_trump(tile) else {tile[0], tile[2]}


def last_trick(mine, its, i_lead):
    """Tricks to expect from the last trick, whatever suit its leader names."""
    led, other = (mine, its) if i_lead else (its, mine)
    lost = np.mean([beats(other, led, suit) for suit in suits(led)])
    return 1 - lost if i_lead else lost


def exact(held, past, unseen, tile, suit):
    """Tricks to expect of the last two when this tile is led, and how they are weighted."""
    value, total = 0.0, 0.0
    for hand, weight in hands_left(unseen, past, follows):
        mine = next(other for other in held if other != tile)
        legal = follows(hand, suit)
        for reply in legal:
            wins = not beats(reply, tile, suit)
            its = next(other for other in hand if other != reply)
            value += weight / len(legal) * (wins + last_trick(mine, its, wins))
        total += weight
    return value / total


@pytest.mark.parametrize(("held", "past"), [
    (["5-4", "3-3"], [("6-6", "6", "6-1"), ("5-5", "5", "5-1"), ("4-4", "4", "4-2")]),
    (["4-1", "5-2"], [("6-6", "6", "3-2"), ("5-5", "5", "5-3"), ("4-4", "4", "2-0")]),
    (["5-0", "2-1"], [("6-5", "6", "6-2"), ("6-4", "6", "5-3"), ("3-3", "3", "6-1")][:2] + [
        ("3-3", "3", "3-1")])])
def test_the_last_two_tricks_of_loo_are_worth_what_enumeration_says(held, past):
    turn_up = "6-3"
    rules = {"scoring": "points"}
    run = set_up("loo", "random", 2, rules, 1, None, 3)
    seen = "; ".join(f"{suit}: {led} {reply}" for led, suit, reply in past)
    told = Told(" ".join(held), "eldest", turn_up, "play,play", seen=seen)
    hand, events, index = read_decision(run, told)
    ask = asking("loo")
    spot = ask.spot(hand, run.rules, events, index)
    prices = price(run, spot, lambda o: o[:, :, 0].astype(float), 0.0, limits=Limits(1 << 15))
    gone = {turn_up, *held, *(t for led, _, reply in past for t in (led, reply))}
    unseen = [tile for tile in ALL if tile not in gone]
    for answer, mean in zip(prices.answers, prices.sums.mean, strict=True):
        written = ask.write(events[index], answer)
        expected = len(past) + exact(held, past, unseen, written["tile"], str(written["suit"]))
        assert mean == pytest.approx(expected, abs=5 / np.sqrt(prices.sums.effective))


class MissesFirst(Stay):
    """Takes a miss in the first hand, if there is one left; then it stays."""

    name = "misses-first"

    @staticmethod
    def declare(view, p):
        return MISS if view.number == 0 and view.legal >> MISS & 1 else PLAY


@pytest.mark.slow
@pytest.mark.parametrize("game", ["rounce", "loo"])
def test_what_a_forced_decision_costs_in_whole_games_is_what_the_race_says(game):
    rules = {"scoring": "points"} if game == "loo" else None
    sessions = 1500
    run = set_up(game, "stay", 3, rules, sessions, 1000, 4)
    race, books = race_of(run), find_game(game).books
    row, won, said = find_game(game).row, {}, {}
    for name in ("stay", MissesFirst()):
        table = replace(run, players=seat_players(game, [name, "stay", "stay"], 3))
        rows = play_sessions(table, 0, sessions, 1000)
        won[name == "stay"] = rows.seat[:, 0, books.seat.index("games_won")]
        hands = list(record_sessions(table, range(sessions), 0, 1))
        chances = np.zeros(sessions)
        for dealer in range(3):
            dealt = [k for k, hand in enumerate(hands) if hand[row.dealer] == dealer]
            scores = np.array([hands[k][row.value : row.value + 3] for k in dealt])
            chances[dealt] = race.replicas(scores, (dealer + 1) % 3, 0)[0]
        said[name == "stay"] = chances
    for which in (True, False):
        off = won[which] - said[which]
        assert abs(off.mean()) < 4 * off.std() / np.sqrt(sessions)
    # What the miss costs, on the same deals.
    off = (won[True] - won[False]) - (said[True] - said[False])
    assert abs(off.mean()) < 4 * off.std() / np.sqrt(sessions)


def test_who_is_there_has_won_and_level_scores_are_fair():
    rng = np.random.default_rng(1)
    gains = [rng.integers(-2, 5, (4096, 2)) for _ in range(2)]
    race = Race(gains, 15)
    chances = race.replicas(np.array([[15, 3], [3, 15], [16, 17], [0, 0]]), 0, 0)
    assert chances.shape == (1 + PARTS, 4)
    assert chances[0, :3].tolist() == [1, 0, 0]
    assert chances[0, 3] == pytest.approx(0.5, abs=0.03)


def test_a_chance_is_told_again_without_each_part_of_the_games():
    """In four parts of the hands seat 0 wins at once, in the others seat 1 does."""
    of_parts = np.where(np.arange(PARTS)[:, None] < 4, [15, 0], [0, 15])
    chances = Race([of_parts.repeat(2, axis=0)] * 2, 15).replicas(np.array([[0, 0]]), 0, 0)[:, 0]
    assert chances[0] == pytest.approx(4 / PARTS)
    assert chances[1:5] == pytest.approx(3 / (PARTS - 1))
    assert chances[5:] == pytest.approx(4 / (PARTS - 1))


@pytest.mark.slow
def test_advice_in_a_race_counts_games_and_the_score_changes_it():
    run = set_up("loo", "book", 2, {"scoring": "points"}, 1, None, 2)
    behind = []
    for score in ("0,0", "14,0", "0,14"):
        told = Told("6-5 5-4 4-3 3-1 2-0", "eldest", "6-3", score=score)
        found = answers_to(run, *read_decision(run, told), limits=Limits(4096))
        entry = found.as_dict()
        assert entry["unit"] == "games"
        assert 0 < found.prices.sums.error_of_worth(0, 1) < 0.05
        behind.append(entry["answers"][1]["behind"])
    assert len(set(behind)) == 3
