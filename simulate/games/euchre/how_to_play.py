"""How Domino Euchre is played, in the words of ``boneyard rules euchre``."""

TEXT = """\
Two to four players play tricks for points; with four, partners sit opposite each
other and score together.

Each seat gets five tiles, and one more is turned up: its higher end is the trump number
proposed. The highest trump is the double of the trump number (the right bower), then the double
of the next lower number (the left bower; with blanks trump it is the double six), then the
other tiles of the number from 6 down. In other suits the double is highest.

From the dealer's left each seat passes or orders it up: it accepts the trump proposed, and the
dealer takes the turn-up and discards a tile. The dealer, asked last, picks it up or passes. If
all pass, it is turned down, and each seat in turn may name another number or pass; if all pass
again, the hand is void. Whoever makes trump is the maker, and with four players may go alone:
the partner lays the hand down, and does not take the turn-up either.

The maker leads, then the winner of each trick. Follow suit if you can, otherwise play anything.

The makers score 2 for all five tricks (4 if alone) and 1 for three or four. With fewer they are
euchred, and the others score 2. Five points win the game.
"""
