"""Euchre against OpenSpiel's, where that is installed: it is the one game that both have."""

from __future__ import annotations

from scripts import openspiel
from scripts.bench.measured import (
    HANDS,
    Goal,
    add_row,
    console,
    ours,
    ratio,
    run_of,
    sheet_of_ratios,
)

#: Hands that OpenSpiel plays, which takes some forty times as long.
_HANDS_OF_OPENSPIEL = 40_000


def measure() -> list[Goal]:
    """Compare Euchre with OpenSpiel's, on one thread; a hand is a deal that is played."""
    found = openspiel.installed()
    if found is None:
        console.print(
            "OpenSpiel is not installed (pip install open_spiel): the comparison with it is "
            "left out.")
        return []
    sheet = sheet_of_ratios("One thread against OpenSpiel, every seat random, M hands/s",
                            "boneyard", f"OpenSpiel {found}")
    run = run_of("euchre", 4, HANDS)
    add_row(sheet, "euchre, 4 players", *ratio(
        lambda: ours(run), lambda: openspiel.euchre_hands_a_second(_HANDS_OF_OPENSPIEL)))
    return sheet.show()
