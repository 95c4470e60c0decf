"""The rules of Domino Casino, which have no options, and what a table of it remembers.

The entries of its row, and a seat's view of it.  Sets of tiles are bits of an integer.
"""

from dataclasses import dataclass
from typing import NamedTuple

from simulate.domino.tiles import TILES
from simulate.games.rules import Rules
from simulate.machine.table import BASE, lay_out


@dataclass(frozen=True)
class CasinoRules(Rules):
    """The rules of Domino Casino (version 2 of its author's rules, 2010): no options.

    Examples
    --------
    >>> from boneyard.casino import CasinoRules
    >>> CasinoRules().as_dict()
    {}
    """


HOW_TO_PLAY = """\
Two to five players bet tiles on two dice; there are no chips, the tiles themselves are won.

With three players one tile is left out unseen, with five three. Each seat draws three tiles,
and one more before each later round until the boneyard is empty. In each round every seat
secretly bets one of its tiles, then the dice are rolled and the bets shown. The round goes by
the first of these that applies:

- A double rolled, and that double bet: it wins all bets and the pot.
- The double blank bet: nobody wins, all bets go to the pot.
- Both ends of a bet rolled: it wins all bets and the pot.

Otherwise a bet of a blank and a number rolled takes every bet that shows that number. Another
bet with one end rolled goes to the stash of its owner. All others go to the pot.

When all tiles are bet, the largest stash wins; ties share the win.
"""


SEATS = 5
#: The most rounds of a game: those of two players.
ROUNDS = 14
BETS = SEATS * ROUNDS
#: Tiles that a seat holds when it bets, until the boneyard is empty.
HOLDS = 3
#: Tiles taken out of the set, by the number of players.
REMOVED = {2: 0, 3: 1, 4: 0, 5: 3}
#: Rolls that share a word of randomness, and the words of a game.
ROLLS_A_WORD = 5
DICE_WORDS = 3

#: What a table remembers: the entries of its row. Those that views show are explained there.
AT = lay_out(
    BASE.size,
    # the table
    seats=1, rounds=1, tiles_removed=1,
    # the game
    first_roller=1,  # seat
    order=TILES + 2 * SEATS,  # tiles as sets, in the order drawn; in the last two rounds none
    rolls=ROLLS_A_WORD * DICE_WORDS,  # by round: rows of ``kernel.DICE``
    held=SEATS,  # by seat, set of tiles
    bet=SEATS,  # by seat, the tile bet in this round as a set
    score=SEATS,  # by seat, packed (``kernel.tiles_won``)
    pot=1,
    # the decision
    hand=1, position=1, round=1, pot_tiles=1, stashes=1, seen=1, undrawn=1,
    # what the rounds were: written for hand histories and studies only
    bet_of=BETS,  # SEATS * round + seat: the tile as a set
    won_of=BETS,  # SEATS * round + seat: set of tiles
    rule_of=ROUNDS,
    pot_of=ROUNDS,  # set of tiles after the round
    # the outcome
    value=SEATS,  # by seat: tiles in the stash
)

#: The only decision of a seat; its randomness has the number of the round.
BET = 0


class Betting(NamedTuple):
    """The view of the decision: bet a tile of the hand, and answer its number."""

    hand: int  #: tiles held
    seat: int  #: this seat
    seats: int  #: seats at the table
    position: int  #: seats from the roller to this seat, clockwise: 0 is the roller itself
    round: int  #: number of the round, 0 for the first
    rounds: int  #: rounds of the game: 14, 9, 7 or 5
    pot: int  #: tiles in the pot
    pot_tiles: int  #: how many they are
    stashes: int  #: 8 bits a seat: how many tiles its stash has
    seen: int  #: tiles that lie face up: all bets of the rounds before
    undrawn: int  #: how many tiles the boneyard still has
    word: int  #: 63 random bits, fresh for each decision
