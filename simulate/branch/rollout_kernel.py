"""The kernel of rollouts: deals around a spot, each played out under every answer."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from simulate.branch.deals import draw_deal, stack_deal
from simulate.branch.laid_table import LaidTable
from simulate.domino.tiles import TILES
from simulate.games.scripts import FREE, GIVEN, SCRIPT, forget, odds_against
from simulate.machine.arrays import copy_into
from simulate.machine.compiling import helper, kernel
from simulate.machine.layouts import lay_out
from simulate.machine.pointers import pointer
from simulate.machine.randomness import block
from simulate.machine.table import BASE, MAX_SEATS, ask

#: The first counter of the randomness of rollouts: no hand of a run has so high a number.
_ROLLOUTS = 1 << 40
#: Of each earlier decision: its seat, its number, and 1 if it is another seat's and may weigh.
HEARD = lay_out(0, seat=1, number=1, weighs=1)
#: Why a deal is none: none was found, the rules refused what was seen, or it came out otherwise.
NO_DEAL, REFUSED, UNSEEN = -1, -2, -3


class KnownDeal(NamedTuple):
    """What is known of a deal; see ``simulate.branch.deals``.

    Attributes
    ----------
    fixed : int64[28]
        The tiles by place in the deck, ``UNKNOWN`` where they are not known.
    shown : int64[K, SHOWN.size]
    places : int64[P, OPEN.size]
    extra : int64[3, 8, 2]
        What further words of randomness draw: see ``simulate.games.spot.Spot``.
    """

    fixed: Any
    shown: Any
    places: Any
    extra: Any


class Before(NamedTuple):
    """What was done and seen before the decision.

    Attributes
    ----------
    scripts : int64[seats, SCRIPT.size]
    heard : int64[H, HEARD.size]
        The decisions before this one.
    by_lot : int64[H]
        1 where a decision is another seat's that leaves it to chance.
    must : int64[K, 2]
        Entries of the row with what they must be.
    """

    scripts: Any
    heard: Any
    by_lot: Any
    must: Any


class Question(NamedTuple):
    """What is asked about deals.

    Attributes
    ----------
    asked : int64[2]
        Seat and number of the decision.
    answers : int64[A]
        None to let the seat's strategy answer.
    needed : int
        Decisions (bits) that the line-up must take as they were; else a deal has no weight.
    kept : int64[K]
        Entries of the row to write down.
    """

    asked: Any
    answers: Any
    needed: int
    kept: Any


class Rolled(NamedTuple):
    """Some deals, played out under every answer.

    Attributes
    ----------
    outcomes : int64[deals, answers, kept]
    otherwise : int64[deals]
        Earlier decisions (bits) that the line-up would take differently; below 0 where there is no
        deal, and the number says why.
    weights : float64[deals]
        How likely the seats that decide by lot were to do what they did; 0 for no deal.
    held : int64[deals, MAX_SEATS]
        Sets of tiles that the seats hold when the decision is asked, as the game's row has them:
        by position, or by seat at Casino.
    """

    outcomes: Any
    otherwise: Any
    weights: Any
    held: Any


@helper
def _weigh(scripts: Any, heard: Any, by_lot: Any) -> tuple[int, float]:
    """Return which earlier decisions the line-up would take differently, and the deal's weight.

    The decisions are the bits of the first number; ``REFUSED`` if one was against the rules.
    """
    otherwise, weight = 0, 1.0
    for h in range(len(heard)):
        script, number = scripts[heard[h, HEARD.seat]], heard[h, HEARD.number]
        if script[SCRIPT.refused + number]:
            return REFUSED, 0.0
        if heard[h, HEARD.weighs]:
            otherwise |= script[SCRIPT.otherwise + number] << h
            if by_lot[h]:
                weight /= odds_against(script, number)
    return otherwise, weight


@helper
def _is_seen(row: Any, must: Any) -> bool:
    """Tell whether the hand came out as it was seen."""
    seen = True
    for k in range(len(must)):
        seen = seen and row[must[k, 0]] == must[k, 1]
    return seen


@helper
def _weigh_deal(
    scripts: Any, heard: Any, by_lot: Any, row: Any, must: Any, needed: int
) -> tuple[int, float]:
    """Return what ``_weigh`` does, or ``UNSEEN``; a deal that cannot have been has no weight."""
    otherwise, weight = _weigh(scripts, heard, by_lot)
    if otherwise >= 0 and not _is_seen(row, must):
        otherwise = UNSEEN
    return otherwise, 0.0 if otherwise < 0 or otherwise & needed else weight


@helper
def _clear(scripts: Any, heard: Any) -> None:
    for h in range(len(heard)):
        forget(scripts[heard[h, HEARD.seat]], heard[h, HEARD.number])


@helper
def _random(seed: int, deal: int) -> tuple[Any, Any]:
    """Return the key that a deal is drawn with, and that of the seats' own randomness."""
    a, b, _, _ = block(seed, deal, _ROLLOUTS, 0)
    return np.int64(a), np.int64(b)


@kernel
def draw_orders(known: KnownDeal, seed: int, first: int, orders: Any, drawn: Any) -> None:
    """Draw deals ``first`` and following, and play none of them.

    Parameters
    ----------
    known : KnownDeal
    seed, first : int
    orders : int64[deals, 28]
        The tiles in the order in which they come.
    drawn : bool[deals]
        Whether a deal that agrees was found.
    """
    fixed, shown, places, _ = known
    numbers = np.zeros(2, np.int64)
    for d in range(len(orders)):
        numbers[0], numbers[1] = _random(seed, first + d)[0], 0
        drawn[d] = draw_deal(orders[d], fixed, shown, places, numbers) > 0.0


@kernel
def roll(
    laid: LaidTable, before: Before, known: KnownDeal, question: Question, seed: int, deals: Any,
    rolled: Rolled,
) -> None:
    """Roll some deals out.

    Parameters
    ----------
    laid : LaidTable
        With scripts in the places of the seats' strategies.
    before : Before
    known : KnownDeal
    question : Question
    seed : int
    deals : int64[deals]
        Their numbers: every number is another deal.
    rolled : Rolled
        Written here.
    """
    # Taken out once: every access to a bundle within the loop would count references anew.
    row, start, play, go_on, scratch = laid
    scripts, heard, by_lot, must = before
    fixed, shown, places, extra = known
    asked, answers, needed, kept = question
    outcomes, otherwise, weights, held = rolled
    table = pointer(row)
    order, room, numbers = (
        np.zeros(TILES, np.int64), np.zeros((2, 8), np.int64), np.zeros(2, np.int64))
    script, number = scripts[asked[0]], asked[1]
    script[SCRIPT.mode + number] = GIVEN if len(answers) else FREE
    for d in range(len(weights)):
        numbers[0], key = _random(seed, deals[d])
        numbers[1] = 0
        weights[d] = 0.0
        otherwise[d] = NO_DEAL
        chance = draw_deal(order, fixed, shown, places, numbers)
        if chance == 0.0:
            continue
        start[BASE.key] = key
        stack_deal(pointer(start), order, extra, room, numbers)
        for k in range(max(len(answers), 1)):
            copy_into(row, start)
            forget(script, number)
            if len(answers):
                script[SCRIPT.answer + number] = answers[k]
            if k == 0:
                _clear(scripts, heard)
            ask(play, table, scratch)
            if k == 0:
                otherwise[d], weight = _weigh_deal(scripts, heard, by_lot, row, must, needed)
                weights[d] = weight * chance
                for p in range(MAX_SEATS):
                    held[d, p] = script[SCRIPT.held + p]
                if weight == 0.0:
                    break
            if go_on:
                ask(go_on, table, scratch)
            for j in range(len(kept)):
                outcomes[d, k, j] = row[kept[j]]


@kernel
def replay_one(laid: LaidTable, order: Any, extra: Any, key: int) -> None:
    """Play one hand, and nothing after it, with the tiles in a given order.

    Parameters
    ----------
    laid : LaidTable
    order, extra : int64[28], int64[3, 8, 2]
        Everything is known.
    key : int
        Of the seats' randomness.
    """
    room, numbers = np.zeros((2, 8), np.int64), np.zeros(2, np.int64)
    row, start, play, _, scratch = laid
    start[BASE.key] = key
    stack_deal(pointer(start), order, extra, room, numbers)
    copy_into(row, start)
    ask(play, pointer(row), scratch)
