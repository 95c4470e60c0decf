"""The rules of Domino Casino, which have no options."""

from __future__ import annotations

from dataclasses import dataclass

from simulate.games.rules import Rules


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
