"""What a place at the table is worth, to all strategies and to each: the line-up in all rotations,
followed hand by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from reports import headlines
from reports.compare import Measure
from reports.contests import Paired, rotations
from reports.defaults import sessions_of
from reports.draw.shapes import Lines
from reports.page.document import Column, Picture, Section, Table
from reports.results.figure_tables import columns_of_strategies
from reports.studies.study import in_parts
from simulate.books.tally import Floats, Ints
from simulate.games.game import find_game
from simulate.runs.follow import Entries, Paths, follow, values_of
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run


@dataclass(frozen=True)
class Places:
    """What each strategy made at each place, session by session."""

    labels: tuple[str, ...]
    names: tuple[str, ...]  #: the places
    above: Floats  #: float64[sessions, strategies, places]: chips or points
    below: Floats  #: float64[sessions, strategies, places]: hands

    def made(self, strategy: int, place: int) -> Paired:
        """Return chips or points a hand of a strategy at a place."""
        return Paired.mean(self.above[:, strategy, place], self.below[:, strategy, place])

    def edges(self) -> dict[Measure, Paired]:
        """Return what each place makes a hand more than the mean place."""
        made, hands = self.above.sum(axis=1), self.below.sum(axis=(1, 2)) / len(self.names)
        return {Measure("place", name): Paired.mean(made[:, p] - made.mean(axis=1), hands)
                for p, name in enumerate(self.names)}


def _reader(run: Run, labels: tuple[str, ...]) -> Callable[[Paths], Ints]:
    """Return the function that adds values and hands up by strategy and place."""
    seats, (_, shift) = len(run.players), find_game(run.game).begins
    credits = not find_game(run.game).plays_to_the_end(run.rules)
    who, seat = np.array([labels.index(label) for label in run.labels]), np.arange(seats)

    def read(paths: Paths) -> Ints:
        place = (seat - paths["begins"][:, None] - shift) % seats
        value = paths.entries["value"] * seats
        if credits:
            # The pool belongs to all seats alike: chips are counted from the mean of the seats.
            value = value - paths.entries["value"].sum(axis=1, keepdims=True)
        cell = (paths.session[:, None] * len(labels) + who) * seats + place
        sums = np.zeros((2, paths.sessions * len(labels) * seats), np.int64)
        for total, counted in zip(sums, (value, np.ones_like(value)), strict=True):
            np.add.at(total, cell, counted)
        return sums.reshape(2, paths.sessions, len(labels), seats)

    return read


def follow_places(
    run: Run, hands: int, jobs: int | None = None, progress: Progress = silent
) -> Places:
    """Play the line-up in all rotations, and return what each place brought: in no more sessions
    than the run has, of about so many hands."""
    labels, game, seats = tuple(dict.fromkeys(run.labels)), find_game(run.game), len(run.players)
    sessions = min(run.sessions, max(2, sessions_of(game, run.rules, hands, run.hands)))
    total = np.zeros((2, sessions, len(labels), seats), np.int64)
    entries: Entries = {**values_of(run), "begins": (game.begins[0], 1)}
    tables = [replace(run, players=players, sessions=sessions)
              for players in rotations(run.players)]
    parts = in_parts(progress, [1] * len(tables), sessions)
    for table, part in zip(tables, parts, strict=True):
        followed = follow(table, entries, _reader(table, labels), jobs, progress=part)
        total += np.concatenate(followed.pieces, axis=1)
    return Places(labels, tuple(game.position_names(seats)), total[0] / seats,
                  total[1].astype(float))


def section(found: Places, unit: str, deal: str) -> Section:
    """Return what each place is worth. ``unit``: chips or points; ``deal``: a hand, or a game."""
    edges, per = {one.name: edge for one, edge in found.edges().items()}, f"{unit} a {deal}"
    headline = headlines.capital(headlines.first(
        {name: one.estimate for name, one in edges.items()},
        lambda one, other: (edges[one] - edges[other]).estimate, len(found.above),
        f"{per} more than the mean place", name=lambda name: f"the {name}",
        is_first="is worth most"))
    made = {label: [found.made(i, p).estimate for p in range(len(found.names))]
            for i, label in enumerate(found.labels)}
    named = columns_of_strategies(found.labels, "position", "edge")
    table = Table.of("duel_positions", "What a place is worth", (
        Column("position", "place", "text"),
        Column("edge", f"{per} above the mean place", "signed", "{value} a hand",
               "made at the place above the mean place", with_error=True),
        *(Column(named[label], label, "signed", "{value} a hand", "made by it at the place")
          for label in found.labels),
    ), ({"position": name, "edge": edges[name].estimate,
         **{named[label]: made[label][p] for label in found.labels}}
        for p, name in enumerate(found.names)))
    picture = Picture("duel_positions", Lines(
        made, found.names, 0.18, height=3.6, neutral=0, xlabel="place in the hand", ylabel=per,
        title="What a place is worth"))
    return Section("duel_positions", "What is a place at the table worth?",
                   (headline,) if headline else (), (picture,), (table,))
