"""Numbers as text for a page: a sign for a share in per cent, two for a number of three digits.

A number is written as its digits and its power of ten, ``100 to 999`` times ten to a power from
``LEAST_POWER`` on; a scale common to a table keeps them in reach.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

_PLAIN = "".join(chr(code) for code in range(33, 127) if chr(code) not in '"&<>\\')
_OTHERS = "".join(chr(code) for code in range(0xC0, 0xCC))
#: The signs, by what each is worth, 0 to 100.  None has a meaning in JSON or in HTML; those of two
#: bytes are for shares just below 95%, which are rare.
SIGNS = _PLAIN[:-6] + _OTHERS + _PLAIN[-6:]
_HUNDREDS = 900
_PARTS = 10_000
#: The scripts of a page that reads them: of tiles, numbers, answers and practice.  Those of a game
#: follow.
ANSWERING = ("tiles.js", "pricing.js", "verdicts.js", "asking.js", "practice.js")
#: The powers of ten that two signs can tell.
LEAST_POWER, _POWERS = -6, 11


def scale_of(most: float) -> int:
    """Return the power of ten that numbers up to ``most`` are divided by before they are packed."""
    highest = LEAST_POWER + _POWERS + 1  # two signs tell numbers below ten to this power
    return max(0, math.ceil(math.log10(most)) - highest) if most > 0 else 0


def packed_shares(shares: Iterable[int]) -> str:
    """Return shares in per cent, 0 to 100, as a sign each."""
    return "".join(SIGNS[share] for share in shares)


def packed_parts(shares: Iterable[float]) -> str:
    """Return shares from 0 to 1 in parts of ten thousand, two signs each."""
    return "".join(SIGNS[part // len(SIGNS)] + SIGNS[part % len(SIGNS)]
                   for part in (round(_PARTS * share) for share in shares))


def packed(number: float, scale: int = 0) -> str:
    """Return a number from zero on as two signs that keep three digits of it."""
    code = 0
    if number > 0:
        digits, power = f"{number / 10**scale:.2e}".split("e")
        at = int(power) - 2 - LEAST_POWER
        if at >= 0:
            code = 1 + _HUNDREDS * at + round(100 * float(digits)) - 100
    return SIGNS[code // len(SIGNS)] + SIGNS[code % len(SIGNS)]
