"""A game of Casino as a text that a person reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simulate.books.tally import Ints
from simulate.domino.tiles import names
from simulate.games.narrating import (
    address,
    how_many,
    named,
    places,
    refusal,
    tile_said,
    who,
)

_SETTLES = {
    "matches": "",
    "double": ": matched by both halves of a bet",
    "double_blank": ": the double blank stops every winner",
    "double_double": ": matched by a double",
}


def _tiles(tiles: list[str]) -> str:
    return "  ".join(tiles) or "-"


def _fate(entry: Mapping[str, Any], seat: int) -> str:
    """Say what became of a bet."""
    bet, won = entry["bets"][seat], entry["won"][seat]
    if won == [bet]:
        return "goes to the stash"
    if won:
        return f"stashes {_tiles(won)}"
    if bet in entry["pot"]:
        return "goes to the pot"
    return "is lost to another stash"


def _round(game: Mapping[str, Any], number: int, hands: list[list[str]]) -> list[str]:
    """Tell a round; ``hands`` are what the seats hold before it, and are brought up to date."""
    entry = game["rounds"][number]
    a, b = entry["dice"]
    lines = [
        f"Round {number + 1}: {named(game, [entry['roller']])} rolls {a} and {b}"
        f"{_SETTLES[entry['rule']]}"
    ]
    for seat in places(game):
        bet = entry["bets"][seat]
        hands[seat] += entry["drawn"][seat]
        hands[seat].remove(bet)
        said = f"bets {bet}: {_fate(entry, seat)}; keeps {_tiles(hands[seat])}"
        lines.append(f"  {who(game, seat):<28} {said}")
    lines.append(f"  in the pot: {_tiles(entry['pot'])}")
    return lines


def tell_end(game: Mapping[str, Any]) -> list[str]:
    """Return what came of a game: the stashes."""
    lines = ["Stashes"]
    for seat in places(game):
        tiles = game["stash"][seat]
        shares = "shares the win" if len(game["winners"]) > 1 else "wins"
        mark = shares if seat in game["winners"] else ""
        stash = how_many(len(tiles), "tile")
        lines.append(f"  {who(game, seat):<28} {stash:>8} {mark:<15} {_tiles(tiles)}".rstrip())
    return lines


def tell_play(game: Mapping[str, Any], row: Ints) -> list[str]:
    """Return what was played: every round with bets, dice and what is kept."""
    first = game["first_roller"]
    lines = [address(game, f"{game['lineup'][first]} (seat {first}) rolls first", "game")]
    if game["removed"]:
        lines.append(f"  out of the set: {_tiles(game['removed'])}")
    hands: list[list[str]] = [[] for _ in range(game["players"])]
    for number in range(len(game["rounds"])):
        lines += _round(game, number, hands)
    return lines


def refused(decision: str, answer: int, seen: Mapping[str, int]) -> str:
    """Say what a strategy bet against the rules; ``seen`` is its view."""
    return refusal(tile_said(answer), names(seen["hand"]))
