"""The tables of Domino Casino."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from reports.games.casino import figures
from reports.later import pd
from reports.results import frames
from reports.results.frames import Row
from reports.stats.estimates import Estimate
from simulate.domino.tiles import TILES, name
from simulate.games.casino.kernel import SHARES

if TYPE_CHECKING:
    from reports.results.result import Result
    from reports.stats.measures import Unit



def win_odds(result: Result, unit: Unit) -> Estimate:
    """Estimate the share of games that a seat wins, where those who tie divide a game."""
    found = result.measures.count("odds", unit).scaled(1 / SHARES)
    # After a few games the interval of a mean reaches beyond what a share can be.
    return found._replace(low=max(found.low, 0.0), high=min(found.high, 1.0))


def tile_values(result: Result) -> pd.DataFrame:
    """Return what each tile earns when it is bet."""
    found = figures.counts_of(result)
    rows: list[Row] = []
    for number in range(TILES):
        earned = figures.tile(found, number)
        rows.append({
            "tile": name(number), "bets": earned.bets, **frames.columns("tiles", earned.tiles),
            **frames.columns("won", earned.won), **frames.merged(earned.wins),
        })
    return pd.DataFrame(rows).set_index("tile")


def _pot(pot: figures.Pot) -> Row:
    """Return the columns of what became of some pots."""
    return {"rounds": pot.rounds, **frames.merged({
        "tiles": pot.tiles, "taken": pot.taken, "blanked": pot.blanked, "prize": pot.prize,
    })}


def pot_by_round(result: Result) -> pd.DataFrame:
    """Return the pot before each round from 1, and what became of it."""
    found = figures.counts_of(result)
    rows = [
        {"round": number + 1, **_pot(figures.pot_of_round(found, number))}
        for number in figures.rounds(result)
    ]
    return pd.DataFrame(rows).set_index("round")


def pot_by_size(result: Result) -> pd.DataFrame:
    """Return what became of pots by their size."""
    found = figures.counts_of(result)
    rows = [
        {"pot": figures.pot_name(*size), **_pot(pot)}
        for size in figures.POTS if (pot := figures.pot_of_size(found, *size)).rounds
    ]
    return pd.DataFrame(rows).set_index("pot")


def stashes(result: Result) -> pd.DataFrame:
    """Return the stash of each seat after each round from 1."""
    found = figures.counts_of(result)
    rows: list[Row] = []
    for seat in range(result.measures.seats):
        for number in figures.rounds(result):
            rows.append({
                "seat": seat, "strategy": result.measures.label(seat), "round": number + 1,
                **frames.columns("tiles", figures.stash(found, seat, number)),
            })
    return pd.DataFrame(rows).set_index("seat")


def builders(result: Result) -> Mapping[str, Callable[[Result], pd.DataFrame]]:
    """Return the functions that make the tables, by name."""
    return {
        "stashes": stashes,
        "pot_by_round": pot_by_round, "pot_by_size": pot_by_size, "tile_values": tile_values,
    }
