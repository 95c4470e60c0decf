"""What the page of Euchre says by the class of a hand, beside what ``advise`` says of the hand.

Hands are dealt at random, one of the places where the page answers is drawn, and those asked before
it pass as good players do.  Where page and ``advise`` are both sure of the best call it should be
the same one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from reports.asking import advise
from reports.opening.euchre.good_calls import (
    DEALS,
    HUNDRED,
    LETTERS,
    AtNode,
    GoodCalls,
    class_of,
    find_good_calls,
)
from reports.opening.margins import Margins
from reports.request import set_up
from scripts.page_agreement import Agreement
from simulate.domino.tiles import TILES, mask, names
from simulate.games.euchre.row import TRICKS


@dataclass(frozen=True)
class Dealt:
    """A hand that somebody has to call with, all before having passed.

    Parameters
    ----------
    at : AtNode
    hand : int
        Five tiles, as a set.
    turn_up : int
    """

    at: AtNode
    hand: int
    turn_up: int


def class_at(calls: GoodCalls, dealt: Dealt) -> int:
    """Return the class of the hand."""
    return class_of(dealt.hand, dealt.turn_up, dealt.at.node.position == calls.players - 1)


def dealt_hands(calls: GoodCalls, seed: int) -> Iterator[Dealt]:
    """Yield hands at the places where the page answers, as they come up among good players."""
    chance, players = np.random.default_rng(seed), calls.players
    wanted = None
    while True:
        wanted = wanted or calls.known[int(chance.integers(len(calls.known)))]
        tiles = chance.permutation(TILES).tolist()
        hands = [mask(tiles[TRICKS * p : TRICKS * (p + 1)]) for p in range(players)]
        turn_up = tiles[TRICKS * players]
        before = (Dealt(at, hands[at.node.position], turn_up)
                  for at in calls.nodes[: wanted.node.index])
        if all(chance.random() < _passes(calls, one) for one in before):
            yield Dealt(wanted, hands[wanted.node.position], turn_up)
            wanted = None


def _passes(calls: GoodCalls, dealt: Dealt) -> float:
    return float(dealt.at.shares(class_at(calls, dealt))[0])


def by_the_page(calls: GoodCalls, dealt: Dealt) -> Margins:
    """Return how far each call is behind the best by the class of the hand, if known."""
    return dealt.at.margins(class_at(calls, dealt))


def by_advice(calls: GoodCalls, dealt: Dealt) -> Margins:
    """Return how far each call is behind the best by the tiles, in games of a hundred."""
    run = calls.run
    prices = advise(
        run.game, names(dealt.hand), names(1 << dealt.turn_up)[0], dealt.at.node.position,
        ["pass"] * dealt.at.node.index, players=calls.players, rules=run.rules).prices
    behind = map(prices.behind, range(len(prices.answers)))
    return {letter: (HUNDRED * value, HUNDRED * se)
            for letter, (value, se) in zip(LETTERS, behind, strict=False)}


def compare(hands: int, calls: GoodCalls, seed: int = 5) -> Agreement:
    """Return how often the page and ``advise`` say the same of hands dealt at random."""
    found, dealt = Agreement("of a game"), dealt_hands(calls, seed)
    for _ in range(hands):
        one = next(dealt)
        page = by_the_page(calls, one)
        found.add(page, by_advice(calls, one) if page else {})
    return found


def full_calls(players: int = 4) -> GoodCalls:
    """Return the calls of a full report."""
    return find_good_calls(set_up("euchre", None, players, None, 200, 100), 40 * DEALS[1])
