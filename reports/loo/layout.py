"""How the report of a run of Loo or Rounce is laid out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.loo import sentences, tables
from reports.loo.sentences import looed
from reports.sections import Column, Picture, Section, Table

if TYPE_CHECKING:
    from reports.result import Result

#: Tables of the figures, and of tricks: by strategy and by seat.
_FIGURES, _TRICKS = ("strategies", "seats"), ("tricks", "seat_tricks")


def _both(
    result: Result, names: tuple[str, str], title: str, columns: tuple[Column, ...], note: str = ""
) -> tuple[Table, ...]:
    """Return a table by strategy and the same by seat, of the names given."""
    by_strategy = (Column("strategy", "strategy", "text"), Column("seats", "seats", "count"))
    by_seat = (Column("seat", "seat", "count"), Column("strategy", "strategy", "text"))
    ours, alone = names
    return (
        Table(ours, f"{title}, by strategy", result.tables[ours], by_strategy + columns, note),
        Table(alone, f"{title}, by seat", result.tables[alone], by_seat + columns),
    )


def _declared(result: Result) -> list[str]:
    """Return the declarations to show: all that somebody made, and playing and missing."""
    everybody = range(result.measures.seats)
    # Two seats may not drop; only the fourth seat of Loo may play for the pool.
    rare = [
        name for name in ("dropped", "for_pool") if result.played.tally.form(name, everybody)
    ]
    return ["played", "missed", *rare]


def _declaring(result: Result) -> Section:
    columns = (
        Column("hands", "hands", "count"),
        *(Column(name, name.replace("_", " ")) for name in _declared(result)),
        Column("looed", f"{looed(result)}, of all hands"),
        Column("looed_play", f"{looed(result)} after playing"),
        Column("looed_miss", f"{looed(result)} after a miss"),
    )
    caption = (
        f"How often a seat took no trick and was {looed(result)}, after playing its dealt hand "
        "and after taking the miss. The bars, often smaller than the marks, are 95% intervals."
    )
    note = "Played, missed and dropped are shares of the seat's declarations."
    return Section(
        "declarations", "Declaring, and what comes of it",
        (sentences.what_staying_costs(result),),
        (Picture("loo_rates", lambda: result.plot.loo_rates(), caption),),
        _both(result, _FIGURES, "What each declares", columns, note),
    )


def _pictures_of_winning(result: Result) -> tuple[Picture, ...]:
    chips = Picture(
        result.unit, lambda: getattr(result.plot, result.unit)(),
        f"Mean {result.unit} a hand. The bars, often smaller than the marks, are 95% intervals; "
        "hollow marks are the single seats of a strategy that sits in several.",
    )
    if not result.in_points:
        return (chips,)
    games = Picture(
        "games", lambda: result.plot.games(),
        "Share of the games that a seat wins, with 95% intervals; the dashed line is an equal "
        "share.",
    )
    return chips, games


def _winning(result: Result) -> Section:
    unit = result.unit
    if result.in_points:
        own = Column("games_won", "games won")
        note = "Games won are those of one seat, on average over the strategy's seats."
    else:
        own = Column("net", "net a hand", "signed")
        note = (
            "Chips a hand credit each seat with an equal share of what is left in the pool at "
            "the end of a session; net leaves that out."
        )
    columns = (
        Column(unit, f"{unit} a hand", "signed"), own,
        Column("sd", "standard deviation", "amount"), Column("skew", "skew", "amount"),
        Column("some_trick", "at least one trick"), Column("all_tricks", "all five tricks"),
    )
    return Section(
        "winnings", f"{unit.capitalize()} a hand, and the odds of winning",
        (sentences.margin(result),), _pictures_of_winning(result),
        _both(result, _FIGURES, "What each wins", columns, note),
    )


def _tricks(result: Result) -> Section:
    columns = (
        Column("hands_in", "hands in", "count"),
        *(Column(f"tricks_{t}", "1 trick" if t == 1 else f"{t} tricks") for t in tables.TRICKS),
    )
    caption = (
        "Hands of a seat that was still in at the end, by tricks taken; a walkover counts as "
        "five. The bars, often smaller than the marks, are 95% intervals."
    )
    note = "Shares of the hands that the seat was still in at the end."
    return Section(
        "tricks", "Tricks", (sentences.who_takes_tricks(result),),
        (Picture("tricks", lambda: result.plot.tricks(), caption),),
        _both(result, _TRICKS, "Tricks taken", columns, note),
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
        "on the wide side. The maximum is that of this run."
    )
    by_hand_note = (
        "Intervals from order statistics. A session that escalated before counts as larger "
        "than any pool (∞). Chips are counted exactly below 64 and within 3% above."
    )
    return Section(
        "pool", "The pool", (sentences.how_it_goes(result), *sentences.caution(result)),
        (Picture("pool", lambda: result.plot.pool(), caption),),
        (
            Table("pool", "The pool over all hands", result.pool, overall, overall_note),
            Table("pool_by_hand", "The pool by number of the hand", result.tables["pool_by_hand"],
                  by_hand, by_hand_note),
        ),
    )


def _table(result: Result) -> Section:
    columns = (
        Column("figure", "figure", "text"), Column("count", "count", "count"),
        Column("value", "value", "row"), Column("of", "of", "text"),
    )
    extremes = (
        Column("side", "side", "text"), Column(result.unit, result.unit, "count"),
        Column("strategy", "strategy", "text"), Column("seat", "seat", "count"),
        Column("replay", "see it again", "code"),
    )
    return Section(
        "table", "The table, and its most extreme hands",
        tables=(
            Table("table", "The table as a whole", result.table, columns),
            Table("extremes", "Worst and best hands of any seat", result.extremes, extremes,
                  "Among equal hands, those that were played first."),
        ),
    )


def sections(result: Result) -> tuple[Section, ...]:
    """Return the sections of a report."""
    pool = () if result.in_points else (_pool(result),)
    return (_winning(result), _declaring(result), _tricks(result), *pool, _table(result))
