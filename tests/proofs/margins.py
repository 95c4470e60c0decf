"""Are the margins of charts what they say?  Whole sessions tell.

A margin says how many chips, sooner or later, one declaration brings more than another.
Here a seat is made to declare the one and then the other in the first hand of sessions whose deal
has led it there, and the same table plays on until the pool that the hand left has gone round. The
difference between what the seat has made then, with what still lies in the pool shared equally, is
the margin. None of the code that forks deals or works out what a pool is worth is used for it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import numpy as np

from reports.charts import Chart
from reports.games.loo.decisions import INDEX, place
from reports.request import set_up
from reports.studies.miss import charts_at
from simulate.books.tally import Floats, Ints
from simulate.domino.tiles import HIGH, LOW, TILES
from simulate.games.loo.rules import LooRules
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY, SEATS
from simulate.runs.run import Player, Run, silent
from simulate.theory.loo.hands import TURNED_KINDS, TURNED_UP, name_of_kind, situations
from tests.proofs.whole_sessions import play_sessions_from, row_of, seated

_NAMES = {PLAY: "play", MISS: "miss", DROP: "drop", FOR_POOL: "play for the pool"}


@dataclass(frozen=True)
class Spot:
    """Something that a seat has heard and holds, and two declarations to compare."""

    lineup: str
    players: int
    seat: int
    position: int
    #: Seats before it that play their dealt hands, and that took the miss; others dropped
    stayed: int
    missed: int
    #: How the chart's name of its hand begins
    held: str
    one: int
    other: int
    left: int = 0  #: chips in the pool before the first hand is anted
    rules: Mapping[str, Any] = field(default_factory=dict)

    def run(self, seed: int) -> Run:
        """Return the table."""
        return set_up("loo", self.lineup, self.players, dict(self.rules), 1, 1, seed)

    @property
    def pool(self) -> int:
        """Chips at the start of play."""
        rules = self.run(0).rules
        assert isinstance(rules, LooRules)
        return rules.next_pool(self.left, self.players)

    def __str__(self) -> str:
        """Return the spot in a line of a table."""
        rules = ", ".join(f"{name} {value}" for name, value in self.rules.items()) or "unlimited"
        dropped = self.position - self.stayed - self.missed
        heard = ((self.stayed, "in"), (self.missed, "missed"), (dropped, "dropped"))
        before = ", ".join(f"{count} {word}" for count, word in heard if count) or "nothing"
        return (f"{self.players} | {self.lineup} | {rules} | {self.pool} | "
                f"{self.run(0).labels[self.seat]}, {place(self.position, self.players)} | "
                f"{before} | {self.held or 'any hand'} | "
                f"{_NAMES[self.one]} over {_NAMES[self.other]}")


_MIXED = "random,banker,cautious,bold"
_CAP, _FIXED, _TENS = {"penalty": "cap:40"}, {"penalty": "fixed:20"}, {"penalty": "cap:10n"}
_THREE = "banker,book,random"
SPOTS = (
    Spot(_MIXED, 4, 1, 1, 0, 1, "no trump", PLAY, DROP),
    Spot(_MIXED, 4, 1, 1, 0, 1, "no trump, no double", PLAY, DROP),
    Spot(_MIXED, 4, 1, 1, 0, 1, "1 trump: lower", PLAY, DROP),
    Spot(_MIXED, 4, 1, 0, 0, 0, "no trump", MISS, DROP),
    Spot(_MIXED, 4, 1, 2, 1, 0, "2 trumps with the best", PLAY, DROP),
    Spot(_MIXED, 4, 2, 1, 1, 0, "1 trump: the best", PLAY, MISS),
    Spot(_MIXED, 4, 3, 0, 0, 0, "1 trump: lower", PLAY, MISS),
    Spot(_MIXED, 4, 0, 2, 0, 1, "no trump", PLAY, DROP),
    Spot(_MIXED, 4, 3, 3, 0, 1, "", FOR_POOL, DROP),
    Spot(_MIXED, 4, 1, 1, 0, 1, "no trump", PLAY, DROP, rules=_CAP),
    Spot(_MIXED, 4, 1, 2, 1, 0, "1 trump: the best", PLAY, MISS, rules=_CAP),
    Spot(_MIXED, 4, 2, 0, 0, 0, "1 trump: lower", MISS, DROP, rules=_CAP),
    Spot(_MIXED, 4, 0, 1, 1, 0, "no trump", PLAY, DROP, rules=_CAP),
    Spot(_MIXED, 4, 3, 3, 0, 1, "", FOR_POOL, DROP, rules=_CAP),
    Spot(_MIXED, 4, 1, 1, 0, 1, "no trump", PLAY, DROP, rules=_FIXED),
    Spot(_MIXED, 4, 3, 1, 1, 0, "1 trump: second best", PLAY, MISS, rules=_FIXED),
    Spot(_MIXED, 4, 0, 0, 0, 0, "no trump, no double", MISS, DROP, rules=_FIXED),
    Spot("solved", 4, 0, 0, 0, 0, "1 trump: lower, no double", PLAY, MISS),
    Spot("solved", 4, 0, 1, 0, 1, "no trump", PLAY, DROP),
    Spot("solved", 4, 0, 2, 0, 1, "1 trump: the best, no double", PLAY, DROP),
    Spot("solved", 4, 0, 3, 0, 1, "", FOR_POOL, DROP),
    Spot("solved", 4, 0, 1, 0, 1, "1 trump: the best", PLAY, DROP, 95, _CAP),
    Spot("solved", 4, 0, 0, 0, 0, "no trump, no double", MISS, DROP, 95, _CAP),
    Spot(_THREE, 3, 0, 0, 0, 0, "no trump", MISS, DROP, rules=_TENS),
    Spot(_THREE, 3, 2, 1, 0, 1, "no trump", PLAY, DROP, rules=_TENS),
    Spot(_THREE, 3, 1, 1, 1, 0, "1 trump: lower", MISS, DROP, rules=_TENS),
    Spot("solved,bold,cautious", 3, 0, 0, 0, 0, "1 trump: lower", PLAY, MISS,
         rules={"preset": "gamerules", **_FIXED}),
    Spot("solved,bold,cautious", 3, 1, 1, 0, 1, "2 trumps: lower", PLAY, DROP,
         rules={"preset": "gamerules", **_FIXED}),
    Spot("banker,random", 2, 0, 0, 0, 0, "no trump", PLAY, MISS),
    Spot("banker,random", 2, 1, 0, 0, 0, "1 trump: lower", PLAY, MISS),
    Spot("solved", 2, 0, 0, 0, 0, "2 trumps with the best", PLAY, MISS, rules=_TENS))

#: Hands of a session: the pools of the first one have gone round by then.  With four players
#: a hand for the pool can leave a remainder, which stays for many hands.
_HANDS, _HANDS_OF_FOUR = 40, 150
#: How many sessions are looked through for a spot at a time, whole rounds for any table; and the
#: most in all.
_LOOK, _MOST_LOOKED = 48_000, 2_000_000
_SEED, _CHART_SEED = 77, 78


@cache
def name_of_hand(tiles: int, trump: int, turn_up: int) -> str:
    """Return the chart's name of a hand that is not the dealer's, worked out anew."""
    held = [(int(HIGH[t]), int(LOW[t])) for t in range(TILES) if tiles >> t & 1]

    def rank(tile: tuple[int, int]) -> int:
        other = tile[0] + tile[1] - trump
        return 7 if tile[0] == tile[1] else other

    trumps = sorted((rank(tile) for tile in held if trump in tile), reverse=True)
    seen = {*trumps, *([rank((int(HIGH[turn_up]), int(LOW[turn_up])))])}
    out = [r for r in (7, *range(7)) if r != trump and r not in seen]
    doubles = sum(a == b != trump for a, b in held)
    plain = ", " + ("no double", "1 double", "2+ doubles")[min(doubles, 2)]
    if not trumps:
        return "no trump" + plain
    above = sum(r > trumps[0] for r in out)
    if len(trumps) > 3:
        return "4 or 5 trumps"
    places = {1: (": the best", ": second best", ": third best", ": lower"),
              2: (" with the best", " with the second best", ": lower"),
              3: (" with the best", ": lower")}[len(trumps)]
    word = "trump" if len(trumps) == 1 else "trumps"
    return f"{len(trumps)} {word}{places[min(above, len(places) - 1)]}{plain}"


def says(view: Any, p: Any) -> int:
    """Make the declaration that is being measured, whatever the hand."""
    return int(p.chart[0])


def forced(player: Player, action: int) -> Player:
    """Return a player who always makes one declaration and plays its tiles as before."""
    # Before its own chart, at whose end stands what its tiles are played by.
    chart = np.append(float(action), [] if player.chart is None else player.chart)
    return replace(
        player, decisions={**player.decisions, "declare": says}, chart=chart)


class _Sessions:
    """Sessions of a spot's table."""

    def __init__(self, spot: Spot) -> None:
        self.spot, self.run = spot, spot.run(_SEED)

    def play(self, first: Run, sessions: Ints, hands: int) -> tuple[Ints, Floats]:
        """Return what was declared and held in first hands, and what the seat made."""
        spot = self.spot
        told = np.zeros((len(sessions), SEATS + 3), np.int64)
        made = np.zeros(len(sessions))
        (row, _kept), (later, _also) = row_of(first, spot.left), row_of(self.run, 0)
        play_sessions_from(row, later, sessions, hands, spot.position, told, made)
        return told, made

    def found(self, wanted: int) -> Ints:
        """Return sessions whose first hand leads the seat to the spot."""
        spot = self.spot
        dealer = (spot.seat - spot.position - 1) % spot.players
        found: list[int] = []
        for start in range(0, _MOST_LOOKED, _LOOK):
            sessions = np.arange(start + dealer, start + _LOOK, spot.players)
            told, _ = self.play(self.run, sessions, 1)
            before = told[:, : spot.position]
            heard = (((before == PLAY).sum(1) == spot.stayed)
                     & ((before == MISS).sum(1) == spot.missed))
            found += [
                session for session, hand in zip(sessions[heard].tolist(), told[heard].tolist(),
                                                 strict=True)
                if name_of_hand(*hand[SEATS:]).startswith(spot.held)]
            if len(found) >= wanted:
                break
        return np.array(found[:wanted], np.int64)


def measured(spot: Spot, wanted: int) -> tuple[float, float, int]:
    """Return the margin that whole sessions show, its standard error, and how many there were."""
    sessions, hands = _Sessions(spot), _HANDS_OF_FOUR if spot.players == SEATS else _HANDS
    found = sessions.found(wanted)
    player = sessions.run.players[spot.seat]
    one, other = (
        sessions.play(seated(sessions.run, spot.seat, forced(player, action)), found, hands)[1]
        for action in (spot.one, spot.other))
    margin = one - other
    return float(margin.mean()), float(margin.std(ddof=1) / np.sqrt(len(margin))), len(margin)


@cache
def _charts(lineup: str, players: int, rules: tuple[tuple[str, Any], ...], pool: int, deals: int
            ) -> tuple[Chart, ...]:
    run = Spot(lineup, players, 0, 0, 0, 0, "", PLAY, DROP, rules=dict(rules)).run(_CHART_SEED)
    return tuple(charts_at(replace(run, sessions=deals), None, silent, pool))


def said(spot: Spot, deals: int) -> tuple[float, float]:
    """Return the margin of the chart, and its standard error."""
    charts = _charts(spot.lineup, spot.players, tuple(spot.rules.items()), spot.pool, deals)
    label = spot.run(0).labels[spot.seat]
    chart = next(chart for chart in charts if chart.strategy == label)
    (here,) = (i for i, s in enumerate(situations(spot.players))
               if (s.position, s.stayed, s.missed) == (spot.position, spot.stayed, spot.missed))
    kinds = [k for k in range(TURNED_KINDS) if name_of_kind(k // TURNED_UP).startswith(spot.held)]
    sets = [here * TURNED_KINDS + kind for kind in kinds]
    cells = chart.cells.both.each(lambda sums: sums[sets]).over(0)
    at = INDEX[spot.one], INDEX[spot.other]
    return float(cells.margins[at]), float(cells.errors[at])


@dataclass(frozen=True)
class Compared:
    """A spot, what the chart says of it, and what whole sessions show."""

    spot: Spot
    said: float
    said_se: float
    shown: float
    shown_se: float
    sessions: int

    @property
    def apart(self) -> float:
        """By how many standard errors the two differ."""
        return (self.said - self.shown) / float(np.hypot(self.said_se, self.shown_se))

    def __str__(self) -> str:
        """Return a row of the table in the docs."""
        return (f"| {self.spot} | {self.said:+.2f} ± {self.said_se:.2f} | "
                f"{self.shown:+.2f} ± {self.shown_se:.2f} | {self.sessions:,} | "
                f"{self.apart:+.1f} |")


def compare(spots: tuple[Spot, ...] = SPOTS, sessions: int = 4_000, deals: int = 800_000
            ) -> Iterator[Compared]:
    """Compare charts with whole sessions.

    ``sessions``: of each spot. ``deals``: forked for each chart.
    """
    for spot in spots:
        margin, error = said(spot, deals)
        yield Compared(spot, margin, error, *measured(spot, sessions))


if __name__ == "__main__":
    for row in compare():
        print(row, flush=True)
