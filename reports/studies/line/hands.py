"""What styles, the lead, drawing and stars bring at Domino Pool."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from reports.contests import in_chunks
from reports.games.pool.decisions import STAKE
from reports.stats.estimates import Estimate, mean_of_trials
from reports.stats.move_values import MoveValues
from simulate.books.rows import Rows
from simulate.books.tally import Floats, Ints
from simulate.games.game import find_game
from simulate.games.pool.events import always, never
from simulate.games.pool.views import AT
from simulate.runs.follow import Paths, follow
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Player, Run


def single_hands(run: Run, seats: int | None = None, **rules: object) -> Run:
    """Return a run of single hands, each for its own pool, of a line-up cut or repeated to fit."""
    many = seats or len(run.players)
    players = tuple(run.players[k % len(run.players)] for k in range(many))
    changed = run.rules.changed(
        score="hand", contribution=STAKE, bankroll=None, leader="draw", **rules)
    return replace(run, rules=changed, players=players, hands=1)


def seated(run: Run, one: Player, others: Sequence[Player]) -> Run:
    """Return a run with a player in seat 0, and others in turn in all other seats."""
    rest = tuple(others[k % len(others)] for k in range(len(run.players) - 1))
    return replace(run, players=(one, *rest))


def shares(run: Run, jobs: int | None = None) -> Floats:
    """Return the part of the pools that seats take: float64[hands, seats, positions]."""
    fields = find_game(run.game).books.seat
    places = range(max(find_game(run.game).seats[1], len(run.players)))
    at = [fields.index(f"value_{p}") for p in places]
    parts = [fields.index(f"{outcome}_{p}") for p in places
             for outcome in ("lost", "won_blocked", "domino")]

    def read(rows: Rows) -> tuple[Floats]:
        seat = rows.seat.astype(np.float64)
        # What a seat took at each position, which is nothing where it did not sit.
        sat = seat[:, :, parts].reshape(*seat.shape[:2], len(places), 3).sum(-1)
        return ((seat[:, :, at] + STAKE * sat) / (STAKE * len(run.players)),)

    ((taken,),) = in_chunks([(run, read)], range(run.sessions), jobs)
    return np.asarray(taken)


@dataclass(frozen=True)
class Styles:
    """What players make by the number of seats."""

    seats: list[int]
    #: By label: the part of the pool taken beyond what ``random`` takes in the same seat, on the
    #: same deals, by number of seats.
    gains: dict[str, list[Estimate]]
    #: The part of the pool that the leader takes, all seats playing the best of them.
    leads: list[Estimate]
    lead_of: list[str]  #: the best player at each number of seats


def study_styles(
    run: Run, players: Sequence[Player], random: Player, jobs: int | None = None,
    progress: Progress = silent,
) -> Styles:
    """Measure every player among those who play by lot (``random``), at tables of every size."""
    fewest, most = find_game(run.game).seats
    sizes = list(range(fewest, most + 1))
    gains: dict[str, list[Estimate]] = {player.label: [] for player in players}
    leads, lead_of, hands = [], [], 0
    for n, many in enumerate(sizes):
        table = single_hands(run, many)
        by_lot = shares(seated(table, random, [random]), jobs)[:, 0].sum(-1)
        for player in players:
            taken = shares(seated(table, player, [random]), jobs)[:, 0].sum(-1)
            gains[player.label].append(mean_of_trials(taken - by_lot))
            hands += run.sessions
        best = max(players, key=lambda player: gains[player.label][-1].value)
        leads.append(mean_of_trials(shares(seated(table, best, [best]), jobs)[:, :, 0].sum(1)))
        lead_of.append(best.label)
        progress((n + 1) / len(sizes), hands)
    return Styles(sizes, gains, leads, lead_of)


def mean_gain(styles: Styles, label: str) -> float:
    """Return what a player gains on average over tables of all sizes."""
    return float(np.mean([one.value for one in styles.gains[label]]))


@dataclass(frozen=True)
class Draws:
    """What drawing costs one seat, as a part of the pool."""

    seats: int
    player: str  #: the strategy of all seats; only their drawing is changed
    costs: Estimate  #: among seats that draw
    costs_alone: Estimate  #: among seats that do not


def with_habit(player: Player, decision: str, answer: str) -> Player:
    """Return a player that always, or never, draws or stars."""
    decided = always if answer == "always" else never
    return replace(player, label=f"{player.label}, {answer} {decision}s",
                   decisions={**player.decisions, decision: decided})


def study_draws(run: Run, seats: int, player: Player, jobs: int | None = None) -> Draws:
    """Measure what drawing costs where a seat that cannot play may draw, the same player in all
    seats."""
    table = single_hands(run, seats, draw="may")
    yes, no = (with_habit(player, "draw", answer) for answer in ("always", "never"))

    def costs(others: Player) -> Estimate:
        declines, draws = (shares(seated(table, one, [others]), jobs)[:, 0].sum(-1)
                           for one in (no, yes))
        return mean_of_trials(declines - draws)

    return Draws(seats, player.label, costs(yes), costs(no))


#: Stakes in the pool with that of the star.
POOLS = ("4", "5", "6", "7", "8", "9 or more")
_ENTRIES = {"value": (AT.value, 1), "starred": (AT.starred, 1), "pool": (AT.pool_next, 1)}


@dataclass(frozen=True)
class Stars:
    """What stars bring before their price, by ``POOLS``."""

    worth: MoveValues  #: in stakes
    part: MoveValues  #: as the part of the pool that the seat takes
    stakes: MoveValues  #: stakes in the pool, that of the star among them

    @property
    def in_all(self) -> Stars:
        """The same of all stars, as one bucket."""
        return Stars(*(one.grouped(np.zeros(len(POOLS), np.int64))
                       for one in (self.worth, self.part, self.stakes)))

    def price(self, bucket: int = 0) -> Estimate:
        """Return the price, in stakes, at which a star of a bucket neither gains nor loses. A seat
        that takes the part q of a pool of p stakes, without the price x, breaks even where x = q (p
        + x)."""
        part, pool = self.part.mean(bucket), self.stakes.mean(bucket).value
        # An interval of a part may reach beyond what a part can be.
        value, low, high = (q / (1 - q) * (pool - 1) if q < 1 else math.inf
                            for q in (part.value, max(part.low, 0.0), part.high))
        return Estimate(value, low=low, high=high)


def study_stars(run: Run, jobs: int | None = None) -> Stars:
    """Play games twice, on the same deals: seat 0 stars whenever it may, and never. A seat may star
    only once, so both games are the same up to the star, and their difference is what it brings."""
    rules = run.rules.changed(score="hundred_up", star="may", contribution=STAKE, bankroll=None)
    parts = []
    for answer in ("always", "never"):
        first = with_habit(run.players[0], "star", answer)
        table = replace(run, rules=rules, players=(first, *run.players[1:]), hands=10_000)
        parts.append(follow(table, _ENTRIES, _read_stars, jobs).pieces)
    yes, no = (np.concatenate([piece[0] for piece in part]) for part in parts)
    pool = np.concatenate([piece[1] for piece in parts[0]])
    worth, stakes = (yes - no) / STAKE + 1.0, pool // STAKE  # what was paid is not taken off
    bucket = np.where(pool > 0, (stakes - int(POOLS[0])).clip(0, len(POOLS) - 1), -1)
    return Stars(*(MoveValues.of_sessions(
        np.arange(len(worth)), bucket, values, len(POOLS), len(worth))
        for values in (worth, worth / np.maximum(stakes, 1), stakes.astype(np.float64))))


def _read_stars(paths: Paths) -> tuple[Ints, Ints]:
    """Return what seat 0 made of each game, and the pool that it starred for; 0 if it did not."""
    pool = np.zeros(paths.sessions, np.int64)
    hands = np.flatnonzero(paths["starred"] & 1)
    pool[paths.session[hands]] = paths["pool"][hands]
    return paths.total(paths["value"]), pool
