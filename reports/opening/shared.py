"""What the cards of all games share: players, margins, and data that is packed for the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from reports.defaults import good_lineup
from reports.stats import number_text
from reports.stats.estimates import Estimate
from reports.studies.advise.decision import Answers, answers_to
from reports.studies.advise.decision_input import read_decision, read_limits
from reports.typed.told import Told
from simulate.branch.limits import MOST_DEALS
from simulate.domino.tiles import TILES, name
from simulate.runs.run import Run
from strategies.lineup import library

if TYPE_CHECKING:
    from reports.results.result import Result

#: Standard errors by which an answer is surely better.
CLEAR = 2.0

_PLAIN = "".join(chr(code) for code in range(33, 127) if chr(code) not in '"&<>\\')
_OTHERS = "".join(chr(code) for code in range(0xC0, 0xCC))
#: The signs, by what each is worth, 0 to 100.  None has a meaning in JSON or in HTML; those of two
#: bytes are for what is just below 95, which is rare.
SIGNS = _PLAIN[:-6] + _OTHERS + _PLAIN[-6:]
_PARTS = 10_000
#: The scripts of a page that answers: of tiles, prices, answers and practice.  Those of a game
#: follow.
ANSWERING = ("tiles.js", "pricing.js", "verdicts.js", "asking.js", "practice.js")


def packed_parts(shares: Iterable[float]) -> str:
    """Return shares from 0 to 1 in parts of ten thousand, two signs each."""
    return "".join(SIGNS[part // len(SIGNS)] + SIGNS[part % len(SIGNS)]
                   for part in (round(_PARTS * share) for share in shares))


#: Deals to look through, and which of them are drawn.
_LOOKED_AT, _SEED = 500, 1


def hands_looked_at(tiles: int) -> Iterator[tuple[list[int], int]]:
    """Yield hands of so many tiles, the highest first, each with a turn-up."""
    chance = np.random.default_rng(_SEED)
    for _ in range(_LOOKED_AT):
        *hand, turn_up = chance.permutation(TILES)[: tiles + 1].tolist()
        yield sorted(hand, reverse=True), turn_up


_CHANCE = "random"


def _labels(result: Result) -> list[str]:
    return list(dict.fromkeys(result.run.labels))


def heading(result: Result) -> str:
    """Return a heading for the players of a run; a mixed table with ``random`` is called a zoo."""
    labels = _labels(result)
    zoo = "The zoo" if _CHANCE in labels and len(labels) > 1 else "The table"
    return f"{zoo}: {number_text.listed(labels)}"


def who_sits(result: Result) -> dict[str, str]:
    """Return what each strategy of a run does, and the good players of its game, in a line each.

    A strategy of a person's own says nothing about itself and is left out.
    """
    run, known = result.run, library(result.run.game)
    good = good_lineup(result.game, run.rules, len(run.players))
    named = ((label, known.get(label.partition("(")[0])) for label in [*_labels(result), *good])
    return {label: result.game.in_own_words(strategy.summary)
            for label, strategy in named if strategy is not None}


def whose_numbers(result: Result) -> str:
    """Say that a page is about the players of its run, and about ``random`` if it plays there."""
    labels = _labels(result)
    among = f", {_CHANCE} among them" if _CHANCE in labels and len(labels) > 1 else ""
    return f"Everything on this page is about these strategies{among}."


#: How far each move is behind the best one, by its letter, with the standard error.
Margins = dict[str, tuple[float, float]]


def surely_best(said: Margins) -> str | None:
    """Return the move that is ahead of every other by two standard errors, if one is.

    Examples
    --------
    >>> from reports.opening.shared import surely_best
    >>> surely_best({"P": (0.0, 0.0), "D": (1.0, 0.1)})
    'P'
    >>> surely_best({"P": (0.0, 0.0), "D": (1.0, 0.9)}) is None
    True
    """
    best = min(said, key=lambda letter: said[letter][0], default=None)
    others = (said[letter] for letter in said if letter != best)
    return best if all(behind >= CLEAR * se and behind > 0 for behind, se in others) else None


def may_be_best(said: Margins) -> list[str]:
    """Return the moves that are not surely behind another, the nearest first.

    Examples
    --------
    >>> from reports.opening.shared import may_be_best
    >>> may_be_best({"D": (1.0, 0.9), "P": (0.0, 0.0), "M": (0.9, 0.1)})
    ['P', 'D']
    """
    in_order = sorted(said, key=lambda letter: said[letter][0])
    return [letter for letter in in_order if said[letter][0] <= 0
            or said[letter][0] < CLEAR * said[letter][1]]


def advised(run: Run, tiles: Iterable[int], deals: int = MOST_DEALS) -> Answers:
    """Return what ``boneyard advise`` says of the tiles that the first to act holds.

    ``deals``: the most that are drawn.
    """
    held = " ".join(map(name, tiles))
    return answers_to(run, *read_decision(run, Told(held, "0")), limits=read_limits(deals))


def ahead(answers: Answers, scale: float) -> Estimate:
    """Return how much more the best answer is worth than its rival, times ``scale``."""
    gap, se = answers.prices.behind(answers.prices.rival)
    return Estimate(scale * gap, scale * se, scale * (gap - CLEAR * se), scale * (gap + CLEAR * se))
