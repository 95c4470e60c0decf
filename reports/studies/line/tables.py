"""The tables of ``study line``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np

from reports.draw import heatmaps
from reports.later import pd
from reports.page.document import Column, Row, Table
from reports.results import frames
from reports.stats.estimates import Estimate
from reports.studies.line.draws import Draws
from reports.studies.line.stars import POOLS, SCORES, SEATS_IN, Stars
from reports.studies.line.styles import Styles
from reports.studies.line.turns import HABITS, MARGINS, Turns
from simulate.domino.tiles import TILES, name

_NOTE = "Under each number stands its 95% interval."


#: How many turns an option was played in, and what it brought there.
_OF_TURNS = (Column("turns", "turns", "count"),
             Column("gain", "part of the pool beyond the turn's other options"))


def _table(
    name: str, title: str, rows: list[Row], shown: tuple[Column, ...], note: str = ""
) -> Table:
    """Return rows as a table, its first column the index; without rows it is empty."""
    columns = None if rows else [column.name for column in shown]
    frame = pd.DataFrame(rows, columns=columns).set_index(shown[0].name)
    return Table(name, title, frame, shown, f"{note} {_NOTE}".lstrip())


def styles(found: Styles) -> Table:
    """Return what every way of playing is worth by the number of players."""
    rows: list[Row] = [
        {"strategy": label, "players": seats, **frames.columns("gain", gain)}
        for label, gains in found.gains.items()
        for seats, gain in zip(found.seats, gains, strict=True)]
    shown = (Column("strategy", "strategy", "text"), Column("players", "players", "count"),
             Column("gain", "part of the pool beyond random's"))
    return _table("line_styles", "What ways of playing are worth", rows, shown,
                  "One seat of the strategy, all others random; against random in the same "
                  "seat, on the same deals.")


def leads(found: Styles) -> Table:
    """Return what the lead is worth by the number of players."""
    rows: list[Row] = [
        {"players": seats, "strategy": label, "fair": 1 / seats, **frames.columns("part", part)}
        for seats, label, part in zip(found.seats, found.lead_of, found.leads, strict=True)]
    shown = (Column("players", "players", "count"), Column("strategy", "all seats play", "text"),
             Column("part", "part of the pool that the leader takes"),
             Column("fair", "an equal part"))
    return _table("line_leads", "What the lead is worth", rows, shown)


def habits(found: dict[int, Turns]) -> Table:
    """Return what options of a kind bring, by the number of players."""
    rows: list[Row] = [
        {"option": habit, "players": seats, "turns": turns.habits.count(k),
         **frames.columns("gain", turns.habits.mean(k))}
        for k, habit in enumerate(HABITS) for seats, turns in found.items()]
    shown = (Column("option", "an option that", "text"), Column("players", "players", "count"),
             *_OF_TURNS)
    return _table("line_habits", "What options bring", rows, shown,
                  "Turns that have options of both sorts, each option played on the same deal; the "
                  "leader's first tile is left out.")


def closing(found: Turns) -> Table:
    """Return what it brings to close the line."""
    rows: list[Row] = [
        {"margin": margin, "turns": found.closing.count(k),
         **frames.columns("gain", found.closing.mean(k))}
        for k, margin in enumerate(MARGINS)]
    shown = (Column("margin", "pips kept, against the smallest other hand's", "text"),
             *_OF_TURNS)
    return _table("line_closing", "When to close the line", rows, shown,
                  "The smallest other hand is taken to hold as many pips a tile as all tiles that "
                  "are out do on average.")


def openings(found: Turns) -> Table:
    """Return what each opening tile brings."""
    rows: list[Row] = [
        {"tile": name(tile), "hands": found.openings.count(tile),
         **frames.columns("gain", found.openings.mean(tile))}
        for tile in reversed(range(TILES))]
    shown = (Column("tile", "tile", "text"), Column("hands", "hands", "count"),
             Column("gain", "part of the pool beyond the hand's other tiles"))
    return _table("line_openings", "What opening tiles bring", rows, shown)


def draws(found: Sequence[Draws]) -> Table:
    """Return what drawing costs."""
    rows: list[Row] = [
        {"strategy": one.player, "players": one.seats, **frames.columns("declines", one.declines),
         **frames.columns("draws", one.draws), **frames.columns("costs", one.costs),
         **frames.columns("costs_alone", one.costs_alone)}
        for one in found]
    shown = (Column("strategy", "all seats play", "text"), Column("players", "players", "count"),
             Column("declines", "one declines, all others draw"),
             Column("draws", "one draws, all others decline"),
             Column("costs", "drawing costs the one, where others draw"),
             Column("costs_alone", "where others decline"))
    return _table("line_draws", "What drawing costs", rows, shown,
                  "Parts of the pool, with the rule draw=may.")


def stars(found: Stars) -> Table:
    """Return what a star is worth and its fair price, by score, seats in and pool."""
    any_pool = product(SCORES, SEATS_IN, ("any",))
    any_score = product(("any",), ("any",), POOLS)
    classes = ((any_pool, found.by_seats), (any_score, found.by_pool),
               (product(SCORES, SEATS_IN, POOLS), found.by_all))
    rows: list[Row] = [
        {"score": score, "seats_in": seats, "pool": pool, "stars": stars.worth.count(cell),
         **frames.columns("worth", stars.worth.mean(cell)),
         **frames.columns("price", stars.price(cell))}
        for names, stars in classes for cell, (score, seats, pool) in enumerate(names)
        if np.isfinite(stars.worth.mean(cell).value)]
    shown = (Column("score", "comes back with, of 100", "text"),
             Column("seats_in", "seats then in", "text"),
             Column("pool", "stakes in the pool, its own among them", "text"),
             Column("stars", "stars", "count"),
             Column("worth", "worth in stakes, before the price of 1", "amount"),
             Column("price", "fair price in stakes", "amount"))
    return _table("line_stars", "What a star is worth", rows, shown)


def grid_of_openings(found: Turns) -> list[list[Estimate]]:
    """Return what opening tiles bring, by higher and lower end; nothing above the doubles."""
    return heatmaps.by_ends([found.openings.mean(tile) for tile in range(TILES)])
