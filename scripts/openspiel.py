"""OpenSpiel's Euchre as a yardstick: its C++ game and its C++ random bots.

OpenSpiel (Lanctot and others, "OpenSpiel: a framework for reinforcement learning in games",
2019) plays Euchre with 24 cards, four seats and partners: a deal, an auction of two rounds
and five tricks, as Domino Euchre has them.  Nothing else needs it; if it is not installed (``pip
install open_spiel``), the comparison is left out.
"""

from __future__ import annotations

import importlib.util
import time
from importlib.metadata import PackageNotFoundError, version


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
