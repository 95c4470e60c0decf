"""A player who imagines the hands of the others and plays each of them out to the end."""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.domino.tile_sets import lowest
from simulate.domino.tricks import SUIT, TRUMPS, announce, led_as, plain, strength
from simulate.games.loo.row import SEATS, TRICKS
from simulate.games.loo.views import Playing
from simulate.machine.compiling import helper, inlined, kernel
from simulate.machine.pointers import pointer
from simulate.solving.loo.open_tiles import BOARD, MEMO, after, lay_out_hands, set_stakes
from strategies.base import Parameter
from strategies.loo.book import Book
from strategies.loo.skills import tile_play
from strategies.loo.skills.imagined_deals import KNOWN, deal_world, know

_SUITS = 8
_CHOICES = _SUITS * TRICKS

sound_lead = helper(tile_play.lead)
sound_follow = helper(tile_play.follow)


@inlined
def as_seen(view: Any) -> Playing:
    """Return a view as a tuple; compiled decisions get a window on the table instead."""
    return Playing(
        view.hand, view.legal, view.trump, view.turn_up, view.turn_up_taken, view.seats,
        view.players, view.position, view.seats_in, view.missed, view.to_come, view.trick,
        view.led, view.winning, view.winner, view.played, view.laid_0, view.laid_1, view.laid_2,
        view.laid_3, view.discarded, view.voids, view.eldest_trumps, view.tricks, view.for_pool,
        view.pool, view.penalty, view.must_trump, view.chips_0, view.chips_1, view.chips_2,
        view.chips_3, view.score_0, view.score_1, view.score_2, view.score_3, view.number,
        view.hands, view.word,
    )


@helper
def set_board(board: Any, seen: Playing) -> None:
    """Set what is the same in all deals that a seat imagines."""
    board[BOARD.trump] = seen.trump
    board[BOARD.must_trump] = seen.must_trump
    board[BOARD.seats_in] = seen.seats_in
    board[BOARD.owner] = seen.position
    board[BOARD.hand + seen.position] = seen.hand
    set_stakes(board, seen.pool // TRICKS, seen.penalty, seen.players, seen.for_pool)


@inlined
def suits_for(seen: Playing, tile: int) -> int:
    """Return the suits that a tile may be played as; none if it may not be played."""
    suits = 1 << seen.led if seen.led >= 0 else led_as(plain(seen.trump), tile)
    return suits if seen.legal >> tile & 1 else 0


@helper
def add_scores(board: Any, memo: Any, seen: Playing, totals: Any) -> None:
    """Add what each choice of a seat makes in the deal on the board.

    Parameters
    ----------
    board : int64[BOARD.size]
    memo : int64[3 * (memo_mask + 1)]
    seen : Playing
    totals : int64[_CHOICES]
        Chips times players, at ``_SUITS * slot + suit led``.
    """
    held = lay_out_hands(board)
    took = 0
    for p in range(SEATS):
        took |= int(seen.tricks >> 4 * p & 7 > 0) << p
    winner, best = seen.position, 0
    if seen.led >= 0:
        winner, best = seen.winner, strength(plain(seen.trump), seen.led, seen.winning)
    hand, slot = seen.hand, 0
    while hand:
        tile = lowest(hand)
        hand &= hand - 1
        suits = suits_for(seen, tile)
        while suits:
            suit = lowest(suits)
            suits &= suits - 1
            totals[_SUITS * slot + suit] += after(
                board, memo, held, took, suit, seen.to_come, seen.position, winner, best, slot
            )
        slot += 1


@helper
def best_choice(seen: Playing, totals: Any, sound: int) -> int:
    """Return the lead, as announced, that makes most; among equals the sound one if it is there."""
    answer, most = sound, -(1 << 62)
    hand, slot = seen.hand, 0
    while hand:
        tile = lowest(hand)
        hand &= hand - 1
        suits = suits_for(seen, tile)
        while suits:
            suit = lowest(suits)
            suits &= suits - 1
            choice, total = announce(tile, suit), totals[_SUITS * slot + suit]
            if total > most or (total == most and choice == sound):
                answer, most = choice, total
        slot += 1
    return answer


@kernel
def choose(seen: Playing, worlds: int, belief: int) -> int:
    """Return the tile that makes most over some deals, as a lead is announced.

    Parameters
    ----------
    seen : Playing
    worlds : int
        How many deals to imagine.
    belief : int
        1 to read what others declared, 0 not to.
    """
    leads = seen.led < 0
    sound = sound_lead(seen, 0) if leads else announce(sound_follow(seen, 0), seen.led)
    board_row, known_row = np.zeros(BOARD.size, np.int64), np.zeros(KNOWN.size, np.int64)
    totals_row = np.zeros(_CHOICES, np.int64)
    remembered = MEMO >> 3 * seen.trick
    memo_row = np.zeros(3 * remembered, np.int64)
    board, known, memo = pointer(board_row), pointer(known_row), pointer(memo_row)
    board[BOARD.memo_mask] = remembered - 1
    set_board(board, seen)
    know(known, seen, belief)
    for _ in range(worlds):
        if not deal_world(known, board, BOARD.hand):
            break
        add_scores(board, memo, seen, totals_row)
    return best_choice(seen, totals_row, sound)


class Expert(Book):
    """Declares as ``book``; plays the tile that is best over many possible deals.

    It draws deals that agree with all it has seen, finds for each of its choices what
    follows if everybody then sees all tiles and the others are in league against it, and
    takes the choice that makes most chips above the table's mean.  In two places it plays
    as ``strategies.loo.skills.tile_play`` does: a plain opening lead, and a tile thrown off.  There
    open hands mislead, because they assume that the seat will later see what to keep.
    """

    name = "expert"
    summary = "Declares as book; imagines the others' hands and plays each out to the end."
    is_slow = True
    slowness = 200
    looks_at = "as book; all tiles seen, who was void, what a trick and being looed are worth"
    parameters = {  # noqa: RUF012  # read only
        "worlds": Parameter(20, 1, 60, "deals that it imagines at every tile", whole=True),
        "belief": Parameter(1, 0, 1, "1 to read the declarations of others, 0 not to",
                            whole=True),
        **Book.parameters,
    }

    @staticmethod
    def lead(view: Playing, p: Any) -> int:
        if view.trick == 0 and view.legal & ~TRUMPS[view.trump]:
            return sound_lead(as_seen(view), 0)
        return choose(as_seen(view), int(p.worlds), int(p.belief))

    @staticmethod
    def follow(view: Playing, p: Any) -> int:
        if view.legal & (SUIT[view.trump, view.led] | TRUMPS[view.trump]) == 0:
            return sound_follow(as_seen(view), 0)
        return choose(as_seen(view), int(p.worlds), int(p.belief)) >> 3
