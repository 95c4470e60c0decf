"""Where the compiled decisions of players are found."""

from __future__ import annotations

from collections.abc import Mapping

from simulate.errors import BoneyardError, StrategyError
from simulate.machine.cache_folder import folder_in_use
from simulate.machine.compile_errors import why
from simulate.machine.own_code import OwnCode
from simulate.machine.sources import is_ours
from simulate.machine.table import decision_address
from simulate.runs.player import Player


def address_of(player: Player, name: str, view: Mapping[str, int]) -> int:
    """Return the address of a player's compiled decision: 0 if it is left to chance."""
    function = player.decisions[name]
    if function is None:
        return 0
    decision = f"{name} of strategy {player.label!r}"
    reached = OwnCode(function)
    if reached.chance:
        raise StrategyError(
            f"{decision} uses {reached.chance}, so that no hand could be played again: take chance "
            "from view.word, a new number for every decision")
    seen = player.visible.get(name, tuple(player.parameters))
    entries = tuple((key, i) for i, key in enumerate(player.parameters) if key in seen)
    chart = None if player.chart is None else len(player.parameters)
    try:
        return decision_address(
            function, tuple(view.items()), entries, chart, reached.fingerprint)
    except Exception as error:  # numba raises many kinds
        # What is ours compiles elsewhere.
        if is_ours(function) or isinstance(error, MemoryError | OSError):
            raise not_here(f"{decision} cannot be compiled", error) from error
        raise StrategyError(f"{decision} does not compile: {why(error)}") from None


def not_here(what: str, error: Exception) -> BoneyardError:
    """Return the error for something that this computer cannot do; the strategy may be sound."""
    reason = getattr(error, "strerror", None) or str(error) or "out of memory"
    return BoneyardError(f"{what} on this computer ({type(error).__name__}: {reason}); compiled "
                         f"code is kept in {str(folder_in_use())!r}")
