"""A spot rolled out: deals that agree with what its seat knows, each played under every answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulate.books.tally import Floats, Ints
from simulate.branch.deals import DECK, KnownDeal, draw_deals, plan_deals
from simulate.branch.kernel import BRANCH, Branching, Steps
from simulate.domino.tiles import TILES
from simulate.errors import BoneyardError
from simulate.games.game import Game, find_game
from simulate.games.scripts import FREE, GIVEN, SCRIPT, follow_script, forget, odds_against
from simulate.games.spot import Asking, Spot, asking
from simulate.machine.compiling import helper
from simulate.machine.layouts import lay_out, whole_numbers
from simulate.machine.table import (
    BASE,
    MAX_DECISIONS,
    MAX_SEATS,
    SEAT_ENTRY,
    Table,
    decision_address,
    step_address,
)
from simulate.runs.run import Run

#: Says which deals a question is about: bool[deals] of int64[deals, 28], the tiles in order.
Among = Callable[[Ints], NDArray[np.bool_]]
#: Deals of a hand, and of each of its decisions, that have numbers of their own (powers of 2).
_DEALS_OF_HAND, _DEALS_OF_DECISION = 24, 17
#: Deals drawn at a time to find those that a question is about, and the most drawn in all.
_A_LOOK, _MOST_LOOKED_THROUGH = 1 << 16, 1 << 22

#: Of each earlier decision: its seat, its number, 1 if it is another seat's and may weigh, and 1 if
#: that seat leaves it to chance.
HEARD = lay_out(0, seat=1, number=1, weighs=1, by_lot=1)
#: Why a deal is none: none was found, the rules refused what was seen, or it came out otherwise.
NO_DEAL, REFUSED, UNSEEN = -1, -2, -3
#: In place of the answers: the hand is played with whatever its script says, and then left.
_ONLY = -1
#: What is written down of a deal: see ``Rolled``; behind it how many answers each earlier decision
#: had that was left to chance.
_SEEN = lay_out(0, otherwise=1, held=MAX_SEATS)
#: What the steps share.
_ROLLING = lay_out(
    BRANCH.size,
    decks=1,  # address of the deals
    scripts=1,  # address of the seats' scripts
    own=1,  # address of the script of the seat that is asked, and the number of its decision
    number=1,
    heard=1,  # address of the earlier decisions, and how many there are
    earlier=1,
    must=1,  # address of entries with what they must be, and how many there are
    seen=1,
    needed=1,  # earlier decisions (bits) that the line-up must take as they were
    answers=1,  # address of the answers, and how many there are
    many=1,
    notes=1,  # address of what is written down of deals
)


class Rolled(NamedTuple):
    """Some deals, played out under every answer."""

    outcomes: Any  #: int64[deals, answers, kept]
    #: int64[deals]: earlier decisions (bits) that the line-up would take differently; below 0 where
    #: there is no deal, and the number says why.
    otherwise: Ints
    #: float64[deals]: how likely the seats that decide by lot were to do what they did; 0 for no
    #: deal.
    weights: Floats
    #: int64[deals, MAX_SEATS]: sets of tiles that the seats hold when the decision is asked, as the
    #: game's row has them: by position, or by seat at Casino.
    held: Ints

    @property
    def agreeing(self) -> tuple[Floats, Ints]:
        """Weights and outcomes of the deals that agree with what was seen and done."""
        agrees = self.weights > 0
        return self.weights[agrees], self.outcomes[agrees]


@helper
def _script_of(memory: Any, heard: Any, h: int) -> Any:
    """Return the script of the seat that took an earlier decision."""
    seat = heard[h * HEARD.size + HEARD.seat]
    return whole_numbers(memory[_ROLLING.scripts] + 8 * SCRIPT.size * seat)


def _set_deal(table: Table, memory: Any) -> int:
    """Stack the deck; forget what was written down of the last deal's decisions."""
    decks, at = whole_numbers(memory[_ROLLING.decks]), DECK.size * memory[BRANCH.place]
    table[BASE.key], table[BASE.stacked] = decks[at + DECK.key], 1
    for k in range(DECK.size - DECK.words):
        table[BASE.words + k] = decks[at + DECK.words + k]
    heard = whole_numbers(memory[_ROLLING.heard])
    for h in range(memory[_ROLLING.earlier]):
        forget(_script_of(memory, heard, h), heard[h * HEARD.size + HEARD.number])
    forget(whole_numbers(memory[_ROLLING.own]), memory[_ROLLING.number])
    return 0


def _force_answer(table: Table, memory: Any) -> int:
    """Let the seat that is asked give the answer of a fork."""
    if memory[_ROLLING.many] > 0:
        own = whole_numbers(memory[_ROLLING.own])
        own[SCRIPT.answer + memory[_ROLLING.number]] = whole_numbers(
            memory[_ROLLING.answers])[memory[BRANCH.fork]]
    return 0


@helper
def _would_do_otherwise(memory: Any, odds: Any, at: int) -> int:
    """Return which earlier decisions (bits) the line-up would take differently, or ``REFUSED``;
    write down from ``at`` on how many answers those had that are left to chance."""
    heard, otherwise = whole_numbers(memory[_ROLLING.heard]), 0
    for h in range(memory[_ROLLING.earlier]):
        script, here = _script_of(memory, heard, h), h * HEARD.size
        number = heard[here + HEARD.number]
        if script[SCRIPT.refused + number]:
            return REFUSED
        if heard[here + HEARD.weighs]:
            otherwise |= script[SCRIPT.otherwise + number] << h
        odds[at + h] = odds_against(script, number) if heard[here + HEARD.by_lot] else 1
    return otherwise


def _which_deals(table: Table, memory: Any) -> int:
    """Write a deal down, but not one that cannot have been or those before had done otherwise."""
    notes, size = whole_numbers(memory[_ROLLING.notes]), _SEEN.size + memory[_ROLLING.earlier]
    at, own = size * memory[BRANCH.place], whole_numbers(memory[_ROLLING.own])
    otherwise = _would_do_otherwise(memory, notes, at + _SEEN.size)
    must, seen = whole_numbers(memory[_ROLLING.must]), True
    for k in range(memory[_ROLLING.seen]):
        seen = seen and table[must[2 * k]] == must[2 * k + 1]
    if otherwise >= 0 and not seen:
        otherwise = UNSEEN
    notes[at + _SEEN.otherwise] = otherwise
    for p in range(MAX_SEATS):
        notes[at + _SEEN.held + p] = own[SCRIPT.held + p]
    agrees = otherwise >= 0 and otherwise & memory[_ROLLING.needed] == 0
    return max(memory[_ROLLING.many], 1) if agrees and memory[_ROLLING.many] != _ONLY else 0


def first_deal(hand: int, decision: int = -1) -> int:
    """Return the number of the first deal that is kept for a hand, or for one of its decisions.

    What is added up over them needs other deals for each: errors would go the same way.
    """
    return (hand + 1 << _DEALS_OF_HAND) + (decision + 1 << _DEALS_OF_DECISION)


def write_script(script: Ints, entries: Ints, game: Game, ask: Asking) -> None:
    """Write a strategy into a script, by its addresses, to answer where that has no answer."""
    script[SCRIPT.parameters] = entries[MAX_DECISIONS]
    for i, (name, view) in enumerate(game.decisions.items()):
        script[SCRIPT.by_lot + i] = entries[i] == 0
        script[SCRIPT.goes_on + i] = entries[i] or decision_address(
            ask.by_lot[name], tuple(view.items()), ())
        script[SCRIPT.legal + i], script[SCRIPT.shift + i] = ask.legal[name]


class Rolling:
    """A spot of a run's table, to be rolled out by one thread, of deals ``among`` those that agree.
    """

    def __init__(
        self, run: Run, spot: Spot, among: Among | None = None, first: int = 0
    ) -> None:
        self.run, self.spot, self.ask = run, spot, asking(run.game)
        self._first, self._among = first, among
        self._meant, self._looked_through = np.zeros(0, np.int64), first
        self._known = KnownDeal(spot.fixed, *plan_deals(spot), spot.extra)
        game, seat, number = find_game(run.game), spot.asked.seat, spot.asked.number
        self._decisions, kept = list(game.decisions), self.ask.kept(seat, run.rules)
        steps = Steps(_set_deal, _force_answer, self.ask.play, _which_deals,
                      self.ask.goes_on(run.rules))
        self._table = Branching(run, steps, _ROLLING.size, kept, spot.state,
                                scratch=self.ask.scratch)
        self._scripts = self._table.share(
            _ROLLING.scripts, np.zeros((len(run.players), SCRIPT.size), np.int64))
        for each, script in enumerate(self._scripts):
            at = BASE.asks + each * SEAT_ENTRY
            entries = self._table.start[at : at + SEAT_ENTRY]
            write_script(script, entries, game, self.ask)
            entries[: len(self._decisions)] = step_address(follow_script)
            entries[MAX_DECISIONS] = script.ctypes.data
        self._scripts[:, SCRIPT.hand] = self._table.start[BASE.number]
        self._write_said()
        own, memory = self._scripts[seat], self._table.memory
        own[SCRIPT.decision + number] = self._decisions.index(spot.asked.decision)
        own[SCRIPT.asked], own[SCRIPT.held_at] = number, game.row.held
        memory[_ROLLING.own], memory[_ROLLING.number] = own.ctypes.data, number
        memory[_ROLLING.seen] = len(spot.shown)
        self._table.share(_ROLLING.must, np.array(
            [(shown.entry, shown.value) for shown in spot.shown], np.int64))

    def _write_said(self) -> None:
        """Write what was answered before into the scripts."""
        said, me = self.spot.said, self.spot.asked.seat
        self._heard = np.zeros((len(said), HEARD.size), np.int64)
        for h, answer in enumerate(said):
            script, number = self._scripts[answer.seat], answer.number
            script[SCRIPT.mode + number], script[SCRIPT.answer + number] = (
                answer.mode, answer.answer)
            script[SCRIPT.decision + number] = self._decisions.index(answer.decision)
            others = answer.seat != me and answer.mode != GIVEN
            self._heard[h] = answer.seat, number, others, (
                others and script[SCRIPT.by_lot + script[SCRIPT.decision + number]])
        self._table.share(_ROLLING.heard, self._heard)
        self._table.memory[_ROLLING.earlier] = len(said)

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
            looked_at = self._looked_through + np.arange(_A_LOOK)
            orders, chances = np.zeros((_A_LOOK, TILES), np.int64), np.zeros(_A_LOOK)
            draw_deals(self._known, self.run.seed, looked_at, orders, np.zeros((0, 0), np.int64),
                       chances)
            meant = looked_at[(chances > 0) & self._among(orders)]
            self._meant = np.concatenate([self._meant, meant])
            self._looked_through += _A_LOOK
        return self._meant[first : first + deals]

    def _draw(self, known: KnownDeal, numbers: Ints) -> tuple[Ints, Floats]:
        """Return decks as ``_set_deal`` takes them, and the weights of the deals."""
        decks, chances = np.zeros((len(numbers), DECK.size), np.int64), np.zeros(len(numbers))
        draw_deals(known, self.run.seed, numbers, np.zeros((len(numbers), TILES), np.int64), decks,
                   chances)
        return decks, chances

    def _play(self, decks: Ints, answers: list[int], many: int) -> tuple[Ints, Ints, Ints]:
        """Play deals under some answers; return what was noted of them, hands and outcomes."""
        table, number = self._table, self._table.memory[_ROLLING.number]
        own = self._scripts[self.spot.asked.seat]
        own[SCRIPT.mode + number] = GIVEN if answers else FREE
        own[SCRIPT.answer + number] = answers[0] if answers else 0
        table.memory[_ROLLING.many] = many
        notes = table.share(_ROLLING.notes, np.zeros(
            (len(decks), _SEEN.size + len(self._heard)), np.int64))
        table.share(_ROLLING.answers, np.array(answers, np.int64))
        table.share(_ROLLING.decks, decks)
        return notes, *table.play(0, len(decks), max(len(answers), 1))

    def roll(self, first: int, deals: int, answers: list[int], needed: int) -> Rolled:
        """Roll deals out under some answers, or as the seat answers; those have no weight in which
        the line-up would not have taken the decisions that are ``needed`` (bits) as they were."""
        decks, chances = self._draw(self._known, self._numbers(first, deals))
        drawn, many = np.flatnonzero(chances), max(len(answers), 1)
        self._table.memory[_ROLLING.needed] = needed
        notes, hands, came = self._play(decks[drawn], answers, len(answers))
        played = hands[::many, 0]
        outcomes = np.zeros((deals, many, came.shape[1]), np.int64)
        outcomes[drawn[played]] = came.reshape(-1, many, came.shape[1])
        otherwise, held = np.full(deals, NO_DEAL), np.zeros((deals, MAX_SEATS), np.int64)
        otherwise[drawn] = notes[:, _SEEN.otherwise]
        held[drawn] = notes[:, _SEEN.held : _SEEN.size]
        likely, weights = np.ones(len(played)), np.zeros(deals)
        for h in np.flatnonzero(self._heard[:, HEARD.by_lot]):
            likely /= notes[played, _SEEN.size + h]
        weights[drawn[played]] = likely * chances[drawn[played]]
        return Rolled(outcomes, otherwise, weights, held)

    def replay(self, order: Ints, extra: Ints, key: int, answer: int | None = None) -> Ints:
        """Return the row of a hand whose tiles, other draws and key of the seats' randomness are
        given; its strategy answers the decision of the spot where no answer is."""
        _, shown, places, _ = self._known
        decks, _ = self._draw(KnownDeal(order, shown[:0], places[:0], extra), np.zeros(1, np.int64))
        decks[0, DECK.key] = key
        self._play(decks, [] if answer is None else [answer], _ONLY)
        return self.row()

    def play_as_said(self) -> Ints:
        """Return the row of a hand, the first that agrees with the spot, played as it was said."""
        self._play(self._draw(self._known, self._numbers(0, 1))[0], [], _ONLY)
        return self.row()

    def legal(self) -> list[int]:
        """Return the answers that the rules allowed in the last deal; none if that is not known."""
        asked = self.spot.asked
        legal = int(self._scripts[asked.seat][SCRIPT.legal_then + asked.number])
        row = self._table.row
        return self.ask.answers(asked, legal, row) if legal else self.ask.forced(asked, row)

    def row(self) -> Ints:
        """Return the row that the last hand left."""
        return self._table.row.copy()

    def unseen(self) -> str:
        """Return in words what came out differently in the last hand from what was seen."""
        for shown in self.spot.shown:
            if self._table.row[shown.entry] != shown.value:
                return shown.about
        return self.refused() or "what was seen"

    def refused(self) -> str | None:
        """Return in words which of the earlier decisions the rules refused in the last hand."""
        return next((said.about for said in self.spot.said if self._scripts[said.seat][
            SCRIPT.refused + said.number]), None)
