"""A spot rolled out: deals that agree with what its seat knows, each played under every action."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simulate.books.tally import Floats, Ints
from simulate.branch.deals import DECK, Sampler
from simulate.branch.forced import Entries, ForcedPlay
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.scripts import GIVEN, SCRIPT, forced
from simulate.games.spot import InfoState, asking
from simulate.machine.table import BASE, MAX_SEATS
from simulate.runs.run import Run

#: Selects the deals that a question is about: bool[deals] of int64[deals, 28], the tiles in order.
Among = Callable[[Ints], NDArray[np.bool_]]
#: How many deals of a hand, and of each decision, have numbers of their own (powers of 2).
_DEALS_OF_HAND, _DEALS_OF_DECISION = 24, 17
#: Deals drawn at a time to find those that a question is about, and the most drawn in all.
_A_LOOK, _MOST_LOOKED_THROUGH = 1 << 16, 1 << 22
#: Deals that are played at a time.
_PIECE = 4096
#: Why a deal is none: none was found, the rules refused what was seen, or it came out otherwise.
NO_DEAL, REFUSED, UNSEEN = -1, -2, -3


class Rolled(NamedTuple):
    """Some deals, played out under every action."""

    outcomes: Any  #: int64[deals, actions, kept]
    #: int64[deals]: earlier decisions (bits) that the line-up would take differently; below 0 where
    #: there is no deal, by the reason.
    otherwise: Ints
    #: float64[deals]: how likely seats that decide at random were to do what they did; 0: no deal.
    weights: Floats
    #: int64[deals, MAX_SEATS]: sets of tiles that the seats hold when the decision is asked, as the
    #: game's row has them: by position, or by seat at Casino.
    held: Ints

    @property
    def agreeing(self) -> tuple[Floats, Ints]:
        """Weights and outcomes of the deals that agree with what was seen and done."""
        agrees = self.weights > 0
        return self.weights[agrees], self.outcomes[agrees]


def first_deal(hand: int, decision: int = -1) -> int:
    """Return the number of the first of the deals that a hand, or a decision, has of its own."""
    return (hand + 1 << _DEALS_OF_HAND) + (decision + 1 << _DEALS_OF_DECISION)


class Rolling:
    """A spot of a run's table, rolled out by one thread on deals ``among`` those that agree."""

    def __init__(
        self, run: Run, spot: InfoState, among: Among | None = None, first: int = 0
    ) -> None:
        self.run, self.spot, self.ask = run, spot, asking(run.game)
        self._first, self._among = first, among
        self._meant, self._looked_through = np.zeros(0, np.int64), first
        self._deals = Sampler(spot, run.seed)
        game, asked = find_game(run.game), spot.asked
        self._table = table = ForcedPlay(
            run, list(game.decisions), {**spot.state, BASE.stacked: 1})
        self._own = table.script(asked.seat) + asked.number
        self._action = table.decisions.index(asked.decision)
        table.row[table.script(asked.seat) + SCRIPT.observed] = 1 + asked.number
        table.note([game.row.held + p for p in range(MAX_SEATS)], 1)
        self._kept = list(self.ask.kept(asked.seat, run.rules))
        self._force_earlier()

    def _force_earlier(self) -> None:
        """Force what was done before."""
        table, weighs, by_lot = self._table, [], []
        self._at = [table.script(done.seat) + done.number for done in self.spot.actions]
        for at, done in zip(self._at, self.spot.actions, strict=True):
            decision = table.decisions.index(done.decision)
            table.row[at + SCRIPT.forced] = forced(decision, done.answer, done.mode)
            weighs.append(done.seat != self.spot.asked.seat and done.mode != GIVEN)
            by_lot.append(weighs[-1] and bool(
                table.row[table.script(done.seat) + SCRIPT.by_lot + decision]))
        #: Whether each earlier decision is another seat's and may weigh, and whether that seat
        #: leaves it to chance.
        self._weighs, self._by_lot = np.array(weighs, bool), np.array(by_lot, bool)

    def _numbers(self, first: int, deals: int) -> Ints:
        """Return the numbers of deals ``first`` and following, counted among those asked about."""
        if self._among is None:
            return self._first + np.arange(first, first + deals)
        while len(self._meant) < first + deals:
            looked_through = self._looked_through - self._first
            if looked_through >= _MOST_LOOKED_THROUGH:
                raise BoneyardError(
                    f"of {looked_through:,} deals {len(self._meant):,} are such a hand: too "
                    "few for an answer; name a wider class")
            looked_at = self._looked_through + np.arange(_A_LOOK)
            orders, _, chances = self._deals.draw(looked_at, stacked=False)
            meant = looked_at[(chances > 0) & self._among(orders)]
            self._meant = np.concatenate([self._meant, meant])
            self._looked_through += _A_LOOK
        return self._meant[first : first + deals]

    def _hands(self, decks: Ints, actions: Any) -> Entries:
        """Return hands of some deals in which the seat takes some actions."""
        words = [(BASE.words + k, deck) for k, deck in enumerate(decks[:, DECK.words :].T)]
        own = [] if actions is None else [
            (self._own + SCRIPT.forced, forced(self._action, actions))]
        return [(BASE.key, decks[:, DECK.key]), *words, *own]

    def _look(self, decks: Ints, action: int | None) -> tuple[Ints, Ints, Floats, Ints]:
        """Play deals as the seat acts, or with an action; return the parts of ``Rolled``."""
        at, shown = np.array(self._at, np.int64), self.spot.observed
        came = self._table.play(self._hands(decks, action), [
            *self._kept, *(one.entry for one in shown), *at + SCRIPT.refused,
            *at + SCRIPT.otherwise, *at + SCRIPT.legal_then, self._own + SCRIPT.legal_then])
        ends = np.cumsum([len(self._kept), len(shown), len(at), len(at), len(at)])
        outcomes, seen, refused, differs, legal, _ = np.split(came, ends, axis=1)
        bits = np.where(self._weighs, np.int64(1) << np.arange(len(at)), 0)
        otherwise = differs @ bits
        otherwise[(seen != [one.value for one in shown]).any(1)] = UNSEEN
        otherwise[refused.any(1)] = REFUSED
        likely = np.ones(len(decks))
        for odds in np.bitwise_count(legal[:, self._by_lot]).T:
            likely /= odds.clip(1)  # where none was asked
        held, notes = np.zeros((len(decks), MAX_SEATS), np.int64), self._table.notes
        held[notes[:, 0]] = notes[:, 2:]
        return outcomes, otherwise, likely, held

    def roll(self, first: int, deals: int, answers: list[int], needed: int) -> Rolled:
        """Roll deals out; those have no weight whose ``needed`` decisions (bits) differ."""
        numbers = self._numbers(first, deals)
        pieces = [self._roll(numbers[begin :][:_PIECE], answers, needed)
                  for begin in range(0, deals, _PIECE)]
        return Rolled(*map(np.concatenate, zip(*pieces, strict=True)))

    def _roll(self, numbers: Ints, answers: list[int], needed: int) -> Rolled:
        """Roll some deals out, by their numbers."""
        deals, many = len(numbers), max(len(answers), 1)
        rolled = Rolled(np.zeros((deals, many, len(self._kept)), np.int64), np.full(deals, NO_DEAL),
                        np.zeros(deals), np.zeros((deals, MAX_SEATS), np.int64))
        _, decks, chances = self._deals.draw(numbers)
        drawn = np.flatnonzero(chances)
        came, otherwise, likely, held = self._look(decks[drawn], answers[0] if answers else None)
        agree = (otherwise >= 0) & (otherwise & needed == 0)
        played = drawn[agree]
        rolled.otherwise[drawn], rolled.held[drawn] = otherwise, held
        rolled.weights[played] = likely[agree] * chances[played]
        rolled.outcomes[played, 0] = came[agree]
        go_on = self.ask.goes_on(self.run.rules)
        # Where a hand is played on to the end of the game, the first action has not been yet.
        for k in range(0 if go_on else 1, many):
            rolled.outcomes[played, k] = self._table.play(
                self._hands(decks[played], answers[k] if answers else None), self._kept, go_on)
        return rolled

    def replay(self, order: Ints, extra: Ints, key: int, answer: int | None = None) -> Ints:
        """Return the row of a hand with given tiles, other draws and key of the seats' randomness;
        its strategy takes the decision of the spot where no action is given."""
        known = replace(self.spot, fixed=order, holdings=(), extra=extra)
        _, decks, _ = Sampler(known, self.run.seed).draw(np.zeros(1, np.int64))
        decks[0, DECK.key] = key
        self._look(decks, answer)
        return self.row()

    def play_as_done(self) -> Ints:
        """Return the row of a hand, the first that agrees with the spot, played as it was."""
        self._look(self._deals.draw(self._numbers(0, 1))[1], None)
        return self.row()

    def legal(self) -> list[int]:
        """Return the actions that the rules allowed in the last deal; none if that is not known."""
        legal, row = int(self._table.row[self._own + SCRIPT.legal_then]), self.row()
        asked = self.spot.asked
        return self.ask.answers(asked, legal, row) if legal else self.ask.forced(asked, row)

    def row(self) -> Ints:
        """Return the row that the last hand left."""
        return self._table.row[: self._table.size].copy()

    def unseen(self) -> str:
        """Return in words how the last hand came out differently from what was seen."""
        for shown in self.spot.observed:
            if self._table.row[shown.entry] != shown.value:
                return shown.about
        return self.refused() or "what was seen"

    def refused(self) -> str | None:
        """Return in words which of the earlier decisions the rules refused in the last hand."""
        return next((done.about for at, done in zip(self._at, self.spot.actions, strict=True)
                     if self._table.row[at + SCRIPT.refused]), None)
