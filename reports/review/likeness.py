"""Which strategies players play most like, so that hands are valued as they go among them.

Luck has mean zero whatever strategies hands are valued by, but less of the spread is left the
more these play as the players do (``simulate.branch.luck``).  So each player of whom nothing is
known counts as the strategy of the library that most likely made the declarations that it made;
where several did, the tiles played decide.
The hands with an even number are valued by what those with an odd number show, and the other way
round: so what chance gave in a hand has no part in how it is valued.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from reports.studies.advise.decision_input import Table
from reports.studies.advise.history_input import as_written
from simulate.books.tally import Floats
from simulate.branch.luck import chances_of
from simulate.errors import BoneyardError
from simulate.games.spot import Event, asking
from simulate.runs.run import Run
from strategies.lineup import library, seat_players

#: Hands that show how players play, at most; fewer than the least show too little.
_MOST_HANDS, _LEAST_HANDS = 400, 20
#: How often a player does what the strategy that it resembles would not.
_SLIP = 0.05
#: Decisions about tiles: they tell players apart only where all else does not.
_PLAYS = ("lead", "follow", "play", "bet")

#: A hand with its decisions.
Played = tuple[Mapping[str, Any], Sequence[Event]]


def candidates(game: str) -> list[str]:
    """Return the strategies that a player may count as: those that are not slow."""
    return [name for name, strategy in library(game).items() if not strategy.is_slow]


def _likelihood(run: Run, played: Sequence[Played]) -> Floats:
    """Return the line-up's log-likelihood: float64[2 halves, seats, 2], declarations and plays."""
    logs = np.zeros((2, len(run.players), 2))
    for number, (hand, events) in enumerate(played):
        chances = chances_of(run, hand, events)
        if chances is None:
            continue
        for event, chance in zip(events, chances, strict=True):
            logs[number % 2, event.seat, int(event.decision in _PLAYS)] += math.log(
                max(chance, _SLIP))
    return logs


def likely_players(run: Run, played: Sequence[Played], unknown: Collection[int]) -> tuple[Run, Run]:
    """Return the table as it is taken to be in even hands, and in odd ones; itself where too little
    is shown. ``played``: in order. ``unknown``: the seats of which nothing is known."""
    shown = played[:_MOST_HANDS]
    if not unknown or len(shown) < _LEAST_HANDS:
        return run, run
    seats, names = len(run.players), candidates(run.game)
    tables = [replace(run, players=seat_players(run.game, name, seats, run.rules))
              for name in names]
    # By half, seat and candidate: first what was declared, then the plays.  One thread does it,
    # for strategies are compiled here.
    logs = np.stack([_likelihood(table, shown) for table in tables], axis=2)
    if not logs.any():
        return run, run
    found = []
    for half in (0, 1):
        players = list(run.players)
        for seat in unknown:
            of_seat = logs[1 - half, seat].tolist()
            best = of_seat.index(max(of_seat))
            players[seat] = tables[best].players[seat]
        found.append(replace(run, players=tuple(players)))
    return found[0], found[0] if found[1].players == found[0].players else found[1]


def valued_by(
    table: Table, hands: Sequence[tuple[Mapping[str, Any], Collection[int]]]
) -> list[Table]:
    """Return the table by which the luck of each hand is valued; hands come with the seats whose
    strategies are known."""
    known = frozenset[int]().union(*(set(seats) for _, seats in hands))
    unknown = [seat for seat in range(len(table.run.players)) if seat not in known]
    runs = likely_players(table.run, [_decided(table.run, hand) for hand, _ in hands], unknown)
    tables = {id(run): table if run is table.run else Table(run) for run in runs}
    for each in tables.values():
        each.stakes(0, 0, 1)  # worked out here, so that only one thread does it
    return [tables[id(runs[number % 2])] for number in range(len(hands))]


def _decided(run: Run, hand: Mapping[str, Any]) -> Played:
    """Return a hand with its decisions; without any where it is not written as it should be."""
    try:
        with as_written():
            return hand, asking(run.game).events(hand, run.rules)
    except BoneyardError:
        return hand, ()
