"""What a way of playing is worth by the number of players: one seat of it among ``random``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from reports.stats.estimates import Estimate
from reports.studies.line.tables_of_hands import of_sample, seated, shares, single_hands
from simulate.games.game import find_game
from simulate.runs.player import Player
from simulate.runs.progress import Progress
from simulate.runs.run import Run


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
