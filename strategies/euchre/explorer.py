"""A caller by lot, from whom the calling chart learns what ordering up is worth."""

from __future__ import annotations

from typing import Any

from simulate.games.euchre.views import PASS, Calling, make
from simulate.machine.compiling import helper
from strategies.euchre.hoyle import Hoyle

_by_rules_of_thumb = helper(Hoyle.call)


class Explorer(Hoyle):
    """Orders up or passes by lot, whatever it holds; names suits as ``hoyle`` does."""

    name = "explorer"
    summary = "Orders up with a partner or passes, by lot; names suits as hoyle does."
    looks_at = "in the first round nothing, in the second its trumps and doubles"

    @staticmethod
    def call(view: Calling, p: Any) -> int:
        if view.round == 1:
            return make(view.trump, 0) if view.word & 1 else PASS
        return _by_rules_of_thumb(view, p)
