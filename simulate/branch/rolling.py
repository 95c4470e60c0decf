"""A spot set up for rollouts: scripts, address of the game's step, and pieces of any size."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from simulate.books.tally import Floats, Ints
from simulate.branch.deals import plan_deals
from simulate.branch.laid_table import LaidTable
from simulate.branch.rollout_kernel import (
    HEARD,
    Before,
    KnownDeal,
    Question,
    Rolled,
    draw_orders,
    replay_one,
    roll,
)
from simulate.domino.tiles import TILES
from simulate.errors import BoneyardError
from simulate.games.game import Game, find_game
from simulate.games.scripts import FREE, GIVEN, SCRIPT, follow_script, odds_against
from simulate.games.spot import Asking, Spot, asking
from simulate.machine.addresses import decision_address, step_address
from simulate.machine.table import BASE, MAX_DECISIONS, MAX_SEATS, SEAT_ENTRY
from simulate.runs.chunk import failure, set_table
from simulate.runs.run import Run

#: Says which deals a question is about: bool[deals] of int64[deals, 28], the tiles in order.
Among = Callable[[Ints], NDArray[np.bool_]]
#: Deals of a hand, and of each of its decisions, that have numbers of their own (powers of 2).
_DEALS_OF_HAND, _DEALS_OF_DECISION = 24, 17
#: Deals drawn at a time to find those that a question is about, and the most drawn in all.
_A_LOOK, _MOST_LOOKED_THROUGH = 1 << 16, 1 << 22


def first_deal(hand: int, decision: int = -1) -> int:
    """Return the number of the first deal that is kept for a hand, or for one of its decisions.

    What is added up over hands and decisions needs deals of its own for each: on the same deals
    their errors would go the same way, and together be larger than they say.

    Parameters
    ----------
    hand : int
        Of those that are added up.
    decision : int
        Of the hand; -1 for the hand as a whole.
    """
    return (hand + 1 << _DEALS_OF_HAND) + (decision + 1 << _DEALS_OF_DECISION)


def write_script(script: Ints, entries: Ints, game: Game, ask: Asking) -> None:
    """Write into a script the strategy that answers where the script has no answer.

    Parameters
    ----------
    script : int64[SCRIPT.size]
    entries : int64[SEAT_ENTRY]
        Addresses of the seat's own decisions and parameters.
    game : Game
    ask : Asking
    """
    script[SCRIPT.parameters] = entries[MAX_DECISIONS]
    for i, (name, view) in enumerate(game.decisions.items()):
        script[SCRIPT.by_lot + i] = entries[i] == 0
        script[SCRIPT.goes_on + i] = entries[i] or decision_address(
            ask.by_lot[name], tuple(view.items()), ())
        script[SCRIPT.legal + i], script[SCRIPT.shift + i] = ask.legal[name]


#: Tables that were set before are kept, since a review rolls out many spots of one table.
_LAID: dict[int, tuple[Run, Ints, list[Floats]]] = {}
_MOST_LAID = 8


def _laid_table(run: Run) -> tuple[Ints, list[Floats]]:
    """Return a table's row, ready to play, and the arrays that it points to: read only."""
    found = _LAID.get(id(run))
    if found is None or found[0] is not run:
        if len(_LAID) >= _MOST_LAID:
            _LAID.clear()
        found = _LAID[id(run)] = (run, *set_table(run, watched=True))
    return found[1], found[2]


class Rolling:
    """A spot of a run's table, ready to be rolled out by one thread.

    Parameters
    ----------
    run : Run
        Game, rules, seed, and who sits in each seat.
    spot : Spot
    among : callable, optional
        The deals that the question is about, among all that agree with the spot: ``among(orders)``
        of int64[deals, 28] returns bool[deals].
    first : int
        Number of the first deal; deals with other numbers are other deals.
    """

    def __init__(
        self, run: Run, spot: Spot, among: Among | None = None, first: int = 0
    ) -> None:
        self.run, self.spot, self.ask = run, spot, asking(run.game)
        self._first, self._among = first, among
        self._meant, self._looked_through = np.zeros(0, np.int64), first
        game = find_game(run.game)
        start, self._parameters = _laid_table(run)
        self._start = start.copy()
        self._decisions = list(game.decisions)
        self._scripts = np.zeros((len(run.players), SCRIPT.size), np.int64)
        for seat in range(len(run.players)):
            self._give_script(seat, self.ask)
        self._write_said()
        for entry, value in spot.state.items():
            self._start[entry] = value
        self._scripts[:, SCRIPT.hand] = self._start[BASE.number]
        self._known = KnownDeal(spot.fixed, *plan_deals(spot), spot.extra)
        self._row = np.zeros_like(self._start)
        self._scratch = np.zeros(self.ask.scratch, np.int64)
        goes_on = self.ask.goes_on(run.rules)
        self._laid = LaidTable(
            self._row, self._start, step_address(self.ask.play),
            0 if goes_on is None else step_address(goes_on), self._scratch.ctypes.data)
        must = np.array([(s.entry, s.value) for s in spot.shown], np.int64).reshape(-1, 2)
        self._before = Before(self._scripts, self._heard, self._by_lot, must)
        self._asked = np.array([spot.asked.seat, spot.asked.number])
        own = self._scripts[spot.asked.seat]
        own[SCRIPT.decision + spot.asked.number] = self._decisions.index(spot.asked.decision)
        own[SCRIPT.asked], own[SCRIPT.held_at] = spot.asked.number, game.row.held
        self._kept = np.array(self.ask.kept(spot.asked.seat, run.rules))

    def _give_script(self, seat: int, ask: Asking) -> None:
        """Put a script in the place of a seat's strategy."""
        at = BASE.asks + seat * SEAT_ENTRY
        entries, script = self._start[at : at + SEAT_ENTRY], self._scripts[seat]
        write_script(script, entries, find_game(self.run.game), ask)
        entries[: len(self._decisions)] = step_address(follow_script)
        entries[MAX_DECISIONS] = script.ctypes.data

    def _write_said(self) -> None:
        """Write what was answered before into the scripts."""
        said, me = self.spot.said, self.spot.asked.seat
        self._heard = np.zeros((len(said), HEARD.size), np.int64)
        self._by_lot = np.zeros(len(said), np.int64)
        for h, answer in enumerate(said):
            script, number = self._scripts[answer.seat], answer.number
            script[SCRIPT.mode + number], script[SCRIPT.answer + number] = (
                answer.mode, answer.answer)
            script[SCRIPT.decision + number] = self._decisions.index(answer.decision)
            others = answer.seat != me and answer.mode != GIVEN
            self._heard[h] = answer.seat, number, others
            self._by_lot[h] = (
                others and script[SCRIPT.by_lot + script[SCRIPT.decision + number]])

    def _numbers(self, first: int, deals: int) -> Ints:
        """Return the numbers of deals ``first`` and following, counted among those asked about."""
        if self._among is None:
            return self._first + np.arange(first, first + deals)
        while len(self._meant) < first + deals:
            looked_through = self._looked_through - self._first
            if looked_through >= _MOST_LOOKED_THROUGH:
                raise BoneyardError(
                    f"of {looked_through:,} deals {len(self._meant):,} are such a hand: too "
                    "few to tell; name a wider class")
            orders, drawn = np.zeros((_A_LOOK, TILES), np.int64), np.zeros(_A_LOOK, np.bool_)
            draw_orders(self._known, self.run.seed, self._looked_through, orders, drawn)
            meant = self._looked_through + np.flatnonzero(drawn & self._among(orders))
            self._meant = np.concatenate([self._meant, meant])
            self._looked_through += _A_LOOK
        return self._meant[first : first + deals]

    def roll(self, first: int, deals: int, answers: list[int], needed: int) -> Rolled:
        """Roll deals ``first`` and following out under some answers.

        Raises
        ------
        BoneyardError
            If a strategy fails, or hardly any deal is one that the question is about.
        """
        shape = (deals, max(len(answers), 1), len(self._kept))
        rolled = Rolled(np.zeros(shape, np.int64), np.zeros(deals, np.int64), np.zeros(deals),
                        np.zeros((deals, MAX_SEATS), np.int64))
        numbers = self._numbers(first, deals)
        try:
            roll(
                self._laid, self._before, self._known,
                Question(self._asked, np.array(answers, np.int64), needed, self._kept),
                self.run.seed, numbers, rolled,
            )
        except Exception as error:
            raise failure(self.run, self._row, error) from error
        return rolled

    def replay(self, order: Ints, extra: Ints, key: int, answer: int | None = None) -> Ints:
        """Return the row of a hand whose tiles come in a given order.

        Parameters
        ----------
        order : int64[28]
        extra : int64[3, 8, 2]
        key : int
            Of the seats' randomness.
        answer : int, optional
            To the decision of the spot; the seat's strategy's own when not given.

        Raises
        ------
        StrategyError
            If a strategy fails.
        """
        seat, number = self._asked
        script = self._scripts[seat]
        script[SCRIPT.mode + number] = FREE if answer is None else GIVEN
        script[SCRIPT.answer + number] = 0 if answer is None else answer
        try:
            replay_one(self._laid, order, extra, key)
        except Exception as error:
            raise failure(self.run, self._row, error) from error
        return self.row()

    def odds(self, heard: int) -> int:
        """Return one in how many a seat that decides by lot did what it did, in the last deal.

        Parameters
        ----------
        heard : int
            Which of the earlier decisions; 1 for one that is not left to lot.
        """
        if not self._by_lot[heard]:
            return 1
        script = self._scripts[self._heard[heard, HEARD.seat]]
        return int(odds_against(script, int(self._heard[heard, HEARD.number])))

    def legal(self) -> list[int]:
        """Return the answers that the rules allowed in the last deal; none if not asked there."""
        seat, number = self._asked
        legal = int(self._scripts[seat][SCRIPT.legal_then + number])
        return self.ask.answers(self.spot.asked, legal, self._row) if legal else []

    def row(self) -> Ints:
        """Return the row that the last hand left."""
        return self._row.copy()

    def unseen(self) -> str:
        """Return in words what came out differently in the last hand from what was seen."""
        for shown in self.spot.shown:
            if self._row[shown.entry] != shown.value:
                return shown.about
        for h, said in enumerate(self.spot.said):
            if self._scripts[said.seat][SCRIPT.refused + self._heard[h, HEARD.number]]:
                return said.about
        return "what was seen"
