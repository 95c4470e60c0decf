"""Any hand of any run, by its address: seed, session and hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simulate.batch import Run, record_hands
from simulate.game import find_game
from simulate.tally import Ints


def histories(
    run: Run, sessions: range, first: int = 0, stop: int | None = None
) -> Iterator[tuple[dict[str, Any], Ints]]:
    """Yield the histories of some hands, in the order played.

    Parameters
    ----------
    run : Run
        Its number of sessions does not matter; ``run.hands`` ends each session.
    sessions : range
    first, stop : int
        Hands of each session, half open; all to its end when ``stop`` is None.

    Yields
    ------
    tuple
        The hand as formats.md writes it, and the table's row that it left.

    Raises
    ------
    StrategyError
        If a strategy fails before or in these hands.
    """
    game = find_game(run.game)
    seats = len(run.players)
    for session in sessions:
        for row in record_hands(run, session, first, run.hands if stop is None else stop):
            hand = game.history(row, run.rules, seats)
            head = {
                "game": run.game, "seed": run.seed, "session": session, "hand": hand["hand"],
                "players": seats, "rules": run.rules.as_dict(), "lineup": run.labels,
            }
            yield head | hand, row
