"""How the report of a run of Loo or Rounce is laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.games.loo import sentences, tables
from reports.page.document import Column, Picture, Section, Table
from reports.results.figure_tables import columns_of
from reports.results.shared_sections import (
    both,
    figures,
    games_picture,
    picture,
    table_section,
    value_picture,
)
from reports.results.shared_sentences import margin
from simulate.games.loo.history import words_of

if TYPE_CHECKING:
    from reports.results.result import Result

#: Tables of tricks by strategy and by seat.
_TRICKS = ("tricks", "seat_tricks")


def _declaring(result: Result) -> Section:
    words = words_of(result.run.rules)
    caption = (
        f"How often a seat took no trick and was {words.looed}, after playing its dealt hand "
        f"and after taking {words.taken}. The bars, often smaller than the marks, are 95% "
        "intervals."
    )
    note = f"Played, {words.missed} and dropped are shares of the seat's declarations."
    return Section(
        "declarations", "Declaring, and what comes of it",
        (sentences.what_staying_costs(result),),
        (picture(result, "loo_rates", caption),),
        figures(result, "declarations", "What each declares", note),
    )


def _winning(result: Result) -> Section:
    unit = result.unit
    pictures: tuple[Picture, ...] = (value_picture(result),)
    if result.in_points:
        pictures += (games_picture(result),)
        note = "Games won are those of one seat, on average over the strategy's seats."
    else:
        note = (
            "Chips a hand credit each seat with an equal share of what is left in the pool at "
            "the end of a session; net leaves that out."
        )
    return Section(
        "winnings", f"{unit.capitalize()} a hand, and the odds of winning",
        (margin(result),), pictures,
        figures(result, "winnings", "What each wins", result.measures.withheld + note),
    )


def _tricks(result: Result) -> Section:
    caption = (
        "Hands of a seat that was still in at the end, by tricks taken; where all others dropped "
        "(a walkover) it counts as five. The bars, often smaller than the marks, are 95% intervals."
    )
    note = "Shares of the hands that the seat was still in at the end."
    return Section(
        "tricks", "Tricks", (sentences.who_takes_tricks(result),),
        (picture(result, "tricks", caption),),
        both(result, _TRICKS, "Tricks taken", columns_of(result, "tricks"), note),
    )


def _pool(result: Result) -> Section:
    overall = (Column("pool", "pool", "text"), Column("chips", "chips", "amount"))
    by_hand = (
        Column("hand_number", "hand", "count"), Column("sessions", "sessions", "count"),
        *(Column(tables.quantile_name(q), f"{q:.0%}", "amount") for q in tables.QUANTILES),
    )
    caption = (
        "The pool at the start of play, by number of the hand: median with its 95% interval, "
        "half of the sessions, and nine of ten. Both axes are logarithmic."
    )
    overall_note = (
        "5% is the pool that one hand in twenty does not exceed. Hands of a session hang "
        "together, so intervals of these quantiles take only sessions as independent and are "
        "on the wide side. Chips are counted exactly below 64; above, a quantile is the top of a "
        "class 3% wide (81 may stand for 80). The maximum is that of this run."
    )
    by_hand_note = (
        "Intervals from order statistics. A session that escalated before counts as larger "
        "than any pool (∞). Chips are counted exactly below 64; above, a quantile is the top of "
        "a class 3% wide."
    )
    return Section(
        "pool", "The pool", (sentences.how_it_goes(result), *sentences.caution(result)),
        (picture(result, "pool", caption),),
        (
            Table("pool", "The pool over all hands", result.pool, overall,
                  result.measures.narrow + overall_note),
            Table("pool_by_hand", "The pool by number of the hand", result.tables["pool_by_hand"],
                  by_hand, by_hand_note),
        ),
    )


def sections(result: Result) -> tuple[Section, ...]:
    """Return the sections of a report."""
    pool = () if result.in_points else (_pool(result),)
    return (_winning(result), _declaring(result), _tricks(result), *pool, table_section(result))
