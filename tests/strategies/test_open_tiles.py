"""The exact values of open hands are those of a plain search written from the rules."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from simulate.domino.trick_kit import next_in
from simulate.domino.tricks import follows, leads
from simulate.machine.compiling import kernel
from simulate.machine.layouts import pointer
from strategies.loo.open_tiles import BOARD, LEADS, MEMO, after, lay_out_hands, set_stakes
from tests.sizes import in_pieces
from tests.strategies.open_tiles import Deal, State

TILES = [(high, low) for high in range(7) for low in range(high + 1)]
SUITS, SLOTS = 7, 5


@kernel
def every_choice(plays, boards, memo, found):
    """Write what each choice makes from now on, deal by deal.

    Each play is position, suit led, seats to come, winner, strength to beat, positions that
    have a trick and tiles that may be played.
    """
    memory = pointer(memo)
    for i in range(len(plays)):
        board = pointer(boards[i])
        board[BOARD.deal] = i
        held = lay_out_hands(board)
        position, led, to_come, winner, best, took, legal = plays[i]
        for slot in range(SLOTS):
            for suit in range(SUITS):
                if not legal >> slot & 1:
                    continue
                if led == LEADS and not board[BOARD.led_as + SLOTS * position + slot] >> suit & 1:
                    continue
                if led in (LEADS, suit):
                    found[i, slot, suit] = after(
                        board, memory, held, took, suit, to_come, position, winner, best, slot
                    )


def number(tile):
    high, low = max(tile), min(tile)
    return high * (high + 1) // 2 + low


def random_deal(chance, seats_in):
    """Return a deal and its first state, at any table that so many seats may stay in at."""
    players = chance.randint(seats_in, 4)
    in_hand = sorted(chance.sample(range(players), seats_in))
    for_pool = players == 4 and seats_in == 2 and in_hand[-1] == 3 and chance.random() < 0.5
    deal = Deal(
        players, chance.randrange(SUITS), chance.choice([1, 5, 8]), chance.choice([0, 5, 8, 40]),
        chance.random() < 0.7, chance.choice([1, 2, 3]), tuple(in_hand), for_pool,
    )
    tiles = chance.sample(TILES, SLOTS * players)
    hands = tuple(
        frozenset(tiles[SLOTS * p : SLOTS * (p + 1)]) if p in in_hand else frozenset()
        for p in range(players)
    )
    return deal, State(hands, (0,) * players, in_hand[0])


def play_some(chance, deal, state, least):
    """Play some tiles by chance, from ``least`` to three tricks."""
    seats = len(deal.seats_in)
    for _ in range(chance.randrange(least * seats, 3 * seats + 1)):
        state = deal.after(state, *chance.choice(sorted(deal.choices(state))))
    return state


def bits(positions):
    return sum(1 << p for p in positions)


def strength(deal, tile, suit):
    """Return the kernel's strength of a tile: 1 to 8, a trump's from 16 on."""
    if deal.trump in tile:
        return 16 + (7 if tile[0] == tile[1] else sum(tile) - deal.trump)
    return 1 + (7 if tile[0] == tile[1] else sum(tile) - suit) if suit in tile else 0


def as_numbers(deal, state):
    """Return the play and the board of a state, as the kernel takes them."""
    hands = [bits(number(tile) for tile in hand) for hand in state.hands]
    board = np.zeros(BOARD.size, np.int64)
    board[BOARD.trump], board[BOARD.must_trump] = deal.trump, deal.must_trump
    board[BOARD.memo_mask] = MEMO - 1
    board[BOARD.hand : BOARD.hand + len(hands)] = hands
    board[BOARD.owner] = state.to_play
    board[BOARD.seats_in] = bits(deal.seats_in)
    set_stakes(board, deal.trick, deal.penalty, deal.players, int(deal.for_pool))
    plays = dict(state.plays)
    winner = deal.winner(state.suit, state.plays) if plays else state.to_play
    best = strength(deal, plays[winner], state.suit) if plays else 0
    own = sorted(state.hands[state.to_play], key=number)
    legal = bits({own.index(tile) for tile, _ in deal.choices(state)})
    to_come = set(deal.seats_in) - set(plays) - {state.to_play}
    took = bits(p for p, n in enumerate(state.tricks) if n)
    suit = LEADS if state.suit is None else state.suit
    play = [state.to_play, suit, bits(to_come), winner, best, took, legal]
    return play, board, own


def constant(deal, state, owner):
    """Return what kernel and rules count differently: tricks already taken, and the mean."""
    dealer = deal.players - 1
    own = [0 if deal.for_pool and p == dealer else n for p, n in enumerate(state.tricks)]
    made = deal.trick * (deal.players * own[owner] - sum(own))
    return made - deal.trick * (5 - sum(state.tricks))


def differences(deals, owns, found):
    """Count the choices, and those of which search and kernel think differently."""
    every = wrong = 0
    for i, (deal, state) in enumerate(deals):
        owner = state.to_play
        for tile, suit in deal.choices(state):
            expected = deal.value(deal.after(state, tile, suit), owner)
            kernel = int(found[i, owns[i].index(tile), suit]) + constant(deal, state, owner)
            every += 1
            wrong += kernel != expected
    return every, wrong


def laid_out(deals):
    plays, boards, owns = zip(*(as_numbers(*pair) for pair in deals), strict=True)
    return np.array(plays, np.int64), np.array(boards), owns


def solved(plays, boards):
    found = np.zeros((len(plays), SLOTS, SUITS), np.int64)
    every_choice(plays, boards, np.zeros(3 * MEMO, np.int64), found)
    return found


def a_deal(chance, number):
    """Return one of many deals: with two seats in mostly, with four now and then.

    One deal in four of two seats is at its start, and some of those with more: a plain
    search takes its time.
    """
    seats_in = 2 if number % 20 < 14 else 3 if number % 20 < 18 else 4
    deal, state = random_deal(chance, seats_in)
    whole = number % 4 == 0 if seats_in == 2 else number % 50 == 14 + 2 * (number // 100)
    if whole:
        return deal, state
    return deal, play_some(chance, deal, state, 0 if seats_in == 2 else 1)


@in_pieces("part", slice(0, 1000, 5), *(slice(i, 1000, 5) for i in range(1, 5)))
def test_values_are_those_of_a_plain_search_on_1000_random_deals(part):
    chance = random.Random(20240229)
    deals = [a_deal(chance, i) for i in range(1000)][part]
    plays, boards, owns = laid_out(deals)
    every, wrong = differences(deals, owns, solved(plays, boards))
    assert every > 400
    assert wrong == 0


def test_the_search_needs_no_memory_to_find_the_same():
    chance = random.Random(7)
    for _ in range(8):
        deal, state = random_deal(chance, 2)
        plain = replace(deal, remembers=False, _known={})
        owner = deal.seats_in[0]
        assert deal.value(state, owner) == plain.value(state, owner)


def changed(board, deal, rule):
    """Break a rule."""
    if rule == "must_trump":
        board[BOARD.must_trump] ^= 1
    elif rule == "penalty":
        set_stakes(board, deal.trick, deal.penalty + 25, deal.players, int(deal.for_pool))
    else:
        board[BOARD.trump] = (board[BOARD.trump] + 1) % SUITS


@pytest.fixture(scope="module")
def some_deals():
    chance = random.Random(5)
    return [random_deal(chance, 2) if i % 4 else a_deal(chance, 19) for i in range(60)]


@pytest.mark.parametrize("rule", ["must_trump", "penalty", "trump"])
def test_another_rule_gives_other_values(rule, some_deals):
    plays, boards, owns = laid_out(some_deals)
    for board, (deal, _) in zip(boards, some_deals, strict=True):
        changed(board, deal, rule)
    _, wrong = differences(some_deals, owns, solved(plays, boards))
    assert wrong > 0


def test_who_goes_next():
    assert [next_in(0b1011, p) for p in (0, 1, 2, 3)] == [0, 1, 3, 3]
    assert next_in(0b0011, 2) == 0


def test_legality_takes_hands_as_bits_of_any_meaning():
    assert follows(0b10110, 0b00011, 0b10000) == 0b00010
    assert leads(0b10110, 0b10001, 1) == 0b10000
