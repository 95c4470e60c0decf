"""The master imagines only deals that can be, each as often as it should, and knows no others."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from boneyard.proof.seated import decks
from scripts.learn_tiles import gain, tables_of
from simulate.domino.deck import draw_holdings
from simulate.domino.tiles import ALL_TILES, mask, members, parse
from simulate.domino.tricks import SUIT, TRUMPS
from simulate.games.loo.rules import LooRules, RounceRules
from simulate.games.loo.views import AT, KEEP_AFTER_MISS, TRICKS, Playing
from simulate.machine.compiling import kernel
from simulate.machine.table import pointer
from simulate.runs.chunk import record_sessions
from simulate.runs.run import Run
from strategies.lineup import seat_players
from strategies.loo.imagined_deals import RIVALS, deal_world, imagine_declarations, list_rivals
from strategies.loo.master import choose_five, play_on
from strategies.loo.skills.learned_play import best_answer, best_five, cells_at, worth_of_five
from strategies.loo.skills.situations import AFTER_MISS, before_of
from strategies.loo.solved import move_in, shipped_chart, table_for
from tests.oracle.loo import play_session
from tests.simulate.games.loo.at_the_oracle import Seated
from tests.sizes import in_pieces


def chi_square_limit(degrees):
    """Return the 99.9% point of chi-square (Wilson and Hilferty 1931)."""
    spread = 2 / (9 * degrees)
    return degrees * (1 - spread + 3.09 * spread**0.5) ** 3


@kernel
def imagine(seen, wary, found):
    """Write down the hands of many deals; unless wary, keep those that come too often."""
    rivals, stream = np.zeros(RIVALS, np.int64), np.array([seen.word, 0])
    many = list_rivals(seen, rivals, found[0])
    for i in range(len(found)):
        if wary:
            if not deal_world(seen, rivals, many, stream, found[i]):
                return i
        else:
            weight = 0.0
            while weight == 0.0:
                found[i, :] = 0
                found[i, seen.position] = seen.hand
                free = ALL_TILES & ~(seen.hand | seen.played | seen.discarded)
                weight = draw_holdings(rivals, many, free, stream, found[i])
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
    assert imagine(seen, True, found) == len(found)
    assert chi_square(found, dict.fromkeys(pairs, 1)) < limit
    imagine(seen, False, found)
    assert chi_square(found, dict.fromkeys(pairs, 1)) > limit


def tables_say(seen, chart):
    """Return what the tables answer."""
    return best_answer(seen, chart)


class Watcher(Seated):
    """Keeps the views of all decisions at the tiles, with the hands as they are."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.views, self.misses = [], []

    def playing(self, state, legal):
        seen = super().playing(state, legal)
        hands = [0] * 4
        for p, seat in enumerate(state.seats):
            if seat in state.playing:
                hands[p] = mask(parse(tile) for tile in state.hands[seat])
        self.views.append((seen, hands))
        return seen

    def _declaring(self, state, hand, number):
        seen = super()._declaring(state, hand, number)
        if number == KEEP_AFTER_MISS:
            self.misses.append(seen)
        return seen


def table_of(game, rules, names, players):
    return Run(game, rules, seat_players(game, names[:players]), 1, 12, 3)


NAMES = "book", "bold", "miss-lover", "banker"


def watched(game, rules, players, sessions, names):
    """Yield the watcher of every session."""
    run = table_of(game, rules, list(names), players)
    for session in range(sessions):
        watcher = Watcher(run, session)
        play_session(game, players, rules.as_dict(), session % players, decks(run, session),
                     watcher, 12)
        yield watcher


def real_views(game, rules, players, sessions, names=NAMES):
    """Yield views that occur, and the hands that nobody sees."""
    for watcher in watched(game, rules, players, sessions, names):
        yield from watcher.views


def real_misses(game, rules, players, sessions, names=NAMES):
    """Yield what seats see that choose five tiles after a miss."""
    for watcher in watched(game, rules, players, sessions, names):
        yield from watcher.misses


@pytest.mark.parametrize(("game", "rules", "players"), [
    ("loo", LooRules(penalty="cap:40"), 4), ("rounce", RounceRules(), 3),
    ("loo", LooRules(must_trump=False, lead_trump_min=3), 2)])
def test_the_real_deal_and_all_imagined_ones_agree_with_what_was_seen(game, rules, players):
    checked = 0
    for seen, hands in real_views(game, rules, players, 4):
        found = np.zeros((12, 4), np.int64)
        assert imagine(seen, True, found) == len(found)
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
def made_on(seen, chart, held, answer):
    """Return what becomes of a seat that gives an answer; all else is as the tables say."""
    return play_on(seen, chart, pointer(held), answer, 2)


@in_pieces("table", ({"must_trump": False}, 3), ({"penalty": "cap:40"}, 4))
def test_hands_are_imagined_to_their_end_as_solved_plays_them(table):
    """Where nobody threw tiles away, everybody knows the same: chips are those of the hand."""
    (rules, players), solved, checked = table, ["solved"] * 4, set()
    rules = LooRules(**rules)
    rows = [list(record_sessions(table_of("loo", rules, solved, players), (session,), 0, 12))
            for session in range(12)]
    session, before = 0, 0
    for seen, hands in real_views("loo", rules, players, 12, solved):
        session, before = session + (seen.number < before), seen.number
        row = rows[session][seen.number]
        if seen.missed or seen.turn_up_taken:
            continue
        chips = [int(row[AT.paid + row[AT.chair + p]] - row[AT.penalties + row[AT.chair + p]])
                 for p in range(players)]
        own = players * chips[seen.position] - sum(chips)
        chart, opens = shipped_chart("loo"), seen.trick == 0 and seen.led < 0
        for answer in (tables_say(seen, chart), -1)[: 1 + opens]:
            made = made_on(seen, chart, np.array(hands, np.int64), answer)
            assert made - TRICKS * (seen.pool // TRICKS) == own
        checked.add((own, seen.trick))
    assert len(checked) > 10


@kernel
def five_is_worth(seen, chart, five):
    """Return what the tables say of five tiles."""
    return worth_of_five(cells_at(chart, seen.seats), before_of(seen, seen.hand), AFTER_MISS, five)


@in_pieces("players", 4, 2, 3)
def test_after_a_miss_it_keeps_what_the_tables_say_where_it_trusts_them_alone(players):
    chart, differ = shipped_chart("loo"), 0
    for seen in real_misses("loo", LooRules(), players, 6):
        tables = best_five(seen, chart, seen.hand, AFTER_MISS)
        # Several may be worth as much.
        told = five_is_worth(seen, chart, choose_five(seen, chart, 1, 1e6))
        assert told == five_is_worth(seen, chart, tables)
        five = choose_five(seen, chart, 20, 0.0)
        assert not five & ~seen.hand and five.bit_count() == TRICKS
        differ += five != tables
    assert differ > 5


@kernel
def declared(seen, chart, stream, held):
    """Imagine what all declare at last."""
    return imagine_declarations(seen, chart, table_for(seen, chart), stream, pointer(held))


@pytest.mark.parametrize(("game", "rules", "players"), [
    ("loo", LooRules(penalty="cap:40"), 4), ("rounce", RounceRules(), 3)])
def test_hands_imagined_after_a_miss_would_say_what_was_said(game, rules, players):
    chart, more, would = shipped_chart(game), 0, Counter()
    for seen in real_misses(game, rules, players, 6, ["solved"] * 4):
        start, stream = table_for(seen, chart), np.array([seen.word, 0])
        for _ in range(20):
            held = np.zeros(4, np.int64)
            said = declared(seen, chart, stream, held)
            before, together = (1 << seen.position) - 1, seen.hand | seen.discarded
            assert said.stayed & before == seen.stayed
            assert said.missed & before == seen.missed and said.missed >> seen.position & 1
            more += (said.stayed | said.missed) > 1 << seen.position
            for p in range(players):
                if p == seen.position or not (said.stayed | said.missed) >> p & 1:
                    continue
                hand, takes = int(held[p]), p == players - 1 and said.turn_up_taken
                assert hand.bit_count() == TRICKS and not hand & together
                assert hand >> seen.turn_up & 1 == takes
                together |= hand
                if p < seen.position and said.stayed >> p & 1:
                    earlier = (1 << p) - 1
                    move = move_in(chart, start, seen, p, hand, seen.missed & earlier,
                                   seen.dropped & earlier, 0)
                    would[move == 0] += 1
    assert more > 20
    assert would[False] <= 0.05 * would[True]  # where hardly any hand would, it is any


@in_pieces("players", 3, 2, 4)
def test_it_declares_at_rounce_as_one_who_plays_to_the_score(players):
    """Whole games are alike, at every score, where tiles are played as by the other."""
    master, racer, solved = (
        seat_players("rounce", [name], players)[0] for name in ("master", "racer", "solved"))

    def played(declares):
        """Return all hands of games where tiles are those of ``solved``."""
        seats = replace(declares, decisions={
            **solved.decisions, "declare": declares.decisions["declare"]})
        table = Run("rounce", RounceRules(), (seats,) * players, 1, 60, 3)
        return [(row[AT.action :][:players].tolist(), row[AT.score :][:players].tolist())
                for row in record_sessions(table, tuple(range(30)), 0, table.hands)]

    assert played(master) == played(racer) != played(solved)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), [
    (game, players) for game in ("loo", "rounce") for players in (2, 3, 4)])
def test_it_wins_on_the_same_deals_from_who_declares_as_it_does(game, players):
    usual = "racer" if game == "rounce" else "solved"
    master, other = (seat_players(game, [name], players)[0] for name in ("master", usual))
    table = tables_of(game, players, 77)[0].with_seats(other)
    deals = 1 << 15 if players == 2 else 3 << 15  # it wins less among more
    won, error = gain(table, master, 0, deals, 1)
    assert won > 3 * error
