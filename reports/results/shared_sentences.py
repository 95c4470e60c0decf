"""Sentences that the reports of all games share."""

from __future__ import annotations

import math

from reports.headlines import amount as amount
from reports.headlines import share as share
from reports.results.result import Result
from reports.stats import number_text
from reports.stats.estimates import Estimate


def share_or_none(estimate: Estimate) -> str:
    """Return a share with its interval; ``none`` and the most it can be where it is zero."""
    if estimate.value == 0 and not math.isnan(estimate.high):
        return f"none (at most {number_text.share(estimate.high)[0]})"
    return share(estimate)


def how_long(result: Result) -> str:
    """Return how many hands a game takes."""
    return f"A game takes {amount(result.measures.session_mean('length'))} hands."


def most_often(result: Result, figure: str, alone: str, several: str, nobody: str = "") -> str:
    """Return which strategy has the largest share of a figure: ``alone``, where all seats play one,
    or ``several``, with ``{who}`` and ``{share}``. ``nobody``: where no share is known."""
    measures = result.measures
    shares = {unit: one for unit in measures.strategies
              if not math.isnan((one := measures.rate(figure, unit)).value)}
    if not shares:
        return nobody
    most = max(shares, key=lambda unit: shares[unit].value)
    words = alone if len(measures.strategies) == 1 else several
    return words.format(who=measures.label(most), share=share(shares[most]))
