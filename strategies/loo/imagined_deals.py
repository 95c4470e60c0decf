"""Deals that a seat imagines: they agree with all that it has seen.

Before the first tile every deal of the tiles that a seat has not seen is as likely as any
other, and what is played afterwards rules some of them out:

- a seat that did not follow suit has none of it, nor a trump where it would have had to
  play one;
- a seat that led a plain tile after it had won a trick has no trump;
- an eldest hand that opened with a plain tile has fewer trumps than oblige to lead one;
- the dealer who took the turn-up has it until he plays it.

One of the deals that are left is drawn uniformly (``simulate.domino.deck``).

While declarations go on all are taken to declare as ``solved``.  Each position is dealt a hand from
the tiles that the seat has not seen.  A position that has declared is dealt anew until it would
declare as it did; the evidence on hands dealt before is left out.
"""

from typing import Any, NamedTuple

from simulate.domino import deck
from simulate.domino.tile_sets import count, lowest, nth
from simulate.domino.tiles import ALL_TILES
from simulate.domino.tricks import plain, suit_of, trumps_of
from simulate.games.loo.hand import legal_declarations, misses_left, tiles_of_a_miss
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY, SEATS, TRICKS, Playing
from simulate.machine.compiling import helper, inlined
from simulate.machine.randomness import pick
from strategies.loo.skills.learned_play import best_five
from strategies.loo.skills.situations import AFTER_MISS, FOR_TURN_UP, AtFives
from strategies.loo.solved import move_in
from strategies.skills import held_turn_up, unseen_tiles

#: Deals drawn in vain before a seat gives up.
_PATIENCE = 2000
_ODDS = 1 << 30
#: Room for the rivals, as holders.
RIVALS = SEATS * deck.HOLDER.size


@inlined
def _surely(seen: Playing, held: Any) -> int:
    """Set down the tiles that positions surely have; return the turn-up if a rival has it."""
    taken = held_turn_up(seen.turn_up, seen.turn_up_taken, seen.played)
    for p in range(SEATS):
        held[p] = taken if p == seen.players - 1 else 0
    held[seen.position] = seen.hand
    return taken


@helper
def list_rivals(seen: Playing, rivals: Any, held: Any) -> int:
    """Write down what each rival can hold (``int64[RIVALS]``); return how many they are."""
    unseen = unseen_tiles(seen.hand, seen.played, seen.discarded) & ~_surely(seen, held)
    left, many = seen.seats_in & ~(1 << seen.position), 0
    while left:
        p = lowest(left)
        left &= left - 1
        has_played = int(seen.led >= 0) & ~(seen.to_come >> p) & 1
        free, voids = unseen, seen.voids >> 8 * p & 0x7F
        while voids:
            free &= ~suit_of(plain(seen.trump), lowest(voids))
            voids &= voids - 1
        many = deck.add_holder(rivals, many, p, free, TRICKS - seen.trick - has_played)
    deck.find_most(rivals, many, held)
    return many


@helper
def deal_world(seen: Playing, rivals: Any, many: int, stream: Any, held: Any) -> bool:
    """Deal rivals hands that agree with what was seen; return whether that was possible."""
    trumps, eldest = trumps_of(plain(seen.trump)), lowest(seen.seats_in)
    free = unseen_tiles(seen.hand, seen.played, seen.discarded)
    for _ in range(_PATIENCE):
        _surely(seen, held)
        weight = deck.draw_holdings(rivals, many, free, stream, held)
        if weight < 1.0 and pick(deck.fresh_word(stream), _ODDS) >= weight * _ODDS:
            continue
        if count(held[eldest] & trumps) <= seen.eldest_trumps:
            return True
    return False


#: Hands dealt in vain before a position is taken to hold any.
_HANDS_IN_VAIN = 200


class Contenders(NamedTuple):
    """Who plays for the tricks, once all have declared."""

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


@inlined
def _draw_misses(
    view: Any, charts: Any, stayed: int, others: int, left: int, stream: Any, held: Any
) -> None:
    """Let some positions draw the tiles of a miss, and keep five of them."""
    while others:
        p = lowest(others)
        others &= others - 1
        drawn = deck.draw_set(stream, left, tiles_of_a_miss(view.players))
        left &= ~drawn
        held[p] = best_of(view, charts, p, drawn, stayed & (1 << p) - 1, held[p], AFTER_MISS)


@helper
def imagine_declarations(view: Any, charts: Any, start: int, stream: Any, held: Any) -> Contenders:
    """Imagine the hands of all others, by position, and declarations after a miss."""
    left = ALL_TILES & ~(view.hand | view.discarded | 1 << view.turn_up)
    stayed, missed, dropped, for_pool, taken = 0, 0, 0, 0, 0
    for p in range(view.players):
        if p == view.position:
            missed |= 1 << p
            continue
        given = (PLAY * (view.stayed >> p & 1) + MISS * (view.missed >> p & 1)
                 + DROP * (view.dropped >> p & 1))
        legal = legal_declarations(
            view.players, p, misses_left(view.players) - count(missed), stayed, missed,
            view.rounce)
        hand, action = 0, 0
        for _ in range(_HANDS_IN_VAIN):
            hand = deck.draw_set(stream, left, TRICKS)
            action = nth(legal, move_in(
                charts, start, view, p, hand, missed, dropped, deck.fresh_word(stream)))
            if given in (0, action):
                break
        action = given if given else action
        left &= ~hand
        held[p] = hand
        if action == MISS:
            missed |= 1 << p
        elif action == DROP:
            dropped |= 1 << p
        else:
            if p == view.players - 1:
                held[p] = best_of(
                    view, charts, p, hand | 1 << view.turn_up, stayed, 0, FOR_TURN_UP)
                taken = held[p] >> view.turn_up & 1
                for_pool = int(action == FOR_POOL)
            stayed |= 1 << p
    # Drawn last, so that all others have hands that would declare as they did.
    _draw_misses(view, charts, stayed, missed ^ 1 << view.position, left, stream, held)
    return Contenders(stayed, missed, for_pool, taken)
