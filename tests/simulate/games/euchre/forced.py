"""A table of Euchre at which one position makes trump, whatever it holds."""

from simulate.games.euchre.views import PASS, make
from simulate.runs.run import Run
from strategies.euchre.base import EuchreStrategy


class Forced(EuchreStrategy):
    """Passes, but for one position that makes a suit so many above the one turned."""

    name = "forced"

    @staticmethod
    def call(view, p):
        if view.position != p.maker or view.round != p.round:
            return PASS
        return make((view.trump + int(p.step)) % 7, int(p.alone))


def forced(maker, number, step, alone, players, rules, sessions=1):
    """Return the table; ``number`` is the round, ``step`` how far above the suit turned."""
    player = Forced().player()
    parameters = {"maker": maker, "round": number, "step": step, "alone": alone}
    player = type(player)("forced", player.decisions, parameters)
    return Run("euchre", rules, (player,) * players, sessions, 1, 5)
