"""Turns of Domino Pool as a seat sees them, from a hand history."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from numpy.typing import NDArray

from simulate.books.tally import Ints
from simulate.domino.deck import shuffle
from simulate.domino.tiles import (
    ALL_TILES,
    DOUBLES,
    HIGH,
    LOW,
    SHOWS,
    TILES,
    members,
    name,
    names,
    parse,
)
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.narrating import how_many
from simulate.games.pool.by_lot import BY_LOT
from simulate.games.pool.kernel import (
    pass_lead,
    play_dealt,
    play_hand,
    seat_from_leader,
    take_chairs,
)
from simulate.games.pool.playing import HAND_SIZES, NEVER_DRAWN
from simulate.games.pool.row import AT, SEATS
from simulate.games.pool.rules import PoolRules, most_stars
from simulate.games.pool.views import DRAWS_FROM, NO_OPTION, RIGHT, STAR_NUMBER
from simulate.games.rules import Rules
from simulate.games.scripts import GIVEN, SAID
from simulate.games.spot import (
    UNKNOWN,
    Asking,
    Chance,
    Event,
    Group,
    Said,
    Shown,
    Spot,
    called,
    dealt_deck,
    dealt_tiles,
    entry,
    no_extra,
    nothing_fixed,
    tile_set,
)
from simulate.machine.table import BASE, Table

#: Sessions from this number on belong to no run; and the most hands that a game is played on for.
_SESSIONS, _LONGEST = 1 << 41, 1000


def play_on(table: Table, scratch: Any) -> int:
    """Play a hand from the deal; leader, pool and scores are set, and the stakes are paid."""
    shuffle(table)
    seat_from_leader(table)
    play_dealt(table)
    return 0


def play_with_lots(table: Table, scratch: Any) -> int:
    """Play a session's first hand: see ``PoolAsking.opens``."""
    shuffle(table)
    take_chairs(table)
    play_dealt(table)
    return 0


def play_to_the_end(table: Table, scratch: Any) -> int:
    """Play the hands that follow, until the game is over; ``value`` is what all of them bring.

    The tiles of later hands are those of a session that no run has, the same for every answer.
    """
    table[BASE.stacked] = 0
    table[BASE.session] = _SESSIONS | table[BASE.key] & (_SESSIONS - 1)
    for seat in range(table[AT.seats]):
        scratch[seat] = table[AT.value + seat]
    for _ in range(_LONGEST):
        if table[AT.game_over]:
            break
        pass_lead(table)
        table[BASE.number] += 1
        play_hand(table)
        for seat in range(table[AT.seats]):
            scratch[seat] += table[AT.value + seat]
    for seat in range(table[AT.seats]):
        table[AT.value + seat] = scratch[seat]
    return 0


@dataclass(frozen=True)
class _Turn:
    """A turn: who has it, the option played (``NO_OPTION`` for a pass), and the tile drawn."""

    seat: int
    option: int
    drew: bool
    drawn: int | None


def _turns(hand: Mapping[str, Any]) -> list[_Turn]:
    """Return the turns of a hand: a draw and what follows it are one."""
    turns, drew, drawn = [], False, None
    for play in entry(hand, "plays"):
        if "draw" in play:
            drew, drawn = True, None if play["draw"] is None else parse(str(play["draw"]))
            continue
        option = NO_OPTION
        if not play.get("pass"):
            option = parse(str(play["tile"])) + RIGHT * (play.get("end") == "right")
        turns.append(_Turn(int(play["seat"]), option, drew, drawn))
        drew, drawn = False, None
    return turns


def _decides_to_draw(rules: PoolRules, turn: _Turn, stock: int) -> bool:
    """Tell whether a seat was asked in a turn if it draws a tile, with so many in the stock."""
    could = turn.drew or (turn.option == NO_OPTION and stock > NEVER_DRAWN)
    return rules.draw == "may" and could


def _chairs(hand: Mapping[str, Any]) -> list[int]:
    """Return the seats dealt in, from the leader to the left."""
    seats, leader = int(entry(hand, "players")), int(entry(hand, "leader"))
    out = {seat for seat, score in enumerate(hand.get("score_before") or []) if score is None}
    ahead = [(leader + k) % seats for k in range(seats)]
    return [seat for seat in ahead if seat not in out]


class PoolAsking(Asking):
    """How Domino Pool is asked about."""

    legal: ClassVar = dict.fromkeys(("play", "draw", "star"), (AT.legal, 0))
    by_lot = BY_LOT
    play = staticmethod(play_on)
    scratch = SEATS

    def opens(self) -> Callable[[Any, Any], int]:
        """Play a hand from the deal, the leader found as the rules say."""
        return play_with_lots

    def goes_on(self, rules: Rules) -> Callable[[Any, Any], int] | None:
        """Play a game hundred up to its end."""
        return play_to_the_end if find_game("pool").plays_to_the_end(rules) else None

    def chairs(self, hand: Mapping[str, Any]) -> list[int]:
        """Return the seats dealt in, from the leader to the left."""
        return _chairs(hand)

    def events(self, hand: Mapping[str, Any], rules: Rules) -> list[Event]:
        """Return the turns in which a tile was played, or might have been drawn; then who stars."""
        if getattr(rules, "bankroll", None):
            raise BoneyardError("advice with a bankroll: the chips of every seat would have to be "
                                "known; leave bankroll out")
        assert isinstance(rules, PoolRules)
        chairs, events = _chairs(hand), []
        who = partial(called, hand, chairs)
        stock = TILES - len(chairs) * int(HAND_SIZES[len(chairs)])
        for k, turn in enumerate(_turns(hand)):
            if turn.seat != chairs[k % len(chairs)]:
                raise BoneyardError(f"turn {k + 1}: it is {who(chairs[k % len(chairs)])}'s, "
                                    f"not {who(turn.seat)}'s")
            passes = turn.option == NO_OPTION
            if _decides_to_draw(rules, turn, stock):
                does = "draws" if turn.drew else "does not draw"
                events.append(Event(turn.seat, "draw", DRAWS_FROM + k // len(chairs),
                                    int(turn.drew), f"turn {k + 1}: {who(turn.seat)} {does}"))
            stock -= turn.drew
            if not passes:
                tile = turn.option % RIGHT
                events.append(Event(turn.seat, "play", k // len(chairs), turn.option,
                                    f"turn {k + 1}: {who(turn.seat)} plays {name(tile)}", k == 0))
        return events + _stars(hand, rules, chairs)

    def unasked(
        self, hand: Mapping[str, Any], rules: Rules, seat: int
    ) -> list[tuple[int, str]]:
        """Return the passes and the draws that nobody decided, and the tiles that a seat drew."""
        assert isinstance(rules, PoolRules)
        chairs, turns, decided, said = _chairs(hand), _turns(hand), 0, []
        stock = TILES - len(chairs) * int(HAND_SIZES[len(chairs)])
        for k, (turn, ends) in enumerate(zip(turns, _ends(turns), strict=True)):
            about = f"turn {k + 1}: {called(hand, chairs, turn.seat)}"
            decides, passes = _decides_to_draw(rules, turn, stock), turn.option == NO_OPTION
            decided += decides
            stock -= turn.drew
            if turn.drew and turn.seat == seat and turn.drawn is not None:
                said.append((decided, f"{about} draws {name(turn.drawn)}"))
            elif turn.drew and not decides:
                said.append((decided, f"{about} draws a tile"))
            if passes and (turn.drew or not decides):
                lacks = " and ".join(f"no {number}" for number in dict.fromkeys(ends))
                said.append((decided, f"{about} passes: {lacks}"))
            decided += not passes
        return said

    def lies(self, hand: Mapping[str, Any], events: Sequence[Event], index: int) -> str:
        """Return the line before a turn, and what the seat holds; or what it is to star."""
        asked, chairs = events[index], _chairs(hand)
        if asked.decision == "star":
            return _star_in_words(hand, asked.seat, chairs)
        now = len(chairs) * (asked.number % DRAWS_FROM) + chairs.index(asked.seat)
        turns = _turns(hand)
        own = [parse(str(tile)) for tile in entry(hand, "dealt")[asked.seat]]
        own += [turn.drawn for turn in turns[: now + (asked.decision == "play")]
                if turn.seat == asked.seat and turn.drawn is not None]
        played = [turn.option % RIGHT for turn in turns[:now] if turn.option != NO_OPTION]
        held = " ".join(name(tile) for tile in own if tile not in played)
        line = " ".join(_line(turns[:now]))
        return f"the line is {line}; you hold {held}" if line else ""

    def spot(
        self, hand: Mapping[str, Any], rules: Rules, events: Sequence[Event], index: int
    ) -> Spot:
        """Return what the seat knows that takes turn ``index``."""
        asked, before, chairs = events[index], events[:index], _chairs(hand)
        if asked.decision == "star":
            return _spot_of_star(hand, rules, asked, before, chairs)
        now = len(chairs) * (asked.number % DRAWS_FROM) + chairs.index(asked.seat)
        turns = _turns(hand)
        drew_now = turns[now : now + 1] if asked.decision == "play" else []
        fixed, groups = _deck(hand, asked.seat, turns[:now], drew_now, chairs)
        said = tuple(Said(event.seat, event.decision, event.number,
                          GIVEN if event.seat == asked.seat else SAID, event.answer or 0,
                          event.about) for event in before)
        shown = tuple(
            Shown(AT.choice_of + k, turn.option, _about(turn, k, called(hand, chairs, turn.seat)))
            for k, turn in enumerate(turns[:now]))
        return Spot(asked, _state(hand, rules, chairs), fixed, groups, said, shown, no_extra())

    def state(self, hand: Mapping[str, Any], rules: Rules) -> dict[int, int]:
        """Return the entries of the row as they stand before the deal."""
        return _state(hand, rules, _chairs(hand))

    def chances(
        self, hand: Mapping[str, Any], rules: Rules, events: Sequence[Event], seat: int
    ) -> list[Chance]:
        """Return the deal."""
        chairs = _chairs(hand)
        dealt = dealt_tiles(hand, chairs, seat)
        deck = dealt_deck(dealt, chairs, int(HAND_SIZES[len(chairs)]))
        return [Chance(deck, 0, all_told=len(dealt) == len(chairs))] if dealt else []

    def of_note(
        self, hand: Mapping[str, Any], rules: Rules, events: Sequence[Event], index: int
    ) -> dict[str, int]:
        """Return the tiles that fit the open ends, and the doubles."""
        chairs, asked = _chairs(hand), events[index]
        if asked.decision == "star":
            return {}
        now = len(chairs) * (asked.number % DRAWS_FROM) + chairs.index(asked.seat)
        turns = _turns(hand)[:now]
        after = _ends([*turns, _Turn(asked.seat, NO_OPTION, False, None)])[-1]
        ends = dict.fromkeys(number for number in after if number >= 0)
        return {**{f"a {number}": int(SHOWS[number]) for number in ends}, "a double": DOUBLES}

    def answers(self, asked: Event, legal: int, row: Ints) -> list[int]:
        """Return the options that the rules allow."""
        return [option for option in range(NO_OPTION) if legal >> option & 1]

    def write(self, asked: Event, answer: int) -> Any:
        """Return an answer as a history writes it."""
        if asked.decision == "draw":
            return "draw" if answer else "pass"
        if asked.decision == "star":
            return "star" if answer else "out"
        end = "right" if answer >= RIGHT else "left"
        return {"tile": name(answer % RIGHT), "end": None if asked.opens else end}

    def kept(self, seat: int, rules: Rules) -> list[int]:
        """Return the seat's chips, of the hand or the game, the pool left, and who won a game."""
        return [AT.value + seat, AT.pool_next, AT.game_winners]


def _stars(hand: Mapping[str, Any], rules: PoolRules, chairs: Sequence[int]) -> list[Event]:
    """Return the decisions to star, the lowest score first, equals from the leader's left."""
    out, stars = hand.get("out") or [], hand.get("starred") or []
    if rules.star != "may" or not out or len(out) == len(chairs):
        return []
    already = _starred_before(hand, rules)
    places = most_stars(int(hand["players"])) - len(already)
    pips, score = entry(hand, "pips"), entry(hand, "score_before")
    order = [*chairs[1:], chairs[0]]
    events: list[Event] = []
    for seat in sorted(out, key=lambda seat: (score[seat] + pips[seat], order.index(seat))):
        if places > 0 and seat not in already:
            does = "stars" if seat in stars else "goes out"
            events.append(
                Event(seat, "star", STAR_NUMBER, int(seat in stars),
                      f"{called(hand, chairs, seat)} {does}"))
            places -= seat in stars
    return events


def _star_in_words(hand: Mapping[str, Any], seat: int, chairs: Sequence[int]) -> str:
    """Say what a seat has reached, what it pays to star, and with what it comes back."""
    rules = entry(hand, "rules")
    totals = {one: hand["score_before"][one] + hand["pips"][one] for one in chairs}
    highest = max(total for one, total in totals.items() if one not in hand["out"])
    return (f"you have {totals[seat]} of {rules['target']}: to star costs "
            f"{how_many(rules['contribution'], 'chip')} more, and you come back with {highest}; "
            f"the pool is {how_many(hand['pool'], 'chip')}")


def _starred_before(hand: Mapping[str, Any], rules: PoolRules) -> list[int]:
    """Return the seats that had starred before a hand.

    A hand may name them (``stars_before``). If it does not, the pool tells how many they were.
    Where every seat stars that may (``star=must``) and not all stars are taken, a seat that is out
    has starred before; of the seats still in, those with most pips that do not go out in this hand
    are taken to be they. Once all stars are taken it does not matter who took them.
    """
    if hand.get("stars_before") is not None:
        return [int(seat) for seat in hand["stars_before"]]
    score, out = hand.get("score_before") or [], hand.get("out") or []
    gone = [seat for seat, pips in enumerate(score) if pips is None] if rules.star == "must" else []
    inside = [seat for seat, pips in enumerate(score) if pips is not None and seat not in out]
    first = [*gone, *sorted(inside, key=lambda seat: -score[seat])]
    return first[:_stars_paid(hand, rules, bool(gone))]


def _stars_paid(hand: Mapping[str, Any], rules: PoolRules, some_are_gone: bool) -> int:
    """Return how many stars were paid before a hand; without a pool, all if a seat is out."""
    if hand.get("pool") is None:
        return most_stars(int(hand["players"])) if some_are_gone else 0
    return max(int(hand["pool"]) // max(rules.contribution, 1) - int(hand["players"]), 0)


def _spot_of_star(
    hand: Mapping[str, Any], rules: Rules, asked: Event, before: Sequence[Event],
    chairs: list[int],
) -> Spot:
    """Return what a seat that may star knows: all hands were laid open to count their pips."""
    fixed, size, stock = nothing_fixed(), int(HAND_SIZES[len(chairs)]), 0
    dealt = dealt_tiles(hand, chairs, asked.seat)
    if len(dealt) < len(chairs):
        raise BoneyardError(f"{asked.about}: the hand does not tell what everybody was dealt")
    for p, seat in enumerate(chairs):
        fixed[size * p : size * (p + 1)] = dealt[seat]
        stock += size
    for k, turn in enumerate(_turns(hand)):
        if turn.drew:
            fixed[stock] = _drawn(turn, None, True, k)
            stock += 1
    said = tuple(Said(event.seat, event.decision, event.number, GIVEN, event.answer or 0,
                      event.about) for event in before)
    return Spot(asked, _state(hand, rules, chairs), fixed, (), said, (), no_extra())


def _about(turn: _Turn, k: int, who: str) -> str:
    does = "passes" if turn.option == NO_OPTION else f"plays {name(turn.option % RIGHT)}"
    return f"turn {k + 1}: {who} {does}"


def _ends(turns: Sequence[_Turn]) -> list[tuple[int, int]]:
    """Return the open ends before each turn; (-1, -1) before the first tile."""
    left, right, ends = -1, -1, []
    for turn in turns:
        ends.append((left, right))
        if turn.option == NO_OPTION:
            continue
        tile = turn.option % RIGHT
        high, low = int(HIGH[tile]), int(LOW[tile])
        if left < 0:
            left, right = high, low
        elif turn.option >= RIGHT:
            right = high + low - right
        else:
            left = high + low - left
    return ends


def _line(turns: Sequence[_Turn]) -> list[str]:
    """Return the tiles of a line from left to right, each as it lies."""
    line: list[str] = []
    for turn, (left, right) in zip(turns, _ends(turns), strict=True):
        if turn.option == NO_OPTION:
            continue
        tile = turn.option % RIGHT
        high, low = int(HIGH[tile]), int(LOW[tile])
        if not line:
            line.append(f"{high}-{low}")
        elif turn.option >= RIGHT:
            line.append(f"{right}-{high + low - right}")
        else:
            line.insert(0, f"{high + low - left}-{left}")
    return line


def _deck(
    hand: Mapping[str, Any], me: int, turns: Sequence[_Turn], now: Sequence[_Turn],
    chairs: list[int],
) -> tuple[NDArray[Any], tuple[Group, ...]]:
    """Return what a seat knows of the order in which the tiles come."""
    fixed, size, ends = nothing_fixed(), int(HAND_SIZES[len(chairs)]), _ends(turns)
    hands = {seat: _Held(list(range(size * p, size * (p + 1)))) for p, seat in enumerate(chairs)}
    stock = size * len(chairs)
    who = called(hand, chairs, me)
    own = tile_set(entry(hand, "dealt")[me], f"dealt to {who}")
    if own.bit_count() != size:
        raise BoneyardError(f"{who} is dealt {' '.join(names(own)) or 'nothing'}: a hand is "
                            f"{size} tiles with {len(chairs)} players")
    fixed[hands[me].slots] = list(members(own))
    for k, turn in enumerate(turns):
        tile = turn.option % RIGHT if turn.option != NO_OPTION else None
        if turn.drew:
            hands[turn.seat].deny(ends[k])
            fixed[stock] = _drawn(turn, tile, turn.seat == me, k)
            hands[turn.seat].draw(stock, int(fixed[stock]) != UNKNOWN)
            stock += 1
        elif tile is not None and turn.seat != me:
            hands[turn.seat].show(tile)
        if tile is None:
            hands[turn.seat].deny(ends[k])
    for turn in now:
        if turn.drew:
            fixed[stock] = _drawn(turn, None, True, len(turns))
    groups = [held.group() for seat, held in hands.items() if seat != me]
    return fixed, tuple(group for group in groups if group.known or set(group.open) != {ALL_TILES})


def _drawn(turn: _Turn, tile: int | None, is_own: bool, k: int) -> int:
    """Return the tile of a draw if it is known: everybody sees one that is played at once."""
    if not is_own:
        return UNKNOWN if tile is None else tile
    if turn.drawn is None:
        raise BoneyardError(f"turn {k + 1}: a tile is drawn, and the hand does not tell which")
    return turn.drawn


class _Held:
    """The tiles of one seat as they came to it, and what it has shown of them."""

    def __init__(self, slots: list[int]) -> None:
        self.slots, self.open = slots, [ALL_TILES] * len(slots)
        self._known: list[tuple[int, int, int]] = []

    def draw(self, slot: int, is_known: bool) -> None:
        """Take a tile from the stock; a known one is in no other hand."""
        if not is_known:
            self.slots.append(slot)
            self.open.append(ALL_TILES)

    def show(self, tile: int) -> None:
        """Play a tile: it came after the seat was last without both of its numbers."""
        first = next((i for i, can in enumerate(self.open) if can >> tile & 1), len(self.open))
        if first == len(self.open):
            raise BoneyardError(f"{name(tile)} is played by a seat that passed when it fitted")
        self._known.append((tile, first, len(self.slots)))

    def deny(self, ends: tuple[int, int]) -> None:
        """Pass, or draw: nothing held fits."""
        fits = int(SHOWS[ends[0]] | SHOWS[ends[1]])
        self.open = [can & ~fits for can in self.open]

    def group(self) -> Group:
        """Return what is known of the tiles."""
        return Group(tuple(self.slots), tuple(self._known), tuple(self.open))


def _state(hand: Mapping[str, Any], rules: Rules, chairs: list[int]) -> dict[int, int]:
    """Return the row's entries as they stand before the deal."""
    assert isinstance(rules, PoolRules)
    pool, starred = hand.get("pool"), _starred_before(hand, rules)
    stakes = int(hand["players"]) + len(starred)
    state = {
        AT.leader: chairs[0], BASE.number: int(hand.get("hand") or 0),
        AT.seats_in: sum(1 << seat for seat in chairs),
        AT.pool: stakes * rules.contribution if pool is None else int(pool),
    }
    state[AT.stars] = sum(1 << seat for seat in starred)
    for seat, score in enumerate(hand.get("score_before") or []):
        state[AT.score + seat] = 0 if score is None else int(score)
    return state


ASKING = PoolAsking()
