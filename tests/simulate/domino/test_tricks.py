"""Suits, rank and legality of the shared trick module, rule by rule."""

import pytest

from simulate.domino import tricks
from simulate.domino.tiles import mask, names, parse


def hand(text: str) -> int:
    return mask(parse(tile) for tile in text.split())


def legal_follows(held: str, trump: int, led: int, must_trump: bool = True) -> set[str]:
    order = tricks.plain(trump)
    trumps = tricks.trumps_of(order) if must_trump else 0
    return set(names(tricks.follows(hand(held), tricks.suit_of(order, led), trumps)))


def legal_leads(held: str, trump: int, oblige: int) -> set[str]:
    order = tricks.plain(trump)
    return set(names(tricks.leads(hand(held), tricks.trumps_of(order), oblige)))


def test_a_tile_of_the_trump_number_is_a_trump_and_nothing_else():
    assert set(names(tricks.suit_of(tricks.plain(3), 6))) == {
        "6-6", "6-5", "6-4", "6-2", "6-1", "6-0"}
    assert len(names(tricks.suit_of(tricks.plain(3), 3))) == 7


def test_any_other_tile_belongs_to_both_its_numbers():
    order = tricks.plain(0)
    assert tricks.led_as(order, parse("6-5")) == 1 << 6 | 1 << 5
    assert tricks.led_as(order, parse("6-0")) == 1 << 0


def test_the_double_is_highest_then_the_other_end_from_6_down():
    order = tricks.plain(0)
    suit_of_4s = ["4-4", "6-4", "5-4", "4-3", "4-2", "4-1"]
    power = [tricks.strength(order, 4, parse(tile)) for tile in suit_of_4s]
    assert power == sorted(power, reverse=True)
    assert tricks.strength(order, 4, parse("4-0")) > power[0]
    assert tricks.strength(order, 4, parse("6-5")) == 0


def beaten_by(order: int, led: int, tile: str) -> set[str]:
    return set(names(tricks.beating(order, led, parse(tile))))


def test_a_tile_is_beaten_by_higher_ones_of_the_suit_led_and_by_trumps():
    trumps = {"6-0", "5-0", "4-0", "3-0", "2-0", "1-0", "0-0"}
    assert beaten_by(tricks.plain(0), 4, "5-4") == {"6-4", "4-4"} | trumps
    assert beaten_by(tricks.plain(0), 4, "4-0") == {"6-0", "5-0", "0-0"}
    assert beaten_by(tricks.plain(0), 4, "0-0") == set()


def test_the_bowers_beat_all_tiles_and_the_right_one_the_left():
    order = tricks.bowers(1)
    assert beaten_by(order, 4, "6-1") == {"0-0", "1-1"}
    assert beaten_by(order, 4, "0-0") == {"1-1"}
    assert beaten_by(order, 4, "1-1") == set()


def test_opening_lead_with_two_trumps_must_be_a_trump():
    assert legal_leads("6-3 3-0 5-5 4-4 2-1", 3, 2) == {"6-3", "3-0"}
    assert legal_leads("6-3 6-0 5-5 4-4 2-1", 3, 2) == {"6-3", "6-0", "5-5", "4-4", "2-1"}


def test_preset_gamerules_needs_three_trumps():
    assert legal_leads("6-3 3-0 5-5 4-4 2-1", 3, 3) == {"6-3", "3-0", "5-5", "4-4", "2-1"}
    assert legal_leads("6-3 3-0 3-3 4-4 2-1", 3, 3) == {"6-3", "3-0", "3-3"}


def test_after_winning_a_trick_a_trump_must_be_led():
    assert legal_leads("6-3 5-5", 3, 1) == {"6-3"}
    assert legal_leads("6-4 5-5", 3, 1) == {"6-4", "5-5"}


def test_follow_suit_if_able_but_never_with_a_trump():
    # The source's example: 5s are trump and the 3-2 is led as a 3.
    assert legal_follows("6-3 5-3 1-0", 5, 3) == {"6-3"}


def test_unable_to_follow_must_trump_if_able():
    assert legal_follows("5-3 1-0", 5, 4) == {"5-3"}
    assert legal_follows("5-3 1-0", 5, 4, must_trump=False) == {"5-3", "1-0"}


def test_otherwise_any_tile():
    assert legal_follows("6-6 1-0", 5, 4) == {"6-6", "1-0"}


@pytest.mark.parametrize("trump", range(7))
def test_bowers_rank_right_then_left(trump):
    order = tricks.bowers(trump)
    right, left = parse(f"{trump}{trump}"), tricks.left_bower(trump)
    trumps = sorted((parse(t) for t in names(tricks.trumps_of(order))),
                    key=lambda tile: tricks.strength(order, trump, tile), reverse=True)
    assert trumps[:2] == [right, left]
    assert len(trumps) == 8
    others = trumps[2:]
    assert others == sorted(others, key=lambda t: sum(map(int, names(1 << t)[0].split("-"))),
                            reverse=True)


def test_the_left_bowers_own_suit_has_five_tiles():
    assert set(names(tricks.suit_of(tricks.bowers(4), 3))) == {"6-3", "5-3", "3-2", "3-1", "3-0"}
    assert tricks.left_bower(0) == parse("6-6")


@pytest.mark.parametrize(("lead", "legal"), [
    (tricks.announce(parse("6-5"), 5), True), (tricks.announce(parse("6-5"), 2), False),
    (tricks.announce(parse("2-1"), 1), False), (tricks.announce(parse("4-4"), 4), False),
    (-1, False), (1000, False),
])
def test_a_lead_must_be_announced_under_a_suit_of_its_own(lead, legal):
    assert tricks.is_legal_lead(tricks.plain(2), hand("6-5 2-1"), lead) == legal
