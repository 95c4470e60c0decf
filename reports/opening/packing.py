"""Shares as text for a page, in parts of ten thousand: two signs each."""

from __future__ import annotations

from collections.abc import Iterable

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
