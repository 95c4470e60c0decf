"""``study surface`` in a game for points: what a point costs, from the law of one hand."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from reports.draw.shapes import Lines, Series
from reports.page.document import Column, Picture, Row, Section, Table
from reports.results.shared_sentences import share
from reports.stats.estimates import Estimate, around, mean_of
from reports.studies.study import Study, in_parts
from reports.studies.surface.card import sitting_card
from reports.studies.surface.laws import hands_of, law_of, laws_of
from reports.studies.surface.measured import trials
from simulate.games.game import find_game
from simulate.games.loo.rules import RounceRules
from simulate.games.narrating import how_many
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run
from simulate.theory.law import Evenings, Law, Stakes, play_in_full, why_in_full

QUESTION = "What does a point cost?"
#: Games that are drawn at each score, and about how many scores are asked about.
_GAMES, _SCORES = 10_000, 5
_COLUMNS = (
    Column("strategy", "strategy", "text", "text", "its first seat"),
    Column("score", "score of all", "count", "points",
           "the score that the games begin with (Rounce: points to go)"),
    Column("won", "wins", "share", "share of games", "that the seat wins"),
    Column("ahead", "a point ahead, it wins", "share", "share of games",
           "that it wins, with its side, with one point more"),
    Column("point", "a point is worth", "share", "share of games",
           "the same games, one point apart"),
    Column("hands", "hands to come", "amount", "hands", "of a game from there"))


def study_points(run: Run, jobs: int | None = None, progress: Progress = silent) -> Study:
    """Answer what a point is worth to the strategies of a table, by the score; where no law holds
    games are played in full, from their start."""
    why = why_in_full(run)
    counting, sitting = in_parts(progress, (1, 4))
    laws = laws_of(run, len(run.players), hands_of(run) // 4, jobs, counting)
    law = None if why else law_of(run, hands_of(run), jobs, sitting)
    rows = [*(_by_score(run, law) if law else _from_start(run, jobs, sitting))]
    first = rows[0]
    told = f"a point is worth {share(first['point'])} of games to" if not why else (
        f"a game is won in {share(first['won'])} of cases by")
    answer = (f"At the start {told} {first['strategy']}.",
              *([f"All games were played in full: {why}."] if why else []))
    picture = () if why else (Picture("surface_points", _by_own(rows)),)
    table = Table.of("surface_points", "What a point is worth, by the score", _COLUMNS, rows)
    section = Section("surface", QUESTION, answer, picture, (table,))
    return Study(QUESTION, answer, (section,), {"rows": rows},
                 sitting_card(QUESTION, run, law, laws, answer) if law or laws else None,
                 played=f"{how_many(_GAMES, 'game')} a score" if not why else "")


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


def _by_score(run: Run, law: Law) -> Iterator[Row]:
    players, stakes = len(run.players), Stakes.of(run)

    def drawn(begin: list[int]) -> Evenings:
        return law.evenings(stakes, _GAMES, run.hands, run.seed, begin=begin)

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
                   "won": trials(own[:, seat].mean(), independent),
                   "ahead": trials(ahead.mean(), independent),
                   "point": around(float(gain.mean()), error, independent)}


def _counted(run: Run, won: int) -> int:
    """Return a score as the table counts it: Rounce down."""
    return Stakes.of(run).target - won if isinstance(run.rules, RounceRules) else won


def _from_start(run: Run, jobs: int | None, progress: Progress) -> Iterator[Row]:
    found = play_in_full(run, jobs, progress)
    own = won(found, Stakes.of(run))
    for label, seat in _seats(run).items():
        yield {"strategy": label, "score": _counted(run, 0), "hands": mean_of(found.hands),
               "won": trials(own[:, seat].mean(), run.sessions)}


def _by_own(rows: list[Row]) -> Lines:
    """Return what a point is worth by the score, a line a strategy."""
    lines: dict[str, list[Estimate]] = {}
    for row in rows:
        lines.setdefault(row["strategy"], []).append(row["point"])
    scores = list(dict.fromkeys(row["score"] for row in rows))
    return Lines({label: Series(worth, scores) for label, worth in lines.items()}, bottom=0,
                 height=3.4, scale=100, xlabel="score of all seats", ylabel="of games, %",
                 title="What a point is worth")
