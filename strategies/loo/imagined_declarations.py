"""Hands that a seat imagines while declarations go on: what the others hold, say and keep.

All declare as ``solved``.  Each position is dealt a hand from the tiles that the seat has not seen.
A position that has declared is dealt anew until it would say what it said, so its hand comes as
often as it should; how that bears on the hands dealt before is left out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from simulate.domino.tile_sets import count, lowest, nth
from simulate.domino.tiles import ALL_TILES
from simulate.games.loo.hand import legal_declarations, misses_left, tiles_of_a_miss
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY, TRICKS
from simulate.machine.compiling import helper, inlined
from strategies.loo.imagined_deals import draw_from, fresh_word
from strategies.loo.skills.learned_play import best_five
from strategies.loo.skills.situations import AFTER_MISS, FOR_TURN_UP, AtFives
from strategies.loo.solved import move_in

#: Hands dealt in vain before a position is taken to hold any.
_PATIENCE = 200


class Declared(NamedTuple):
    """What all have said at last."""

    stayed: int  #: positions
    missed: int  #: positions
    for_pool: int  #: 1 if the dealer plays for the pool
    turn_up_taken: int  #: 1 if the dealer took it


@inlined
def best_of(
    view: Any, chart: Any, position: int, tiles: int, stayed: int, discarded: int, start: int
) -> int:
    """Return the five tiles that a position keeps by the tables."""
    return best_five(
        AtFives(view.trump, view.turn_up, discarded, view.seats, view.players, position, stayed,
                view.pool, view.penalty),
        chart, tiles, start)


@helper
def imagine_declarations(view: Any, charts: Any, start: int, known: Any, held: Any) -> Declared:
    """Imagine the hands of all others, and what those to come declare. ``view``: of a seat that has
    taken the miss. ``start``: ``table_for`` it. ``known``: randomness, as in ``imagined_deals``.
    ``held``: int64[SEATS]: hands are written by position."""
    left = ALL_TILES & ~(view.hand | view.discarded | 1 << view.turn_up)
    stayed, missed, dropped, for_pool, taken = 0, 0, 0, 0, 0
    for p in range(view.players):
        if p == view.position:
            missed |= 1 << p
            continue
        told = (PLAY * (view.stayed >> p & 1) + MISS * (view.missed >> p & 1)
                + DROP * (view.dropped >> p & 1))
        legal = legal_declarations(
            view.players, p, misses_left(view.players) - count(missed), stayed, missed,
            view.rounce)
        hand, said = 0, 0
        for _ in range(_PATIENCE):
            hand = draw_from(known, left, TRICKS)
            said = nth(legal, move_in(
                charts, start, view, p, hand, missed, dropped, fresh_word(known)))
            if told in (0, said):
                break
        said = told if told else said
        left &= ~hand
        held[p] = hand
        if said == MISS:
            missed |= 1 << p
        elif said == DROP:
            dropped |= 1 << p
        else:
            if p == view.players - 1:
                held[p] = best_of(
                    view, charts, p, hand | 1 << view.turn_up, stayed, 0, FOR_TURN_UP)
                taken = held[p] >> view.turn_up & 1
                for_pool = int(said == FOR_POOL)
            stayed |= 1 << p
    # Only now, so that what is drawn leaves all others hands that would say what was said.
    others = missed ^ 1 << view.position
    while others:
        p = lowest(others)
        others &= others - 1
        drawn = draw_from(known, left, tiles_of_a_miss(view.players))
        left &= ~drawn
        held[p] = best_of(view, charts, p, drawn, stayed & (1 << p) - 1, held[p], AFTER_MISS)
    return Declared(stayed, missed, for_pool, taken)
