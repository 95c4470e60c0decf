"""What the page of Casino says of the bets of a first hand, beside what ``advise`` says of them.

Hands are dealt at random.  The page knows the kind of a hand, and ``advise`` plays the very tiles
out: where both are sure of the best bet it should be the same one.
"""

from __future__ import annotations

import numpy as np

from reports.asking import advise
from reports.opening.casino.first_bets import DEALS, HUNDRED, FirstBets, find_first_bets
from reports.opening.margins import Margins
from reports.request import set_up
from scripts.page_agreement import Agreement
from simulate.domino.tiles import TILES, mask, name, names
from simulate.games.casino.row import HOLDS


def by_advice(bets: FirstBets, tiles: tuple[int, ...]) -> Margins:
    """Return how far each bet is behind the best by ``advise``, in games of a hundred."""
    prices = advise(bets.run.game, names(mask(tiles)), position=0,
                    players=len(bets.run.players)).prices
    behind = map(prices.behind, range(len(prices.answers)))
    return {name(answer): (HUNDRED * far, HUNDRED * se)
            for answer, (far, se) in zip(prices.answers, behind, strict=True)}


def compare(hands: int, bets: FirstBets, seed: int = 5) -> Agreement:
    """Return how often the page and ``advise`` say the same of first hands dealt at random."""
    found, chance = Agreement("of a game"), np.random.default_rng(seed)
    for _ in range(hands):
        tiles = tuple(chance.permutation(TILES)[:HOLDS].tolist())
        found.add(bets.margins(tiles), by_advice(bets, tiles))
    return found


def full_bets(players: int = 4) -> FirstBets:
    """Return the first bets of a full report."""
    run = set_up("casino", None, players, None, 1, None)
    return find_first_bets(run, 500 * DEALS[1])
