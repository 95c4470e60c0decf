"""The intervals of ``study duel``: pairs, ranks, and duels that stop by themselves.

One large run of each contest is held; its sessions are independent, so a repetition draws some of
them. The large run is the population that they are drawn from, so its own figures are the exact
truth.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from boneyard import UNIFORM, pick, simulate, study
from reports.contests import Scores, Stopping, hold, pair
from reports.results.result import Result
from reports.stats.comparisons import always_valid
from reports.studies.answered import HeldStudy
from reports.studies.duel import Pairs
from simulate.books.tally import Ints
from simulate.games.loo.rules import LooRules
from simulate.games.loo.views import DROP, PLAY
from simulate.runs.run import Run
from strategies.lineup import seat_players
from strategies.loo.base import LooStrategy
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
    return Scores(scores.above[sessions], scores.below[sessions])


def _pairs(penalty: str) -> Pairs:
    """Hold all pairs on the population."""
    run = _run(penalty, _STRATEGIES)
    scores = hold([pair(run, *both) for both in combinations(run.players, 2)], 0, _POPULATION, 1)
    return Pairs(dict(zip(combinations(_STRATEGIES, 2), scores, strict=True)), _CHIPS)


def _count_pairs(kinds: Kinds, everyone: Pairs, penalty: str, sessions: Ints) -> None:
    """Count the pairs, and what each strategy makes on average."""
    some = Pairs({
        key: _drawn(scores, sessions) for key, scores in everyone.scores.items()}, _CHIPS)
    for both in everyone.scores:
        kept(kinds, "pairs", f"{' - '.join(both)}, {penalty}").count(
            some.value(*both), everyone.value(*both).value)
    for label in _STRATEGIES:
        kept(kinds, "ranks", f"{label}, {penalty}").count(
            some.mean(label), everyone.mean(label).value)


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
        duels = {f"banker - {other}": pairs.scores["banker", other]
                 for other in ("cautious", "random")}
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


_SEATS = (3, 4)
#: What stands in an answer that names a better player.
_NAMES = {"skill": " is better than ", "duel": " is best"}


class Low(LooStrategy):
    """Drops one hand of eight, by lot."""

    name = "low"
    summary = "Drops one hand of eight, by lot."
    looks_at = "nothing"
    take_turn_up = keep_after_miss = lead = follow = UNIFORM

    @staticmethod
    def declare(view: Any, p: Any) -> int:
        """Drop by lot."""
        return PLAY if pick(view.word, 8) > 0 or not view.legal >> DROP & 1 else DROP


class High(Low):
    """The same by other lots."""

    name = "high"

    @staticmethod
    def declare(view: Any, p: Any) -> int:
        """Drop by lot."""
        return PLAY if pick(view.word, 8) < 7 or not view.legal >> DROP & 1 else DROP


def _asked(seats: int, seed: int) -> dict[str, Any]:
    """Return the table and the size of one repetition."""
    lineup = [(Low, High)[seat % 2] for seat in range(seats)]
    return {"lineup": lineup, "players": seats, "rules": {"penalty": "unlimited"},
            "sessions": _SESSIONS, "hands": _HANDS, "seed": seed, "jobs": 1, "progress": False}


def _who_wins(asked: dict[str, Any]) -> bool:
    """Tell whether a run says who makes the most."""
    found: Result = simulate("loo", **asked)
    return "too close" not in found.report().answers[0]


def _named(name: str) -> Callable[[dict[str, Any]], bool]:
    """Return what tells whether a study names a better player."""
    def named(asked: dict[str, Any]) -> bool:
        found: HeldStudy = study(name, "loo", **asked)
        return _NAMES[name] in " ".join(found.answer)

    return named


def count_equals(repetitions: int) -> Kinds:
    """Count the answers that name nobody, by study and number of players."""
    kinds: Kinds = {}
    asked_of = {"who wins a run": _who_wins,
                **{f"`study {name}`": _named(name) for name in _NAMES}}
    for what, is_named in asked_of.items():
        for seats in _SEATS:
            one = kept(kinds, what, f"{seats} players")
            for seed in range(repetitions):
                one.repetitions += 1
                one.given += 1
                one.held += not is_named(_asked(seats, seed))
    return kinds
