"""What the page of Loo or Rounce says by the class of a hand, beside what ``advise`` says of it.

Hands are dealt at random, a position is drawn, the seats before it declare as good players do, and
the pool is one of those that the page offers.  The page knows the class of the hand and ``advise``
its tiles: where both are sure of the best declaration it should be the same one.  What it costs
to go by the page is counted too, priced by ``advise``.
"""

from __future__ import annotations

from reports.asking import advise
from reports.opening.loo.by_class import MOVES_OF
from reports.opening.loo.declaring_data import LETTER
from reports.opening.loo.good_table import DEALS, GoodTable, play_good_table
from reports.opening.loo.single_hands import Dealt, by_class, dealt_hands, spread_within_classes
from reports.opening.margins import Margins, scaled
from reports.request import set_up
from scripts.page_agreement import Agreement
from simulate.domino.tiles import names
from simulate.solving.loo.races.payoff_at_score import GAMES


def by_advice(table: GoodTable, dealt: Dealt) -> Margins:
    """Return how far each declaration is behind the best by the tiles, in the unit of the page."""
    run = table.run
    pool = table.forked[dealt.at].finest.stakes.pool if table.in_chips else None
    prices = advise(
        run.game, names(dealt.hand), names(1 << dealt.turn_up)[0], dealt.position, dealt.before,
        pool, list(run.labels), rules=run.rules).prices
    scale = 1 if table.in_chips else GAMES
    found = {LETTER[answer]: prices.behind(k) for k, answer in enumerate(prices.answers)}
    return {letter: (scale * found[letter][0], scale * found[letter][1])
            for letter in MOVES_OF if letter in found}


def compare(hands: int, table: GoodTable, seed: int = 5) -> Agreement:
    """Return how often the page and ``advise`` say the same of hands dealt at random."""
    found = Agreement("of the pool" if table.in_chips else "of a game")
    dealt = dealt_hands(table, seed)
    spread = spread_within_classes(table)
    for _ in range(hands):
        one = next(dealt)
        page = by_class(table, one)
        chart = table.forked[one.at].finest
        in_hundredths = 100 / chart.stakes.pool if table.in_chips else 1.0
        found.add(page, by_advice(table, one) if page else {}, in_hundredths,
                  scaled(spread, chart.much))
    return found


def full_table(game: str = "loo", players: int = 4) -> GoodTable:
    """Return the good table of a full report."""
    return play_good_table(set_up(game, None, players, None, 200, 100), DEALS[1])
