"""Estimates as studies say them in sentences."""

from __future__ import annotations

from reports import words
from reports.estimates import Estimate


def amount(estimate: Estimate, signed: bool = False) -> str:
    """Return an amount with its interval in brackets."""
    return words.phrase(words.amount(estimate.value, estimate.low, estimate.high, signed))


def share(estimate: Estimate) -> str:
    """Return a share in per cent with its interval in brackets; none where it is zero."""
    if estimate.value == 0:
        return f"none (at most {words.share(estimate.high)[0]})"
    return words.phrase(words.share(estimate.value, estimate.low, estimate.high))
