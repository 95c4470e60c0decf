"""The report of Domino Casino: its tables, sentences about them, and the sections of its page.

A game bets each tile once at most, and has one round of each number, so for bets and rounds games
are the independent trials.
"""

import math
from collections.abc import Sequence
from functools import partial

import numpy as np

from reports.draw import style
from reports.draw.shapes import Cells, Lines, Series
from reports.headlines import amount, first, largest, too_few
from reports.page.document import SEAT, Column, Picture, Row, Section, Table
from reports.results import game_report, shared_sections
from reports.results.game_report import MATTERS, Stakes, ValuedTable
from reports.results.result import Result
from reports.results.shared_sections import section, who_wins
from reports.stats import estimates
from reports.stats.estimates import Estimate
from reports.stats.measures import Unit
from simulate.books.tally import Floats, Ints
from simulate.domino.tiles import TILES, name
from simulate.games.casino import kernel

#: The wins of one size from which a normal interval of what a bet earns holds: see
#: docs/coverage.md.
_FEW_WINS = 100
#: Rules that settle a round by giving the pot to somebody.
_TAKEN = [kernel.DOUBLE, kernel.DOUBLE_DOUBLE]
_TILES_OF_POT = np.arange(kernel.SIZES)
#: Pots of about the same size: the fewest and the most tiles.
_POTS = ((0, 0), (1, 3), (4, 6), (7, 9), (10, 12), (13, 15), (16, 19), (20, TILES))


def counts_of(result: Result) -> kernel.Counts:
    """Return the counts of a run by name."""
    return kernel.decode(result.played.tally.counts)


def rounds(result: Result) -> range:
    """Return the rounds of a game, from 0."""
    return range(TILES // result.measures.seats)


def win_odds(result: Result, unit: Unit) -> Estimate:
    """Estimate the share of games that a seat wins, where those who tie divide a game."""
    return result.measures.amount("odds", unit).scaled(1 / kernel.SHARES).within(0.0, 1.0)


def tile(counts: kernel.Counts, number: int) -> Row:
    """Return what a tile earns when it is bet: all wins, and those by each rule of ``WINS``."""
    bets, wins = int(counts.bets[number]), counts.wins[number]
    lost, tiles = bets - int(wins.sum()), np.arange(kernel.SIZES)
    earned = counts.won[number].sum(axis=0)
    earned[0] += lost
    won, squares = int((tiles * earned).sum()), int((tiles**2 * earned).sum())
    # Most bets earn nothing and a few earn a pot, so a normal interval needs many that do.
    mean = estimates.mean_of_trials(tiles, earned) if won == 0 else estimates.mean_of_counts(
        estimates.Sums(won, bets, squares, won, bets, bets), few=_FEW_WINS)
    return {"bets": bets, "tiles": mean, "won": estimates.share_of_trials(bets - lost, bets),
            **{rule: estimates.share_of_trials(int(wins[i]), bets)
               for i, rule in enumerate(kernel.WINS)}}


def pot(settled: Ints) -> Row:
    """Return what became of pots counted by tiles and rule: int64[SIZES, RULES]."""
    number, before = int(settled.sum()), settled.sum(axis=1)
    taken = settled[:, _TAKEN].sum(axis=1)
    values = np.concatenate([_TILES_OF_POT, np.zeros_like(_TILES_OF_POT)])
    return {
        "rounds": number, "tiles": estimates.mean_of_trials(_TILES_OF_POT, before),
        "taken": estimates.share_of_trials(int(taken.sum()), number),
        "blanked": estimates.share_of_trials(int(settled[:, kernel.DOUBLE_BLANK].sum()), number),
        "prize": estimates.mean_of_trials(values, np.concatenate([taken, before - taken]))}


def stash(counts: kernel.Counts, seat: int, number: int) -> Estimate:
    """Estimate the tiles in a seat's stash after a round."""
    return estimates.mean_of_trials(np.arange(kernel.SIZES), counts.stashes[seat, number])


_ROUND = Column("round", "round", "count", "number", "the round, from 1")
_POT = (
    Column("rounds", "rounds", "count", "rounds", "how many"),
    Column("tiles", "tiles before", "amount", "tiles", "in the pot before the round"),
    Column("taken", "taken", "share", "share of rounds", "in which somebody takes the pot"),
    Column("blanked", "double blank", "share", "share of rounds",
           "in which a double blank sends every bet to the pot"),
    Column("prize", "tiles given away", "amount", "tiles a round",
           "won, the pot's and others' bets"))


def _stashes(result: Result) -> Section:
    """Return the section of the stashes of the seats, and the pot, round by round."""
    measures, found, numbers = result.measures, counts_of(result), rounds(result)
    at, seats = [number + 1 for number in numbers], range(measures.seats)
    stashes = [[stash(found, seat, number) for number in numbers] for seat in seats]
    # The pot before a round is what the round before it left.
    pots = [pot(found.pots[number])["tiles"] for number in numbers]
    plot = Lines({
        **{measures.label_of_seat(seat): Series(stashes[seat], at) for seat in seats},
        "pot": Series([*pots, measures.session_mean("pot_left")], None, {
            "color": style.INK, "marker": "x", "linestyle": ":"})},
        look={"markersize": 4, "linewidth": 1, "capsize": 2, "elinewidth": 1.2}, bottom=0,
        height=3.8, xlabel="rounds played", ylabel="tiles", title="Stashes and pot, round by round")
    table = Table.of("stashes", "Tiles in the stash after each round", (
        SEAT, Column("strategy"), _ROUND,
        Column("tiles", "tiles", "amount", "tiles", "in the stash after the round"),
    ), ({"seat": seat, "strategy": measures.label(seat), "round": number + 1,
         "tiles": stashes[seat][number]} for seat in seats for number in numbers))
    return Section("rounds", "The stashes, round by round", (), (Picture("stash", plot),),
                   (table,))


def _pots(result: Result) -> Section:
    """Return the section of what became of the pots: of each round, and of each size that came."""
    by_round = counts_of(result).pots
    by_size, numbers = by_round.sum(axis=0), np.arange(kernel.SIZES)[:, None]
    sized = {(fewest, most): np.where((fewest <= numbers) & (numbers <= most), by_size, 0)
             for fewest, most in _POTS}
    return Section("pot", "What the pot is worth when", tables=(
        Table.of("pot_by_round", "The pot before each round", (_ROUND, *_POT), (
            {"round": number + 1, **pot(by_round[number])} for number in rounds(result)),
            "Given away are tiles of the pot alone, without the bets."),
        Table.of("pot_by_size", "The pot by its size", (
            Column("pot", "tiles in the pot", "text", "text", "how large the pot is"), *_POT), (
            {"pot": str(fewest) if fewest == most else f"{fewest} to {most}", **pot(kept)}
            for (fewest, most), kept in sized.items() if kept.any()))))


def _tiles(result: Result) -> Section:
    """Return the section of what each of the 28 tiles earns when it is bet."""
    counts, of_bets = counts_of(result), "share of bets"
    found = [tile(counts, number) for number in range(TILES)]
    earned = {name(number): one["tiles"] for number, one in enumerate(found)}
    known = {called: one for called, one in earned.items() if not math.isnan(one.value)}
    best = first(known, lambda one, other: known[one].minus(known[other]), result.hands,
                 "tiles a bet", written=amount) or too_few(result.hands, "game")
    plot = Cells.of_tiles(
        [*earned.values()], max(one.value for one in known.values()), height=4.6,
        title="Tiles won by a bet of each tile")
    table = Table.of("tile_values", "The 28 tiles", (
        Column("tile", "tile", "text"), Column("bets", "bets", "count", "bets", "of this tile"),
        Column("tiles", "tiles won", "amount", "tiles a bet", "won"),
        Column("won", "won anything", "share", of_bets, "that win anything"),
        Column("basic", "basic", "share", of_bets, "that come back by a basic match"),
        Column("blank", "single blank", "share", of_bets, "that win as a single blank"),
        Column("double", "double", "share", of_bets, "that win as a double"),
        Column("double_double", "double-double", "share", of_bets, "that win as a double-double"),
    ), ({"tile": called, **one} for called, one in zip(earned, found, strict=True)))
    return Section("tiles", "What each tile earns", (best,), (Picture(
        "tile_values", plot, "Itself is included, and a lost bet counts 0.", wide=True),), (table,))


def _sections(result: Result) -> tuple[Section, ...]:
    measures = result.measures
    return (
        section(result, "winnings", "The stash, and the odds of winning",
                (who_wins(measures, "game", written=amount), largest(
                    measures.by_strategy(partial(win_odds, result)), measures.tally.sessions,
                    "A seat of {who} wins {found} of the games, ties divided.")),
                (Picture("tiles", shared_sections.ranking(
                    result, lambda unit: measures.value(unit).within(0.0), "Tiles in the stash",
                    "tiles at the end of a game")),
                 Picture("games", shared_sections.ranking(
                     result, partial(win_odds, result), "Games won by a seat",
                     "games won, %; a tie is divided", neutral=100 / measures.seats,
                     scale=100))), "What each wins",
                "Win odds divide a tied game between its winners, games won count it for each."),
        _stashes(result), _pots(result), _tiles(result),
        shared_sections.table_section(result, "games"))


def _stakes(table: ValuedTable, seat: int, dealer: int, pool: int, score: Sequence[int]) -> Stakes:
    """Return the chance to win the game; ties are shared."""
    seats = len(table.run.players)

    def worth(outcomes: Ints) -> Floats:
        tiles = outcomes[:, :, 1 : 1 + seats]
        most = tiles.max(-1)
        return (outcomes[:, :, 0] == most) / (tiles == most[..., None]).sum(-1)

    return Stakes("games", worth, MATTERS, True, result="games")


GAME = game_report.GameReport(
    sections=_sections, words="reports.games.casino.typed", stakes=_stakes,
    columns={
        "won": ("share of bets", "that win anything"),
        "odds": ("share of bets", "chance that a bet wins, on average"),
        "double_wins": ("share of bets", "that win as a double or a double-double"),
        "blank_wins": ("share of bets", "that win as a single blank"),
        "basic_wins": ("share of bets", "that come back by a basic match")})
