"""Single hands beside their classes: how far what is best for a class may be wrong for a hand.

Hands are dealt at random, a position is drawn, and the seats before it declare as good players do.
Each hand is then played out as it is, tile by tile, under every declaration.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from reports.opening.loo.by_class import MOVES_OF, Cell, class_of, margins
from reports.opening.loo.good_table import GoodTable
from reports.opening.margins import Margins, Spread, spread_of
from reports.studies.miss.chart import LEAST
from reports.studies.miss.move_values import added, worth
from simulate.domino.tiles import TILES, mask
from simulate.games.loo.row import TRICKS
from simulate.games.loo.views import ACTIONS, DROP, MISS
from simulate.solving.loo.what_if_counts import Question, Situation, fork_some

#: Hands that tell how far hands of a class differ, the deals for each of them, and their seed.
HANDS, DEALS, _SEED = 400, 2048, 17


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
    chances_at = [table.chances_at(at) for at in range(len(table.forked))]
    while True:
        tiles = chance.permutation(TILES).tolist()
        hands = [mask(tiles[TRICKS * p : TRICKS * (p + 1)]) for p in range(players)]
        turn_up, position = tiles[TRICKS * players], int(chance.integers(players))
        at, said = int(chance.integers(len(table.forked))), tuple[int, ...]()
        while len(said) < position and said in node_of:
            p, node = len(said), node_of[said]
            of_class = class_of(hands[p], turn_up, p == players - 1)
            actions = declared.actions[node]
            action = chance.choice(actions, p=chances_at[at][node, of_class, : len(actions)])
            said = (*said, int(action))
        if said in node_of:
            yield Dealt(at, position, said, hands[position], turn_up)


def cell_of(table: GoodTable, dealt: Dealt) -> Cell | None:
    """Return what goes for the class of a hand; nothing where too few deals came there."""
    by_class = table.forked[dealt.at]
    of_class = class_of(dealt.hand, dealt.turn_up, dealt.position == table.players - 1)
    return by_class.cell(by_class.finest.situations.index(dealt.situation), of_class)


def by_class(table: GoodTable, dealt: Dealt) -> Margins:
    """Return how far each declaration is behind the best by the class of the hand, if known."""
    cell = cell_of(table, dealt)
    return {} if cell is None else margins(cell)


def by_tiles(table: GoodTable, dealt: Dealt) -> dict[str, float]:
    """Return what each declaration brings with the very tiles; nothing if too few deals fit them.

    The deals are those in which the others declare as they did before.
    """
    chart = table.forked[dealt.at].finest
    payoffs = [replace(chart.payoffs[0], later=chart.payoffs[0].later[:1])]
    asked = Question(chart.run, payoffs, dealt.position, dealt.hand, dealt.turn_up, dealt.said,
                     apart=False)
    forks = fork_some(asked, 0, DEALS)
    if forks.wanted < LEAST:
        return {}
    brings = added(worth(forks, payoffs, 0, [dealt.position]), (0, 1, 2, 3)).mean()
    found = {letter: brings[list(moves)] for letter, moves in MOVES_OF.items()}
    return {letter: float(np.nanmax(some)) for letter, some in found.items()
            if not np.isnan(some).all()}


def spread_within_classes(table: GoodTable, hands: int = HANDS) -> Spread:
    """Return how far hands of one class differ, by pair of declarations, in the chart's ``much``.

    Of a pool, or of so many games where points are played for: what a class says scales with it.
    """
    pairs = []
    for dealt in islice(dealt_hands(table, _SEED), hands):
        of_class, of_hand = by_class(table, dealt), by_tiles(table, dealt)
        if of_class and of_hand:
            much = table.forked[dealt.at].finest.much
            pairs.append((
                {letter: (behind / much, se / much) for letter, (behind, se) in of_class.items()},
                {letter: value / much for letter, value in of_hand.items()}))
    return spread_of(pairs)
