"""What the others are likely to hold, from the deals that agree with all that was seen."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from simulate.books.tally import Floats, Ints
from simulate.domino.tiles import TILES, name

#: How many of the likeliest tiles are named.
_LIKELIEST = 3


def held_by_rivals(
    held: tuple[Ints, Floats], columns: Mapping[str, int], of_note: Mapping[str, int]
) -> list[dict[str, object]]:
    """Return what each rival is likely to hold when the decision is asked.

    ``held``: sets of tiles in some deals, and the weights of these. ``columns``: name of each
    rival, and its column in ``held``. ``of_note``: sets of tiles by name. Returns: of each
    ``rival``: ``tiles`` held, the chance that it holds any of each set, and ``likeliest``, the
    tiles that it most often holds with their chances.
    """
    tiles, weights = held[0], held[1] / held[1].sum()
    rows = []
    for who, column in columns.items():
        has = (tiles[:, column, None] >> np.arange(TILES) & 1).astype(np.float64)
        shares = weights @ has
        row: dict[str, object] = {"rival": who, "tiles": float(shares.sum())}
        row |= {what: float(weights @ (tiles[:, column] & some != 0))
                for what, some in of_note.items()}
        first = np.argsort(-shares, kind="stable")[:_LIKELIEST]
        row["likeliest"] = ", ".join(f"{name(int(t))} {shares[t]:.0%}" for t in first if shares[t])
        rows.append(row)
    return rows

