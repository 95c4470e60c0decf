"""``study bet``: is there skill at Casino, and when is a tile bet best?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

import numpy as np

from reports.draw import heatmaps, shapes, style
from reports.draw.parts import Axes, Figure
from reports.moves import MoveValues, added
from reports.page.document import Column, Picture, Section, Table
from reports.results.shared_sentences import amount, share, too_close
from reports.stats.estimates import Estimate
from reports.studies.bet.tiles import (
    CLASSES,
    HELD,
    MOST_HELD,
    MOST_ROUNDS,
    Bets,
    Ceiling,
    find_ceiling,
    labels_of,
    study_tiles,
)
from reports.studies.study import Study, each_once, in_parts, tried
from simulate.domino.tiles import TILES, name
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run
from simulate.theory.casino.best_response import KINDS
from simulate.theory.casino.last_rounds import PLAYERS

_PER_CENT = 100


#: Heights of the rows of plots, and of all, in inches.
_ROWS, _HEIGHT = (4, 4, 7), 7.6
_TITLES = {
    "pot": "By the tiles in the pot", "round": "By the third of the game",
    "lead": "By your stash less the best rival's", "gone": "By the tiles out that matter"}
_NOTES = (
    "Games of 100 that a bet of the tile wins more (blue) or fewer (orange) than the hand's other "
    "tiles. All bets meet the same deal and the same dice. Below stands half the width of the 95% "
    "interval. Tiles that matter are those that a blank preys on or that could take another tile. "
    "A cell without a number came too rarely.",
    "The best bets: games that the best fitted bets win on fresh deals, at least. The dashed line "
    "is what luck alone gives.")


def _grid(axes: Axes, rows: Sequence[Sequence[Estimate]], title: str) -> None:
    heatmaps.gains(axes, rows, _PER_CENT, shapes.CELL, intervals=True)
    axes.set_title(title)
    axes.tick_params(labelsize=shapes.NAME)


def wall_chart(bets: Bets, ceilings: Sequence[Ceiling], players: int, subtitle: str) -> Figure:
    """Draw the study on one sheet."""
    with style.style():
        figure = shapes.sheet(f"Domino Casino with {players} players: when to bet which tile",
                             subtitle, _NOTES, _HEIGHT)
        places = figure.add_gridspec(3, 2, height_ratios=_ROWS)
        for at, (what, columns) in enumerate(CLASSES.items()):
            axes, many = figure.add_subplot(places[divmod(at, 2)]), len(columns)
            _grid(axes, [[bets["games", what].mean(k * many + c) for c in range(many)]
                         for k in range(len(KINDS))], _TITLES[what])
            heatmaps.name_cells(axes, KINDS, columns)
        axes = figure.add_subplot(places[2, 0])
        worth = bets["games", "tile"]
        _grid(axes, heatmaps.by_ends([worth.mean(tile) for tile in range(TILES)]),
              "Each tile, whenever it is bet")
        heatmaps.name_ends(axes, shapes.NAME)
        axes = figure.add_subplot(places[2, 1])
        shapes.dotted(axes, [f"against {one.rival}" for one in ceilings],
                      [one.wins for one in ceilings], _PER_CENT, _PER_CENT / players)
        axes.tick_params(labelsize=shapes.NAME)
        axes.set_title("What do the best bets win?")
        axes.set_xlabel("games won of 100", fontsize=shapes.NAME)
    return figure


_NOTE = "Under each number stands its 95% interval, clustered by game."
_MORE = ("How much more a bet brings than the hand's other tiles: games of 100, and tiles in the "
         "stash. All meet the same deal and the same dice, and all play on as before. ")
_BETS = Column("bets", "bets", "count", "bets", "of this tile")
_MORE_WON = "won more than with the other tiles of the hand"
_GAMES = Column("games", "of 100 games", "signed", "of 100 games", _MORE_WON)
_TILES = Column("tiles", "tiles", "signed", "tiles a game", _MORE_WON)
_STRATEGY = Column("strategy", "strategy", "text")


def _skill(run: Run, found: Sequence[Ceiling]) -> Section:
    fair, seats = 1 / len(run.players), len(run.players)
    said = [f"The best bets win at least {share(one.wins)} from {one.rival}." for one in found]
    gap = Estimate(*(100 * number for number in (
        found[0].wins.value - fair, found[0].wins.se, found[0].wins.low - fair,
        found[0].wins.high - fair)))
    answer = (
        f"{' '.join(said)} Luck alone gives {fair:.1%} with {seats} seats: {_how_much(gap)}.",
        "Fitted bets win that on other deals. Bets that heed all that a seat sees may win more.")
    picture = Picture(
        "bet_ceiling", lambda: shapes.dots(
            [f"against {one.rival}" for one in found], [one.wins for one in found],
            "games won by the best bets found, % (dashed: luck alone)", scale=_PER_CENT,
            neutral=_PER_CENT * fair),
        "Share of games that the best bets found win when all others play one strategy, with 95% "
        "intervals. The best bets there are win at least as many. They were found on other deals. "
        "Dashed: what luck alone gives.")
    table = Table.of("bet_ceiling", "How much skill there is", (
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
    return Section("bet_ceiling", "How much skill is there?", answer, (picture,), (table,))


#: Games of 100 above what luck gives: below the first there is little skill, below the second some.
_LITTLE, _SOME = 3.0, 8.0
#: With a half interval beyond this the sort of skill is told only if the whole interval is of it.
_TOO_WIDE = 1.0


def _how_much(gap: Estimate) -> str:
    """Say how much skill there is; little skill is not told from few games."""
    at = _sort_of(gap.value)
    wide = not (gap.high - gap.low) / 2 <= _TOO_WIDE
    if wide and not (gap.low >= _LITTLE and _sort_of(gap.low) == _sort_of(gap.high)):
        return "there are too few games to tell how much skill there is"
    return f"as far as was found, {at}"


def _sort_of(gap: float) -> str:
    if gap < _LITTLE:
        return "there is little skill"
    return "there is some skill" if gap < _SOME else "there is much skill"


def _when(run: Run, bets: Bets, some: Bets, others: Bets, ceilings: Sequence[Ceiling]) -> Section:
    subtitle = f"Bets of {', '.join(labels_of(run))}; {run.sessions:,} games."
    picture = Picture(
        "bet_when", lambda: wall_chart(bets, ceilings, len(run.players), subtitle),
        "The chart for the wall: when each kind of tile wins more than the hand's other tiles.",
        wide=True)
    tiles = Table.of("bet_tiles", "What a bet of each tile brings", (
        Column("tile", "tile", "text"), _BETS, _GAMES, _TILES,
    ), ({"tile": name(tile), "bets": int(bets["games", "tile"].count[tile]),
         "games": bets["games", "tile"].mean(tile).scaled(100),
         "tiles": bets["tiles", "tile"].mean(tile)}
        for tile in reversed(range(TILES))), _MORE + _NOTE)
    classes = Table.of("bet_classes", "What a bet brings, by kind of tile", (
        Column("tile", "tile", "text", "text", "the kind of tile"),
        Column("by", "by", "text", "text", "what the class is a class of"),
        Column("class", "class", "text", "text", "the class of the bet"), _BETS, _GAMES, _TILES,
    ), ({"tile": kind, "by": what, "class": column, "bets": int(bets["games", what].count[cell]),
         "games": games.scaled(100), "tiles": bets["tiles", what].mean(cell)}
        for what, columns in CLASSES.items()
        for cell, (kind, column) in enumerate(product(KINDS, columns))
        if np.isfinite((games := bets["games", what].mean(cell)).value)),
        f"{_MORE}Gone: how many tiles are out that show a blank's number, or could take another "
        f"tile. {_NOTE}")
    return Section("bet_when", "When is a tile bet best?", (_best_and_worst(some, others),),
                   (picture,), (classes, tiles))


def _best_and_worst(some: Bets, others: Bets) -> str:
    """Say which bets gain and lose most: chosen from some games, measured on others."""
    cells = [(what, kind, column, some["games", what].mean(cell), others["games", what].mean(cell))
             for what, columns in CLASSES.items() if what in _IN_WORDS
             for cell, (kind, column) in enumerate(product(KINDS, columns))]
    known = [n for n, (*_, chosen, _) in enumerate(cells) if np.isfinite(chosen.low)]
    if not known or not others["games", "strategy"].sessions:
        return "There were too few games to say when a tile is bet best."
    said = []
    for which, n in (("best", max(known, key=lambda n: (cells[n][3].low, n))),
                     ("worst", min(known, key=lambda n: (cells[n][3].high, n)))):
        what, kind, column, _, measured = cells[n]
        gained = measured.scaled(100)
        # Luck in the choice may have turned round: the other deals must agree with the name.
        if gained.low > 0 if which == "best" else gained.high < 0:
            where = _IN_WORDS[what].format(_AT_A_LEAD.get(column, column))
            said.append(f"The {which} bet is {_A_TILE[kind]} {where}: "
                        f"{amount(gained, signed=True)}.")
    if not said:
        return ("Every tile is bet once, so what counts is when. No class of bets is surely "
                "better or worse than the other tiles of the hand.")
    return ("Every tile is bet once, so what counts is when. Bets are told in games of 100 won "
            f"more than by the hand's other tiles. {' '.join(said)}")


#: How each kind of class is said in a sentence.
_IN_WORDS = {"pot": "with {} in the pot", "round": "in the {} of the game",
             "lead": "with a stash {} the best rival's"}
#: What stands between a lead and the rival in a sentence.
_AT_A_LEAD = {"within 1": "within 1 of", "2 or more ahead": "2 or more ahead of"}
_A_TILE = {"0-0": "the double blank", "k-0": "another tile with a blank",
           "double": "another double", "other": "a tile with two numbers above blank"}


def _rounds(run: Run, bets: Bets) -> Section:
    labels, asked = labels_of(run), TILES // len(run.players) - 1
    names = [str(r + 1) for r in range(asked - 1)] + ["last two"]
    lines = {label: [bets["tiles", "each round"].mean(s * MOST_ROUNDS + r) for r in range(asked)]
             for s, label in enumerate(labels)}
    answer = f"All seats bet as {labels[0]}." if len(labels) == 1 else (
        f"In the first round {_most_and_fewest({who: line[0] for who, line in lines.items()})} In "
        f"each of the last two {_most_and_fewest({who: line[-1] for who, line in lines.items()})}")
    picture = Picture(
        "bet_rounds", lambda: shapes.curves(
            lines, names, 3.6, look={"capsize": 2}, xlabel="round", ylabel="tiles won a round"),
        "Tiles that a seat of each strategy wins a round, with 95% intervals. The last two rounds "
        "are one point, their mean. A seat that first bets what wins most has poor tiles left when "
        "the pot is full.")
    table = Table.of("bet_rounds", "Tiles won in each round", (
        _STRATEGY,
        Column("round", "round", "text", "text", "the round, from 1; the last two are one"),
        Column("tiles", "tiles a round", "amount", "tiles a round", "won"),
    ), ({"strategy": label, "round": number, "tiles": tiles}
        for label, line in lines.items() for number, tiles in zip(names, line, strict=True)),
        _NOTE, on_page=False)
    return Section("bet_rounds", "Which strategy wins its tiles when?", (answer,), (picture,),
                   (table,))


def _most_and_fewest(tiles: Mapping[str, Estimate]) -> str:
    """Say which strategy takes most tiles of a round, and which the fewest."""
    if not all(np.isfinite(one.value) for one in tiles.values()):
        return "too few games tell who takes most tiles."
    order = sorted(tiles, key=lambda label: -tiles[label].value)
    best, last = order[0], order[-1]
    near = [label for label in order[1:] if tiles[label].high >= tiles[best].low]
    doubt = f" {best} is too close to {too_close(near)}." if near else ""
    return (f"{best} takes most tiles, {amount(tiles[best])}. {last} takes fewest, "
            f"{amount(tiles[last])}.{doubt}")


#: How a sentence says that a hand holds one tile of a kind.
_ONE = {"0-0": "the double blank", "k-0": "one other tile with a blank",
        "double": "one other double"}


def _holding(run: Run, bets: Bets) -> Section:
    rows = {kind: [bets["games", kind].mean(many) for many in range(MOST_HELD)] for kind in HELD}
    said = []
    for kind in HELD:
        none, one = rows[kind][:2]
        if np.isfinite(none.value) and np.isfinite(one.value):
            said.append(f"With {_ONE[kind]} in its first three tiles a seat wins {share(one)}. "
                        f"Without, it wins {share(none)}.")
    answer = " ".join(said) if said else (
        "There were too few games to say what the first tiles are worth.")
    shown = {f"{many} of {kind}": one for kind, means in rows.items()
             for many, one in enumerate(means) if np.isfinite(one.value)}
    picture = Picture(
        "bet_holdings", lambda: shapes.dots(
            list(shown), list(shown.values()), "games won by a seat dealt these, %",
            scale=_PER_CENT, neutral=None),
        "Share of games won by a seat whose first three tiles hold so many of a kind, with 95% "
        "intervals.")
    table = Table.of("bet_holdings", "What the first three tiles are worth", (
        Column("tile", "tile", "text", "text", "the kind"),
        Column("held", "of the first three tiles", "count", "tiles",
               "so many of the kind among the first three"),
        Column("games", "games", "count"),
        Column("wins", "games won", "share", "share of games", "won; ties are shared"),
        Column("stash", "tiles", "amount", "tiles a game", "in the stash at the end"),
    ), ({"tile": kind, "held": many, "games": int(bets["games", kind].count[many]), "wins": wins,
         "stash": bets["tiles", kind].mean(many)}
        for kind in HELD for many, wins in enumerate(rows[kind]) if np.isfinite(wins.value)), _NOTE)
    return Section("bet_holdings", "What are the first tiles worth?", (answer,), (picture,),
                   (table,))


def _endings(run: Run, bets: Bets) -> Section:
    labels = labels_of(run)
    costs, counts = ([bets["ending", "cost"].mean(s) for s in range(len(labels))],
                     bets["ending", "cost"].count.astype(int).tolist())
    mixed = _in_all(bets["ending", "mixed"])
    known = [(cost, label) for cost, label in zip(costs, labels, strict=True)
             if np.isfinite(cost.value)]
    if not known:
        answer = "There were too few games to price endings."
    else:
        least, most = min(known), max(known)
        answer = (
            "With two players and nothing left to draw both hands are known. Endings are solved "
            f"exactly. A bet of {least[1]} gives away "
            f"{amount(least[0].scaled(100))} of 100 games, one of {most[1]} "
            f"{amount(most[0].scaled(100))}. The solution bets by lot in {share(mixed)} of the "
            "endings that are met.")
    table = Table.of("bet_endings", "What bets give away when nothing is left to draw", (
        _STRATEGY, _BETS,
        Column("cost", "given away a bet, of 100 games", "amount", "of 100 games",
               "given away a bet, against a rival who plays best"),
    ), ({"strategy": label, "bets": many, "cost": cost.scaled(100)}
        for label, cost, many in zip(labels, costs, counts, strict=True)),
        "Each of the last bets but one (three and two tiles held) against the solution, when the "
        f"other plays as it does. {_NOTE}")
    return Section("bet_endings", "How are the last rounds bet best?", (answer,), (), (table,))


def _in_all(values: MoveValues) -> Estimate:
    """Return the mean over all strategies: in each session one seat is asked, so sums add up."""
    return values.grouped(np.zeros(len(values.count), np.int64)).mean(0)


QUESTION = "Is there skill in betting, and when is a tile bet best?"
#: Parts of the work: the tiles, and each of the two ceilings.
_BY_TILE, _CEILING = 0.2, 0.4


def study_bet(run: Run, jobs: int | None = None, progress: Progress = silent) -> Study:
    """Answer whether there is skill in betting, and when each kind of tile is bet best."""
    by_tile, *fits = in_parts(progress, (_BY_TILE, _CEILING, _CEILING))
    some, others = study_tiles(run, jobs, by_tile)
    known = each_once(*tried(run).values(), *run.players)
    by_name = {player.label: player for player in known}
    first = find_ceiling(run, by_name["random"], known, jobs, fits[0])
    best = by_name[first.best_known]
    second = find_ceiling(run, best, known, jobs, fits[1])
    ceilings, bets = (first, second) if best.label != "random" else (first,), added(some, others)
    shown = (_skill(run, ceilings), _when(run, bets, some, others, ceilings), _rounds(run, bets),
             _holding(run, bets), *([_endings(run, bets)] if len(run.players) == PLAYERS else []))
    answer = tuple(section.answer[0] for section in shown[:4])
    return Study(QUESTION, answer, shown, {"bets": bets, "ceilings": ceilings})
