"""What ``study bet`` says, and its tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from reports.page.document import Column, Picture, Row, Section, Table
from reports.results.shared_sentences import amount, share, too_close
from reports.stats import number_text
from reports.stats.cells import Cells
from reports.stats.estimates import Estimate
from reports.studies.bet import plots
from reports.studies.bet.ceiling import Ceiling
from reports.studies.bet.tiles import CLASSES, HELD, MOST_HELD, MOST_ROUNDS, Bets
from simulate.domino.tiles import TILES, name
from simulate.runs.run import Run
from simulate.theory.casino.best_response import KINDS
from simulate.theory.casino.endings import PLAYERS
from simulate.theory.casino.last_two_rounds import MOST

_NOTE = "Under each number stands its 95% interval, clustered by game."
_MORE = ("How much more a bet brings than the other tiles of the same hand would have, on the same "
         "deal and with the same dice, when all play on as before: of the game, in parts of 100, "
         "and in tiles of the stash at its end. ")
_BETS = Column("bets", "bets", "count", "bets", "of this tile")
_MORE_WON = "won more than with the other tiles of the hand"
_GAMES = Column("games", "of 100 games", "signed", "of 100 games", _MORE_WON)
_TILES = Column("tiles", "tiles", "signed", "tiles a game", _MORE_WON)
_STRATEGY = Column("strategy", "strategy", "text")


def sections(
    run: Run, some: Bets, others: Bets, ceilings: Sequence[Ceiling]
) -> tuple[Section, ...]:
    """Return what a page shows of the study; the bets are those of two halves of the games."""
    bets = some + others
    found = (_skill(run, ceilings), _when(run, bets, some, others, ceilings), _rounds(run, bets),
             _holding(run, bets))
    return (*found, _endings(run, bets)) if len(run.players) <= MOST else found


def _labels(run: Run) -> list[str]:
    return list(dict.fromkeys(run.labels))


def _skill(run: Run, found: Sequence[Ceiling]) -> Section:
    fair, seats = 1 / len(run.players), len(run.players)
    said = [f"{share(one.wins)} from {one.rival}" for one in found]
    gap = Estimate(*(100 * number for number in (
        found[0].wins.value - fair, found[0].wins.se, found[0].wins.low - fair,
        found[0].wins.high - fair)))
    answer = (
        f"The best bets win at least {number_text.listed(said)}. Luck alone gives {fair:.1%} with "
        f"{seats} seats: {_how_much(gap)}.",
        "Fitted bets win that on other deals. Bets that heed all that a seat sees may win more.",
    )
    picture = Picture(
        "bet_ceiling", lambda: plots.ceilings(found, fair),
        "Share of games that the best bets found win when all others play one strategy (the best "
        "there are win at least as many); with 95% intervals, on deals that they were not found "
        "on. Dashed: what luck alone gives.")
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
    return Section("bet_ceiling", "How much skill is there?", answer, (picture,),
                   (table,))


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


def _when(
    run: Run, bets: Bets, some: Bets, others: Bets, ceilings: Sequence[Ceiling]
) -> Section:
    subtitle = f"Bets of {', '.join(_labels(run))}; {run.sessions:,} games."
    picture = Picture(
        "bet_when", lambda: plots.wall_chart(bets, ceilings, len(run.players), subtitle),
        "The chart for the wall: games of 100 that a bet wins more than the other tiles of the "
        "same hand would, by kind of tile and by what a seat sees.", wide=True)
    tiles = Table.of("bet_tiles", "What a bet of each tile brings", (
        Column("tile", "tile", "text"), _BETS, _GAMES, _TILES,
    ), ({"tile": name(tile), "bets": bets.by_tile["games"].count(tile),
         "games": bets.by_tile["games"].mean(tile).scaled(100),
         "tiles": bets.by_tile["tiles"].mean(tile)}
        for tile in reversed(range(TILES))), _MORE + _NOTE)
    rows: list[Row] = []
    for what, columns in CLASSES.items():
        for k, kind in enumerate(KINDS):
            for c, column in enumerate(columns):
                cell = k * len(columns) + c
                games = bets.by_class["games", what].mean(cell)
                if np.isfinite(games.value):
                    rows.append({"tile": kind, "by": what, "class": column,
                                 "bets": bets.by_class["games", what].count(cell),
                                 "games": games.scaled(100),
                                 "tiles": bets.by_class["tiles", what].mean(cell)})
    classes = Table.of("bet_classes", "What a bet brings, by kind of tile", (
        Column("tile", "tile", "text", "text", "the kind of tile"),
        Column("by", "by", "text", "text", "what the class is a class of"),
        Column("class", "class", "text", "text", "the class of the bet"), _BETS, _GAMES, _TILES,
    ), rows, f"{_MORE}Gone: how many tiles are out that show the number of a blank, or that "
             f"could take another tile. {_NOTE}")
    return Section("bet_when", "When is a tile bet best?", (_best_and_worst(some, others),),
                   (picture,), (classes, tiles))


def _best_and_worst(some: Bets, others: Bets) -> str:
    """Say which bets gain and lose most: chosen from some games, measured on others."""
    cells = [(what, column, k * len(columns) + c, KINDS[k])
             for what, columns in CLASSES.items() if what in _IN_WORDS
             for k in range(len(KINDS)) for c, column in enumerate(columns)]
    order = sorted((some.by_class["games", what].mean(cell).low, n)
                   for n, (what, _, cell, _) in enumerate(cells)
                   if np.isfinite(some.by_class["games", what].mean(cell).low))
    if not order or not others.by_strategy.sessions:
        return "There were too few games to say when a tile is bet best."
    worst = min((some.by_class["games", what].mean(cell).high, n)
                for n, (what, _, cell, _) in enumerate(cells)
                if np.isfinite(some.by_class["games", what].mean(cell).high))
    said = []
    for which, n in (("best", order[-1][1]), ("worst", worst[1])):
        what, column, cell, kind = cells[n]
        gained = others.by_class["games", what].mean(cell).scaled(100)
        # Luck in the choice may have turned round: the other deals must agree with the name.
        if gained.low > 0 if which == "best" else gained.high < 0:
            where = _IN_WORDS[what].format(_AT_A_LEAD.get(column, column))
            said.append(f"the {which} bet is {_A_TILE[kind]} {where}: "
                        f"{amount(gained, signed=True)}")
    if not said:
        return ("Every tile is bet once, so what counts is when; no class of bets is surely better "
                "or worse than the other tiles of the hand.")
    return ("Every tile is bet once, so what counts is when. Of 100 games, against the other "
            f"tiles of the hand, {'; '.join(said)}.")


#: How each kind of class is said in a sentence.
_IN_WORDS = {"pot": "with {} in the pot", "round": "in the {} of the game",
             "lead": "with a stash {} the best rival's"}
#: What stands between a lead and the rival in a sentence.
_AT_A_LEAD = {"within 1": "within 1 of", "2 or more ahead": "2 or more ahead of"}
_A_TILE = {"0-0": "the double blank", "k-0": "another tile with a blank",
           "double": "another double", "other": "a tile with two numbers above blank"}


def _rounds(run: Run, bets: Bets) -> Section:
    labels, asked = _labels(run), TILES // len(run.players) - 1
    names = [str(r + 1) for r in range(asked - 1)] + ["last two"]
    lines = {label: [bets.by_round.mean(s * MOST_ROUNDS + r) for r in range(asked)]
             for s, label in enumerate(labels)}
    answer = f"All seats bet as {labels[0]}." if len(labels) == 1 else (
        f"In the first round {_most_and_fewest({who: line[0] for who, line in lines.items()})}; in "
        f"each of the last two {_most_and_fewest({who: line[-1] for who, line in lines.items()})}.")
    picture = Picture(
        "bet_rounds", lambda: plots.by_round(lines, names),
        "Tiles that a seat of each strategy wins a round; the last two rounds are one point, "
        "their mean. A seat that first bets what wins most has poor tiles left when the pot "
        "is full. With 95% intervals.")
    table = Table.of("bet_rounds", "Tiles won in each round", (
        _STRATEGY,
        Column("round", "round", "text", "text", "the round, from 1; the last two are one"),
        Column("tiles", "tiles a round", "amount", "tiles a round", "won"),
    ), ({"strategy": label, "round": number, "tiles": bets.by_round.mean(s * MOST_ROUNDS + r)}
        for s, label in enumerate(labels) for r, number in enumerate(names)),
        _NOTE, on_page=False)
    return Section("bet_rounds", "Which strategy wins its tiles when?", (answer,), (picture,),
                   (table,))


def _most_and_fewest(tiles: Mapping[str, Estimate]) -> str:
    """Say which strategy takes most tiles of a round, and which the fewest."""
    if not all(np.isfinite(one.value) for one in tiles.values()):
        return "too few games tell who takes most tiles"
    order = sorted(tiles, key=lambda label: -tiles[label].value)
    best, last = order[0], order[-1]
    near = [label for label in order[1:] if tiles[label].high >= tiles[best].low]
    doubt = f", too close to {too_close(near)}" if near else ""
    return (f"{best} takes most tiles, {amount(tiles[best])}{doubt}, and {last} fewest, "
            f"{amount(tiles[last])}")


#: How a sentence says that a hand holds one tile of a kind.
_ONE = {"0-0": "the double blank", "k-0": "one other tile with a blank",
        "double": "one other double"}


def _holding(run: Run, bets: Bets) -> Section:
    rows = {kind: [bets.by_holding["games", kind].mean(many) for many in range(MOST_HELD)]
            for kind in HELD}
    said = []
    for kind in HELD:
        none, one = rows[kind][:2]
        if np.isfinite(none.value) and np.isfinite(one.value):
            said.append(f"With {_ONE[kind]} in its first three tiles a seat wins {share(one)}, "
                        f"and without {share(none)}.")
    answer = " ".join(said) if said else (
        "There were too few games to say what the first tiles are worth.")
    picture = Picture("bet_holdings", lambda: plots.holdings(rows),
                      "Share of games won by a seat whose first three tiles hold so many of a "
                      "kind; with 95% intervals.")
    cells: list[Row] = []
    for kind in HELD:
        games, stash = bets.by_holding["games", kind], bets.by_holding["tiles", kind]
        cells += [{"tile": kind, "held": many, "games": games.count(many),
                  "wins": games.mean(many), "stash": stash.mean(many)}
                 for many in range(len(games.sums)) if np.isfinite(games.mean(many).value)]
    table = Table.of("bet_holdings", "What the first three tiles are worth", (
        Column("tile", "tile", "text", "text", "the kind"),
        Column("held", "of the first three tiles", "count", "tiles",
               "so many of the kind among the first three"),
        Column("games", "games", "count"),
        Column("wins", "games won", "share", "share of games", "won; ties are shared"),
        Column("stash", "tiles", "amount", "tiles a game", "in the stash at the end"),
    ), cells, _NOTE)
    return Section("bet_holdings", "What are the first tiles worth?", (answer,), (picture,),
                   (table,))


def _endings(run: Run, bets: Bets) -> Section:
    labels = _labels(run)
    costs = [bets.endings.mean(s) for s in range(len(labels))]
    # In each session one seat is asked, so the strategies' sums add up to those of all sessions.
    mixed = Cells(bets.mixed.sums.sum(axis=0, keepdims=True), bets.mixed.sessions).mean(0)
    known = [(cost, label) for cost, label in zip(costs, labels, strict=True)
             if np.isfinite(cost.value)]
    if not known:
        answer = "There were too few games to price endings."
    else:
        least, most = min(known), max(known)
        answer = (
            f"{_how_solved(run, bets)} A bet of {least[1]} gives away "
            f"{amount(least[0].scaled(100))} of 100 games, one of {most[1]} "
            f"{amount(most[0].scaled(100))}; in {share(mixed)} of the endings that are met the "
            "solution bets by lot.")
    counts = [bets.endings.count(s) for s in range(len(labels))]
    two = len(run.players) == PLAYERS
    which = ("Each of the last bets but one (three and two tiles held)" if two
             else "The last bet with a choice (two tiles held)")
    others = "the other plays" if two else "the others play"
    table = Table.of("bet_endings", "What bets give away when nothing is left to draw", (
        _STRATEGY, _BETS,
        Column("cost", "given away a bet, of 100 games", "amount", "of 100 games",
               "given away a bet, against a rival who plays best"),
    ), ({"strategy": label, "bets": many, "cost": cost.scaled(100)}
        for label, cost, many in zip(labels, costs, counts, strict=True)),
        f"{which} against the solution of the ending, when {others} as the solution does. {_NOTE}")
    return Section("bet_endings", "How are the last rounds bet best?", (answer,),
                   (), (table,))


def _how_solved(run: Run, bets: Bets) -> str:
    """Say what is known in the last rounds, and how well they are solved."""
    if len(run.players) == PLAYERS:
        return ("With two players and nothing left to draw both hands are known, and endings are "
                "solved exactly.")
    left = Cells(bets.left.sums.sum(axis=0, keepdims=True), bets.left.sessions).mean(0)
    return ("Before the last two rounds everybody holds two tiles: who holds which is hidden, all "
            "deals of the tiles that are out being as likely, and the two rounds are solved as "
            "such a game over every deal and every roll. By leaving that solution no seat gains "
            f"more than {amount(left.scaled(100))} of 100 games.")
