"""Actions and observations of all games as numbers of one kind, for other packages' interfaces."""

import numpy as np
from numpy.typing import NDArray

from simulate.branch.state import OpenTable, State
from simulate.errors import BoneyardError

#: Numbers that actions of a decision can have.
_EACH = 256
_BITS = 64


class Numbers:
    """How the actions and observations of a table are numbered.

    Action ``a`` of decision ``k`` is number ``256 k + 1 + a``.  Sets of tiles do not fit: of
    decisions for one, number ``256 k + i`` is legal action ``i``, ascending.

    An observation is a vector of zeros and ones: which decision is asked, then the 64 bits of each
    of ``fields``, the numbers that views show, lowest first; zeros where a view lacks one.
    """

    def __init__(self, table: OpenTable) -> None:
        self.decisions = [seen.kind.decision for seen in table.views]
        self.fields = [*dict.fromkeys(
            name for seen in table.views for name in seen.kind._fields if name != "word")]
        self.actions = _EACH * len(self.decisions)
        self.size = len(self.decisions) + _BITS * len(self.fields)

    def legal(self, state: State) -> dict[int, int]:
        """Return the legal actions by their numbers; none if the hand is over."""
        if state.is_terminal():
            return {}
        first, legal = _EACH * self.decisions.index(state.decision()), sorted(state.legal_actions())
        if legal[0] >= -1 and legal[-1] < _EACH - 1:
            return {first + 1 + action: action for action in legal}
        return {first + i: action for i, action in enumerate(legal)}

    def observation(self, state: State | None, player: int | None = None) -> NDArray[np.int8]:
        """Return what a player sees who is asked: int8[size], zeros if it is not."""
        seen = np.zeros(self.size, np.int8)
        if state is None or state.is_terminal() or state.current_player() != player:
            return seen
        shown: dict[str, int] = state.view()._asdict()
        seen[self.decisions.index(state.decision())] = 1
        numbers = np.array([shown.get(name, 0) for name in self.fields], "<i8")
        seen[len(self.decisions) :] = np.unpackbits(numbers.view(np.uint8), bitorder="little")
        return seen


def words(numbers: Numbers, action: int, legal: dict[int, int]) -> str:
    """Return an action in words: ``bet 12``."""
    return f"{numbers.decisions[action // _EACH]} {legal.get(action, '')}".strip()


def illegal(action: object, player: int | None, legal: dict[int, int]) -> BoneyardError:
    """Return the error of an action that its player does not have."""
    return BoneyardError(f"action {action!r} of seat_{player} is not legal: legal are "
                         f"{', '.join(map(str, legal))}")
