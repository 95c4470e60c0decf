"""Domino Casino: a decision and a game as people type them."""

from typing import Any

from reports.typed.hand import GameWords, Typed, tiles_of
from reports.typed.query import place_in
from simulate.errors import BoneyardError
from simulate.games.narrating import how_many
from simulate.games.spot import Event


def _read_hand(typed: Typed) -> None:
    hand, seats = typed.hand, typed.seats
    drawn = [tiles or [] for tiles in typed.tiles_by_seat()]
    rounds: list[dict[str, Any]] = []
    for number, line in enumerate(typed.take_all("bets"), 1):
        words = line.words
        slash = next((k for k, word in enumerate(words) if word.text == "/"), len(words))
        if slash != seats or len(words) != seats + 3:
            raise line.wrong(
                f"round {number} is no round: write a bet of each of the {seats} players, as they "
                "were named or from the first roller on, a slash and the dice, as in 6-4 2-1 5-5 / "
                "3 4")
        first, stop = (0, 3) if not rounds else (len(rounds) + 2, len(rounds) + 3)
        rounds.append({
            "bets": tiles_of(words[:seats]), "dice": [word.whole(1, 6) for word in words[-2:]],
            "drawn": [tiles[first:stop] for tiles in drawn]})
    hand["rounds"] = rounds
    won = typed.take("winners")
    if won is not None:
        hand["winners"] = [typed.seat(word) for word in won.words]


def _asked(typed: Typed, me: int) -> Event:
    """Return the bet of the next round, with the seat's tiles drawn in any order."""
    hand, rounds, seats = typed.hand, typed.hand["rounds"], typed.seats
    mine = [*(entry["bets"][me] for entry in rounds), *hand["holds"]]
    rounds.append({"bets": [None] * seats, "drawn": [[] for _ in range(seats)]})
    for number, entry in enumerate(rounds):
        size = 3 if number == 0 else 1
        entry["drawn"][me], mine = mine[:size], mine[size:]
    if mine:
        raise BoneyardError(f"hand: {how_many(len(mine), 'tile')} too many for round {len(rounds)}")
    return Event(me, "bet", len(rounds) - 1, None,
                 f"round {len(rounds)}: {place_in(hand, me)} bets")


WORDS = GameWords(_read_hand, _asked, first="first roller", lines=("bets", "winners"), seen="bets")
