"""Does it pay to do as the chart says?  Whole sessions tell.

``study miss`` says what a strategy would gain by its chart, where that clearly knows better. Here a
strategy that declares by the chart sits at the table. In one run it does so in the first hand of
each session, where the gain must be the one that the study says; in another it does so in all
hands, where there must be a gain. The plain strategy plays the same deals; the table plays on, and
what is left in the pool is shared equally.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from reports.habits import HANDS
from reports.stats.estimates import Estimate
from reports.studies.miss.chart import Chart
from reports.studies.miss.study import find_habits
from simulate.books.tally import Floats, Ints
from simulate.branch.limits import CLEAR
from simulate.games.loo.views import DROP, FOR_POOL, LEAVE, MISS, PLAY, SEATS, Declaring
from simulate.machine.compiling import helper
from simulate.runs.run import Player, Run
from simulate.theory.loo.hands import TURNED_KINDS, spared, turned_kind_of
from simulate.theory.loo.what_if import MOVES, situation_numbers
from strategies.loo.banker import Banker
from strategies.loo.skills import tile_play
from tests.proofs.spots import Spot
from tests.proofs.whole_sessions import play_sessions_from, row_of, seated

_SEED, _SESSION_SEED = 79, 80
_PLAY, _TAKE, _MISS, _DROP, _FOR_POOL = range(len(MOVES))
_declare = helper(Banker.declare)
_take_turn_up = helper(tile_play.take_turn_up)


@helper
def own_move(view: Declaring, p: Any) -> int:
    """Return the move of a chart that a plain ``banker`` makes."""
    action = _declare(view, p)
    if action != PLAY:
        return _MISS if action == MISS else _DROP if action == DROP else _FOR_POOL
    if view.position < view.players - 1 or _take_turn_up(view, p) == LEAVE:
        return _PLAY
    return _TAKE


@helper
def charted_move(view: Declaring, p: Any) -> int:
    """Return the move that ``banker`` makes by its chart: its own where no other is better.

    The chart begins with the number of each situation, by position, seats in and seats that missed.
    """
    chart, stayed, missed = p.chart, 0, 0
    for q in range(view.position):
        stayed += view.stayed >> q & 1
        missed += view.missed >> q & 1
    situation = int(chart[(view.position * SEATS + stayed) * SEATS + missed])
    kind = turned_kind_of(
        view.hand, view.trump, view.turn_up, int(view.position == view.players - 1))
    own = own_move(view, p)
    at = SEATS**3 + ((situation * TURNED_KINDS + kind) * len(MOVES)) + own
    return int(chart[at])


def declare(view: Declaring, p: Any) -> int:
    """Declare by the chart."""
    move = charted_move(view, p)
    if move in (_PLAY, _TAKE):
        return PLAY
    return MISS if move == _MISS else DROP if move == _DROP else FOR_POOL


def take_turn_up(view: Declaring, p: Any) -> int:
    """Take the turn-up, or leave it, by the chart; ``banker`` and the chart throw the same tile."""
    own = _take_turn_up(view, p)
    if charted_move(view, p) == _PLAY:
        return LEAVE
    return own if own != LEAVE else spared(view.hand, view.trump)


def better_moves(chart: Chart) -> Floats:
    """Return the move that a chart puts in the place of each: float64[situations, kinds, K]."""
    moves = np.arange(len(MOVES))
    surely = (chart.ahead >= CLEAR * chart.ahead_se) & chart.legal[:, None]
    worse = surely & chart.covered[..., None] & (moves != chart.best[..., None])
    return np.where(worse, chart.best[..., None], moves).astype(np.float64)


def by_chart(player: Player, chart: Chart) -> Player:
    """Return ``banker`` as a player who goes by its chart."""
    numbers = situation_numbers(len(chart.run.players)).astype(np.float64)
    own = {"declare": declare, "take_turn_up": take_turn_up}
    return replace(
        player, decisions={**player.decisions, **own},
        visible={**player.visible, **dict.fromkeys(own, tuple(player.parameters))},
        chart=np.concatenate([numbers.ravel(), better_moves(chart).ravel()]))


@dataclass(frozen=True)
class Obeyed:
    """What a chart is worth to a strategy that obeys it, as the study says and as sessions show."""

    spot: Spot  #: its seat
    said: Estimate  #: by how many chips more a hand brings, as the study says
    first: float  #: by how many chips more a first hand by the chart brings, later pools included
    first_se: float
    every: float  #: by how many chips more each hand brings if all are by the chart
    every_se: float
    sessions: int

    @property
    def apart(self) -> float:
        """By how many standard errors sessions and study differ."""
        return (self.said.value - self.first) / float(np.hypot(self.said.se, self.first_se))

    def __str__(self) -> str:
        """Return a row of the table in the docs."""
        rules = ", ".join(f"{a} {b}" for a, b in self.spot.rules.items()) or "unlimited"
        return (f"| {self.spot.players} | {self.spot.lineup} | {rules} | "
                f"{self.said.value:+.3f} ± {self.said.se:.3f} | "
                f"{self.first:+.3f} ± {self.first_se:.3f} | {self.apart:+.1f} | "
                f"{self.every:+.3f} ± {self.every_se:.3f} | {self.sessions:,} |")


def _made(first: Run, later: Run, sessions: Ints, hands: int, seat: int) -> tuple[Ints, Floats]:
    """Return first declarations, and what a seat made of sessions that one table begins."""
    players = len(first.players)
    told = np.zeros((len(sessions), SEATS + 3), np.int64)
    made = np.zeros(len(sessions))
    (row, _kept), (after, _also) = row_of(first, 0), row_of(later, 0)
    for dealer in range(players):
        here = sessions % players == dealer
        some_told, some_made = told[here], made[here]
        position = (seat - dealer - 1) % players
        play_sessions_from(row, after, sessions[here], hands, position, 0, 0, some_told, some_made)
        told[here], made[here] = some_told, some_made
    return told, made


def _first_hands(plain: Run, charted: Run, seat: int, sessions: int, hands: int
                 ) -> tuple[float, float]:
    """Return by how much more a first hand by the chart makes, and the standard error."""
    every = np.arange(sessions)
    one, other = (_made(run, plain, every, 1, seat) for run in (plain, charted))
    # Equal declarations make the same hand, so only the others need to be played on.
    differ = np.flatnonzero((one[0] != other[0]).any(1) | (one[1] != other[1]))
    more = np.zeros(sessions)
    more[differ] = (_made(charted, plain, every[differ], hands, seat)[1]
                    - _made(plain, plain, every[differ], hands, seat)[1])
    return float(more.mean()), float(more.std(ddof=1) / np.sqrt(sessions))


def obey(
    spot: Spot, deals: int, sessions: int, hands: int, whole_sessions: int, length: int
) -> Obeyed:
    """Seat a strategy that obeys its chart, and compare with what the study says.

    ``spot``: the table and the seat, of a ``banker``. ``deals``: deals forked for the chart; half
    as many more measure what it is worth. ``sessions``, ``hands``: whose first hand is by the
    chart, and for how long the table plays on. ``whole_sessions``, ``length``: sessions, and hands
    of each, where every hand is by the chart.
    """
    run = spot.run(_SEED)
    habits = find_habits(run, deals=deals, resolved=1.0, jobs=1)
    (own,) = (one for one in habits if one.chart.strategy == run.labels[spot.seat])
    plain = spot.run(_SESSION_SEED)
    charted = seated(plain, spot.seat, by_chart(plain.players[spot.seat], own.chart))
    first, error = _first_hands(plain, charted, spot.seat, sessions, hands)
    every = np.arange(whole_sessions)
    more = (_made(charted, charted, every, length, spot.seat)[1]
            - _made(plain, plain, every, length, spot.seat)[1]) / length
    cost = Estimate(*(number / HANDS for number in own.cost))
    return Obeyed(spot, cost, first, error, float(more.mean()),
                  float(more.std(ddof=1) / np.sqrt(whole_sessions)), sessions)


_MIXED = "random,banker,cautious,bold"
#: Tables whose second seat is a banker, and how long a table of theirs plays on.
TABLES = (
    (Spot(_MIXED, 4, 1, 0, 0, 0, "", PLAY, DROP), 150),
    (Spot(_MIXED, 4, 1, 0, 0, 0, "", PLAY, DROP, rules={"penalty": "cap:40"}), 150),
    (Spot("book,banker,random", 3, 1, 0, 0, 0, "", PLAY, DROP, rules={"penalty": "cap:10n"}), 40),
    (Spot("random,banker", 2, 1, 0, 0, 0, "", PLAY, DROP), 40))


def obeyed() -> Iterator[Obeyed]:
    """Seat strategies that obey their charts at all tables."""
    for spot, hands in TABLES:
        yield obey(spot, 200_000, 100_000, hands, 20_000, 40)


if __name__ == "__main__":
    for row in obeyed():
        print(row, flush=True)
