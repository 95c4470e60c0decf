"""Philox, the deck and the seats' words: published vectors, NumPy, and plain Python."""

from functools import cache

import numpy as np
import pytest

from boneyard.proof import randomness
from simulate.domino.tiles import name
from simulate.games.loo.rules import LooRules
from simulate.games.loo.views import AT
from simulate.machine.randomness import philox
from simulate.runs.chunk import record_sessions
from simulate.runs.run import Run
from strategies.lineup import seat_players
from tests.sizes import stats

# From the known-answer file of the authors' Random123 library.
VECTORS = [
    ((0, 0, 0, 0), (0, 0),
     (0x16554D9ECA36314C, 0xDB20FE9D672D0FDC, 0xD7E772CEE186176B, 0x7E68B68AEC7BA23B)),
    ((2**64 - 1,) * 4, (2**64 - 1,) * 2,
     (0x87B092C3013FE90B, 0x438C3C67BE8D0224, 0x9CC7D7C69CD777B6, 0xA09CAEBF594F0BA0)),
    ((0x243F6A8885A308D3, 0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89),
     (0x452821E638D01377, 0xBE5466CF34E90C6C),
     (0xA528F45403E61D95, 0x38C72DBD566E9788, 0xA5A1610E72FD18B5, 0x57BD43B5E52B7FE6)),
]


@pytest.mark.parametrize(("counter", "key", "words"), VECTORS)
def test_philox_known_answers(counter, key, words):
    arguments = [np.uint64(word) for word in (*counter, *key)]
    assert tuple(int(word) for word in philox(*arguments)) == words
    assert randomness.philox(counter, key) == words


def test_philox_agrees_with_numpy():
    counter, key = (12345, 678, 9, 0), (2**62 + 17, 0)
    generator = np.random.Philox(key=key[0], counter=[12344, 678, 9, 0])
    ours = philox(*(np.uint64(word) for word in (*counter, *key)))
    assert [int(word) for word in generator.random_raw(4)] == [int(word) for word in ours]


@cache
def turn_ups(sessions: int, hands: int) -> list[str]:
    run = Run("loo", LooRules(penalty="cap:40"), seat_players("loo", ["stay"] * 4), 1, hands, 3)
    return [name(row[AT.turn_up]) for row in record_sessions(run, range(sessions), 0, hands)]


def trump_chi2(trumps: list[int]) -> float:
    """P-value of the trump's distribution: (k + 1) / 28 for number k."""
    expected = np.array([k + 1 for k in range(7)]) / 28 * len(trumps)
    observed = np.bincount(trumps, minlength=7)
    return float(stats.chisquare(observed, expected).pvalue)


def test_trump_is_k_with_probability_k_plus_1_over_28():
    turned = turn_ups(40, 300)
    assert trump_chi2([int(tile[0]) for tile in turned]) > 0.001
    every_tile = np.unique(turned, return_counts=True)[1]
    assert len(every_tile) == 28
    assert stats.chisquare(every_tile).pvalue > 0.001


def test_a_loaded_shuffle_is_rejected():
    turned = turn_ups(40, 300)
    # One turned blank in ten comes up a double six instead.
    loaded = ["6-6" if tile.endswith("0") and i % 10 == 0 else tile
              for i, tile in enumerate(turned)]
    assert trump_chi2([int(tile[0]) for tile in loaded]) < 0.001
