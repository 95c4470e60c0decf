"""What is played when a person does not say."""

from __future__ import annotations

from simulate.games.game import Game
from simulate.games.rules import Rules

_LINEUPS = {
    "loo": ("banker", "cautious", "bold", "random"),
    "rounce": ("banker", "cautious", "bold", "random"),
    "euchre": ("hoyle", "threshold"),
    "pool": ("counter", "keep-options", "heaviest", "random"),
    "casino": ("best-odds", "save-doubles", "blank-hunter", "random"),
}
_SEATS = 4
#: Hands of a report.
REPORT_HANDS = 4_000_000
#: About how many hands a game takes, where it is not about twenty.
_HANDS_A_GAME = {"euchre": 5, "casino": 1}


def default_lineup(game: str, players: int | None) -> list[str]:
    """Return a line-up of different strategies, four seats of it when not told how many."""
    lineup = _LINEUPS[game]
    return [lineup[seat % len(lineup)] for seat in range(players or _SEATS)]


def default_hands(game: Game, rules: Rules) -> int:
    """Return the most hands of a session: rules.md's limit where it is one game."""
    return 10_000 if game.plays_to_the_end(rules) else 100


def sessions_of(game: Game, rules: Rules, hands: int, length: int) -> int:
    """Return the sessions that make about so many hands; one at least.

    Parameters
    ----------
    game : Game
    rules : Rules
    hands : int
    length : int
        The most hands of a session.
    """
    if game.plays_to_the_end(rules):
        length = min(length, _HANDS_A_GAME.get(game.name, 20))
    return max(1, hands // length)


def default_sessions(game: Game, rules: Rules, hands: int = 1_000_000) -> int:
    """Return the sessions that make about so many hands, if they are as long as usual."""
    return sessions_of(game, rules, hands, default_hands(game, rules))
