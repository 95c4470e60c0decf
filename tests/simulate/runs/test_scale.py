"""Totals of runs that nobody has the time to play: the arithmetic holds."""

from dataclasses import replace

import numpy as np
import pytest

from simulate.books.tally import Chunk, Tally
from simulate.games.game import find_game, game_names
from simulate.games.loo.rules import LooRules
from simulate.runs.chunk import play_chunk
from simulate.runs.run import Run
from strategies.lineup import seat_players

HANDS = 10**15
LARGEST = np.iinfo(np.int64).max


def a_run(game: str = "loo", **settings) -> Run:
    rules = LooRules(penalty="cap:40") if game == "loo" else find_game(game).rules_class()
    return Run(game, rules, seat_players(game, ["random"] * 4),
               **{"sessions": 16, "hands": 100, "seed": 5} | settings)


@pytest.fixture(scope="module", params=game_names())
def played(request):
    """Return a run of 16 sessions and its totals."""
    run = a_run(request.param)
    return run, play_chunk(run, 0, 16, 10)


def hands_in(run: Run, chunk: Chunk) -> int:
    return int(chunk.session[find_game(run.game).books.session.index("hands")])


def test_totals_of_10_to_the_15_hands_are_exact(played):
    run, chunk = played
    times = HANDS // hands_in(run, chunk)
    whole = ("session", "seat", "rates", "session_rates")
    large = replace(chunk, counts=chunk.counts * times,
                    **{name: getattr(chunk, name) * times for name in whole})
    tally = Tally(find_game(run.game).books, run.labels)
    tally.add(large)
    tally.add(replace(large, first=16))
    assert tally.session_total("hands") == 2 * times * hands_in(run, chunk)
    for name in ("seat", "rates", "session_rates"):
        sums = [2 * times * number for number in getattr(chunk, name).ravel().tolist()]
        assert getattr(tally, name).ravel().tolist() == sums
    counts = [2 * times * int(number) for number in chunk.counts]
    assert max(counts) <= LARGEST
    assert tally.counts.tolist() == counts
