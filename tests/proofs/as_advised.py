"""Do the prices of a review add up?  Who is put right makes what the review said was lost.

A player who errs sits among good ones.  Some of its sessions are reviewed, which says what its
decisions of each kind cost.  In other sessions, from another seed, it is put right: it gives the
answer that advice calls best.  The same sessions are played plainly beside it, and what the seat
makes more of them is the gain.

- *One at a time*: each decision is put right by itself, and the player takes all others as ever.
  These are decisions such as the review priced, so the gains of a hand add up to what the review
  says of one.
- *Everywhere*: all decisions of a kind are put right.  Then the later ones are not those that the
  player would have met.  What its own answers would have cost there, along the way of the player
  who is put right, adds up to the gain (Kakade and Langford, "Approximately optimal approximate
  reinforcement learning", ICML 2002, lemma 6.1).

The best of several answers looks better than it is on the deals that chose it.  A review prices
it on other deals, and here it is played in the hand as it was dealt: both tell of the answer that
was chosen, whether it is the best or not.

The gain is in chips of whole sessions, what is left in the pool shared equally, or in games won.
Nothing that rolls hands out, or that works out what pools and scores are worth, is used for it.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from reports.request import set_up
from reports.results.game_report import ValuedTable
from reports.review.review import review
from simulate.books.tally import Floats, standard_error
from simulate.branch.limits import Limits
from simulate.branch.pricing import Choice, Cost, choose, cost_of
from simulate.branch.rolling import first_deal
from simulate.games.game import find_game
from simulate.games.spot import Event, asking
from simulate.runs.follow import histories
from simulate.runs.run import Run
from tests.proofs.scripted_sessions import SEAT, Played, Scripted, Told

#: Seeds of the sessions that are reviewed, put right one at a time, and everywhere.
_REVIEWED, _ONE, _EVERYWHERE = 91, 92, 93
#: Deals for which a decision is priced.
_DEALS = 512
_A_HUNDRED = 100


@dataclass(frozen=True)
class Sat:
    """A table where a player errs."""

    game: str  #: the first seat errs
    lineup: str
    players: int
    looked: int  #: hands at the beginning of a session whose decisions count
    hands: int  #: for so long a session is played on
    sessions: int
    rules: Mapping[str, Any] = field(default_factory=dict)
    kinds: tuple[str, ...] = ()  #: kinds of decisions that are put right; all when empty

    def run(self, seed: int) -> Run:
        """Return its sessions of a seed."""
        return set_up(self.game, self.lineup, self.players, dict(self.rules), self.sessions,
                      self.hands, seed)

    def __str__(self) -> str:
        """Return the table in words."""
        rules = ", ".join(f"{name} {value}" for name, value in self.rules.items())
        return f"{self.game}, `{self.lineup}`{', ' + rules if rules else ''}"


class _Advised:
    """A table with advice for its first seat."""

    def __init__(self, sat: Sat, seed: int) -> None:
        self._table = ValuedTable(sat.run(seed))
        unit = self._table.stakes(SEAT, 0, 1).unit
        self.sat, self.run = sat, self._table.run
        self._sessions = Scripted(self.run, sat.looked, unit)

    def play(self, session: int, told: Told) -> Played:
        """Play a session with some answers told."""
        return self._sessions.play(session, told)

    def better(self, session: int, number: int, hand: dict[str, Any], index: int,
               ) -> tuple[Choice, Cost]:
        """Choose the best answer of a decision; return also what its own costs against that."""
        ask, deals = asking(self.run.game), first_deal(session * self.sat.looked + number, index)
        stakes = self._table.stakes(SEAT, int(hand.get("dealer") or 0), int(hand.get("pool") or 1),
                                    hand.get("points_before") or ())
        events = ask.events(hand, self.run.rules)
        choice = choose(self.run, ask.spot(hand, self.run.rules, events, index), stakes.worth,
                        stakes.matters, Limits(_DEALS), first=deals)
        answer = events[index].answer
        assert choice is not None and answer is not None, "a choice has several answers"
        return choice, cost_of(choice, answer, stakes.worth, stakes.replicas)


class Priced(NamedTuple):
    """What prices say of each session: float64[sessions]."""

    lost: Floats  #: float64[sessions]
    #: The error of their mean because the worth of pools and scores is measured: all prices of a
    #: table have it in common
    shared: float

    @classmethod
    def of(cls, sessions: int, costs: Iterable[tuple[int, Cost]]) -> Priced:
        """Return what costs come to, told with their sessions."""
        lost, replicas = np.zeros(sessions), np.zeros(1)
        for session, cost in costs:
            lost[session] += cost.value
            # A cost of nothing has one replica, and is nothing by all of them.
            replicas = replicas + cost.replicas
        return cls(lost, float(standard_error(replicas)) / sessions)


def reviewed(sat: Sat) -> dict[str, Priced]:
    """Return what a review says that each session lost, by kind of decision."""
    run = sat.run(_REVIEWED)
    hands = [hand for hand, _ in histories(run, range(sat.sessions), 0, sat.looked)]
    # Without a result there is no luck to be taken out of it, which would take as long again.
    lines = [(k, {**hand, "net": None, "points": None}) for k, hand in enumerate(hands)]
    found = review(lines, SEAT, jobs=1, most=_DEALS)
    assert not found.faults, found.faults[0]
    return {kind: Priced.of(sat.sessions, (
        (hands[hand.line]["session"], decision.price)
        for hand in found.hands for decision in hand.decisions if decision.decision == kind))
        for kind in find_game(sat.game).decisions}


def one_at_a_time(sat: Sat) -> tuple[dict[str, Floats], dict[str, float], float]:
    """Put each decision right by itself.

    Returns what each session makes more, added up by kind; decisions of a kind in a hand; and hands
    of a session.
    """
    advised = _Advised(sat, _ONE)
    gained = {kind: np.zeros(sat.sessions) for kind in find_game(sat.game).decisions}
    taken, hands = dict.fromkeys(gained, 0), 0
    for session in range(sat.sessions):
        plain = advised.play(session, {})
        hands += len(plain.hands)
        for number, (hand, choices) in enumerate(zip(plain.hands, plain.choices, strict=True)):
            for index, event in choices:
                if sat.kinds and event.decision not in sat.kinds:
                    continue
                taken[event.decision] += 1
                best = advised.better(session, number, hand, index)[0].best
                if best != event.answer:
                    right = {(number, event.number): (event.decision, best)}
                    gained[event.decision][session] += (
                        advised.play(session, right).made - plain.made)
    return gained, {kind: many / hands for kind, many in taken.items()}, hands / sat.sessions


def everywhere(sat: Sat, kind: str) -> tuple[Floats, Priced]:
    """Put all decisions of a kind right.

    Returns by session: what it makes more, and what the player's own answers would have cost along
    that way.
    """
    advised = _Advised(sat, _EVERYWHERE)
    gained = np.zeros(sat.sessions)
    costs: list[tuple[int, Cost]] = []
    for session in range(sat.sessions):
        told: Told = {}
        played = plain = advised.play(session, told)
        while (found := _next(played, kind, told)) is not None:
            number, index, event = found
            choice, cost = advised.better(session, number, played.hands[number], index)
            costs.append((session, cost))
            told[number, event.number] = event.decision, choice.best
            played = advised.play(session, told)
        gained[session] = played.made - plain.made
    return gained, Priced.of(sat.sessions, costs)


def _next(played: Played, kind: str, told: Told) -> tuple[int, int, Event] | None:
    """Return the first decision of a kind that nothing has been told of: hand and index."""
    for number, choices in enumerate(played.choices):
        for index, event in choices:
            if event.decision == kind and (number, event.number) not in told:
                return number, index, event
    return None


@dataclass(frozen=True)
class Added:
    """A kind of decision: what was said to be lost, and what was gained; by session."""

    sat: Sat
    kind: str
    often: float  #: such decisions in a hand
    hands: float  #: hands of a session that count
    lost: Priced  #: as the review says
    gained: Floats  #: float64[sessions], by putting decisions right one at a time
    everywhere: Floats  #: float64[sessions], gained by putting all of them right
    said: Priced  #: what is said along that way

    @property
    def apart(self) -> float:
        """By how many standard errors review and gain differ."""
        gap = float(self.lost.lost.mean() - self.gained.mean())
        return _apart(gap, _error(self.lost.lost), _error(self.gained), self.lost.shared)

    @property
    def apart_everywhere(self) -> float:
        """By how many standard errors the gain differs from what is said along its way."""
        off = self.said.lost - self.everywhere
        return _apart(float(off.mean()), _error(off), self.said.shared)

    def __str__(self) -> str:
        """Return a row of the table in the docs."""
        lost, said = (self._cell(some.lost, some.shared) for some in (self.lost, self.said))
        gained, everywhere = (self._cell(some) for some in (self.gained, self.everywhere))
        return " | ".join([
            f"| {self.sat}", self.kind.replace("_", " "), f"{self.often:.2f}", lost, gained,
            f"{self.apart:+.1f}", everywhere, said, f"{self.apart_everywhere:+.1f} |"])

    def _cell(self, some: Floats, shared: float = 0.0) -> str:
        """Return what a hundred hands bring, with its standard error."""
        scale = _A_HUNDRED / self.hands
        return f"{scale * some.mean():.3g} ± {scale * math.hypot(_error(some), shared):.2g}"


def _error(some: Floats) -> float:
    return float(some.std(ddof=1)) / math.sqrt(len(some))


def _apart(gap: float, *errors: float) -> float:
    """Return a gap in standard errors; 0 where there is nothing that spreads."""
    error = math.hypot(*errors)
    return gap / error if error else 0.0


def added(sat: Sat) -> Iterator[Added]:
    """Compare what a review says of a table with what is gained there, kind by kind."""
    lost = reviewed(sat)
    gained, often, hands = one_at_a_time(sat)
    for kind in sat.kinds or [kind for kind, many in often.items() if many]:
        yield Added(sat, kind, often[kind], hands, lost[kind], gained[kind], *everywhere(sat, kind))


TABLES = (
    Sat("loo", "random,solved,solved,solved", 4, 1, 60, 2500, {"penalty": "cap:40"}),
    Sat("euchre", "random,hoyle,hoyle,hoyle", 4, 1, 1000, 2500),
    Sat("pool", "random,counter,counter,counter", 4, 1, 1, 4000, {"draw": "may"}),
    Sat("pool", "random,counter,counter", 3, 30, 100, 200,
        {"score": "hundred_up", "star": "may"}, ("star",)),
    Sat("casino", "random,best-odds", 2, 1, 1, 1000))


if __name__ == "__main__":
    for table in TABLES:
        if len(sys.argv) < 2 or table.game in sys.argv[1:]:
            for line in added(table):
                print(line, flush=True)
