"""Domino Rounce as a game of the engine: Loo's kernel, books and histories under its own rules."""

from dataclasses import replace
from functools import partial

from simulate.books.tally import Ints
from simulate.games.loo import game as loo
from simulate.games.loo.rules import GAME_POINTS, LOOED_POINTS, ONE, SEVEN, SIX, TWO, RounceRules
from simulate.games.loo.views import AT, TRICKS
from simulate.games.loo.words import ROUNCE, tell_end, tell_play

HOW_TO_PLAY = f"""\
Two to four players play tricks for points, much as at Domino Loo.

Each seat gets five tiles, and one more is turned up: its higher end is the trump number. A tile
that shows that number is a trump and nothing else; any other tile belongs to both its numbers.
The double is the highest of its suit, then the other end from 6 down to blank. Dummies are laid
out beside the hands: {TWO} of {SIX} tiles, with four players {ONE} of {SEVEN}.

From the dealer's left each seat declares once: it plays the tiles dealt, takes a dummy, or
drops. A player who takes a dummy keeps five of its tiles and must play. With two players nobody
may drop.
A dealer who plays may take the turn-up in place of one tile.

The eldest hand (first on the dealer's left that is still in) leads, then the winner of each
trick. Follow suit if you can, otherwise play anything. The eldest hand must lead a trump if it
holds two or more. A player who has won a trick must lead a trump if it holds one.

Everybody starts at {GAME_POINTS}. Each trick takes 1 off. A hand that all others dropped takes \
{TRICKS} off for
the dealer. A player who stayed in and took no trick is rounced: {LOOED_POINTS} more. The first to \
reach 0 wins.

Strategies and the columns of files are those of Domino Loo. There a dummy is called a miss, and
rounced is looed.
"""


def _lay_table(row: Ints, rules: RounceRules, players: int) -> None:
    """Write the rules of Rounce into a table's row."""
    loo.lay_tricks(row, rules, players)
    row[AT.rounce] = 1
    loo.lay_points(row)


GAME = replace(
    loo.GAME, name="rounce", title="Domino Rounce", rules_class=RounceRules,
    books=loo.books(ROUNCE), lay_table=_lay_table, tell_play=partial(tell_play, words=ROUNCE),
    tell_end=partial(tell_end, words=ROUNCE), summary=loo.summary_in_points,
    unit=lambda rules: "points", plays_to_the_end=lambda rules: True, stake=lambda rules: 1,
    ends=loo.ends_in_points, strategies="strategies.loo", report="reports.games.loo",
    asks="simulate.games.loo.events", solves="simulate.theory.loo.declared",
    how_to_play=HOW_TO_PLAY, action_words=ROUNCE.action_words, own_words=ROUNCE.of_loo,
)
