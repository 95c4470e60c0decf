"""A hand of Loo or Rounce in lanes: deal, declarations, tricks and money, every choice uniform.

A seat that is not in holds nothing, lays nothing and wins nothing.  One that is in alone, or the
dealer whom all have left alone, wins the five tricks against nobody.  Nothing is looked up, since
lanes would part: where one tile is, or what suit it belongs to, is found by masks.

What belongs to the seats or positions stands in lists: the dealer's is the last.
"""

from __future__ import annotations

import operator
from functools import reduce
from typing import Any, NamedTuple

from numba import types
from numba.extending import intrinsic

from simulate.books.rows import OCTAVE_1, STEPS
from simulate.domino.tiles import ALL_TILES, DOUBLES, HIGH, LOW, NUMBERS, SHOWS, TILES
from simulate.games.loo import views
from simulate.games.loo.in_lanes.kernel import LANE, LEFT
from simulate.games.loo.in_lanes.vectors import (
    Lanes,
    Row,
    Vectors,
    draw,
    everywhere,
    folded,
    larger,
    leading_zeros,
    philox,
    pick,
    populations,
    reals,
    set_lanes,
    smaller,
    where,
    wide_product,
)
from simulate.games.loo.kernel import SEAT_SIZE
from simulate.games.loo.rules import GAME_POINTS, LOOED_POINTS, miss_tiles, misses_in
from simulate.games.loo.views import AT, TRICKS
from simulate.games.rules import PENALTY_KINDS
from simulate.machine.randomness import STEP
from simulate.machine.table import BASE, DECISIONS_A_HAND

#: Shifting a tile by so many bits asks for its higher end: see ``showing``.
HIGHER = 32
_TOP_BIT = -(2**63)
#: What ``hand.keep_uniformly`` throws the second tile away with.
_LOW_BITS = 0x7FFFFFFF
#: By number: the tiles of which it is the lower end; above them those of which it is the higher.
_ENDS = [sum(1 << t for t in range(TILES) if LOW[t] == k)
         | sum(1 << t for t in range(TILES) if HIGH[t] == k) << HIGHER for k in range(NUMBERS)]


def either(first: Lanes, second: Lanes) -> Lanes:
    """Return the first set unless it is empty, else the second."""
    return where(first == 0, second, first)


def nth_bit(tiles: Lanes, n: Lanes, most: int) -> Lanes:
    """Return the tile that has ``n`` tiles of a set below it, as a set; n is ``most`` at most."""
    for k in range(most):
        tiles = where(n > k, tiles & (tiles - 1), tiles)
    return tiles & -tiles


def uniform_bit(tiles: Lanes, word: Lanes, most: int) -> Lanes:
    """Return a tile chosen uniformly, as a set, from sets of ``most + 1`` tiles at most."""
    return nth_bit(tiles, pick(word, populations(tiles)), most)


def showing(tile: Lanes, end: Lanes | int) -> Lanes:
    """Return the tiles that show the lower (0) or ``HIGHER`` end of a tile, a set of one."""
    asked = tile << end
    shown = where((asked & _ENDS[1]) != 0, SHOWS[1], SHOWS[0])
    for number in range(2, NUMBERS):
        shown = where((asked & _ENDS[number]) != 0, SHOWS[number], shown)
    return shown


def randomness(key: Lanes, number: int) -> Lanes:
    """Return the word of a decision; ``key`` is that of its position in the hand."""
    word: Lanes = folded(key + number * int(STEP))
    return word


class Deal(NamedTuple):
    """A hand as it is dealt: sets of tiles, and the key of the seats' own randomness."""

    hands: list[Lanes]
    turn_up: Lanes
    misses: tuple[Lanes, Lanes]  #: the tiles of the first miss, and of the second
    key: Lanes


def deal(seed: Lanes, session: Lanes, number: Lanes, seats: int) -> Deal:
    """Deal five tiles a position and expose the turn-up, as ``hand.deal`` does: all places are
    drawn first and then turned, from the last draw back, into those among the tiles before the
    draws, until they are the tiles themselves."""
    nothing = session & 0
    *words, key = philox(session, number, nothing, nothing, seed, nothing)
    # The word of the tiles from the 21st on; see ``deck.shuffle_on``.
    words.append(philox(session, number, nothing + 1, nothing, seed, nothing)[0])
    draws = list[Lanes]()
    for word in words:
        for _ in range(TILES // len(words)):
            place, word = draw(word, TILES - len(draws))
            draws.append(place)
    sizes = [TRICKS] * seats + [1]
    for k in range(2):  # a miss that has all tiles that are left draws none
        size, left = miss_tiles(seats), TILES - sum(sizes)
        sizes.append(size if k < misses_in(seats) and left > size else 0)
    sets, stop = list[Lanes](), sum(sizes)
    for size in reversed(sizes):
        sets.insert(0, nothing)
        for drawn in reversed(draws[stop - size : stop]):
            bit = 1 << drawn
            # The places from the drawn one on move up by one, as adding a set of bits to itself
            # does.
            sets = [places + (places & -bit) for places in sets]
            sets[0] |= bit
        stop -= size
    *hands, turn_up, first, second = sets
    boneyard = ALL_TILES ^ reduce(operator.or_, hands, turn_up)
    first = first if sizes[-2] else boneyard
    return Deal(hands, turn_up, (first, second if sizes[-1] else boneyard ^ first), key)


class Declared(NamedTuple):
    """What was declared, and the hands that are played; a hand without tiles is not in."""

    actions: list[Lanes]
    hands: list[Lanes]
    alone: Lanes  #: everybody has left the dealer alone, who says nothing


def kept(tiles: Lanes, key: Lanes, seats: int) -> Lanes:
    """Keep five tiles of a miss; see ``hand.keep_uniformly``."""
    drawn, word = miss_tiles(seats), randomness(key, views.KEEP_AFTER_MISS)
    fewer = tiles ^ uniform_bit(tiles, word, drawn - 1)
    if drawn - 1 == TRICKS:
        return fewer
    return fewer ^ nth_bit(fewer, (word & _LOW_BITS) * (drawn - 1) >> 31, drawn - 2)


def declare(deal: Deal, keys: list[Lanes], is_rounce: Lanes) -> Declared:
    """Let the positions declare one after the other; misses go to those who ask first."""
    seats, dealer, missed = len(keys), len(keys) - 1, deal.turn_up & 0
    never = missed != missed
    none_stayed, first, second = ~never, keys[0], keys[0]
    actions, before = list[Lanes](), list[Lanes]()
    alone = for_pool = never
    for p, key in enumerate(keys):
        left = missed < misses_in(seats)
        if p == dealer:
            alone = none_stayed & (missed == 0)
            for_pool = none_stayed & ~left & (is_rounce == 0) if seats == 4 else never
        options = where(left | for_pool, 3, 2) if seats > 2 else 2
        chosen = pick(randomness(key, views.DECLARE), options)
        action = where(left | (chosen == 0), chosen + views.PLAY, chosen + views.MISS)
        actions.append(where(alone, 0, action) if p == dealer else action)
        before.append(missed)
        misses, none_stayed = actions[-1] == views.MISS, none_stayed & (actions[-1] != views.PLAY)
        # Keys of those who took the first miss and the second.
        first = where(misses & (missed == 0), key, first)
        second = where(misses & (missed == 1), key, second)
        missed += where(misses, 1, 0)
    # The dealer may take the turn-up for one of his tiles.
    word, hand = randomness(keys[-1], views.TAKE_TURN_UP), deal.hands[-1]
    takes = ((actions[-1] == views.PLAY) | (actions[-1] == views.FOR_POOL)) & ((word & 1) != 0)
    taken = hand ^ uniform_bit(hand, word, TRICKS - 1) | deal.turn_up
    fives = [kept(miss, key, seats) for miss, key in zip(deal.misses, (first, second), strict=True)]
    hands = [*deal.hands[:-1], where(takes, taken, hand)]
    for p, (action, missed) in enumerate(zip(actions, before, strict=True)):
        after_miss = where(missed == 0, *fives)
        hands[p] = where(
            action == views.MISS, after_miss, where(action == views.DROP, 0, hands[p]))
    return Declared(actions, hands, alone)


def of_one(who: list[Lanes], values: list[Lanes]) -> Lanes:
    """Return the value of one position of each lane."""
    found = values[-1]
    for is_it, value in zip(who[:-1], values[:-1], strict=True):
        found = where(is_it, value, found)
    return found


def play_trick(
    hands: list[Lanes], keys: list[Lanes], leader: list[Lanes], trumps: Lanes, over: Lanes,
    trumps_that_oblige: Lanes | int, trick: int,
) -> tuple[list[Lanes], list[Lanes]]:
    """Play a trick; return who wins it and the hands left."""
    most = TRICKS - 1 - trick  # tiles left
    if most:
        words = [randomness(key, views.FIRST_TRICK + trick) for key in keys]
    else:  # who follows with its last tile needs no word
        words = [randomness(of_one(leader, keys), views.FIRST_TRICK + trick)] * len(keys)
    word = of_one(leader, words)
    hand = of_one(leader, hands)
    held = hand & trumps
    legal = where((held != 0) & (populations(held) >= trumps_that_oblige), held, hand)
    led = uniform_bit(legal, word, most)
    shown = showing(led, (word & 1) * HIGHER) & ~trumps
    suit = where((led & trumps) != 0, trumps, shown)
    tiles = [  # see ``tricks.follows``
        where(leads, led, uniform_bit(either(either(hand & suit, hand & over), hand), word, most))
        for leads, hand, word in zip(leader, hands, words, strict=True)]
    laid = reduce(operator.or_, tiles)
    # The double of the best suit wins, or its highest tile.
    best = either(laid & trumps, laid & suit)
    wins = _TOP_BIT >> leading_zeros(either(best & DOUBLES, best))
    return [(tile & wins) != 0 for tile in tiles], list(map(operator.xor, hands, tiles))


def play_tricks(
    table: Row, hands: list[Lanes], keys: list[Lanes], turn_up: Lanes
) -> list[Lanes]:
    """Play the hands out; return the tricks that each position takes."""
    trumps = showing(turn_up, HIGHER)
    nobody_yet, leader = trumps != 0, list[Lanes]()  # who has a hand first, or the dealer
    for hand in hands[:-1]:
        leader.append(nobody_yet & (hand != 0))
        nobody_yet &= hand == 0
    leader.append(nobody_yet)
    over, tricks = trumps & -table[AT.must_trump], [trumps & 0] * len(hands)
    for trick in range(TRICKS):
        oblige = 1 if trick else table[AT.lead_trump_min]
        leader, hands = play_trick(hands, keys, leader, trumps, over, oblige, trick)
        tricks = [taken + where(wins, 1, 0) for taken, wins in zip(tricks, leader, strict=True)]
    return tricks


#: The high word of the product with this is four fifths, rounded down: shifted, a fifth.
_FOUR_FIFTHS = 0xCCCCCCCCCCCCCCCD
_UNLIMITED, _FIXED = PENALTY_KINDS.index("unlimited"), PENALTY_KINDS.index("fixed")


def collect_antes(table: Row, pool: Lanes, seats: int) -> tuple[Lanes, Lanes, Lanes]:
    """Return what each other seat pays for a hand, what the dealer pays, and the pool after that;
    see ``hand.collect_antes``."""
    points, empty = table[AT.points_game] != 0, pool < table[AT.empty_below]
    others = where(empty & ~points, table[AT.ante], 0)
    dealers = where(empty, table[AT.dealer_ante], table[AT.dealer_top_up])
    pool = where(points, table[AT.pool], pool + others * (seats - 1) + dealers)
    return others, where(points, 0, dealers), pool


def penalty_of(table: Row, pool: Lanes, seats: int) -> Lanes:
    """Return what a looed seat owes; see ``rules.penalty_due``."""
    limit = table[AT.penalty_chips] + table[AT.penalty_a_seat] * seats
    kind = table[AT.penalty_kind]
    due = where(kind == _UNLIMITED, pool, where(kind == _FIXED, limit, smaller(pool, limit)))
    return where(table[AT.points_game] != 0, LOOED_POINTS, due)


def settle(table: Row, declared: Declared, tricks: list[Lanes], pool: Lanes) -> list[Lanes]:
    """Return what each position takes, less what it owes, the antes not counted."""
    penalty = penalty_of(table, pool, len(tricks))
    # What a trick pays, without a division, which vectors do not have.
    share = wide_product(pool, _FOUR_FIFTHS)[0] >> 2
    takes = [where(taken == 0, where(hand != 0, -penalty, 0), share * taken)
             for taken, hand in zip(tricks, declared.hands, strict=True)]
    dealers = where(declared.actions[-1] == views.FOR_POOL, 0, takes[-1])
    return [*takes[:-1], where(declared.alone, pool, dealers)]


def by_seat(dealer: Lanes, values: list[Lanes]) -> list[Lanes]:
    """Return by seat what is by position: position 0 sits on the dealer's left."""
    turn = where(dealer == len(values) - 1, 0, dealer + 1)
    for steps in (1, 2):
        turned = values[-steps:] + values[:-steps]
        values = [where((turn & steps) != 0, other, value)
                  for value, other in zip(values, turned, strict=True)]
    return values


def game_over(scores: list[Lanes]) -> Lanes:
    """Tell whether one seat alone has the most points, and enough; see ``settle_points``."""
    best = reduce(larger, scores)
    leaders = reduce(operator.add, (where(score == best, 1, 0) for score in scores))
    return (best >= GAME_POINTS) & (leaders == 1)


#: Between the seats' own randomness in a hand.
_SEAT_STEP = DECISIONS_A_HAND * int(STEP) % 2**64


def play_hands(
    table: Row, first: Lanes, hands: Lanes, seats: int, states: Vectors, powers: Vectors,
    left: Vectors, worst: Row, best: Row,
) -> tuple[Lanes, Lanes]:
    """Play the next hand of every lane; tell which sessions end with it, and where it belongs into
    a list whose last hands are the ``worst`` and the ``best``."""
    row, number, dealer = states[LANE.session], states[LANE.number], states[LANE.dealer]
    session = row + first
    other_pays, dealer_pays, pool = collect_antes(table, states[LANE.pool_next], seats)
    dealt = deal(table[BASE.seed], session, number, seats)
    steps = [dealer + (p + 1) for p in range(seats)]
    seated = [where(step < seats, step, step - seats) for step in steps]
    keys = [seat * _SEAT_STEP + dealt.key for seat in seated]
    declared = declare(dealt, keys, table[AT.rounce])
    tricks = play_tricks(table, declared.hands, keys, dealt.turn_up)
    made = settle(table, declared, tricks, pool)
    values = by_seat(dealer, [*(one - other_pays for one in made[:-1]), made[-1] - dealer_pays])
    for p, (seat, action, taken) in enumerate(zip(seated, declared.actions, tricks, strict=True)):
        left[LEFT.count + p] = (row * seats + seat) * SEAT_SIZE + action * 8 + taken
    players = reduce(operator.add, (where(hand != 0, 1, 0) for hand in declared.hands))
    states[LANE.walkovers] += where(players > 1, 0, 1)
    # The class of the pool; see ``rows.magnitude``.
    octave = 63 - OCTAVE_1 - leading_zeros(pool)
    left[LEFT.pool] = where(
        octave > 0, octave * STEPS + (pool >> larger(octave, 0)), pool)
    states[LANE.pool_sum] += pool
    states[LANE.max_pool] = larger(states[LANE.max_pool], pool)
    for place, value in enumerate(values):  # the sums of powers are those of ``add_powers``
        left[LEFT.value + place] = value
        states[LANE.value + place] += value
        x = reals(value)
        square = x * x
        for k, product in enumerate((square, square * x, square * square)):
            powers[3 * place + k] += product
    states[LANE.number], states[LANE.dealer] = number + 1, seated[0]
    points = table[AT.points_game] != 0
    pool_next = where(points, states[LANE.pool_next], pool - reduce(operator.add, made))
    states[LANE.pool_next] = pool_next
    won = game_over([states[LANE.value + place] for place in range(seats)])
    ends = points & won | ~points & (pool_next > table[AT.escalation_limit])
    extreme = is_extreme(reduce(smaller, values), session, worst) | is_extreme(
        -reduce(larger, values), session, best)
    return ends | (number + 1 >= hands), extreme


def is_extreme(value: Lanes, session: Lanes, last: Row) -> Lanes:
    """Tell where a value belongs into a list with this last hand; equal hands go by session."""
    return (value < last[0]) | ((value == last[0]) & (session < last[1]))


@intrinsic
def play_next(
    typingctx: Any, table: Any, first: Any, hands: Any, places: Any, states: Any, powers: Any,
    left: Any, worst: Any, best: Any,
) -> Any:
    """Play the next hand of every lane; return the lanes whose sessions end with it, and those
    where it is among the worst or the best, as bits."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        row, first, hands, _, states, powers, left, worst, best = args
        told = play_hands(
            Row(builder, row), everywhere(builder, first), everywhere(builder, hands),
            len(places.types), Vectors(builder, states), Vectors(builder, powers, floats=True),
            Vectors(builder, left), Row(builder, worst), Row(builder, best))
        return context.make_tuple(builder, signature.return_type, [set_lanes(one) for one in told])

    return types.UniTuple(types.int64, 2)(
        table, types.int64, types.int64, places, states, powers, left, worst, best), codegen
