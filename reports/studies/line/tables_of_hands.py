"""Tables of Domino Pool for single hands, and what part of the pool a seat takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from reports.stats.estimates import Estimate, mean_of_trials
from simulate.books.tally import Floats
from simulate.games.game import find_game
from simulate.runs.chunk import play_sessions
from simulate.runs.in_order import in_order
from simulate.runs.player import Player
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
