"""``study line``: how is a line of dominoes played best, and what are draws and stars worth?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from reports.defaults import good_lineup
from reports.draw import heatmaps, shapes, style
from reports.draw.parts import Axes, Figure
from reports.moves import added
from reports.page.document import HANDS, STRATEGY, Card, Column, Picture, Section, Table
from reports.results.shared_sentences import amount, share
from reports.stats import number_text
from reports.stats.estimates import Estimate
from reports.studies.line import hands
from reports.studies.line.hands import Draws, Stars, Styles, Turns
from reports.studies.study import Study, each_once, in_parts, tried
from simulate.domino.tiles import NUMBERS, TILES, name
from simulate.games.game import find_game
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run
from strategies.lineup import seat_players

_PER_CENT = 100


def grid(
    rows: Sequence[Sequence[Estimate]], names: Sequence[str], columns: Sequence[str],
    under: str,
) -> Figure:
    """Draw gains and losses; ``under`` says what the columns are."""
    return shapes.gains(
        rows, [style.wrapped(name) for name in names],
        [style.wrapped(column, 11) for column in columns], 1.2 + 0.5 * len(rows), _PER_CENT,
        xlabel=under)


def _by_ends(turns: Turns) -> list[list[Estimate]]:
    """Return what opening tiles bring, by higher and lower end; nothing above the doubles."""
    return heatmaps.by_ends([turns["openings"].mean(tile) for tile in range(TILES)])


#: Heights of the plots, in rows of cells with their title; of the sheet's plots, in inches.
_LEFT, _RIGHT, _HEIGHT = (6, 9), (8, 6), 7.0
_NOTES = (
    "All numbers are per cent of the pool. A tile: by how much more it takes "
    "than the others of its turn, on the same deals, each played. Closing: the line is left with "
    "two fitting tiles out at most, none of them yours. Your pips are those that you keep.",
    "The lead: what the leader takes beyond an equal part where all play alike well. Drawing "
    "(draw=may): what it changes for one seat. The small number is half the width of the 95% "
    "interval. A cell without a number came too rarely.")


def wall_chart(
    turns: dict[int, Turns], styles: Styles, draws: Sequence[Draws],
    players: int, subtitle: str,
) -> Figure:
    """Draw the study on one sheet: opening tiles and closed lines of a table of so many players.
    ``draws``: those of the best player first, by the number of players."""
    grid_of = turns[players]
    lead = [Estimate(part.value - 1 / many, part.se, part.low - 1 / many, part.high - 1 / many)
            for many, part in zip(styles.seats, styles.leads, strict=True)]
    best = draws[:len(styles.seats)]
    at_tables = [f"{many} players" for many in styles.seats]
    with style.style():
        figure = shapes.sheet(f"Domino Pool with {players} players: how to play a line", subtitle,
                             _NOTES, _HEIGHT)
        sides = figure.add_gridspec(1, 2)
        places = (sides[k].subgridspec(len(rows), 1, height_ratios=rows)
                  for k, rows in enumerate((_LEFT, _RIGHT)))
        left, right = ([figure.add_subplot(part[row]) for row in range(part.nrows)]
                       for part in places)

        def gains(
            axes: Axes, title: str, rows: Sequence[Sequence[Estimate]], names: Sequence[str] = (),
            columns: Sequence[str] = (),
        ) -> None:
            heatmaps.gains(axes, rows, _PER_CENT, shapes.CELL)
            heatmaps.name_cells(axes, names, columns)
            axes.tick_params(labelsize=shapes.NAME)
            axes.set_title(title)

        gains(left[0], "Which tile? One that is",
              [[turns[many]["habits"].mean(k) for many in turns] for k in range(len(hands.HABITS))],
              ("a double", "the heaviest", "keeps most\nnumbers", "leaves the\nfewest fits"),
              [f"{many} players" for many in turns])
        gains(left[1], "Which tile to lead?", _by_ends(grid_of))
        heatmaps.name_ends(left[1], shapes.NAME)
        closing = [grid_of["closing"].mean(k) for k in range(len(hands.MARGINS))]
        shapes.dotted(right[0], hands.MARGINS, closing, _PER_CENT, 0)
        right[0].tick_params(labelsize=shapes.NAME)
        right[0].set_title("When to close the line?")
        right[0].set_xlabel("% of the pool, by your pips against those that\nthe lightest rival is "
                            "likely to hold", fontsize=shapes.NAME)
        gains(right[1], "What are the lead and a tile drawn worth?",
              [lead, [one.costs.negative for one in best],
               [one.costs_alone.negative for one in best]],
              ("the lead", "to draw where\nothers draw", "to draw where\nothers do not"), at_tables)
    return figure

_NOTE = "Under each number stands its 95% interval."
_OF_POOL = "share of the pool"
_PLAYERS = Column("players", "players", "count", "seats", "how many play")
_ALL_PLAY = Column("strategy", "all seats play", "text")
#: How many turns an option was played in, and what it brought there.
_OF_TURNS = (Column("turns", "turns", "count", "turns", "that had options of both sorts"),
             Column("gain", "part of the pool beyond the turn's other options", "share", _OF_POOL,
                    "taken beyond the other options of the turn"))


def means_of(turns: Turns) -> list[Estimate]:
    """Return what options of each sort bring more than the others of their turn."""
    return [turns["habits"].mean(k) for k in range(len(hands.HABITS))]


#: What a lead over ``random`` holds where drawing is a decision.
_BY_LOT = (" With draw=may random also draws by lot, half of the time when it may. A part of "
           "what the others do better can be that, and not the tiles they play.")


def _styles_section(found: Styles, turns: dict[int, Turns], run: Run) -> Section:
    players, may_draw = len(run.players), getattr(run.rules, "draw", "no") == "may"
    order = sorted(found.gains, key=lambda label: -hands.mean_gain(found, label))
    columns = [f"{seats} players" for seats in found.seats]
    said = [f"{label} takes {share(gains[0])} more with {found.seats[0]} players. With "
            f"{found.seats[-1]} {label} takes {share(gains[-1])} more."
            for label, gains in ((label, found.gains[label]) for label in order)]
    answer = (
        "Alone among random players each way of playing takes more of the pool than random does. "
        f"{' '.join(said)}{_BY_LOT if may_draw else ''}",
        # The others, of good players, stand on the first page.
        first_option(means_of(turns[players]), f"the {players} of this run, "
                     f"{number_text.listed(list(dict.fromkeys(run.labels)))}"))
    rows = [[turns[seats]["habits"].mean(k) for seats in turns] for k in range(len(hands.HABITS))]
    pictures = (
        Picture("line_styles", lambda: grid(
            [found.gains[label] for label in order], order, columns, "% of the pool"),
            "What a seat takes of the pool, in %, beyond random in its place, when all others are "
            "random. Below each stands its half interval."),
        Picture("line_habits", lambda: grid(rows, hands.HABITS, columns, "% of the pool"),
                "What an option that is so takes of the pool, in %, beyond those of the same turn "
                "that are not. Below each stands its half interval."))
    table = Table.of("line_styles", "What ways of playing are worth", (
        STRATEGY, _PLAYERS,
        Column("gain", "part of the pool beyond random's", "share", _OF_POOL,
               "taken beyond random in the same seat"),
    ), ({"strategy": label, "players": seats, "gain": gain}
        for label, gains in found.gains.items()
        for seats, gain in zip(found.seats, gains, strict=True)),
        "One seat of the strategy, all others random, against random in the same seat, on the "
        f"same deals. {_NOTE}")
    habits = Table.of("line_habits", "What options bring", (
        Column("option", "an option that", "text", "text", "what sort of option it is"), _PLAYERS,
        *_OF_TURNS,
    ), ({"option": habit, "players": seats, "turns": int(own["habits"].count[k]),
         "gain": own["habits"].mean(k)}
        for k, habit in enumerate(hands.HABITS) for seats, own in turns.items()),
        "Turns that have options of both sorts, each option played on the same deal. The leader's "
        f"first tile is left out. {_NOTE}")
    return Section("line_styles", "Which tiles are played first?", answer, pictures,
                   (table, habits))


def first_option(means: Sequence[Estimate], players: str) -> str:
    """Say which tile to play first among such players, from what options of each sort bring."""
    sure = [k for k, one in enumerate(means) if one.low > 0]
    if not sure:
        return (f"Among {players}, no sort of tile surely takes more than the others that could be "
                "played in its place.")
    best = max(sure, key=lambda k: means[k].value)
    return (f"Play {_TILE[best]} first, where you can. It takes {share(means[best])} of the pool "
            f"more than the other tiles of its turn. That is among {players}.")


def best_option(means: Sequence[Estimate], players: str) -> str:
    """Say which tile to play first, as ``first_option`` does, and then which."""
    text = first_option(means, players)
    order = sorted(range(len(means)), key=lambda k: -means[k].value)
    if not (sure := [k for k in order if means[k].low > 0]):
        return text
    if then := sure[1:]:
        ranked = ". Then play ".join(f"{_TILE[k]}, {share(means[k])}" for k in then)
        text += f" Where that does not decide, play {ranked}."
    if unsure := [_TILE[k] for k in order if means[k].low <= 0 <= means[k].high]:
        text += f" Whether {number_text.listed(unsure, 'or')} takes more is not sure."
    return text


#: How a sentence says the tile of each habit.
_TILE = ("a double", "the heaviest tile", "the tile that keeps the most numbers in your hand",
         "the tile that leaves the fewest that fit")


def _closing_section(found: Turns) -> Section:
    means = {margin: found["closing"].mean(k) for k, margin in enumerate(hands.MARGINS)}
    surely = [margin for margin, one in means.items() if one.low > 0]
    never = [margin for margin, one in means.items() if one.high < 0]
    known = {margin: one for margin, one in means.items() if np.isfinite(one.value)}
    if not known:
        answer = "There were too few hands to say when to close the line."
    else:
        lightest, heaviest = next(iter(known)), list(known)[-1]
        answer = (
            f"A line is all but closed where at most {hands.CLOSED} tiles that fit are out and "
            "you keep none. What you keep then stands against the smallest other hand's likely "
            f"pips. Where it is {lightest}, closing brings {_signed(known[lightest])} of the "
            f"pool. Where it is {heaviest}, it brings {_signed(known[heaviest])}. "
            f"{_verdict(surely, never)}.")
    picture = Picture("line_closing",
                      lambda: shapes.dots(list(known), list(known.values()), "% of the pool",
                                          scale=100),
                      "What all but closing the line takes of the pool, in %, beyond the turn's "
                      "other options. It goes by the pips kept less those that the smallest other "
                      "hand is likely to hold. Lines are 95% intervals.")
    table = Table.of("line_closing", "When to close the line", (
        Column("margin", "pips kept, against the smallest other hand's", "text", "text",
               "pips kept, against the smallest other hand's likely ones"), *_OF_TURNS,
    ), ({"margin": margin, "turns": int(found["closing"].count[k]), "gain": gain}
        for k, (margin, gain) in enumerate(means.items())),
        "The smallest other hand is taken to hold the mean pips a tile of all tiles that are out. "
        f"{_NOTE}")
    return Section("line_closing", "When is the line closed?", (answer,), (picture,), (table,))


def _verdict(surely: Sequence[str], never: Sequence[str]) -> str:
    """Say where closing pays for certain and where it surely does not."""
    parts = [f"surely {does} where they are {number_text.listed(list(where), 'or')}"
             for does, where in (("pays", surely), ("loses", never)) if where]
    return ". ".join(f"It {part}" for part in parts) or "Whether that pays is certain nowhere"


def _signed(one: Estimate) -> str:
    return share(one) if one.value < 0 else f"+{share(one)}"


def _openings_section(styles: Styles, some: Turns, others: Turns) -> Section:
    leads = [f"With {seats} players the leader takes {share(part)}."
             for seats, part in zip(styles.seats, styles.leads, strict=True)]
    both, numbers = added(some, others), [str(k) for k in range(NUMBERS)]
    picture = Picture("line_openings", lambda: grid(
                          _by_ends(both), numbers, numbers, "lower end (rows: higher end)"),
                      "What an opening tile takes of the pool, in %, beyond the hand's other "
                      "tiles. The diagonal are the doubles. Below each stands its half interval.")
    answer = (f"Good players play alike here, so only the place tells. {' '.join(leads)}",
              _best_opening(some, others))
    table = Table.of("line_openings", "What opening tiles bring", (
        Column("tile", "tile", "text"), HANDS,
        Column("gain", "part of the pool beyond the hand's other tiles", "share", _OF_POOL,
               "taken beyond the other options of the turn"),
    ), ({"tile": name(tile), "hands": int(both["openings"].count[tile]),
         "gain": both["openings"].mean(tile)} for tile in reversed(range(TILES))), _NOTE)
    lead = Table.of("line_leads", "What the lead is worth", (
        _PLAYERS, _ALL_PLAY,
        Column("part", "part of the pool that the leader takes", "share", _OF_POOL,
               "that the leader takes"),
        Column("fair", "an equal part", "share", _OF_POOL, "an equal part"),
    ), ({"players": seats, "strategy": label, "fair": 1 / seats, "part": part}
        for seats, label, part in zip(styles.seats, styles.lead_of, styles.leads, strict=True)),
        _NOTE)
    return Section("line_openings", "What are the lead and its tile worth?", answer, (picture,),
                   (lead, table))


def _best_opening(some: Turns, others: Turns) -> str:
    """Say which tiles open best and worst: chosen from some hands, measured on others."""
    known = {tile: some["openings"].mean(tile).value for tile in range(TILES)
             if np.isfinite(some["openings"].mean(tile).value)}
    if not known or not others["openings"].sessions:
        return "There were too few hands to say which tile opens best."
    best, worst = max(known, key=known.__getitem__), min(known, key=known.__getitem__)
    return (f"Against the other tiles of the hand {name(best)} opens best, "
            f"{_signed(others['openings'].mean(best))} of the pool. {name(worst)} opens worst, "
            f"{_signed(others['openings'].mean(worst))}.")


def _draws_section(seats: int, found: Sequence[Draws]) -> Section:
    here = [one for one in found if one.seats == seats]
    said = [f"Among {seats} who play {one.player} and always draw, one who never does takes "
            f"{share(one.declines)} of the pools. Where none of the others draws, one who always "
            f"does takes {share(one.draws)}." for one in here]
    first = here[0]
    harm = [first.costs.low > 0 and first.costs_alone.low > 0,
            first.costs.high < 0 and first.costs_alone.high < 0]
    verdict = ("A tile drawn costs more than it helps" if harm[0] else
               "A tile drawn helps" if harm[1] else "Whether to draw is not decided")
    answer = (
        f"This is with draw=may. {' '.join(said)} An equal part is {1 / seats:.1%}. {verdict}.",
        f"On the same deals drawing costs {share(first.costs)} of the pool among those who draw. "
        f"Among those who do not it costs {share(first.costs_alone)}.")
    table = Table.of("line_draws", "What drawing costs", (
        _ALL_PLAY, _PLAYERS,
        Column("declines", "one declines, all others draw", "share", _OF_POOL,
               "taken by one who declines where all others draw"),
        Column("draws", "one draws, all others decline", "share", _OF_POOL,
               "taken by one who draws where all others decline"),
        Column("costs", "drawing costs the one, where others draw", "share", _OF_POOL,
               "that drawing costs where the others draw"),
        Column("costs_alone", "where others decline", "share", _OF_POOL,
               "that drawing costs where the others do not"),
    ), ({"strategy": one.player, "players": one.seats, "declines": one.declines,
         "draws": one.draws, "costs": one.costs, "costs_alone": one.costs_alone} for one in found),
        f"Parts of the pool, with the rule draw=may. {_NOTE}")
    return Section("line_draws", "What does drawing cost?", answer, (), (table,))


def _stars_section(found: Stars) -> Section:
    worth, price = found.in_all.worth.mean(0), found.in_all.price(0)
    if np.isnan(worth.value):
        answer = "There were too few games to say what a star is worth."
    else:
        more = "more than" if price.low > 1 else (
            "less than" if price.high < 1 else "about as much as")
        answer = (
            f"A star costs one stake and brings {amount(worth)} on average, {more} its price. The "
            "price lies in the pool that it is won from, so a dearer star brings more, too. It "
            f"would break even at {amount(price)} stakes.")
    classes = [("any", found.in_all, 0),
               *((pool, found.by_pool, cell) for cell, pool in enumerate(hands.POOLS))]
    table = Table.of("line_stars", "What a star is worth", (
        Column("pool", "stakes in the pool, its own among them", "text", "text",
               "stakes in the pool, that of the star among them"),
        Column("stars", "stars", "count", "stars", "how many"),
        Column("worth", "worth in stakes, before the price of 1", "amount", "stakes",
               "what a star brings before its price of 1"),
        Column("price", "fair price in stakes", "amount", "stakes",
               "the price at which a star neither gains nor loses"),
    ), ({"pool": pool, "stars": int(stars.worth.count[cell]), "worth": stars.worth.mean(cell),
         "price": stars.price(cell)}
        for pool, stars, cell in classes if np.isfinite(stars.worth.mean(cell).value)), _NOTE)
    return Section("line_stars", "What is a star worth?", (answer,), (), (table,))


QUESTION = "How is a line played best, and what are draws and stars worth?"
#: Parts of the work: turns at a table of one size, of the line-up and of good players, then
#: styles; the rest goes to draws and stars.
_TURNS, _STYLES = 0.08, 0.2


def study_line(run: Run, jobs: int | None = None, progress: Progress = silent) -> Study:
    """Answer how a line is played best, by players, and what lead, draws and stars are worth."""
    fewest, most = find_game(run.game).seats
    sizes, own = range(fewest, most + 1), hands.single_hands(run)
    lineup = good_lineup(find_game(own.game), own.rules, len(own.players))
    good = replace(own, players=seat_players(own.game, lineup, len(lineup), own.rules))
    *each, styling, _ = in_parts(progress, (
        *[_TURNS] * 2 * len(sizes), _STYLES, 1 - _STYLES - _TURNS * 2 * len(sizes)))
    halves, good_halves = (
        {seats: hands.study_turns(hands.single_hands(played, seats), jobs, each.pop(0))
         for seats in sizes} for played in (run, good))
    turns, good_turns = ({seats: added(some, others) for seats, (some, others) in found.items()}
                         for found in (halves, good_halves))
    random, *known = each_once(tried(run)["random"], *tried(run).values(), *run.players)
    styles = hands.study_styles(run, known, random, jobs, styling)
    best = max(known, key=lambda player: hands.mean_gain(styles, player.label))
    draws = tuple(hands.study_draws(run, many, player, jobs)
                  for player in (best, random) for many in turns)
    stars = hands.study_stars(run, jobs)
    progress(1.0, run.sessions)
    seats = len(run.players)
    shown = (_styles_section(styles, turns, run), _closing_section(turns[seats]),
             _openings_section(styles, *halves[seats]), _draws_section(seats, draws),
             _stars_section(stars))
    answer = tuple(shown[k].answer[0] for k in (0, 1, 3, 4))
    player = good.labels[0]
    table = f"Turns of {player} in every seat; {run.sessions:,} hands a table, {best.label} draws."
    picture = Picture(
        "line_wall", lambda: wall_chart(good_turns, styles, draws, seats, table),
        f"Blue gains and orange loses. Turns are those of good players: {player} in every seat.",
        wide=True)
    wall = Section("line_wall", "The chart for the wall", (), (picture,))
    rule = best_option(means_of(good_turns[seats]), f"{seats} good players")
    picture = replace(picture, name=f"opening_{picture.name}")
    card = Card("wall", "The chart for the wall", (rule,), picture, link="study_line", wide=True)
    return Study(QUESTION, answer, (wall, *shown), {
        "turns": turns, "rule": rule, "styles": styles, "draws": draws, "stars": stars}, card)
