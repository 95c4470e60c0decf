"""A hand of tricks for a pool (``simulate.domino.pool_kit``): record, story, how it is asked.

In a history each declaration has what its seat threw and drew; where that is not known, ``changed``
may tell how many tiles it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

from simulate.books.tally import Ints
from simulate.domino.pool_kit import DECLARE, KEEP, PASS, PLAY, POOL, keep_uniformly
from simulate.domino.tiles import ALL_TILES, HIGH, TILES, members, name, names, parse
from simulate.domino.trick_kit import HAND, TRICKS
from simulate.domino.tricks import plain, uniform_lead
from simulate.errors import BoneyardError, unknown
from simulate.games import narrating, tricks
from simulate.games import spot as ask
from simulate.games.game import Hand
from simulate.games.narrating import how_many, who
from simulate.games.rules import Rules
from simulate.games.scripts import KEPT, WHOLE, any_legal
from simulate.machine.table import BASE

SAYS = {PASS: "pass", PLAY: "play"}
_DOES = {"pass": "passes", "play": "plays"}

# Histories, from the row of a hand: int64[row size].


def begun(row: Ints, players: int) -> dict[str, Any]:
    """Return a hand that a failing strategy stopped."""
    declared = [{"seat": seat, "action": SAYS[int(row[POOL.action + p])],
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


def lead_by_lot(view: Any, p: Any) -> int:
    """Lead any tile that may be led, as either suit."""
    return uniform_lead(plain(view.trump), view.legal, view.word)


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
    by_lot = {"declare": any_legal, "keep": keep_by_lot, "lead": lead_by_lot, "follow": any_legal}
    called = {"declare": SAYS}
    before_tricks = tricks.BeforeTricks(SAYS, turn_up_held=True)

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
        answers = {word: action for action, word in SAYS.items()}
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

    def spot(self, hand: Hand, rules: Rules, events: ask.Events, index: int) -> ask.InfoState:
        asked, before, chairs = events[index], events[:index], ask.chairs_of(hand)
        turn_up = parse(str(ask.entry(hand, "turn_up")))
        seen = tricks.TricksSeen(
            before, int(HIGH[turn_up]), self._must_trump(rules), False)
        fixed, holdings = ask.nothing_fixed(), []
        by_seat = {one["seat"]: one for one in hand["declarations"]}
        start = self.tiles * len(chairs)
        drawn_at: dict[int, range] = {}
        fixed[start - 1] = turn_up
        for event in before:
            if event.decision == "keep":
                drawn_at[event.seat] = range(start, start + changed_by(by_seat[event.seat])[1])
                start = drawn_at[event.seat].stop
        for q, seat in enumerate(chairs):
            # The dealer's last tile has been seen.
            slots = list(range(self.tiles * q, self.tiles * (q + 1) - (seat == chairs[-1])))
            drawn = drawn_at.get(seat, range(0))
            if seat == asked.seat:
                own = ask.dealt_to(hand, chairs, seat, self.tiles)
                if (turn_up in own) != (seat == chairs[-1]):
                    raise BoneyardError(f"turn-up {name(turn_up)}: it is the dealer's last tile, "
                                        "and in no other hand")
                fixed[slots] = [tile for tile in own if tile != turn_up]
                if drawn:
                    fixed[drawn] = list(members(ask.tile_set(by_seat[seat]["drawn"], "drawn")))
                continue
            # What was drawn is all in the hand.
            holdings.append(seen.holding(seat, turn_up, slots, drawn, bool(drawn)))
        actions = tuple(ask.seen_by(event, asked.seat, self._threw(event, seen, drawn_at))
                        for event in before)
        shown = [
            ask.Observed(POOL.action + chairs.index(event.seat), event.answer or 0, event.about)
            for event in before if event.decision == "declare"]
        shown += seen.observed(chairs)
        shown += [ask.Observed(POOL.changes + chairs.index(seat), len(slots), "tiles changed")
                  for seat, slots in drawn_at.items()]
        return ask.InfoState(
            asked, self.state(hand, rules), fixed, tuple(holdings), actions, tuple(shown))

    def _threw(
        self, event: ask.Event, seen: tricks.TricksSeen, drawn_at: Mapping[int, Sequence[int]]
    ) -> tuple[int, int] | None:
        """Return what others see of a change: how many tiles, and what was laid later."""
        if event.decision != "keep":
            return None
        laid = sum(1 << tile for tile in seen.laid.get(event.seat, ()))
        return KEPT, laid | self.tiles - len(drawn_at[event.seat]) << TILES

    def state(self, hand: Hand, rules: Rules) -> dict[int, int]:
        return {POOL.dealer: ask.chairs_of(hand)[-1], BASE.number: int(hand.get("hand") or 0),
                POOL.pool: int(ask.entry(hand, "pool"))}

    def chances(self, hand: Hand, rules: Rules, events: ask.Events, seat: int) -> list[ask.Chance]:
        """Return the deal, whose last tile is the turn-up, and the tiles drawn by each change."""
        chairs, turn_up = ask.chairs_of(hand), parse(str(ask.entry(hand, "turn_up")))
        dealt = ask.dealt_tiles(hand, chairs, seat, self.tiles)
        for tiles in dealt.values():
            tiles.sort(key=turn_up.__eq__)
        deck, start = ask.dealt_deck(dealt, chairs, self.tiles), self.tiles * len(chairs)
        deck[start - 1] = turn_up
        found = [ask.Chance(deck.copy(), 0, all_known=len(dealt) == len(chairs))]
        by_seat = {one["seat"]: one for one in hand["declarations"]}
        for k, event in enumerate(events):
            if event.decision == "keep" and found[0].all_known and event.answer is not None:
                drawn = list(members(ask.tile_set(by_seat[event.seat]["drawn"], "drawn")))
                deck[start : start + len(drawn)] = drawn
                start += len(drawn)
                found.append(ask.Chance(deck.copy(), k + 1))
        return found

    def gone(self, hand: Hand, events: ask.Events, index: int) -> set[int]:
        """Return the seats that have passed."""
        return {event.seat for event in events[:index]
                if event.decision == "declare" and event.answer == PASS}

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
