"""The tables of ``study bet``."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from reports.later import pd
from reports.page.document import Column, Table
from reports.results import frames
from reports.results.frames import Row
from reports.stats.estimates import Estimate
from reports.studies.bet.ceiling import Ceiling
from reports.studies.bet.tiles import CLASSES, HELD, Bets
from simulate.domino.tiles import TILES, name
from simulate.solving.casino.bet_numbers import KINDS
from simulate.solving.casino.endings import PLAYERS

_NOTE = "Under each number stands its 95% interval, clustered by game."
_MORE = ("How much more a bet brings than the other tiles of the same hand would have, on the same "
         "deal and with the same dice, when all play on as before: of the game, in parts of 100, "
         "and in tiles of the stash at its end. ")


def _frame(rows: list[Row], index: str, shown: Sequence[Column]) -> pd.DataFrame:
    """Return rows as a frame: where there are none, one with the columns shown."""
    columns = None if rows else [column.name for column in shown]
    return pd.DataFrame(rows, columns=columns).set_index(index)


def classes(found: Bets) -> Table:
    """Return what a bet of each kind brings, by class."""
    rows: list[Row] = []
    for what, columns in CLASSES.items():
        for k, kind in enumerate(KINDS):
            for c, column in enumerate(columns):
                cell = k * len(columns) + c
                games = found.by_class["games", what].mean(cell)
                if np.isfinite(games.value):
                    rows.append({
                        "tile": kind, "by": what, "class": column,
                        "bets": found.by_class["games", what].count(cell),
                        **frames.columns("games", games.scaled(100)),
                        **frames.columns("tiles", found.by_class["tiles", what].mean(cell))})
    shown = (Column("tile", "tile", "text"), Column("by", "by", "text"),
             Column("class", "class", "text"), Column("bets", "bets", "count"),
             Column("games", "of 100 games", "signed"), Column("tiles", "tiles", "signed"))
    return Table("bet_classes", "What a bet brings, by kind of tile",
                 _frame(rows, "tile", shown), shown,
                 f"{_MORE}Gone: how many tiles are out that show the number of a blank, or that "
                 f"could take another tile. {_NOTE}")


def tiles(found: Bets) -> Table:
    """Return what a bet of each tile brings."""
    rows: list[Row] = [
        {"tile": name(tile), "bets": found.by_tile["games"].count(tile),
         **frames.columns("games", found.by_tile["games"].mean(tile).scaled(100)),
         **frames.columns("tiles", found.by_tile["tiles"].mean(tile))}
        for tile in reversed(range(TILES))]
    shown = (Column("tile", "tile", "text"), Column("bets", "bets", "count"),
             Column("games", "of 100 games", "signed"), Column("tiles", "tiles", "signed"))
    return Table("bet_tiles", "What a bet of each tile brings",
                 _frame(rows, "tile", shown), shown, _MORE + _NOTE)


def holdings(found: Bets) -> Table:
    """Return what the first hand's kinds are worth."""
    rows: list[Row] = []
    for kind in HELD:
        games, stash = found.by_holding["games", kind], found.by_holding["tiles", kind]
        for many in range(len(games.sums)):
            if np.isfinite(games.mean(many).value):
                rows.append({"tile": kind, "held": many, "games": games.count(many),
                             **frames.columns("wins", games.mean(many)),
                             **frames.columns("stash", stash.mean(many))})
    shown = (Column("tile", "tile", "text"), Column("held", "of the first three tiles", "count"),
             Column("games", "games", "count"), Column("wins", "games won"),
             Column("stash", "tiles", "amount"))
    return Table("bet_holdings", "What the first three tiles are worth",
                 _frame(rows, "tile", shown), shown, _NOTE)


def rounds(found: Bets, labels: Sequence[str], names: Sequence[str], most: int) -> Table:
    """Return the tiles that each strategy wins a round, and the games."""
    rows: list[Row] = []
    for s, label in enumerate(labels):
        for r, number in enumerate(names):
            rows.append({"strategy": label, "round": number,
                         **frames.columns("tiles", found.by_round.mean(s * most + r))})
    shown = (Column("strategy", "strategy", "text"), Column("round", "round", "text"),
             Column("tiles", "tiles a round", "amount"))
    return Table("bet_rounds", "Tiles won in each round",
                 _frame(rows, "strategy", shown), shown, _NOTE, on_page=False)


def ceilings(found: Sequence[Ceiling]) -> Table:
    """Return what the best bets that were found win."""
    rows: list[Row] = [
        {"rival": one.rival, "best": one.chosen, "known": one.best_known,
         **frames.columns("wins", one.wins), **frames.columns("gain", one.gain)}
        for one in found]
    shown = (Column("rival", "all others play", "text"), Column("best", "best found", "text"),
             Column("known", "best strategy of the library or line-up", "text"),
             Column("wins", "games won"), Column("gain", "more than one of the others"))
    return Table("bet_ceiling", "How much skill there is", _frame(rows, "rival", shown),
                 shown, "Found on some deals, chosen on others and measured on others again. A "
                 f"best response to all that a seat sees may win more, not less. {_NOTE}")


def endings(
    labels: Sequence[str], costs: Sequence[Estimate], bets: Sequence[int], players: int
) -> Table:
    """Return what the strategies' bets in endings give away."""
    which = ("Each of the last bets but one (three and two tiles held)" if players == PLAYERS
             else "The last bet with a choice (two tiles held)")
    others = "the other plays" if players == PLAYERS else "the others play"
    rows: list[Row] = [
        {"strategy": label, "bets": many, **frames.columns("cost", cost.scaled(100))}
        for label, cost, many in zip(labels, costs, bets, strict=True)]
    shown = (Column("strategy", "strategy", "text"), Column("bets", "bets", "count"),
             Column("cost", "given away a bet, of 100 games", "amount"))
    return Table("bet_endings", "What bets give away when nothing is left to draw",
                 _frame(rows, "strategy", shown), shown,
                 f"{which} against the solution of the ending, when {others} as the solution "
                 f"does. {_NOTE}")
