"""A class of hands instead of one hand: "2 trumps with the best, 1 double", as on the chart."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from reports.games.loo.typed import declarations
from reports.studies.advise.decision_input import read_position
from reports.typed.told import Asked, Told
from simulate.books.tally import Ints
from simulate.domino.tiles import name, parse
from simulate.errors import BoneyardError, unknown
from simulate.games.loo.rules import LooRules
from simulate.games.loo.views import DECLARE
from simulate.games.spot import Event, asking
from simulate.rollout.rolling import Among
from simulate.runs.run import Run
from simulate.solving.loo.dealt_kinds import has_kind
from simulate.solving.loo.games import GAMES
from simulate.solving.loo.hand_kinds import (
    DOUBLE_KINDS,
    HAND_KINDS,
    TRUMP_KINDS,
    name_of_kind,
)

Flags = NDArray[np.bool_]


def read_class(text: str) -> Flags:
    """Return the kinds of hands (``simulate.solving.loo.hand_kinds``) that a class means.

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


def read_spot(run: Run, text: str, told: Told) -> tuple[Asked, Among]:
    """Return the decision asked about for a class of hands, and which deals belong to it.

    Parameters
    ----------
    run : Run
    text : str
        The class.
    told : Told
        Position, declarations before, pool, score; the turn-up may be left open.

    Raises
    ------
    BoneyardError
        If the game has no such classes, or anything cannot be read.
    """
    if run.game not in GAMES:
        raise BoneyardError(f"spot: classes of hands are those of the chart of declarations at "
                            f"loo and rounce; {run.game} has none: name a hand")
    wanted, players = read_class(text), len(run.players)
    me = read_position(run, told.position)
    said = declarations(told.before, players)
    if len(said) != me:
        raise BoneyardError(f"before names {len(said)} declarations, not {me}: as many as "
                            f"declare before position {me} (the eldest hand is position 0)")
    hand = {
        "players": players, "dealer": players - 1, "declarations": said, "tricks": [],
        "turn_up": name(parse(told.turn_up)) if told.turn_up else None,
        "dealt": [None] * players, "spot": text.strip(),
    }
    if isinstance(run.rules, LooRules) and run.rules.scoring == "chips":
        hand["pool"] = run.rules.first_pool(players) if told.pool is None else told.pool
    asked = Event(me, "declare", DECLARE, None, f"position {me} declares")
    events = asking(run.game).events(hand, run.rules)

    def among(orders: Ints) -> Flags:
        return has_kind(orders, me, players, wanted)

    return (hand, [*events, asked], len(events)), among
