"""Domino Casino: a decision and a game as people type them."""

from __future__ import annotations

from typing import Any

from reports.typed.hand import GameWords, Typed, tiles_of
from reports.typed.told import Asked, Told
from simulate.domino.tiles import name, parse
from simulate.errors import BoneyardError
from simulate.games.spot import asking
from simulate.runs.run import Run
from simulate.whole_numbers import whole


def _read_decision(run: Run, told: Told, me: int) -> Asked:
    seats = len(run.players)
    rounds: list[dict[str, Any]] = []
    own_bets: list[str] = []
    for number, part in enumerate(filter(None, (p.strip() for p in told.seen.split(";")))):
        bets, slash, dice = part.partition("/")
        tiles, rolled = [name(parse(word)) for word in bets.split()], dice.split()
        if not slash or len(tiles) != seats or len(rolled) != 2:
            raise BoneyardError(
                f"seen, round {number + 1}: {part!r} is no round: write a bet a seat, from the "
                "first roller on, a slash and the dice, as in 6-4 2-1 5-5 3-0 / 3 4")
        rounds.append({"bets": tiles, "dice": [whole(die, "dice", 1, 6) for die in rolled],
                       "drawn": [[] for _ in range(seats)]})
        own_bets.append(tiles[me])
    held = told.tiles("hand")
    rounds.append({"bets": [None] * seats, "drawn": [[] for _ in range(seats)]})
    # Any order in which the seat can have drawn its tiles will do.
    mine = [*own_bets, *held]
    for number, entry in enumerate(rounds):
        size = 3 if number == 0 else 1
        entry["drawn"][me], mine = mine[:size], mine[size:]
    if mine:
        raise BoneyardError(f"hand {told.hand!r}: too many tiles for round {len(rounds)}")
    hand = {"game": run.game, "players": seats, "first_roller": 0, "rounds": rounds}
    events = asking("casino").events(hand, run.rules)
    return hand, events, seats * (len(rounds) - 1) + me


def _read_hand(typed: Typed) -> None:
    hand, seats = typed.hand, typed.seats
    drawn = [tiles or [] for tiles in typed.tiles_by_seat()]
    rounds: list[dict[str, Any]] = []
    for line in typed.take_all("bets"):
        words = line.words
        slash = next((k for k, word in enumerate(words) if word.text == "/"), len(words))
        if slash != seats or len(words) != seats + 3:
            raise BoneyardError(
                f"line {line.number}: a round is a bet of each of the {seats} players in the order "
                "in which they were named, a slash and the dice, as in bets: 6-4 2-1 5-5 / 3 4")
        first, stop = (0, 3) if not rounds else (len(rounds) + 2, len(rounds) + 3)
        rounds.append({
            "bets": tiles_of(words[:seats]), "dice": [word.whole(1, 6) for word in words[-2:]],
            "drawn": [tiles[first:stop] for tiles in drawn]})
    if not rounds:
        raise BoneyardError("the game has no bets: write a line for each round, "
                            "bets: 6-4 2-1 5-5 / 3 4")
    hand["rounds"] = rounds
    won = typed.take("winners")
    if won is not None:
        hand["winners"] = [typed.seat(word) for word in won.words]


WORDS = GameWords(_read_decision, _read_hand, first="first roller", lines=("bets", "winners"),
                  asks_for=("seen",))
