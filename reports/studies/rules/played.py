"""A table under one set of rules, session by session, ready to be compared with another set."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from reports.results.figure_tables import figures_of
from reports.stats.ahead import edge_totals
from reports.studies.contests import Scores, rotations, seat_of
from reports.studies.duel.positions import Positions
from simulate.books.tally import Floats
from simulate.games.game import find_game
from simulate.runs.chunk import play_sessions
from simulate.runs.in_order import in_order
from simulate.runs.play import chunk_size
from simulate.runs.progress import Progress
from simulate.runs.run import Run


@dataclass(frozen=True)
class PlayedSet:
    """What a line-up did under a set of rules, in all rotations.

    Session s has the same deals under every set.

    ``figures``: of the table: the figures that the game declares for it. ``strategies``: by how
    much a seat of each strategy makes more a hand than the mean of its table; where games are won,
    its share of them. ``seats``: what a seat of each makes in a session, in chips, points or games.
    ``positions``: by how much a position makes more a hand than the mean position.
    """

    figures: dict[str, Scores]
    strategies: dict[str, Scores]
    seats: dict[str, Floats]
    positions: dict[str, Scores]

    def lead_totals(self, one: str, other: str) -> Floats:
        """Return what the edge of one strategy over another is computed from."""
        return edge_totals(self.seats[one] - self.seats[other])


def counts_games(run: Run) -> bool:
    """Tell whether games won are compared."""
    game = find_game(run.game)
    return game.plays_to_the_end(run.rules) and "games_won" in game.books.forms


def _play(run: Run, first: int, sessions: int) -> tuple[Floats, Floats]:
    """Return the fields of some sessions, and what each seat made in them."""
    books = find_game(run.game).books
    rows = play_sessions(run, first, sessions, run.hands)
    form = books.forms["games_won" if counts_games(run) else books.value]
    own = rows.seat[:, :, [books.seat.index(field) for field in form]].sum(axis=2)
    return rows.session.astype(float), own.astype(float)


def play_sets(
    runs: list[Run], jobs: int | None = None, tell: Progress | None = None
) -> list[tuple[Floats, Floats]]:
    """Play the line-up of each run in all rotations.

    Returns: for each run: its sessions' fields, and what the seats made.
    """
    tables = [[replace(run, players=players) for players in rotations(run.players)]
              for run in runs]
    for group in tables:  # compile before fanning out
        _play(replace(group[0], sessions=1, hands=1), 0, 1)
    size, sessions = chunk_size(runs[0]), runs[0].sessions
    tasks = [(table, first, min(size, sessions - first))
             for group in tables for table, first in product(group, range(0, sessions, size))]
    hands_at = find_game(runs[0].game).books.session.index("hands")
    parts, hands = [], 0
    for part in in_order(_play, tasks, jobs):
        parts.append(part)
        hands += int(part[0][:, hands_at].sum())
        if tell:
            tell(len(parts) / len(tasks), hands)
    chunks, each = len(range(0, sessions, size)), iter(parts)
    found = []
    for group in tables:
        rows = [[np.concatenate(side) for side in zip(*(next(each) for _ in range(chunks)),
                                                      strict=True)] for _ in group]
        fields, seats = zip(*rows, strict=True)
        found.append((np.array(fields), np.array(seats)))
    return found


def _table_scores(run: Run, fields: Floats) -> dict[str, Scores]:
    names = find_game(run.game).books.session
    columns = {name: fields[:, :, i] for i, name in enumerate(names)}
    columns["sessions"] = np.ones(fields.shape[:2])
    return {figure.name: Scores(columns[figure.above], columns[figure.of])
            for figure in figures_of(run)}


def digest(run: Run, fields: Floats, seats: Floats, positions: Positions) -> PlayedSet:
    """Return what was played under a set of rules in the form that is compared."""
    game, wins = find_game(run.game), counts_games(run)
    hands = fields[:, :, game.books.session.index("hands")]
    below = np.ones_like(hands) if wins else hands
    strategies, own = {}, {}
    for label in dict.fromkeys(run.labels):
        weights = seat_of(run, label).weights
        # Added seat by seat, because a product of matrices may round differently on other machines.
        above = sum(weights[:, None, seat] * seats[:, :, seat] for seat in range(seats.shape[2]))
        strategies[label] = Scores(np.asarray(above), below)
        own[label] = seats_of(run, label, seats)
    names = game.position_names(len(run.players))
    return PlayedSet(_table_scores(run, fields), strategies, own, _edges(names, positions))


def seats_of(run: Run, label: str, seats: Floats) -> Floats:
    """Return what one seat of a strategy made in each rotation."""
    tables = rotations(run.players)
    return np.array([
        made[:, [player.label for player in players].index(label)]
        for players, made in zip(tables, seats, strict=True)])


def _edges(names: list[str], found: Positions) -> dict[str, Scores]:
    """Return by how much each position makes more than the mean of all."""
    total, hands = found.above.sum(axis=1), found.below.sum(axis=(1, 2)) / len(names)
    return {name: Scores((total[:, p] - total.mean(axis=1))[None], hands[None])
            for p, name in enumerate(names)}
