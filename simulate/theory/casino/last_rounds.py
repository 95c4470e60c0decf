"""The last rounds at Casino, solved: of two players exactly, of three and four as hidden hands.

When the boneyard is empty, each of two players knows what the other holds: all tiles that are
neither in the own hand nor face up.  What is left is a game of simultaneous moves and known
chances.  The bets of both and the dice give tiles to each; after the last bets a player has won the
whole game, half of it (a tie) or nothing.  So each round is a matrix of chances to win, and its
worth is the value of the matrix game, from the last round backwards.

Before the last two rounds of three and four players everybody holds two tiles, and all know which
tiles are out; who holds which of them nobody knows.  What had been bet before is taken to tell
nothing of that: all deals of the tiles that are out are as likely.  Each seat bets one of its two
tiles, and the other one is its last bet.  So a strategy is a chance for each pair that a seat may
hold; the outcomes of both rounds are enumerated for every deal, every bet and every roll of the
dice. Chances are found by regret matching (Hart and Mas-Colell 2000) with regrets kept from falling
below zero, and averaged.  With more than two players nothing promises that this ends in an
equilibrium, so what a seat could still gain by leaving its chances is worked out and told.
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

#: Choices of each player of a matrix game at most.
MOST_CHOICES = 3
#: How far a solution may be from the conditions of one: rounding.
_ROUNDING = 1e-9


@helper
def _cofactor(game: Any, rows: Any, columns: Any, size: int, i: int, j: int) -> float:
    """Return a cofactor of the part of a game that some rows and columns make."""
    if size == 1:
        return 1.0
    sign = 1.0 if (i + j) % 2 == 0 else -1.0
    if size == 2:
        return float(sign * game[rows[1 - i], columns[1 - j]])
    a, b = rows[int(i == 0)], rows[2 - int(i == 2)]
    c, d = columns[int(j == 0)], columns[2 - int(j == 2)]
    return float(sign * (game[a, c] * game[b, d] - game[a, d] * game[b, c]))


@helper
def _members(chosen: int, into: Any) -> int:
    """Write down the members of a set of choices; return how many there are."""
    size = 0
    for k in range(MOST_CHOICES):
        if chosen >> k & 1:
            into[size] = k
            size += 1
    return size


@helper
def _value(game: Any, many: int, mine: Any, theirs: Any) -> float:
    """Return what the row player wins if both choose by these chances."""
    value = 0.0
    for i in range(many):
        for j in range(many):
            value += mine[i] * theirs[j] * game[i, j]
    return value


@helper
def _try(game: Any, many: int, rows: Any, columns: Any, size: int, mine: Any, theirs: Any) -> bool:
    """Try the one pair of chances that makes both indifferent; tell whether it is a solution."""
    total = 0.0
    mine[:] = 0.0
    theirs[:] = 0.0
    for i in range(size):
        for j in range(size):
            cofactor = _cofactor(game, rows, columns, size, i, j)
            total += cofactor
            mine[rows[i]] += cofactor
            theirs[columns[j]] += cofactor
    if abs(total) < _ROUNDING:
        return False
    for k in range(many):
        mine[k] /= total
        theirs[k] /= total
        if mine[k] < -_ROUNDING or theirs[k] < -_ROUNDING:
            return False
    value = _value(game, many, mine, theirs)
    for k in range(many):
        gets, gives = 0.0, 0.0
        for j in range(many):
            gets += theirs[j] * game[k, j]
            gives += mine[j] * game[j, k]
        if gets > value + _ROUNDING or gives < value - _ROUNDING:
            return False
    return True


@helper
def solve_matrix(game: Any, many: int, mine: Any, theirs: Any) -> float:
    """Solve a matrix game of two players exactly, of so many choices each; return its value.

    There is a solution in which both use equally many of their choices, with chances that make the
    other indifferent between those (Shapley and Snow, "Basic solutions of discrete games", 1950):
    all such pairs of sets are tried, the smallest first. Chances go to ``mine`` and ``theirs``,
    ``float64[MOST_CHOICES]``; ``game`` is what the row player wins.
    """
    least = game[:many, :many].min()
    span = game[:many, :many].max() - least
    if span < _ROUNDING:
        mine[:] = 0.0
        theirs[:] = 0.0
        mine[0] = theirs[0] = 1.0
        return float(game[0, 0])
    # Scaled to lie from 0 to 1, so that small differences are not mere rounding.
    scaled = (game - least) / span
    rows, columns = np.zeros(MOST_CHOICES, np.int64), np.zeros(MOST_CHOICES, np.int64)
    for size in range(1, many + 1):
        for some in range(1 << many):
            if _members(some, rows) != size:
                continue
            for others in range(1 << many):
                if _members(others, columns) == size and _try(
                        scaled, many, rows, columns, size, mine, theirs):
                    return float(least + span * _value(scaled, many, mine, theirs))
    raise ArithmeticError("no solution of a matrix game was found")


#: Players for whom endings are solved.
PLAYERS = 2
#: What may come of two bets: tiles for each, the pot as a set, and for how many rolls.
_MINE, _THEIRS, _POT, _ROLLS = range(4)


@helper
def outcomes_of(mine: int, theirs: int, pot: int, found: Any) -> int:
    """Write what may come of two bets to ``int64[ROLLS, 4]``; return how many outcomes."""
    many = 0
    for roll in range(ROLLS):
        rule, winner_1, take_1, winner_2, take_2, own, after = settle(mine | theirs, pot, roll)
        prize_1, prize_2 = prize(rule, take_1), prize(MATCHES, take_2)
        for_me = tiles_won(gain(mine, winner_1, prize_1, winner_2, prize_2, own))
        for_them = tiles_won(gain(theirs, winner_1, prize_1, winner_2, prize_2, own))
        k = 0
        while k < many and (found[k, _MINE] != for_me or found[k, _THEIRS] != for_them
                            or found[k, _POT] != after):
            k += 1
        if k == many:
            found[k, _MINE], found[k, _THEIRS], found[k, _POT] = for_me, for_them, after
            found[k, _ROLLS] = 0
            many += 1
        found[k, _ROLLS] += 1
    return many


@helper
def ending_worth(
    mine: int, theirs: int, pot: int, lead: int, game: Any, one: Any, other: Any
) -> float:
    """Return the share of the game that the first player wins if both play on as well as possible,
    with hands of as many tiles and a ``lead`` in stashes.

    Written here: ``game`` (``float64[MOST_CHOICES, MOST_CHOICES]``), what each pair of bets is
    worth, by the places of the tiles in the hands, and with what chances ``one`` and ``other`` bet.
    """
    if mine == 0:
        return 1.0 if lead > 0 else (0.5 if lead == 0 else 0.0)
    later, found = np.zeros((MOST_CHOICES, MOST_CHOICES)), np.zeros((ROLLS, 4), np.int64)
    chances_1, chances_2, many = np.zeros(MOST_CHOICES), np.zeros(MOST_CHOICES), count(mine)
    for i in range(many):
        my_bet = nth_bit(mine, i)
        for j in range(many):
            their_bet = nth_bit(theirs, j)
            game[i, j] = 0.0
            for k in range(outcomes_of(my_bet, their_bet, pot, found)):
                game[i, j] += found[k, _ROLLS] / ROLLS * ending_worth(
                    mine ^ my_bet, theirs ^ their_bet, found[k, _POT],
                    lead + found[k, _MINE] - found[k, _THEIRS], later, chances_1, chances_2)
    return float(solve_matrix(game, many, one, other))


@kernel
def price_endings(
    hands: Any, seen: Any, pots: Any, leads: Any, tiles: Any, worth: Any, cost: Any, most: Any
) -> None:
    """Write down what bets in endings cost against a rival who plays as the solution: ``worth`` of
    best play, ``cost`` of the bet, parts of the game, and the ``most`` likely tile's chance."""
    game, one, other = (np.zeros((MOST_CHOICES, MOST_CHOICES)), np.zeros(MOST_CHOICES),
                        np.zeros(MOST_CHOICES))
    for d in range(len(hands)):
        hand = hands[d]
        theirs = ALL_TILES & ~(hand | seen[d])
        worth[d] = ending_worth(hand, theirs, pots[d], leads[d], game, one, other)
        place, gets = count(hand & ((1 << tiles[d]) - 1)), 0.0
        for j in range(count(hand)):
            gets += other[j] * game[place, j]
        cost[d], most[d] = worth[d] - gets, one.max()


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
    """Return all deals of two tiles a seat of those out: int64[deals, seats] of ``PAIRS``."""

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
    """Return the tiles that each bet wins in a round, 8 bits a place, and the pot after it."""
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

    ``low``, ``high``: where the bits of the places of each seat's two tiles begin. ``who``: bit s
    where seat s bets the higher tile first. ``stashes``: before the two rounds, 8 bits a seat.
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
def write_shares(places: Any, deals: Any, pot: int, stashes: int, by_seat: Any) -> None:
    """Write down what each seat wins, by seat, deal, who of the others bets the higher tile first,
    and what it bets: ``float64[MOST, deals, 2**(MOST - 1), 2]``; ``places`` are the tiles out."""
    many, seats = deals.shape
    listed = np.full((1 << MOST_OUT, 1 << MOST_OUT), -1, np.int64)
    outcomes = np.zeros(_MOST_BETS, np.int64)
    won_first = np.zeros((_MOST_BETS, SORTED), np.int64)
    often = np.zeros((_MOST_BETS, SORTED))
    won_last = np.zeros((_MOST_BETS, SORTED, SORTED), np.int64)
    low, high, found = np.zeros(MOST, np.int64), np.zeros(MOST, np.int64), 0
    parts = np.zeros(MOST)
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
            parts[:] = 0.0
            add_shares(low, high, who, stashes, seats, outcomes[k], won_first[k], often[k],
                       won_last[k], parts)
            for seat in range(seats):
                others = who & (1 << seat) - 1 | who >> seat + 1 << seat
                by_seat[seat, d, others, who >> seat & 1] = parts[seat]


@helper
def write_worth(seat: int, deals: Any, by_seat: Any, high: Any, worth: Any) -> None:
    """Write down what bets are worth to a seat by pair, over deals, by all chances ``high``."""
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
def find_chances(deals: Any, by_seat: Any, high: Any, worth: Any) -> float:
    """Write down the chances to bet the higher tile; return what leaving them gains at most."""
    many, seats = deals.shape
    regret, total = np.zeros((MOST, PAIRS, 2)), np.zeros((MOST, PAIRS))
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
    """Write down what bets before the last two rounds give away against rivals who play as solved:
    their ``cost``, the chance of the likelier tile, and what a seat may gain at most by leaving the
    solution (``left``), parts of the game."""
    by_seat = np.empty((MOST, len(deals), 1 << (MOST - 1), 2))
    high, worth = np.zeros((MOST, PAIRS)), np.zeros((MOST, PAIRS, 2))
    places = np.zeros(MOST_OUT, np.int64)
    for d in range(len(hands)):
        open_tiles = ALL_TILES & ~seen[d]
        for place in range(count(open_tiles)):
            places[place] = nth_bit(open_tiles, place)
        write_shares(places, deals, pots[d], stashes[d], by_seat)
        left[d] = find_chances(deals, by_seat, high, worth)
        low = count(open_tiles & nth_bit(hands[d], 0) - 1)
        up = count(open_tiles & nth_bit(hands[d], 1) - 1)
        pair, held = MOST_OUT * low + up, 0
        for other in range(len(deals)):
            held += int(deals[other, asked[d]] == pair)
        bets = worth[asked[d], pair]
        made = bets[int(1 << tiles[d] == places[up])]
        cost[d] = (max(bets[0], bets[1]) - made) / held
        most[d] = max(high[asked[d], pair], 1.0 - high[asked[d], pair])
