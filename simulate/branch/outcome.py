"""Whether a hand came out as its history has it, by what its seats did."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simulate.branch.luck import whole_hand
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.spot import UNKNOWN, Event, asking, seen_by, tile_set
from simulate.runs.run import Run

#: What the table paid before the deal: it is in the net, but not in the hand as it is played again.
_PAID_BEFORE = ("ante", "contribution")
_TILE = re.compile(r"\d-\d$")


def check_outcome(run: Run, hand: Mapping[str, Any], events: Sequence[Event]) -> None:
    """Refuse a hand whose trump, result or the like does not follow from what its seats did.

    It is played again; where tiles or decisions are missing nothing is refused.
    """
    ask, game = asking(run.game), find_game(run.game)
    chances = ask.chances(hand, run.rules, events, events[0].seat) if events else []
    draws = ask.draws(hand)
    if not (chances and chances[-1].all_known and None not in (
            *draws, *(event.answer for event in events))):
        return
    last = chances[-1]
    dealt = np.count_nonzero(last.after != UNKNOWN)
    last.after[dealt : dealt + len(draws)] = np.array(draws, np.int64)
    rolling = whole_hand(
        run, hand, 0, [seen_by(event, -1) for event in events], last)
    came = game.record(rolling.play_as_done(), len(run.players))
    played = ask.events({**hand, **came}, run.rules)
    # A seat with one answer is not asked, so that another one in the history was never refused.
    about = rolling.refused() or next((
        event.about for event, done in zip(events, played, strict=False)
        if _taken(event) != _taken(done)), None)
    if about:
        raise BoneyardError(f"{about}: the rules do not allow that")
    if len(played) > len(events):
        return
    for key in _PAID_BEFORE:
        if key in came:
            paid, given = came.pop(key), hand.get(key)
            # A history without what was paid before the deal may or may not have it in the net.
            net = came.pop("net")
            if given is not None:
                came["net"] = [each + here - there
                               for each, here, there in zip(net, paid, given, strict=True)]
    for key, outcome in came.items():
        given = hand.get(key)
        if given is not None and not _agrees(key, given, outcome):
            makes = "nothing" if outcome is None else repr(outcome)
            raise BoneyardError(f"{key} is {given!r:.60}: what was played makes it {makes}")


def _taken(event: Event) -> tuple[int, str, int | None]:
    """Return who decided what, and how."""
    return event.seat, event.decision, event.answer


def _agrees(key: str, given: Any, outcome: Any) -> bool:
    """Return whether an entry is what came of a hand; what was done is judged by its events."""
    some = outcome if isinstance(outcome, list) else [outcome]
    if any(isinstance(one, list | dict) for one in some):
        return True
    if key == "line" or given == outcome:  # its tiles lie as they are written
        return bool(given == outcome)
    if not any(_TILE.match(str(one)) for one in some):
        return False
    return tile_set(given if some is outcome else [given], key) == tile_set(some, key)
