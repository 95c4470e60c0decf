"""The tables of ``study bet``."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from reports.page.document import Column, Row, Table
from reports.stats.estimates import Estimate
from reports.studies.bet.ceiling import Ceiling
from reports.studies.bet.tiles import CLASSES, HELD, Bets
from simulate.domino.tiles import TILES, name
from simulate.theory.casino.best_response import KINDS
from simulate.theory.casino.endings import PLAYERS

_NOTE = "Under each number stands its 95% interval, clustered by game."
_MORE = ("How much more a bet brings than the other tiles of the same hand would have, on the same "
         "deal and with the same dice, when all play on as before: of the game, in parts of 100, "
         "and in tiles of the stash at its end. ")


_BETS = Column("bets", "bets", "count", "bets", "of this tile")
_MORE_WON = "won more than with the other tiles of the hand"
_GAMES = Column("games", "of 100 games", "signed", "of 100 games", _MORE_WON)
_TILES = Column("tiles", "tiles", "signed", "tiles a game", _MORE_WON)
_STRATEGY = Column("strategy", "strategy", "text")


def classes(found: Bets) -> Table:
    """Return what a bet of each kind brings, by class."""
    rows: list[Row] = []
    for what, columns in CLASSES.items():
        for k, kind in enumerate(KINDS):
            for c, column in enumerate(columns):
                cell = k * len(columns) + c
                games = found.by_class["games", what].mean(cell)
                if np.isfinite(games.value):
                    rows.append({"tile": kind, "by": what, "class": column,
                                 "bets": found.by_class["games", what].count(cell),
                                 "games": games.scaled(100),
                                 "tiles": found.by_class["tiles", what].mean(cell)})
    return Table.of("bet_classes", "What a bet brings, by kind of tile", (
        Column("tile", "tile", "text", "text", "the kind of tile"),
        Column("by", "by", "text", "text", "what the class is a class of"),
        Column("class", "class", "text", "text", "the class of the bet"), _BETS, _GAMES, _TILES,
    ), rows, f"{_MORE}Gone: how many tiles are out that show the number of a blank, or that "
             f"could take another tile. {_NOTE}")


def tiles(found: Bets) -> Table:
    """Return what a bet of each tile brings."""
    return Table.of("bet_tiles", "What a bet of each tile brings", (
        Column("tile", "tile", "text"), _BETS, _GAMES, _TILES,
    ), ({"tile": name(tile), "bets": found.by_tile["games"].count(tile),
         "games": found.by_tile["games"].mean(tile).scaled(100),
         "tiles": found.by_tile["tiles"].mean(tile)}
        for tile in reversed(range(TILES))), _MORE + _NOTE)


def holdings(found: Bets) -> Table:
    """Return what the first hand's kinds are worth."""
    rows: list[Row] = []
    for kind in HELD:
        games, stash = found.by_holding["games", kind], found.by_holding["tiles", kind]
        rows += [{"tile": kind, "held": many, "games": games.count(many),
                  "wins": games.mean(many), "stash": stash.mean(many)}
                 for many in range(len(games.sums)) if np.isfinite(games.mean(many).value)]
    return Table.of("bet_holdings", "What the first three tiles are worth", (
        Column("tile", "tile", "text", "text", "the kind"),
        Column("held", "of the first three tiles", "count", "tiles",
               "so many of the kind among the first three"),
        Column("games", "games", "count"),
        Column("wins", "games won", "share", "share of games", "won; ties are shared"),
        Column("stash", "tiles", "amount", "tiles a game", "in the stash at the end"),
    ), rows, _NOTE)


def rounds(found: Bets, labels: Sequence[str], names: Sequence[str], most: int) -> Table:
    """Return the tiles that each strategy wins a round, and the games."""
    return Table.of("bet_rounds", "Tiles won in each round", (
        _STRATEGY,
        Column("round", "round", "text", "text", "the round, from 1; the last two are one"),
        Column("tiles", "tiles a round", "amount", "tiles a round", "won"),
    ), ({"strategy": label, "round": number, "tiles": found.by_round.mean(s * most + r)}
        for s, label in enumerate(labels) for r, number in enumerate(names)),
        _NOTE, on_page=False)


def ceilings(found: Sequence[Ceiling]) -> Table:
    """Return what the best bets that were found win."""
    return Table.of("bet_ceiling", "How much skill there is", (
        Column("rival", "all others play", "text", "text", "the strategy in all other seats"),
        Column("best", "best found", "text", "text", "the best player that was found"),
        Column("known", "best strategy of the library or line-up", "text", "text",
               "the best of the strategies that there were"),
        Column("wins", "games won", "share", "share of games", "won; ties are shared"),
        Column("gain", "more than one of the others", "share", "share of games",
               "won more than the rival in the same seat"),
    ), ({"rival": one.rival, "best": one.chosen, "known": one.best_known, "wins": one.wins,
         "gain": one.gain} for one in found),
        "Found on some deals, chosen on others and measured on others again. A "
        f"best response to all that a seat sees may win more, not less. {_NOTE}")


def endings(
    labels: Sequence[str], costs: Sequence[Estimate], bets: Sequence[int], players: int
) -> Table:
    """Return what the strategies' bets in endings give away."""
    which = ("Each of the last bets but one (three and two tiles held)" if players == PLAYERS
             else "The last bet with a choice (two tiles held)")
    others = "the other plays" if players == PLAYERS else "the others play"
    return Table.of("bet_endings", "What bets give away when nothing is left to draw", (
        _STRATEGY, _BETS,
        Column("cost", "given away a bet, of 100 games", "amount", "of 100 games",
               "given away a bet, against a rival who plays best"),
    ), ({"strategy": label, "bets": many, "cost": cost.scaled(100)}
        for label, cost, many in zip(labels, costs, bets, strict=True)),
        f"{which} against the solution of the ending, when {others} as the solution does. {_NOTE}")
