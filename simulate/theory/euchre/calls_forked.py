"""A deal of Euchre under every call that could make trump.

How a hand is played does not depend on who passed before, so a deal has one ending for each
call that ends the auction: 56 with four players.  Each is played out on the same deal, with
the seats' own tiles and luck; whatever the seats call, what comes of it can then be looked up.
"""

from __future__ import annotations

from typing import Any

from simulate.branch.kernel import BRANCH, Branching, Steps
from simulate.domino.tiles import HIGH, NUMBERS
from simulate.games.euchre.kernel import choose_call, deal, play_tricks, settle, sit_down, take_up
from simulate.games.euchre.rules import POINT_TRICKS
from simulate.games.euchre.views import AT, PASS, SEATS, goes_alone, legal_calls, make, suit_made
from simulate.machine.compiling import helper
from simulate.machine.layouts import lay_out
from simulate.machine.pointers import whole_numbers
from simulate.machine.table import BASE, Table
from simulate.runs.run import Run
from simulate.theory.euchre.hand_kinds import kind_of, tops_of

ROUNDS = 2
#: Endings of a deal: by round, position and suit, with a partner or alone.
ENDINGS = ROUNDS * SEATS * NUMBERS * 2


@helper
def ending_of(round_number: int, position: int, call: int) -> int:
    """Return the number of the ending that a call other than a pass brings about."""
    return ((round_number - 1) * SEATS + position) * NUMBERS * 2 + call - 2


#: What the steps share, beside ``BRANCH``.
CALLS = lay_out(
    BRANCH.size,
    scores=SEATS,  # points before the hand, by position
    notes=1,  # address of what is written down of deals
    many=1,  # calls that the rules allow, and their endings
    listed=ENDINGS,
)
#: What is written down of a deal: the kinds of the hands by position and suit, their highest
#: trumps (``hand_kinds``), and the tile turned up.
SEEN = lay_out(0, kinds=SEATS * NUMBERS, tops=SEATS * NUMBERS, turn_up=1)
#: Behind the row: points to the maker or with a minus to the others, or the calls asked for.
CAME = AT.size


def _deal_session(table: Table, memory: Any) -> int:
    """Deal the first hand of a session, at some score; list the calls that make trump."""
    sit_down(table, memory[BRANCH.deal])
    table[BASE.number] = 0
    deal(table)
    players, many = table[AT.players], 0
    for p in range(players):
        table[AT.score + table[AT.chair + p]] = memory[CALLS.scores + p]
    for round_number in range(1, ROUNDS + 1):
        legal = legal_calls(players, HIGH[table[AT.turn_up]], round_number)
        for p in range(players):
            for call in range(PASS + 1, make(NUMBERS, 0)):
                if legal >> call & 1:
                    memory[CALLS.listed + many] = ending_of(round_number, p, call)
                    many += 1
    memory[CALLS.many] = many
    return 0


def _force_call(table: Table, memory: Any) -> int:
    """Let a position make trump, all before it having passed."""
    ending = memory[BRANCH.label] = memory[CALLS.listed + memory[BRANCH.fork]]
    call, turn = ending % (2 * NUMBERS) + make(0, 0), ending // (2 * NUMBERS)
    table[AT.round], table[AT.maker] = turn // SEATS + 1, turn % SEATS
    table[AT.trump], table[AT.alone] = suit_made(call), goes_alone(call)
    return 0


def _play_call(table: Table, memory: Any) -> int:
    """Play the hand out once trump is made."""
    take_up(table)
    play_tricks(table)
    made = settle(table)
    table[CAME] = table[AT.worth] if made >= POINT_TRICKS else -table[AT.worth]
    return 0


def _which_calls(table: Table, memory: Any) -> int:
    """Write down what the hands hold with each suit as trump; all calls are forks.

    With the suit that is turned the dealer's hand includes the turn-up, which is taken up then.
    """
    players, turn_up = table[AT.players], table[AT.turn_up]
    notes, at = whole_numbers(memory[CALLS.notes]), SEEN.size * memory[BRANCH.place]
    notes[at + SEEN.turn_up] = turn_up
    for p in range(players):
        hand = table[AT.dealt + p]
        for suit in range(NUMBERS):
            takes = p == players - 1 and suit == HIGH[turn_up]
            held = hand | 1 << turn_up if takes else hand
            notes[at + SEEN.kinds + p * NUMBERS + suit] = kind_of(held, suit)
            notes[at + SEEN.tops + p * NUMBERS + suit] = tops_of(held, suit)
    return memory[CALLS.many]


def _ask_all(table: Table, memory: Any) -> int:
    """Ask all positions for their calls in both rounds, each as if all before it had passed."""
    players = table[AT.players]
    for number in range(ROUNDS):
        table[AT.round] = number + 1
        legal = legal_calls(players, table[AT.trump], number + 1)
        for p in range(players):
            table[CAME + number * players + p] = choose_call(table, p, legal, number)
    return 0


#: Deals are played out under every call that makes trump; or every seat is asked for its calls.
BY_CALLS = Steps(_deal_session, _force_call, _play_call, _which_calls, None)
ASKED = Steps(_deal_session, None, _ask_all, None, None)


def calling(run: Run, steps: Steps, kept: int = 1) -> Branching:
    """Return a table of Euchre where one thread forks calls, or asks for so many of them."""
    return Branching(run, steps, CALLS.size, range(CAME, CAME + kept), beyond=kept)
