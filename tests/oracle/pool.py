"""Domino Pool (Rules 4)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from boneyard.proof.table import Hand, IllegalChoice, Rules, checked, clockwise
from boneyard.proof.tiles import ends, other_end, pips

from .shared import Purses, dealt, next_on_left

DEFAULTS: Rules = {
    "contribution": 1, "leader": "draw", "draw": "no", "score": "hand", "target": 100,
    "star": "must",
}
#: Tiles dealt to each of so many seats still in.
HAND_SIZES = {2: 7, 3: 6, 4: 5, 5: 4, 6: 3}
STOCK_NEVER_DRAWN = 2

#: A tile and the end it goes to, None for the first tile.
Placing = tuple[str, str | None]
LeaderByHand = Callable[[int, list[int]], int]


class Line:
    """Tiles as they lie on the table, left to right, each with the number on its left first."""

    def __init__(self) -> None:
        self.tiles: list[tuple[int, int]] = []

    @property
    def left(self) -> int:
        """The number open on the left."""
        return self.tiles[0][0]

    @property
    def right(self) -> int:
        """The number open on the right."""
        return self.tiles[-1][1]

    def options(self, hand: list[str]) -> list[Placing]:
        """Return the legal (tile, end) pairs of a hand.

        The first tile has no end. A tile that fits both ends with different numbers is two
        options; where both ends show the same number there is one, ``left``.
        """
        if not self.tiles:
            return [(tile, None) for tile in hand]
        # Where both numbers are the same the left end overwrites the right one.
        open_ends = {self.right: "right", self.left: "left"}
        return [(tile, open_ends[number]) for tile in hand
                for number in dict.fromkeys((self.left, self.right)) if number in ends(tile)]

    def place(self, tile: str, end: str | None) -> None:
        """Put a tile down; the first lies as it is written, high end left."""
        if end is None:
            self.tiles.append(ends(tile))
        elif end == "left":
            self.tiles.insert(0, (other_end(tile, self.left), self.left))
        else:
            self.tiles.append((self.right, other_end(tile, self.right)))

    def written(self) -> list[str]:
        """Write the line as the hand history does."""
        return [f"{left}-{right}" for left, right in self.tiles]


@dataclass
class PoolState:
    """Everything that has happened in a hand so far.

    A decider answers whenever a seat can play, even where one option is legal: ``play(state,
    options)``; with ``draw=may`` whether a seat that cannot play draws, ``draw(state)``; and with
    ``star=may`` ``star(state)``, which is told a ``StarState``.
    """

    rules: Rules
    players: int  #: seats the session started with
    hand_index: int  #: number of the hand in its session, from 0
    leader: int  #: the seat that poses the first tile
    seats: list[int]  #: seats dealt in, clockwise from the leader
    chips: list[int] | None  #: what each seat has left after it paid; None without a bankroll
    contribution: list[int]  #: chips paid by each seat before the deal
    pool: int  #: the pool played for
    #: Hundred up: pips counted against each seat before the hand, None for a seat that is out.
    scores: list[int | None] | None
    dealt: list[list[str] | None]
    stock: list[str]  #: the undealt tiles at the deal, in drawing order
    line: Line = field(default_factory=Line)
    plays: list[dict[str, Any]] = field(default_factory=list)  #: as the hand history has them

    def __post_init__(self) -> None:
        #: What each seat holds now, the tiles left in the stock, and the seat that is asked.
        self.hands = [list(hand or []) for hand in self.dealt]
        self.stock_left, self.seat = len(self.stock), self.leader

    @property
    def position(self) -> int:
        """Place of the seat to act, 0 for the leader."""
        return self.seats.index(self.seat)


def play_out(state: Any, decider: Any) -> str:
    """Play a hand and return how it ended.

    ``domino`` when a seat has played its last tile, ``blocked`` after a full round of passes in
    which nobody drew: a turn with a draw in it is no such pass.
    """
    idle_turns = turn = 0
    while idle_turns < len(state.seats):
        state.seat = state.seats[turn % len(state.seats)]
        idle_turns = 0 if _take_turn(state, decider) else idle_turns + 1
        if not state.hands[state.seat]:
            return "domino"
        turn += 1
    return "blocked"


def _take_turn(state: Any, decider: Any) -> bool:
    """Play, draw or pass for the seat to act; tell whether it played or drew.

    Playing is compulsory when able, and so is playing the tile drawn if it fits.
    """
    hand = state.hands[state.seat]
    options = state.line.options(hand)
    drew = not options and _draws(state, decider)
    if drew:
        options = state.line.options(hand)
    if not options:
        state.plays.append({"seat": state.seat, "pass": True})
        return drew
    tile, end = checked(decider.play(state, options), options, state, "plays")
    hand.remove(tile)
    state.line.place(tile, end)
    state.plays.append({"seat": state.seat, "tile": tile, "end": end})
    return True


def _draws(state: Any, decider: Any) -> bool:
    """Draw one tile under option ``draw`` while more than the last two are left there.

    ``must``: the seat has to; ``may``: it decides, and declining counts as a pass.
    """
    draw = state.rules["draw"]
    if draw == "no" or state.stock_left <= STOCK_NEVER_DRAWN:
        return False
    if draw == "may" and not checked(decider.draw(state), (False, True), state, "plays"):
        return False
    tile = state.stock[-state.stock_left]
    state.stock_left -= 1
    state.hands[state.seat].append(tile)
    state.plays.append({"seat": state.seat, "draw": tile})
    return True


def pips_left(state: Any) -> list[int]:
    """Count the pips that each seat still holds."""
    return [sum(map(pips, hand)) for hand in state.hands]


def hand_winners(state: Any) -> list[int]:
    """Return the seat that made domino, or after a block those with the lowest pip count."""
    domino = [seat for seat in state.seats if not state.hands[seat]]
    counts = pips_left(state)
    lowest = min(counts[seat] for seat in state.seats)
    return domino or sorted(seat for seat in state.seats if counts[seat] == lowest)


def _divided(pool: int, winners: list[int], players: int) -> list[int]:
    """Divide the pool by seat; the remainder of an uneven division stays in it."""
    return [pool // len(winners) if seat in winners else 0 for seat in range(players)]


class HandByHand:
    """Every hand is played for its own pool (``score=hand``, option ``bankroll``)."""

    scores = None

    def __init__(self, players: int, rules: Rules) -> None:
        self.players, self.rules, self.pool = players, rules, 0
        self.purses = Purses(players, rules.get("bankroll"))
        self.seats_in = self.purses.seats_in

    @property
    def over(self) -> bool:
        """Whether fewer than two seats have chips."""
        return len(self.seats_in()) < 2

    def collect(self) -> list[int]:
        """Take the contribution of every seat in."""
        seats = self.seats_in()
        contribution = [self.purses.pay(seat, self.rules["contribution"]) if seat in seats else 0
                        for seat in range(self.players)]
        self.pool += sum(contribution)
        return contribution

    def settle(self, state: Any, decider: Any) -> dict[str, Any]:
        """Pay the pool to the winner of the hand; ties divide it."""
        winners = hand_winners(state)
        paid = _divided(self.pool, winners, self.players)
        self.purses.receive(paid)
        self.pool -= sum(paid)
        return {"pips": pips_left(state), "winners": winners, "paid": paid,
                "pool_next": self.pool, "net": _net(paid, state.contribution)}


@dataclass
class StarState:
    """A seat that has gone out of a game hundred up and is entitled to star."""

    hand: PoolState  #: the hand that has ended
    seat: int  #: the seat that is asked
    totals: dict[int, int]  #: by seat that took part: pips with those of the hand
    out: list[int]  #: seats that reached the target in this hand
    starring: list[int]  #: those of them that star, asked before this one
    places: int  #: seats that may still star, this one included
    highest: int  #: the highest score still in, with which the seat would come back

    @property
    def hand_index(self) -> int:
        """Number of the hand in its session, from 0."""
        return self.hand.hand_index


class HundredUp:
    """One game: seats go out at ``target`` pips and the last one in wins the pool."""

    def __init__(self, players: int, rules: Rules) -> None:
        self.players, self.rules, self.pool = players, rules, 0
        self.purses = Purses(players, None)
        self.scores: list[int | None] = [0] * players
        self.over = False
        self._stake_due = rules["contribution"]
        self._starred: list[int] = []

    def seats_in(self) -> list[int]:
        """Return the seats that are not out."""
        return [seat for seat, score in enumerate(self.scores) if score is not None]

    def collect(self) -> list[int]:
        """Take the contribution, once at the start of the game."""
        stake, self._stake_due = self._stake_due, 0
        self.pool += stake * self.players
        return [stake] * self.players

    def settle(self, state: Any, decider: Any) -> dict[str, Any]:
        """Add up the pips, let seats go out and star, then see whether the game is over.

        The last seat in wins, or of seats all out together those with the lowest score.
        """
        before, counts = list(self.scores), pips_left(state)
        totals = {seat: score + counts[seat]
                  for seat, score in enumerate(self.scores) if score is not None}
        out = [seat for seat, total in totals.items() if total >= self.rules["target"]]
        still_in = [total for seat, total in totals.items() if seat not in out]
        starred = self._choose_stars(state, decider, totals, out)
        # Those that star come back with the highest score still in.
        self.scores = [max(still_in) if seat in starred
                       else None if seat in out else totals.get(seat)
                       for seat in range(self.players)]
        lowest = [seat for seat, total in totals.items() if total == min(totals.values())]
        self.over = len(self.seats_in()) < 2
        game_winners = (self.seats_in() or lowest) if self.over else []
        paid = _divided(self.pool, game_winners, self.players)
        stakes = [self.rules["contribution"] * (seat in starred) for seat in range(self.players)]
        self.pool += sum(stakes) - sum(paid)
        return {
            "pips": counts, "winners": hand_winners(state), "paid": paid,
            "pool_next": self.pool, "net": _net(paid, state.contribution, stakes),
            "score_before": before, "score_after": list(self.scores), "out": sorted(out),
            "starred": sorted(starred), "game_over": self.over, "game_winners": game_winners,
        }

    def _choose_stars(
        self, state: Any, decider: Any, totals: dict[int, int], out: list[int]
    ) -> list[int]:
        """Return the seats that star at the end of this hand (option ``star``, *Choices*).

        The first seats to go out star once each, with four players two, else one: the lower score
        first, then the seat nearer the leader's left, the leader last; nobody stars when all seats
        go out together.  With ``may`` each of them decides, and a place that it leaves is open to
        the next seat out.
        """
        if self.rules["star"] == "no" or len(out) == len(totals):
            return []
        from_leaders_left = clockwise((state.leader + 1) % self.players, out, self.players)
        places = (2 if self.players == 4 else 1) - len(self._starred)
        highest = max(total for seat, total in totals.items() if seat not in out)
        starred: list[int] = []
        for seat in sorted(from_leaders_left, key=totals.__getitem__):
            left = places - len(starred)
            if seat in self._starred or left <= 0:
                continue
            asked = StarState(state, seat, totals, out, list(starred), left, highest)
            if self.rules["star"] == "must" or checked(
                    decider.star(asked), (False, True), asked, "starred"):
                starred.append(seat)
        self._starred += starred
        return starred


def _net(paid: list[int], *payments: list[int]) -> list[int]:
    return [won - sum(lost) for won, *lost in zip(paid, *payments, strict=True)]


def play_session(
    players: int, rules: Rules, leader_by_hand: LeaderByHand | None,
    deck: Callable[[int], list[str]], decider: Any, hands: int, first_leader: int = 0,
) -> list[Hand]:
    """Play a session, hand after hand or one game hundred up; return its hand histories.

    ``rules``: every option; ``bankroll`` may be left out. ``leader_by_hand``: with ``leader=draw``,
    gives the leader drawn for a hand from its number and the seats in; with ``rotate`` the lead
    begins with ``first_leader``. ``deck`` gives the 28 tiles of a hand, by its number, in dealing
    order: the leader's hand, then clockwise the other seats still in, then the stock in drawing
    order. ``decider``: see ``PoolState``. ``hands``: the most.
    """
    leader = first_leader
    account = (HundredUp if rules["score"] == "hundred_up" else HandByHand)(players, rules)
    history: list[Hand] = []
    while len(history) < hands and not account.over:
        seats = account.seats_in()
        if rules["leader"] == "draw":
            leader = _drawn_leader(leader_by_hand, len(history), seats)
        elif history:
            leader = next_on_left(leader, seats, players)
        tiles = list(deck(len(history)))
        state = _deal(players, rules, len(history), leader, tiles, account)
        ended = play_out(state, decider)
        history.append({
            "hand": state.hand_index, "players": players, "rules": dict(rules), "leader": leader,
            "contribution": state.contribution, "pool": state.pool, "dealt": state.dealt,
            "stock": state.stock, "plays": state.plays, "line": state.line.written(),
            "ended": ended, **account.settle(state, decider)})
    return history


def _drawn_leader(leader_by_hand: LeaderByHand | None, hand_index: int, seats: list[int]) -> int:
    if leader_by_hand is None:
        raise ValueError("leader: nobody draws the leader of the hands")
    leader = leader_by_hand(hand_index, seats)
    if leader not in seats:
        raise IllegalChoice(f"hand {hand_index}: leader: {leader} is not in, {seats} are")
    return leader


def _deal(
    players: int, rules: Rules, hand_index: int, leader: int, tiles: list[str], account: Any
) -> PoolState:
    """Collect the contributions and deal the tiles to the seats still in."""
    seats = clockwise(leader, account.seats_in(), players)
    contribution, chips = account.collect(), account.purses.chips
    return PoolState(
        rules, players, hand_index, leader, seats, None if chips is None else list(chips),
        contribution, account.pool, None if account.scores is None else list(account.scores),
        dealt(tiles, seats, HAND_SIZES[len(seats)], players), tiles)
