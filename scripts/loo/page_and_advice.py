"""What the page of Loo says by the class of a hand, beside what ``advise`` says of the hand itself.

Hands are dealt at random, a position is drawn, the seats before it declare as good players do, and
the pool is one of those that the page offers.  The page knows the class of the hand and ``advise``
its tiles: where both are sure of the best declaration it should be the same one.  What it costs
to go by the page is counted too, priced by ``advise``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from reports.asking import advise
from reports.opening.loo.by_class import MOVES_OF, class_of, margins
from reports.opening.loo.declaring_data import LETTER
from reports.opening.loo.good_table import DEALS, GoodTable, play_good_table
from reports.opening.margins import Margins
from reports.request import set_up
from scripts.page_agreement import Agreement
from simulate.domino.tiles import TILES, mask, names
from simulate.games.loo.row import TRICKS
from simulate.games.loo.views import ACTIONS, DROP, MISS
from simulate.solving.loo.what_if_counts import Situation
from strategies.loo.solved import Solved


@dataclass(frozen=True)
class Dealt:
    """A hand that somebody has to declare with.

    Parameters
    ----------
    at : int
        Which of the page's pools is played for.
    position : int
    said : tuple of int
        What the positions before declared.
    hand : int
        Five tiles, as a set.
    turn_up : int
    """

    at: int
    position: int
    said: tuple[int, ...]
    hand: int
    turn_up: int

    @property
    def situation(self) -> Situation:
        """What the position has heard."""
        return Situation(self.position, self.position - self.said.count(DROP),
                         self.said.count(MISS))

    @property
    def before(self) -> str:
        """What was declared, in words."""
        return ",".join(ACTIONS[action] for action in self.said)


def dealt_hands(table: GoodTable, seed: int) -> Iterator[Dealt]:
    """Yield hands in situations as they come up among good players."""
    chance, declared, players = np.random.default_rng(seed), table.declared, table.players
    node_of = {tuple(said): node for node, said in enumerate(declared.heard)}
    while True:
        tiles = chance.permutation(TILES).tolist()
        hands = [mask(tiles[TRICKS * p : TRICKS * (p + 1)]) for p in range(players)]
        turn_up, position = tiles[TRICKS * players], int(chance.integers(players))
        at, said = int(chance.integers(len(table.forked))), tuple[int, ...]()
        chances = table.chances_at(at)
        while len(said) < position and said in node_of:
            p, node = len(said), node_of[said]
            of_class = class_of(hands[p], turn_up, p == players - 1)
            action = chance.choice(declared.actions[node],
                                   p=chances[node, of_class, : len(declared.actions[node])])
            said = (*said, int(action))
        if said in node_of:
            yield Dealt(at, position, said, hands[position], turn_up)


def by_the_page(table: GoodTable, dealt: Dealt) -> Margins:
    """Return how far each declaration is behind the best by the class of the hand, if known."""
    by_class = table.forked[dealt.at]
    of_class = class_of(dealt.hand, dealt.turn_up, dealt.position == table.players - 1)
    cell = by_class.cell(by_class.finest.situations.index(dealt.situation), of_class)
    return {} if cell is None else margins(cell)


def by_advice(table: GoodTable, dealt: Dealt) -> Margins:
    """Return how far each declaration is behind the best by the tiles of the hand."""
    run = table.run
    pool = table.forked[dealt.at].finest.stakes.pool if table.in_chips else None
    prices = advise(
        run.game, names(dealt.hand), names(1 << dealt.turn_up)[0], dealt.position, dealt.before,
        pool, [Solved] * table.players, rules=run.rules).prices
    found = {LETTER[answer]: prices.behind(k) for k, answer in enumerate(prices.answers)}
    return {letter: found[letter] for letter in MOVES_OF if letter in found}


def compare(hands: int, table: GoodTable, seed: int = 5) -> Agreement:
    """Return how often the page and ``advise`` say the same of hands dealt at random."""
    found, dealt = Agreement("of the pool"), dealt_hands(table, seed)
    for _ in range(hands):
        one = next(dealt)
        page = by_the_page(table, one)
        pool = table.forked[one.at].finest.stakes.pool
        found.add(page, by_advice(table, one) if page else {}, 100 / pool)
    return found


def full_table(game: str = "loo", players: int = 4) -> GoodTable:
    """Return the good table of a full report."""
    return play_good_table(set_up(game, None, players, None, 200, 100), DEALS[1])
