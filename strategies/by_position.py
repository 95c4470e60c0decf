"""One parameter for each position, as tunable strategies of several games have them."""

from __future__ import annotations

from simulate.machine.compiling import inlined


@inlined
def by_position(
    position: int, first: float, second: float, third: float, fourth: float
) -> float:
    """Return the value of a position, counted from 0."""
    early = first if position == 0 else second
    late = third if position == 2 else fourth
    return early if position < 2 else late
