"""How Domino Pool is played, in the words of ``boneyard rules pool``."""

TEXT = """\
Three to six players match tiles to a line, for a pool that everybody pays into.

Each seat gets six tiles with three players, five with four, four with five, three with six; the
rest is the stock. The leader, who is drawn by lot, lays any tile. Then each seat on the left in
turn plays a tile that matches an open end of the line; who has one must play, who has none
passes.

The hand ends when a seat has played its last tile (domino), which wins the pool, or when all
pass in turn (blocked): then the fewest pips left in hand win, and ties divide the pool.

Hundred up: the pips left in hand are added to each seat's score after every hand. Who reaches
the target goes out, and the last seat in wins the pool; the first seat out (of four, the first
two) may pay again and come back with the highest score still in, which is called to star.
"""
