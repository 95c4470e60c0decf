"""A hand of Loo or Rounce in the exchange format, from the row that it left, and its decisions as
a seat sees them, from a hand in that format.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from numpy.typing import NDArray

from simulate.books.tally import Ints
from simulate.domino.tiles import DOUBLES, HIGH, mask, members, names, parse
from simulate.domino.tricks import uniform_tile
from simulate.errors import BoneyardError, listed, unknown
from simulate.games import spot as ask
from simulate.games import tricks
from simulate.games.game import Hand
from simulate.games.loo import views
from simulate.games.loo.hand import keep_uniformly, set_penalty
from simulate.games.loo.kernel import play_dealt, take_chairs
from simulate.games.loo.rules import (
    GAME_POINTS,
    LooRules,
    RounceRules,
    may_follow,
    miss_tiles,
    misses_in,
)
from simulate.games.loo.views import AT, DROP, MISS, PLAY, TRICKS
from simulate.games.loo.words import Words, words_of
from simulate.games.narrating import by_seat, how_many
from simulate.games.rules import PENALTY_KINDS, Rules
from simulate.games.scripts import KEPT, THROWN, WHOLE, any_legal
from simulate.machine.compiling import inlined
from simulate.machine.table import BASE, Table


def _outcome(row: Ints, seats: int) -> dict[str, Any]:
    """Return the chips of a hand, or its points: Rounce's scores run down from 15."""
    if not row[AT.points_game]:
        return {
            "ante": by_seat(row, AT.ante_paid, seats), "pool": int(row[AT.pool]),
            "pool_next": int(row[AT.pool_next]), "paid": by_seat(row, AT.paid, seats),
            "penalties": by_seat(row, AT.penalties, seats), "net": by_seat(row, AT.value, seats),
        }
    before, points = by_seat(row, AT.score, seats), by_seat(row, AT.value, seats)
    after = [b + p for b, p in zip(before, points, strict=True)]
    over = bool(row[AT.game_over])
    winners = [seat for seat in range(seats) if over and after[seat] == max(after)]
    if row[AT.rounce]:
        before, after = ([GAME_POINTS - score for score in scores] for scores in (before, after))
    return {"points_before": before, "points": points, "points_after": after, "game_over": over,
            "winners": winners}


def _declared_in(row: Ints, seats: int) -> dict[str, Any]:
    """Return the deal and the declarations."""
    declared = []
    for p, seat in enumerate(tricks.chairs_in(row)):
        if action := int(row[AT.action + p]):
            one: dict[str, Any] = {"seat": seat, "action": views.ACTIONS[action]}
            if action == MISS:
                one["drawn"] = names(row[AT.drawn + p])
            elif action != DROP and row[AT.thrown + p]:
                one["takes_turn_up"] = True
            if len(one) > 2:
                one["discarded"] = names(row[AT.thrown + p])
            declared.append(one)
    by = tricks.chairs_in(row)[-2] if row[AT.rounce] else int(row[AT.dealer])
    return {**tricks.deal_in(row, seats), "turned_by": by, "trump": int(row[AT.trump]),
            "declarations": declared}


def begun(row: Ints, seats: int) -> dict[str, Any]:
    """Return what was played of a hand in which a strategy failed, from the row as it stood."""
    at_tiles = row[BASE.decision] in (views.LEAD, views.FOLLOW)
    return {"dealer": int(row[AT.dealer]), **_declared_in(row, seats),
            "tricks": tricks.tricks_begun(row) if at_tiles else []}


def record(row: Ints, seats: int) -> dict[str, Any]:
    """Return a hand of Loo or Rounce from the row that it left: ``int64[AT.size]``."""
    won, looed, rules = tricks.won_in(row, seats), [False] * seats, {}
    for p, seat in enumerate(tricks.chairs_in(row)):
        stayed_in = int(row[AT.seats_in]) >> p & 1
        looed[seat] = bool(stayed_in and won[seat] == 0 and row[AT.action + p] != views.FOR_POOL)
    if row[AT.penalty_a_seat]:  # in chips of this hand
        chips = row[AT.penalty_chips] + row[AT.penalty_a_seat] * row[AT.players]
        rules = {"rules": {"penalty": f"{PENALTY_KINDS[row[AT.penalty_kind]]}:{chips}"}}
    return {
        "hand": int(row[BASE.number]), "dealer": int(row[AT.dealer]), **_outcome(row, seats),
        **rules, **_declared_in(row, seats),
        "tricks": tricks.tricks_in(row, TRICKS if row[AT.played_out] else 0),
        "tricks_won": won, "looed": looed,
    }


def take_turn_up(view: views.Declaring, p: Any) -> int:
    """Take the turn-up half the time, for any tile."""
    return uniform_tile(view.hand, view.word) if view.word & 1 else views.LEAVE


def keep_after_miss(view: views.Declaring, p: Any) -> int:
    """Keep any five."""
    return keep_uniformly(view.hand, view.word)


_BY_NAME = {word: action for action, word in views.ACTIONS.items()}
#: Of the entries that are kept of an outcome, where the tricks are, who stayed in (both by
#: position), and whether the dealer plays for the pool.
KEPT_TRICKS, KEPT_IN, KEPT_FOR_POOL = range(2 + views.SEATS, 5 + views.SEATS)


_play_dealt = inlined(play_dealt)


def play_on(table: Table, scratch: Any) -> int:
    """Play a hand from the deal; pool, dealer and score are set, and antes are paid."""
    take_chairs(table)
    if not table[AT.points_game]:
        set_penalty(table)
    return _play_dealt(table, scratch)


def check_last(rules: Rules, players: int, actions: Sequence[int], about: str) -> None:
    """Raise ``BoneyardError`` if the last of some declarations, ``about``, is not allowed there."""
    legal = may_follow(players, actions[:-1], isinstance(rules, RounceRules))
    if not legal >> actions[-1] & 1:
        words = views.ACTIONS | {MISS: words_of(rules).miss}
        allowed = listed([word for action, word in words.items() if legal >> action & 1])
        raise BoneyardError(f"{about}: " + (
            f"allowed are {allowed}" if legal else
            "all others dropped, so the dealer takes the pool and has nothing to declare"))


def _declared(done: Hand, who: str, words: Words, is_dealer: bool) -> list[ask.Event]:
    """Return the decisions in a declaration of ``who``."""
    word, seat = str(done.get("action")), done["seat"]
    if word not in _BY_NAME:
        raise unknown("declaration", word, _BY_NAME)
    action, about = _BY_NAME[word], f"{who} {words.does[word]}"
    if done.get("takes_turn_up") and not (is_dealer and action in (PLAY, views.FOR_POOL)):
        raise BoneyardError(f"{who} takes the turn-up: only a dealer who plays may")
    if done.get("drawn") and action != MISS:
        raise BoneyardError(f"{about}, and has drawn tiles: only a {words.miss} draws")
    events = [ask.Event(seat, "declare", views.DECLARE, action, about)]
    thrown = None if done.get("discarded") is None else ask.tile_set(done["discarded"], "discarded")
    if action == MISS:
        drawn = None if not done.get("drawn") else ask.tile_set(done["drawn"], "drawn")
        kept = None if drawn is None or thrown is None else drawn & ~thrown
        if done.get("kept"):
            kept = ask.tile_set(done["kept"], "kept")
        events.append(ask.Event(seat, "keep_after_miss", views.KEEP_AFTER_MISS, kept,
                            f"{who} keeps five of the tiles drawn"))
    elif is_dealer and action in (PLAY, views.FOR_POOL):
        tile: int | None = views.LEAVE
        if done.get("takes_turn_up"):
            tile = next(members(thrown)) if thrown else None
        does = "takes" if done.get("takes_turn_up") else "leaves"
        events.append(ask.Event(seat, "take_turn_up", views.TAKE_TURN_UP, tile,
                                f"{who} {does} the turn-up"))
    return events


class LooAsking(tricks.TricksAsking):
    """How Loo and Rounce are asked about."""

    legal = {
        "declare": (AT.legal, 0), "take_turn_up": (AT.hand, 0),
        "keep_after_miss": (AT.hand, WHOLE), "lead": (AT.legal, 3), "follow": (AT.legal, 0),
    }
    by_lot = {
        "declare": any_legal, "take_turn_up": take_turn_up, "keep_after_miss": keep_after_miss,
        "lead": tricks.lead_by_lot, "follow": any_legal,
    }
    called = {"declare": views.ACTIONS}
    hides, drops = {"keep_after_miss": KEPT, "take_turn_up": THROWN}, DROP
    play = staticmethod(play_on)

    def events(self, hand: Hand, rules: Rules) -> list[ask.Event]:
        if getattr(rules, "bankroll", None):
            raise BoneyardError("rule bankroll: to price a decision the chips of every seat would "
                                "have to be known; leave it out with bankroll=none")
        chairs, events = ask.chairs_of(hand), list[ask.Event]()
        declared, turn_up = tricks.in_turn(hand, "declarations", chairs), _turn_up(hand)
        actions = list[int]()
        for done in declared:
            who = ask.called(hand, chairs, done["seat"])
            found = _declared(done, who, words_of(rules), done["seat"] == chairs[-1])
            actions.append(found[0].answer or 0)
            check_last(rules, len(chairs), actions, found[0].about)
            events += found
            if actions[-1] == MISS and done.get("drawn"):
                _drawn(done, who, miss_tiles(len(chairs)))
        inside = [done["seat"] for done in declared if done["action"] != "drop"]
        return tricks.with_tricks(events, hand, chairs, inside, int(HIGH[turn_up]))

    def seen(self, hand: Hand, rules: Rules, before: ask.Events) -> tricks.TricksSeen:
        turn_up, chairs = _turn_up(hand), ask.chairs_of(hand)
        start, drawn, taker = TRICKS * len(chairs) + 1, dict[int, range](), None
        for event in before:
            if event.decision == "declare" and event.answer == MISS:
                drawn[event.seat] = range(start, start + miss_tiles(len(chairs)))
                start = drawn[event.seat].stop
            elif event.decision == "take_turn_up" and event.answer != views.LEAVE:
                taker = event.seat
        return tricks.TricksSeen(
            before, 0 if turn_up == ask.UNKNOWN else int(HIGH[turn_up]),
            bool(getattr(rules, "must_trump", False)), True, turn_up, taker, drawn, anew=True)

    def own(
        self, hand: Hand, seat: int, seen: tricks.TricksSeen, dealt: range, fixed: NDArray[Any]
    ) -> list[ask.Holding]:
        drawn, known = seen.drawn.get(seat, range(0)), ask.entry(hand, "dealt")[seat]
        # A person who took the miss may have forgotten the tiles dealt before; a question about a
        # class of hands names no tiles.
        if known is not None or not (drawn or hand.get("spot")):
            super().own(hand, seat, seen, dealt, fixed)
        if not drawn:
            return []
        tiles = _own_miss(hand, seat, len(drawn))
        if len(tiles) == len(drawn):
            fixed[drawn] = tiles
            return []
        return [ask.Holding([*drawn], [(tile, 0, len(drawn)) for tile in tiles])]

    def shown(
        self, before: ask.Events, seen: tricks.TricksSeen, chairs: list[int]
    ) -> list[ask.Observed]:
        taken = ask.Observed(AT.turn_up_taken, int(seen.taker is not None), "who has the turn-up")
        return [*tricks.declared_in(AT.action, before, chairs), *[taken] * bool(seen.plays)]

    def opening(
        self, hand: Hand, rules: Rules, events: ask.Events, index: int
    ) -> tuple[dict[int, int], int, int]:
        chairs, seat, turn_up = ask.chairs_of(hand), events[index].seat, _turn_up(hand)
        actions = [int(e.answer or 0) for e in events[:index] if e.decision == "declare"]
        stayed, missed, dropped = (
            sum(1 << p for p, action in enumerate(actions) if action == one)
            for one in (PLAY, MISS, DROP))
        state, players, position = self.state(hand, rules), len(chairs), len(actions)
        entries = state | {
            AT.legal: may_follow(players, actions, isinstance(rules, RounceRules)),
            AT.trump: int(HIGH[turn_up]), AT.turn_up: turn_up, AT.players: players,
            AT.position: position, BASE.seat: seat, AT.stayed: stayed, AT.missed: missed,
            AT.dropped: dropped, AT.misses_left: misses_in(players) - missed.bit_count(),
            **{AT.score_0 + p: state.get(AT.score + who, 0) for p, who in enumerate(chairs)}}
        if AT.pool in state:
            assert isinstance(rules, LooRules)
            entries[AT.penalty] = rules.penalty_at(state[AT.pool], players)
        by_action = {e["seat"]: e for e in hand["declarations"]}
        thrown = {who: e["discarded"] for who, e in by_action.items()
                  if e["action"] != "miss" and e.get("discarded")}
        drew = [who for who, e in by_action.items() if e["action"] == "miss"]
        return entries, *self.tiles_of_opening(hand, turn_up, seat, thrown, drew)

    def state(self, hand: Hand, rules: Rules) -> dict[int, int]:
        state = {AT.dealer: ask.chairs_of(hand)[-1], BASE.number: int(hand.get("hand") or 0)}
        if isinstance(rules, LooRules) and rules.scoring == "chips":
            state[AT.pool] = int(ask.entry(hand, "pool"))
            return state
        for seat, points in enumerate(hand.get("points_before") or []):
            state[AT.score + seat] = points if isinstance(rules, LooRules) else GAME_POINTS - points
        return state

    def of_note(self, hand: Hand, rules: Rules, events: ask.Events, index: int) -> dict[str, int]:
        """Return the trumps, the best of those that are out, and the doubles."""
        turn_up = _turn_up(hand)
        if turn_up == ask.UNKNOWN:
            return {"a double": DOUBLES}
        seen = self.seen(hand, rules, events[:index])
        asked, done = events[index], {e["seat"]: e for e in hand["declarations"]}
        own = done.get(asked.seat, {})
        words = [*(hand["dealt"][asked.seat] or []), *(own.get("drawn") or own.get("kept") or [])]
        known = mask(parse(str(word)) for word in words)
        if seen.taker in (None, asked.seat):
            known |= 1 << turn_up
        return seen.of_note(known)

    def answers(self, asked: ask.Event, legal: int, row: Ints) -> list[int]:
        tiles = super().answers(asked, legal, row)
        if asked.decision == "take_turn_up":
            return [views.LEAVE, *tiles]
        if asked.decision == "keep_after_miss":
            return [sum(1 << tile for tile in kept) for kept in combinations(tiles, TRICKS)]
        return tiles

    def write(self, asked: ask.Event, answer: int) -> Any:
        if asked.decision == "keep_after_miss":
            return names(answer)
        return "leave" if answer == views.LEAVE else super().write(asked, answer)

    def kept(self, seat: int, rules: Rules) -> list[int]:
        """Return the seat's chips or points of the hand, the pool it leaves, and all seats'; then
        the tricks, who stayed in, and whether the dealer plays for the pool."""
        return [AT.value + seat, AT.pool_next, *range(AT.value, AT.value + views.SEATS), AT.tricks,
                AT.seats_in, AT.for_pool]

    def then(
        self, hand: Hand, rules: Rules, events: ask.Events, index: int, answer: int,
    ) -> tuple[dict[str, Any], list[ask.Event]] | None:
        """Return the hand with a dealer who plays, and is asked about the turn-up."""
        asked, chairs = events[index], ask.chairs_of(hand)
        if (asked.decision != "declare" or answer not in (PLAY, views.FOR_POOL) or hand.get("spot")
                or asked.seat != chairs[-1]):
            return None
        done = [*hand["declarations"][: len(chairs) - 1],
                {"seat": asked.seat, "action": views.ACTIONS[answer]}]
        turn = ask.Event(asked.seat, "take_turn_up", views.TAKE_TURN_UP, None,
                         f"{ask.called(hand, chairs, asked.seat)}: the turn-up")
        given = replace(asked, answer=answer)
        return {**hand, "declarations": done, "tricks": []}, [*events[:index], given, turn]


def _turn_up(hand: Hand) -> int:
    """Return the turn-up; a class of hands may leave it open."""
    if hand.get("spot") and hand.get("turn_up") is None:
        return ask.UNKNOWN
    return parse(str(ask.entry(hand, "turn_up")))


def _own_miss(hand: Hand, seat: int, size: int) -> list[int]:
    """Return the tiles that the seat drew for its miss, or those that it kept."""
    done = next(done for done in hand["declarations"] if done["seat"] == seat)
    who = ask.called(hand, ask.chairs_of(hand), seat)
    if done.get("drawn") is None:
        return list(members(ask.tile_set(done.get("kept"), f"kept by {who}")))
    return list(members(_drawn(done, who, size)))


def _drawn(done: Hand, who: str, size: int) -> int:
    """Return the tiles that a seat drew for its miss; raise ``BoneyardError`` if not ``size``."""
    drawn = ask.tile_set(done["drawn"], f"drawn by {who}")
    if drawn.bit_count() != size:
        raise BoneyardError(f"drawn by {who}: {how_many(drawn.bit_count(), 'tile')}, not {size}")
    return drawn


ASKING = LooAsking()
