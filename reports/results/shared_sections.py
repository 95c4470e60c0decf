"""Parts of a page that all games share, and the report of a game that brings none of its own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from reports.draw import style
from reports.draw.shapes import Dots, Fan, Series
from reports.headlines import who_wins
from reports.page.document import SEAT, STRATEGY, Column, Picture, Row, Section, Table
from reports.results.figure_tables import SEATS, columns_of
from reports.results.game_report import GameReport
from reports.results.result import Result
from reports.stats.estimates import Estimate, Sizes
from reports.stats.measures import Unit
from simulate.books.rows import MARKS

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


def quantile_column(q: float) -> Column:
    """Return the column of a quantile of the pool: q05, q50."""
    return Column(f"q{round(100 * q):02d}", f"{q:.0%}", "amount", "chips",
                  f"{q:.0%} of the pools lie below")


def pools_by_hand(hands: int, at: Callable[[int], Sizes]) -> list[Row]:
    """Return quantiles of the pool at the start of play, by number of the hand from 1.
    ``at(mark)``: the pools at the hand of that place in ``MARKS``."""
    rows: list[Row] = []
    for mark, number in enumerate(MARKS.tolist()):
        if number < hands and (pools := at(mark)).hands:
            rows.append({"hand_number": number + 1, "sessions": pools.hands,
                         **{quantile_column(q).name: pools.quantile(q) for q in QUANTILES}})
    return rows


def fan_of_pools(rows: Sequence[Row], most: float) -> Fan:
    """Return how pools spread, from ``pools_by_hand``. ``most``: more has no place on the axis."""
    return Fan([row["hand_number"] for row in rows], {
        q: [row[quantile_column(q).name] for row in rows] for q in QUANTILES}, most,
        height=3.7, xlabel="number of the hand in its session",
        ylabel="pool at the start of play, chips", title="The pool, hand by hand")


def ranking(
    result: Result, figure_of: Callable[[Unit], Estimate], title: str, label: str,
    neutral: float | None = None, scale: float = 1, fewest_first: bool = False,
) -> Dots:
    """Return a figure of each strategy, the best at the top, and of each of its seats. ``neutral``:
    where nobody has an advantage."""
    measures = result.measures
    units = sorted(measures.strategies, key=lambda u: figure_of(u).value, reverse=not fewest_first)
    rows, seats = _rows_of_seats(result, units)
    # Where its seats are drawn as well, a strategy moves up to make room for them.
    lifted = np.isin(np.arange(len(units)), np.floor(rows))
    return Dots([measures.label(unit) for unit in units], {
        "strategy": Series([figure_of(u) for u in units], np.arange(len(units)) - 0.16 * lifted),
        **({"each of its seats": Series([figure_of(seat) for seat in seats], rows, {
            "markersize": 4, "markerfacecolor": "none"})} if seats else {}),
    }, title=title, xlabel=label, neutral=neutral, scale=scale,
        height=style.height_for(len(units)) + 0.3)


def _rows_of_seats(result: Result, units: Sequence[Unit]) -> tuple[list[float], list[Unit]]:
    """Return where to draw the seats of the strategies that have several, one above another."""
    rows: list[float] = []
    seats: list[Unit] = []
    for row, unit in enumerate(units):
        own = result.measures.tally.units[unit]
        if len(own) > 1:
            rows += list(row + np.linspace(0.06, 0.34, len(own)))
            seats += list(own)
    return rows, seats


def rates(result: Result, shown: Mapping[str, str], title: str, label: str) -> Dots:
    """Return some rates of each strategy beside each other, in the order of the line-up. ``shown``:
    what the legend calls each rate, by its name. ``label`` stands below the plot."""
    measures, units = result.measures, result.measures.strategies
    return Dots([measures.label(unit) for unit in units], {
        legend: [measures.rate(name, unit) for unit in units] for name, legend in shown.items()},
        spread=0.14 * (1 if len(shown) < 3 else 1.7), title=title, xlabel=label, scale=100,
        height=style.height_for(len(units)) + 0.3)


def value(result: Result) -> Dots:
    """Return chips or points a hand of each strategy."""
    shared = " (with an equal share of the pool left)" if result.measures.credits_pool else ""
    return ranking(
        result, result.measures.value, f"{result.unit.capitalize()} a hand",
        f"{result.unit} a hand{shared}", neutral=0 if result.unit == "chips" else None)


def games(result: Result, sides: int | None = None) -> Dots:
    """Return the share of games that a seat, or a side of partners, of each strategy wins."""
    return ranking(
        result, result.measures.games_won, "Games won by a seat", "games won, %",
        neutral=100 / (sides or result.measures.seats), scale=100)


#: Tables of the figures by strategy and by seat.
FIGURES = ("strategies", "seats")
#: What must be known of the numbers of seats.
_NUMBERED = ("Seats are numbered from 0 in the order of the line-up, each on the left of the one "
             "before. Everybody keeps a seat, and the deal goes round.")


def both(
    result: Result, names: tuple[str, str], title: str, columns: tuple[Column, ...], note: str = ""
) -> tuple[Table, ...]:
    """Return a table by strategy and by seat, which the page shows where a strategy has several."""
    ours, alone = names
    some_sit_twice = len(result.measures.strategies) < result.measures.seats
    return (
        Table(ours, f"{title}, by strategy", result.tables.shown(ours).frame,
              (STRATEGY, SEATS, *columns), note),
        Table(alone, f"{title}, by seat", result.tables.shown(alone).frame, (SEAT, *columns),
              _NUMBERED, on_page=some_sit_twice))


def figures(result: Result, section: str, title: str, note: str = "") -> tuple[Table, ...]:
    """Return the figures that a game shows in a section, by strategy and by seat."""
    return both(result, FIGURES, title, columns_of(result, section), note)


def picture(result: Result, name: str, caption: str = "", wide: bool = False) -> Picture:
    """Return one of the figures of a result."""
    return Picture(name, lambda: result.game_report.plots(result)[name](result)(), caption, wide)


def section(
    result: Result, name: str, title: str, answer: str | tuple[str, ...],
    pictures: Sequence[str | tuple[str, str]] = (), shows: str = "", note: str = "",
    own: tuple[str, str] = FIGURES, tables: Sequence[str] = (), wide: bool = False,
) -> Section:
    """Return a section of a game's page: ``pictures`` by name, some with a caption, the tables
    ``own`` of the figures that are declared for it, titled ``shows``, and other ``tables``."""
    drawings = (picture(result, *((one, "") if isinstance(one, str) else one), wide)
                for one in pictures)
    answers = (answer,) if isinstance(answer, str) else answer
    return Section(name, title, answers, tuple(drawings), (
        *(both(result, own, shows, columns_of(result, name), note) if shows else ()),
        *map(result.tables.shown, tables)))


def table_section(result: Result, hands: str = "hands") -> Section:
    """Return the section of the table as a whole and of its most extreme hands."""
    table, extremes = (result.tables.shown(name) for name in ("table", "extremes"))
    return Section("table", f"The table, and its most extreme {hands}", tables=(
        table, replace(extremes, title=extremes.title.replace("hands", hands),
                       note=extremes.note.replace("hands", hands))))


def _counts_games(result: Result) -> bool:
    return result.is_game and "games_won" in result.measures.tally.books.forms


def _sections(result: Result) -> tuple[Section, ...]:
    """Return a section for what is won, one for each other one of the figures, and the table."""
    named = dict.fromkeys(figure.section for figure in result.measures.tally.books.figures)
    others = [
        Section(name, name.capitalize(), tables=figures(result, name, name.capitalize()))
        for name in named if name not in ("", "winnings")]
    pictures = [picture(result, result.unit), *[picture(result, "games")] * _counts_games(result)]
    winnings = Section(
        "winnings", f"{result.unit.capitalize()} a hand", (who_wins(result),), tuple(pictures),
        figures(result, "winnings", "What each wins"))
    return (winnings, *others, table_section(result))


GAME = GameReport(
    tables=lambda result: {},
    plots=lambda result: {
        result.unit: value,
        **({"games": games} if _counts_games(result) else {})},
    answers=lambda result: (who_wins(result),), sections=_sections)
