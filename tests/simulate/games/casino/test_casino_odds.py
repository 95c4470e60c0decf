"""Exact answers: what a tile may win against the 36 rolls of two dice."""

from fractions import Fraction
from itertools import combinations

import pytest

from simulate.domino.tile_sets import count
from simulate.domino.tiles import ALL_TILES, TILES, mask, name, names, parse
from simulate.games.casino import kernel
from simulate.games.casino.kernel import DICE, RULES
from strategies.casino.odds import best, best_for_pot, expected, match_chance
from tests.oracle.casino import settle_round

ROLLS = range(36)


def settled(bets, dice, pot=""):
    """Settle a round written in words by the kernel's rules: rule, winnings, pot."""
    chosen = [1 << parse(bet) for bet in bets.split()]
    roll = next(roll for roll in ROLLS if tuple(DICE[roll]) == tuple(dice))
    rule, *winners, pot_after = kernel.settle(
        sum(chosen), mask(map(parse, pot.split())), roll)
    won = [kernel.taken(bet, *winners) for bet in chosen]
    return RULES[rule], [names(tiles) for tiles in won], names(pot_after)


def score(bet, others, roll, pot=0):
    """Return the score of a bet against others in one roll."""
    tile = 1 << bet
    rule, winner_1, take_1, winner_2, take_2, own, _ = kernel.settle(
        tile | mask(others), pot, roll)
    prizes = kernel.prize(rule, take_1), kernel.prize(kernel.MATCHES, take_2)
    return kernel.gain(tile, winner_1, prizes[0], winner_2, prizes[1], own)


def mean_tiles(bet, others, pot=0):
    """Return the tiles that a bet wins on average, over all rolls."""
    return Fraction(sum(kernel.tiles_won(score(bet, others, roll, pot)) for roll in ROLLS), 36)


def test_the_three_settlements_of_the_source():
    assert settled("3-2 6-3 5-0", (4, 6)) == ("matches", [[], ["6-3"], []], ["5-0", "3-2"])
    assert settled("6-0 6-5 5-1", (1, 6), "3-2 5-0") == (
        "matches", [["6-5", "6-0"], [], ["5-1"]], ["5-0", "3-2"])
    assert settled("4-4 0-0 4-2", (4, 4), "3-2 5-0") == (
        "double_double", [["5-0", "4-4", "4-2", "3-2", "0-0"], [], []], [])


@pytest.mark.parametrize(("tile", "wins", "by_both_halves"), [
    ("6-5", 20, 2), ("2-1", 20, 2), ("4-4", 11, 1), ("3-0", 11, 0), ("0-0", 0, 0),
])
def test_a_tile_alone_against_two_dice(tile, wins, by_both_halves):
    scores = [score(parse(tile), [], roll) for roll in ROLLS]
    assert sum(kernel.tiles_won(each) for each in scores) == wins
    assert sum(kernel.wins_of(each, 3) for each in scores) == by_both_halves


def test_two_tiles_at_the_end_of_a_game():
    # 6-5 matches twice; with one 6 and no 5 the blank takes it, with a 5 it comes back.
    assert mean_tiles(parse("6-5"), [parse("6-0")], mask(range(1, 5))) == Fraction(2 * 6 + 9, 36)
    assert mean_tiles(parse("6-0"), [parse("6-5")]) == Fraction(9 * 2, 36)
    # Nothing but its own double wins against the double blank.
    assert mean_tiles(parse("4-4"), [0], mask(range(15, 20))) == Fraction(7, 36)
    assert mean_tiles(parse("6-5"), [0]) == mean_tiles(0, [parse("6-5")]) == 0


def test_every_end_of_a_game_with_one_tile_each():
    """All pairs of last tiles and all rolls, and some tables of five, against the oracle."""
    fives = [[(7 * i + k * k + 3 * k) % TILES for k in range(5)] for i in range(TILES)]
    ends = [*combinations(range(TILES), 2), *(five for five in fives if len(set(five)) == 5)]
    for bets in ends:
        words = [name(bet) for bet in bets]
        pot = names(ALL_TILES & ~mask(bets))[:3]
        chosen, before = [1 << bet for bet in bets], mask(map(parse, pot))
        for roll in ROLLS:
            rule, *winners, after = kernel.settle(sum(chosen), before, roll)
            oracle = settle_round(words, tuple(DICE[roll].tolist()), pot)
            assert RULES[rule] == oracle.rule
            assert after == mask(map(parse, oracle.pot))
            won = [mask(map(parse, tiles)) for tiles in oracle.won]
            assert [kernel.taken(bet, *winners) for bet in chosen] == won


def test_a_score_counts_what_a_bet_takes():
    for bets in combinations((0, 1, 2, 6, 16, 20, 21, 27), 3):
        for roll in ROLLS:
            chosen, pot = [1 << bet for bet in bets], mask((3, 4))
            rule, w1, t1, w2, t2, own, _ = kernel.settle(sum(chosen), pot, roll)
            for bet in chosen:
                tiles = count(kernel.taken(bet, w1, t1, w2, t2, own))
                each = kernel.gain(
                    bet, w1, kernel.prize(rule, t1), w2,
                    kernel.prize(kernel.MATCHES, t2), own)
                wins = (kernel.wins_of(each, 1), kernel.wins_of(each, 2),
                        kernel.wins_of(each, 3))
                assert kernel.tiles_won(each) == tiles
                assert sum(wins) == (tiles > 0)


def test_the_chance_of_a_match_is_that_of_the_dice():
    for tile in range(TILES):
        wins = sum(kernel.wins_of(score(tile, [], roll), 3) for roll in ROLLS)
        assert match_chance(tile) == wins / 36


@pytest.mark.parametrize("blank", [0, 1, 3, 6, 10, 15])
def test_expected_tiles_are_exact_against_a_known_blank(blank):
    for tile in set(range(TILES)) - {blank}:
        pot = mask([other for other in range(TILES) if other not in (blank, tile)][-4:])
        exact = float(mean_tiles(tile, [blank], pot))
        assert expected(tile, 4, 1 << blank, 1) == pytest.approx(exact)


def test_the_best_tile_depends_on_the_pot():
    hand = mask(map(parse, ("4-0", "5-5", "6-1")))
    out = ALL_TILES & ~hand
    assert name(best(hand, 0, out, 2)) == name(best(hand, 20, out, 2)) == "6-1"
    assert name(best(mask(map(parse, ("4-0", "5-5"))), 0, out, 2)) == "4-0"
    assert name(best(mask(map(parse, ("4-0", "5-5"))), 20, out, 2)) == "5-5"
    assert name(best_for_pot(hand, 2, 5.0)) == "4-0"
    assert name(best_for_pot(hand, 9, 5.0)) == "6-1"
