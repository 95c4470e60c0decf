"""Hands of Domino Pool: the parts of the pool that styles, the lead and drawing bring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from reports.stats.estimates import Estimate, mean_of_trials
from simulate.books.tally import Floats
from simulate.games.game import find_game
from simulate.games.pool.events import always, never
from simulate.runs.chunk import play_sessions
from simulate.runs.in_order import in_order
from simulate.runs.player import Player
from simulate.runs.progress import Progress
from simulate.runs.run import Run

#: Chips that everybody pays: any number of winners divides them.
STAKE = 60
_HANDS_A_CHUNK = 4096


def single_hands(run: Run, seats: int | None = None, **rules: object) -> Run:
    """Return a run of single hands, each for its own pool; the line-up is cut or repeated to fit.

    ``seats``: as many as the run has when not given. ``**rules``: options to be changed.
    """
    many = seats or len(run.players)
    players = tuple(run.players[k % len(run.players)] for k in range(many))
    changed = run.rules.changed(
        score="hand", contribution=STAKE, bankroll=None, leader="draw", **rules)
    return replace(run, rules=changed, players=players, hands=1)


def seated(run: Run, one: Player, others: Sequence[Player]) -> Run:
    """Return a run with a player in seat 0, and others in turn in all other seats."""
    rest = tuple(others[k % len(others)] for k in range(len(run.players) - 1))
    return replace(run, players=(one, *rest))


def _some(run: Run, first: int, hands: int) -> Floats:
    rows = play_sessions(run, first, hands, 1)
    fields = find_game(run.game).books.seat
    places = range(max(find_game(run.game).seats[1], len(run.players)))
    at = [fields.index(f"value_{p}") for p in places]
    parts = [fields.index(f"{outcome}_{p}") for p in places
             for outcome in ("lost", "won_blocked", "domino")]
    seat = rows.seat.astype(np.float64)
    # What a seat took at each position, which is nothing where it did not sit.
    sat = seat[:, :, parts].reshape(*seat.shape[:2], len(places), 3).sum(-1)
    found: Floats = (seat[:, :, at] + STAKE * sat) / (STAKE * len(run.players))
    return found


def shares(run: Run, jobs: int | None = None) -> Floats:
    """Return the part of each hand's pool that the seats take, at the position that they have.

    Returns float64[hands, seats, positions].
    """
    _some(run, 0, 1)  # compile before fanning out
    tasks = [(run, at, min(_HANDS_A_CHUNK, run.sessions - at))
             for at in range(0, run.sessions, _HANDS_A_CHUNK)]
    return np.concatenate(list(in_order(_some, tasks, jobs)))


def of_sample(values: Floats) -> Estimate:
    """Return the mean of independent hands with its interval."""
    return mean_of_trials(values, np.ones(len(values)))


@dataclass(frozen=True)
class Styles:
    """What players make by the number of seats.

    ``gains``: by label: the part of the pool taken beyond what ``random`` takes in the same seat,
    on the same deals, by number of seats. ``leads``: the part of the pool that the leader takes,
    all seats playing the best of them. ``lead_of``: the best player at each number of seats.
    """

    seats: list[int]
    gains: dict[str, list[Estimate]]
    leads: list[Estimate]
    lead_of: list[str]


def study_styles(
    run: Run, players: Sequence[Player], random: Player, jobs: int | None = None,
    progress: Progress | None = None,
) -> Styles:
    """Measure every player among those who play by lot, at tables of every size.

    ``run``: its rules; its sessions are hands. ``random``: who plays by lot.
    """
    fewest, most = find_game(run.game).seats
    sizes = list(range(fewest, most + 1))
    gains: dict[str, list[Estimate]] = {player.label: [] for player in players}
    leads, lead_of, hands = [], [], 0
    for n, many in enumerate(sizes):
        table = single_hands(run, many)
        by_lot = shares(seated(table, random, [random]), jobs)[:, 0].sum(-1)
        for player in players:
            taken = shares(seated(table, player, [random]), jobs)[:, 0].sum(-1)
            gains[player.label].append(of_sample(taken - by_lot))
            hands += run.sessions
        best = max(players, key=lambda player: gains[player.label][-1].value)
        leads.append(of_sample(shares(seated(table, best, [best]), jobs)[:, :, 0].sum(1)))
        lead_of.append(best.label)
        if progress:
            progress((n + 1) / len(sizes), hands)
    return Styles(sizes, gains, leads, lead_of)


def mean_gain(styles: Styles, label: str) -> float:
    """Return what a player gains on average over tables of all sizes."""
    return float(np.mean([one.value for one in styles.gains[label]]))


@dataclass(frozen=True)
class Draws:
    """The share of the pools that one seat takes, by what it and the others do.

    ``player``: the strategy of all seats; only their drawing is changed. ``declines``: what a seat
    takes that never draws among seats that always do. ``draws``: what a seat takes that always
    draws among seats that never do. ``costs``: what drawing costs a seat among seats that draw, on
    the same deals. ``costs_alone``: what it costs a seat among seats that do not.
    """

    seats: int
    player: str
    declines: Estimate
    draws: Estimate
    costs: Estimate
    costs_alone: Estimate


def with_habit(player: Player, decision: str, answer: str) -> Player:
    """Return a player that always, or never, draws or stars."""
    decided = always if answer == "always" else never
    return replace(player, label=f"{player.label}, {answer} {decision}s",
                   decisions={**player.decisions, decision: decided})


def study_draws(run: Run, seats: int, player: Player, jobs: int | None = None) -> Draws:
    """Measure what drawing costs where a seat that cannot play may draw.

    ``player``: who sits in all seats.
    """
    table = single_hands(run, seats, draw="may")
    yes, no = (with_habit(player, "draw", answer) for answer in ("always", "never"))
    taken = {(one.label, others.label): shares(seated(table, one, [others]), jobs)[:, 0].sum(-1)
             for one in (yes, no) for others in (yes, no)}
    among = {others.label: taken[no.label, others.label] - taken[yes.label, others.label]
             for others in (yes, no)}
    return Draws(seats, player.label, of_sample(taken[no.label, yes.label]),
                 of_sample(taken[yes.label, no.label]), of_sample(among[yes.label]),
                 of_sample(among[no.label]))
