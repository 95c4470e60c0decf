"""Euchre against OpenSpiel's, the one game that both have: its C++ game and its C++ random bots.

OpenSpiel (Lanctot and others, "OpenSpiel: a framework for reinforcement learning in games",
2019) plays Euchre with 24 cards, four seats and partners: a deal, an auction of two rounds
and five tricks, as Domino Euchre has them.  Nothing else needs it; if it is not installed (``pip
install open_spiel``), the comparison is left out.
"""

from __future__ import annotations

import importlib.util
import time
from importlib.metadata import PackageNotFoundError, version

from scripts.bench import measured

#: Hands that OpenSpiel plays, which takes some forty times as long.
_HANDS_OF_OPENSPIEL = 40_000


def installed() -> str | None:
    """Return the version of OpenSpiel that is installed, None where there is none."""
    if importlib.util.find_spec("pyspiel") is None:
        return None
    try:
        return version("open_spiel")
    except PackageNotFoundError:
        return "of unknown version"


def euchre_hands_a_second(hands: int) -> float:
    """Deal and play hands of Euchre, every seat by lot, and return how many a second."""
    import pyspiel

    game = pyspiel.load_game("euchre")
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]
    began = time.process_time()
    for hand in range(hands):
        # An empty state; the number of the hand is the seed with which the deal is drawn.
        pyspiel.evaluate_bots(game.new_initial_state(), bots, hand)
    return hands / (time.process_time() - began)


def measure() -> list[measured.Goal]:
    """Compare Euchre with OpenSpiel's, on one thread; a hand is a deal that is played."""
    found = installed()
    if found is None:
        measured.console.print(
            "OpenSpiel is not installed (pip install open_spiel): the comparison with it is "
            "left out.")
        return []
    sheet = measured.sheet_of_ratios("One thread against OpenSpiel, every seat random, M hands/s",
                            "boneyard", f"OpenSpiel {found}")
    run = measured.run_of("euchre", 4, measured.HANDS)
    measured.add_row(sheet, "euchre, 4 players", *measured.ratio(
        lambda: measured.ours(run), lambda: euchre_hands_a_second(_HANDS_OF_OPENSPIEL)))
    return sheet.show()
