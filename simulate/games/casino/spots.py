"""Bets of Casino as a seat sees them, from the history of a game."""

from __future__ import annotations

from typing import Any, ClassVar

from numpy.typing import NDArray

from simulate.books.tally import Ints
from simulate.domino.tiles import ALL_TILES, DOUBLES, SHOWS, TILES, members, name, parse
from simulate.errors import BoneyardError
from simulate.games.casino.history import tell_settlement
from simulate.games.casino.kernel import play_game
from simulate.games.casino.row import AT, HOLDS, REMOVED, ROLLS_A_WORD, SEATS
from simulate.games.casino.settling import COUNTS, ROLLS, tiles_won
from simulate.games.game import Hand
from simulate.games.narrating import how_many
from simulate.games.rules import Rules
from simulate.games.scripts import any_of_hand
from simulate.games.spot import (
    UNKNOWN,
    Asking,
    Chance,
    Event,
    Events,
    Group,
    Shown,
    Spot,
    called,
    entry,
    heard,
    no_extra,
    nothing_fixed,
    tile_set,
)
from simulate.machine.table import Table


def play_on(table: Table, scratch: Any) -> int:
    """Play a game; ``scratch`` has room for what a run counts."""
    play_game(table, scratch, True)
    for seat in range(table[AT.seats]):
        table[AT.value + seat] = tiles_won(table[AT.score + seat])
    return 0


def _slots(seat: int, number: int, seats: int) -> list[int]:
    """Return the places of the deck from which a seat has drawn when it bets in a round."""
    start = REMOVED[seats]
    first = start + (HOLDS - 1) * seat
    drawn = [start + (HOLDS - 1 + k) * seats + seat for k in range(number + 1)]
    return [slot for slot in [first, first + 1, *drawn] if slot < TILES]


class CasinoAsking(Asking):
    """How Casino is asked about."""

    legal: ClassVar = {"bet": (AT.hand, 0)}
    by_lot: ClassVar = {"bet": any_of_hand}
    play = staticmethod(play_on)
    scratch = COUNTS
    held_by_seat = True

    def chairs(self, hand: Hand) -> list[int]:
        """Return the seats from the first roller to the left."""
        seats, first = int(entry(hand, "players")), int(entry(hand, "first_roller"))
        return [(first + k) % seats for k in range(seats)]

    def events(self, hand: Hand, rules: Rules) -> list[Event]:
        """Return the bets of a game round by round."""
        seats, events, chairs = int(entry(hand, "players")), [], self.chairs(hand)
        for number, play in enumerate(entry(hand, "rounds")):
            bets = play.get("bets") or [None] * seats
            if len(bets) != seats:
                raise BoneyardError(f"round {number + 1} has {how_many(len(bets), 'bet')} for "
                                    f"{seats} seats")
            for seat, word in enumerate(bets):
                tile = None if word is None else parse(str(word))
                bet = "" if tile is None else f" {name(tile)}"
                events.append(Event(seat, "bet", number, tile,
                                    f"round {number + 1}: {called(hand, chairs, seat)} bets{bet}"))
        return events

    def spot(self, hand: Hand, rules: Rules, events: Events, index: int) -> Spot:
        """Return what the seat knows that makes bet ``index``: all bets of a round are secret."""
        asked, seats = events[index], int(entry(hand, "players"))
        before = [event for event in events[:index] if event.number < asked.number]
        for event in before:
            if event.answer is None:
                raise BoneyardError(f"{event.about}: the game does not tell which tile")
        fixed, groups = self._deck(hand, asked, before, seats)
        said = tuple(heard(event, asked.seat) for event in before)
        shown = tuple(Shown(AT.bet_of + SEATS * event.number + event.seat,
                            1 << (event.answer or 0), event.about) for event in before)
        return Spot(asked, {}, fixed, groups, said, shown, _rolls(hand, asked.number, seats))

    def _deck(
        self, hand: Hand, asked: Event, before: Events, seats: int
    ) -> tuple[NDArray[Any], tuple[Group, ...]]:
        """Return what a seat knows of the order in which the tiles come."""
        fixed, groups = nothing_fixed(), []
        for seat in range(seats):
            slots = _slots(seat, asked.number, seats)
            if seat == asked.seat:
                who = called(hand, self.chairs(hand), seat)
                drawn = [play["drawn"][seat] for play in hand["rounds"][: asked.number + 1]]
                tiles = [tile for k, words in enumerate(drawn)
                         for tile in members(tile_set(words, f"round {k + 1}: drawn by {who}"))]
                if len(tiles) != len(slots):
                    raise BoneyardError(
                        f"{who} has drawn {how_many(len(tiles), 'tile')} by round "
                        f"{asked.number + 1}, not {len(slots)}")
                fixed[slots] = tiles
            elif before:
                known = tuple((event.answer or 0, 0, min(event.number + HOLDS, len(slots)))
                              for event in before if event.seat == seat)
                groups.append(Group(tuple(slots), known, (ALL_TILES,) * len(slots)))
        return fixed, tuple(groups)

    def unasked(self, hand: Hand, rules: Rules, seat: int) -> list[tuple[int, str]]:
        """Return how each round was settled, as a seat's player is told it."""
        return [(hand["players"] * (number + 1), line)
                for number in range(len(hand["rounds"]))
                for line in tell_settlement(hand, number, self.chairs(hand), seat)]

    def state(self, hand: Hand, rules: Rules) -> dict[int, int]:
        """Return the entries of the row as they stand before the deal: there are none."""
        return {}

    def chances(self, hand: Hand, rules: Rules, events: Events, seat: int) -> list[Chance]:
        """Return the tiles drawn and the dice, round by round; none if not all are told."""
        seats, deck, found = int(entry(hand, "players")), nothing_fixed(), []
        for number, play in enumerate(entry(hand, "rounds")):
            for who, words in enumerate(play.get("drawn") or [()] * seats):
                known = _slots(who, number - 1, seats) if number else []
                slots = [slot for slot in _slots(who, number, seats) if slot not in known]
                if len(words or ()) != len(slots):
                    return []
                deck[slots] = list(members(tile_set(words, f"round {number + 1}: drawn")))
            for rolled in (0, 1):
                found.append(Chance(deck.copy(), seats * (number + rolled),
                                    _rolls(hand, number + rolled, seats)))
        return found

    def nothing_drawn(self, hand: Hand) -> NDArray[Any]:
        """Return the rolls, none of which is known, nor who rolls first."""
        return _rolls({**hand, "first_roller": UNKNOWN}, 0, int(entry(hand, "players")))

    def of_note(self, hand: Hand, rules: Rules, events: Events, index: int) -> dict[str, int]:
        """Return the double blank, the other blanks and the doubles."""
        return {"0-0": int(DOUBLES & SHOWS[0]), "another blank": int(SHOWS[0] & ~DOUBLES),
                "a double": DOUBLES}

    def answers(self, asked: Event, legal: int, row: Ints) -> list[int]:
        """Return the tiles that may be bet."""
        return list(members(legal))[::-1]

    def write(self, asked: Event, answer: int) -> Any:
        return name(answer)

    def kept(self, seat: int, rules: Rules) -> list[int]:
        """Return the tiles of the seat's stash, and of every seat's."""
        return [AT.value + seat, *range(AT.value, AT.value + SEATS)]


def _rolls(hand: Hand, rounds: int, seats: int) -> NDArray[Any]:
    """Return the first roller and the rolls: those of the rounds before are known."""
    extra = no_extra()
    extra[0, 0] = seats, int(entry(hand, "first_roller"))
    for number in range(3 * ROLLS_A_WORD):
        word, k = divmod(number, ROLLS_A_WORD)
        roll = -1
        if number < rounds:
            a, b = hand["rounds"][number]["dice"]
            roll = 6 * (int(a) - 1) + int(b) - 1
        extra[word, k + (word == 0)] = ROLLS, roll
    return extra


ASKING = CasinoAsking()
