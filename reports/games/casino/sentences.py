"""What a run of Casino says, in plain sentences."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from reports.games.casino import figures
from reports.games.casino.kinds import KINDS
from reports.games.casino.tables import win_odds
from reports.results.shared_sentences import amount, share, too_close, who_wins
from reports.stats.comparisons import p_value, rivals
from reports.stats.number_text import listed
from simulate.domino.tiles import TILES, name

if TYPE_CHECKING:
    from reports.results.result import Result
    from reports.stats.estimates import Estimate

#: With more tiles than these as good as the best one, none is called the best.
_FEW = 3
#: What the kinds of tiles are called where all of a kind are meant, in their order.
_ALL = ("doubles", "tiles with one blank", "tiles with two different numbers", "the double blank")


def odds(result: Result) -> str:
    """Say which strategy wins the most games."""
    measures = result.measures
    tied = f"{share(measures.session_rate('tied_games'))} of the games are tied."
    rates = {unit: win_odds(result, unit) for unit in measures.strategies}
    if len(rates) == 1:
        return tied
    best = max(rates, key=lambda unit: rates[unit].value)
    return (
        f"A seat of {measures.label(best)} wins {share(rates[best])} of the games when ties are "
        f"divided; an equal share is {100 / measures.seats:.3g}%. {tied}"
    )


def pot_left(result: Result) -> str:
    """Say how many tiles nobody wins."""
    return (
        f"{amount(result.measures.session_mean('pot_left'))} tiles a game are still in the pot "
        "at the end, and nobody's."
    )


def best_tiles(result: Result) -> str:
    """Say which tiles earn the most and the fewest when they are bet."""
    found = figures.counts_of(result)
    earned = {tile: figures.tile(found, tile).tiles for tile in range(TILES)}
    known = [tile for tile in earned if not math.isnan(earned[tile].value)]
    order = sorted(known, key=lambda tile: -earned[tile].value)
    best, last = order[0], order[-1]
    near = rivals(order, lambda one, other: earned[one].minus(earned[other]),
                  lambda lead: p_value(lead, result.hands))
    if len(near) > _FEW:
        return _about_the_same({tile: earned[tile] for tile in order}, [best, *near])
    doubt = f" (too close to {too_close([name(tile) for tile in near])})" if near else ""
    return (
        f"Of all tiles {name(best)} earns the most when it is bet{doubt}, "
        f"{amount(earned[best])} tiles; {name(last)} earns the fewest, {amount(earned[last])}."
    )


def _about_the_same(earned: Mapping[int, Estimate], near: Sequence[int]) -> str:
    """Say that many tiles earn about as much as the best one, and which kinds earn less."""
    less = [called for called, tiles in zip(_ALL, KINDS.values(), strict=True)
            if not any(tiles[tile] for tile in near)]
    most, last = near[0], list(earned)[-1]
    fewer = f" Surely less is earned by {listed(less)}." if less else ""
    return (f"{len(near)} tiles earn about the same when they are bet, too close to call: "
            f"{name(most)}, one of them, {amount(earned[most])} tiles.{fewer} {name(last)} earns "
            f"the fewest, {amount(earned[last])}.")


def _pots(result: Result) -> list[figures.Pot]:
    """Return the pot before each round, and what became of it."""
    found = figures.counts_of(result)
    return [figures.pot_of_round(found, number) for number in figures.rounds(result)]


def how_stashes_grow(result: Result) -> str:
    """Say how large the pot gets, and when."""
    pots = _pots(result)
    fullest = max(range(len(pots)), key=lambda number: pots[number].tiles.value)
    return (
        f"The pot is fullest before round {fullest + 1}, with {amount(pots[fullest].tiles)} tiles."
    )


def what_the_pot_is_worth(result: Result) -> str:
    """Say how often the pot is taken, and when a round gives the most of it away."""
    pots = _pots(result)
    best = max(range(len(pots)), key=lambda number: pots[number].prize.value)
    return (
        f"The pot is worth most in round {best + 1}: {amount(pots[best].prize)} tiles are won "
        f"from it then on average. A bet that shows both dice takes it in "
        f"{share(pots[best].taken)} of the games, and in {share(pots[best].blanked)} a double "
        "blank adds all bets to it."
    )


def answers(result: Result) -> tuple[str, ...]:
    """Return what a reader in a hurry should know."""
    return (
        who_wins(result, "game", signed=False), odds(result), best_tiles(result), pot_left(result),
    )
