"""What must hold of any run of Casino."""

from collections import Counter
from itertools import combinations, cycle, islice

import numpy as np
import pytest

from simulate.domino.tiles import ALL_TILES, TILES, mask, name, names, parse
from simulate.games.casino import kernel
from simulate.games.casino.kernel import DICE, RULES, WINS, decode
from simulate.games.casino.rules import CasinoRules
from simulate.runs.follow import histories
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.lineup import library, seat_players
from tests.oracle.casino import settle_round
from tests.simulate.games.casino.at_the_oracle import rule_of


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_counts_by_tile_are_those_of_the_histories(players):
    lineup = islice(cycle(library("casino")), players)
    run = Run("casino", CasinoRules(), seat_players("casino", [*lineup]), 96, 1, 9)
    wins, tiles, squares = Counter(), np.zeros(TILES, np.int64), np.zeros(TILES, np.int64)
    for game, _ in histories(run, range(run.sessions)):
        for entry in game["rounds"]:
            for bet, won in zip(entry["bets"], entry["won"], strict=True):
                wins[parse(bet), rule_of(entry, bet) if won else None] += 1
                tiles[parse(bet)] += len(won)
                squares[parse(bet)] += len(won) ** 2
    counts = decode(play(run, jobs=1).tally.counts)
    assert counts.tiles.tolist() == tiles.tolist()
    assert counts.squares.tolist() == squares.tolist()
    assert counts.wins.tolist() == [[wins[tile, rule] for rule in WINS] for tile in range(TILES)]


def test_every_end_of_a_game_with_one_tile_each():
    """All pairs of last tiles and all rolls, and some tables of five, against the oracle."""
    fives = [[(7 * i + k * k + 3 * k) % TILES for k in range(5)] for i in range(TILES)]
    ends = [*combinations(range(TILES), 2), *(five for five in fives if len(set(five)) == 5)]
    for bets in ends:
        words = [name(bet) for bet in bets]
        pot = names(ALL_TILES & ~mask(bets))[:3]
        chosen, before = [1 << bet for bet in bets], mask(map(parse, pot))
        for roll in range(36):
            rule, *winners, after = kernel.settle(sum(chosen), before, roll)
            oracle = settle_round(words, tuple(DICE[roll].tolist()), pot)
            assert RULES[rule] == oracle.rule
            assert after == mask(map(parse, oracle.pot))
            won = [mask(map(parse, tiles)) for tiles in oracle.won]
            assert [kernel.taken(bet, *winners) for bet in chosen] == won
