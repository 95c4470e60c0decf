"""What good players call at Euchre, and what each call is worth with the hands of a cell.

A cell is what ``study call`` tells apart: trumps, bowers, doubles besides, a double turned up.  The
chart for the wall goes by cells; a hand that is clicked is played out as it is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from reports.defaults import good_lineup
from reports.moves import MoveValues
from reports.opening.euchre.single_hands import (
    HUNDRED,
    cell_of,
    is_strong,
    spread_within_cells,
)
from reports.opening.shared import Margins
from reports.request import set_up
from reports.results import commands
from reports.studies.advise.stakes import Table
from reports.studies.call.by_score import AskedDeals
from reports.studies.call.chart import LEAST, values_at
from simulate.books.tally import Floats
from simulate.games.euchre.row import SEATS
from simulate.games.game import find_game
from simulate.runs.progress import Progress
from simulate.runs.run import Run
from simulate.theory.euchre.auctions import Node, nodes
from simulate.theory.euchre.forked_deals import fork_deals, sides
from simulate.theory.euchre.hand_kinds import thumb_order
from simulate.theory.euchre.solution import CallSolution
from simulate.theory.euchre.win_chances import ends_of, win_chances
from strategies.euchre.solved import shipped

#: The least and the most deals that are played out under every call.
DEALS = 4_000, 60_000
#: Letters of the moves, as the page has them: pass, call, alone.
LETTERS = "PCA"


def solved_table(players: int) -> CallSolution:
    """Return the library's table: that of good players."""
    return next(one for one in shipped() if one.about["players"] == players)


def moves_of(players: int, position: int, hand: int, turn_up: int) -> Floats:
    """Return with what chance good players make each move with a hand: float64[moves].

    In the first round of the first hand of a game, all before having passed.
    """
    cell = cell_of(hand, turn_up, position == players - 1)
    chances: Floats = solved_table(players).chances[0, position, cell]
    return chances


@dataclass(frozen=True)
class AtNode:
    """What moves are worth where a seat is asked, by the cell of its hand.

    ``spread`` (float64[2, moves, moves]): how far hands of a cell differ: see
    ``spread_within_cells``.
    """

    node: Node
    cells: MoveValues
    spread: Floats

    def margins(self, cell: int) -> Margins:
        """Return how far each move is behind the best one on average; nothing if that is unknown.
        """
        if self.cells.count[cell] < LEAST:
            return {}
        best = int(self.cells.best[cell])
        found = {LETTERS[move]: self.cells.margin(cell, best, move)
                 for move in range(self.cells.totals.shape[1]) if move != best}
        # Deals that all end alike do not tell how others scatter.
        if any(not one.se > 0 for one in found.values()):
            return {}
        return {LETTERS[best]: (0.0, 0.0)} | {
            letter: (one.value, one.se) for letter, one in found.items()}

    def margins_of_a_hand(self, cell: int) -> Margins:
        """Return the same with the errors for one hand: how far those of the cell differ counts."""
        best = int(self.cells.best[cell])
        apart = dict(zip(LETTERS, self.spread[int(is_strong(cell)), best], strict=False))
        return {letter: (behind, math.hypot(se, apart[letter]))
                for letter, (behind, se) in self.margins(cell).items()}


@dataclass(frozen=True)
class GoodCalls:
    """How good players call at a table, and what each call is worth in games of a hundred.

    ``run``: good players in all seats. ``table``: the same players as ``boneyard advise`` prices
    their decisions where no seed is told. ``deals``: deals that were played out under every call.
    ``nodes``: where a seat may be asked in the first round, in order.
    """

    run: Run
    table: Table
    deals: int
    nodes: tuple[AtNode, ...]

    @property
    def players(self) -> int:
        """Seats at the table."""
        return len(self.run.players)

    @property
    def partners(self) -> bool:
        """Whether there are partners, so that one may go alone."""
        return self.players == SEATS

    @property
    def command(self) -> str:
        """The command that finds what calls are worth at this table."""
        return (f"boneyard study call {self.run.game} {commands.table_options(self.run)} "
                f"--sessions {self.deals} --seed {self.run.seed}")


def good_run(run: Run) -> Run:
    """Return a run at the same table with good players in all seats."""
    players = len(run.players)
    good = good_lineup(find_game(run.game), run.rules, players)
    return set_up(run.game, good, players, run.rules, 1, 1, run.seed)


def find_good_calls(
    run: Run, hands: int, jobs: int | None = None, progress: Progress | None = None
) -> GoodCalls:
    """Play deals out under every call at a table of good players.

    ``run``: its rules and seats are kept. ``hands``: how many hands the run had: after a small run
    few deals are played here too.
    """
    own, deals = good_run(run), min(max(hands // 40, DEALS[0]), DEALS[1])

    def tell(done: int) -> None:
        if progress:
            progress(done / deals, done)

    asked = AskedDeals(fork_deals(own, deals, jobs=jobs, progress=tell), jobs)
    of, players = sides(len(own.players)), len(own.players)
    chances = win_chances(of, lambda score: ends_of(asked.deals, asked.calls(score)))
    start, table = (0,) * of, Table(replace(own, seed=0))
    auctions, found = asked.auctions(start, HUNDRED * chances.worth(start)), []
    for node in nodes(players)[:players]:
        # In the first round the order of the suits to name does not matter.
        cells = values_at(auctions.asked(node, thumb_order()))
        found.append(AtNode(node, cells, spread_within_cells(table, node, cells)))
    return GoodCalls(own, table, deals, tuple(found))
