"""How the report of a run of Casino is laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.games.casino import sentences
from reports.games.casino.figures import RAREST
from reports.page.document import Column, Section, Table
from reports.results import shared_sections
from reports.results.shared_sections import picture
from reports.results.shared_sentences import margin

if TYPE_CHECKING:
    from reports.results.result import Result


def _winning(result: Result) -> Section:
    games = (
        "Share of the games that a seat wins, with 95% intervals; those who tie divide a game. "
        "The dashed line is an equal share."
    )
    note = (
        "Win odds divide a tied game between its winners, games won count it for each. Of a "
        "seat's bets: those that won everything, that won as a single blank, and that came back."
    )
    return Section(
        "winnings", "The stash, and the odds of winning",
        (sentences.odds(result), margin(result, "game")),
        (
            shared_sections.value_picture(result, "game"),
            shared_sections.games_picture(result, games),
        ),
        shared_sections.figures(result, "winnings", "What each wins", note),
    )


def _rounds(result: Result) -> Section:
    columns = (
        Column("seat", "seat", "chair"),
        Column("round", "round", "count"), Column("tiles", "tiles", "amount"),
    )
    caption = (
        "Mean tiles in each seat's stash after each round, and in the pot, with 95% intervals."
    )
    return Section(
        "rounds", "The stashes, round by round", (sentences.how_stashes_grow(result),),
        (picture(result, "stash", caption),),
        (Table("stashes", "Tiles in the stash after each round", result.tables["stashes"],
               columns),),
    )


def _pot(result: Result) -> Section:
    columns = (
        Column("rounds", "rounds", "count"), Column("tiles", "tiles before", "amount"),
        Column("taken", "taken"), Column("blanked", "double blank"),
        Column("prize", "tiles given away", "amount"),
    )
    caption = (
        "How often a round gives the pot to a double winner, and how many of the pot's tiles a "
        "round gives away on average, by the size of the pot before it; 95% intervals. "
        f"{RAREST}"
    )
    note = (
        "Taken: a double winner won all bets and the pot. Double blank: all bets went to the pot. "
        "Given away are tiles of the pot alone, without the bets."
    )
    tables = result.tables
    return Section(
        "pot", "What the pot is worth when",
        (sentences.what_the_pot_is_worth(result), sentences.pot_left(result)),
        (picture(result, "pot", caption),),
        (
            Table("pot_by_round", "The pot before each round", tables["pot_by_round"],
                  (Column("round", "round", "count"), *columns), note),
            Table("pot_by_size", "The pot by its size", tables["pot_by_size"],
                  (Column("pot", "tiles in the pot", "text"), *columns),
                  "Rounds of all numbers; the dice make them as good as independent."),
        ),
    )


def _tiles(result: Result) -> Section:
    columns = (
        Column("tile", "tile", "text"), Column("bets", "bets", "count"),
        Column("tiles", "tiles won", "amount"), Column("won", "won anything"),
        Column("basic", "basic"), Column("blank", "single blank"), Column("double", "double"),
        Column("double_double", "double-double"),
    )
    caption = (
        "Mean tiles that a bet of each tile won (itself included, 0 when it was lost), with the "
        "half width of the 95% interval."
    )
    note = "A game bets each tile once at most: bets of a tile are as independent as games."
    return Section(
        "tiles", "What each tile earns", (sentences.best_tiles(result),),
        (picture(result, "tile_values", caption, wide=True),),
        (Table("tile_values", "The 28 tiles", result.tables["tile_values"], columns, note),),
    )


def sections(result: Result) -> tuple[Section, ...]:
    """Return the sections of a report."""
    return (
        _winning(result), _rounds(result), _pot(result), _tiles(result),
        shared_sections.table_section(result, "games"),
    )
