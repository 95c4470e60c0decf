"""The cards of Pool."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reports.games.pool import sentences
from reports.opening.packing import ANSWERING
from reports.opening.players import whose_numbers
from reports.opening.pool.doubles import Doubles, doubles_figure, what_doubles_bring
from reports.opening.pool.later_turns import can_be_asked, later_card
from reports.opening.pool.lead_values import (
    CLEAR,
    FOLLOW,
    FOLLOW_OTHER,
    LeadValues,
    find_lead_values,
)
from reports.page.document import Card, Opening, Picture, Widget
from reports.results import commands
from reports.results.shared_sentences import amount
from simulate.domino.tiles import TILES, name
from simulate.games.pool.playing import HAND_SIZES

if TYPE_CHECKING:
    from reports.results.result import Result
    from simulate.books.tally import Ints
    from simulate.runs.progress import Progress


_SCRIPTS = (*ANSWERING, "pool_leading.js")
#: Hands to look through for one whose best lead is sure, and which of them are drawn.
_LOOKED_AT, _SEED = 100, 1
#: What the page is for: single hands, and a game hundred up.
_FIRST_ONE_OUT = ("Be rid of your tiles before the others are: which tile to lead and to play "
                  "then, what the lead is worth, what a double costs, and how a line is played "
                  "best.")
_LAST_ONE_IN = ("Be the last whose pips stay below the target: what the lead is worth, what a "
                "double costs, and how a line is played best.")
_AT_A_SCORE = ("Which tile to play depends on the score here, so this page does not say it; ask "
               "boneyard advise pool {} with what you hold (--hand), where you sit (--position), "
               "what was played (--seen) and the score (--score).")
#: Why the card's number is not that of the chart for the wall, which stands before it.
_UNLIKE = (" That is at the table of this page, whose players are not alike: where all play alike "
           "well it is another number.")


def _draw_hand(values: LeadValues) -> Ints:
    """Return a hand whose best lead is sure: tiles, the highest first."""
    chance, size = np.random.default_rng(_SEED), int(HAND_SIZES[values.players])
    hands = [np.sort(chance.permutation(TILES)[:size])[::-1] for _ in range(_LOOKED_AT)]

    def is_taught(tiles: Ints) -> bool:
        return bool(np.sort(values.behind(tiles))[1] >= CLEAR * values.error)

    return next(filter(is_taught, hands), hands[0])


def _advice(values: LeadValues, tiles: Ints) -> str:
    """Say which tile of the hand that is drawn to lead."""
    behind = values.behind(tiles)
    best, second = np.argsort(behind, kind="stable")[:2].tolist()
    margin = amount(values.gap(float(behind[second])))
    if behind[second] < CLEAR * values.error:
        return (f"You lead. {name(tiles[best])} or {name(tiles[second])}: which is better is too "
                "close to call.")
    return (f"You lead. With these tiles lead {name(tiles[best])}: among good players that brings "
            f"{margin}% of the pool more than {name(tiles[second])}.")


def _hand_card(values: LeadValues, asks_later: bool) -> Card:
    tiles = _draw_hand(values)
    data = {
        "tiles": len(tiles), "hand": [name(tile) for tile in tiles.tolist()], "move": "lead",
        "unit": "% of the pool", "clear": CLEAR, "error": values.error, "follow": FOLLOW,
        "followOther": FOLLOW_OTHER, "weights": values.weights.round(3).tolist(),
        "good": values.run.labels[0], "advise": values.advise,
        "asksLater": asks_later,
    }
    return Card("leading", "Which tile should I lead?", (_advice(values, tiles),),
                widget=Widget("pool_leading.html.j2", _SCRIPTS, data), link="hands", wide=True)


def _lead(result: Result) -> Card:
    here = sentences.what_the_lead_is_worth(result)
    if len(set(result.run.labels)) > 1:
        here += _UNLIKE
    return Card(
        "lead", "What is the lead worth?", (here,),
        Picture("opening_positions", lambda: result.plot.positions(),
                "How many of its hands a seat wins, by its place from the leader on; the dashed "
                "line is an equal share, the bars are 95% intervals."),
        link="positions", closer="line_openings",
    )


def what_doubles_are_worth(found: Doubles, in_pips: bool = False) -> str:
    """Say what a hand brings, or is left with, with the fewest and with the most doubles."""
    fewest, most = min(found), max(found)
    (few, _), (many, _) = found[fewest], found[most]

    def dealt(number: int) -> str:
        return f"{number or 'no'} double{'' if number == 1 else 's'}"

    why = "a double has one number to match, any other tile two."
    if in_pips:
        return (f"A hand with {dealt(fewest)} is left with {amount(few)} pips on average, one with "
                f"{dealt(most)} with {amount(many)}: {why}")
    return (f"A hand with {dealt(fewest)} brings {amount(few, signed=True)} chips on average, one "
            f"with {dealt(most)} {amount(many, signed=True)}: {why}")


def _doubles(found: Doubles, in_pips: bool) -> Card:
    what = "Pips that a seat is left with" if in_pips else "Chips that a seat makes"
    return Card(
        "doubles", "What are doubles worth?", (what_doubles_are_worth(found, in_pips),),
        Picture("opening_doubles", lambda: doubles_figure(found, in_pips),
                f"{what} in the first hand of a session, by the doubles that it is dealt, whoever "
                "sits there and leads; the bars are 95% intervals."),
        link="hands",
    )


def opening(
    result: Result, jobs: int | None = None, progress: Progress | None = None
) -> Opening:
    """Return what a report opens with: hands are looked at again, and deals forked for it.

    Parameters
    ----------
    result : Result
    jobs : int, optional
    progress : callable, optional
        Called with the share of the work done and the deals forked so far.
    """
    found = what_doubles_bring(result)
    doubles = [_doubles(found, result.is_game)] if len(found) > 1 else []
    asked: list[Card] = []
    note = whose_numbers(result)
    if result.is_game:
        # Pips are played for as well, and what a tile is worth depends on the score.
        note += f" {_AT_A_SCORE.format(commands.rule_options(result.run))}"
    else:
        values = find_lead_values(result.run, result.hands, jobs, progress)
        later = [later_card(values)] if can_be_asked(values.run) else []
        asked = [_hand_card(values, bool(later)), *later]
    return Opening((*asked, _lead(result), *doubles), note=note,
                   lead=_LAST_ONE_IN if result.is_game else _FIRST_ONE_OUT)
