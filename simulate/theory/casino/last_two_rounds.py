"""The last two rounds of three and four players at Casino, solved as a game of hidden hands.

Before the last two rounds everybody holds two tiles, and all know which tiles are out; who holds
which of them nobody knows.  What had been bet before is taken to tell nothing of that: all deals of
the tiles that are out are as likely.  Each seat bets one of its two tiles, and the other one is its
last bet.  So a strategy is a chance for each pair that a seat may hold; the outcomes of both rounds
are enumerated for every deal, every bet and every roll of the dice.

Chances are found by regret matching (Hart and Mas-Colell 2000) with regrets kept from falling below
zero, and averaged.  With more than two players nothing promises that this ends in an equilibrium,
so what a seat could still gain by leaving its chances is worked out, exactly, and told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from simulate.books.tally import Ints
from simulate.domino.tile_sets import count, nth_bit
from simulate.domino.tiles import ALL_TILES, TILES
from simulate.games.casino.kernel import DICE, MATCHES, ROLLS, gain, prize, settle, tiles_won
from simulate.machine.compiling import helper, kernel

#: Players for whom it is solved: of five the deals are 32 million.
FEWEST, MOST = 3, 4
#: Tiles that a seat holds.
HELD = 2
#: The most tiles that are out, and the numbers of their pairs (``MOST_OUT * lower + higher``).
MOST_OUT = 8
PAIRS = MOST_OUT * MOST_OUT
_ROUNDS = 400
#: Rolls of the dice that differ: the two dice in order.
_SORTED = np.array([roll for roll in range(ROLLS) if DICE[roll, 0] <= DICE[roll, 1]])
_OFTEN = np.array([1.0 if DICE[roll, 0] == DICE[roll, 1] else 2.0 for roll in _SORTED]) / ROLLS
SORTED = len(_SORTED)
#: The most pairs of sets of tiles that may be bet in the two rounds: 7! / (3! 3! 1!).
_MOST_BETS = 140
_BYTE = 8


@cache
def deals_of(seats: int) -> Ints:
    """Return every deal of two tiles a seat of those that are out, by place: int64[deals, seats].

    Pairs are numbers of ``PAIRS``.
    """

    def dealt(places: Sequence[int], left: int) -> Iterator[tuple[int, ...]]:
        if left == 0:
            yield ()
            return
        for a, b in combinations(places, HELD):
            for others in dealt([place for place in places if place not in (a, b)], left - 1):
                yield (*others, MOST_OUT * a + b)

    return np.array(list(dealt(range(HELD * seats + TILES % seats), seats)))


@helper
def won_by_place(places: Any, bets: int, pot: int, roll: int) -> tuple[int, int]:
    """Return the tiles that each bet wins in a round, 8 bits a place, and the pot after it.

    ``places`` (``int64[MOST_OUT]``): the tiles that are out, each a set of one. ``bets``: the set
    of the places whose tiles are bet.
    """
    together = 0
    for place in range(MOST_OUT):
        together |= places[place] & -(bets >> place & 1)
    rule, winner_1, take_1, winner_2, take_2, own, after = settle(together, pot, roll)
    prize_1, prize_2, won = prize(rule, take_1), prize(MATCHES, take_2), 0
    for place in range(MOST_OUT):
        if bets >> place & 1:
            won |= tiles_won(gain(
                places[place], winner_1, prize_1, winner_2, prize_2, own)) << _BYTE * place
    return won, after


@helper
def write_outcomes(
    places: Any, first: int, last: int, pot: int, won_first: Any, often: Any, won_last: Any
) -> int:
    """Write down what may come of two rounds of bets; return how many outcomes the first has.

    Which seat makes which bet does not matter here: so it is done once for all its deals.
    ``first``, ``last``: the sets of the places whose tiles are bet in the two rounds. Written are
    what bets win by outcome of the first (``int64[SORTED]``) with its chance
    (``float64[SORTED]``), and in the last round after it by roll (``int64[SORTED, SORTED]``).
    """
    pots, many = np.zeros(SORTED, np.int64), 0
    for r in range(SORTED):
        won, after = won_by_place(places, first, pot, _SORTED[r])
        k = 0
        while k < many and (won_first[k] != won or pots[k] != after):
            k += 1
        if k == many:
            won_first[k], pots[k], often[k] = won, after, 0.0
            many += 1
        often[k] += _OFTEN[r]
    for k in range(many):
        for r in range(SORTED):
            won_last[k, r], _ = won_by_place(places, last, pots[k], _SORTED[r])
    return many


@helper
def add_shares(
    low: Any, high: Any, who: int, stashes: int, seats: int, many: int, won_first: Any,
    often: Any, won_last: Any, shares: Any,
) -> None:
    """Add the part of the game that each seat wins, on average over the dice: float64[MOST].

    ``low``, ``high`` (``int64[seats]``): where the bits of the places of each seat's two tiles
    begin. ``who``: who bets the higher tile first: bit s for seat s. ``stashes``: before the two
    rounds, 8 bits a seat. Outcomes are as of ``write_outcomes``.
    """
    before, then, ends = np.zeros((3, MOST), np.int64)
    for k in range(many):
        for seat in range(seats):
            up = who >> seat & 1
            now, then[seat] = (high[seat], low[seat]) if up else (low[seat], high[seat])
            before[seat] = (stashes >> _BYTE * seat & 255) + (won_first[k] >> now & 255)
        for r in range(SORTED):
            best, winners = -1, 0
            for seat in range(seats):
                ends[seat] = before[seat] + (won_last[k, r] >> then[seat] & 255)
                best = max(best, ends[seat])
            for seat in range(seats):
                winners += int(ends[seat] == best)
            part = often[k] * _OFTEN[r] / winners
            for seat in range(seats):
                shares[seat] += part if ends[seat] == best else 0.0


@helper
def write_shares(places: Any, deals: Any, pot: int, stashes: int, shares: Any) -> None:
    """Write down what each seat wins in every deal by all that may be bet.

    ``places`` (``int64[MOST_OUT]``): the tiles that are out, each a set of one, the lowest first.
    ``shares`` (``float64[deals, 2**MOST, MOST]``): by who bets the higher tile first.
    """
    many, seats = deals.shape
    listed = np.full((1 << MOST_OUT, 1 << MOST_OUT), -1, np.int64)
    outcomes = np.zeros(_MOST_BETS, np.int64)
    won_first = np.zeros((_MOST_BETS, SORTED), np.int64)
    often = np.zeros((_MOST_BETS, SORTED))
    won_last = np.zeros((_MOST_BETS, SORTED, SORTED), np.int64)
    low, high, found = np.zeros(MOST, np.int64), np.zeros(MOST, np.int64), 0
    for d in range(many):
        for seat in range(seats):
            low[seat] = _BYTE * (deals[d, seat] // MOST_OUT)
            high[seat] = _BYTE * (deals[d, seat] % MOST_OUT)
        for who in range(1 << seats):
            first, last = 0, 0
            for seat in range(seats):
                below, above = 1 << low[seat] // _BYTE, 1 << high[seat] // _BYTE
                first |= above if who >> seat & 1 else below
                last |= below if who >> seat & 1 else above
            k = listed[first, last]
            if k < 0:
                k = listed[first, last] = found
                found += 1
                outcomes[k] = write_outcomes(
                    places, first, last, pot, won_first[k], often[k], won_last[k])
            shares[d, who] = 0.0
            add_shares(low, high, who, stashes, seats, outcomes[k], won_first[k], often[k],
                       won_last[k], shares[d, who])


@helper
def sort_by_seat(many: int, seats: int, shares: Any, by_seat: Any) -> None:
    """Write down the shares in the order in which ``write_worth`` reads them.

    ``by_seat`` (``float64[MOST, deals, 2**(MOST - 1), 2]``): by seat, deal, who of the others bets
    the higher tile, and what the seat bets.
    """
    for seat in range(seats):
        below = (1 << seat) - 1
        for d in range(many):
            for others in range(1 << (seats - 1)):
                who = others & below | (others & ~below) << 1
                by_seat[seat, d, others, 0] = shares[d, who, seat]
                by_seat[seat, d, others, 1] = shares[d, who | 1 << seat, seat]


@helper
def write_worth(seat: int, deals: Any, by_seat: Any, high: Any, worth: Any) -> None:
    """Write down what either bet is worth to a seat with each pair, summed over the deals.

    ``high`` (``float64[MOST, PAIRS]``): the chance of each seat with each pair to bet the higher
    tile. ``worth`` (``float64[MOST, PAIRS, 2]``): of the lower tile and of the higher.
    """
    many, seats = deals.shape
    worth[seat] = 0.0
    chances = np.zeros(1 << (MOST - 1))
    for d in range(many):
        # The chance of each way in which the others may bet: a bit for each of them.
        chances[0], ways = 1.0, 1
        for other in range(seats):
            if other != seat:
                up = high[other, deals[d, other]]
                for way in range(ways):
                    chances[ways + way] = chances[way] * up
                    chances[way] *= 1.0 - up
                ways *= 2
        pair = deals[d, seat]
        lower, higher = worth[seat, pair, 0], worth[seat, pair, 1]
        for way in range(ways):
            lower += chances[way] * by_seat[seat, d, way, 0]
            higher += chances[way] * by_seat[seat, d, way, 1]
        worth[seat, pair, 0], worth[seat, pair, 1] = lower, higher


@helper
def largest_gain(worth: Any, high: Any, many: int, seats: int) -> float:
    """Return the part of a game that a seat may gain at most by leaving its chances."""
    largest = 0.0
    for seat in range(seats):
        gained = 0.0
        for pair in range(PAIRS):
            low, up, chance = worth[seat, pair, 0], worth[seat, pair, 1], high[seat, pair]
            gained += max(low, up) - (chance * up + (1.0 - chance) * low)
        largest = max(largest, gained / many)
    return largest


@helper
def find_chances(deals: Any, shares: Any, high: Any, worth: Any) -> float:
    """Write down the chances to bet the higher tile; return what leaving them gains at most."""
    many, seats = deals.shape
    regret, total = np.zeros((MOST, PAIRS, 2)), np.zeros((MOST, PAIRS))
    by_seat = np.empty((MOST, many, 1 << (MOST - 1), 2))
    sort_by_seat(many, seats, shares, by_seat)
    high[:] = 0.5
    for step in range(_ROUNDS):
        for seat in range(seats):
            write_worth(seat, deals, by_seat, high, worth)
            for pair in range(PAIRS):
                low, up, chance = worth[seat, pair, 0], worth[seat, pair, 1], high[seat, pair]
                mean = chance * up + (1.0 - chance) * low
                regret[seat, pair, 0] = max(0.0, regret[seat, pair, 0] + low - mean)
                regret[seat, pair, 1] = max(0.0, regret[seat, pair, 1] + up - mean)
                both = regret[seat, pair, 0] + regret[seat, pair, 1]
                # Later rounds count for more, in proportion to their number.
                total[seat, pair] += (step + 1.0) * chance
                high[seat, pair] = regret[seat, pair, 1] / both if both > 0.0 else 0.5
    for seat in range(MOST):
        for pair in range(PAIRS):
            high[seat, pair] = total[seat, pair] / (_ROUNDS * (_ROUNDS + 1) / 2)
    for seat in range(seats):
        write_worth(seat, deals, by_seat, high, worth)
    return largest_gain(worth, high, many, seats)


@kernel
def price_last_bets(
    deals: Any, asked: Any, hands: Any, seen: Any, pots: Any, stashes: Any, tiles: Any,
    cost: Any, most: Any, left: Any,
) -> None:
    """Write down what bets before the last two rounds give away against rivals who play as solved.

    ``asked``, ``hands``, ``seen``, ``pots``, ``stashes``, ``tiles`` (``int64[bets]``): the seat;
    what it sees; and the tile that it bets. ``cost``, ``most``, ``left`` (``float64[bets]``): the
    part of the game that the bet gives away; the chance of the likelier tile in the solution; and
    the part of the game that a seat may gain at most by leaving it.
    """
    shares = np.zeros((len(deals), 1 << MOST, MOST))
    high, worth = np.zeros((MOST, PAIRS)), np.zeros((MOST, PAIRS, 2))
    places = np.zeros(MOST_OUT, np.int64)
    for d in range(len(hands)):
        open_tiles = ALL_TILES & ~seen[d]
        for place in range(count(open_tiles)):
            places[place] = nth_bit(open_tiles, place)
        write_shares(places, deals, pots[d], stashes[d], shares)
        left[d] = find_chances(deals, shares, high, worth)
        low = count(open_tiles & nth_bit(hands[d], 0) - 1)
        up = count(open_tiles & nth_bit(hands[d], 1) - 1)
        pair, held = MOST_OUT * low + up, 0
        for other in range(len(deals)):
            held += int(deals[other, asked[d]] == pair)
        bets = worth[asked[d], pair]
        made = bets[int(1 << tiles[d] == places[up])]
        cost[d] = (max(bets[0], bets[1]) - made) / held
        most[d] = max(high[asked[d], pair], 1.0 - high[asked[d], pair])
