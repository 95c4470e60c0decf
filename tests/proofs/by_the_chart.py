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

from reports.charts import LEAST, Chart
from reports.habits import HANDS
from reports.stats.estimates import Estimate
from reports.studies.miss.study import charts_at
from simulate.books.tally import Floats, Ints
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY, SEATS, Declaring
from simulate.machine.compiling import helper
from simulate.runs.progress import silent
from simulate.runs.run import Player, Run
from simulate.theory.loo.hands import TURNED_KINDS, turned_kind_of
from simulate.theory.loo.situations import situation_numbers
from strategies.loo.banker import Banker
from tests.proofs.spots import Spot
from tests.proofs.whole_sessions import play_sessions_from, row_of, seated

_SEED, _SESSION_SEED = 79, 80
_ACTIONS = 4
_declare = helper(Banker.declare)


@helper
def number_of(action: int) -> int:
    """Return the number of a declaration among the actions of a chart."""
    return 0 if action == PLAY else 1 if action == MISS else 2 if action == DROP else 3


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
    own = number_of(_declare(view, p))
    return int(chart[SEATS**3 + (situation * TURNED_KINDS + kind) * _ACTIONS + own])


def declare(view: Declaring, p: Any) -> int:
    """Declare by the chart."""
    action = charted_move(view, p)
    return PLAY if action == 0 else MISS if action == 1 else DROP if action == 2 else FOR_POOL


def better_moves(chart: Chart) -> Floats:
    """Return the action that a chart puts in the place of each: float64[sets, actions]."""
    train = chart.cells.train
    worse = train.worse(train.best, LEAST)
    return np.where(worse, train.best[:, None], np.arange(_ACTIONS)).astype(np.float64)


def by_chart(player: Player, chart: Chart) -> Player:
    """Return ``banker`` as a player who goes by its chart."""
    numbers = situation_numbers(len(chart.run.players)).astype(np.float64)
    return replace(
        player, decisions={**player.decisions, "declare": declare},
        visible={**player.visible, "declare": tuple(player.parameters)},
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

    ``spot``: the table and the seat, of a ``banker``. ``deals``: those of the study; half of
    them measure what the chart is worth. ``sessions``, ``hands``: whose first hand is by the
    chart, and for how long the table plays on. ``whole_sessions``, ``length``: sessions, and hands
    of each, where every hand is by the chart.
    """
    run = spot.run(_SEED)
    charts = charts_at(replace(run, sessions=deals), 1, silent)
    (own,) = (one for one in charts if one.strategy == run.labels[spot.seat])
    plain = spot.run(_SESSION_SEED)
    charted = seated(plain, spot.seat, by_chart(plain.players[spot.seat], own))
    first, error = _first_hands(plain, charted, spot.seat, sessions, hands)
    every = np.arange(whole_sessions)
    more = (_made(charted, charted, every, length, spot.seat)[1]
            - _made(plain, plain, every, length, spot.seat)[1]) / length
    cost = Estimate(*(number / HANDS for number in own.lost))
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
        yield obey(spot, 1_600_000, 100_000, hands, 20_000, 40)


if __name__ == "__main__":
    for row in obeyed():
        print(row, flush=True)
