"""How Domino Rounce is played, in the words of ``boneyard rules rounce``."""

TEXT = """\
Two to four players play tricks for points, much as at Domino Loo.

Each seat gets five tiles, and one more is turned up: its higher end is the trump number. A tile
that shows that number is a trump and nothing else; any other tile belongs to both its numbers.
The double is the highest of its suit, then the other end from 6 down to blank. Dummies are laid
out beside the hands: two of six tiles, with four players one of seven.

From the dealer's left each seat declares once: it plays the tiles it was dealt; or takes a
dummy in place of them, keeps five of its tiles and must play; or drops (not with two players).
A dealer who plays may take the turn-up in place of one tile.

The eldest hand (first on the dealer's left that is still in) leads, then the winner of each
trick. Follow suit if you can, otherwise play anything. The eldest hand must lead a trump if it
holds two or more; who has won a trick must lead a trump if it holds one.

Everybody starts at 15. Each trick takes 1 off, a hand that all others dropped takes 5 off for
the dealer, and who stayed in and took no trick is rounced: 5 more. The first to reach 0 wins.

Strategies and the columns of files are shared with Domino Loo, where a dummy is called a miss,
and rounced is looed.
"""
