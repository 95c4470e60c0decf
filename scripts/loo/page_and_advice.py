"""What the page of Loo says by the class of a hand, beside what ``advise`` says of the hand itself.

Hands are dealt at random, a position is drawn, the seats before it declare as good players do, and
the pool is one of those that the page offers.  The page knows the class of the hand and ``advise``
its tiles: where both are sure of the best declaration it should be the same one.  What it costs
to go by the page is counted too, priced by ``advise``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from reports.asking import advise
from reports.opening.loo.by_class import MOVES_OF, class_of, margins
from reports.opening.loo.declaring_data import LETTER
from reports.opening.loo.good_table import DEALS, GoodTable, play_good_table
from reports.request import set_up
from reports.studies.miss.chart import CLEAR
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


Margins = dict[str, tuple[float, float]]


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


def surely_best(said: Margins) -> str | None:
    """Return the declaration that is ahead of every other by two standard errors, if one is."""
    best = min(said, key=lambda letter: said[letter][0])
    others = (said[letter] for letter in said if letter != best)
    return best if all(behind >= CLEAR * se and behind > 0 for behind, se in others) else None


@dataclass
class Agreement:
    """How often page and advice say the same.

    Attributes
    ----------
    asked, known : int
        Hands, and those whose class the page knows.
    sure, same : int
        Hands of which both are sure, and of those the ones that they answer alike.
    costs : list of float
        What the page's best declaration gives up, hand by hand, in pools.
    """

    asked: int = 0
    known: int = 0
    sure: int = 0
    same: int = 0
    costs: list[float] = field(default_factory=list)

    def add(self, page: Margins, advice: Margins, pool: int) -> None:
        """Count one hand that is played for this pool."""
        self.asked += 1
        if not page:
            return
        self.known += 1
        best, sure = surely_best(page), surely_best(advice)
        self.sure += best is not None and sure is not None
        self.same += best is not None and best == sure
        self.costs.append(advice[min(page, key=lambda letter: page[letter][0])][0] / pool)

    @property
    def cost(self) -> tuple[float, float]:
        """What going by the page costs a hand, and the standard error."""
        return float(np.mean(self.costs)), float(np.std(self.costs) / math.sqrt(len(self.costs)))

    def __str__(self) -> str:
        cost, se = self.cost
        return (f"{self.asked} hands: the page knows the class of {self.known}; of {self.sure} "
                f"where both are sure {self.same} are answered alike; going by the page costs "
                f"{cost:.2%} ± {se:.2%} of the pool a hand")


def compare(hands: int, table: GoodTable, seed: int = 5) -> Agreement:
    """Return how often the page and ``advise`` say the same of hands dealt at random."""
    found, dealt = Agreement(), dealt_hands(table, seed)
    for _ in range(hands):
        one = next(dealt)
        page = by_the_page(table, one)
        pool = table.forked[one.at].finest.stakes.pool
        found.add(page, by_advice(table, one) if page else {}, pool)
    return found


def full_table(game: str = "loo", players: int = 4) -> GoodTable:
    """Return the good table of a full report."""
    return play_good_table(set_up(game, None, players, None, 200, 100), DEALS[1])
