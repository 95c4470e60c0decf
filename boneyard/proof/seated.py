"""Strategies at the oracle's table: what the kernels do, done again in plain Python.

Views are built from the oracle's state and nothing else, and decisions left to chance follow the
exact definition of ``random`` in the rules. Each game has a module ``at_the_oracle`` of its own:
what its views show (``Seated``), how a session is played (``by_oracle``), and a strategy whose
choices depend on all that it is shown, so that nothing can be wrong unnoticed (``Witness``)."""

from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from boneyard.proof.randomness import deck, hand_key, pick, word
from simulate.machine.compiling import helper
from simulate.runs.run import Run


def tile_number(tile: str) -> int:
    high, low = int(tile[0]), int(tile[2])
    return high * (high + 1) // 2 + low


def bits(things: Iterable[int]) -> int:
    return sum(1 << thing for thing in set(things))


def tiles(names: Iterable[str]) -> int:
    return bits(map(tile_number, names))


def packed(numbers: Iterable[int], width: int) -> int:
    return sum(number << width * p for p, number in enumerate(numbers))


@helper
def mixed(first: int, fields: Sequence[int]) -> int:
    """Return a number that depends on all of some, of which the fields are not huge."""
    for field in fields:
        first = (first & 0xFFFFFFFF ^ first >> 32) * 31 + field
    return first % 65537


def decks(run: Run, session: int) -> Callable[[int], list[str]]:
    """Return the decks of the hands of a session."""
    return lambda hand: deck(run.seed, session, hand)


@cache
def _class_of(names: tuple[str, ...]) -> Any:
    """Return a class that compiled helpers take as well; one, for numba compiles for each."""
    return namedtuple("Parameters", names)


class Seated:
    """A decider for the oracle that plays the line-up of a run."""

    def __init__(self, run: Run, session: int) -> None:
        self.run, self.players = run, run.players
        self._key = cache(lambda hand: hand_key(run.seed, session, hand))

    def word(self, state: Any, number: int, seat: int | None = None) -> int:
        """Return the randomness of a decision of the seat that is asked."""
        return word(self._key(state.hand_index), state.seat if seat is None else seat, number)

    def by_chance(self, state: Any, decision: str) -> bool:
        """Return whether a decision is left to chance."""
        return self.players[state.seat].decisions[decision] is None

    def ask(self, state: Any, decision: str, view: Any) -> int:
        """Return what the strategy of the seat answers."""
        player = self.players[state.seat]
        chart = {} if player.chart is None else {"chart": player.chart}
        given = {**player.parameters, **chart}
        return int(player.decisions[decision](view, _class_of((*given,))(**given)))

    def one_of(
        self, state: Any, decision: str, options: Sequence[Any], number_of: Callable[[Any], int],
        luck: int, view: Callable[[], Any],
    ) -> Any:
        """Return the option of a seat: by lot, the only one, or the one that it answers with."""
        ordered = sorted(options, key=number_of)
        if self.by_chance(state, decision):
            return ordered[pick(luck, len(ordered))]
        if len(ordered) == 1:
            return ordered[0]
        answer = self.ask(state, decision, view())
        return next(option for option in ordered if number_of(option) == answer)


class SeatedAtTricks(Seated):
    """Leads and follows; a game supplies what a seat knows then (``playing``)."""

    #: ``playing(state, legal)``: what a seat knows that leads or follows.
    playing: Callable[[Any, list[str]], Any]
    #: The number of the first trick's decision.
    first_trick = 3

    def lead(self, state: Any, options: list[tuple[str, int]]) -> tuple[str, int]:
        legal = sorted({tile for tile, _ in options}, key=tile_number)
        if self.by_chance(state, "lead"):
            luck = self.word(state, self.first_trick + len(state.tricks))
            tile = legal[pick(luck, len(legal))]
            return tile, sorted(suit for one, suit in options if one == tile)[-(luck & 1)]
        return self.one_of(state, "lead", options, lambda lead: tile_number(lead[0]) * 8 + lead[1],
                           0, lambda: self.playing(state, legal))

    def follow(self, state: Any, legal: list[str]) -> str:
        luck = self.word(state, self.first_trick + len(state.tricks))
        return self.one_of(
            state, "follow", legal, tile_number, luck, lambda: self.playing(state, legal))

    def at_tricks(
        self, state: Any, legal: Iterable[str], suits: Any, playing: Iterable[int],
        discarded: Iterable[str], must_trump: bool = False,
    ) -> dict[str, int]:
        """Return what a view shows of the tricks; ``discarded`` are tiles out for all it knows."""
        position, trick = state.seats.index, state.trick
        plays = trick.plays if trick else []
        winner = suits.winner(trick) if trick else -1
        seats_in = bits(map(position, playing))
        done = bits(position(seat) for seat, _ in plays) | 1 << position(state.seat)
        played, voids = [tile for _, tile in plays], 0
        for one in [*state.tricks, *([trick] if trick else [])]:
            played += [tile for _, tile in one.plays if one is not trick]
            for seat, tile in one.plays[1:]:
                if one.suit not in suits.suits_of(tile):
                    shown = {one.suit, *([suits.trump] if must_trump and not suits.is_trump(tile)
                                         else ())}
                    voids |= bits(suit + 8 * position(seat) for suit in shown)
        return {
            "hand": tiles(state.hands[state.seat]), "legal": tiles(legal), "seats_in": seats_in,
            "to_come": seats_in & ~done, "trick": len(state.tricks),
            "led": trick.suit if trick else -1, "played": tiles(played), "voids": voids,
            "winning": tile_number(dict(plays)[winner]) if trick else -1,
            "winner": position(winner) if trick else -1, "discarded": tiles(discarded),
            "tricks": packed((state.tricks_won[seat] for seat in state.seats), 4)}
