"""Whole hands rolled out: whether one came out as its history has it, and what luck a seat had.

Luck is what the line-up makes of hands on average after each turn of chance, less that before it.
Its mean is zero for any players, so a result less its luck has the mean of the result,
and a spread that is smaller the more the players resemble the line-up (Burch, Schmid, Moravcik,
Morrill and Bowling, "AIVAT: a new variance reduction technique for agent evaluation in imperfect
information games", AAAI 2018). The averages are those of samples, drawn anew for each hand, whose
errors have mean zero too. Random choices of strategies that are known for certain are chance too.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import numpy as np

from simulate.branch.pricing import Worth
from simulate.branch.rolling import Rolling, first_deal
from simulate.errors import BoneyardError, brief
from simulate.games import spot
from simulate.games.game import find_game
from simulate.machine.table import DECISIONS_A_HAND
from simulate.runs.run import Run

#: What the table paid before the deal: it is in the net, but not in the hand as it is played again.
_PAID_BEFORE = ("ante", "contribution")
_TILE = re.compile(r"\d-\d$")
#: No decision has this number, so nothing is asked about.
_NO_NUMBER = DECISIONS_A_HAND - 2


def whole_hand(
    run: Run, hand: Mapping[str, Any], seat: int, actions: Sequence[spot.Event], known: spot.Chance
) -> Rolling:
    """Return a hand with known tiles, in which a seat takes a decision that nobody takes."""
    ask = spot.asking(run.game)
    asked = spot.Event(seat, next(iter(ask.legal)), _NO_NUMBER, None, "")
    return Rolling(run, spot.InfoState(
        asked, ask.state(hand, run.rules), known.after, (), tuple(actions), (), known.extra))


def check_outcome(run: Run, hand: Mapping[str, Any], events: Sequence[spot.Event]) -> None:
    """Refuse a hand, if it is known whole, that comes out otherwise when it is played again."""
    ask, game = spot.asking(run.game), find_game(run.game)
    chances = ask.chances(hand, run.rules, events, events[0].seat) if events else []
    draws = ask.draws(hand)
    if not (chances and chances[-1].all_known and None not in (
            *draws, *(event.answer for event in events))):
        return
    last = chances[-1]
    dealt = np.count_nonzero(last.after != spot.UNKNOWN)
    last.after[dealt : dealt + len(draws)] = np.array(draws, np.int64)
    rolling = whole_hand(
        run, hand, 0, [spot.seen_by(event, -1) for event in events], last)
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
            raise BoneyardError(f"{key} is {brief(given)}: what was played makes it {makes}")


def _taken(event: spot.Event) -> tuple[int, str, int | None]:
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
    return spot.tile_set(given if some is outcome else [given], key) == spot.tile_set(some, key)


#: Hands of a sample: of deals that agree with the one there was, and of all deals.
_AROUND, _OVER = 192, 384


def _luck_of_decisions(
    mean: Callable[..., float], known: spot.Chance, events: Sequence[spot.Event], stop: int,
    seats: Collection[int], first: int,
) -> float:
    """Return what random choices of known strategies gave the seat: zero where they are none."""
    luck, value, at = 0.0, 0.0, -1
    for k in range(known.done, stop):
        event = events[k]
        if event.seat not in seats or event.decision in spot.TILE_PLAYS or event.answer is None:
            continue
        before = value if at == k else mean(known, k, first, _AROUND)
        value, at = mean(known, k + 1, first, _AROUND), k + 1
        luck += value - before
    return luck


def luck_of(
    run: Run, hand: Mapping[str, Any], events: Sequence[spot.Event], seat: int, worth: Worth,
    number: int, known: Collection[int] = (),
) -> float | None:
    """Return what chance gave a seat in a hand, by what outcomes are worth to it.

    Hands are valued by the line-up of ``run``; each has samples of its own, by its number. What
    other seats leave to lot whose strategies are ``known`` to be the line-up's is luck as well.
    None if the game does not know what chance decides, or the hand does not hold all tiles.
    """
    chances = spot.asking(run.game).chances(hand, run.rules, events, seat)
    if not chances:
        return None
    nothing = spot.Chance(spot.nothing_fixed(), 0, spot.asking(run.game).nothing_drawn(hand))

    def mean(known: spot.Chance | None, done: int, first: int, deals: int) -> float:
        """Return what the hand is worth on average in some deals, after ``done`` decisions."""
        actions = [event for event in events[:done] if event.answer is not None]
        rolled = whole_hand(run, hand, seat, actions, known or nothing).roll(first, deals, [], 0)
        return float(worth(rolled.outcomes).mean())

    luck, first, before = 0.0, first_deal(number), None
    for k, chance in enumerate(chances):
        start = first + k * (_AROUND + _OVER)
        luck += mean(chance, chance.done, start, _AROUND)
        luck -= mean(before, chance.done, start + _AROUND, _OVER)
        if known and chance.all_known:
            stop = chances[k + 1].done if k + 1 < len(chances) else len(events)
            luck += _luck_of_decisions(mean, chance, events, stop, known, start)
        before = chance
    return luck
