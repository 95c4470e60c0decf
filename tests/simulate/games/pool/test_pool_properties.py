"""What holds in every hand, whatever the rules and the line-up (hypothesis finds the cases)."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from boneyard.proof.randomness import deck
from boneyard.proof.tiles import ends, other_end, pips
from reports.request import set_up
from simulate.games.pool.events import ASKING
from simulate.games.pool.game import GAME
from simulate.games.pool.kernel import decode
from simulate.games.pool.playing import play_out
from simulate.games.pool.rules import PoolRules
from simulate.games.pool.settling import find_winners
from simulate.games.pool.views import AT
from simulate.machine.compiling import kernel
from simulate.machine.table import BASE, pointer
from simulate.runs.follow import histories
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.lineup import library, seat_players
from tests.oracle.pool import Line
from tests.simulate.games.pool.at_the_oracle import tile_number
from tests.sizes import in_pieces

#: What holds does not depend on how many hands the expert imagines.
NAMES = [name if name != "expert" else "expert(deals=4)"
         for name in sorted(library("pool"))]
often = st.sampled_from(["no", "may", "must"])
by_hand = st.builds(
    PoolRules, contribution=st.integers(0, 50), leader=st.sampled_from(["draw", "rotate"]),
    draw=often, bankroll=st.none() | st.integers(1, 200))
hundred_up = st.builds(
    PoolRules, contribution=st.integers(0, 50), leader=st.sampled_from(["draw", "rotate"]),
    draw=often, score=st.just("hundred_up"), target=st.integers(1, 150),
    star=often)
rules_of_all = by_hand | hundred_up
line_ups = st.lists(st.sampled_from(NAMES), min_size=3, max_size=6)
seeds = st.integers(0, 2**63 - 1)


@settings(max_examples=15, deadline=None, derandomize=True)
@given(rules=rules_of_all, lineup=line_ups, seed=seeds)
def test_counts_are_those_of_the_histories(rules, lineup, seed):
    run = Run("pool", rules, seat_players("pool", lineup), 2, 30, seed)
    tally = play(run, jobs=1).tally
    counts = decode(tally.counts)
    expected = [np.zeros_like(part) for part in counts]
    hands, winners, won, turns, left, lengths = expected
    for hand, _ in histories(run, range(2)):
        seats = [seat for seat in range(len(lineup)) if hand["dealt"][seat]]
        seats.sort(key=lambda seat: (seat - hand["leader"]) % len(lineup))
        ended = len(seats), int(hand["ended"] == "blocked")
        hands[ended] += 1
        winners[(*ended, len(hand["winners"]))] += 1
        turns[(*ended, sum("draw" not in play for play in hand["plays"]))] += 1
        for position, seat in enumerate(seats):
            won[(*ended, position)] += seat in hand["winners"]
            left[len(seats), position, hand["pips"][seat]] += 1
        if hand.get("game_over"):
            lengths[hand["hand"] + 1] += 1
    assert all(np.array_equal(*both) for both in zip(counts, expected, strict=True))
    by_position = [[tally.form(f"hands_won_at_{p}", [seat]) for p in range(6)]
                   for seat in range(len(lineup))]
    assert np.array_equal(np.sum(by_position, axis=0), won.sum(axis=(0, 1)))


def test_who_is_out_while_a_star_is_left_has_starred():
    """``star=must``: with four players two seats star, and whoever may does."""
    run = set_up("pool", "counter", 4, {"score": "hundred_up"}, 24, 50, 3)
    asked = 0
    for session in range(24):
        starred = set()
        for hand, _ in histories(run, range(session, session + 1)):
            gone = [seat for seat, score in enumerate(hand["score_before"]) if score is None]
            if gone and len(starred) == 1:
                state = ASKING.state(hand, run.rules)
                assert state[AT.stars] == sum(1 << seat for seat in starred)
                assert state[AT.pool] == hand["pool"]
                asked += 1
            starred |= set(hand["starred"])
    assert asked > 0


ENDINGS = ("domino", "blocked")
HAND_SIZES = {3: 6, 4: 5, 5: 4, 6: 3}


@kernel
def play_known_hands(row: Any, hands: int, endings: Any) -> None:
    """Play the hands dealt again and again, and count how they end."""
    table = pointer(row)
    for number in range(hands):
        table[BASE.key] = number * 0x2545F4914F6CDD1D
        for p in range(table[AT.players]):
            table[AT.held + p] = table[AT.dealt + p]
        play_out(table)
        find_winners(table)
        endings[table[AT.blocked], table[AT.winning]] += 1


@cache
def known_hands(players: int, session: int) -> tuple[frozenset[str], ...]:
    tiles, size = deck(1, session, 0), HAND_SIZES[players]
    return tuple(frozenset(tiles[size * p : size * (p + 1)]) for p in range(players))


def fit(hands: Any, plays: int, by_tile: bool = False) -> float:
    """Return the p-value of what the kernel does with hands against their exact odds."""
    row = np.zeros(AT.size, np.int64)
    GAME.lay_table(row, PoolRules(), len(hands))
    row[AT.players] = len(hands)
    for p, hand in enumerate(hands):
        row[AT.chair + p] = p
        row[AT.dealt + p] = sum(1 << tile_number(tile) for tile in hand)
    endings = np.zeros((2, 64), np.int64)
    play_known_hands(row, plays, endings)
    exact = odds(hands, by_tile=by_tile)
    expected = np.array([float(probability) for probability in exact.values()]) * plays
    seen = np.array([endings[ENDINGS.index(ended), winners] for ended, winners in exact])
    assert seen.sum() == plays
    return float(stats.chisquare(seen, expected).pvalue)


def test_odds_of_hands_that_a_person_can_follow():
    hands = (frozenset({"6-5", "2-2"}), frozenset({"6-3", "1-0"}), frozenset({"4-1"}))
    # 6-5, 6-3 and nothing fits 3 and 5: 4 pips against 1 and 5; or 2-2 and nobody can play.
    assert odds(hands) == {("blocked", 0b010): Fraction(1, 2), ("blocked", 0b100): Fraction(1, 2)}
    hands = (frozenset({"6-3", "3-3"}), frozenset({"6-6"}), frozenset({"0-0"}))
    # 6-3 to the left leaves 3 and 3, and then the first seat's double; all else a six.
    thirds = {("domino", 0b001): Fraction(1, 3), ("domino", 0b010): Fraction(2, 3)}
    assert odds(hands, line=(6, 3)) == thirds


@in_pieces("known", [(6, 1), (5, 3)], [(6, 0), (6, 2), (5, 4), (4, 1)])
def test_kernel_plays_known_hands_with_their_exact_odds(known):
    for hands in known:
        assert fit(known_hands(*hands), 200_000) > 1e-4, hands


def test_a_wrong_reading_of_random_is_rejected():
    assert min(fit(known_hands(5, s), 200_000, by_tile=True) for s in (3, 4)) < 1e-9


Hands = tuple[frozenset[str], ...]
#: How a hand ends, and the set of positions that win it (bit p for position p).
Ending = tuple[str, int]
NO_LINE = (-1, -1)


def _plays(hand: frozenset[str], line: tuple[int, int]) -> Iterator[tuple[str, int, int]]:
    """Yield each option of a hand with the ends that it leaves."""
    left, right = line
    if line == NO_LINE:
        yield from ((tile, *ends(tile)) for tile in hand)
        return
    lying = Line()
    lying.tiles = [line]
    for tile, end in lying.options(sorted(hand)):
        if end == "left":
            yield tile, other_end(tile, left), right
        else:
            yield tile, left, other_end(tile, right)


def _blocked(hands: Hands) -> dict[Ending, Fraction]:
    counts = [sum(map(pips, hand)) for hand in hands]
    winners = sum(1 << p for p, count in enumerate(counts) if count == min(counts))
    return {("blocked", winners): Fraction(1)}


@cache
def odds(
    hands: Hands, line: tuple[int, int] = NO_LINE, position: int = 0, passes: int = 0,
    by_tile: bool = False,
) -> dict[Ending, Fraction]:
    """Return the probability of each ending.

    Parameters
    ----------
    hands : tuple of frozenset of str
        By position, the leader first.
    line : (int, int)
        The numbers at its ends.
    position, passes : int
        Who is to play, and how many passed just before.
    by_tile : bool
        A wrong rule: a seat chooses among its tiles first, then an end.
    """
    if passes == len(hands):
        return _blocked(hands)
    plays = list(_plays(hands[position], line))
    following = (position + 1) % len(hands)
    if not plays:
        return odds(hands, line, following, passes + 1, by_tile)
    tiles = [tile for tile, _, _ in plays]
    total: dict[Ending, Fraction] = {}
    for tile, left, right in plays:
        weight = Fraction(1, len(plays))
        if by_tile:
            weight = Fraction(1, len(set(tiles)) * tiles.count(tile))
        kept = hands[position] - {tile}
        if kept:
            after = (*hands[:position], kept, *hands[position + 1 :])
            part = odds(after, (left, right), following, 0, by_tile)
        else:
            part = {("domino", 1 << position): Fraction(1)}
        for ending, probability in part.items():
            total[ending] = total.get(ending, Fraction(0)) + weight * probability
    return total
