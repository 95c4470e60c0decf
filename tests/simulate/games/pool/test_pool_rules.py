"""The rules of Domino Pool, each under its own name, on hands laid by hand."""

import numpy as np
import pytest

from boneyard.proof.seated import bits, tile_number
from boneyard.proof.tiles import ALL_TILES as NAMES
from simulate.domino.tile_sets import lowest
from simulate.domino.tiles import ALL_TILES, parse
from simulate.errors import StrategyError
from simulate.games.pool.game import GAME
from simulate.games.pool.kernel import settle
from simulate.games.pool.playing import extended, open_end, options, posed
from simulate.games.pool.rules import PoolRules
from simulate.games.pool.settling import collect
from simulate.games.pool.views import AT, NO_OPTION, RIGHT
from simulate.machine.compiling import kernel
from simulate.machine.table import BASE, pointer
from simulate.runs.follow import histories
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.lineup import seat_players
from strategies.pool.base import PoolStrategy
from tests.oracle.cases import POOL_BY_HAND, POOL_HUNDRED_UP, TILE_OF, part_of
from tests.oracle.pool import Line
from tests.simulate.games.pool.at_the_oracle import code


@kernel
def collect_and_settle(row):
    """Settle a hand as the session kernel does."""
    table = pointer(row)
    collect(table)
    settle(table)


def settled(rules, hands, scores=None, leader=0, number=1, stars=0, chips=None):
    """Return the row after a hand that left these tiles to the seats (None: a seat out)."""
    row = np.zeros(AT.size, np.int64)
    GAME.lay_table(row, rules, len(hands))
    seats = [s % len(hands) for s in range(leader, leader + len(hands))]
    seats = [seat for seat in seats if hands[seat] is not None]
    row[BASE.number] = number
    row[AT.leader], row[AT.players], row[AT.stars] = leader, len(seats), stars
    row[AT.seats_in] = sum(1 << seat for seat in seats)
    for p, seat in enumerate(seats):
        row[AT.chair + p] = seat
        row[AT.held + p] = sum(1 << parse(tile) for tile in hands[seat])
    for seat in range(len(hands)):
        row[AT.score + seat] = scores[seat] if scores else 0
        row[AT.chips + seat] = chips[seat] if chips else 0
    collect_and_settle(row)
    return row


def told(row, seats):
    return GAME.record(row, seats)


def test_options_and_ends_are_those_of_the_oracles_line():
    for tile in NAMES:
        line, lying = posed(tile_number(tile)), Line()
        lying.place(tile, None)
        for _ in range(3):
            assert (open_end(line), open_end(line >> RIGHT)) == (lying.left, lying.right)
            fitting = lying.options(list(NAMES))
            assert options(ALL_TILES, line) == sum(1 << code(option) for option in fitting)
            chosen = fitting[len(fitting) // 2]
            assert extended(line, NO_OPTION) == line
            line = extended(line, code(chosen))
            lying.place(*chosen)


@pytest.mark.parametrize(("left", "expected"), POOL_BY_HAND)
def test_a_hand_for_its_own_pool_is_settled(left, expected):
    row = settled(PoolRules(contribution=5), [[tile] if tile else [] for tile in left])
    assert part_of(told(row, 3), expected) == expected


def test_bankroll_pays_what_it_has_and_an_empty_seat_is_out():
    rules = PoolRules(contribution=6, bankroll=20)
    row = settled(rules, [["1-0"], ["6-6"], ["3-0"]], chips=[8, 4, 6])
    hand = told(row, 3)
    assert hand["contribution"] == [6, 4, 6]
    assert hand["paid"] == [16, 0, 0]
    assert [int(n) for n in row[AT.chips : AT.chips + 3]] == [18, 0, 0]
    assert row[AT.seats_in] == 0b001


HUNDRED = PoolRules(score="hundred_up", contribution=10)


@pytest.mark.parametrize(("scores", "starred", "leader", "pips", "expected"), POOL_HUNDRED_UP)
def test_a_hand_of_a_game_hundred_up_is_settled(scores, starred, leader, pips, expected):
    hands = [None if pip is None else [TILE_OF[pip]] for pip in pips]
    scores = [-1 if score is None else score for score in scores]
    row = settled(HUNDRED, hands, scores, leader, stars=bits(starred))
    assert part_of(told(row, len(hands)), expected) == expected


def seated(rules, players=3, hands=10):
    return Run("pool", rules, seat_players("pool", ["random"] * players), 16, hands)


class RightOnly(PoolStrategy):
    """Puts everything to the right, where ends that are the same are one option, the left."""

    name = "right-only"

    @staticmethod
    def play(view, p):
        return RIGHT + 27


def test_an_illegal_play_stops_the_run_and_says_where():
    players = seat_players("pool", [RightOnly, "random", "random"])
    said = r"answered 6-6 to the right; legal were .* asked to play in session 0, hand 0"
    with pytest.raises(StrategyError, match=said):
        play(Run("pool", PoolRules(leader="rotate"), players, 16, 10, 1), jobs=1)


class Draws(PoolStrategy):
    """Draws whenever it may; stars never."""

    name = "draws"

    @staticmethod
    def play(view, p):
        return lowest(view.legal)

    @staticmethod
    def draw(view, p):
        return 1

    @staticmethod
    def star(view, p):
        return 0


class Stars(Draws):
    """Stars whenever it may; draws never."""

    name = "stars"

    @staticmethod
    def draw(view, p):
        return 0

    @staticmethod
    def star(view, p):
        return 1


def hands_of(lineup, hands=40, sessions=4, **rules):
    run = Run("pool", PoolRules(**rules), seat_players("pool", lineup), sessions, hands, 7)
    return [hand for hand, _ in histories(run, range(sessions))]


def test_draw_may_is_no_where_all_decline_and_must_where_all_draw():
    def plays(lineup, draw):
        return [hand["plays"] for hand in hands_of(lineup, draw=draw)]

    assert plays([Stars] * 4, "may") == plays([Stars] * 4, "no")
    assert plays([Draws] * 4, "may") == plays([Stars] * 4, "must")
    assert plays([Draws] * 4, "may") != plays([Draws] * 4, "no")


def test_star_may_is_no_where_all_decline_and_must_where_all_star():
    def told(lineup, star):
        hands = hands_of(lineup, hands=400, score="hundred_up", target=40, star=star)
        return [(hand["starred"], hand["score_after"], hand["net"]) for hand in hands]

    assert told([Draws] * 4, "may") == told([Draws] * 4, "no")
    assert told([Stars] * 4, "may") == told([Stars] * 4, "must")
    assert told([Stars] * 4, "may") != told([Stars] * 4, "no")


def test_a_place_that_an_entitled_seat_leaves_is_open_to_the_next_seat_out():
    hands = hands_of([Draws, Stars, Stars], 400, 60, score="hundred_up", target=30, star="may")
    late = [hand for hand in hands if hand["starred"] and hand["score_before"][0] is None]
    together = [hand for hand in hands if hand["starred"] and 0 in hand["out"]]
    assert late and together
    assert all(0 not in hand["starred"] for hand in hands)
