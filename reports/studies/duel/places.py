"""What a place at the table is worth: the line-up in all rotations, followed hand by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from reports import headlines
from reports.compare import Measure, compare, section
from reports.contests import Paired, rotated
from reports.page.document import Column, Section
from reports.request import sessions_of
from reports.studies.study import in_parts
from simulate.books.tally import Ints
from simulate.games.game import find_game
from simulate.runs.follow import Entries, Paths, follow, values_of
from simulate.runs.run import Progress, Run, silent

PLACE = Column("position", "place", "text")
#: What a place makes a hand more than the mean place.
Places = dict[Measure, Paired]


def _reader(run: Run) -> Callable[[Paths], Ints]:
    """Return the function that adds up what each place made, and the hands: int64[sessions, places
    + 1]."""
    seats, (_, shift) = len(run.players), find_game(run.game).begins

    def read(paths: Paths) -> Ints:
        seat = (paths["begins"][:, None] + shift + np.arange(seats)) % seats
        made = np.take_along_axis(paths.entries["value"], seat, axis=1)
        return np.column_stack([paths.total(made), paths.lengths])

    return read


def follow_places(
    run: Run, hands: int, jobs: int | None = None, progress: Progress = silent
) -> Places:
    """Play the line-up in all rotations, and return what each place brought: in no more sessions
    than the run has, of about so many hands."""
    game, seats = find_game(run.game), len(run.players)
    sessions = min(run.sessions, max(2, sessions_of(game, run.rules, hands, run.hands)))
    entries: Entries = {**values_of(run), "begins": (game.begins[0], 1)}
    tables = rotated(replace(run, sessions=sessions))
    total = np.zeros((sessions, seats + 1), np.int64)
    for table, part in zip(tables, in_parts(progress, [1] * len(tables), sessions), strict=True):
        total += np.concatenate(
            follow(table, entries, _reader(table), jobs, progress=part).pieces)
    made, below = total[:, :seats], total[:, seats].astype(float)
    return {Measure("place", name): Paired.mean(made[:, p] - made.mean(axis=1), below)
            for p, name in enumerate(game.position_names(seats))}


def places_section(found: Places, unit: str, deal: str) -> Section:
    """Return what each place is worth. ``unit``: chips or points; ``deal``: a hand, or a game."""
    edges, per = {one.name: edge for one, edge in found.items()}, f"{unit} a {deal}"
    first = headlines.capital(headlines.first(
        {name: one.estimate for name, one in edges.items()},
        lambda one, other: (edges[one] - edges[other]).estimate,
        min(one.sessions for one in edges.values()), f"{per} more than the mean place",
        name=lambda name: f"the {name}", is_first="is worth most"))
    return replace(section(
        "duel_positions", "What is a place at the table worth?", compare({"": found}),
        Column("variant"), PLACE, f"{per} above the mean place", 0),
        answer=(first,) if first else ())
