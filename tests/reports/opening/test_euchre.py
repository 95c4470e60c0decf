"""What a report of Euchre opens with: what to call, by the class of a hand, asked and practised."""

import json
import re
from functools import cache
from itertools import islice

import numpy as np
import pytest

from boneyard import simulate
from reports.opening.euchre import cards
from reports.opening.euchre.calling_chart import cell_call
from reports.opening.euchre.calling_data import calling_data, names_of
from reports.opening.euchre.drawn_hand import draw_hand
from reports.opening.euchre.good_calls import (
    CLASSES,
    ENOUGH,
    LETTERS,
    AtNode,
    class_of,
    find_good_calls,
)
from reports.opening.margins import surely_best
from reports.page.html import _file
from reports.studies.call.chart import LEAST, Cells
from scripts.euchre.page_and_advice import by_the_page, compare, dealt_hands
from simulate.domino.tiles import mask, members, name
from simulate.solving.euchre.auctions import Node
from simulate.solving.euchre.hand_kinds import CELLS, TOPS
from tests.reports.opening.given import report_given
from tests.reports.page.browser import found_in
from tests.sizes import in_pieces

#: Enough for a call with every kind of hand.
_DEALS = 12_000


@cache
def calls(players=4):
    return find_good_calls(simulate("euchre", "random", players=players, sessions=1, jobs=1).run,
                           40 * _DEALS, 1)


@pytest.fixture(scope="module")
def report():
    result = simulate("euchre", "random", sessions=20, jobs=1)
    return report_given(result, cards, "find_good_calls", calls())


@pytest.fixture(scope="module")
def page(report):
    return report.page()


def test_good_players_are_asked_whoever_plays(report):
    assert set(calls().run.labels) == {"solved"} and calls().deals == _DEALS
    card = report.opening.cards[0]
    assert (card.name, card.title) == ("calling", "What should I call?")
    assert re.match(r"You are the eldest hand\. With these five tiles order it up alone: against "
                    r"good players that wins .* games of 100 more than to ", card.answer[0])


def made_of(values, classes=None):
    """Return a node where each value (a row: what the moves bring) is a deal, in class 0 or so."""
    worth = np.array(values, float)
    cells = np.zeros(len(worth), int) if classes is None else np.array(classes)

    class Deals:
        def __init__(self, cells):
            self.worth, self.cells = worth, cells

    often = np.zeros((CLASSES, worth.shape[1]))
    np.add.at(often[:, 0], cells, 1)
    return AtNode(Node(0, 0, 4), Cells.of(Deals(cells), CLASSES), Cells.of(Deals(cells // TOPS)),
                  often)


def test_a_class_with_too_few_deals_is_answered_by_its_cell_of_the_study():
    noise = np.random.default_rng(1).normal(size=(ENOUGH + LEAST, 3))
    classes = [0] * ENOUGH + [1] * LEAST
    at = made_of(noise + [0, 0, 1], classes)
    own, cell = noise[:ENOUGH] + [0, 0, 1], noise + [0, 0, 1]
    for of_class, deals in ((0, own), (1, cell)):
        found = at.margins(of_class)
        assert surely_best(found) == "A"
        gap = deals[:, 2] - deals[:, 0]
        assert found["P"][0] == pytest.approx(gap.mean())
        assert found["P"][1] == pytest.approx(gap.std(ddof=1) / len(gap)**0.5, rel=0.02)
    assert at.margins(4) == {} and not at.shares(4).any()
    assert at.shares(1).tolist() == [1, 0, 0]


def test_deals_that_all_end_alike_tell_nothing():
    assert made_of([[0, 1, 2]] * 500).margins(0) == {}


def test_nobody_is_surely_best_by_less_than_two_errors():
    assert surely_best({"P": (0.0, 0.0), "C": (1.0, 0.6), "A": (9.0, 0.1)}) is None
    assert surely_best({"P": (0.0, 0.0), "C": (1.0, 0.4), "A": (9.0, 0.1)}) == "P"


def test_a_class_is_what_a_person_counts():
    def of(tiles, up, is_dealer=False):
        return class_of(mask(map(number, tiles.split())), number(up), is_dealer)

    # With 4s trump: right bower, left bower (the double three), the best below them.
    assert of("4-4 3-3 6-4 5-5 1-0", "4-0") == 2 * ((3 * 4 + 3) * 3 + 1) * TOPS + 2
    low = "6-1 5-1 5-5 2-0 1-0"
    assert of(low, "4-4") == (2 * 1 + 1) * TOPS, "one plain double, and a double is turned up"
    assert of(low, "4-4", True) == 2 * ((1 * 4 + 2) * 3 + 1) * TOPS, "the dealer holds it"


def number(tile):
    high, low = map(int, tile.split("-"))
    return high * (high + 1) // 2 + low


def unpacked(data, scale, text):
    codes = [len(data["signs"]) * data["signs"].index(one) + data["signs"].index(other) - 1
             for one, other in zip(text[::2], text[1::2], strict=True)]
    return [0.0 if code < 0 else (100 + code % 900) * 10.0 ** (code // 900 + data["least"] + scale)
            for code in codes]


@pytest.mark.parametrize("players", [2, 4])
def test_the_data_of_the_page_are_those_of_the_calls(players):
    own = calls(players)
    data = json.loads(json.dumps(calling_data(own), allow_nan=False))
    letters = LETTERS if players == 4 else "PC"
    (table,) = data["tables"]
    checked = 0
    for at in own.known:
        said = "P" * at.node.index
        assert data["nodes"][said] == data["letters"][said] == letters
        for of_class, signs in enumerate(table["cells"][said].split(" ")):
            margins = at.margins(of_class)
            told = unpacked(data, table["scale"], signs)
            assert told == pytest.approx([n for m in letters if margins for n in margins[m]],
                                         rel=0.006)
            checked += bool(margins)
        often = [data["signs"].index(sign) for sign in table["often"][said]]
        assert np.array(often).reshape(CLASSES, -1) / 100 == pytest.approx(
            np.array([at.shares(k) for k in range(CLASSES)]), abs=0.0051)
    assert checked > 60 and list(data["asked"]) == ["P" * at.node.index for at in own.known]


def test_calls_are_named_as_players_do():
    assert names_of(Node(0, 0, 4)) == {"P": "pass", "C": "order it up", "A": "order it up alone"}
    assert names_of(Node(0, 3, 4))["A"] == "pick it up alone"


def test_the_drawn_hand_has_a_clear_call():
    hand = draw_hand(calls().nodes[0])
    assert surely_best(hand.margins) == "A" and len(hand.tiles) == 5
    assert hand.turn_up not in hand.tiles


@pytest.mark.parametrize("players", [2, 4])
def test_the_chart_for_the_wall_and_asking_say_the_same(players):
    """A cell's letters are what its hands are told when their tiles are clicked."""
    clear = mixed = 0
    for at in calls(players).nodes:
        for cell in range(CELLS):
            told = cell_call(at, cell)
            asked = {surely_best(said) for said in
                     map(at.margins, range(cell * TOPS, cell * TOPS + TOPS)) if said} - {None}
            if told is None:
                assert not asked
                continue
            assert asked <= set(told.calls)
            clear += told.clear
            mixed += len(told.calls) > 1
            assert not (told.clear and len(told.calls) > 1)
    assert clear > 40 and mixed < 0.2 * clear


def test_a_cell_whose_best_trumps_decide_names_both_calls():
    noise = np.random.default_rng(1).normal(size=(4 * ENOUGH, 3))
    at = made_of(np.vstack([noise + [0, 2, 0], noise[:ENOUGH] + [2, 0, 0]]),
                 [0] * 4 * ENOUGH + [1] * ENOUGH)
    told = cell_call(at, 0)
    assert (told.calls, told.clear) == ("PC", False)
    one = cell_call(made_of(noise + [0, 2, 0]), 0)
    assert (one.calls, one.clear) == ("C", True) and one.ahead == pytest.approx(2, abs=0.3)
    assert cell_call(made_of(noise[:LEAST - 1]), 0) is None


def test_the_chart_for_the_wall_is_of_good_players(report):
    (card,) = (card for card in report.opening.cards if card.name == "order_up")
    assert card.answer[0].startswith("Counting trumps only, good players order up with ")
    assert not card.picture.same_as and "--lineup solved" in card.again
    words = [text.get_text() for text in card.picture.figure.texts]
    assert any("among good players" in text for text in words)


@pytest.mark.slow
def test_the_page_and_advice_say_the_same():
    """Thirty hands here, two hundred in ``make verify``."""
    found = compare(30, calls())
    assert found.asked == 30 and found.sure >= 12
    assert found.same >= found.sure - 1 and found.cost[0] < 0.02


def test_in_a_browser_a_thousand_hands_are_classed_as_in_python(tmp_path):
    chance, asked = np.random.default_rng(3), []
    for _ in range(1000):
        *held, up = chance.permutation(28)[:6].tolist()
        asked.append((held, up, bool(chance.integers(2))))
    scripts = "".join(map(_file, ("tiles.js", "asking.js", "euchre_hand_classes.js")))
    found = found_in(f"<!DOCTYPE html><body><script>{scripts}</script></body>", tmp_path, f"""
        found.classes = {json.dumps(asked)}.map(
          ([held, ...more]) => callingClass(tileSet(held), ...more));
    """)
    classes = [class_of(mask(held), *more) for held, *more in asked]
    assert found["classes"] == classes
    assert len(set(classes)) > 90 and max(classes) < CLASSES == CELLS * TOPS


def test_a_hand_that_nobody_was_dealt_gets_no_verdict(tmp_path):
    found = found_in(f"""<!DOCTYPE html><body><script>{_file("verdicts.js")}
        const marginsOf = () => null, sharesOf = () => [0, 0, 0];</script></body>""", tmp_path, """
        const data = { nodes: { "": "PCA" }, letters: { first: "PCA" }, move: "call" };
        const verdict = verdictOf(data, {}, "", "first", 0, "one double", letter => letter);
        found.said = verdictSentences(data, verdict);
        found.shares = verdict.moves.flatMap(shareCell).length;
        found.cost = costOf(data, verdict, "C");
        found.signs = ["-0", "-0.04", "0", "-4", "3.2"].map(signed);
    """)
    assert found["said"] == ["Too rare to tell.", "You hold one double. No such hand came up here."]
    assert (found["shares"], found["cost"]) == (0, 0)
    assert found["signs"] == ["0", "−0.04", "0", "−4", "3.2"]


CLICKS = """
const asked = %s;
const press = tile => document.querySelectorAll(".pick")[27 - tile].click();
const seat = document.querySelector('[aria-label="your seat"]');
const clear = [...document.querySelectorAll("#calling .controls button")]
  .find(button => button.textContent === "Clear the tiles");
const told = () => [...document.querySelectorAll("#calling > div:first-child > p")].filter(
  sentence => !sentence.hidden).length;
found.toldAtFirst = told();
found.read = asked.map(([held, turnUp, said]) => {
  clear.click();
  found.empty = document.querySelector("#calling .verdict").textContent;
  seat.value = said; seat.dispatchEvent(new Event("change", { bubbles: true }));
  held.forEach(press); press(turnUp);
  return [...document.querySelectorAll("#calling .verdict > p")].map(part => part.textContent);
});
found.toldLater = told();
found.rows = [...document.querySelectorAll("#calling .moves tbody tr")].length;
found.status = document.querySelector("#calling .verdict").getAttribute("role");
"""
DOES = {"P": "pass", "C": "(order it up|pick it up)", "A": "(order it up|pick it up) alone"}


@in_pieces("hands", 60, 150)
def test_in_a_browser_hands_are_answered_as_in_python(page, tmp_path, hands):
    """Tiles, turn-up and seat are clicked; what is shown is read."""
    asked = list(islice(dealt_hands(calls(), 4), hands))
    questions = [(list(members(one.hand)), one.turn_up, "P" * one.at.node.index) for one in asked]
    found = found_in(page, tmp_path, CLICKS % json.dumps(questions), 390)
    assert found["empty"] == "5 more tiles for your hand." and found["overflow"] == 0
    assert (found["toldAtFirst"], found["toldLater"]) == (1, 0) and found["status"] == "status"
    assert found["rows"] == 3
    clear = 0
    for one, (head, why, command, more) in zip(asked, found["read"], strict=True):
        said = by_the_page(calls(), one)
        best = surely_best(said) if said else None
        if best is None:
            assert "too close" in head or "too rare" in why or head == "Too rare to tell."
            continue
        clear += 1
        assert re.fullmatch(DOES[best], f"{head[0].lower()}{head[1:-1]}")
        second = min((m for m in said if m != best), key=lambda m: said[m][0])
        brings = re.search(rf"To {DOES[second]} brings ([\d.]+) games of 100 less", why)
        value, text = said[second][0], brings[brings.lastindex]
        assert abs(float(text) - value) <= 0.06 * value + 10 ** -len(text.partition(".")[2]) / 2
        passes = ",".join(["pass"] * one.at.node.index)
        assert (f"--before {passes}" in command) == bool(passes)
        turned_down = ",".join(["pass"] * (4 + one.at.node.index))
        assert "--score 4,1,4,1." in more and more.endswith(f": --before {turned_down}.")
        assert f"--turn-up {name(one.turn_up)} --position " in command
    assert clear > 0.4 * hands


PRACTISES = """
document.querySelector('.first a[href="#practise"]').click();
const root = document.getElementById("practise");
found.open = root.open;
root.replaceChildren(root.querySelector("summary"));
let state = 7;
Math.random = () => (state = state * 16807 % 2147483647) / 2147483647;
const game = new CallPractice(root, asking.data);
found.prompt = game.score.textContent;
let cost = 0, right = 0;
const places = new Set(), press = key => root.querySelector(".controls").dispatchEvent(
  new KeyboardEvent("keydown", { key, bubbles: true }));
for (let hand = 0; hand < 60; hand++) {
  places.add(game.spot.said);
  const verdict = game.verdictNow();
  found.rare = (found.rare ?? 0) + !verdict.known;
  const own = verdict.moves.map(move => costOf(asking.data, verdict, move.letter));
  const answer = hand % own.length;
  cost += own[answer]; right += own[answer] === 0;
  press(String(1 + answer));
  root.querySelector(".controls button").click();
}
found.places = [...places];
found.adds = Math.abs(game.cost - cost) < 1e-9 && game.right === right && cost > 0;
found.worst = game.worst.textContent; found.score = game.score.textContent;
found.focus = document.activeElement.dataset.answer;
"""


def test_in_a_browser_practice_prices_calls_and_keeps_score(page, tmp_path):
    found = found_in(page, tmp_path, PRACTISES, 390)
    assert found["open"] and found["adds"] and found["overflow"] == 0 and found["focus"] == "P"
    assert found["rare"] == 0  # nobody could learn from what is not priced
    assert found["prompt"].endswith("What do you call? Keys 1 to 3 answer, too.")
    assert sorted(found["places"]) == ["P" * at.node.index for at in calls().known]
    assert re.fullmatch(r"Most is lost where you (passed|ordered it up|went alone) and should "
                        r"(pass|order it up|go alone): (once|\d+ times), [\d.,]+ games of 100\.",
                        found["worst"])
    assert re.fullmatch(r"60 hands, \d+ right; lost in all: [\d.,]+ games of 100\.", found["score"])


def test_the_drawn_hand_shows_its_tiles_before_any_script_runs(page):
    start = page.index('id="calling-asking"')
    for tile in calling_card_tiles(page):
        assert f'aria-label="{tile}"' in page[start : start + 6000]


def calling_card_tiles(page):
    (data,) = re.findall(r'id="calling-data">(.*?)</script>', page)
    found = json.loads(data)
    assert len(data.encode()) < 60_000
    return [*found["hand"], found["turnUp"]]
