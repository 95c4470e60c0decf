"""A deal of Euchre under every call that could make trump.

How a hand is played does not depend on who passed before, so a deal has one ending for each
call that ends the auction: 56 with four players.  Each is played out on the same deal, with
the seats' own tiles and luck; whatever the seats call, what comes of it can then be looked up.
"""

from __future__ import annotations

from typing import Any

from simulate.domino.tiles import HIGH, NUMBERS
from simulate.games.euchre.hand import POINT_TRICKS, choose_call, deal, play_tricks, settle, take_up
from simulate.games.euchre.kernel import sit_down
from simulate.games.euchre.row import AT, SEATS
from simulate.games.euchre.views import legal_calls, make
from simulate.machine.compiling import helper, kernel
from simulate.machine.pointers import pointer
from simulate.machine.table import BASE, Table
from simulate.solving.euchre.hand_kinds import kind_of, tops_of

ROUNDS = 2
#: Endings of a deal: by round, position and suit, with a partner or alone.
ENDINGS = ROUNDS * SEATS * NUMBERS * 2


@helper
def ending_of(round_number: int, position: int, call: int) -> int:
    """Return the number of the ending that a call other than a pass brings about."""
    return ((round_number - 1) * SEATS + position) * NUMBERS * 2 + call - 2


@helper
def deal_session(table: Table, session: int) -> None:
    """Deal the first hand of a session."""
    sit_down(table, session)
    table[BASE.number] = 0
    deal(table)


@helper
def play_call(table: Table, round_number: int, position: int, suit: int, alone: int) -> int:
    """Play the deal out after a call; return the maker's points, or with a minus the others'."""
    for p in range(table[AT.players]):
        table[AT.held + p] = table[AT.dealt + p]
    table[AT.round] = round_number
    table[AT.maker] = position
    table[AT.trump] = suit
    table[AT.alone] = alone
    take_up(table)
    play_tricks(table)
    made = settle(table)
    return table[AT.worth] if made >= POINT_TRICKS else -table[AT.worth]


@helper
def play_calls(table: Table, values: Any) -> None:
    """Play a deal out after every call that could end its auction."""
    players, turned = table[AT.players], HIGH[table[AT.turn_up]]
    for round_number in range(1, ROUNDS + 1):
        legal = legal_calls(players, turned, round_number)
        for p in range(players):
            for suit in range(NUMBERS):
                for alone in range(2):
                    call = make(suit, alone)
                    if legal >> call & 1:
                        values[ending_of(round_number, p, call)] = play_call(
                            table, round_number, p, suit, alone)


@helper
def note_kinds(table: Table, kinds: Any, tops: Any) -> None:
    """Write down the kind of each hand with each suit as trump, and its highest trumps.

    With the suit that is turned the dealer's hand includes the turn-up, which is taken up then.
    """
    players, turn_up = table[AT.players], table[AT.turn_up]
    for p in range(players):
        hand = table[AT.dealt + p]
        for suit in range(NUMBERS):
            takes = p == players - 1 and suit == HIGH[turn_up]
            held = hand | 1 << turn_up if takes else hand
            kinds[p * NUMBERS + suit] = kind_of(held, suit)
            tops[p * NUMBERS + suit] = tops_of(held, suit)


@kernel
def fork_calls(
    row: Any, first: int, values: Any, kinds: Any, tops: Any, turn_ups: Any
) -> None:
    """Play deals ``first`` and following out under every call.

    Parameters
    ----------
    row : int64[AT.size]
        The table: rules, seed and the seats' decisions are set.  Deal i is the first hand of
        session i.
    first : int
    values : int8[deals, ENDINGS]
        Filled with the maker's points, or with a minus the others'; untouched where the rules
        do not allow the call.
    kinds : int8[deals, players, NUMBERS]
        Filled with the kinds of the hands by suit.
    tops : int8[deals, players, NUMBERS]
        Filled with which of the two highest trumps below the bowers each hand holds.
    turn_ups : int8[deals]
        Filled with the tiles turned up.
    """
    table = pointer(row)
    for i in range(len(values)):
        deal_session(table, first + i)
        turn_ups[i] = table[AT.turn_up]
        note_kinds(table, pointer(kinds[i]), pointer(tops[i]))
        play_calls(table, pointer(values[i]))


@kernel
def ask_calls(row: Any, first: int, scores: Any, calls: Any) -> None:
    """Ask every seat for its call in both rounds of deals ``first`` and following.

    Each is asked as if all before it had passed.

    Parameters
    ----------
    row : int64[AT.size]
        As for ``fork_calls``.
    first : int
    scores : int64[players]
        Points before the hand, by position.
    calls : int8[deals, ROUNDS, players]
        Filled with the calls.
    """
    table = pointer(row)
    players = table[AT.players]
    for i in range(len(calls)):
        deal_session(table, first + i)
        for p in range(players):
            table[AT.score + table[AT.chair + p]] = scores[p]
        for number in range(ROUNDS):
            table[AT.round] = number + 1
            legal = legal_calls(players, table[AT.trump], number + 1)
            for p in range(players):
                calls[i, number, p] = choose_call(table, p, legal, number)
