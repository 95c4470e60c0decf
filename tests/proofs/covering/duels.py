"""The intervals of ``study duel``: pairs, ranks, and duels that stop by themselves.

One large run of each contest is held; its sessions are independent, so a repetition draws some of
them. The large run is the population that they are drawn from, so its own figures are the exact
truth.
"""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from reports.contests import Scores, Stopping, hold, pair
from reports.stats.comparisons import always_valid
from reports.studies.duel.pairs import Pairs
from simulate.books.tally import Ints
from simulate.games.loo.rules import LooRules
from simulate.runs.run import Run
from strategies.lineup import seat_players
from tests.proofs.covering.kept import Kinds, kept

_POPULATION = 60_000
_SESSIONS, _HANDS = 400, 20
_STRATEGIES = ("banker", "cautious", "bold", "random")
_CHIPS = "chips a hand"
#: The batches of a duel that stops by itself, and its most sessions in all.
_BATCH, _MOST = 25, 10_000


def _run(penalty: str, lineup: Sequence[str]) -> Run:
    players = seat_players("loo", list(lineup))
    return Run("loo", LooRules(penalty=penalty), players, _POPULATION, _HANDS, 77)


def _drawn(scores: Scores, sessions: Ints) -> Scores:
    return Scores(scores.above[:, sessions], scores.below[:, sessions])


def _pairs(penalty: str) -> Pairs:
    """Hold all pairs on the population."""
    run = _run(penalty, _STRATEGIES)
    numbers = list(combinations(range(len(run.players)), 2))
    contests = [pair(run, run.players[i], run.players[j]) for i, j in numbers]
    scores = hold(contests, 0, _POPULATION, False, 1)
    return Pairs(_STRATEGIES, dict(zip(numbers, scores, strict=True)), _CHIPS)


def _count_pairs(kinds: Kinds, everyone: Pairs, penalty: str, sessions: Ints) -> None:
    """Count the pairs, and what each strategy makes on average."""
    some = Pairs(everyone.labels, {
        key: _drawn(scores, sessions) for key, scores in everyone.scores.items()}, _CHIPS)
    for i, j in everyone.scores:
        kept(kinds, "pairs", f"{_STRATEGIES[i]} - {_STRATEGIES[j]}, {penalty}").count(
            some.value(i, j), everyone.value(i, j).value)
    for i, label in enumerate(_STRATEGIES):
        kept(kinds, "ranks", f"{label}, {penalty}").count(some.mean(i), everyone.mean(i).value)


def _until(scores: Scores, width: float, rng: np.random.Generator) -> Scores:
    """Return the scores of a duel that was held until its interval was narrow enough."""
    order = rng.integers(0, _POPULATION, _MOST)

    def more(held: list[Scores]) -> float:
        value = held[0].value
        return ((value.high - value.low) / 2 / width) ** 2

    stopping, size, found = Stopping(_BATCH, _MOST, more), 0, scores
    while size < stopping.needed([found] if size else [], size):
        size += stopping.next_batch(size)
        found = _drawn(scores, order[:size])
    return found


def _never_lost(scores: Scores, truth: float, rng: np.random.Generator) -> bool:
    """Tell whether the interval of a duel held the truth at every look."""
    order = rng.integers(0, _POPULATION, _MOST)
    stopping, size = Stopping(_BATCH, _MOST, lambda held: 0.0), 0
    while size < _MOST:
        size += stopping.next_batch(size)
        found = _drawn(scores, order[:size])
        if stopping.needed([found], size) > size:
            continue
        interval = always_valid(found.value, size, _SESSIONS)
        if not interval.low <= truth <= interval.high:
            return False
    return True


def count_duels(repetitions: int, seed: int = 20) -> Kinds:
    """Count the intervals of duels that hold, with capped and with unlimited penalties."""
    kinds: Kinds = {}
    rng = np.random.default_rng(seed)
    for penalty in ("cap:40", "unlimited"):
        pairs = _pairs(penalty)
        duels = {"banker - cautious": pairs.scores[0, 1], "banker - random": pairs.scores[0, 3]}
        for _ in range(repetitions):
            sessions = rng.integers(0, _POPULATION, _SESSIONS)
            _count_pairs(kinds, pairs, penalty, sessions)
            for name, scores in duels.items():
                truth = scores.value.value
                width = 1.96 * scores.value.se * (_POPULATION / 1000) ** 0.5
                kept(kinds, "--until", f"{name}, {penalty}").count(
                    _until(scores, width, rng).value, truth)
                always = kept(kinds, "--decide, at every look", f"{name}, {penalty}")
                always.repetitions += 1
                always.given += 1
                always.held += _never_lost(scores, truth, rng)
    return kinds
