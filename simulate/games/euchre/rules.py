"""What Domino Euchre is played by: options, points, how to play."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from simulate.games.rules import IN_WORDS, Rules, one_of, option

#: Points that win a game; tricks that the makers need, and what it brings the others if they take
#: fewer; what all five tricks bring the makers, and a maker alone.
GAME_POINTS, POINT_TRICKS = 5, 3
EUCHRE_POINTS, MATCH_POINTS, LONE_MATCH_POINTS = 2, 2, 4


@dataclass(frozen=True)
class EuchreRules(Rules):
    """The rules of Domino Euchre.

    Examples
    --------
    >>> from boneyard.euchre import EuchreRules
    >>> EuchreRules(lead_suit="high").lead_suit
    'high'
    """

    lead_suit: str = option(
        "announced", "the suit of a plain tile that is led: the number its leader announces, or "
        "always its higher end", "announced, high",
        "Choice: announced as in Domino Loo; high is the reading of Fosdick",
        one_of("announced", "high"), tried=("announced", "high"))

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "pagat": {},
        "fosdick": {"lead_suit": "high"},
    }


HOW_TO_PLAY = f"""\
Two to four players play tricks for points; with four, partners sit opposite each
other and score together.

Each seat gets five tiles, and one more is turned up: its higher end is the trump number
proposed. The highest trump is its double, the right bower. Second is the left bower, the double
of the next lower number (with blanks trump, the double six). Then come the other tiles of the
number from 6 down. In other suits the double is highest.

From the dealer's left each seat passes or orders the turn-up up: it accepts the trump proposed.
The dealer then takes the turn-up and discards a tile. The dealer, asked last, picks it up or
passes. If all pass, each seat in turn may name another number or pass. If all pass again, the
hand is void. Whoever makes trump is the maker. With four players the maker may go alone. The
partner then lays the hand down, and does not take the turn-up either.

The maker leads, then the winner of each trick. Follow suit if you can, otherwise play anything.

The makers score {MATCH_POINTS} for all five tricks ({LONE_MATCH_POINTS} if alone) and 1 for \
{IN_WORDS[POINT_TRICKS]} or four. With fewer they are
euchred, and the others score {EUCHRE_POINTS}. {IN_WORDS[GAME_POINTS].title()} points win the game.
"""
