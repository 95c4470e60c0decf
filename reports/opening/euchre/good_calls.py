"""What each call is worth with any hand at a table of good players, by the class of the hand.

A class is what a cell of ``study call`` tells (trumps, bowers, doubles besides, a double turned
up) and whether the hand holds the highest trumps below the bowers.  Where such a class is rare,
the cell of the study answers for it; where that is rare too, nothing does.  The second round is
left out: which suit to name depends on more of the hand than a class tells, so that advice for the
tiles themselves was another in a quarter of all hands that both were sure of.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from reports.defaults import good_lineup
from reports.opening.margins import Margins
from reports.request import set_up
from reports.results import commands
from reports.studies.call.by_score import AskedDeals
from reports.studies.call.chart import LEAST, Cells
from simulate.books.tally import Floats
from simulate.domino.tiles import HIGH, LOW
from simulate.games.euchre.row import SEATS
from simulate.games.game import find_game
from simulate.runs.progress import Progress
from simulate.runs.run import Run
from simulate.solving.euchre.auctions import Asked, Auctions, Node, nodes, tops_at
from simulate.solving.euchre.forked_deals import fork_deals, sides
from simulate.solving.euchre.hand_kinds import CELLS, TOPS, kind_of, thumb_order, tops_of
from simulate.solving.euchre.win_chances import ends_of, win_chances

#: The least and the most deals that are played out under every call.
DEALS = 4_000, 60_000
CLASSES = CELLS * TOPS
#: Deals that a class needs; one that has fewer is answered by its cell of the study.
ENOUGH = 100
#: Games won are counted of so many.
HUNDRED = 100
#: Letters of the moves, as the page has them: pass, call, alone.
LETTERS = "PCA"


def class_of(hand: int, turn_up: int, is_dealer: bool) -> int:
    """Return the class of a hand in the first round: below ``CLASSES``.

    Parameters
    ----------
    hand : int
        Five tiles, as a set.
    turn_up : int
    is_dealer : bool
        A dealer counts the turn-up: it would be taken up.
    """
    suit = int(HIGH[turn_up])
    held = hand | 1 << turn_up if is_dealer else hand
    double = HIGH[turn_up] == LOW[turn_up] and not is_dealer
    cell = 2 * kind_of(held, suit) + int(double)
    return int(cell * TOPS + tops_of(held, suit))


def _margins(cells: Cells, at: int) -> Margins:
    best = int(cells.best[at])
    found = {LETTERS[move]: cells.margin(at, best, move)
             for move in range(cells.totals.shape[1]) if move != best}
    # Deals that all end alike do not tell how others scatter.
    if any(not one.se > 0 for one in found.values()):
        return {}
    return {LETTERS[best]: (0.0, 0.0)} | {
        letter: (one.value, one.se) for letter, one in found.items()}


@dataclass(frozen=True)
class AtNode:
    """What moves are worth where a seat is asked, by the class of its hand.

    Parameters
    ----------
    node : Node
    finest, broader : Cells
        By ``CLASSES``, and by ``CELLS``.
    often : float64[CLASSES, moves]
        How many of the deals of a class good players make each move with.
    """

    node: Node
    finest: Cells
    broader: Cells
    often: Floats

    @classmethod
    def of(cls, auctions: Auctions, node: Node) -> AtNode:
        """Sort the deals that come to a node of the first round."""
        asked = auctions.asked(node, thumb_order())  # an order of the suits to name later
        tops = tops_at(auctions.deals, asked)
        fine: Asked = replace(asked, cells=asked.cells * TOPS + tops)
        made = np.where(asked.made == 0, 0, 1 + asked.made % 2)
        moves = asked.worth.shape[1]
        often = np.bincount(fine.cells * moves + made, minlength=CLASSES * moves)
        return cls(node, Cells.of(fine, CLASSES), Cells.of(asked),
                   often.reshape(CLASSES, moves).astype(np.float64))

    def _place(self, of_class: int) -> tuple[Cells, int] | None:
        if self.finest.count[of_class] >= ENOUGH:
            return self.finest, of_class
        cell = of_class // TOPS
        return (self.broader, cell) if self.broader.count[cell] >= LEAST else None

    def margins(self, of_class: int) -> Margins:
        """Return how far each move is behind the best one; nothing where that is unknown."""
        place = self._place(of_class)
        return _margins(*place) if place else {}

    def margins_of_cell(self, cell: int) -> Margins:
        """Return the same for all hands of a cell of the study, whatever their best trumps."""
        return _margins(self.broader, cell) if self.broader.count[cell] >= LEAST else {}

    def shares(self, of_class: int) -> Floats:
        """Return how often good players make each move: float64[moves], zeros where unknown."""
        cell = of_class // TOPS * TOPS
        for counted in (self.often[of_class], self.often[cell : cell + TOPS].sum(0)):
            if counted.sum() >= LEAST:
                share: Floats = counted / counted.sum()
                return share
        return np.zeros(self.often.shape[1])


@dataclass(frozen=True)
class GoodCalls:
    """How good players call at a table, and what each call is worth in games of a hundred.

    Parameters
    ----------
    run : Run
        Good players in all seats.
    deals : int
        Deals that were played out under every call.
    nodes : tuple of AtNode
        Where a seat may be asked in the first round, in order.
    """

    run: Run
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

    @cached_property
    def known(self) -> tuple[AtNode, ...]:
        """The nodes that came up often enough to answer for some hands."""
        return tuple(at for at in self.nodes if any(at.margins(k) for k in range(CLASSES)))

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

    Parameters
    ----------
    run : Run
        Its rules and seats are kept.
    hands : int
        How many hands the run had: after a small run few deals are played here too.
    jobs : int, optional
    progress : callable, optional
        Called with the share of the work done and the deals played so far.
    """
    own, deals = good_run(run), min(max(hands // 40, DEALS[0]), DEALS[1])

    def tell(done: int) -> None:
        if progress:
            progress(done / deals, done)

    asked = AskedDeals(fork_deals(own, deals, jobs=jobs, progress=tell), jobs)
    of, players = sides(len(own.players)), len(own.players)
    chances = win_chances(of, lambda score: ends_of(asked.deals, asked.calls(score)))
    start = (0,) * of
    auctions = asked.auctions(start, HUNDRED * chances.worth(start))
    return GoodCalls(own, deals, tuple(
        AtNode.of(auctions, node) for node in nodes(players)[:players]))
