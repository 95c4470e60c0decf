"""The tables of ``study line``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from reports.draw import heatmaps
from reports.page.document import HANDS, STRATEGY, Column, Table
from reports.stats.estimates import Estimate
from reports.studies.line.hands import Draws, Styles
from reports.studies.line.stars import POOLS, SCORES, SEATS_IN, Stars
from reports.studies.line.turns import HABITS, MARGINS, Turns
from simulate.domino.tiles import TILES, name

_NOTE = "Under each number stands its 95% interval."
_OF_POOL = "share of the pool"
_PLAYERS = Column("players", "players", "count", "seats", "how many play")
_ALL_PLAY = Column("strategy", "all seats play", "text")
#: How many turns an option was played in, and what it brought there.
_OF_TURNS = (Column("turns", "turns", "count", "turns", "that had options of both sorts"),
             Column("gain", "part of the pool beyond the turn's other options", "share", _OF_POOL,
                    "taken beyond the other options of the turn"))


def styles(found: Styles) -> Table:
    """Return what every way of playing is worth by the number of players."""
    return Table.of("line_styles", "What ways of playing are worth", (
        STRATEGY, _PLAYERS,
        Column("gain", "part of the pool beyond random's", "share", _OF_POOL,
               "taken beyond random in the same seat"),
    ), ({"strategy": label, "players": seats, "gain": gain}
        for label, gains in found.gains.items()
        for seats, gain in zip(found.seats, gains, strict=True)),
        "One seat of the strategy, all others random; against random in the same seat, on the "
        f"same deals. {_NOTE}")


def leads(found: Styles) -> Table:
    """Return what the lead is worth by the number of players."""
    return Table.of("line_leads", "What the lead is worth", (
        _PLAYERS, _ALL_PLAY,
        Column("part", "part of the pool that the leader takes", "share", _OF_POOL,
               "that the leader takes"),
        Column("fair", "an equal part", "share", _OF_POOL, "an equal part"),
    ), ({"players": seats, "strategy": label, "fair": 1 / seats, "part": part}
        for seats, label, part in zip(found.seats, found.lead_of, found.leads, strict=True)), _NOTE)


def habits(found: dict[int, Turns]) -> Table:
    """Return what options of a kind bring, by the number of players."""
    return Table.of("line_habits", "What options bring", (
        Column("option", "an option that", "text", "text", "what sort of option it is"), _PLAYERS,
        *_OF_TURNS,
    ), ({"option": habit, "players": seats, "turns": turns.habits.count(k),
         "gain": turns.habits.mean(k)}
        for k, habit in enumerate(HABITS) for seats, turns in found.items()),
        "Turns that have options of both sorts, each option played on the same deal; the leader's "
        f"first tile is left out. {_NOTE}")


def closing(found: Turns) -> Table:
    """Return what it brings to close the line."""
    return Table.of("line_closing", "When to close the line", (
        Column("margin", "pips kept, against the smallest other hand's", "text", "text",
               "pips kept, against the smallest other hand's likely ones"), *_OF_TURNS,
    ), ({"margin": margin, "turns": found.closing.count(k), "gain": found.closing.mean(k)}
        for k, margin in enumerate(MARGINS)),
        "The smallest other hand is taken to hold as many pips a tile as all tiles that are out do "
        f"on average. {_NOTE}")


def openings(found: Turns) -> Table:
    """Return what each opening tile brings."""
    return Table.of("line_openings", "What opening tiles bring", (
        Column("tile", "tile", "text"), HANDS,
        Column("gain", "part of the pool beyond the hand's other tiles", "share", _OF_POOL,
               "taken beyond the other options of the turn"),
    ), ({"tile": name(tile), "hands": found.openings.count(tile),
         "gain": found.openings.mean(tile)} for tile in reversed(range(TILES))), _NOTE)


def draws(found: Sequence[Draws]) -> Table:
    """Return what drawing costs."""
    return Table.of("line_draws", "What drawing costs", (
        _ALL_PLAY, _PLAYERS,
        Column("declines", "one declines, all others draw", "share", _OF_POOL,
               "taken by one who declines where all others draw"),
        Column("draws", "one draws, all others decline", "share", _OF_POOL,
               "taken by one who draws where all others decline"),
        Column("costs", "drawing costs the one, where others draw", "share", _OF_POOL,
               "that drawing costs where the others draw"),
        Column("costs_alone", "where others decline", "share", _OF_POOL,
               "that drawing costs where the others do not"),
    ), ({"strategy": one.player, "players": one.seats, "declines": one.declines,
         "draws": one.draws, "costs": one.costs, "costs_alone": one.costs_alone} for one in found),
        f"Parts of the pool, with the rule draw=may. {_NOTE}")


def stars(found: Stars) -> Table:
    """Return what a star is worth and its fair price, by score, seats in and pool."""
    any_pool = product(SCORES, SEATS_IN, ("any",))
    any_score = product(("any",), ("any",), POOLS)
    classes = ((any_pool, found.by_seats), (any_score, found.by_pool),
               (product(SCORES, SEATS_IN, POOLS), found.by_all))
    return Table.of("line_stars", "What a star is worth", (
        Column("score", "comes back with, of 100", "text", "text",
               "the score that a star comes back with"),
        Column("seats_in", "seats then in", "text", "text", "seats in with the star"),
        Column("pool", "stakes in the pool, its own among them", "text", "text",
               "stakes in the pool, that of the star among them"),
        Column("stars", "stars", "count", "stars", "how many"),
        Column("worth", "worth in stakes, before the price of 1", "amount", "stakes",
               "what a star brings before its price of 1"),
        Column("price", "fair price in stakes", "amount", "stakes",
               "the price at which a star neither gains nor loses"),
    ), ({"score": score, "seats_in": seats, "pool": pool, "stars": stars.worth.count(cell),
         "worth": stars.worth.mean(cell), "price": stars.price(cell)}
        for names, stars in classes for cell, (score, seats, pool) in enumerate(names)
        if np.isfinite(stars.worth.mean(cell).value)), _NOTE)


def grid_of_openings(found: Turns) -> list[list[Estimate]]:
    """Return what opening tiles bring, by higher and lower end; nothing above the doubles."""
    return heatmaps.by_ends([found.openings.mean(tile) for tile in range(TILES)])
