"""Tiles as SVG that needs no page around it, and the places of pips that a page draws, too."""

from __future__ import annotations

#: Where the pips of a number lie in a half of 40 by 40.
PIPS = {
    0: (), 1: ((20, 20),), 2: ((10, 30), (30, 10)), 3: ((10, 30), (20, 20), (30, 10)),
    4: ((10, 10), (10, 30), (30, 10), (30, 30)),
    5: ((10, 10), (10, 30), (20, 20), (30, 10), (30, 30)),
    6: ((10, 9), (10, 20), (10, 31), (30, 9), (30, 20), (30, 31)),
}
#: How far the lower half is below the upper one.
_LOWER = 42


def tile_alone(name: str) -> str:
    """Return a tile, ``6-3``, with a title: Anki compares cards by their text alone."""
    pips = "".join(f'<circle cx="{x}" cy="{y + below}" r="4.2"/>'
                   for half, below in ((name[0], 0), (name[2], _LOWER))
                   for x, y in PIPS[int(half)])
    return (f'<svg class="tile" viewBox="0 0 40 82" role="img" aria-label="{name}" width="40">'
            f'<title>{name}</title><rect x="1" y="1" width="38" height="80" rx="5" '
            'style="fill:#fffdf6;stroke:#6b6558"/>'
            f'<path d="M5 41H35" style="stroke:#6b6558"/>{pips}</svg>')
