"""A hand of tricks for a pool (``simulate.domino.pool_kit``): record, story, how it is asked.

In a history each declaration has what its seat threw and drew; where that is not known, ``changed``
may tell how many tiles it was.
"""

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

from numpy.typing import NDArray

from simulate.books.tally import Ints
from simulate.domino.pool_kit import DECLARE, KEEP, PASS, PLAY, POOL, keep_uniformly
from simulate.domino.tiles import ALL_TILES, HIGH, TILES, members, names, parse
from simulate.domino.trick_kit import HAND, TRICKS
from simulate.domino.tricks import plain
from simulate.errors import BoneyardError, unknown
from simulate.games import narrating, tricks
from simulate.games import spot as ask
from simulate.games.game import Hand
from simulate.games.narrating import how_many, who
from simulate.games.rules import Rules
from simulate.games.scripts import KEPT, WHOLE, any_legal
from simulate.machine.table import BASE

ACTIONS = {PASS: "pass", PLAY: "play"}
_DOES = {"pass": "passes", "play": "plays"}

# Histories, from the row of a hand: int64[row size].


def begun(row: Ints, players: int) -> dict[str, Any]:
    """Return a hand that a failing strategy stopped."""
    declared = [{"seat": seat, "action": ACTIONS[int(row[POOL.action + p])],
                 "discarded": names(row[HAND.gone + p]), "drawn": names(row[POOL.drawn + p])}
                for p, seat in enumerate(tricks.chairs_in(row)) if row[POOL.action + p]]
    at_tiles = row[BASE.decision] > KEEP
    return {"dealer": int(row[POOL.dealer]), **tricks.deal_in(row, players),
            "trump": int(row[HAND.trump]), "declarations": declared,
             "tricks": tricks.tricks_begun(row) if at_tiles else []}


def record(row: Ints, players: int) -> dict[str, Any]:
    """Return a hand of the exchange format from the row that it left."""
    won, chairs = tricks.won_in(row, players), tricks.chairs_in(row)
    looed = [bool(row[POOL.playing] >> chairs.index(seat) & 1 and not won[seat])
             for seat in range(players)]
    return {
        "hand": int(row[BASE.number]), **begun(row, players), "pool": int(row[POOL.pool]),
        "pool_next": int(row[POOL.pool_next]), "ante": [int(row[POOL.ante])] * players,
        "paid": narrating.by_seat(row, POOL.paid, players),
        "penalties": narrating.by_seat(row, POOL.penalties, players),
        "net": narrating.by_seat(row, POOL.value, players),
        "tricks": tricks.tricks_in(row, sum(won) if row[POOL.played_out] else 0), "tricks_won": won,
        "looed": looed}


def tell_play(hand: Hand, row: Ints) -> list[str]:
    """Return what was played, as lines."""
    lines = [f"  turn-up {hand['turn_up']}: trumps are {hand['trump']}s", "Who plays"]
    for one in hand["declarations"]:
        changes = f", changes {'  '.join(one['discarded'])} for {'  '.join(one['drawn'])}"
        lines.append(f"  {who(hand, one['seat']):<28} {_DOES[one['action']]}"
                     f"{changes if one['drawn'] else ''}")
    return tricks.tell_hand(hand, row, lines, plain.py_func(hand["trump"]))


def tell_end(hand: Hand) -> list[str]:
    """Return what came of it, as lines."""
    lines = [f"Money: the pool was {how_many(hand['pool'], 'chip')}"]
    for seat in narrating.places(hand):
        mark = "  looed" if hand["looed"][seat] else ""
        lines.append(f"  {who(hand, seat):<28} {how_many(hand['tricks_won'][seat], 'trick'):>8} "
                     f"{hand['net'][seat]:>+13,}{mark}")
    return [*lines, f"  the next pool starts from {hand['pool_next']:,}"]


def refused(decision: str, answer: int, seen: Mapping[str, int]) -> str:
    """Return what a strategy answered against the rules; ``seen`` is its view."""
    if decision == "keep":
        return narrating.refusal(
            f"the set {answer}", [f"all but {seen['most']} of", *names(seen["hand"])])
    return tricks.refused(PooledAsking.called, decision, answer, seen)


# Decisions, by lot and from histories.


def keep_by_lot(view: Any, p: Any) -> int:
    """Keep any tiles."""
    return keep_uniformly(view.hand, view.most, view.word)


def changed_by(entry: Mapping[str, Any]) -> tuple[int | None, int]:
    """Return the tiles that a seat threw, if they are known, and how many they were."""
    thrown = entry.get("discarded")
    if thrown is None:
        return None, int(entry.get("changed") or 0)
    tiles = ask.tile_set(thrown, "discarded")
    return tiles, tiles.bit_count()


class PooledAsking(tricks.TricksAsking):
    """How a hand for a pool is asked about, of which so many tiles may be changed."""

    legal = {"declare": (HAND.legal, 0), "keep": (POOL.may_keep, WHOLE),
             "lead": (HAND.legal, 3), "follow": (HAND.legal, 0)}
    by_lot = {"declare": any_legal, "keep": keep_by_lot, "lead": tricks.lead_by_lot,
              "follow": any_legal}
    called = {"declare": ACTIONS}
    hides, drops = {"keep": KEPT}, PASS
    before_tricks, turn_up_held = ACTIONS, True

    def __init__(
        self, play: Callable[[Any, Any], int], changes: int, tiles: int = TRICKS,
        must_trump: Callable[[Any], bool] = lambda rules: True,
    ) -> None:
        self.play, self._changes, self.tiles, self._must_trump = play, changes, tiles, must_trump

    def events(self, hand: Hand, rules: Rules) -> list[ask.Event]:
        chairs = ask.chairs_of(hand)
        events: list[ask.Event] = []
        changes: list[ask.Event] = []
        left = TILES - self.tiles * len(chairs)
        answers = {word: action for action, word in ACTIONS.items()}
        for one in tricks.in_turn(hand, "declarations", chairs):
            seat, word = one["seat"], str(one.get("action"))
            called = ask.called(hand, chairs, seat)
            if word not in answers:
                raise unknown("declaration", word, answers)
            events.append(
                ask.Event(seat, "declare", DECLARE, answers[word], f"{called} {_DOES[word]}"))
            # A seat of which no change is known has not changed yet, unless tricks have begun.
            changed = hand.get("tricks") or one.get("discarded") is not None or "changed" in one
            if word == "play" and left > 0 and changed:
                thrown, number = changed_by(one)
                dealt = ask.entry(hand, "dealt")[seat]
                known = thrown is not None and dealt is not None
                kept = ask.tile_set(dealt, "dealt") & ~(thrown or 0) if known else None
                does = f"{called} changes {how_many(number, 'tile')}"
                if number > min(left, self._changes):
                    raise BoneyardError(f"{does}: the most is {min(left, self._changes)}")
                changes.append(ask.Event(seat, "keep", KEEP, kept, does))
                left -= number
        playing = [event.seat for event in events if event.answer == PLAY]
        trump = int(HIGH[parse(str(ask.entry(hand, "turn_up")))])
        return tricks.with_tricks(
            events + (changes if len(playing) > 1 else []), hand, chairs, playing, trump,
            self.tiles)

    def seen(self, hand: Hand, rules: Rules, before: ask.Events) -> tricks.TricksSeen:
        turn_up = parse(str(ask.entry(hand, "turn_up")))
        by_seat = {one["seat"]: one for one in hand["declarations"]}
        start, drawn = self.tiles * len(ask.chairs_of(hand)), dict[int, range]()
        for event in before:
            if event.decision == "keep":
                drawn[event.seat] = range(start, start + changed_by(by_seat[event.seat])[1])
                start = drawn[event.seat].stop
        return tricks.TricksSeen(
            before, int(HIGH[turn_up]), self._must_trump(rules), turn_up=turn_up, drawn=drawn)

    def own(
        self, hand: Hand, seat: int, seen: tricks.TricksSeen, dealt: range, fixed: NDArray[Any]
    ) -> list[ask.Holding]:
        if drawn := seen.drawn.get(seat):
            words = next(one["drawn"] for one in hand["declarations"] if one["seat"] == seat)
            fixed[drawn] = list(members(ask.tile_set(words, "drawn")))
        return super().own(hand, seat, seen, dealt, fixed)

    def shown(
        self, before: ask.Events, seen: tricks.TricksSeen, chairs: list[int]
    ) -> list[ask.Observed]:
        return [*tricks.declared_in(POOL.action, before, chairs),
                *(ask.Observed(POOL.changes + chairs.index(seat), len(slots), "tiles changed")
                  for seat, slots in seen.drawn.items())]

    def hidden(self, event: ask.Event, seen: tricks.TricksSeen) -> tuple[int, int] | None:
        """Return what others see of a change: how many tiles, and what was laid later."""
        if found := super().hidden(event, seen):
            mode, laid = found
            found = mode, laid | self.tiles - len(seen.drawn[event.seat]) << TILES
        return found

    def state(self, hand: Hand, rules: Rules) -> dict[int, int]:
        return {POOL.dealer: ask.chairs_of(hand)[-1], BASE.number: int(hand.get("hand") or 0),
                POOL.pool: int(ask.entry(hand, "pool"))}

    def answers(self, asked: ask.Event, legal: int, row: Ints) -> list[int]:
        if asked.decision != "keep":
            return super().answers(asked, legal, row)
        tiles, most = list(members(legal & ALL_TILES)), legal >> TILES
        return [sum(1 << tile for tile in kept)
                for number in range(len(tiles), len(tiles) - 1 - most, -1)
                for kept in combinations(tiles, number)]

    def write(self, asked: ask.Event, answer: int) -> Any:
        return names(answer) if asked.decision == "keep" else super().write(asked, answer)

    def kept(self, seat: int, rules: Rules) -> list[int]:
        """Return the seat's chips of the hand, and the pool that it leaves."""
        return [POOL.value + seat, POOL.pool_next]
