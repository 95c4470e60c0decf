"""A hand of tricks, for every game of them: its record, its text, what it has shown, and how its
tricks are asked about.
"""

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from numpy.typing import NDArray

from simulate.books.tally import Ints
from simulate.domino.tiles import DOUBLES, HIGH, LOW, NUMBERS, members, name, names, parse
from simulate.domino.trick_kit import FIRST_TRICK, HAND, PLAYS, SEATS, TRICKS
from simulate.domino.tricks import LED_AS, STRENGTH, SUIT, TRUMPS, plain, uniform_lead
from simulate.errors import BoneyardError, brief, listed, whole
from simulate.games import narrating
from simulate.games import spot as ask
from simulate.games.game import Hand
from simulate.games.narrating import by_seat, how_many, who
from simulate.games.rules import Rules
from simulate.games.scripts import KEPT

# Histories, from the row of a hand: int64[row size].


def chairs_in(row: Ints) -> list[int]:
    """Return the seat of each position."""
    return by_seat(row, HAND.chair, int(row[HAND.players]))


def deal_in(row: Ints, seats: int) -> dict[str, Any]:
    """Return the tiles dealt by seat, and the turn-up, if there is one."""
    dealt: list[list[str] | None] = [None] * seats
    for p, seat in enumerate(chairs_in(row)):
        dealt[seat] = names(row[HAND.dealt + p])
    turned = {} if row[HAND.turn_up] < 0 else {"turn_up": name(row[HAND.turn_up])}
    return {"dealt": dealt, **turned}


def won_in(row: Ints, seats: int) -> list[int]:
    """Return the tricks won by seat."""
    won = [0] * seats
    for p, seat in enumerate(chairs_in(row)):
        won[seat] = int(row[HAND.tricks]) >> 4 * p & 7
    return won


def _plays(row: Ints, trick: int, tiles: int) -> list[list[Any]]:
    """Return the first tiles of a trick, each with its seat."""
    chairs, first = chairs_in(row), SEATS * trick
    return [[chairs[row[HAND.player_of + k]], name(row[HAND.tile_of + k])]
            for k in range(first, first + tiles)]


def tricks_in(row: Ints, tricks: int) -> list[dict[str, Any]]:
    """Return the first tricks of a hand."""
    chairs, in_trick = chairs_in(row), int(row[HAND.seats_in]).bit_count()
    return [
        {
            "leader": chairs[row[HAND.leader_of + trick]],
            "suit": int(row[HAND.suit_of + trick]),
            "plays": _plays(row, trick, in_trick),
            "winner": chairs[row[HAND.winner_of + trick]],
        }
        for trick in range(tricks)
    ]


def tricks_begun(row: Ints) -> list[dict[str, Any]]:
    """Return the tricks before a seat was asked for a tile, and that one if anything lies there."""
    trick = int(row[HAND.trick])
    seats_in, to_come = (int(row[at]).bit_count() for at in (HAND.seats_in, HAND.to_come))
    plays = _plays(row, trick, seats_in - to_come - 1)
    begun = [{"suit": int(row[HAND.led]), "plays": plays, "winner": None}] if plays else []
    return tricks_in(row, trick) + begun


def _choices(tile: str, suit: int, legal: int, led_as: Ints | None) -> str:
    """Return what else could have been played of the ``legal`` tiles, or how else one be led."""
    suits = 0 if led_as is None else int(led_as[parse(tile)]) & ~(1 << suit)
    others = [f"{number}s led" for number in range(suits.bit_length()) if suits >> number & 1]
    others += [other for other in names(legal) if other != tile]
    return f"or {'  '.join(others)}" if others else "forced"


def tell_tricks(hand: Hand, row: Ints, order: int) -> list[str]:
    """Return the tricks of a hand, tiles in this order, each with what else could be played."""
    legal = row[HAND.legal_of : HAND.legal_of + PLAYS].reshape(-1, SEATS)
    lines = []
    for number, trick in enumerate(hand["tricks"]):
        suit = "trumps" if trick["suit"] == hand["trump"] else f"{trick['suit']}s"
        lines.append(f"Trick {number + 1}: {suit} led")
        for turn, (seat, tile) in enumerate(trick["plays"]):
            led_as = None if turn else LED_AS[order]
            could = _choices(tile, trick["suit"], legal[number][turn], led_as)
            wins = "wins" if seat == trick["winner"] else ""
            lines.append(f"  {who(hand, seat):<28} {tile}  {wins:<5} {could}")
    return lines


def tell_hand(hand: Hand, row: Ints, before: Sequence[str], order: int) -> list[str]:
    """Return lines: who deals, the deal, what was done ``before`` the tricks, and the tricks."""
    return [narrating.address(hand, f"{hand['lineup'][hand['dealer']]} deals"),
            *narrating.tell_deal(hand), *before, *tell_tricks(hand, row, order)]


def refused(
    called: Mapping[str, Mapping[int, str]], decision: str, answer: int, seen: Mapping[str, int]
) -> str:
    """Return the sentence about an action against the rules; see ``Game.refused`` and
    ``TricksAsking.called``."""
    if decision in called:
        allowed = [word for one, word in called[decision].items() if seen["legal"] >> one & 1]
        return narrating.refusal(called[decision].get(answer, str(answer)), allowed)
    answered = narrating.tile_text(answer)
    if decision == "lead":  # a tile, and the suit that it is led as
        answered = f"{narrating.tile_text(answer >> 3)} led as {answer & 7}s"
    return narrating.refusal(answered, names(seen["legal"]))


# Decisions, by lot and from histories.


def lead_by_lot(view: Any, p: Any) -> int:
    """Lead any tile that may be led, as either suit."""
    return uniform_lead(plain(view.trump), view.legal, view.word)


def in_turn(hand: Hand, key: str, chairs: Sequence[int], rounds: int = 1) -> list[dict[str, Any]]:
    """Return what was done before the tricks; raise ``BoneyardError`` if it was not in turn."""
    entries: list[dict[str, Any]] = ask.entry(hand, key)
    if len(entries) > rounds * len(chairs):
        raise BoneyardError(f"{key} has {len(entries)} entries: {len(chairs)} seats have "
                            f"{rounds * len(chairs)} at most")
    for k, one in enumerate(entries):
        check_turn(hand, key, k, one["seat"], chairs[k % len(chairs)], chairs)
    return entries


def check_turn(
    hand: Hand, key: str, place: int, seat: object, due: int, chairs: Sequence[int]
) -> None:
    """Raise ``BoneyardError`` if an entry of a history is not of the seat whose turn it is."""
    if seat != due:
        raise BoneyardError(f"{key}: entry {place + 1} is of seat {brief(seat)}: it is the turn of "
                            f"seat {due}, {ask.called(hand, chairs, due)}")


def with_tricks(
    events: list[ask.Event], hand: Hand, chairs: Sequence[int], playing: Sequence[int], order: int,
    tiles: int = TRICKS,
) -> list[ask.Event]:
    """Return the decisions before the tricks of a hand, and those in them.

    ``chairs``: the seats dealt in. ``playing``: who plays for the tricks by what was done before,
    from the first leader on. ``order``: how they rank (``simulate.domino.tricks``). ``tiles``: how
    many a hand has. Raises ``BoneyardError`` if the tricks cannot have been so.
    """
    tricks, ring, won = hand.get("tricks") or [], list(playing), [0] * len(chairs)
    size, called = tiles if len(ring) > 1 else 0, partial(ask.called, hand, chairs)
    if len(tricks) > size:
        raise BoneyardError(f"tricks has {len(tricks)}: by what was done before {len(ring)} of "
                            f"{len(chairs)} seats play, and they have {size} tricks")
    for number, trick in enumerate(tricks):
        at, plays, winner = f"trick {number + 1}", trick["plays"], None
        suit = whole(trick["suit"], f"{at}: suit", 0, NUMBERS - 1)
        if len(plays) > len(ring) or len(plays) < (len(ring) if number < len(tricks) - 1 else 1):
            raise BoneyardError(f"{at} has {how_many(len(plays), 'play')}: by what was done before "
                                f"{len(ring)} of {len(chairs)} seats play")
        for k, ((seat, word), due) in enumerate(zip(plays, ring, strict=False)):
            tile = parse(str(word))
            does = f"plays {name(tile)}"
            if k == 0:  # a leader announces which number of a tile is led
                does = f"leads {name(tile)}" + ("" if HIGH[tile] == LOW[tile] else f" as a {suit}")
            about = f"{at}: {called(seat)} {does}"
            if seat != due:
                why = (f"it is the turn of seat {due}, {called(due)}" if seat in ring else
                       f"by what was done before, seats {listed(sorted(map(str, ring)))} play")
                raise BoneyardError(f"{about}: {why}")
            if k == 0 and not LED_AS[order, tile] >> suit & 1:
                suits = [n for n in range(NUMBERS) if LED_AS[order, tile] >> n & 1]
                raise BoneyardError(f"{about}: suit {suit} is none that it can be led as: "
                                    f"{' or '.join(map(str, suits))}")
            events.append(ask.Event(due, "follow" if k else "lead", FIRST_TRICK + number,
                                    tile if k else 8 * tile + suit, about))
        if len(plays) == len(ring):
            strength = STRENGTH[order, suit, [parse(str(word)) for _, word in plays]].tolist()
            winner = ring[strength.index(max(strength))]
            won[winner] += 1
        for key, seat in (("leader", ring[0]), ("winner", winner)):
            if trick.get(key) not in (None, seat):
                who = "nobody yet" if seat is None else f"seat {seat}, {called(seat)}"
                raise BoneyardError(f"{at}: {key} is {brief(trick[key])}: by the tiles it is {who}")
        if winner is not None:
            ring = [*ring[ring.index(winner):], *ring[:ring.index(winner)]]
    if size and hand.get("tricks") is not None:
        _check_won(hand, won, size)
    return events


def _check_won(hand: Hand, won: list[int], size: int) -> None:
    """Raise ``BoneyardError`` if the tricks won are not those that were played."""
    if hand.get("tricks_won") in (None, won):
        return
    if sum(won) < size:
        raise BoneyardError(f"tricks has {sum(won)} that were played out, not {size}: give all of "
                            "them, or leave out tricks_won, which has how they ended")
    raise BoneyardError(
        f"tricks_won is {brief(hand['tricks_won'])}: what was played makes it {won}")


class TricksSeen:
    """What everybody has seen of the tricks: by seat the tiles ``laid``, and those that it has
    shown not to hold (``void``), by trick the suit led.

    ``must_trump``: whether who cannot follow has to trump. ``winner_leads_trump``: whether the
    winner of a trick leads a trump if it holds one. ``taker``: the seat that took the ``turn_up``
    for a tile of its own. ``drawn``: by seat the places in the deck of what it drew for tiles that
    it threw away, ``anew`` for all of them.
    """

    def __init__(
        self, events: ask.Events, order: int, must_trump: bool = False,
        winner_leads_trump: bool = False, turn_up: int = ask.UNKNOWN, taker: int | None = None,
        drawn: Mapping[int, range] | None = None, anew: bool = False,
    ) -> None:
        self._trumps, self._order = int(TRUMPS[order]), order
        self._must_trump, self._trump_first = must_trump, winner_leads_trump
        self.turn_up, self.taker, self.drawn, self.anew = turn_up, taker, drawn or {}, anew
        self.laid: dict[int, list[int]] = {}
        self.void: dict[int, int] = {}
        self.suits: dict[int, int] = {}
        self.plays: list[tuple[int, int, int, ask.Event]] = []
        for event in events:
            if event.decision in ("lead", "follow") and event.answer is not None:
                self._lay(event, event.number - FIRST_TRICK, event.answer)

    def _lay(self, event: ask.Event, trick: int, answer: int) -> None:
        leads = event.decision == "lead"
        tile = answer >> 3 if leads else answer
        is_trump = self._trumps >> tile & 1
        if leads:
            self.suits[trick] = answer & 7
            void = self._trumps if trick and not is_trump and self._trump_first else 0
        else:
            suit = int(SUIT[self._order, self.suits[trick]])
            void = 0 if suit >> tile & 1 else suit
            if void and self._must_trump and not is_trump:
                void |= self._trumps
        self.void[event.seat] = self.void.get(event.seat, 0) | void
        self.laid.setdefault(event.seat, []).append(tile)
        order = sum(1 for play in self.plays if play[0] == trick)
        self.plays.append((trick, order, tile, event))

    def observed(self, chairs: Sequence[int]) -> list[ask.Observed]:
        """Return what the row must show of the tricks; ``chairs`` are the seats by position."""
        shown = []
        for trick, order, tile, event in self.plays:
            at = SEATS * trick + order
            shown += [ask.Observed(HAND.player_of + at, chairs.index(event.seat), event.about),
                      ask.Observed(HAND.tile_of + at, tile, event.about)]
            if order == 0:
                shown.append(ask.Observed(HAND.suit_of + trick, self.suits[trick], event.about))
        return shown

    def set_laid(self, seat: int) -> int:
        """Return the tiles that a seat has laid, as a set."""
        return sum(1 << tile for tile in self.laid.get(seat, ()))

    def holding(self, seat: int, dealt: range) -> ask.Holding:
        """Return what is known of what a seat was dealt, and drew. Where it threw tiles away, those
        may have been of any suit."""
        drawn = self.drawn.get(seat, range(0))
        threw = seat == self.taker or len(drawn) > 0
        if self.anew and drawn:
            dealt, drawn = drawn, range(0)
        held = ask.Holding([*dealt, *drawn])
        for tile in self.laid.get(seat, ()):
            if tile != self.turn_up:
                held.show(tile)
        held.lack(self.void.get(seat, 0), len(dealt) if threw else 0)
        return held

    def of_note(self, known: int) -> dict[str, int]:
        """Return the trumps, the best of those not among the tiles known, and the doubles."""
        known |= sum(map(self.set_laid, self.laid))
        best = {}
        if out := self._trumps & ~known:
            strength = STRENGTH[self._order, self._order % NUMBERS]
            tile = max(members(out), key=lambda tile: int(strength[tile]))
            best = {name(tile): 1 << tile}
        return {"a trump": self._trumps, **best, "a double": DOUBLES}


def declared_in(entry: int, before: ask.Events, chairs: list[int]) -> list[ask.Observed]:
    """Return what the row must show of declarations, by position from an entry on."""
    return [ask.Observed(entry + chairs.index(event.seat), event.answer or 0, event.about)
            for event in before if event.decision == "declare"]


class TricksAsking(ask.Asking):
    """How declarations, leads and follows are asked about; with ``before_tricks`` a report without
    an opening of its own has one (``reports.opening``)."""

    #: How histories write what is answered before the tricks, by decision and answer.
    called: Mapping[str, Mapping[int, str]] = {}
    #: What each seat declares once, from the eldest hand on (``declare``), in words by answer.
    before_tricks: ClassVar[Mapping[int, str]] = {}
    #: Decisions to keep or to throw tiles, of which others see how many, and how each is forced.
    hides: ClassVar[Mapping[str, int]] = {}
    tiles: int = TRICKS  #: those of a hand
    drops: ClassVar[int | None] = None  #: the declaration of a seat that lays down its tiles
    turn_up_held: ClassVar[bool] = False  #: whether the turn-up is the last of the dealer's tiles

    @abstractmethod
    def seen(self, hand: Hand, rules: Rules, before: ask.Events) -> TricksSeen:
        """Return what everybody has seen after some decisions."""

    def shown(
        self, before: ask.Events, seen: TricksSeen, chairs: list[int]
    ) -> Sequence[ask.Observed]:
        """Return what the row must show of the decisions before the tricks."""
        return ()

    def hidden(self, event: ask.Event, seen: TricksSeen) -> tuple[int, int] | None:
        """Return how a decision is forced whose tiles others do not see: by those laid later. One
        below 0 threw none."""
        hides = event.decision in self.hides and (event.answer or 0) >= 0
        return (self.hides[event.decision], seen.set_laid(event.seat)) if hides else None

    def own(
        self, hand: Hand, seat: int, seen: TricksSeen, dealt: range, fixed: NDArray[Any]
    ) -> list[ask.Holding]:
        """Write down where the tiles of the seat that is asked lie in the deck; return those places
        of which it knows a part."""
        chairs = ask.chairs_of(hand)
        own = ask.dealt_to(hand, chairs, seat, self.tiles)
        if (seen.turn_up in own) != (len(dealt) < self.tiles):
            has = "is" if seen.turn_up in own else "is not"
            raise BoneyardError(
                f"{ask.called(hand, chairs, seat)} {has} dealt {name(seen.turn_up)}, which is the "
                "turn-up: that is in no hand" + " but the dealer's" * self.turn_up_held)
        fixed[dealt] = [tile for tile in own if tile != seen.turn_up]
        return []

    def spot(self, hand: Hand, rules: Rules, events: ask.Events, index: int) -> ask.InfoState:
        """Return what the seat knows: its tiles, the turn-up, and what everybody has seen."""
        asked, before, chairs = events[index], events[:index], ask.chairs_of(hand)
        seen, fixed = self.seen(hand, rules, before), ask.nothing_fixed()
        holdings, ends = list[ask.Holding](), self.tiles * len(chairs)
        if seen.turn_up != ask.UNKNOWN:
            fixed[ends - self.turn_up_held] = seen.turn_up
        for q, seat in enumerate(chairs):
            end = self.tiles * (q + 1)
            dealt = range(end - self.tiles, end - (self.turn_up_held and end == ends))
            holdings += (self.own(hand, seat, seen, dealt, fixed) if seat == asked.seat else
                         [seen.holding(seat, dealt)])
        return ask.InfoState(
            asked, self.state(hand, rules), fixed, tuple(holdings),
            tuple(ask.seen_by(event, asked.seat, self.hidden(event, seen)) for event in before),
            (*self.shown(before, seen, chairs), *seen.observed(chairs)))

    def calls_for_trump(self, hand: Hand) -> int:
        """Return how many decisions are taken before trump is known."""
        return 0

    def unasked(self, hand: Hand, rules: Rules, seat: int) -> list[tuple[int, str]]:
        """Return the trump number, and who wins each trick."""
        chairs, known = self.chairs(hand), list[tuple[int, str]]()
        if hand["trump"] is not None:
            known.append((self.calls_for_trump(hand), f"trumps are {hand['trump']}s"))
        done = len(self.events(hand, rules)) - sum(len(one["plays"]) for one in hand["tricks"])
        for number, trick in enumerate(hand["tricks"], 1):
            done, winner = done + len(trick["plays"]), trick["winner"]
            wins = "you win" if winner == seat else f"{ask.called(hand, chairs, winner)} wins"
            known.append((done, f"trick {number}: {wins}"))
        return known

    def order_of(self, row: Ints) -> int:
        """Return how the tiles of a hand rank (``simulate.domino.tricks``)."""
        return int(row[HAND.trump])

    def answers(self, asked: ask.Event, legal: int, row: Ints) -> list[int]:
        if asked.decision in self.called:
            return [answer for answer in self.called[asked.decision] if legal >> answer & 1]
        tiles = list(members(legal))[::-1]
        if asked.decision != "lead":
            return tiles
        return [8 * tile + suit for tile in tiles
                for suit in range(NUMBERS) if LED_AS[self.order_of(row), tile] >> suit & 1]

    def forced(self, asked: ask.Event, row: Ints) -> list[int]:
        trick, chairs = asked.number - FIRST_TRICK, chairs_in(row)
        places = range(SEATS * trick, SEATS * trick + int(row[HAND.seats_in]).bit_count())
        tiles = [int(row[HAND.tile_of + k]) for k in places
                 if asked.decision in ("lead", "follow")
                 and chairs[row[HAND.player_of + k]] == asked.seat]
        return ([8 * tile + int(row[HAND.suit_of + trick]) for tile in tiles]
                if asked.decision == "lead" else tiles)

    def write(self, asked: ask.Event, answer: int) -> Any:
        if asked.decision in self.called:
            return self.called[asked.decision][answer]
        if asked.decision == "lead":
            return {"tile": name(answer >> 3), "suit": answer & 7}
        return name(answer)

    def tiles_of_opening(
        self, hand: Hand, turn_up: int, seat: int, thrown: Mapping[int, Sequence[str]],
        drew: Collection[int],
    ) -> tuple[int, int]:
        """Return the tiles that a seat is known to have been dealt, and those that it is known not
        to have been. ``thrown``: for the turn-up, by seat. ``drew``: who plays no dealt hand."""
        dealt: dict[int, int] = {}
        for player, tiles in enumerate(hand.get("dealt") or []):
            dealt[player] = ask.tile_set(tiles or [], "dealt")
        for player, tiles in thrown.items():
            dealt[player] = dealt.get(player, 0) | ask.tile_set(tiles, "thrown")
        out = 1 << turn_up
        for trick in hand.get("tricks") or []:
            for player, tile in trick["plays"]:
                if player in drew:
                    out |= 1 << parse(str(tile))
                else:
                    dealt[player] = dealt.get(player, 0) | 1 << parse(str(tile))
        own = dealt.pop(seat, 0) & ~(1 << turn_up)
        for tiles in dealt.values():
            out |= tiles
        return own, out & ~own

    def chances(self, hand: Hand, rules: Rules, events: ask.Events, seat: int) -> list[ask.Chance]:
        """Return the deal, and the tiles that seats drew later."""
        chairs, seen = ask.chairs_of(hand), self.seen(hand, rules, events)
        dealt, words = ask.dealt_tiles(hand, chairs, seat, self.tiles), {
            one["seat"]: one.get("drawn") for one in hand.get("declarations") or ()}
        for tiles in dealt.values():
            tiles.sort(key=seen.turn_up.__eq__)  # one that is held is dealt last
        deck = ask.dealt_deck(dealt, chairs, self.tiles)
        if seen.turn_up != ask.UNKNOWN:
            deck[self.tiles * len(chairs) - self.turn_up_held] = seen.turn_up
        found = [ask.Chance(deck, 0, all_known=len(dealt) == len(chairs))]
        for k, event in enumerate(events):
            if self.hides.get(event.decision) != KEPT:
                continue
            if None in (words[event.seat], event.answer) or not found[0].all_known:
                break
            deck, start = deck.copy(), seen.drawn[event.seat].start
            tiles = list(members(ask.tile_set(words[event.seat], "drawn")))
            deck[start : start + len(tiles)] = tiles
            found.append(ask.Chance(deck, k + (not seen.anew)))
        return found

    def gone(self, hand: Hand, events: ask.Events, index: int) -> set[int]:
        """Return the seats that have dropped out."""
        return {event.seat for event in events[:index]
                if event.decision == "declare" and event.answer == self.drops}
