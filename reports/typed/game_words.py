"""How a game's decisions and hands are typed: what a game says of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.typed.hand import Typed
from reports.typed.told import PARTS, Asked, Told
from simulate.runs.run import Run

if TYPE_CHECKING:
    from simulate.branch.rolling import Among


@dataclass(frozen=True)
class GameWords:
    """How a game's decisions and hands are typed.

    Parameters
    ----------
    decision : callable
        ``decision(run, told, position)`` to the hand of the exchange format as far as it is
        known, its decisions, and which one is asked about; the seats are numbered by position.
    hand : callable
        ``hand(typed)`` takes the lines that are the game's own and writes what they say into
        ``typed.hand``.  Lines that it leaves are those of every game: pool, score, net.
    first : str
        The line that says from which seat the others are counted.
    lines : tuple of str
        The words with which the game's own lines begin, so that no player can be called so.
    classes : callable, optional
        ``classes(run, told, position, text)`` to a decision about a class of hands, told in words,
        and to which deals are meant by it.
    asks_for : tuple of str
        What of ``Told`` a decision of the game may need besides hand and position: the rest is
        refused, so that nothing is told in vain.
    """

    decision: Callable[[Run, Told, int], Asked]
    hand: Callable[[Typed], None]
    first: str = "dealer"
    lines: tuple[str, ...] = ()
    classes: Callable[[Run, Told, int, str], tuple[Asked, Among]] | None = None
    asks_for: tuple[str, ...] = PARTS
