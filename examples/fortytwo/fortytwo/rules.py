"""What Forty-two is played by: its option, and how a person plays it."""

from dataclasses import dataclass

from simulate.games.rules import Rules, number_from, option

HOW_TO_PLAY = """\
Four players, partners opposite each other, bid for the trump and play seven tricks with the
double-six set. From the dealer's left each seat bids once, more than any bid before, or passes: 30
to 42 points, or 84. The dealer must bid if all others pass. The highest bidder names the trump
number and leads.

Every tile that shows the trump number is a trump. Another tile is led as its higher end, and
follows as either. The double is the highest of its suit, then the other end from 6 down. Follow
suit if you can, otherwise play anything. The highest trump wins, else the highest of the suit led.

A trick counts one point, the 5-5 and the 6-4 in it ten, the 5-0, the 4-1 and the 3-2 five: 42 in
all. A side that makes its bid scores what it took (84 if it bid that and took all), and so do the
others. If it falls short, the others alone score: the bid, and what they took. {target} points win
the game; if both sides have them, the bidder's side wins.

Choices of ours: the dealer must bid; no-trump, doubles as trumps and low bids are left out.
"""


@dataclass(frozen=True)
class FortytwoRules(Rules):
    """The rules of Forty-two."""

    target: int = option(250, "points that win the game", "1 to 1000", "250 is usual",
                         number_from(1, 1000), tried=(100, 250))
