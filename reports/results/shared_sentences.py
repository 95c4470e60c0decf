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
