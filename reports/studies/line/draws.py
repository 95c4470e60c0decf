"""What drawing costs: one who draws among those who do not, and the reverse."""

from __future__ import annotations

from dataclasses import dataclass, replace

from reports.stats.estimates import Estimate
from reports.studies.line.tables_of_hands import of_sample, seated, shares, single_hands
from simulate.games.pool.spots import always, never
from simulate.runs.player import Player
from simulate.runs.run import Run


@dataclass(frozen=True)
class Draws:
    """The share of the pools that one seat takes, by what it and the others do.

    Attributes
    ----------
    seats : int
    player : str
        The strategy of all seats; only their drawing is changed.
    declines : Estimate
        What a seat takes that never draws among seats that always do.
    draws : Estimate
        What a seat takes that always draws among seats that never do.
    costs : Estimate
        What drawing costs a seat among seats that draw, on the same deals.
    costs_alone : Estimate
        What it costs a seat among seats that do not.
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

    Parameters
    ----------
    run : Run
    seats : int
    player : Player
        Who sits in all seats.
    jobs : int, optional
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
