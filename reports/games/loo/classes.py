"""A class of hands instead of one hand: "2 trumps with the best, 1 double", as on the chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from reports.games.loo.declared import declared_before, stakes_of
from reports.typed.told import Asked, Told, check_told, place_in
from simulate.books.tally import Ints
from simulate.domino.tiles import name, parse
from simulate.errors import unknown
from simulate.games.loo.views import DECLARE
from simulate.games.spot import Event, asking
from simulate.runs.run import Run
from simulate.theory.loo.hands import (
    DOUBLE_KINDS,
    HAND_KINDS,
    TRUMP_KINDS,
    has_kind,
    name_of_kind,
)

if TYPE_CHECKING:
    from simulate.branch.rolling import Among

Flags = NDArray[np.bool_]


def read_class(text: str) -> Flags:
    """Return the kinds of hands (``simulate.theory.loo.hands``) that a class means.

    The words are those of the chart: trumps, a comma, plain doubles.  A class that says nothing of
    doubles has hands with any number of them.

    Raises
    ------
    BoneyardError
        If the chart has no such class.
    """
    wanted = _plain(text)
    kinds = {_plain(name_of_kind(kind)): [kind] for kind in reversed(range(HAND_KINDS))}
    for k, trumps in enumerate(TRUMP_KINDS):
        first = len(DOUBLE_KINDS) * k
        kinds[_plain(trumps)] = list(range(first, first + len(DOUBLE_KINDS)))
    if wanted not in kinds:
        raise unknown("class of hands", text, [*TRUMP_KINDS, *(
            f"{TRUMP_KINDS[0]}, {doubles}" for doubles in DOUBLE_KINDS)])
    flags = np.zeros(HAND_KINDS, np.bool_)
    flags[kinds[wanted]] = True
    return flags


def _plain(text: str) -> str:
    """Return words in the one way of writing that we compare."""
    return " ".join(text.lower().replace(":", " ").replace(",", " ").split())


def read_spot(run: Run, told: Told, me: int, text: str) -> tuple[Asked, Among]:
    """Return the decision asked about for a class of hands, and which deals belong to it.

    Parameters
    ----------
    run : Run
    told : Told
        Declarations before, pool, score; the turn-up may be left open.
    me : int
        The position that is asked.
    text : str
        The class.

    Raises
    ------
    BoneyardError
        If anything cannot be read, or cannot be.
    """
    wanted, players = read_class(text), len(run.players)
    check_told(told)
    hand = {
        "game": run.game, "players": players, "dealer": players - 1, "tricks": [],
        "declarations": declared_before(run, told.before, me),
        "turn_up": name(parse(told.turn_up)) if told.turn_up else None,
        "dealt": [None] * players, "spot": text.strip(), **stakes_of(run, told),
    }
    asked = Event(me, "declare", DECLARE, None, f"{place_in(hand, me)} declares")
    events = asking(run.game).events(hand, run.rules)

    def among(orders: Ints) -> Flags:
        return has_kind(orders, me, players, wanted)

    return (hand, [*events, asked], len(events)), among
