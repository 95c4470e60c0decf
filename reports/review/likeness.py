"""Whom players play most like, by what they declared, or at Euchre called.

A candidate is a strategy with one of its numbers shifted. It explains an action by its chance to
take it (``simulate.branch.asked``), but for a share of slips, actions that are taken by lot. The
prior is drawn towards the strategies as they stand.

Luck has mean zero whatever strategies hands are valued by, but less of the spread is left the more
these play as the players do (``simulate.branch.whole``). So a review values luck by the most likely
candidates. Hands with an even number are valued by what those with an odd number show, and the
other way round: so what chance gave in a hand has no part in how it is valued.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from reports.results.game_report import ValuedTable
from simulate.books.tally import Floats
from simulate.branch.asked import Panel
from simulate.errors import BoneyardError
from simulate.games.spot import Event, Events, asking
from simulate.runs.run import Player, Run
from strategies.lineup import seat_players, strategy_class, table_of

#: Hands that show how players play, at most; fewer than the least show too little for a review.
_MOST_HANDS, _LEAST_HANDS = 400, 20
#: Shares of actions that are slips, and how likely they are.
SLIPS, _OFTEN = np.array([0.02, 0.1, 0.2]), np.array([0.7, 0.2, 0.1])

#: A hand with its decisions.
Played = tuple[Mapping[str, Any], Sequence[Event]]


class Family(NamedTuple):
    """Candidates that one strategy makes, some of its numbers shifted together."""

    strategy: str
    keys: tuple[str, ...] = ()
    low: float = 0.0
    high: float = 0.0
    step: float = 1.0
    usual: tuple[float, ...] = (0.0,)  #: shifts that half of the family's prior is drawn to
    weight: float = 1.0

    @property
    def shifts(self) -> list[float]:
        """All shifts."""
        many = round((self.high - self.low) / self.step) + 1
        return [round(self.low + self.step * k, 6) for k in range(many)]


_POINTS = ("first", "later", "dealer", "turned")
_LOO = (
    Family("bold", ("risk",), -0.5, 0.4, 0.05, (0.0, -0.3)),  # cautious is bold with less
    Family("banker", ("sting",), -1.0, 1.2, 0.2),
    Family("threshold", tuple(f"stay_{p}" for p in range(1, 5)), -0.9, 0.9, 0.15),
    Family("book", _POINTS, -7, 7),
    Family("never-miss", ("stay",), -0.75, 1.0, 0.25),
    Family("miss-lover", ("fine",), -1.5, 1.0, 0.25),
    Family("two-trumps", weight=0.25), Family("stay", weight=0.25), Family("solved", weight=0.5))
#: By game.
FAMILIES = {"loo": _LOO, "rounce": _LOO, "euchre": (
    Family("bold", ("risk", "alone"), -0.35, 0.35, 0.05, (0.0, -0.3)),
    Family("hoyle", ("order", "assist", "take", "take_of_two", "name"), -4, 4),
    Family("threshold", (*(f"accept_{p}" for p in range(1, 5)), "name"), -0.9, 0.9, 0.15),
    Family("loner", ("accept", "take", "name"), -0.9, 0.9, 0.15), Family("solved", weight=0.5))}


class Candidates:
    """The candidates at a table."""

    def __init__(self, run: Run) -> None:
        if run.game not in FAMILIES:
            raise BoneyardError(f"players are learned by their declarations and calls at "
                                f"{', '.join(FAMILIES)}, and not at {run.game}")
        self.run = run
        every = [(family, shift) for family in FAMILIES[run.game] for shift in family.shifts]
        self.families = [family.strategy for family, _ in every]
        self.players = [self._player(*one) for one in every]
        weights = np.array([f.weight * (0.5 / len(f.shifts) + 0.5 * (shift in f.usual)
                                        / len(f.usual)) for f, shift in every])
        self.prior = np.log(weights / weights.sum())[:, None] + np.log(_OFTEN)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "panel"}

    def _player(self, family: Family, shift: float) -> Player:
        kind, values = strategy_class(self.run.game, family.strategy), dict[str, float]()
        defaults = kind.defaults_at(table_of(self.run))
        for key in family.keys:
            allowed = kind.parameters[key]
            value = round(min(max(defaults[key] + shift, allowed.low), allowed.high), 6)
            values |= {key: value} if value != defaults[key] else {}
        (player,) = seat_players(self.run.game, [kind(**values)], 1, self.run.rules,
                                 len(self.run.players))
        return player

    @cached_property
    def panel(self) -> Panel:
        """The candidates, compiled."""
        return Panel(self.run, self.players)

    def chances(self, hand: Mapping[str, Any], events: Events) -> Iterator[tuple[Event, Floats]]:
        """Yield the decisions before the tricks, and how likely each candidate is to take each
        action, by its share of slips: float64[actions, candidates, slips]."""
        for index, event in enumerate(events):
            if event.decision == asking(self.run.game).opens_with and event.answer is not None:
                chance, legal = self.panel.chances(hand, events, index)
                yield event, chance.T[:, :, None] * (1 - SLIPS) + SLIPS / legal.bit_count()

    def posterior(self, logs: Floats) -> Floats:
        """Return how likely each candidate is, from the sums of the logarithms of ``chances``."""
        raised = np.exp(logs + self.prior - (logs + self.prior).max())
        return np.asarray(raised.sum(axis=-1) / raised.sum())

    def likely(self, posterior: Floats) -> int:
        """Return the likeliest candidate of the likeliest family."""
        best = max(dict.fromkeys(self.families), key=lambda name: sum(
            share for own, share in zip(self.families, posterior, strict=True) if own == name))
        return int(np.where([own == best for own in self.families], posterior, -1).argmax())


def likely_players(run: Run, played: Sequence[Played], unknown: Collection[int]) -> tuple[Run, Run]:
    """Return the table as it is taken to be in even hands, and in odd ones."""
    shown = played[:_MOST_HANDS]
    if not unknown or len(shown) < _LEAST_HANDS or run.game not in FAMILIES:
        return run, run
    candidates = Candidates(run)
    logs = np.zeros((2, len(run.players), *candidates.prior.shape))
    for number, (hand, events) in enumerate(shown):
        for event, chance in candidates.chances(hand, events):
            logs[number % 2, event.seat] += np.log(chance[event.answer])
    found = []
    for half in (0, 1):
        players = list(run.players)
        for seat in unknown:
            posterior = candidates.posterior(logs[1 - half, seat])
            players[seat] = candidates.players[candidates.likely(posterior)]
        found.append(replace(run, players=tuple(players)))
    return found[0], found[0] if found[1].players == found[0].players else found[1]


def valued_by(
    table: ValuedTable, played: Sequence[Played], known: Collection[int]
) -> list[ValuedTable]:
    """Return the table by which the luck of each hand is valued; ``known``: seats that are."""
    unknown = [seat for seat in range(len(table.run.players)) if seat not in known]
    runs = likely_players(table.run, played, unknown)
    tables = {id(run): table if run is table.run else ValuedTable(run) for run in runs}
    for each in tables.values():
        each.stakes(0, 0, 1)  # worked out here, so that only one thread does it
    return [tables[id(runs[number % 2])] for number in range(len(played))]
