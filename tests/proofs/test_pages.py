"""Pages beside advice, question by question: a few in ``make slow``, fifty in ``make verify``.

Pool and Casino deal as ``advise`` does, and answer the same to the last digit
(``tests/reports/opening``). Loo deals by itself.
"""

import json
from itertools import islice

import numpy as np
import pytest

from reports.opening import euchre
from reports.opening.asking import advised, good_table
from reports.opening.loo import LETTER, declaring_data
from reports.request import set_up
from reports.results.game_report import ValuedTable
from reports.studies.advise.decision_input import ENOUGH, read_limits
from simulate.branch.limits import MOST_DEALS, USUAL, Limits
from simulate.domino.tiles import members, parse
from simulate.theory.euchre.auctions import Node
from simulate.theory.loo.declared import declarations
from tests.reports.opening import pages
from tests.reports.opening.test_euchre import data_of, dealt_hands
from tests.reports.page.browser import found_in
from tests.sizes import HANDS_OF_PAGES, in_pieces

pytestmark = pytest.mark.slow


# Euchre.

_CALLS = pages.PRICED + """
found.told = %s.map(([hand, turnUp, history]) => {
  const before = new AuctionBefore(data, { hand, turnUp, history });
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
    return found_in(pages.bare_page("euchre", data_of(node.players)), folder,
                    _CALLS % json.dumps(questions))["told"]


@pytest.mark.parametrize(("players", "position", "many"), [
    (4, 2, 3), *(pytest.param(players, position, HANDS_OF_PAGES, marks=pytest.mark.slow)
                 for players in (4, 3, 2) for position in range(players))])
def test_sure_calls_are_those_of_advice_on_other_deals(players, position, many, tmp_path):
    """As many weak hands as strong ones in every situation."""
    node, own = Node(0, position, players), ValuedTable(good_table(
        set_up("euchre", None, players, None, 1, 1, 31)))
    before = ",".join(["pass"] * position)
    for strong in (False, True):
        asked = list(islice(dealt_hands(players, position, strong, 100 * players + position), many))
        lost, worse, sure = [], 0, 0
        for hand, (_, letter) in zip(asked, calls_told(node, asked, tmp_path), strict=True):
            if letter:
                prices = advised(own, members(hand[0]), hand[1], _LIMITS, position,
                                 before=before).prices
                behind, se = (100 * each for each in prices.behind(euchre.LETTERS.index(letter)))
                sure += 1
                worse += behind - 2 * se > _WORSE
                lost.append(behind)
        assert worse <= max(1, sure // 50) and np.mean(lost) < _LOST and sure > many / 2


# Loo and Rounce.

#: Half a chip, or half a game of a hundred; and as many deals as ``boneyard advise`` draws.
_HALF, _LONG = 0.5, Limits(1 << 16, ENOUGH)
_VERDICTS = pages.PRICED + """
await openTables(data);
found.verdicts = %s.map(([k, history, pool, hand, turnUp]) => {
  const one = data.tables[k];
  const table = pool ? atPool(data, one, pool) : atScore(data, one, history.length, 15, 15);
  const before = new DeclaringBefore(data, { table, hand, turnUp, history });
  const verdict = verdictOf(data, before, pricedBy(before.prices()));
  return [verdict.clear, verdict.best.letter,
    closeAndWorse(data, verdict.moves)[0].map(move => move.letter)];
});
"""


def declared(own, questions, folder):
    """Return what the page is sure of, what it names as the best, and what may be as good."""
    page, found = pages.bare_page("loo", declaring_data(own)), []
    for at in range(0, len(questions), 100):
        script = _VERDICTS % json.dumps(questions[at : at + 100])
        found += found_in(page, folder, script)["verdicts"]
    return found


def by_advice(own, k, said, pool, hand, turn_up, limits=USUAL):
    """Return how far each declaration is behind the best, and the error, in the page's unit."""
    words = {"P": "play", "M": own[0].words.miss, "D": "drop"}
    drawn = advised(ValuedTable(own[k].run), hand, turn_up, limits, len(said), pool=pool or None,
                    before=",".join(words[one] for one in said))
    return {LETTER[answer]: gap
            for answer, gap in zip(drawn.prices.answers, drawn.behind, strict=True)}


@in_pieces("piece", ("loo", 4, (25,), 1), *[
    (game, players, pools, HANDS_OF_PAGES) for game, pools in (("loo", (25, 100)), ("rounce", (0,)))
    for players in (2, 3, 4)])
def test_no_situation_is_answered_otherwise_than_by_advice(piece, tmp_path):
    """Every situation that can be clicked, whether good players come there or not."""
    game, players, pools, many = piece
    own, chance = pages.table(game, players, "chips" if game == "loo" else "points"), (
        np.random.default_rng(31))
    questions = [(0, said, pool, tiles[:5], tiles[5])
                 for said in declaring_data(own)["sizes"][players]["nodes"] for pool in pools
                 for tiles in (chance.permutation(28)[:6].tolist() for _ in range(many))]
    lost = {}
    for question, (clear, best, close) in zip(
            questions, declared(own, questions, tmp_path), strict=True):
        assert best in close and clear == (len(close) == 1)
        advice = by_advice(own, *question, _LONG)
        # Where it is too close to call, that of the best one it names.
        gap, se = min(advice[letter] for letter in close)
        lost.setdefault(question[1:3], []).append((gap, se, clear))
    assert len(lost) == len(pools) * len(declarations(players, game == "rounce").histories)
    for situation, answers in lost.items():
        surely = sum(gap - 2 * se > _HALF for gap, se, _ in answers)
        assert surely <= max(1, len(answers) // 50), situation
    every = [one for answers in lost.values() for one in answers]
    gaps, errors = np.array([one[:2] for one in every]).T
    assert gaps.mean() - 2 * np.hypot.reduce(errors) / len(gaps) <= 0.05
    answered = np.mean([clear for _, _, clear in every])
    assert answered > (0.9 if players > 2 else 0.8), "few hands are too close to call"


@pytest.mark.parametrize(("players", "said", "pool", "tiles", "turn_up", "best"), [
    # What was said, the pool, tiles, turn-up, what is best by far.
    (4, "D", 25, "5-1 4-3 3-3 2-1 1-0", "6-2", "M"),
    (4, "M", 25, "1-0 4-4 2-2 4-1 6-3", "3-3", "D"),
    (4, "DDM", 50, "0-0 3-1 3-2 5-4 6-6", "5-2", "P"),
    (3, "D", 20, "6-4 6-3 5-5 4-2 4-1", "5-3", "P"),
])
def test_hands_are_answered_that_good_players_hardly_hold(
        players, said, pool, tiles, turn_up, best, tmp_path):
    """After an eldest hand that drops, and where a double is turned up: by a 12th of the pool."""
    question = (0, said, pool, [parse(tile) for tile in tiles.split()], parse(turn_up))
    own = pages.table("loo", players)
    assert declared(own, [question], tmp_path) == [[True, best, [best]]]
    advice = by_advice(own, *question)
    assert min((gap, letter) for letter, (gap, _) in advice.items())[1] == best
    assert sorted(gap for gap, _ in advice.values())[1] > pool / 12
