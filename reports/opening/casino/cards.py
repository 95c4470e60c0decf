"""The cards of Casino."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from reports.games.casino import report
from reports.opening.casino.betting import betting_card, later_card, what_to_keep
from reports.opening.casino.by_kind import (
    Earned,
    by_pot_figure,
    by_round_figure,
    by_tile_figure,
    what_kinds_earn,
)
from reports.opening.casino.first_bets import FirstBets, find_first_bets
from reports.opening.casino.wall import wall_card
from reports.opening.shared import whose_numbers
from reports.page.document import Card, Opening, Picture
from reports.results.shared_sentences import amount, amounts

if TYPE_CHECKING:
    from reports.results.result import Result
    from reports.stats.estimates import Estimate
    from simulate.runs.progress import Progress


def _tiles(result: Result) -> Card:
    return Card(
        "what_to_bet", "What does each tile earn?", (report.best_tiles(result),),
        Picture("opening_tile_values", lambda: result.plot.tile_values(),
                "Tiles that a bet of each tile won on average, itself included, with half the "
                "width of the 95% interval; find the tile by its higher and its lower number."),
        link="tiles",
    )


def what_a_double_wins(earned: Earned) -> str:
    """Say what a double wins of its round against other tiles, by the pot, and what is not said."""
    doubles, _, others = earned
    known = [size for size in range(len(doubles))
             if not any(math.isnan(row[size].value) for row in (doubles, others))]
    if not known:
        return "Too few games were played to tell what a double wins in its round."
    sizes = list(dict.fromkeys((known[0], known[-1])))
    numbers = amounts(*(row[size] for size in sizes for row in (doubles, others)))
    said = [f"{double} tiles and any other without a blank {other}"
            for double, other in zip(numbers[::2], numbers[1::2], strict=True)]
    full = f"; with the most in it, {said[1]}" if len(said) > 1 else ""
    always = ""
    if all(doubles[size].high < others[size].low for size in known):
        gains = doubles[known[-1]].low > doubles[known[0]].high
        always = ("Whatever the pot a double earns less than any other tile without a blank"
                  f"{', but more from a full one' if gains else ''}. ")
    return (f"{always}With the fewest tiles in the pot a double wins {said[0]} a bet{full}. Those "
            "are tiles of one round, not games won: the chart for the wall says what to bet.")


def _by_pot(earned: Earned) -> Card:
    return Card(
        "by_pot", "What does a double win in its round?", (what_a_double_wins(earned),),
        Picture("opening_by_pot", lambda: by_pot_figure(earned),
                "Tiles that a bet won on average, itself included, by the kind of tile and by the "
                "pot before the round, with half the width of the 95% interval."),
        link="pot",
    )


#: The kinds of tiles where they stand alone, in their order.
_IN_WORDS = ("a double", "a tile with a blank", "a tile with two numbers above blank")


def best_round_of_doubles(doubles: list[Estimate]) -> str:
    """Say in which round a double earns most; nothing where only one round is known."""
    known = [number for number, one in enumerate(doubles) if not math.isnan(one.value)]
    if len(known) < 2:
        return ""
    best = max(known, key=lambda number: doubles[number].value)
    return f" A double earns most in round {best + 1}: {amount(doubles[best])} tiles a bet."


def best_by_round(earned: Earned) -> str:
    """Say which kind of tile earns most in the first round and in the last, and when doubles do."""
    kinds, most = [], []
    for column in (0, len(earned[0]) - 1):
        known = [kind for kind, row in enumerate(earned) if not math.isnan(row[column].value)]
        if not known:
            return "Too few games were played to tell what earns most in which round."
        best = max(known, key=lambda kind: earned[kind][column].value)
        kinds.append(_IN_WORDS[best])
        most.append(earned[best][column])
    (first, last), numbers = kinds, amounts(*most)
    if first == last:
        said = (f"{first[0].upper()}{first[1:]} earns most in the first round, {numbers[0]} tiles "
                f"a bet, and in the last, {numbers[1]}.")
    else:
        said = (f"In the first round {first} earns most, {numbers[0]} tiles a bet; in the last "
                f"{last} earns most, {numbers[1]} tiles a bet.")
    return said + best_round_of_doubles(list(earned[0]))


def _by_round(earned: Earned, bets: FirstBets) -> Card:
    return Card(
        "by_round", "What should I keep for later?", (*what_to_keep(bets), best_by_round(earned)),
        Picture("opening_by_round", lambda: by_round_figure(earned),
                "Tiles that a bet won on average, itself included, by the kind of tile and by the "
                "round, with half the width of the 95% interval."),
        link="pot",
    )


def _pot(result: Result) -> Card:
    return Card(
        "risk", "When is the pot worth a risk?", (report.what_the_pot_is_worth(result),),
        Picture("opening_pot", lambda: result.plot.pot(),
                "How often a bet that shows both dice wins the pot, and how many tiles a round "
                "wins from it, by the size of the pot before the round; with 95% intervals. "
                f"{report.RAREST}"),
        link="pot",
    )


def _by_tile(tiles: Earned) -> Card:
    return Card(
        "by_tile", "What does each tile win in its own round?",
        ("Choose no bet by these numbers: tiles won in a round are not games won. The tile with "
         "the largest number is often the one to keep, since every tile is bet once and what "
         "counts is when. The chart for the wall says what to bet first.",),
        Picture("opening_by_tile", lambda: by_tile_figure(tiles),
                "Tiles that a bet of each tile won on average, itself included, with half the "
                "width of the 95% interval: by the pot before the round, and by the round. The "
                "double blank never wins; a blank cell had too few bets.", wide=True),
        link="tiles", wide=True,
    )


def opening(
    result: Result, jobs: int | None = None, progress: Progress | None = None
) -> Opening:
    """Return what a report opens with: games are looked at again, and first bets priced for it."""
    earned = what_kinds_earn(result)
    bets = find_first_bets(result.run, result.hands, jobs, progress)
    table = replace(bets.run, seed=0)  # as a command has it that names none
    return Opening((betting_card(table), later_card(table), _tiles(result), _by_pot(earned.by_pot),
                    wall_card(bets), _pot(result), _by_round(earned.by_round, bets),
                    _by_tile(earned.tiles)),
                   note=whose_numbers(result),
                   lead="Three tiles in hand and one secret bet a round: which tile, and when? "
                        "Click your first hand, or practise; and see what every tile earns, by "
                        "the pot and by the round.")
