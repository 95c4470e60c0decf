"""What each option of a turn brings: every choice of the line-up's seats is played in every way."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reports.moves import above_others
from reports.stats.cells import Cells, ManyCells, halves, into_cells
from reports.studies.line.hands import STAKE
from simulate.books.tally import Floats, Ints
from simulate.branch.forks import Forks, fork
from simulate.domino.tiles import TILES
from simulate.games.pool.row import AT, SEATS
from simulate.games.pool.views import RIGHT
from simulate.runs.progress import Progress
from simulate.runs.run import Run
from strategies.pool.options import FACT, tell_lightest, tell_options

Bools = NDArray[np.bool_]

#: What an option can be among those of its turn.
HABITS = ("a double", "the heaviest", "keeps the most numbers", "leaves the fewest fits")
#: Pips kept after closing the line, less those that the smallest other hand is likely to hold.
MARGINS = ("10 or more lighter", "5 to 10 lighter", "0 to 5 lighter", "0 to 5 heavier",
           "5 to 10 heavier", "10 or more heavier")
#: Tiles out that may still fit after a play that all but closes the line.
CLOSED = 2
_MARGIN_BOUNDS = (-10, -5, 0, 5, 10)
_NOTED = {
    "hand": AT.hand, "left": AT.left, "right": AT.right, "played": AT.tiles_played,
    "sizes": AT.sizes, "players": AT.players, "position": AT.position,
}
_PAID = tuple(range(AT.paid, AT.paid + SEATS))


@dataclass(frozen=True)
class Turns(ManyCells):
    """What options bring, in parts of the hand's pool.

    ``habits``: by habit: the mean of the options that have it, less that of the other options of
    the turn. ``closing``: by margin: options that all but close the line, less the others of their
    turn. ``openings``: by tile: the opening tile, less the others of the hand.
    """

    habits: Cells
    closing: Cells
    openings: Cells


def study_turns(
    run: Run, jobs: int | None = None, progress: Progress | None = None
) -> tuple[Turns, Turns]:
    """Play every option in every turn of a line-up that has a choice, the seats asked in turn.

    Returns the ``halves`` of the hands: one to choose from, one to measure with.
    """
    seats = len(run.players)
    state = {AT.seats_in: (1 << seats) - 1, AT.pool: seats * STAKE}
    parts = fork(run, "play", _NOTED, _PAID, lambda forks: _read(seats, forks), state, jobs=jobs,
                 progress=progress)
    return halves(parts)


def _read(seats: int, forks: Forks) -> Turns:
    """Sort the options of some hands into their cells."""
    noted, turns = forks.noted, len(forks.count)
    taken = forks.outcomes[np.arange(turns), :, forks.seat] / (STAKE * seats)
    facts = np.zeros((*forks.answers.shape, FACT.size), np.int64)
    tell_options(forks.answers, forks.count, noted["hand"], noted["left"], noted["right"],
                 noted["played"], facts)
    given = np.arange(forks.answers.shape[1]) < forks.count[:, None]
    # The leader has no line yet, so its options are a question of their own.
    follows = noted["left"] >= 0
    tiles = np.where(given & ~follows[:, None], forks.answers % RIGHT, -1)
    openings = into_cells(np.repeat(forks.session, tiles.shape[1]), tiles.ravel(),
                          above_others(taken, forks.count).ravel(), TILES, forks.sessions)
    return Turns(_habits(forks, facts, taken, given & follows[:, None]),
                 _closing(forks, facts, taken, given & follows[:, None]),
                 openings)


def _apart(taken: Floats, one: Bools, given: Bools) -> tuple[Floats, Bools]:
    """Return the mean of the marked options less that of the others, and where there are both."""
    so, not_so = given & one, given & ~one
    both: Bools = np.logical_and(so.any(1), not_so.any(1))
    means = [np.where(kept, taken, 0).sum(1) / np.maximum(kept.sum(1), 1) for kept in (so, not_so)]
    return np.subtract(*means, dtype=np.float64), both


def _most(values: Ints, given: Bools) -> Bools:
    """Tell which options have the largest value of their turn."""
    known = np.where(given, values, np.iinfo(np.int64).min)
    found: Bools = known == known.max(1, keepdims=True)
    return found


def _habits(forks: Forks, facts: Ints, taken: Floats, given: Bools) -> Cells:
    are = (facts[..., FACT.double] == 1, _most(facts[..., FACT.pips], given),
           _most(facts[..., FACT.numbers], given), _most(-facts[..., FACT.fitting], given))
    gains, cells = [], []
    for k, one in enumerate(are):
        gained, both = _apart(taken, one, given)
        gains.append(gained)
        cells.append(np.where(both, k, -1))
    return into_cells(np.tile(forks.session, len(are)), np.concatenate(cells),
                      np.concatenate(gains), len(HABITS), forks.sessions)


def _closing(forks: Forks, facts: Ints, taken: Floats, given: Bools) -> Cells:
    """Compare the options that leave nothing to play, or next to nothing, with the others.

    If the seat's own hand still fits, the line is closed for the others only and not blocked.
    """
    noted = forks.noted
    closes = (facts[..., FACT.fitting] <= CLOSED) & (facts[..., FACT.own_fitting] == 0)
    gained, both = _apart(taken, closes, given)
    lightest = np.zeros(len(gained))
    tell_lightest(noted["hand"], noted["played"], noted["sizes"], noted["players"],
                  noted["position"], lightest)
    many = np.iinfo(np.int64).max
    kept = np.where(given & closes, facts[..., FACT.pips_kept], many).min(1)
    margin = np.searchsorted(_MARGIN_BOUNDS, np.where(both, kept, 0) - lightest, "right")
    return into_cells(forks.session, np.where(both, margin, -1), gained, len(MARGINS),
                      forks.sessions)
