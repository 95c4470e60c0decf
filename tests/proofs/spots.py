"""Declarations of Loo to compare: what a seat has heard and holds, and two that it may make."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from reports.games.loo import words as say
from simulate.games.loo.rules import LooRules
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY
from simulate.runs.run import Run
from strategies.lineup import seat_players

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
        rules = {**self.rules}
        made = LooRules.of(rules.pop("preset", "pagat"), **rules)
        return Run("loo", made, seat_players("loo", self.lineup, self.players), 1, 1, seed)

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
                f"{self.run(0).labels[self.seat]}, {say.place(self.position, self.players)} | "
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
