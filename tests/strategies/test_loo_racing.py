"""Choices race over common deals: clear ones are out soon, doubtful and first ones stay."""

from __future__ import annotations

import numpy as np
import pytest

from simulate.domino.tiles import ALL_TILES, parse
from simulate.games.game import find_game
from simulate.games.loo.rules import LooRules
from simulate.machine.compiling import kernel
from simulate.machine.pointers import keep, pointer
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.lineup import seat_players
from strategies.loo.expert import (
    PAIRS,
    RACE,
    Expert,
    add_up,
    drop_those_behind,
    enter,
    enter_choices,
    is_decided,
    place_ahead,
    sound_follow,
)
from tests.strategies.test_loo_expert import tiles, view


@kernel
def race_to_the_end(made):
    """Race the choices 10, 11, ... over the deals; return who is ahead and the deals taken."""
    row, apart_row = np.zeros(RACE.size, np.int64), np.zeros(PAIRS)
    race, apart = pointer(row), pointer(apart_row)
    for i in range(made.shape[1]):
        enter(race, 10 + i)
    enter(race, 10)
    for deal in range(len(made)):
        for i in range(made.shape[1]):
            race[RACE.made + i] = made[deal, i]
        add_up(race, apart)
        drop_those_behind(race, apart)
        if is_decided(race):
            break
    best = race[RACE.choice + place_ahead(race)]
    keep(row, apart_row)
    return best, deal + 1


@kernel
def entered(seen, sound):
    row = np.zeros(RACE.size, np.int64)
    enter_choices(pointer(row), seen, sound)
    return row


def choices(seen, sound):
    row = entered(seen, sound)
    first = RACE.choice
    return row[first : first + row[RACE.entered]].tolist()


def lead(name, suit):
    return parse(name) * 8 + suit


@pytest.mark.parametrize(("made", "best", "deals"), [
    ([[0, 5]] * 9, 11, 3),  # one and a half deviations: 3 * 5 against the root of 3 * 25
    ([[7, 7, 7]] * 9, 10, 1),  # of equals the first
    ([[5, 0, 0], [0, 9, 9]] * 4, 11, 8),  # those that differ both ways stay in
    ([[10**12, 0]] * 3, 10, 3),  # pools without limit
])
def test_a_choice_is_out_when_it_is_behind_by_more_than_chance(made, best, deals):
    assert race_to_the_end(np.array(made, np.int64)) == (best, deals)


def test_trumps_that_make_the_same_are_entered_once():
    unseen = tiles("6-6 6-4 5-4 5-2 4-1 2-1 1-0 3-3")
    hand = tiles("6-3 6-2 6-5")
    fields = {"hand": hand, "discarded": ALL_TILES & ~(unseen | hand)}
    sound = lead("6-2", 6)
    # 6-4 is out: it stands between 6-5 and the others, which are as good as each other.
    seen = view(legal=hand, led=-1, **fields)
    assert choices(seen, sound) == [sound, lead("6-5", 6)]
    # Where 6-4 is gone all three are the same, unless it wins the trick so far.
    gone = {"hand": hand, "discarded": ALL_TILES & ~(unseen & ~tiles("6-4") | hand)}
    assert choices(view(legal=hand, led=-1, **gone), sound) == [sound]
    on_four = view(legal=hand, led=6, winning=parse("6-4"), winner=0, **gone)
    assert choices(on_four, sound) == [sound, lead("6-5", 6)]


def test_a_plain_tile_may_be_led_as_either_number():
    hand = tiles("5-4 3-3")
    assert choices(view(hand=hand, legal=hand), lead("5-4", 4)) == [
        lead("5-4", 4), lead("3-3", 3), lead("5-4", 5),
    ]


@pytest.mark.parametrize(("hand", "legal", "led", "to_come"), [
    ("5-4 4-3", "5-4 4-3", 4, 0b1000),  # suit followed
    ("5-4 3-2", "5-4 3-2", 1, 0b1000),  # thrown off
    ("6-4 6-2", "6-4 6-2", 6, 0),  # the last on a trump led
])
def test_where_looking_ahead_brings_nothing_it_plays_by_the_rules_of_thumb(
    hand, legal, led, to_come
):
    seen = view(hand=tiles(hand), legal=tiles(legal), led=led, to_come=to_come,
                winning=parse("6-0" if led == 6 else f"{led}-0"), winner=0)
    # It would read how many deals to imagine, if it looked ahead.
    assert Expert.follow(seen, None) == sound_follow(seen, 0)


def test_it_makes_more_than_book_on_the_same_deals():
    """What a seat makes above the mean of four, in 25 parts of 1,600 hands."""
    rules, made = LooRules(penalty="cap:40"), {}
    for name in ("expert", "book"):
        players = seat_players("loo", [name, "book", "book", "book"])
        parts = []
        for seed in range(25):
            tally = play(Run("loo", rules, players, 1600, 1, seed), jobs=1).tally
            net = [seat["net"] for seat in find_game("loo").summary(tally, rules)[1]]
            parts.append((net[0] - sum(net) / 4) / 1600)
        made[name] = np.array(parts)
    gain = made["expert"] - made["book"]
    assert gain.mean() > 2.5 * gain.std(ddof=1) / 5
