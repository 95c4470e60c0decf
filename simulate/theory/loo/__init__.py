"""What to declare at Loo and Rounce: trees, solutions and best responses."""

from __future__ import annotations

from simulate.errors import BoneyardError
from simulate.games.game import find_game

GAMES = ("loo", "rounce")


def check_declares(game: str, what: str) -> None:
    """Raise ``BoneyardError`` if a game is unknown or has no declarations; ``what`` needs them."""
    find_game(game)
    if game not in GAMES:
        raise BoneyardError(f"{what} is for {' and '.join(GAMES)}, not {game!r}")
