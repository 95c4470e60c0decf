"""What the page of Pool says of the leads of a hand, beside what ``advise`` says of them.

Hands are dealt at random.  The page knows what can be counted in a hand, and ``advise`` plays the
hand out: where both are sure of the best lead it should be the same one.
"""

from __future__ import annotations

import numpy as np

from reports.asking import advise
from reports.opening.margins import Margins
from reports.opening.pool.lead_values import DEALS, HUNDRED, LeadValues, find_lead_values
from reports.request import set_up
from scripts.page_agreement import Agreement
from simulate.domino.tiles import TILES, mask, name, names
from simulate.games.pool.playing import HAND_SIZES
from simulate.games.pool.views import tile_of


def by_the_page(values: LeadValues, tiles: list[int]) -> Margins:
    """Return how far each lead is behind the best by what can be counted."""
    behind = values.behind(np.array(tiles)).tolist()
    return {name(tile): (far, values.error if far else 0.0)
            for tile, far in zip(tiles, behind, strict=True)}


def by_advice(values: LeadValues, tiles: list[int]) -> Margins:
    """Return how far each lead is behind the best by ``advise``, in hundredths of the pool."""
    prices = advise("pool", names(mask(tiles)), position=0, players=values.players).prices
    share = HUNDRED / values.players
    behind = map(prices.behind, range(len(prices.answers)))
    return {name(tile_of(answer)): (share * far, share * se)
            for answer, (far, se) in zip(prices.answers, behind, strict=True)}


def compare(hands: int, values: LeadValues, seed: int = 5) -> Agreement:
    """Return how often the page and ``advise`` say the same of hands dealt at random."""
    found, chance = Agreement("of the pool"), np.random.default_rng(seed)
    for _ in range(hands):
        tiles = chance.permutation(TILES)[: int(HAND_SIZES[values.players])].tolist()
        found.add(by_the_page(values, tiles), by_advice(values, tiles))
    return found


def full_values(players: int = 4) -> LeadValues:
    """Return the lead values of a full report."""
    return find_lead_values(set_up("pool", None, players, None, 200, 100), 100 * DEALS[1])
