"""How Domino Loo is played, in the words of ``boneyard rules loo``."""

TEXT = """\
Two to four players play tricks for a pool of chips.

Each seat gets five tiles, and the dealer turns one more up: its higher end is the trump number.
A tile that shows that number is a trump and nothing else; any other tile belongs to both its
numbers. The double is the highest of its suit, then the other end from 6 down to blank.

From the dealer's left each seat declares once: it plays the tiles it was dealt; or takes the
miss, which is to throw the hand away, draw six tiles from the boneyard (seven with four
players) and play the five of them that it keeps; or drops, with nothing to win and nothing to
pay (not with two players). Two misses may be taken in a hand, with four players one. A dealer
who plays may take the turn-up in place of one tile. If all others drop, the dealer takes the
pool unplayed. With four players, where only one other seat is in and took the miss, the dealer
may play for the pool: the share of the dealer's tricks stays in it, and the dealer cannot be
looed.

The eldest hand (first on the dealer's left that is still in) leads, then the winner of each
trick. Who leads a tile that is no trump says which of its numbers is led. Follow suit if you
can, otherwise trump if you can. The eldest hand must lead a trump if it holds two or more; who
has won a trick must lead a trump if it holds one.

On an empty pool everybody pays an ante and the dealer twice as much; otherwise the dealer alone
pays. Each trick takes a fifth of the pool. Who stayed in and took no trick is looed, and pays a
penalty into the next pool. Played for points, a trick counts 1 and looed -5, and 15 wins.
"""
