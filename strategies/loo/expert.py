"""A player who imagines the hands of the others and plays each of them out to the end.

Its choices race on the same deals.  Two of them differ in some of the deals only, and there by what
they make.  A choice is out once it is behind the one that is ahead by more than one and a half
standard deviations of the sum of these differences: most decisions are clear after a few deals, and
the rest of the work goes to those that are not.  Of choices that have made the same in every deal
one stays in.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.domino.tile_sets import count, lowest
from simulate.domino.tricks import TRUMPS, announce, led_as, plain, strength
from simulate.games.loo.views import SEATS, TRICKS, Playing
from simulate.machine.compiling import helper, inlined, kernel
from simulate.machine.layouts import keep, lay_out, pointer
from strategies.base import Parameter
from strategies.loo.book import Book
from strategies.loo.imagined_deals import KNOWN, deal_world, know
from strategies.loo.open_tiles import BOARD, MEMO, after, lay_out_hands, set_stakes
from strategies.loo.skills import tile_play
from strategies.loo.skills.hand_strength import trumps_above
from strategies.skills import unseen_tiles

#: As many as there can be: every tile of a hand led as either of its numbers.
_CHOICES = 2 * TRICKS
#: The square of the standard deviations by which a choice is out.
_OUT = 1.5**2
#: Squared differences of choices i < j stand at ``_CHOICES * i + j``.
PAIRS = _CHOICES * _CHOICES

RACE = lay_out(
    0,
    entered=1,  # how many choices
    left=1,  # those still in, as bits
    choice=_CHOICES,  # what each stands for; the first is taken among equals
    made=_CHOICES,  # in the latest deal
    total=_CHOICES,  # in all deals
)


@inlined
def enter(race: Any, choice: int) -> None:
    """Enter a choice, unless it is the first one again.

    ``race`` is ``int64[RACE.size]``.
    """
    n = race[RACE.entered]
    if n == 0 or race[RACE.choice] != choice:
        race[RACE.choice + n] = choice
        race[RACE.left] |= 1 << n
        race[RACE.entered] = n + 1


@inlined
def is_decided(race: Any) -> bool:
    """Tell whether a single choice is still in."""
    return race[RACE.left] & (race[RACE.left] - 1) == 0


@helper
def add_up(race: Any, apart: Any) -> None:
    """Add what the choices still in have made in the latest deal.

    ``race`` is ``int64[RACE.size]``. ``apart`` is ``float64[PAIRS]``.
    """
    left = race[RACE.left]
    while left:
        i = lowest(left)
        left &= left - 1
        race[RACE.total + i] += race[RACE.made + i]
        others = left
        while others:
            j = lowest(others)
            others &= others - 1
            difference = float(race[RACE.made + i] - race[RACE.made + j])
            apart[_CHOICES * i + j] += difference * difference


@inlined
def place_ahead(race: Any) -> int:
    """Return the place of the choice that has made most, the first of equals."""
    left = race[RACE.left]
    best = lowest(left)
    while left:
        i = lowest(left)
        left &= left - 1
        if race[RACE.total + i] > race[RACE.total + best]:
            best = i
    return best


@helper
def drop_those_behind(race: Any, apart: Any) -> None:
    """Take out the choices that are behind by more than chance, or equal in every deal."""
    best = place_ahead(race)
    left = race[RACE.left] & ~(1 << best)
    while left:
        i = lowest(left)
        left &= left - 1
        behind = float(race[RACE.total + best] - race[RACE.total + i])
        if behind * behind >= _OUT * apart[_CHOICES * min(i, best) + max(i, best)]:
            race[RACE.left] ^= 1 << i


#: Tricks by which the sound play is ahead of the others before the first deal.
_HEAD_START = 1
#: Deals that every choice is tried on.
_AT_LEAST = 4

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


@inlined
def rank_of_trump(seen: Playing, tile: int) -> int:
    """Return how many trumps beat a trump, as a bit; none for a plain tile.

    Those that others may hold count, and the tile that wins the trick so far. Trumps of one rank
    make the same whatever the deal.
    """
    others = unseen_tiles(seen.hand, seen.played, seen.discarded)
    others |= 1 << seen.winning if seen.led >= 0 else 0
    is_trump = TRUMPS[seen.trump] >> tile & 1
    return is_trump << trumps_above(tile, seen.trump, others)


@helper
def enter_choices(race: Any, seen: Playing, sound: int) -> None:
    """Enter all that a seat may play, as leads are announced, the sound play first.

    Of trumps that make the same one is entered.
    """
    enter(race, sound)
    ranks, legal = rank_of_trump(seen, sound >> 3), seen.legal
    while legal:
        tile = lowest(legal)
        legal &= legal - 1
        rank = rank_of_trump(seen, tile)
        suits = 0
        if not ranks & rank:
            suits = 1 << seen.led if seen.led >= 0 else led_as(plain(seen.trump), tile)
        ranks |= rank
        while suits:
            enter(race, announce(tile, lowest(suits)))
            suits &= suits - 1


@helper
def race_over_deals(race: Any, seen: Playing, worlds: int, belief: int) -> None:
    """Try the choices entered on deals that a seat imagines, until one is left or all are dealt."""
    board_row, known_row = np.zeros(BOARD.size, np.int64), np.zeros(KNOWN.size, np.int64)
    apart_row = np.zeros(PAIRS)
    remembered = MEMO >> 2 * (SEATS - count(seen.seats_in) + seen.trick)
    memo_row = np.zeros(3 * remembered, np.int64)
    board, known, memo = pointer(board_row), pointer(known_row), pointer(memo_row)
    apart = pointer(apart_row)
    board[BOARD.memo_mask] = remembered - 1
    board[BOARD.trump] = seen.trump
    board[BOARD.must_trump] = seen.must_trump
    board[BOARD.seats_in] = seen.seats_in
    board[BOARD.owner] = seen.position
    board[BOARD.hand + seen.position] = seen.hand
    set_stakes(board, seen.pool // TRICKS, seen.penalty, seen.players, seen.for_pool)
    know(known, seen, belief)
    race[RACE.total] = seen.pool // TRICKS * seen.players * _HEAD_START
    for dealt in range(1, worlds + 1):
        if not deal_world(known, board, BOARD.hand):
            break
        held = lay_out_hands(board)
        took = 0
        for p in range(SEATS):
            took |= int(seen.tricks >> 4 * p & 7 > 0) << p
        winner, best = seen.position, 0
        if seen.led >= 0:
            winner, best = seen.winner, strength(plain(seen.trump), seen.led, seen.winning)
        left = race[RACE.left]
        while left:
            place = lowest(left)
            left &= left - 1
            choice = race[RACE.choice + place]
            slot = count(seen.hand & (1 << (choice >> 3)) - 1)
            race[RACE.made + place] = after(
                board, memo, held, took, choice & 7, seen.to_come, seen.position, winner, best, slot
            )
        add_up(race, apart)
        if dealt >= _AT_LEAST:
            drop_those_behind(race, apart)
            if is_decided(race):
                break
    keep(board_row, known_row, memo_row, apart_row)


@kernel
def choose(seen: Playing, worlds: int, belief: int) -> int:
    """Return the tile that makes most over some deals, as a lead is announced.

    ``worlds``: how many deals to imagine at most. ``belief``: 1 to read what others declared, 0 not
    to.
    """
    leads = seen.led < 0
    sound = sound_lead(seen, 0) if leads else announce(sound_follow(seen, 0), seen.led)
    race_row = np.zeros(RACE.size, np.int64)
    race = pointer(race_row)
    enter_choices(race, seen, sound)
    if not is_decided(race):
        race_over_deals(race, seen, worlds, belief)
    best = race[RACE.choice + place_ahead(race)]
    keep(race_row)
    return best


class Expert(Book):
    """Declares as ``book``; plays the tile that is best over many possible deals.

    It draws deals that agree with all it has seen, finds for each of its choices what
    follows if everybody then sees all tiles and the others are in league against it, and
    takes the choice that makes most chips above the table's mean.  What falls behind by more than
    chance is out, and what ``strategies.loo.skills.tile_play`` would do has a head start.

    It looks ahead at leads, where it trumps and on a trump led.  Where that brings nothing it plays
    by those rules of thumb: a plain opening lead, plain tiles that follow suit, the last tile on a
    trump led, a tile thrown off.  Where it throws off open hands mislead, because they assume that
    it will later see what to keep.
    """

    name = "expert"
    summary = "Declares as book; imagines the others' hands and plays each out to the end."
    is_slow = True
    slowness = 60
    looks_at = "as book; all tiles seen, who was void, what a trick and being looed are worth"
    parameters = {  # noqa: RUF012  # read only
        "worlds": Parameter(60, 1, 200, "deals that it imagines at every tile, at most",
                            whole=True),
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
        is_last_on_trump = view.led == view.trump and view.to_come == 0
        if view.legal & TRUMPS[view.trump] == 0 or is_last_on_trump:
            return sound_follow(as_seen(view), 0)
        return choose(as_seen(view), int(p.worlds), int(p.belief)) >> 3
