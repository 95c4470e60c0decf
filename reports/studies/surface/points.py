"""``study surface`` in a game for points: what a point costs, from the law of one hand."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from reports.draw.shapes import Lines, Series
from reports.page.document import Column, Row
from reports.stats.estimates import Estimate, around, mean_of, share_of_trials
from simulate.games.game import find_game
from simulate.games.loo.rules import RounceRules
from simulate.runs.run import Progress, Run
from simulate.theory.law import Evenings, Law, Stakes, play_in_full

#: Games that are drawn at each score, and about how many scores are asked about.
GAMES, _SCORES = 10_000, 5
COLUMNS = (
    Column("strategy", "strategy", "text", "text", "its first seat"),
    Column("score", "score of all", "count", "points",
           "the score that the games begin with (Rounce: points to go)"),
    Column("won", "wins", "share", "share of games", "that the seat wins"),
    Column("ahead", "a point ahead, it wins", "share", "share of games",
           "that it wins, with its side, with one point more"),
    Column("point", "a point is worth", "share", "share of games",
           "the same games, one point apart"),
    Column("hands", "hands to come", "amount", "hands", "of a game from there"))


def _seats(run: Run) -> dict[str, int]:
    """Return the first seat of each strategy."""
    return {label: run.labels.index(label) for label in dict.fromkeys(run.labels)}


def won(found: Evenings, stakes: Stakes) -> NDArray[np.bool_]:
    """Return who won each game: bool[games, seats]; nobody where it was not over."""
    reached = found.total >= stakes.target
    if stakes.shared:
        return reached
    best = reached & (found.total == found.total.max(axis=1, keepdims=True))
    return best & (best.sum(axis=1, keepdims=True) == 1)


def by_score(run: Run, law: Law) -> Iterator[Row]:
    """Yield what a point is worth to each strategy, by the score."""
    players, stakes = len(run.players), Stakes.of(run)

    def drawn(begin: list[int]) -> Evenings:
        return law.evenings(stakes, GAMES, run.hands, run.seed, begin=begin)

    # With a point more a game would be over at the last score.
    for score in range(0, stakes.target - 1, max(1, stakes.target // _SCORES)):
        even = drawn([score] * players)
        independent, own = law.independent(even), won(even, stakes)
        for label, seat in _seats(run).items():
            side = range(seat % 2, players, 2) if find_game(run.game).partners(players) else (seat,)
            ahead = won(drawn([score + (k in side) for k in range(players)]), stakes)[:, seat]
            gain = ahead.astype(float) - own[:, seat]
            error = float(gain.std()) / independent**0.5
            yield {"strategy": label, "score": _counted(run, score),
                   "hands": mean_of(even.hands),
                   "won": share_of_trials(own[:, seat].mean() * independent, independent),
                   "ahead": share_of_trials(ahead.mean() * independent, independent),
                   "point": around(float(gain.mean()), error, independent)}


def _counted(run: Run, won: int) -> int:
    """Return a score as the table counts it: Rounce down."""
    return Stakes.of(run).target - won if isinstance(run.rules, RounceRules) else won


def from_start(run: Run, jobs: int | None, progress: Progress) -> Iterator[Row]:
    """Yield how often each strategy wins games that are played in full."""
    found = play_in_full(run, jobs, progress)
    own = won(found, Stakes.of(run))
    for label, seat in _seats(run).items():
        yield {"strategy": label, "score": _counted(run, 0), "hands": mean_of(found.hands),
               "won": share_of_trials(int(own[:, seat].sum()), run.sessions)}


def by_own(rows: list[Row]) -> Lines:
    """Return the figure of these rows, a line a strategy."""
    lines: dict[str, list[Estimate]] = {}
    for row in rows:
        lines.setdefault(row["strategy"], []).append(row["point"])
    scores = list(dict.fromkeys(row["score"] for row in rows))
    return Lines({label: Series(worth, scores) for label, worth in lines.items()}, bottom=0,
                 height=3.4, scale=100, xlabel="score of all seats", ylabel="of games, %",
                 title="What a point is worth")
