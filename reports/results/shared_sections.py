"""Parts of a page that all games share, and the report of a game that brings none of its own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from reports import commands
from reports.draw import style
from reports.draw.shapes import Dots
from reports.headlines import Written, amount, first, session_of, share, signed, too_few
from reports.page.document import SEAT, STRATEGY, Column, Picture, Section, Table
from reports.results.figure_tables import SEATS, columns_of, table
from reports.results.game_report import GameReport
from reports.results.result import Result
from reports.stats import number_text
from reports.stats.comparisons import p_value
from reports.stats.estimates import Estimate
from reports.stats.measures import Measures, Unit
from simulate.books.rows import NO_EXTREME
from simulate.games.narrating import how_many


def quantile_column(q: float) -> Column:
    """Return the column of a quantile of the pool: q05, q50."""
    return Column(f"q{round(100 * q):02d}", f"{q:.0%}", "amount", "chips",
                  f"{q:.0%} of the pools lie below")


def ranking(
    result: Result, figure_of: Callable[[Unit], Estimate], title: str, label: str,
    neutral: float | None = None, scale: float = 1, fewest_first: bool = False,
) -> Dots:
    """Return a figure of each strategy, the best at the top. ``neutral``: where nobody has an
    advantage."""
    found = result.measures.by_strategy(figure_of)
    order = sorted(found, key=lambda one: found[one].value, reverse=not fewest_first)
    return Dots.of({one: found[one] for one in order}, label, title=title, neutral=neutral,
                   scale=scale, height=style.height_for(len(order)) + 0.3)


def rates(result: Result, shown: Mapping[str, str], title: str, label: str) -> Dots:
    """Return some rates of each strategy beside each other, in the order of the line-up. ``shown``:
    what the legend calls each rate, by its name. ``label`` stands below the plot."""
    measures, units = result.measures, result.measures.strategies
    return Dots([measures.label(unit) for unit in units], {
        legend: [measures.rate(name, unit) for unit in units] for name, legend in shown.items()},
        spread=0.14 * (1 if len(shown) < 3 else 1.7), title=title, xlabel=label, scale=100,
        height=style.height_for(len(units)) + 0.3)


#: What must be known of the numbers of seats.
_NUMBERED = ("Seats are numbered from 0 in the order of the line-up, each on the left of the one "
             "before. Everybody keeps a seat, and the deal goes round.")


def section(
    result: Result, name: str, title: str, answer: str | tuple[str, ...] = (),
    pictures: Sequence[Picture] = (), shows: str = "", note: str = "", table: str = "strategies",
) -> Section:
    """Return a section of a game's page, with the figures that are declared for it in a ``table``:
    by strategy, and by seat where a strategy has several. ``shows``: the title of these."""
    by_strategy, by_seat = result.figures[table]
    columns, measures = columns_of(result.measures, name), result.measures
    return Section(name, title, (answer,) if isinstance(answer, str) else answer, tuple(pictures), (
        replace(by_strategy, title=f"{shows or title}, by strategy",
                columns=(STRATEGY, SEATS, *columns), note=note),
        replace(by_seat, title=f"{shows or title}, by seat", columns=(SEAT, *columns),
                note=_NUMBERED, on_page=len(measures.strategies) < measures.seats)))


def who_wins(
    measures: Measures, deal: str = "hand", *, written: Written = signed, games: bool = False
) -> str:
    """Return which strategy of a run makes most a hand, or ``deal``; or wins most ``games``, where
    these are hardly ever shared."""
    sessions, units = measures.tally.sessions, measures.by_strategy(lambda unit: unit)
    if len(units) == 1:
        return f"All seats play {measures.label(0)}, so none has an advantage but its place."
    value, lead, independent, unit, written = (
        (measures.games_won, measures.lead_in_games, sessions, "of the games", share) if games
        else (measures.value, measures.lead, measures.groups, f"{measures.unit} a {deal}", written))
    return first(
        measures.by_strategy(value), lambda one, other: lead(units[one], units[other]), sessions,
        unit, written=written, p_of=lambda one: p_value(one, independent)
    ) or too_few(sessions, session_of(measures.run))


def winnings(
    result: Result, answer: tuple[str, ...], note: str = "", sides: int | None = None,
    caption: str = "", less: str = "",
) -> Section:
    """Return the section of what a hand brings, ``less`` what is taken off points, and of games won
    where they are played to the end: by a seat, or by one of so many ``sides``, with a
    ``caption``."""
    measures, unit, called = result.measures, result.unit, f"{result.unit.capitalize()} a hand"
    more = " (with an equal share of the pool left)" if measures.credits_pool else less
    pictures = [Picture(unit, ranking(
        result, measures.value, called, f"{unit} a hand{more}",
        neutral=0 if less or unit == "chips" else None))]
    if wins := result.is_game and "games_won" in measures.tally.books.forms:
        pictures.append(Picture("games", ranking(
            result, measures.games_won, "Games won by a seat", "games won, %",
            neutral=100 / (sides or measures.seats), scale=100), caption))
    # Too few sessions, or one strategy alone, have one sentence for chips and games.
    return section(result, "winnings", called + ", and the odds of winning" * wins,
                   tuple(dict.fromkeys(answer)), pictures, "What each wins", note)


def _extremes(result: Result, hands: str) -> Table:
    """Return the worst and the best hands of any seat, and the commands that show them."""
    run, unit = result.run, result.unit
    rows = [{"side": side, unit: sign * key, "strategy": run.labels[seat], "seat": seat,
             "session": session, "hand": hand,
             "replay": commands.replay_command(run, session, hand)}
            for side, sign, kept in zip(("worst", "best"), (1, -1),
                                        result.played.tally.extremes, strict=True)
            for key, session, hand, seat in kept.tolist() if key != NO_EXTREME]
    return Table.of("extremes", f"Worst and best {hands} of any seat", (
        Column("side", "side", "text"),
        Column(unit, unit, "count", unit, "what the seat made in the hand"), Column("strategy"),
        SEAT, Column("session"), Column("hand"), Column("replay", "see it again", "code"),
    ), rows, f"Among equal {hands}, those that were played first.", index=0)


def table_section(result: Result, hands: str = "hands") -> Section:
    """Return the section of the table as a whole, with how long games are, and of its most extreme
    hands."""
    counted = {one.name for one in result.measures.tally.books.session_figures}
    answer = (_length(result, "unfinished" in counted),) if (
        result.is_game and "length" in counted) else ()
    return Section("table", f"The table, and its most extreme {hands}", answer,
                   tables=(table(result.measures), _extremes(result, hands)))


def _length(result: Result, may_be_unfinished: bool) -> str:
    """Return how long games are; those that were stopped would have been longer."""
    stopped = result.measures.session_rate("unfinished") if may_be_unfinished else Estimate(0.0)
    if stopped.value == 1:
        return f"No game ended within {how_many(result.run.hands, 'hand')}."
    length = number_text.counted(amount(result.measures.session_mean("length")), "hands")
    unfinished = (f"; {share(stopped)} of the games were stopped before they ended"
                  if stopped.value else "")
    return f"A game takes {length}{unfinished}."


def _sections(result: Result) -> tuple[Section, ...]:
    """Return a section for what is won, one for each other one of the figures, and the table."""
    named = dict.fromkeys(figure.section for figure in result.measures.tally.books.figures)
    others = [section(result, name, name.capitalize())
              for name in named if name not in ("", "winnings")]
    return (winnings(result, (who_wins(result.measures),)), *others, table_section(result))


GAME = GameReport(sections=_sections)
