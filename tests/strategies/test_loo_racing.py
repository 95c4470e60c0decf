"""Choices race over common deals: clear ones are out soon, doubtful and first ones stay."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from simulate.domino.tile_sets import count
from simulate.domino.tiles import ALL_TILES, parse
from simulate.domino.tricks import TRUMPS, bowers
from simulate.games.game import find_game
from simulate.games.loo.rules import LooRules
from simulate.machine.compiling import kernel
from simulate.machine.layouts import keep, pointer
from simulate.runs.play import play
from simulate.runs.run import Run
from simulate.theory.loo.win_chances import count_visits
from strategies.lineup import seat_players
from strategies.loo import expert, racer
from strategies.loo.racer import hands_of_game, shipped_race, win_chances
from strategies.skills import missing, missing_row
from tests.strategies.test_loo_expert import tiles, view


@kernel
def race_to_the_end(made):
    """Race the choices 10, 11, ... over the deals; return who is ahead and the deals taken."""
    row, apart_row = np.zeros(expert.RACE.size, np.int64), np.zeros(expert.PAIRS)
    race, apart = pointer(row), pointer(apart_row)
    for i in range(made.shape[1]):
        expert.enter(race, 10 + i)
    expert.enter(race, 10)
    for deal in range(len(made)):
        for i in range(made.shape[1]):
            race[expert.RACE.made + i] = made[deal, i]
        expert.add_up(race, apart)
        expert.drop_those_behind(race, apart)
        if expert.is_decided(race):
            break
    best = race[expert.RACE.choice + expert.place_ahead(race)]
    keep(row, apart_row)
    return best, deal + 1


@kernel
def entered(seen, sound):
    row = np.zeros(expert.RACE.size, np.int64)
    expert.enter_choices(pointer(row), seen, sound)
    return row


def choices(seen, sound):
    row = entered(seen, sound)
    first = expert.RACE.choice
    return row[first : first + row[expert.RACE.entered]].tolist()


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
    assert expert.Expert.follow(seen, None) == expert.sound_follow(seen, 0)


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


def enumerated(held, unseen, given):
    hands = list(combinations(range(unseen), held))
    return sum(min(hand, default=unseen) >= given for hand in hands) / len(hands)


@pytest.mark.parametrize(("held", "unseen", "given"), [
    (0, 4, 3), (1, 9, 2), (2, 10, 0), (3, 11, 8), (5, 13, 8), (5, 12, 7), (5, 12, 8), (5, 5, 1),
])
def test_chances_are_those_of_all_hands(held, unseen, given):
    row = missing_row(held, (1 << unseen) - 1)
    assert missing(row, given) == pytest.approx(enumerated(held, unseen, given))


def test_no_suit_is_larger_than_what_can_be_asked():
    trumps = max(count(int(TRUMPS[bowers(trump)])) for trump in range(7))
    assert trumps == 8
    # A hand out of 23 tiles with these among them is most unlikely to have none.
    assert missing(missing_row(5, (1 << 23) - 1), trumps) < 0.1


@pytest.fixture
def in_a_new_folder(tmp_path, monkeypatch):
    """Keep the chances of two players too, in an empty folder."""
    hands_of_game("rounce", 2)  # its kernels come from the folder of before
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))
    monkeypatch.setattr(racer, "_KEPT_FROM", 2)
    forget()
    yield tmp_path / "kept"
    forget()


def forget():
    win_chances.cache_clear()
    hands_of_game.cache_clear()


def test_the_chances_are_those_of_the_race_and_worked_out_once(in_a_new_folder, monkeypatch):
    race = shipped_race("rounce", 2)
    wins = race.win_chances()
    count_visits([wins], [race.shares])
    assert np.array_equal(win_chances("rounce", 2).chances, wins.chances)
    assert hands_of_game("rounce", 2) == wins.visits.sum()
    assert len(list(in_a_new_folder.glob("races.*.nbc"))) == 2
    forget()
    for name in ("settle", "count_visits"):
        monkeypatch.setattr(racer, name, lambda *_: pytest.fail("worked out again"))
    found = win_chances("rounce", 2)
    assert np.array_equal(found.chances, wins.chances) and found.after_hand is found.chances
    assert hands_of_game("rounce", 2) == wins.visits.sum()


def test_a_folder_that_cannot_be_written_is_done_without(in_a_new_folder):
    in_a_new_folder.write_text("no folder")
    assert win_chances("rounce", 2).at((0, 0)).sum() == pytest.approx(1)
    assert in_a_new_folder.read_text() == "no folder"
