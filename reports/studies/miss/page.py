"""What a page shows of the chart: pictures, tables and what they say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reports.habits import HANDS
from reports.page.document import STRATEGY, Column, Picture, Row, Section, Table
from reports.stats.estimates import Estimate
from reports.studies.miss import sentences
from reports.studies.miss import words as say
from reports.studies.miss.chart import SCALES, Chart
from reports.studies.miss.habits import Habits, departures_of, habits_of
from reports.studies.miss.plots import moves_by_pool, wall_chart, worst_habits
from simulate.books.jackknife import standard_error
from simulate.branch.limits import CLEAR
from simulate.games.game import find_game
from simulate.games.loo.views import TRICKS
from simulate.games.loo.words import words_of
from simulate.games.narrating import how_many
from simulate.theory.loo.endings import left_by_end

#: Rows of the chart that a page shows.
_CELLS_SHOWN = 30
#: How a pool moves, and what it then is.
_SIDES = {"falls": "small", "grows": "large"}


def _subtitle(chart: Chart, counted: str) -> str:
    """Return what was played, in a line."""
    others = ", ".join(label for label in dict.fromkeys(chart.run.labels)
                       if label != chart.strategy)
    who = f"{chart.strategy} with {others}" if others else chart.strategy
    played = f"{find_game(chart.run.game).title}, {len(chart.run.players)} players ({who})"
    if chart.in_chips:
        return f"{played}; pool {chart.stakes.pool:,}, penalty {chart.stakes.penalty:,}; {counted}"
    if chart.scores:
        return f"{played}; {say.at_score(chart.run, chart.scores)}, played to win the game"
    return f"{played}; a trick 1 point, none -5"


def _by_letter(row: Row, name: str, text: str, letters: Iterable[str] = say.STAYING) -> str:
    """Write a number of each move that stays in, after its letter."""
    values = ((letter, row.get(name.format(letter))) for letter in letters)
    return ", ".join(f"{letter} {value:{text}}" for letter, value in values if value is not None)


def _changes(row: Row) -> str:
    """Say at which pools the best move changes."""
    parts = []
    for side, word in (("falls", "below"), ("grows", "above")):
        if row[f"if_pool_{side}"]:
            pool, error = row[f"pool_{side}"], 2 * row[f"pool_{side}_se"]
            parts.append(f"{row[f'if_pool_{side}']} {word} {pool:,.0f} ± {error:,.0f}")
    return "; ".join(parts)


def cells_table(chart: Chart) -> Table:
    """Return the chart as a table, the most frequent cells first."""
    rows = [row | {
        "often": row["deals"] / chart.hands,
        "move": row["best"] if row["clear"] else f"{row['best']}?",
        "tricks": _by_letter(row, "tricks_{}", ".2f"),
        "looed": _by_letter(row, "{}_0", ".0%", "PTM"),
        "changes": _changes(row),
    } for row in chart.rows()]
    note = (
        f"The {_CELLS_SHOWN} cells that come most often; miss_chart.csv has all, with the whole "
        "distribution of tricks by move. A question mark: too close to call. "
    )
    if chart.in_chips:
        note += (
            "In the last column, with two standard errors, the others declare as they do at the "
            f"pool that is told. It looks at pools from {min(SCALES):g} to {max(SCALES):g} times "
            "this one, and tells no pool that it knows no better than to a third."
        )
    return Table.of(
        "miss_chart", "The chart, with its numbers", (
            Column("place", "you are", "text"),
            Column("before", "you hear", "text", "text", "what was declared before"),
            Column("turned_up", "turned up", "text", "text", "whether the turn-up is a double"),
            Column("hand", "you hold", "text", "text", "the kind of hand"),
            Column("often", "of hands", "share", "share of hands at the place",
                   "how often it comes up"),
            Column("move", "best", "text", "text", "the best move, in words"),
            Column("margin", f"ahead by, {chart.unit}", "amount", "{value}",
                   "what the best move is worth above the next best", with_error=True),
            Column("second", "next best", "text", "text", "the next best move"),
            Column("tricks", "tricks by move", "text", "text", "mean tricks by move"),
            Column("looed", f"{words_of(chart.run.rules).looed} by move", "text", "text",
                   "share of hands looed, by move"),
            Column("changes", "best instead, by pool", "text", "text",
                   "the best moves at other pools"),
            Column("position", "", "count", "number", "the position, 0 for the eldest hand"),
            Column("deals", "", "count", "deals", "played of this kind"), Column("share"),
            Column("best", "", "text", "text", "the best move, by its letter"),
            Column("clear", "", "text", "true or false",
                   "whether two standard errors tell them apart"),
            *(Column(f"if_pool_{side}", "", "text", "text",
                     f"the best move where the pool is {size} enough")
              for side, size in _SIDES.items()),
            *(Column(f"pool_{side}", "", "amount", "chips",
                     f"the {which} pool for which that holds")
              for side, which in (("falls", "largest"), ("grows", "smallest"))),
            *(Column(f"tricks_{letter}", "", "amount", "tricks a hand",
                     "won after that move, on average") for letter in say.LETTERS),
            *(Column(f"{letter}_{many}", "", "share", "share of hands",
                     f"with {how_many(many, 'trick')} after that move")
              for letter in say.LETTERS for many in range(TRICKS + 1)),
        ), sorted(rows, key=lambda row: -row["deals"]), note,
        index=("place", "before", "turned_up", "hand"),
        hidden=() if chart.in_chips else ("changes",), most=_CELLS_SHOWN)


def _chart_section(chart: Chart, judged: Chart) -> Section:
    caption = (
        "The move that is worth most, by the hand (down) and by who sits there and what was "
        "declared before (across). White cells are too close to call. "
        + ("It is right where all play like this." if len(set(chart.run.labels)) == 1 else
           "It is right at this table only: against other players another chart is.")
    )
    subtitle = _subtitle(chart, "chips of later pools counted")
    words = words_of(chart.run.rules)
    title = (f"Play or {words.miss}?" if len(chart.run.players) == 2  # nobody may drop
             else f"Play, {words.miss} or drop?")
    return Section(
        "miss", f"When to take {words.taken}",
        (
            sentences.what_is_best(chart), sentences.with_a_double(chart),
            sentences.value_of_the_miss(chart, judged), sentences.rules_of_thumb(chart),
            sentences.how_sure(chart),
        ),
        (Picture("miss_chart", lambda: wall_chart(chart, title, subtitle),
                 caption, wide=True),),
        (cells_table(chart),),
    )


def _later_table(habits: Sequence[Habits]) -> Table:
    """Return what pools are worth by strategy and position, after one seat looed, two, three."""
    rows = []
    stakes, players = habits[0].chart.stakes, len(habits[0].chart.run.players)
    left = left_by_end(stakes.pool, stakes.penalty)[1:players]
    for chart in (own.chart for own in habits):
        # The mean over the strategy's seats.
        later = chart.payoffs[0].later.mean(1)[..., 1:players]
        errors = standard_error(later)
        for position in range(players):
            rows.append({
                "strategy": chart.strategy, "place": say.place(position, players),
                **{f"left_{k}": Estimate(worth, error, worth - CLEAR * error, worth + CLEAR * error)
                   for k, (worth, error) in enumerate(
                       zip(later[0, position], errors[position], strict=True))}})
    return Table.of("miss_later", "What is left in the pool is worth", (
        STRATEGY, Column("place", "place in this hand", "text"),
        *(Column(f"left_{k}", f"{chips:,} left", "signed", "{value}",
                 f"what {chips:,} chips more left in the pool are worth to the seat")
          for k, chips in enumerate(left)),
    ), rows, f"In chips, to that seat, above a pool that was emptied. "
        f"{looking_ahead(habits[0].chart)}", index=2)


def looking_ahead(chart: Chart) -> str:
    """Say how the worth of later pools was found, and how far it looks ahead."""
    found = ("It follows from how this line-up's hands end at pools of all sizes, an emptied one "
             "anted anew. The eldest hand deals next.")
    if chart.values is None or chart.values.horizon is None:
        return found
    return (f"{found} At this table a hand multiplies a large pool by {chart.values.growth:.2f} in "
            f"the mean, so its worth for good has no bounds: the next {chart.values.horizon} hands "
            "are counted, and what is then left is shared equally.")


def _alone_section(chart: Chart, alone: Chart, habits: Sequence[Habits]) -> Section:
    changed = float(chart.seen[chart.clear & alone.clear & (chart.best != alone.best)].sum())
    share = 100 * changed / max(float(chart.seen.sum()), 1)
    answer = (
        "A penalty is not lost: it lies in the next pool, of which every seat will win a "
        f"part. To leave that out of account would change {share:.0f}% of the decisions, those "
        "too close to call not counted."
    )
    subtitle = _subtitle(chart, "this hand's chips alone")
    return Section(
        "miss_alone", "If this hand were the last", (answer,),
        (Picture(
            "miss_chart_alone", lambda: wall_chart(alone, "Play, miss or drop?", subtitle),
            "The chart for a seat that thinks of this hand alone, as if a penalty were lost for "
            "good and a pool left over were nobody's.", wide=True,
        ),),
        (_later_table(habits),),
    )


def _pool_section(chart: Chart) -> Section:
    caption = (
        "Share of the hands with which each move is best, by the pool; the dashed line is this "
        f"table, {chart.stakes.pool:,}.")
    return Section(
        "miss_pool", "How the chart moves with the pool",
        (sentences.with_larger_pools(chart),),
        (Picture("miss_pool", lambda: moves_by_pool(chart), caption),),
    )


def _habit_section(habits: Sequence[Habits]) -> Section:
    pictures: tuple[Picture, ...] = ()
    letters, worst = say.letters_said(words_of(habits[0].chart.run.rules)), habits_of(habits)
    if len(worst.frame):
        pictures = (Picture(
            "miss_habits", lambda: worst_habits(worst.frame, habits[0].chart.unit),
            f"What the costliest habits lose in {HANDS} hands, with 95% intervals; letters say "
            f"what was declared before: {letters}.",
            wide=True,
        ),)
    return Section(
        "miss_habits", "What the strategies do wrong",
        tuple(sentences.mistakes(own) for own in habits), pictures,
        (departures_of(habits), worst),
    )


def sections(alone: Chart, habits: Sequence[Habits]) -> tuple[Section, ...]:
    """Return what a page shows of the study.

    ``alone``: of the first strategy, this hand alone. ``habits``: one a strategy, with its chart.
    """
    chart = habits[0].chart
    always = _chart_section(chart, habits[0].judged), _habit_section(habits)
    if not chart.in_chips:
        return always
    return (*always, _pool_section(chart), _alone_section(chart, alone, habits))
