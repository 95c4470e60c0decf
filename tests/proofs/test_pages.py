"""Pages beside advice, question by question: a few in ``make test``, fifty in ``make verify``.

Pool and Casino deal as ``advise`` does, and answer the same to the last digit. So does Euchre, but
for the lots by which good players mix; Loo deals by itself.
"""

import json
import re
from itertools import islice

import numpy as np
import pytest

from reports.opening import euchre
from reports.opening.asking import advised, good_table
from reports.opening.euchre import (
    LETTERS,
    cell_call,
    cell_of,
    dealt_hands,
    find_good_calls,
    prices_of,
)
from reports.opening.loo import LETTER, cells_of, declaring_data, heard, price_wall, prices_at
from reports.request import set_up
from reports.studies.advise.decision_input import ENOUGH, read_limits
from reports.studies.advise.stakes import Table
from reports.studies.solution.loo.chart import ACTIONS
from simulate.branch.limits import MOST_DEALS, USUAL, Limits
from simulate.domino.tiles import members, parse
from simulate.games.casino.views import HOLDS
from simulate.games.pool.rules import hand_size
from simulate.theory.euchre.auctions import Node
from simulate.theory.loo.hands import HAND_KINDS, TURNED_UP, name_of_kind
from simulate.theory.loo.what_if_counts import Situation
from tests.reports.opening import test_casino, test_pool
from tests.reports.opening.pages import (
    PRICED,
    answered_as_advised,
    bare_page,
    calls,
    hands,
    page_of,
    table,
)
from tests.reports.opening.test_euchre import data_of
from tests.reports.page.browser import found_in
from tests.sizes import HANDS_OF_PAGES, in_pieces

_PIECES = pytest.mark.parametrize(("game", "players", "many"), [
    ("pool", 4, 3), ("casino", 4, 3),
    *(pytest.param(game, players, HANDS_OF_PAGES, marks=pytest.mark.slow)
      for game, tables in (("pool", "4356"), ("casino", "4235")) for players in map(int, tables))])


@_PIECES
def test_a_first_tile_is_answered_as_the_command_answers(game, players, many, tmp_path):
    asked = hands(hand_size(players) if game == "pool" else HOLDS, many)
    both = answered_as_advised(page_of(game, players), tmp_path, "asking", asked)
    # One tile is named of most hands, where four in ten were before.
    named = [len(re.findall(r"\d-\d", one["said"][0])) for _, one in both]
    assert game == "casino" or named.count(1) > 0.5 * many


@_PIECES
@pytest.mark.parametrize("is_random", [False, True])
def test_a_later_tile_is_answered_as_the_command_answers(
        game, players, many, is_random, tmp_path):
    """The choices that are taken as given are the same ones, and so are tile and end."""
    own, lineup = {"pool": (test_pool, "counter"), "casino": (test_casino, "pot-chaser")}[game]
    asked = list(own.positions("random" if is_random else lineup, many, 21, players))
    both = answered_as_advised(page_of(game, players), tmp_path, "laterAsking", asked)
    # With others who play as they like, most of what they played says nothing of their tiles.
    assert any(one["given"] for _, one in both) or (game, is_random) != ("pool", True)


# Euchre.

_CALLS = PRICED + """
found.told = %s.map(([hand, turnUp, said]) => {
  const before = new AuctionBefore(data, { hand, turnUp, said });
  const priced = pricedBy(before.prices());
  const verdict = verdictOf(data, before, priced);
  return [priced.behind(), verdict.clear ? verdict.best.letter : ""];
});
"""
#: In no situation is more than one sure answer in fifty worse by so many games of 100 for sure, and
#: on average they lose so many at most.
_WORSE, _LOST = 0.5, 0.05
_LIMITS = read_limits(MOST_DEALS)


def calls_told(node, asked, folder):
    """Return how far each call is behind by the page, and the letter of what it is sure of."""
    questions = [(list(members(hand)), up, "P" * node.position) for hand, up in asked]
    return found_in(bare_page("euchre", data_of(node.players)), folder,
                    _CALLS % json.dumps(questions))["told"]


def test_a_call_is_priced_as_the_command_prices_it(tmp_path):
    for position in (0, 3):
        node = Node(0, position, 4)
        asked = list(islice(dealt_hands(node, True, 2), 2))
        for hand, (told, _) in zip(asked, calls_told(node, asked, tmp_path), strict=True):
            prices = prices_of(calls().table, *hand, node, _LIMITS)
            for k, (gap, se) in enumerate(told):
                behind, error = (100 * each for each in prices.behind(k))
                assert gap == pytest.approx(behind, abs=0.3)
                assert se == pytest.approx(error, abs=0.05)


@pytest.mark.parametrize(("players", "position", "many"), [
    (4, 2, 3), *(pytest.param(players, position, HANDS_OF_PAGES, marks=pytest.mark.slow)
                 for players in (4, 3, 2) for position in range(players))])
def test_sure_calls_are_those_of_advice_on_other_deals(players, position, many, tmp_path):
    """As many weak hands as strong ones in every situation."""
    node, own = Node(0, position, players), Table(good_table(
        set_up("euchre", None, players, None, 1, 1, 31)))
    for strong in (False, True):
        asked = list(islice(dealt_hands(node, strong, 100 * players + position), many))
        lost, worse, sure = [], 0, 0
        for hand, (_, letter) in zip(asked, calls_told(node, asked, tmp_path), strict=True):
            if letter:
                behind, se = (100 * each for each in prices_of(own, *hand, node, _LIMITS).behind(
                    LETTERS.index(letter)))
                sure += 1
                worse += behind - 2 * se > _WORSE
                lost.append(behind)
        assert worse <= max(1, sure // 50) and np.mean(lost) < _LOST and sure > many / 2


@pytest.mark.slow
@pytest.mark.parametrize("players", [4, 3, 2])
def test_large_letters_of_the_chart_hold_for_nearly_every_hand(players):
    own = find_good_calls(set_up("euchre", None, players, None, 1, 1, 3), 40 * euchre.DEALS[1])
    for at in own.nodes:
        worse = seen = 0
        for strong in (False, True):
            for hand, up in islice(dealt_hands(at.node, strong, 77), 100):
                told = cell_call(at, cell_of(hand, up, at.node.position == players - 1))
                if told is not None and told.clear:
                    prices = prices_of(own.table, hand, up, at.node, _LIMITS)
                    behind, se = (100 * each for each in prices.behind(LETTERS.index(told.calls)))
                    worse += behind - 2 * se > _WORSE
                    seen += 1
        assert seen > 30 and worse <= seen / 50


# Loo and Rounce.

#: Half a chip, or half a game of a hundred; and as many deals as ``boneyard advise`` draws.
_HALF, _LONG = 0.5, Limits(1 << 16, ENOUGH)
_VERDICTS = PRICED + """
found.verdicts = %s.map(([said, at, hand, turnUp]) => {
  const before = new DeclaringBefore(data, { table: data.tables[at], hand, turnUp, said });
  const verdict = verdictOf(data, before, pricedBy(before.prices()));
  return [verdict.clear, verdict.best.letter,
    closeAndWorse(data, verdict.moves)[0].map(move => move.letter)];
});
"""


def declared(own, questions, folder):
    """Return what the page is sure of, what it names as the best, and what may be as good."""
    page, found = bare_page("loo", declaring_data(own)), []
    for at in range(0, len(questions), 100):
        script = _VERDICTS % json.dumps(questions[at : at + 100])
        found += found_in(page, folder, script)["verdicts"]
    return found


def by_advice(own, said, at, hand, turn_up, limits=USUAL):
    """Return how far each declaration is behind the best, and the error, in the page's unit."""
    words = {"P": "play", "M": own.words.miss, "D": "drop"}
    drawn = advised(own.asked, hand, turn_up, limits, len(said), pool=own.pools[at],
                    before=",".join(words[one] for one in said))
    return {LETTER[answer]: gap
            for answer, gap in zip(drawn.prices.answers, drawn.behind, strict=True)}


@in_pieces("piece", ("loo", 4, (0,), 1), *[
    (game, players, pools, HANDS_OF_PAGES) for game, pools in (("loo", (0, 2)), ("rounce", (0,)))
    for players in (2, 3, 4)])
def test_no_situation_is_answered_otherwise_than_by_advice(piece, tmp_path):
    """Every situation that can be clicked, whether good players come there or not."""
    game, players, pools, many = piece
    own, chance = table(game, players, "chips" if game == "loo" else "points"), (
        np.random.default_rng(31))
    questions = [(said, at, tiles[:5], tiles[5])
                 for said in declaring_data(own)["nodes"] for at in pools
                 for tiles in (chance.permutation(28)[:6].tolist() for _ in range(many))]
    lost = {}
    for (said, at, *hand), (clear, best, close) in zip(
            questions, declared(own, questions, tmp_path), strict=True):
        assert best in close and clear == (len(close) == 1)
        advice = by_advice(own, said, at, *hand, _LONG)
        # Where it is too close to call, that of the best one it names.
        gap, se = min(advice[letter] for letter in close)
        lost.setdefault((said, at), []).append((gap, gap - 2 * se > _HALF, clear))
    assert len(lost) == len(pools) * len(own.declared.heard)
    for situation, answers in lost.items():
        assert sum(surely for _, surely, _ in answers) <= max(1, len(answers) // 50), situation
    every = [one for answers in lost.values() for one in answers]
    assert np.mean([gap for gap, _, _ in every]) <= 0.05
    answered = np.mean([clear for _, _, clear in every])
    assert answered > (0.9 if players > 2 else 0.8), "few hands are too close to call"


@pytest.mark.parametrize(("players", "said", "at", "tiles", "turn_up", "best"), [
    # What was said, the pool's place, tiles, turn-up, what is best by far.
    (4, "D", 0, "5-1 4-3 3-3 2-1 1-0", "6-2", "M"),
    (4, "M", 0, "1-0 4-4 2-2 4-1 6-3", "3-3", "D"),
    (4, "DDM", 1, "0-0 3-1 3-2 5-4 6-6", "5-2", "P"),
    (3, "D", 0, "6-4 6-3 5-5 4-2 4-1", "5-3", "P"),
])
def test_hands_are_answered_that_good_players_hardly_hold(
        players, said, at, tiles, turn_up, best, tmp_path):
    """After an eldest hand that drops, and where a double is turned up: by a pool's tenth."""
    question = (said, at, [parse(tile) for tile in tiles.split()], parse(turn_up))
    own = table("loo", players)
    assert declared(own, [question], tmp_path) == [[True, best, [best]]]
    advice = by_advice(own, *question)
    assert min((gap, letter) for letter, (gap, _) in advice.items())[1] == best
    assert sorted(gap for gap, _ in advice.values())[1] > own.pools[at] / 10


#: Hands of each undivided cell, and how many of these may be better declared otherwise.
_OF_A_CELL, _FEW = 12, 0.02


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), [("loo", 4), ("rounce", 4), ("loo", 3), ("loo", 2)])
def test_where_a_cell_of_the_chart_has_one_letter_it_is_right_for_its_hands(game, players):
    """Of a sixth of the undivided cells, with other hands than each was priced with."""
    own = table(game, players)
    wall, chance, wrong = price_wall(own, 8), np.random.default_rng(9), []
    orders = chance.permuted(np.tile(np.arange(28), (1 << 15, 1)), axis=1)
    for s, position, said in heard(own):
        cells = cells_of(orders, position, players)
        for double, kind in np.argwhere(wall.shares[:, s].max(-1) == 1).tolist():
            if chance.random() > 1 / 6:
                continue
            best = ACTIONS[wall.shares[double, s, kind].argmax()]
            some = orders[cells == TURNED_UP * kind + double][:_OF_A_CELL].tolist()
            for number, order in enumerate(some):
                prices = prices_at(own, position, said[number % len(said)], order, _LONG)
                gap, se = prices.behind(prices.answers.index(best))
                wrong.append((100 if game == "rounce" else 1) * (gap - 2 * se) > _HALF)
    assert len(wrong) > 100 and np.mean(wrong) < _FEW


@pytest.mark.slow
@pytest.mark.parametrize(("game", "situation", "kind"), [
    ("loo", Situation(0, 0, 0), "2 trumps with the second, 1 double"),
    ("rounce", Situation(3, 1, 1), "1 trump: second best, 1 double")])
def test_cells_that_differ_within_are_divided(game, situation, kind):
    wall = price_wall(table(game, 4), 8)
    kinds = [name_of_kind(one) for one in range(HAND_KINDS)]
    assert wall.both[wall.situations.index(situation), kinds.index(kind)].max() < 0.9
