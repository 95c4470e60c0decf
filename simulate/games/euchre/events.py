"""A hand of Euchre in the exchange format, from the row that it left; from such a hand its
decisions, as a seat sees them, and its text.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from simulate.books.tally import Ints
from simulate.domino.tiles import HIGH, name, names, parse
from simulate.domino.tricks import bowers, uniform_lead
from simulate.errors import BoneyardError, brief, unknown
from simulate.games import narrating, tricks
from simulate.games import spot as ask
from simulate.games.auction import points_in, state_before
from simulate.games.euchre import views
from simulate.games.euchre.kernel import play_dealt
from simulate.games.euchre.rules import GAME_POINTS, EuchreRules
from simulate.games.euchre.views import AT, PASS, TRICKS, goes_alone, suit_made
from simulate.games.game import Hand
from simulate.games.narrating import how_many, who
from simulate.games.rules import Rules
from simulate.games.scripts import THROWN, any_legal, any_of_hand
from simulate.machine.table import BASE


def _calls(row: Ints) -> list[dict[str, Any]]:
    """Return the calls: all passed before the maker."""
    chairs, maker, last = tricks.chairs_in(row), int(row[AT.maker]), int(row[AT.round])
    calls: list[dict[str, Any]] = [
        {"seat": seat, "round": number, "call": "pass"}
        for number in range(1, last + 1)
        for p, seat in enumerate(chairs)
        if number < last or maker < 0 or p < maker
    ]
    if maker >= 0:
        call: dict[str, Any] = {"seat": chairs[maker], "round": last, "call": "accept"}
        if last == 2:
            call |= {"call": "name", "suit": int(row[AT.trump])}
        if row[AT.alone]:
            call["alone"] = True
        calls.append(call)
    return calls


def record(row: Ints, players: int) -> dict[str, Any]:
    """Return a hand of Euchre from the row that it left: ``int64[AT.size]``."""
    void, discard = bool(row[AT.maker] < 0), int(row[AT.discard])
    scored = points_in(row, AT, players)
    return {
        "hand": int(row[BASE.number]),
        "dealer": int(row[AT.dealer]),
        **tricks.deal_in(row, players),
        "auction": _calls(row),
        "trump": None if void else int(row[AT.trump]),
        "maker": None if void else int(row[AT.chair + row[AT.maker]]),
        "alone": bool(row[AT.alone]),
        "dealer_discard": None if discard < 0 else name(discard),
        "tricks": tricks.tricks_in(row, 0 if void else TRICKS),
        "tricks_won": tricks.won_in(row, players),
        **scored,
        "winners": [s for s in range(players) if scored["points_after"][s] >= GAME_POINTS],
    }


def begun(row: Ints, players: int) -> dict[str, Any]:
    """Return what was played of a hand in which a strategy failed, from the row as it stood."""
    decision, calls = row[BASE.decision], _calls(row)
    if decision == views.CALL:
        # All have passed so far; who is asked is the first that has not.
        calls = calls[: players * (int(row[AT.round]) - 1) + int(row[AT.position])]
    discard, at_tiles = int(row[AT.discard]), decision in (views.LEAD, views.FOLLOW)
    return {
        "dealer": int(row[AT.dealer]),
        **tricks.deal_in(row, players),
        "auction": calls,
        "trump": int(row[AT.trump]),
        "maker": int(row[AT.maker]),
        "dealer_discard": name(discard) if at_tiles and discard >= 0 else None,
        "tricks": tricks.tricks_begun(row) if at_tiles else [],
    }


def lead(view: views.Playing, p: Any) -> int:
    """Lead any tile, as either suit."""
    return uniform_lead(bowers(view.trump, view.high), view.legal, view.word)


def _does(word: str, suit: int, alone: bool, is_dealer: bool) -> str:
    """Return in the players' words what a seat does that calls."""
    takes = "picks it up" if is_dealer else "orders it up"
    does = {"pass": "passes", "accept": takes, "name": f"names {suit}s"}[word]
    return does + " alone" * alone


def _call(hand: Hand, chairs: Sequence[int], turned: int, k: int, call: Hand) -> ask.Event:
    """Return call ``k`` of an auction; refuse one that is not allowed in its round."""
    seat, word, number = call["seat"], str(call.get("call")), k // len(chairs) + 1
    who = ask.called(hand, chairs, seat)
    if call.get("round") not in (None, number):
        raise BoneyardError(f"auction: round is {brief(call['round'])}: {who} calls there in round "
                            f"{number}")
    if word not in ("pass", "accept", "name"):
        raise unknown("call", word, ("pass", "accept", "name"))
    suit = turned if word == "accept" else int(call.get("suit") or 0)
    alone = bool(call.get("alone"))
    answer = PASS if word == "pass" else views.make.py_func(suit, alone)
    about = f"round {number}: {who} {_does(word, suit, alone, seat == chairs[-1])}"
    if not views.legal_calls(len(chairs), turned, number) >> answer & 1:
        raise BoneyardError(f"{about}, " + (
            f"but only the trump turned up can be accepted there, {turned}s"
            if number == 1 and suit != turned else
            f"but {turned}s were turned down: any other suit may be named"
            if number > 1 and suit == turned else
            "but only one of four players has a partner to go alone without" if alone else
            "but suits are 0 to 6"))
    return ask.Event(seat, "call", number - 1, answer, about)


class _Auction:
    """The state of the auction before a decision."""

    def __init__(self, events: ask.Events, chairs: Sequence[int], turned: int) -> None:
        self.maker, self.number, self.trump, self.alone = -1, 0, turned, False
        for event in events:
            if event.decision == "call" and event.answer:
                self.maker, self.number = chairs.index(event.seat), event.number
                self.trump = views.suit_made.py_func(event.answer)
                self.alone = bool(views.goes_alone.py_func(event.answer))
        dealer = len(chairs) - 1
        lies_down = self.alone and self.maker ^ 2 == dealer
        self.exchanged = self.maker >= 0 and self.number == 0 and not lies_down


class EuchreAsking(tricks.TricksAsking):
    """How Euchre is asked about."""

    legal = {
        "call": (AT.legal, 0), "discard": (AT.hand, 0), "lead": (AT.legal, 3),
        "follow": (AT.legal, 0),
    }
    by_lot = {"call": any_legal, "discard": any_of_hand, "lead": lead, "follow": any_legal}
    hides = {"discard": THROWN}
    play = staticmethod(play_dealt)

    def calls_for_trump(self, hand: Hand) -> int:
        return len(hand["auction"])

    def events(self, hand: Hand, rules: Rules) -> list[ask.Event]:
        chairs, turned = ask.chairs_of(hand), int(HIGH[parse(str(ask.entry(hand, "turn_up")))])
        events = [_call(hand, chairs, turned, k, call)
                  for k, call in enumerate(tricks.in_turn(hand, "auction", chairs, 2))]
        for event, after in pairwise(events):
            if event.answer != PASS:
                raise BoneyardError(f"{after.about}: nobody calls once a seat has made trump")
        auction = _Auction(events, chairs, turned)
        if auction.exchanged:
            tile = hand.get("dealer_discard")
            events.append(ask.Event(chairs[-1], "discard", views.DISCARD_NUMBER,
                                None if tile is None else parse(str(tile)),
                                f"{ask.called(hand, chairs, chairs[-1])} discards"))
        at, out = auction.maker, self.gone(hand, events, len(events))
        ring = [seat for seat in chairs[at:] + chairs[:at] if seat not in out]
        return tricks.with_tricks(
            events, hand, chairs, [] if at < 0 else ring, order_by(rules, auction.trump))

    def seen(self, hand: Hand, rules: Rules, before: ask.Events) -> tricks.TricksSeen:
        turn_up, chairs = parse(str(ask.entry(hand, "turn_up"))), ask.chairs_of(hand)
        auction = _Auction(before, chairs, int(HIGH[turn_up]))
        return tricks.TricksSeen(before, order_by(rules, auction.trump), turn_up=turn_up,
                                 taker=chairs[-1] if auction.exchanged else None)

    def shown(
        self, before: ask.Events, seen: tricks.TricksSeen, chairs: list[int]
    ) -> list[ask.Observed]:
        maker = _Auction(before, chairs, 0).maker
        return [ask.Observed(AT.maker, maker, "who made trump")] if maker >= 0 else []

    def opening(
        self, hand: Hand, rules: Rules, events: ask.Events, index: int
    ) -> tuple[dict[int, int], int, int]:
        chairs, asked = ask.chairs_of(hand), events[index]
        turn_up, state, players = parse(str(hand["turn_up"])), self.state(hand, rules), len(chairs)
        points = [state.get(AT.score + who, 0) for who in range(players)]
        against = [own for who, own in enumerate(points)
                   if (who - asked.seat) % (2 if players == 4 else players)]
        entries = state | {
            AT.legal: views.legal_calls(players, int(HIGH[turn_up]), asked.number + 1),
            AT.trump: int(HIGH[turn_up]), AT.turn_up: turn_up, AT.round: asked.number + 1,
            AT.players: players, AT.position: chairs.index(asked.seat), BASE.seat: asked.seat,
            AT.maker: -1,
            AT.own: points[asked.seat], AT.other: max(against),
            AT.scores: sum(points[who] << 4 * p for p, who in enumerate(chairs))}
        discard = hand.get("dealer_discard")
        thrown = {chairs[-1]: [discard]} if discard else {}
        return entries, *self.tiles_of_opening(hand, turn_up, asked.seat, thrown, ())

    def state(self, hand: Hand, rules: Rules) -> dict[int, int]:
        return state_before(hand, AT)

    def gone(self, hand: Hand, events: ask.Events, index: int) -> set[int]:
        """Return the partner of a maker who goes alone."""
        chairs = ask.chairs_of(hand)
        auction = _Auction(events[:index], chairs, 0)
        return {chairs[auction.maker ^ 2]} if auction.alone else set()

    def of_note(self, hand: Hand, rules: Rules, events: ask.Events, index: int) -> dict[str, int]:
        """Return the trumps, or what would be, the best of those that are out, and the doubles."""
        asked, seen = events[index], self.seen(hand, rules, events[:index])
        known = ask.tile_set(ask.entry(hand, "dealt")[asked.seat], "dealt")
        if seen.taker in (None, asked.seat):
            known |= 1 << seen.turn_up
        return seen.of_note(known)

    def order_of(self, row: Ints) -> int:
        """Return how the tiles of a hand rank (``simulate.domino.tricks``)."""
        return int(bowers.py_func(row[AT.trump], row[AT.high]))

    def answers(self, asked: ask.Event, legal: int, row: Ints) -> list[int]:
        if asked.decision == "call":
            return [call for call in range(64) if legal >> call & 1]
        return super().answers(asked, legal, row)

    def write(self, asked: ask.Event, answer: int) -> Any:
        if asked.decision == "call":
            if answer == PASS:
                return "pass"
            call = {"call": "accept"} if asked.number == 0 else {
                "call": "name", "suit": views.suit_made.py_func(answer)}
            if views.goes_alone.py_func(answer):
                return call | {"alone": True}
            return call if asked.number else "accept"
        return super().write(asked, answer)

    def then(
        self, hand: Hand, rules: Rules, events: ask.Events, index: int, answer: int,
    ) -> tuple[dict[str, Any], list[ask.Event]] | None:
        """Return the hand with a dealer who picks it up, and has a tile to discard."""
        asked, chairs = events[index], ask.chairs_of(hand)
        if (asked.decision, asked.number) != ("call", 0) or not answer or asked.seat != chairs[-1]:
            return None
        discards = ask.Event(asked.seat, "discard", views.DISCARD_NUMBER, None,
                         f"{ask.called(hand, chairs, asked.seat)} discards")
        given = replace(asked, answer=answer)
        return {**hand, "tricks": []}, [*events[:index], given, discards]

    def kept(self, seat: int, rules: Rules) -> list[int]:
        """Return the seat's points of the hand, and the scores that it leaves."""
        return [AT.value + seat, *range(AT.score, AT.score + views.SEATS)]


def order_by(rules: Rules, trump: int) -> int:
    """Return how the tiles rank by the rules (``simulate.domino.tricks.bowers``)."""
    return int(bowers.py_func(trump, isinstance(rules, EuchreRules) and rules.lead_suit == "high"))


ASKING = EuchreAsking()


#: Calls are numbers below this: a pass, and seven suits alone or not.
_CALLS = 16


def _side(hand: Hand, seat: int) -> list[int]:
    """Return the seats that score together with a seat, itself included."""
    return sorted({seat, (seat + 2) % 4}) if hand["players"] == 4 else [seat]


def _auction(hand: Hand) -> list[str]:
    lines = ["Auction"]
    for number, call in enumerate(hand["auction"]):
        if number == hand["players"]:
            lines.append(f"  the {hand['turn_up']} is turned down")
        does = _does(call["call"], call.get("suit", 0), call.get("alone", False),
                     call["seat"] == hand["dealer"])
        lines.append(f"  {who(hand, call['seat']):<28} {does}")
    if hand["maker"] is None:
        lines.append("  nobody makes trump: the hand is void")
    elif hand["dealer_discard"]:
        lines.append(
            f"  {who(hand, hand['dealer']):<28} takes the {hand['turn_up']}, "
            f"discards the {hand['dealer_discard']}")
    return lines


def _outcome(hand: Hand) -> str:
    """Return in a sentence how the hand ended for the makers."""
    maker = hand["maker"]
    if maker is None:
        return "nobody made trump, so nobody scores"
    makers = _side(hand, maker)
    took = how_many(sum(hand["tricks_won"][seat] for seat in makers), "trick")
    alone = " alone" if hand["alone"] else ""
    who_made = narrating.named(hand, [maker] if alone else makers)
    if hand["points"][maker] > 0:
        points = how_many(hand["points"][maker], "point")
        both = not alone and len(makers) > 1
        return f"{who_made} made trump{alone}, took {took} and score{'' if both else 's'} {points}"
    others = [seat for seat in range(hand["players"]) if seat not in makers]
    points = how_many(max(hand["points"]), "point")
    each = " each" if hand["players"] == 3 else ""
    return (f"euchred: {who_made} made trump{alone} and took {took}; "
            f"{narrating.named(hand, others)} score{'' if len(others) > 1 else 's'} {points}{each}")


def tell_end(hand: Hand) -> list[str]:
    """Return what came of a hand: the points, and who is euchred."""
    mark = "  maker, alone" if hand["alone"] else "  maker"
    return [*narrating.tell_points(hand, {hand["maker"]: mark}), f"  {_outcome(hand)}",
            *narrating.tell_winners(hand)]


def tell_play(hand: Hand, row: Ints) -> list[str]:
    """Return what was played: deal, auction, and tricks with the legal choices."""
    lines = list[str]()
    if hand["players"] == 4:
        first, second = (narrating.named(hand, side) for side in ((0, 2), (1, 3)))
        lines.append(f"  sides: {first} against {second}")
    lines.append(f"  turn-up {hand['turn_up']}: {hand['turn_up'][0]}s are proposed")
    high = int(hand["rules"]["lead_suit"] == "high")
    order = bowers.py_func(hand["trump"] or 0, high)  # not compiled for two numbers
    return tricks.tell_hand(hand, row, [*lines, *_auction(hand)], order)


def _call_text(call: int) -> str:
    """Return a call as strategies write it: ``PASS``, ``make(4, 0)``."""
    if not 0 <= call < _CALLS:
        return str(call)
    return "PASS" if call == PASS else (
        f"make({suit_made.py_func(call)}, {goes_alone.py_func(call)})")


def refused(decision: str, answer: int, seen: Mapping[str, int]) -> str:
    """Return the sentence about an action against the rules; ``seen``: the strategy's view."""
    if decision == "call":
        calls = [_call_text(call) for call in range(_CALLS) if seen["legal"] >> call & 1]
        return narrating.refusal(_call_text(answer), calls)
    if decision == "discard":
        return narrating.refusal(narrating.tile_text(answer), names(seen["hand"]))
    return tricks.refused({}, decision, answer, seen)
