"""Any hand of any run, by its address: seed, session and hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simulate.books.tally import Ints
from simulate.domino.tiles import names
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.narrating import who
from simulate.machine.table import BASE
from simulate.runs.chunk import record_sessions
from simulate.runs.run import MOST_SESSIONS, Run


def histories(
    run: Run, sessions: range, first: int = 0, stop: int | None = None
) -> Iterator[tuple[dict[str, Any], Ints]]:
    """Yield the histories of some hands, in the order played.

    Parameters
    ----------
    run : Run
        Its number of sessions does not matter; a session has at most ``run.hands`` hands.
    sessions : range
    first, stop : int
        Hands of each session, half open; all to its end when ``stop`` is None.

    Yields
    ------
    tuple
        The hand as ``docs/formats.md`` writes it, and the table's row that it left.

    Raises
    ------
    BoneyardError
        If no run has so many sessions.
    StrategyError
        If a strategy fails before or in these hands; see ``tell_begun``.
    """
    if sessions.stop > MOST_SESSIONS:
        raise BoneyardError(f"session {sessions.stop - 1}: sessions are numbered from 0 to "
                            f"{MOST_SESSIONS - 1}")
    for row in record_sessions(run, sessions, first, stop):
        yield history_of(run, row), row


def history_of(run: Run, row: Ints) -> dict[str, Any]:
    """Return a hand as the exchange format has it, from the row that it left."""
    head, hand = _head(run, row), find_game(run.game).record(row, len(run.players))
    return head | hand | {"rules": head["rules"] | hand.get("rules", {})}


def tell_begun(run: Run, row: Ints) -> str:
    """Return what was played of a hand in which a strategy failed, as a text.

    Parameters
    ----------
    run : Run
    row : int64[row size]
        The table's row as the error left it: ``StrategyError.table``.
    """
    game = find_game(run.game)
    seat, decision = int(row[BASE.seat]), list(game.decisions)[int(row[BASE.decision])]
    holds = "  ".join(names(row[game.decisions[decision]["hand"]]))
    head = _head(run, row)
    asked = who(head | game.begun(row, len(run.players)), seat)
    return (f"{game.tell_begun(head, row)}\nHere it stops\n"
            f"  {asked:<28} is asked to {decision.replace('_', ' ')}, holding {holds}")


def _head(run: Run, row: Ints) -> dict[str, Any]:
    """Return the keys that name the run."""
    return {
        "game": run.game, "seed": run.seed, "session": int(row[BASE.session]),
        "hand": int(row[BASE.number]), "players": len(run.players),
        "rules": run.rules.as_dict(), "lineup": run.labels,
    }
