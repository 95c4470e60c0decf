"""For strategies of one's own at Domino Casino: the base class and the view."""

from __future__ import annotations

import boneyard._house  # noqa: F401  # fails where somebody's file hides our packages
from boneyard._views import explained
from simulate.games.casino import views
from simulate.games.casino.rules import CasinoRules
from strategies.casino.base import CasinoStrategy

__all__ = ["Betting", "CasinoRules", "CasinoStrategy"]

Betting = explained(views.Betting, __name__)
