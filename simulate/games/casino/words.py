"""A game of Casino as a text that a person reads, from its history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from simulate.books.tally import Ints
from simulate.domino.tiles import names
from simulate.games.game import Hand
from simulate.games.narrating import address, how_many, named, places, refusal, tile_said, who
from simulate.games.spot import called

_SETTLES = {
    "matches": "",
    "double": ": matched by both halves of a bet",
    "double_blank": ": the double blank stops every winner",
    "double_double": ": matched by a double",
}


def _tiles(tiles: list[str]) -> str:
    return "  ".join(tiles) or "-"


def _became(entry: Mapping[str, Any], seat: int) -> str:
    """Return what became of a bet."""
    bet, won = entry["bets"][seat], entry["won"][seat]
    if won == [bet]:
        return "goes to the stash"
    if won:
        return f"stashes {_tiles(won)}"
    if bet in entry["pot"]:
        return "goes to the pot"
    return "is lost to another stash"


def _tell_round(game: Hand, number: int, hands: list[list[str]]) -> list[str]:
    """Return the lines of a round; ``hands`` are held before it, and are brought up to date."""
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
        line = f"bets {bet}: {_became(entry, seat)}; keeps {_tiles(hands[seat])}"
        lines.append(f"  {who(game, seat):<28} {line}")
    lines.append(f"  in the pot: {_tiles(entry['pot'])}")
    return lines


def tell_end(game: Hand) -> list[str]:
    """Return what came of a game: the stashes."""
    lines = ["Stashes"]
    for seat in places(game):
        tiles = game["stash"][seat]
        shares = "shares the win" if len(game["winners"]) > 1 else "wins"
        mark = shares if seat in game["winners"] else ""
        stash = how_many(len(tiles), "tile")
        lines.append(f"  {who(game, seat):<28} {stash:>8} {mark:<15} {_tiles(tiles)}".rstrip())
    return lines


def tell_play(game: Hand, row: Ints) -> list[str]:
    """Return what was played: every round with bets, dice and what is kept."""
    first = game["first_roller"]
    lines = [address(game, f"{game['lineup'][first]} (seat {first}) rolls first", "game")]
    if game["removed"]:
        lines.append(f"  out of the set: {_tiles(game['removed'])}")
    hands: list[list[str]] = [[] for _ in range(game["players"])]
    for number in range(len(game["rounds"])):
        lines += _tell_round(game, number, hands)
    return lines


def refused(decision: str, answer: int, seen: Mapping[str, int]) -> str:
    """Return the sentence about a bet against the rules; ``seen``: the strategy's view."""
    return refusal(tile_said(answer), names(seen["hand"]))


#: What a tile does that wins every bet and the pot, by the rule that settled the round.
_WINS_ALL = {"double_double": "is the double that was rolled", "double": "matches both dice"}


def _fate(entry: Mapping[str, Any], seat: int) -> str:
    """Return what became of a bet, and why."""
    bet, won, rule, dice = entry["bets"][seat], entry["won"][seat], entry["rule"], entry["dice"]
    if won and rule in _WINS_ALL:
        return f"{_WINS_ALL[rule]} and wins all bets and the pot: {'  '.join(won)}"
    if rule == "double_blank":
        stops = "stops every winner and " if bet == "0-0" else ""
        return f"{stops}goes to the pot"
    if bet in entry["pot"]:
        lacks = " and ".join(f"no {number}" for number in dict.fromkeys(dice))
        return f"shows {lacks} and goes to the pot"
    if won and bet.endswith("-0"):
        return f"takes all bets that show a {bet[0]}: {'  '.join(won)}"
    if not won:
        return "is taken"
    shown = next(end for end in bet.split("-") if int(end) in dice)
    return f"shows a {shown} and goes to the stash"


def tell_settlement(game: Hand, number: int, chairs: Sequence[int], me: int) -> list[str]:
    """Return the dice of a round, what became of the bets, ``me`` being "you", and the pot."""
    entry = game["rounds"][number]
    a, b = entry["dice"]
    lines = [f"round {number + 1}: the dice show {a} and {b}"]
    for seat in chairs:
        whose = "your" if seat == me else f"{called(game, chairs, seat)}'s"
        lines.append(f"  {whose} {entry['bets'][seat]} {_fate(entry, seat)}")
    return [*lines, f"  in the pot: {'  '.join(entry['pot']) or 'nothing'}"]
