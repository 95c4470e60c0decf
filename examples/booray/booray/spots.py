"""Decisions of Boo-Ray as a seat sees them, from a hand history."""

from __future__ import annotations

from itertools import combinations
from typing import ClassVar

from booray.hand import (
    AT,
    CHANGES,
    DECLARE,
    DOES,
    KEEP,
    PASS,
    PLAY,
    SAYS,
    keep_uniformly,
    play_dealt,
)
from simulate.domino.tiles import ALL_TILES, HIGH, TILES, members, names, parse
from simulate.domino.trick_kit import TRICKS
from simulate.domino.tricks import plain, uniform_lead
from simulate.errors import BoneyardError, unknown
from simulate.games.narrating import how_many
from simulate.games.scripts import KEPT, WHOLE, any_legal
from simulate.games.spot import (
    Chance,
    Event,
    Group,
    Shown,
    Spot,
    called,
    chairs_of,
    dealt_deck,
    dealt_tiles,
    entry,
    heard,
    no_extra,
    nothing_fixed,
    tile_set,
)
from simulate.games.tricks import Declared, TricksAsking, TricksSeen, with_tricks
from simulate.machine.table import BASE

_ACTIONS = {word: action for action, word in SAYS.items()}


def keep(view, p):
    """Keep any tiles."""
    return keep_uniformly(view.hand, view.most, view.word)


def lead(view, p):
    """Lead any tile that may be led, as either suit."""
    return uniform_lead(plain(view.trump), view.legal, view.word)


def play_on(table, scratch):
    """Play a hand from the deal; pool and dealer are set, and antes are paid."""
    play_dealt(table)
    return 0


def changed_by(said):
    """Return the tiles that a seat threw, if it told them, and how many they were."""
    thrown = said.get("discarded")
    if thrown is None:
        return None, int(said.get("changed") or 0)
    tiles = tile_set(thrown, "discarded")
    return tiles, tiles.bit_count()


class BoorayAsking(TricksAsking):
    """How Boo-Ray is asked about."""

    legal: ClassVar = {"declare": (AT.legal, 0), "keep": (AT.may_keep, WHOLE),
                       "lead": (AT.legal, 3), "follow": (AT.legal, 0)}
    by_lot: ClassVar = {"declare": any_legal, "keep": keep, "lead": lead, "follow": any_legal}
    play = staticmethod(play_on)
    declared = Declared(SAYS, AT.said, turn_up_held=True)

    def events(self, hand, rules):
        chairs, events, changes = chairs_of(hand), [], []
        left = TILES - TRICKS * len(chairs)
        for said in entry(hand, "declarations"):
            seat, word = int(said["seat"]), str(said.get("action"))
            who = called(hand, chairs, seat)
            if word not in _ACTIONS:
                raise unknown("declaration", word, _ACTIONS)
            events.append(Event(seat, "declare", DECLARE, _ACTIONS[word], f"{who} {DOES[word]}"))
            if word == "play" and left > 0:
                thrown, number = changed_by(said)
                dealt = entry(hand, "dealt")[seat]
                known = thrown is not None and dealt is not None
                kept = tile_set(dealt, "dealt") & ~thrown if known else None
                does = f"{who} changes {how_many(number, 'tile')}"
                if number > min(left, CHANGES):
                    raise BoneyardError(f"{does}: the most is {min(left, CHANGES)}")
                changes.append(Event(seat, "keep", KEEP, kept, does))
                left -= number
        playing = [event for event in events if event.answer == PLAY]
        return with_tricks(events + (changes if len(playing) > 1 else []), hand, chairs)

    def spot(self, hand, rules, events, index):
        asked, before, chairs = events[index], events[:index], chairs_of(hand)
        turn_up = parse(str(entry(hand, "turn_up")))
        seen = TricksSeen(before, int(HIGH[turn_up]), True, False)
        fixed, groups = nothing_fixed(), []
        last = TRICKS * len(chairs) - 1
        start, drawn_at, told = last + 1, {}, {e["seat"]: e for e in hand["declarations"]}
        for event in before:
            if event.decision == "keep":
                number = changed_by(told[event.seat])[1]
                drawn_at[event.seat] = range(start, start + number)
                start += number
        for q, seat in enumerate(chairs):
            slots = list(range(TRICKS * q, TRICKS * (q + 1)))
            drawn = drawn_at.get(seat, range(0))
            if seat == asked.seat:
                own = members(tile_set(entry(hand, "dealt")[seat], "dealt"))
                fixed[slots] = [tile for tile in own if tile != turn_up] + [turn_up] * (
                    seat == chairs[-1])
                if drawn:
                    fixed[drawn] = list(members(tile_set(told[seat]["drawn"], "drawn")))
                continue
            if seat == chairs[-1]:
                slots = slots[:-1]
            laid = [tile for tile in seen.laid.get(seat, ()) if tile != turn_up]
            void = seen.void.get(seat, 0)
            size = len(slots) + len(drawn)
            # What was thrown may have been of any suit; what was drawn is all in the hand.
            of_dealt = ALL_TILES if drawn else ALL_TILES & ~void
            groups.append(Group((*slots, *drawn), tuple((tile, 0, size) for tile in laid),
                                (of_dealt,) * len(slots) + (ALL_TILES & ~void,) * len(drawn)))
        fixed[last] = turn_up
        said = tuple(heard(event, asked.seat, self._threw(event, seen, drawn_at))
                     for event in before)
        shown = [Shown(AT.said + chairs.index(event.seat), int(event.answer), event.about)
                 for event in before if event.decision == "declare"]
        shown += seen.shown(chairs)
        shown += [Shown(AT.changes + chairs.index(seat), len(slots), "tiles that a seat changed")
                  for seat, slots in drawn_at.items()]
        return Spot(asked, self.state(hand, rules), fixed, tuple(groups), said, tuple(shown),
                    no_extra())

    @staticmethod
    def _threw(event, seen, drawn_at):
        """Return what others see of a change: how many tiles, and what was laid later."""
        if event.decision != "keep":
            return None
        laid = sum(1 << tile for tile in seen.laid.get(event.seat, ()))
        return KEPT, laid | TRICKS - len(drawn_at[event.seat]) << TILES

    def state(self, hand, rules):
        return {AT.dealer: chairs_of(hand)[-1], BASE.number: int(hand.get("hand") or 0),
                AT.pool: int(entry(hand, "pool"))}

    def chances(self, hand, rules, events, seat):
        """Return the deal, whose last tile is the turn-up, and the tiles drawn by each change."""
        chairs, turn_up = chairs_of(hand), parse(str(entry(hand, "turn_up")))
        dealt = dealt_tiles(hand, chairs, seat)
        for tiles in dealt.values():
            tiles.sort(key=turn_up.__eq__)
        deck, start = dealt_deck(dealt, chairs, TRICKS), TRICKS * len(chairs)
        deck[start - 1] = turn_up
        found = [Chance(deck.copy(), 0, all_told=len(dealt) == len(chairs))]
        told = {said["seat"]: said for said in hand["declarations"]}
        for k, event in enumerate(events):
            if event.decision == "keep" and found[0].all_told and event.answer is not None:
                drawn = list(members(tile_set(told[event.seat]["drawn"], "drawn")))
                deck[start : start + len(drawn)] = drawn
                start += len(drawn)
                found.append(Chance(deck.copy(), k + 1))
        return found

    def gone(self, hand, events, index):
        """Return the seats that have passed."""
        return {event.seat for event in events[:index]
                if event.decision == "declare" and event.answer == PASS}

    def answers(self, asked, legal, row):
        if asked.decision == "keep":
            tiles, most = list(members(legal & ALL_TILES)), legal >> TILES
            return [sum(1 << tile for tile in kept) for number in range(len(tiles), 4 - most, -1)
                    for kept in combinations(tiles, number)]
        return super().answers(asked, legal, row)

    def write(self, asked, answer):
        return names(answer) if asked.decision == "keep" else super().write(asked, answer)

    def kept(self, seat, rules):
        """Return the seat's chips of the hand, and the pool that it leaves."""
        return [AT.value + seat, AT.pool_next]


ASKING = BoorayAsking()
