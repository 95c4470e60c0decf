"""Shares that may be none, as studies say them."""

from __future__ import annotations

from reports import sentences, words
from reports.estimates import Estimate


def share(estimate: Estimate) -> str:
    """Return a share in per cent with its interval; ``none`` and a bound where it is zero."""
    if estimate.value == 0:
        return f"none (at most {words.share(estimate.high)[0]})"
    return sentences.share(estimate)
