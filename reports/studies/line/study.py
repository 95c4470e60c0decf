"""``study line``: how is a line of dominoes played best, and what are draws and stars worth?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from reports.defaults import good_lineup
from reports.draw import shapes, style
from reports.draw.parts import Figure
from reports.draw.shapes import Cells, Plot
from reports.games.pool.decisions import BUCKETS, HABITS, plays
from reports.moves import measure, plot_of, section_of
from reports.page.document import STRATEGY, Card, Column, Picture, Section, Table
from reports.results.shared_sentences import amount, share
from reports.stats import number_text
from reports.stats.estimates import Estimate
from reports.stats.move_values import Halves
from reports.studies.line import hands
from reports.studies.line.hands import Draws, Stars, Styles
from reports.studies.study import Study, each_once, in_parts, tried
from simulate.games.game import find_game
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run
from strategies.lineup import seat_players

_NOTES = (
    "All numbers are per cent of the pool, with half of the interval. A tile: by how much more it "
    "takes than the others of its turn. Closing: at most two tiles that fit are out.",
    "The lead: what the leader takes beyond an equal part. Drawing: what it changes for one seat "
    "where seats may draw. Empty: too rare.")
_OF_POOL = "share of the pool"
_PLAYERS = Column("players", "players", "count", "seats", "how many play")
_ALL_PLAY = Column("strategy", "all seats play", "text")

#: What was measured, by the number of players.
Turns = Mapping[int, Mapping[str, Halves]]


def wall_chart(
    turns: Turns, styles: Styles, draws: Sequence[Draws], players: int, subtitle: str
) -> Figure:
    """Draw the study on one sheet: opening tiles and closed lines of a table of so many players.
    ``draws``: those of the best player first, by the number of players."""
    found, best = turns[players], draws[:len(styles.seats)]
    lead = [Estimate(part.value - 1 / many, part.se, part.low - 1 / many, part.high - 1 / many)
            for many, part in zip(styles.seats, styles.leads, strict=True)]
    costs = ([one.costs.negative for one in best], [one.costs_alone.negative for one in best])

    def cells(rows: Sequence[Sequence[Estimate]], names: Sequence[str], title: str) -> Cells:
        return Cells(rows, [style.wrapped(name, 14) for name in names],
                     [f"{many} players" for many in styles.seats], scale=100, height=6, title=title)

    def measured(name: str, title: str, height: float) -> Plot:
        return plot_of(BUCKETS[name], found[name].both, title=title, height=height)

    return shapes.wall(
        f"Domino Pool with {players} players: how to play a line", subtitle, _NOTES, 7.0, (
            (cells(_habits(turns), HABITS, "Which tile? One that is or"),
             measured("openings", "Which tile to lead?", 9)),
            (measured("closing", "When to close the line?", 8),
             cells((lead, *costs), ("the lead", "to draw where others draw",
                                    "to draw where others do not"),
                   "What are the lead and a tile drawn worth?"))))


def _habits(turns: Turns) -> list[list[Estimate]]:
    """Return what options of each sort bring more than the others of their turn, by players."""
    return [[found["habits"].both.mean(k) for found in turns.values()] for k in range(len(HABITS))]


def _styles_section(found: Styles, players: int) -> Section:
    order = sorted(found.gains, key=lambda label: -hands.mean_gain(found, label))
    columns = [f"{seats} players" for seats in found.seats]
    best = found.gains[order[0]][found.seats.index(players)]
    answer = (f"Alone among {players} players, the others random, {order[0]} takes {share(best)} "
              "more of the pool.")
    picture = Picture("line_styles", Cells(
        [found.gains[label] for label in order], order, columns, scale=100,
        height=1.2 + 0.5 * len(order), xlabel="% of the pool beyond random's"))
    table = Table.of("line_styles", "What ways of playing are worth", (
        STRATEGY, _PLAYERS,
        Column("gain", "part of the pool beyond random's", "share", _OF_POOL,
               "taken beyond random in the same seat"),
    ), ({"strategy": label, "players": seats, "gain": gain}
        for label, gains in found.gains.items()
        for seats, gain in zip(found.seats, gains, strict=True)),
        "One seat of the strategy, all others random, on the same deals.")
    return Section("line_styles", "What are ways of playing worth?", (answer,), (picture,),
                   (table,))


#: How a sentence names the tile of each habit.
_TILE = ("a double", "the heaviest tile", "the tile that keeps the most numbers in your hand",
         "the tile that leaves the fewest that fit")


def best_option(means: Sequence[Estimate], players: str) -> str:
    """Return which tile to play first among such players, from what options of each sort bring."""
    sure = sorted((k for k, one in enumerate(means) if one.low > 0), key=lambda k: -means[k].value)
    if not sure:
        return f"Among {players} no sort of tile surely takes more than the others of its turn."
    then = f" Where that does not decide, play {_TILE[sure[1]]}." if sure[1:] else ""
    return (f"Among {players}, {_TILE[sure[0]]} is best played first. It takes "
            f"{share(means[sure[0]])} more of the pool.{then}")


def _habits_section(turns: Turns, run: Run) -> Section:
    players = len(run.players)
    column = BUCKETS["habits"].axes[0][0]
    who = f"the {players} of this run, {number_text.listed(list(dict.fromkeys(run.labels)))}"
    table = Table.of("line_habits", "What options bring", (
        column, _PLAYERS, Column("turns", "turns", "count", "turns", "that had options of both "
                                 "sorts"), BUCKETS["habits"].value,
    ), ({"option": habit, "players": seats, "turns": int(found["habits"].both.count[k]),
         "gain": found["habits"].both.mean(k)}
        for k, habit in enumerate(HABITS) for seats, found in turns.items()),
        "Turns with options of both sorts, on the same deals; the first tile is left out.")
    return Section("line_habits", "Which tiles are played first?", (
        best_option([row[list(turns).index(players)] for row in _habits(turns)], who),), (), (
        table,))


def _lead_section(styles: Styles, players: int) -> Section:
    part = styles.leads[styles.seats.index(players)]
    answer = f"With {players} good players the leader takes {share(part)} of the pool."
    table = Table.of("line_leads", "What the lead is worth", (
        _PLAYERS, _ALL_PLAY,
        Column("part", "part of the pool that the leader takes", "share", _OF_POOL,
               "that the leader takes"),
        Column("fair", "an equal part", "share", _OF_POOL, "an equal part"),
    ), ({"players": seats, "strategy": label, "fair": 1 / seats, "part": part}
        for seats, label, part in zip(styles.seats, styles.lead_of, styles.leads, strict=True)),
        "All seats play alike, so only the place counts.")
    return Section("line_leads", "What is the lead worth?", (answer,), (), (table,))


def _draws_section(seats: int, found: Sequence[Draws]) -> Section:
    first = next(one for one in found if one.seats == seats)
    answer = (f"Among {seats} who play {first.player} a tile drawn costs {share(first.costs)} of "
              "the pool where all others draw.")
    table = Table.of("line_draws", "What drawing costs", (
        _ALL_PLAY, _PLAYERS,
        Column("costs", "drawing costs the one, where others draw", "share", _OF_POOL,
               "that drawing costs where the others draw"),
        Column("costs_alone", "where others decline", "share", _OF_POOL,
               "that drawing costs where the others do not"),
    ), ({"strategy": one.player, "players": one.seats, "costs": one.costs,
         "costs_alone": one.costs_alone} for one in found),
        "With the rule draw=may, on the same deals.")
    return Section("line_draws", "What does drawing cost?", (answer,), (), (table,))


def _stars_section(found: Stars) -> Section:
    price = found.in_all.price()
    answer = ("There were too few games to show what a star is worth." if np.isnan(price.value)
              else f"A star costs one stake; it would break even at {amount(price)} stakes.")
    buckets = [("any", found.in_all, 0),
               *((pool, found, bucket) for bucket, pool in enumerate(hands.POOLS))]
    table = Table.of("line_stars", "What a star is worth", (
        Column("pool", "stakes in the pool, its own among them", "text", "text",
               "stakes in the pool, that of the star among them"),
        Column("stars", "stars", "count", "stars", "how many"),
        Column("worth", "worth in stakes, before the price of 1", "amount", "stakes",
               "what a star brings before its price of 1"),
        Column("price", "fair price in stakes", "amount", "stakes",
               "the price at which a star neither gains nor loses"),
    ), ({"pool": pool, "stars": int(stars.worth.count[bucket]), "worth": stars.worth.mean(bucket),
         "price": stars.price(bucket)}
        for pool, stars, bucket in buckets if np.isfinite(stars.worth.mean(bucket).value)),
        "The price lies in the pool that it is won from, so a dearer star brings more, too.")
    return Section("line_stars", "What is a star worth?", (answer,), (), (table,))


QUESTION = "How is a line played best, and what are draws and stars worth?"
#: Parts of the work: turns at a table of one size, of the line-up and of good players, then
#: styles; the rest goes to draws and stars.
_TURNS, _STYLES = 0.08, 0.2
#: Title and note of the sections that are measured at this table alone.
_SECTIONS = {
    "closing": ("When is the line closed?",
                "All but closed: at most two tiles that fit are out and you keep none."),
    "openings": ("Which tile is led?", "Beyond the hand's other tiles.")}


def study_line(run: Run, jobs: int | None = None, progress: Progress = silent) -> Study:
    """Answer how a line is played best, by players, and what lead, draws and stars are worth."""
    fewest, most = find_game(run.game).seats
    sizes, own = range(fewest, most + 1), hands.single_hands(run)
    lineup = good_lineup(find_game(own.game), own.rules, len(own.players))
    good = replace(own, players=seat_players(own.game, lineup, len(lineup), own.rules))
    *each, styling, _ = in_parts(progress, (
        *[_TURNS] * 2 * len(sizes), _STYLES, 1 - _STYLES - _TURNS * 2 * len(sizes)))

    def measured(table: Run, part: Progress) -> dict[str, Halves]:
        return measure(table, plays(table), jobs, part)

    turns, good_turns = (
        {seats: measured(hands.single_hands(played, seats), each.pop(0)) for seats in sizes}
        for played in (run, good))
    random, *known = each_once(tried(run)["random"], *tried(run).values(), *run.players)
    styles = hands.study_styles(run, known, random, jobs, styling)
    best = max(known, key=lambda player: hands.mean_gain(styles, player.label))
    draws = tuple(hands.study_draws(run, many, player, jobs)
                  for player in (best, random) for many in turns)
    stars = hands.study_stars(run, jobs)
    progress(1.0, run.sessions)
    seats, player = len(run.players), good.labels[0]
    closing, openings = (
        section_of(f"line_{name}", title, BUCKETS[name], turns[seats][name], note)
        for name, (title, note) in _SECTIONS.items())
    shown = (_styles_section(styles, seats), _habits_section(turns, run), closing, openings,
             _lead_section(styles, seats), _draws_section(seats, draws), _stars_section(stars))
    table = f"Turns of {player} in every seat; {run.sessions:,} hands a table, {best.label} draws."
    picture = Picture(
        "line_wall", lambda: wall_chart(good_turns, styles, draws, seats, table),
        f"Turns are those of {player} in every seat.", wide=True)
    rule = best_option([row[list(sizes).index(seats)] for row in _habits(good_turns)],
                       f"{seats} good players")
    card = Card("wall", "The chart for the wall", (rule,),
                replace(picture, name=f"opening_{picture.name}"), link="study_line", wide=True,
                good=True)
    return Study(QUESTION, tuple(shown[k].answer[0] for k in (1, 2, 5, 6)), (
        Section("line_wall", "The chart for the wall", (), (picture,)), *shown), {
        "turns": turns, "rule": rule, "styles": styles, "draws": draws, "stars": stars}, card)
