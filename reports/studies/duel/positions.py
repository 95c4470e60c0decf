"""What a position is worth: chips or points by distance from the seat that begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from reports.stats.estimates import Estimate, mean_of
from reports.studies.contests import rotations
from simulate.books.tally import Floats, Ints
from simulate.games.game import find_game
from simulate.runs.follow import Entries, Paths, follow, values_of
from simulate.runs.progress import Progress
from simulate.runs.run import Run


@dataclass(frozen=True)
class Positions:
    """What each strategy made in each position, session by session.

    ``above`` (float64[sessions, strategies, positions]): chips or points. ``below``
    (float64[sessions, strategies, positions]): hands.
    """

    labels: tuple[str, ...]
    above: Floats
    below: Floats

    def value(self, strategy: int | None, position: int) -> Estimate:
        """Estimate chips or points a hand in a position; of all strategies when None."""
        own = slice(None) if strategy is None else slice(strategy, strategy + 1)
        return mean_of(
            self.above[:, own, position].sum(axis=1), self.below[:, own, position].sum(axis=1)
        )

    @property
    def totals(self) -> tuple[Floats, Floats]:
        """What all strategies made by position, and the hands of a position. Returns
        float64[sessions, positions] and float64[sessions]."""
        return self.above.sum(axis=1), self.below.sum(axis=(1, 2)) / self.above.shape[2]

    def lead(self, one: int, other: int) -> Estimate:
        """Estimate what a position makes a hand more than another, on the same deals."""
        total, hands = self.totals
        return mean_of(total[:, one] - total[:, other], hands)

    def edge(self, position: int) -> Estimate:
        """Estimate what a position makes a hand more than the mean of all."""
        total, hands = self.totals
        return mean_of(total[:, position] - total.mean(axis=1), hands)


def _reader(run: Run, labels: Sequence[str], credits: bool) -> Callable[[Paths], Ints]:
    """Return the function that adds values and hands up by strategy and position."""
    seats, shift = len(run.players), find_game(run.game).begins[1]
    who = np.array([list(labels).index(label) for label in run.labels])
    seat = np.arange(seats)

    def read(paths: Paths) -> Ints:
        position = (seat - paths["begins"][:, None] - shift) % seats
        value = paths.entries["value"] * seats
        if credits:
            # The pool belongs to all seats equally, so chips are counted from the mean of the
            # seats.
            value = value - paths.entries["value"].sum(axis=1, keepdims=True)
        cell = (paths.session[:, None] * len(labels) + who) * seats + position
        size = paths.sessions * len(labels) * seats
        sums = np.zeros((2, size), np.int64)
        np.add.at(sums[0], cell.ravel(), value.ravel())
        sums[1] = np.bincount(cell.ravel(), minlength=size)
        return sums.reshape(2, paths.sessions, len(labels), seats)

    return read


def follow_positions(
    run: Run, sessions: int, jobs: int | None = None, progress: Progress | None = None
) -> Positions:
    """Play a line-up in all rotations and add up what its strategies make by position.

    ``sessions``: how many of the run's sessions. ``progress``: called with the sessions and the
    hands done so far, over all rotations.
    """
    labels = tuple(dict.fromkeys(run.labels))
    credits = not find_game(run.game).plays_to_the_end(run.rules)
    total = np.zeros((2, sessions, len(labels), len(run.players)), np.int64)
    hands = 0
    for number, players in enumerate(rotations(run.players)):
        table = replace(run, players=players, sessions=sessions)

        def pass_on(done: float, played: int, number: int = number, before: int = hands) -> None:
            if progress:
                progress(number * sessions + done, before + played)

        entries: Entries = {**values_of(run), "begins": (find_game(run.game).begins[0], 1)}
        followed = follow(table, entries, _reader(table, labels, credits), jobs, progress=pass_on)
        hands += followed.played.tally.session_total("hands")
        total += np.concatenate(followed.pieces, axis=1)
    return Positions(labels, total[0] / len(run.players), total[1].astype(float))
