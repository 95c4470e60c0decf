"""For strategies of one's own at Domino Casino: the base class and the view."""

from boneyard._house import explained
from simulate.games.casino import rules
from simulate.games.casino.rules import CasinoRules
from strategies.casino.base import CasinoStrategy

__all__ = ["Betting", "CasinoRules", "CasinoStrategy"]

Betting = explained(rules.Betting, __name__)
