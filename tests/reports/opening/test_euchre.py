"""What a report of Euchre opens with: what to call, played out on the page, asked and practised."""

import json
import re
from dataclasses import replace
from functools import cache
from itertools import islice

import numpy as np
import pytest

from boneyard import ask, simulate
from reports.opening.euchre import cards, single_hands
from reports.opening.euchre.calling import calling_data, cell_call, draw_hand, margins_of, names_of
from reports.opening.euchre.good_calls import (
    LETTERS,
    AtNode,
    find_good_calls,
    good_run,
    moves_of,
)
from reports.opening.euchre.single_hands import cell_of, dealt_hands, is_strong, prices_of
from reports.opening.shared import surely_best
from reports.page.html import _file
from reports.request import set_up
from reports.studies.advise.decision_input import read_limits
from reports.studies.advise.stakes import Table
from reports.studies.call.chart import LEAST, values_at
from simulate.branch.limits import MOST_DEALS
from simulate.domino.tiles import mask, members, parse
from simulate.games.euchre.views import make
from simulate.runs.replay import histories
from simulate.theory.euchre.auctions import Node, nodes
from simulate.theory.euchre.calls_forked import ROUNDS
from simulate.theory.euchre.forked_deals import calls_at, fork_deals
from simulate.theory.euchre.hand_kinds import kind_of
from tests.reports.opening.given import report_given
from tests.reports.page.browser import found_in, told_at
from tests.sizes import HANDS_OF_PAGES, in_pieces

#: Enough for the chart's commonest cells.
_DEALS = 4_000
_SCRIPTS = ("tiles.js", "pricing.js", "verdicts.js", "asking.js", "practice.js",
            "playing_out.js", "euchre_hand_classes.js", "euchre_playing_on.js",
            "euchre_calling.js")


@cache
def calls():
    """Return the calls of a small report; a few hands tell how far those of a cell differ."""
    run = simulate("euchre", "random", sessions=1, jobs=1).run
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(single_hands, "HANDS", 8)
        return find_good_calls(run, 40 * _DEALS, 1)


@cache
def drawn():
    return draw_hand(calls().table)


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


def made_of(values, spread=0.0):
    """Return a node where each value (a row: what the moves bring) is a deal of cell 0."""
    worth = np.array(values, float)

    class Deals:
        def __init__(self):
            self.worth, self.cells = worth, np.zeros(len(worth), int)

    return AtNode(Node(0, 0, 4), values_at(Deals()), np.full((2, 3, 3), spread))


def test_what_is_true_on_average_is_not_of_every_hand_where_those_of_a_cell_differ():
    noise = np.random.default_rng(1).normal(size=(400, 3))
    for spread, clear in ((0.3, True), (0.6, False)):
        at = made_of(noise + [0, 0, 1], spread)
        gap = (noise + [0, 0, 1]) @ [-1, 0, 1]
        behind, se = at.margins(0)["P"]
        assert behind == pytest.approx(gap.mean())
        assert se == pytest.approx(gap.std(ddof=1) / len(gap)**0.5, rel=0.02)
        assert at.margins_of_a_hand(0)["P"] == pytest.approx((behind, np.hypot(se, spread)))
        told = cell_call(at, 0)
        assert (told.calls, told.clear) == ("A", clear) and told.ahead == pytest.approx(1, abs=0.3)
    close = cell_call(made_of(noise - noise.mean(axis=0) + [9, 0, 9.01]), 0)
    assert (close.calls, close.clear) == ("AP", False)


def test_too_few_deals_or_deals_that_all_end_alike_tell_nothing():
    assert made_of([[0, 1, 2]] * 500).margins(0) == {}
    assert cell_call(made_of(np.random.default_rng(1).normal(size=(LEAST - 1, 3))), 0) is None


def test_nobody_is_surely_best_by_less_than_two_errors():
    assert surely_best({"P": (0.0, 0.0), "C": (1.0, 0.6), "A": (9.0, 0.1)}) is None
    assert surely_best({"P": (0.0, 0.0), "C": (1.0, 0.4), "A": (9.0, 0.1)}) == "P"


def test_a_cell_is_what_a_person_counts():
    def of(tiles, up, is_dealer=False):
        return cell_of(mask(map(parse, tiles.split())), parse(up), is_dealer)

    # With 4s trump: right bower, left bower (the double three), the best below them.
    assert of("4-4 3-3 6-4 5-5 1-0", "4-0") == 2 * ((3 * 4 + 3) * 3 + 1)
    low = "6-1 5-1 5-5 2-0 1-0"
    assert of(low, "4-4") == 2 * 1 + 1, "one plain double, and a double is turned up"
    assert of(low, "4-4", True) == 2 * ((1 * 4 + 2) * 3 + 1), "the dealer holds it"
    assert is_strong(of("4-4 3-3 6-4 5-5 1-0", "4-0")) and not is_strong(of(low, "4-4"))


@cache
def data_of(players=4, **rules):
    """Return what a page needs to play out."""
    run = good_run(set_up("euchre", None, players, rules, 1, 1))
    own = calls() if players == 4 and not rules else replace(
        calls(), run=run, table=Table(run),
        nodes=tuple(AtNode(node, None, None) for node in nodes(players)[:players]))
    return json.dumps(calling_data(own, drawn()), allow_nan=False)


def in_browser(script, tmp_path, data):
    """Return what a script finds that has the page's parts; the page's own card is left out."""
    scripts = "".join(map(_file, _SCRIPTS)).partition("const callingRoot")[0]
    page = f"<!DOCTYPE html><body><script>{scripts}</script></body>"
    return found_in(page, tmp_path, f"const data = {data};\n{script}")


def test_calls_are_named_as_players_do():
    assert names_of(Node(0, 0, 4)) == {"P": "pass", "C": "order it up", "A": "order it up alone"}
    assert names_of(Node(0, 3, 4))["A"] == "pick it up alone"


def test_the_drawn_hand_is_priced_as_the_command_prices_it():
    hand = drawn()
    assert hand.turn_up not in hand.tiles and len(hand.tiles) == 5
    prices = ask("euchre", " ".join(hand.tiles), "eldest", turn_up=hand.turn_up).prices
    assert hand.margins == margins_of(prices) and surely_best(hand.margins) == "A"
    assert all(behind >= 4 * se for behind, se in hand.margins.values())
    data = json.loads(data_of())
    assert data["opened"] == [list(hand.margins[letter]) for letter in LETTERS]
    assert (data["hand"], data["turnUp"]) == (list(hand.tiles), hand.turn_up)


def test_the_chart_for_the_wall_is_of_good_players(report):
    (card,) = (card for card in report.opening.cards if card.name == "order_up")
    assert not card.picture.same_as and "--lineup solved" in card.again
    words = [text.get_text() for text in card.picture.figure.texts]
    assert any("among good players" in text for text in words)


DEALS = """
found.values = %s.map(([hands, turnUp]) => {
  const values = [];
  for (let number = 0; number < 2; number++) for (let maker = 0; maker < 4; maker++) {
    for (let suit = 0; suit < 7; suit++) for (const alone of [false, true]) {
      const isPlayed = maker < hands.length && (suit === ENDS[turnUp][0]) === (number === 0)
        && (!alone || hands.length === 4);
      values.push(isPlayed
        ? pointsMade({ hands, turnUp }, maker, suit, alone, number === 0, data.leadsHigh) : 0);
    }
  }
  return values;
});
found.calls = %s.map(([hands, turnUp]) => data.chances.map((_, asked) => {
  const hand = hands[asked %% hands.length], turned = ENDS[turnUp][0];
  const suit = asked < hands.length ? turned : suitToName(data, hand, turned);
  return [suit, ...chancesOfCalls(data, asked, hand, suit, turnUp)];
}));
"""


@in_pieces("deals", 30, 400)
@pytest.mark.parametrize(("players", "leads"), [(4, "announced"), (3, "high"), (2, "announced")])
def test_in_a_browser_hands_are_called_and_played_as_good_players_do(
    deals, players, leads, tmp_path
):
    """Every deal is played under every call that could make trump."""
    run = good_run(set_up("euchre", None, players, {"lead_suit": leads}, 1, 1, 3))
    forked, dealt = fork_deals(run, deals, jobs=1), []
    for hand, _ in histories(run, range(deals), 0, 1):
        seats = [(hand["dealer"] + 1 + p) % players for p in range(players)]
        dealt.append(([mask(map(parse, hand["dealt"][seat])) for seat in seats],
                      parse(hand["turn_up"])))
    found = in_browser(DEALS % ((json.dumps(dealt),) * 2), tmp_path,
                       data_of(players, lead_suit=leads))
    assert found["values"] == forked.values.tolist() and forked.values.any()
    said = calls_at(forked, (0,) * min(players, 3 - players // 4), jobs=1).reshape(deals, -1)
    assert said.shape[1] == ROUNDS * players
    for (suit, passes, *calls_), call in zip(
            (one for deal in found["calls"] for one in deal), said.ravel().tolist(), strict=True):
        alone = 255 - passes - sum(calls_) if players == 4 else 0
        can = {0: passes, make(suit, 0): 255 - passes - alone, make(suit, 1): alone}
        assert can[call] > 0


def test_in_a_browser_hands_are_told_and_shared_out_as_the_solved_table_has_them(tmp_path):
    chance, asked = np.random.default_rng(3), []
    for _ in range(500):
        *held, up = chance.permutation(28)[:6].tolist()
        asked.append((held, up, "P" * int(chance.integers(4))))
    found = in_browser(f"""
        const asked = {json.dumps(asked)};
        found.kinds = asked.map(([held]) => BY_NUMBER.map(suit => handKind(tileSet(held), suit)));
        found.often = asked.map(([held, up, said]) => sharesOfCalls(data, held, up, said));
        found.holds = wordsOfHand(data, ["4-4", "3-3", "6-4", "5-5", "1-0"].map(tileNumber),
          tileNumber("4-0"), "PPP");
    """, tmp_path, data_of())
    assert found["kinds"] == [[kind_of(mask(held), suit) for suit in range(7)]
                              for held, *_ in asked]
    for (held, up, said), often in zip(asked, found["often"], strict=True):
        assert often == pytest.approx(100 * moves_of(4, len(said), mask(held), up), abs=0.51)
    assert found["holds"] == ("4 trumps, both bowers, one other double, with the turn-up; "
                              "fours are trumps")


PRICES = """
found.told = %s.map(([hand, turnUp, said]) => {
  const before = new AuctionBefore(data, hand, turnUp, said);
  let last;
  for (const priced of pricesInRounds(data, before)) last = priced ?? last;
  const verdict = callVerdict(data, hand, turnUp, said, last.behind());
  return [last.behind(), verdict.clear ? verdict.best.letter : ""];
});
"""


def told_by_the_page(node, hands, tmp_path):
    """Return how far each call is behind by the page, and the letter of what it is sure of."""
    questions = [(list(members(hand)), up, "P" * node.position) for hand, up in hands]
    return in_browser(PRICES % json.dumps(questions), tmp_path, data_of(node.players))["told"]


def test_in_a_browser_a_hand_is_priced_as_the_command_prices_it(tmp_path):
    """The same deals, but for the lots by which good players mix."""
    for position in (0, 3):
        node = Node(0, position, 4)
        hands = list(islice(dealt_hands(node, True, 2), 2))
        for (hand, up), (told, _) in zip(hands, told_by_the_page(node, hands, tmp_path),
                                         strict=True):
            prices = prices_of(calls().table, hand, up, node, read_limits(MOST_DEALS))
            for (gap, se), (behind, error) in zip(told, margins_of(prices).values(), strict=True):
                assert gap == pytest.approx(behind, abs=0.3)
                assert se == pytest.approx(error, abs=0.05)


#: In no situation is more than one sure answer in fifty worse by so many games of 100 for sure, and
#: on average they lose so many at most.
_WORSE, _LOST = 0.5, 0.05


@pytest.mark.parametrize(("players", "position", "hands"), [
    (4, 2, 3), *(pytest.param(players, position, HANDS_OF_PAGES, marks=pytest.mark.slow)
                 for players in (4, 3, 2) for position in range(players))])
def test_sure_answers_of_the_page_are_those_of_advice_on_other_deals(
    players, position, hands, tmp_path
):
    """As many weak hands as strong ones in every situation; ``make verify`` has fifty each."""
    node, table = Node(0, position, players), Table(good_run(
        set_up("euchre", None, players, None, 1, 1, 31)))
    for strong in (False, True):
        asked = list(islice(dealt_hands(node, strong, 100 * players + position), hands))
        lost, worse, sure = [], 0, 0
        for (hand, up), (_, letter) in zip(asked, told_by_the_page(node, asked, tmp_path),
                                           strict=True):
            if letter:
                prices = prices_of(table, hand, up, node, read_limits(MOST_DEALS))
                behind, se = margins_of(prices)[letter]
                sure += 1
                worse += behind - 2 * se > _WORSE
                lost.append(behind)
        assert worse <= max(1, sure // 50) and np.mean(lost) < _LOST and sure > hands / 2


@pytest.mark.slow
@pytest.mark.parametrize("players", [4, 3, 2])
def test_large_letters_of_the_chart_hold_for_nearly_every_hand(players):
    own = find_good_calls(set_up("euchre", None, players, None, 1, 1, 3), 40 * 60_000)
    for at in own.nodes:
        worse = hands = 0
        for strong in (False, True):
            for hand, up in islice(dealt_hands(at.node, strong, 77), 100):
                told = cell_call(at, cell_of(hand, up, at.node.position == players - 1))
                if told is not None and told.clear:
                    prices = prices_of(own.table, hand, up, at.node, read_limits(MOST_DEALS))
                    behind, se = margins_of(prices)[told.calls]
                    worse += behind - 2 * se > _WORSE
                    hands += 1
        assert hands > 30 and worse <= hands / 50


CLICKS = """
const press = tile => document.querySelectorAll(".pick")[27 - tile].click();
const seat = document.querySelector('[aria-label="your seat"]');
const verdict = document.querySelector("#calling .verdict");
const told = () => [...document.querySelectorAll("#calling > div:first-child > p")].filter(
  sentence => !sentence.hidden).length;
found.first = [told(), verdict.querySelector(".head").textContent, verdict.textContent];
[...document.querySelectorAll("#calling .controls button")]
  .find(button => button.textContent === "Clear the tiles").click();
found.empty = verdict.textContent;
seat.value = "PPP"; seat.dispatchEvent(new Event("change", { bubbles: true }));
["6-6", "5-5", "4-3", "4-2", "1-1"].map(tileNumber).forEach(press); press(tileNumber("4-4"));
found.then = [told(), verdict.textContent, verdict.getAttribute("role")];
"""


AT_THE_END = f"""(async () => {{
const found = {{}};
{CLICKS}
const more = "More deals are", isOver = () => verdict.querySelector(".moves")
  && !verdict.textContent.includes(more);
for (let tries = 0; tries < 900 && !isOver(); tries++) {{
  await new Promise(later => setTimeout(later, 100));
}}
return [verdict.querySelector(".head").textContent, verdict.textContent,
  verdict.querySelectorAll("tbody tr").length];
}})()"""


def test_in_a_browser_a_hand_is_clicked(page, tmp_path):
    found = found_in(page, tmp_path, CLICKS, 390)
    told, head, text = found["first"]
    assert (told, head) == (1, "Order it up alone.") and found["overflow"] == 0
    hand = drawn()
    behind, second = sorted((behind, letter) for letter, (behind, _) in hand.margins.items())[1]
    brings = re.search(r"To (.*?) brings ([\d.]+) games of 100 less", text)
    assert brings[1] == names_of(Node(0, 0, 4))[second]
    assert float(brings[2]) == pytest.approx(behind, abs=0.051)
    assert "--score 4,1,4,1." in text and text.endswith(": --before pass,pass,pass,pass.")
    assert found["empty"] == "5 more tiles for your hand."
    assert found["then"] == [0, "Playing it out …", "status"]


def test_in_a_browser_what_deals_that_are_played_out_say_stands_at_the_end(page, tmp_path):
    """The same hand as above, read when it is done."""
    head, text, rows = told_at(page, tmp_path, "", AT_THE_END)
    hand = mask(map(parse, ["6-6", "5-5", "4-3", "4-2", "1-1"]))
    prices = prices_of(calls().table, hand, parse("4-4"), Node(0, 3, 4), read_limits(MOST_DEALS))
    assert surely_best(margins_of(prices)) == "A" and head == "Pick it up alone."
    assert ("You hold 3 trumps, right bower, 2 or more other doubles, with the turn-up; fours are "
            "trumps. To ") in text
    assert "--turn-up 4-4 --position dealer --before pass,pass,pass" in text and rows == 3


PRACTISES = """
document.querySelector('.first a[href="#practise"]').click();
const root = document.getElementById("practise");
found.open = root.open;
root.replaceChildren(root.querySelector("summary"));
let state = 7;
Math.random = () => (state = state * 16807 % 2147483647) / 2147483647;
const own = Object.create(CallPractice.prototype);
own.data = asking.data;
own.spot = own.dealt();
found.named = own.movesNow().map(({ name }) => name);
found.priced = own.verdictNow().moves.map(({ name, behind, se }) => [name, behind, se]);
// What is priced takes a while: here all hands are worth the same.
CallPractice.prototype.priced = function* () {};
CallPractice.prototype.verdictOf = ({ hand, turnUp, said }) =>
  callVerdict(asking.data, hand, turnUp, said, [[2, 0.1], [0, 0], [5, 0.2]]);
const game = new CallPractice(root, asking.data);
found.prompt = game.score.textContent;
let cost = 0, right = 0;
const places = new Set(), press = key => root.querySelector(".controls").dispatchEvent(
  new KeyboardEvent("keydown", { key, bubbles: true }));
for (let hand = 0; hand < 60; hand++) {
  places.add(game.spot.said);
  const verdict = game.verdictNow();
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
    assert [name for name, *_ in found["priced"]] == found["named"] and len(found["named"]) == 3
    assert sum(behind == 0 for _, behind, _ in found["priced"]) == 1
    assert all(se > 0 for _, behind, se in found["priced"] if behind)
    assert found["prompt"].endswith("What do you call? Keys 1 to 3 answer, too.")
    assert sorted(found["places"]) == ["", "P", "PP", "PPP"]
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
