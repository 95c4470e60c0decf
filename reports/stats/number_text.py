"""Numbers as people read them, with as many decimals as their intervals bear."""

from __future__ import annotations

import math

#: Shown for a number that a run does not give.
MISSING = "-"
_MOST_DECIMALS = 4
_MOST_DECIMALS_OF_SHARES = 3
#: From here on chips are written as powers of ten.
_HUGE = 1e7


def decimals(value: float, low: float = math.nan, high: float = math.nan) -> int:
    """Return the decimals that an interval bears: one or two figures of its half width.

    None where all are whole: quantiles of chips are chips.
    """
    if all(math.isinf(x) or x == round(x) for x in (value, low, high) if not math.isnan(x)):
        return 0
    half = (high - low) / 2
    if not 0 < half < math.inf:
        return 2
    return min(_MOST_DECIMALS, max(0, -math.floor(math.log10(half / 2))))


def number(value: float, places: int = 0, signed: bool = False) -> str:
    """Return a number with thousands set apart; huge ones as powers of ten."""
    if math.isnan(value):
        return MISSING
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    plus = "+" if signed else ""
    if abs(value) >= _HUGE:
        figures, _, power = format(value, f"{plus}.2e").partition("e")
        return f"{figures}e{int(power)}"
    # Adding zero turns a rounded -0.0 into 0.
    return format(round(value, places) + 0.0, f"{plus},.{places}f")


def whole(value: object) -> str:
    """Return a whole number with all its figures."""
    return f"{int(str(value)):,}"


def interval(low: float, high: float, places: int, signed: bool = False) -> str:
    """Return ``low to high``, or nothing when there is no interval."""
    if math.isnan(low) and math.isnan(high):
        return ""
    return f"{number(low, places, signed)} to {number(high, places, signed)}"


def share(value: float, low: float = math.nan, high: float = math.nan) -> tuple[str, str]:
    """Return a share in per cent and its interval."""
    if math.isnan(value):
        return MISSING, ""
    value, low, high = 100 * value, 100 * low, 100 * high
    places = min(decimals(value, low, high), _MOST_DECIMALS_OF_SHARES)
    return f"{number(value, places)}%", interval(low, high, places)


def amount(
    value: float, low: float = math.nan, high: float = math.nan, signed: bool = False
) -> tuple[str, str]:
    """Return an amount and its interval."""
    if math.isnan(value):
        return MISSING, ""
    places = decimals(value, low, high)
    return number(value, places, signed), interval(low, high, places, signed)


def phrase(parts: tuple[str, str]) -> str:
    """Return a number with its interval in brackets, as in a sentence."""
    text, enclosed = parts
    return f"{text} ({enclosed})" if enclosed else text


def listed(items: list[str]) -> str:
    """Return ``a, b and c``."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"
