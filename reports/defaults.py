"""What is played when a person leaves it open."""

from __future__ import annotations

from simulate.games.game import Game, find_game
from simulate.games.rules import Rules

_SEATS = 4
#: Strategies that play by solved tables; the first that is for what is played for is the better.
_SOLVED = ("racer", "solved")
#: Hands of a report.
REPORT_HANDS = 4_000_000
#: Hands of a run where nobody asks for a number, if its sessions are as long as usual.
RUN_HANDS = 1_000_000


def default_lineup(game: Game, players: int | None) -> list[str]:
    """Return the game's default line-up, for four seats when no number is given."""
    lineup = game.default_lineup
    return [lineup[seat % len(lineup)] for seat in range(players or _SEATS)]


def good_player(game: str, unit: str) -> str:
    """Return the good strategy that advice seats where a person names none: what plays by a solved
    table, heeding the score where the game has it and it matters by ``unit``; else the first
    of the game's own line-up."""
    from strategies.lineup import library

    known = library(game)
    solved = (name for name in _SOLVED if name in known and known[name].is_tried(unit))
    return next(solved, find_game(game).default_lineup[0])


def good_lineup(game: Game, rules: Rules, players: int | None) -> list[str]:
    """Return a line-up of good players, whom a person who asks for advice should reckon with."""
    return [good_player(game.name, game.unit(rules))] * (players or _SEATS)


def default_hands(game: Game, rules: Rules) -> int:
    """Return the most hands of a session: 10,000 where it is one game, otherwise 100."""
    return 10_000 if game.plays_to_the_end(rules) else 100


def sessions_of(game: Game, rules: Rules, hands: int, length: int) -> int:
    """Return the sessions of ``length`` hands at most that make about so many hands; one at
    least."""
    if game.plays_to_the_end(rules):
        length = min(length, game.hands_a_game)
    return max(1, hands // length)
