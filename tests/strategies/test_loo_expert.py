"""The expert imagines only deals that can be, each as often as it should, and knows no others."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pytest

from boneyard.proof.seated import decks
from simulate.domino.tiles import ALL_TILES, TILES, mask, members, parse
from simulate.domino.tricks import SUIT, TRUMPS
from simulate.games.game import find_game
from simulate.games.loo.rules import LooRules, RounceRules
from simulate.games.loo.views import AT, Playing
from simulate.machine.compiling import kernel
from simulate.machine.decisions import compile_decision
from simulate.machine.layouts import keep, pointer
from simulate.machine.table import ask, view_entries
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.lineup import seat_players
from strategies.loo.expert import Expert, choose
from strategies.loo.imagined_deals import KNOWN, deal_world, draw_hands, know
from strategies.loo.skills.hand_strength import best_five
from tests.oracle.loo import play_session
from tests.simulate.games.loo.at_the_oracle import Seated
from tests.strategies.open_tiles import Deal, State


def chi_square_limit(degrees):
    """Return the 99.9% point of chi-square (Wilson and Hilferty 1931)."""
    spread = 2 / (9 * degrees)
    return degrees * (1 - spread + 3.09 * spread**0.5) ** 3


@kernel
def imagine(seen, belief, wary, found):
    """Write down the hands of many deals; unless wary, keep those that come too often."""
    row = np.zeros(KNOWN.size, np.int64)
    known = pointer(row)
    know(known, seen, belief)
    for i in range(len(found)):
        hands = pointer(found[i])
        hands[seen.position] = seen.hand
        if wary:
            if not deal_world(known, hands, 0):
                keep(row)
                return i
        else:
            while draw_hands(known, hands, 0) == 0.0:
                pass
    keep(row)
    return len(found)


def tiles(text):
    return mask(parse(tile) for tile in text.split())


def view(**changes):
    """Return the view of the eldest of four, three of them in, with two tiles each left."""
    unseen = tiles("6-6 5-4 5-2 4-1 2-1 1-0 6-2 3-3")
    hand = tiles("6-4 2-0")
    fields = dict.fromkeys(Playing._fields, 0)
    fields.update(
        hand=hand, legal=hand, trump=6, turn_up=parse("6-0"), seats=4, players=4, seats_in=0b1011,
        to_come=0b1010, trick=3, led=-1, winning=-1, winner=-1, eldest_trumps=5, tricks=0x1011,
        pool=25, penalty=25, must_trump=1, word=12345,
        discarded=ALL_TILES & ~(unseen | hand),
        # position 1 has no fives, position 3 no ones
        voids=1 << 5 + 8 | 1 << 1 + 24,
    )
    return Playing(**{**fields, **changes})


def consistent(seen):
    """List the hands of positions 1 and 3 that agree with a view, as plain search finds them."""
    unseen = list(members(ALL_TILES & ~(seen.hand | seen.played | seen.discarded)))
    found = []
    for one in combinations(unseen, 2):
        for other in combinations([t for t in unseen if t not in one], 2):
            pair = mask(one), mask(other)
            shown = (seen.voids >> 8, seen.voids >> 24)
            if not any(
                held & int(SUIT[seen.trump, suit])
                for held, void in zip(pair, shown, strict=True)
                for suit in range(7) if void >> suit & 1
            ):
                found.append(pair)
    return found


def chi_square(found, expected):
    """Return the statistic of pairs of hands against how likely each should be."""
    counts = Counter((int(hands[1]), int(hands[3])) for hands in found)
    assert set(counts) <= set(expected)
    total = sum(expected.values())
    return sum(
        (counts[pair] - len(found) * share / total) ** 2 / (len(found) * share / total)
        for pair, share in expected.items()
    )


@pytest.mark.slow
def test_all_deals_that_agree_come_equally_often_and_a_careless_sampler_is_found_out():
    seen = view()
    pairs = consistent(seen)
    assert len(pairs) > 50
    found = np.zeros((100 * len(pairs), 4), np.int64)
    limit = chi_square_limit(len(pairs) - 1)
    assert imagine(seen, 0, True, found) == len(found)
    assert chi_square(found, dict.fromkeys(pairs, 1)) < limit
    imagine(seen, 0, False, found)
    assert chi_square(found, dict.fromkeys(pairs, 1)) > limit


def test_a_misser_keeps_the_best_of_what_was_drawn():
    laid = tiles("6-5 5-5 4-4")
    seen = view(seats_in=0b1001, to_come=0b1000, missed=0b1000, laid_3=laid, voids=0)
    expected = Counter()
    for drawn in combinations(members(ALL_TILES & ~(seen.hand | seen.discarded)), 4):
        kept = int(best_five(mask(drawn) | laid, seen.trump, seen.turn_up, 0))
        if kept & laid == laid:
            expected[0, kept & ~laid] += 1
    found = np.zeros((10_000, 4), np.int64)
    limit = chi_square_limit(len(expected) - 1)
    assert imagine(seen, 1, True, found) == len(found)
    assert chi_square(found, expected) < limit
    imagine(seen, 0, True, found)
    with pytest.raises(AssertionError):
        assert chi_square(found, expected) < limit


class Watcher(Seated):
    """Keeps the views of all decisions at the tiles, with the hands as they are."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.views = []

    def playing(self, state, legal):
        seen = super().playing(state, legal)
        hands = [0] * 4
        for p, seat in enumerate(state.seats):
            if seat in state.playing:
                hands[p] = mask(parse(tile) for tile in state.hands[seat])
        self.views.append((seen, hands))
        return seen


def real_views(game, rules, players, sessions):
    """Yield views that occur, and the hands that nobody sees."""
    seated = seat_players(game, ["book", "bold", "miss-lover", "banker"][:players])
    run = Run(game, rules, seated, 1, 12, 3)
    for session in range(sessions):
        watcher = Watcher(run, session)
        play_session(game, players, rules.as_dict(), session % players, decks(run, session),
                     watcher, 12)
        yield from watcher.views


@pytest.mark.parametrize(("game", "rules"), [
    ("loo", LooRules(penalty="cap:40")), ("loo", LooRules(must_trump=False, lead_trump_min=3)),
    ("rounce", RounceRules()),
])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_real_deal_and_all_imagined_ones_agree_with_what_was_seen(game, rules, players):
    checked = 0
    for seen, hands in real_views(game, rules, players, 8):
        found = np.zeros((12, 4), np.int64)
        belief = checked % 2
        assert imagine(seen, belief, True, found) == len(found)
        unseen = ALL_TILES & ~(seen.hand | seen.played | seen.discarded)
        for deal in [hands, *found.tolist()]:
            together = 0
            for p in range(4):
                if not seen.seats_in >> p & 1:
                    continue
                assert deal[p].bit_count() == hands[p].bit_count()
                assert not deal[p] & together
                together |= deal[p]
                if p != seen.position:
                    assert not deal[p] & ~unseen
                for suit in range(7):
                    if seen.voids >> 8 * p + suit & 1:
                        assert not deal[p] & int(SUIT[seen.trump, suit])
            eldest = deal[(seen.seats_in & -seen.seats_in).bit_length() - 1]
            assert (eldest & int(TRUMPS[seen.trump])).bit_count() <= seen.eldest_trumps
            if seen.turn_up_taken and not seen.played >> seen.turn_up & 1:
                assert deal[players - 1] >> seen.turn_up & 1
        checked += 1
    assert checked > 20


@kernel
def asked(address, row, parameters):
    return ask(address, pointer(row), parameters)


@pytest.mark.slow
def test_tiles_that_a_seat_does_not_see_do_not_change_what_it_plays():
    entries = view_entries(Playing, AT)
    parameters = np.array([8.0, 1.0])
    address = {
        leads: compile_decision(
            function, tuple(entries.items()), (("worlds", 0), ("belief", 1)))[1]
        for leads, function in ((True, Expert.lead), (False, Expert.follow))
    }
    chance = np.random.default_rng(5)
    answers = set()
    for seen, _ in list(real_views("loo", LooRules(penalty="cap:40"), 3, 6))[:60]:
        decide = Expert.lead if seen.led < 0 else Expert.follow
        expected = decide(seen, SimpleNamespace(worlds=8, belief=1))
        for _ in range(3):
            row = chance.integers(0, 1 << TILES, AT.size)
            for name, at in entries.items():
                row[at] = getattr(seen, name)
            answer = asked(address[seen.led < 0], row, parameters.ctypes.data)
            assert answer == expected
        answers.add(expected)
    assert len(answers) > 10


def test_with_one_deal_left_it_plays_as_the_plain_search_does():
    chance = random.Random(4)
    pips = [(high, low) for high in range(7) for low in range(high + 1)]
    better = 0
    for _ in range(60):
        held = chance.sample(pips, 6)
        hands = (frozenset(held[:3]), frozenset(held[3:]))
        deal = Deal(2, chance.randrange(7), 5, 20, True, 2, (0, 1), False)
        state = State(hands, (1, 1), 0)
        own, other = (mask(parse(f"{a}-{b}") for a, b in hand) for hand in hands)
        legal = mask(parse(f"{a}-{b}") for (a, b), _ in deal.choices(state))
        seen = view(
            hand=own, legal=legal, trump=deal.trump, seats=2, players=2, seats_in=0b11,
            to_come=0b10, trick=2, tricks=0x11, pool=25, penalty=20, voids=0,
            discarded=ALL_TILES & ~(own | other), turn_up=0, word=chance.getrandbits(62),
        )
        values = {
            (parse(f"{tile[0]}-{tile[1]}"), suit): deal.value(deal.after(state, tile, suit), 0)
            for tile, suit in deal.choices(state)
        }
        answer = int(choose(seen, 60, 0))
        assert values[answer >> 3, answer & 7] == max(values.values())
        better += len(set(values.values())) > 1
    assert better > 10


def test_it_plays_the_same_for_any_number_of_workers():
    players = seat_players("loo", ["expert(worlds=3)", "book", "expert(worlds=5)"])
    run = Run("loo", LooRules(penalty="cap:40"), players, 64, 5, 11)
    one, two = play(run, jobs=1), play(run, jobs=2, chunk=16)
    game = find_game("loo")
    assert game.summary(one.tally, run.rules) == game.summary(two.tally, run.rules)
