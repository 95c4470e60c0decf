"""What a report of Loo opens with: good players, a chart, and a part that answers back."""

import json
import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from boneyard import simulate
from reports.opening.find import opening_of
from reports.opening.loo import cards, good_table
from reports.opening.loo import wall as wall_prices
from reports.opening.loo.cards import (
    game_card,
    rule_to_remember,
    score_cards,
    with_a_double_turned_up,
)
from reports.opening.loo.declaring import LETTER, declaring_data, names_of_classes
from reports.opening.loo.good_table import play_good_table
from reports.opening.loo.wall import price_wall
from reports.opening.shared import SIGNS
from reports.page.html import _file
from reports.studies.advise.decision import answers_to
from reports.studies.advise.decision_input import ENOUGH, read_decision
from reports.studies.advise.stakes import Table
from reports.studies.solution.loo.chart import ACTIONS
from reports.studies.solution.loo.plots import wall_chart
from reports.typed.told import Told
from simulate.branch.limits import USUAL, Limits
from simulate.domino.tiles import HIGH, mask, name, parse
from simulate.games.loo.views import DROP as SAY_DROP
from simulate.games.loo.views import MISS as SAY_MISS
from simulate.runs.replay import histories
from simulate.theory.loo.hands import (
    COARSE,
    HAND_KINDS,
    TURNED_UP,
    coarse_class_of,
    kinds_of_classes,
    name_of_kind,
)
from simulate.theory.loo.solutions import entries
from simulate.theory.loo.what_if_counts import Situation
from strategies.loo.book import rule_in_sentences
from strategies.loo.racer import shipped_race, win_chances
from strategies.loo.solved import shipped
from tests.reports.page.browser import found_in, sheets_of, told_at
from tests.sizes import HANDS_OF_PAGES, in_pieces

#: Half a chip, or half a game of a hundred; and as many deals as ``boneyard advise`` draws.
HALF, LONG = 0.5, Limits(1 << 16, ENOUGH)


@cache
def table(game="loo", players=4, scoring="chips"):
    rules = {"scoring": scoring} if game == "loo" else None
    run = simulate(game, "stay", players=players, rules=rules, sessions=2, hands=40, jobs=1).run
    return play_good_table(run, 1)


@pytest.fixture(scope="module")
def report():
    result = simulate("loo", "stay,random,random,random", sessions=20, hands=40, jobs=1)
    assert good_table.good_run(result.run) == table().run
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cards, "play_good_table", lambda run, jobs, progress: table())
        return replace(result.report(), opening=opening_of(result, 1))


@pytest.fixture(scope="module")
def page(report):
    return report.page()


def test_good_players_sit_at_the_table_whoever_was_asked_for(report):
    assert set(table().run.labels) == {"solved"}
    assert report.opening.players == "The zoo: stay and random"
    assert "good players" in report.opening.note
    chart = next(card for card in report.opening.cards if card.name == "chart")
    assert "below a white line stands the same if a double is turned up" in chart.picture.caption
    assert "wall" in chart.title
    assert [line[:9] for line in chart.answer[2:4]] == ["Play your", "With fewe"]
    assert " ".join(chart.answer[1:4]) == (
        f"The rule to remember. {' '.join(rule_in_sentences())}")


def test_the_page_opens_with_answers_and_no_term_of_art(report, page):
    cards = [card.name for card in report.opening.cards]
    assert cards == ["declaring", "chart", "pool_fan", "price"]
    for word in ("N0", "VaR", "tail exponent", "skew", "E[M", "standard error"):
        assert all(word not in said for card in report.opening.cards for said in card.answer)
    assert page.index("What should I declare?") < page.index("The zoo: stay and random")
    assert len(page.encode()) < 3_000_000


@pytest.mark.parametrize(("game", "players", "scoring"), [
    ("loo", 4, "chips"), ("loo", 2, "points"), ("rounce", 3, "points"),
])
def test_the_chances_are_those_of_the_solved_table(game, players, scoring):
    own = table(game, players, scoring)
    if scoring == "points":
        race = shipped_race(game, players)
        at_start = race.chances[race.classes.number((0,) * players)]
        assert np.array_equal(own.chances_at(0), at_start)
        assert set(own.run.labels) == {"racer"} and own.pools == (None,)
        return
    same = [
        s.chances[g] for s, g in entries(shipped()) if s.about["players"] == players
        and s.about["game"] == game and s.about["points"] == (scoring == "points")
        and (s.pools[g], s.penalties[g]) == own.stakes_at(0)]
    assert min(np.abs(own.chances_at(0) - chances).max() for chances in same) < 1e-6


def test_what_a_move_costs_is_told_with_the_level_of_its_interval(page):
    assert "${brings} (95% interval ${interval})" in page


def test_signs_have_no_meaning_in_json_or_html():
    assert len(SIGNS) == len(set(SIGNS)) == 101 and not set(SIGNS) & set("\"\\<>& ")


TABLES = pytest.mark.parametrize(("game", "players", "scoring"), [
    ("loo", 4, "chips"), ("loo", 2, "points"), ("rounce", 3, "points"),
])


@TABLES
def test_the_data_of_the_page_are_the_solved_table_and_what_advice_says_hands_are_worth(
        game, players, scoring):
    own = table(game, players, scoring)
    data = json.loads(json.dumps(declaring_data(own), allow_nan=False))
    assert [one["pool"] for one in data["tables"]] == (
        [25, 50, 100, 200] if scoring == "chips" else [None])
    priced = Table(own.asked)
    for at, of_pool in enumerate(data["tables"]):
        for node, said in enumerate(own.declared.heard):
            written = "".join(LETTER[action] for action in said)
            moves = len(data["nodes"][written])
            assert moves == len(own.declared.actions[node])
            signs = [data["signs"].index(sign) for sign in of_pool["often"][written]]
            shares = np.array(signs).reshape(-1, moves - 1, 2) @ [len(SIGNS), 1] / 10_000
            assert np.abs(shares - own.chances_at(at)[node, :, : moves - 1]).max() <= 0.000051
        for position in range(players):
            kept = np.zeros((1, 1, 2 + players), np.int64)
            if scoring == "chips":  # two looed
                kept[..., 1], end, unit = 2 * of_pool["penalty"], 2, 1
            else:
                kept[0, 0, 2:4], unit = (-5, 5), 100
                end = data["gains"][str(sum((gain + 5) << 4 * p for p, gain in
                                            enumerate(kept[0, 0, 2:].tolist())))]
            worth = priced.stakes(position, players - 1, of_pool["pool"] or 0).worth(kept)
            assert of_pool["later"][position][end][0] == pytest.approx(
                unit * float(worth[0, 0]), rel=1e-5)


def test_a_game_for_points_opens_with_how_it_goes_and_what_the_score_is_worth():
    own = table("rounce", 3, "points")
    (score,) = score_cards(own)
    wins = win_chances("rounce", 3).at((0, 0, 0))
    assert f"eldest hand wins {wins[0]:.1%}" in re.sub(r" \(.*?\)", "", score.answer[0])
    assert ". Five points ahead of each of the others" in score.answer[0]
    assert score.answer[0].endswith("where it is five behind.")
    assert len(score.picture.figure.axes[0].lines) == 4
    assert "one game of three," in game_card(own).answer[0]
    declaring = declaring_data(own)
    assert (declaring["unit"], declaring["good"]) == ("games of 100", "racer")
    strict = replace(own, run=replace(own.run, rules=own.run.rules.changed(must_trump=True)))
    assert score_cards(strict) == (), "no race was solved for these rules"


def test_the_page_says_what_a_double_turned_up_changes(report):
    chart = next(card for card in report.opening.cards if card.name == "chart")
    found = re.search(r"Then the eldest hand should drop (?:(\d\d)% of the hands|every hand) with "
                      r"which it would otherwise take the miss\.$", chart.answer[-1])
    assert int(found.group(1) or 100) > 50
    assert not with_a_double_turned_up(table("loo", 2, "points")), "two players may not drop"


def test_the_rule_to_remember_stands_where_it_was_found():
    assert rule_to_remember(table())[0].startswith("The rule to remember. Count points")
    (none,) = rule_to_remember(table("loo", 2, "points"))
    assert none.startswith("There is no short rule") and "advise loo with --score" in none


def test_the_chart_for_the_wall_tells_what_a_double_turned_up_changes():
    chart = table().chart
    other, double = chart.chances_by_turn_up[:, 0, 0]  # the eldest hand without a trump
    assert other[ACTIONS.index(SAY_MISS)] > 0.9 and double[ACTIONS.index(SAY_DROP)] > 0.9
    assert chart.often_by_turn_up[1].sum() == pytest.approx(chart.often.sum() / 4, rel=0.1)
    rows = [row for row in chart.rows() if row["place"] == "eldest hand"]
    assert {row["turned_up"] for row in rows} == {"a double", "another tile"}
    (axes,) = wall_chart(chart.wall, "", "").axes
    lower = [text.get_text() for text in axes.texts if text.get_fontsize() == 6.5]
    assert lower.count("D") > 5
    # The eldest hand drops only if a double is turned up, so after that no other tile is known.
    after_a_drop = [text for text in axes.texts
                    if 1 < text.get_position()[0] < 2 and 0 < text.get_position()[1] < 1]
    assert [(text.get_text(), text.get_fontsize()) for text in after_a_drop] == [("D", 6.5)]


def test_the_chart_of_the_page_leaves_nothing_blank():
    """Hands are dealt in every situation, whether good players come there or not."""
    own = table("loo", 3)
    wall = price_wall(own, 1)
    dealt = own.chart.dealt_by_turn_up
    assert (wall.weights[dealt > 0.001] > 0).all() and not wall.weights[dealt == 0].any()
    after_a_drop = wall.situations.index(Situation(1, 0, 0))
    assert (wall.shares[:, after_a_drop, 0].sum(-1) == 1).all(), "without a trump"
    assert wall.both.sum(-1).max() == pytest.approx(1)
    (axes,) = wall_chart(wall, "", "").axes
    note = axes.figure.texts[0].get_text()
    assert "what is best against good players" in note and "in any order" in note


#: Hands of each undivided cell, and how many of these may be better declared otherwise.
OF_A_CELL, FEW = 12, 0.02


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), [("loo", 4), ("rounce", 4), ("loo", 3), ("loo", 2)])
def test_where_a_cell_of_the_chart_has_one_letter_it_is_right_for_its_hands(game, players):
    """Of a sixth of the undivided cells, with other hands than each was priced with."""
    own = table(game, players)
    wall, pricing = price_wall(own, 8), wall_prices.Pricing(own, Table(own.asked), LONG)
    chance, wrong = np.random.default_rng(9), []
    orders = chance.permuted(np.tile(np.arange(28), (1 << 15, 1)), axis=1)
    for s, position, said in wall_prices.heard(own):
        cells = wall_prices.cells_of(orders, position, players)
        for double, kind in np.argwhere(wall.shares[:, s].max(-1) == 1).tolist():
            if chance.random() > 1 / 6:
                continue
            best = ACTIONS[wall.shares[double, s, kind].argmax()]
            some = orders[cells == TURNED_UP * kind + double][:OF_A_CELL].tolist()
            for number, order in enumerate(some):
                prices = pricing.price(position, said[number % len(said)], order)
                gap, se = prices.behind(prices.answers.index(best))
                wrong.append((100 if game == "rounce" else 1) * (gap - 2 * se) > HALF)
    assert len(wrong) > 100 and np.mean(wrong) < FEW


@pytest.mark.slow
@pytest.mark.parametrize(("game", "situation", "kind"), [
    ("loo", Situation(0, 0, 0), "2 trumps with the second, 1 double"),
    ("rounce", Situation(3, 1, 1), "1 trump: second best, 1 double")])
def test_cells_that_differ_within_are_divided(game, situation, kind):
    wall = price_wall(table(game, 4), 8)
    kinds = [name_of_kind(one) for one in range(HAND_KINDS)]
    assert wall.both[wall.situations.index(situation), kinds.index(kind)].max() < 0.9


def test_every_class_has_words_and_no_two_the_same():
    names = names_of_classes()
    assert len(names) == len(set(names)) == COARSE // TURNED_UP
    kinds = [name_of_kind(kind) for kind in kinds_of_classes()[::TURNED_UP]]
    for words, kind in zip(names, kinds, strict=True):
        assert re.match(r"(2|3|4|no)|", words)[0] == re.match(r"(2|3|4|no)|", kind)[0]
        assert ("with the best" in kind) <= ("best" in words)
        assert ("1 double" in kind) <= ("one double" in words)
        assert ("no high" in words) != ("one high tile" in words)
        assert ("2+ doubles" in kind) <= ("2 or more doubles" in words)


PLAYS = """
const playing = new LooTable(declaringData);
found.tricks = %s.map(([hands, turnUp, said, misses]) =>
  playing.playOut({ hands: hands.map(tileSet), turnUp, misses: misses.map(tileSet) }, said));
"""
WORDS = {"play": "P", "miss": "M", "dummy": "M", "drop": "D", "for_pool": "F"}


def played_hands(run, many):
    """Yield hands of a run by position: dealt, turn-up, declarations, tiles of misses; tricks."""
    players = len(run.players)
    for hand, _ in histories(run, range(many), 0, 1):
        order = [(hand["dealer"] + 1 + p) % players for p in range(players)]
        tricks = [0] * players
        for trick in hand["tricks"]:
            tricks[order.index(trick["winner"])] += 1
        if hand["tricks"]:
            yield ([[parse(tile) for tile in hand["dealt"][seat]] for seat in order],
                   parse(hand["turn_up"]),
                   "".join(WORDS[said["action"]] for said in hand["declarations"]),
                   [[parse(tile) for tile in said["drawn"]] for said in hand["declarations"]
                    if "drawn" in said]), tricks


@cache
def asking_page(game="loo", players=4, scoring="chips"):
    """A page with no more than the numbers and the scripts that price declarations."""
    names = ("tiles.js", "pricing.js", "verdicts.js", "loo_hand_classes.js",
             "loo_playing_on.js", "loo_verdicts.js")
    data = json.dumps(declaring_data(table(game, players, scoring)))
    scripts = "".join(_file(one) for one in names)
    return (f"<!DOCTYPE html><body><script>{scripts}const declaringData = {data};</script></body>")


@pytest.mark.parametrize(("game", "players", "lineup"), [
    ("loo", 4, "pocket-rule,banker,solved,bold"), ("rounce", 3, "racer,banker,threshold")])
def test_in_a_browser_tiles_are_played_as_the_library_plays_them(game, players, lineup, tmp_path):
    run = simulate(game, lineup, players=players, sessions=600, hands=1, seed=8, jobs=1).run
    hands, tricks = zip(*played_hands(run, 600), strict=True)
    scoring = "chips" if game == "loo" else "points"
    found = found_in(asking_page(game, players, scoring), tmp_path, PLAYS % json.dumps(hands))
    assert len(hands) > 300 and sum("M" in said for _, _, said, _ in hands) > 100
    assert found["tricks"] == list(tricks)


VERDICTS = """
found.verdicts = %s.map(([said, at, hand, turnUp]) => {
  const verdict = verdictOn(declaringData, hand, turnUp, said, declaringData.tables[at]);
  return [verdict.clear, verdict.best.letter,
    closeAndWorse(declaringData, verdict.moves)[0].map(move => move.letter)];
});
"""


def by_advice(own, priced, said, at, hand, turn_up, limits=USUAL):
    """Return how far each declaration is behind the best, and the error, in the page's unit."""
    words = {"P": "play", "M": own.words.miss, "D": "drop"}
    told = Told(" ".join(map(name, hand)), str(len(said)), turn_up=name(turn_up),
                before=",".join(words[letter] for letter in said), pool=own.pools[at])
    answers = answers_to(own.asked, *read_decision(own.asked, told), priced, limits)
    many, prices = answers.told_in[0], answers.prices
    return {LETTER[answer]: tuple(many * part for part in prices.behind(k))
            for k, answer in enumerate(prices.answers)}


def beside_advice(own, page, folder, questions):
    """Return, by situation and pool, what each answer of the page gives up, and whether surely.

    Where it is too close to call, that of the best one it names.
    """
    found, priced, lost = [], Table(own.asked), {}
    for at in range(0, len(questions), 100):
        found += found_in(page, folder, VERDICTS % json.dumps(questions[at : at + 100]))["verdicts"]
    for (said, at, hand, turn_up), (clear, best, close) in zip(questions, found, strict=True):
        assert best in close and clear == (len(close) == 1)
        advice = by_advice(own, priced, said, at, hand, turn_up, LONG)
        gap, se = min(advice[letter] for letter in close)
        lost.setdefault((said, at), []).append((gap, gap - 2 * se > HALF, clear))
    return lost


def dealt(nodes, pools, many, seed=31):
    """Return so many hands dealt at random in every situation, at some of the pools."""
    chance = np.random.default_rng(seed)
    return [(said, at, tiles[:5], tiles[5]) for said in nodes for at in pools
            for tiles in (chance.permutation(28)[:6].tolist() for _ in range(many))]


@in_pieces("piece", ("loo", 4, (0,), 1), *[
    (game, players, pools, HANDS_OF_PAGES) for game, pools in (("loo", (0, 2)), ("rounce", (0,)))
    for players in (2, 3, 4)])
def test_in_a_browser_no_situation_is_answered_otherwise_than_by_advice(piece, tmp_path):
    """Every situation that can be clicked, whether good players come there or not."""
    game, players, pools, many = piece
    scoring = "chips" if game == "loo" else "points"
    own = table(game, players, scoring)
    questions = dealt(declaring_data(own)["nodes"], pools, many)
    lost = beside_advice(own, asking_page(game, players, scoring), tmp_path, questions)
    assert len(lost) == len(pools) * len(own.declared.heard)
    for situation, answers in lost.items():
        assert sum(surely for _, surely, _ in answers) <= max(1, len(answers) // 50), situation
    every = [one for answers in lost.values() for one in answers]
    assert np.mean([gap for gap, _, _ in every]) <= 0.05
    answered = np.mean([clear for _, _, clear in every])
    assert answered > (0.9 if players > 2 else 0.8), "few hands are too close to call"


NAMED = (
    # What was said, the pool's place, tiles, turn-up, what is best by far.
    (4, "D", 0, "5-1 4-3 3-3 2-1 1-0", "6-2", "M"),
    (4, "M", 0, "1-0 4-4 2-2 4-1 6-3", "3-3", "D"),
    (4, "DDM", 1, "0-0 3-1 3-2 5-4 6-6", "5-2", "P"),
    (3, "D", 0, "6-4 6-3 5-5 4-2 4-1", "5-3", "P"),
)


@pytest.mark.parametrize(("players", "said", "at", "tiles", "turn_up", "best"), NAMED)
def test_in_a_browser_hands_are_answered_that_good_players_hardly_hold(
        players, said, at, tiles, turn_up, best, tmp_path):
    """After an eldest hand that drops, and where a double is turned up: by a pool's tenth."""
    hand, turned = [parse(tile) for tile in tiles.split()], parse(turn_up)
    found = found_in(asking_page("loo", players), tmp_path, VERDICTS % json.dumps(
        [(said, at, hand, turned)]))["verdicts"]
    assert found == [[True, best, [best]]]
    own = table("loo", players)
    advice = by_advice(own, Table(own.asked), said, at, hand, turned)
    assert min((gap, letter) for letter, (gap, _) in advice.items())[1] == best
    assert sorted(gap for gap, _ in advice.values())[1] > own.pools[at] / 10


def test_in_a_browser_the_deals_that_choose_do_not_measure(tmp_path):
    found = found_in(asking_page(), tmp_path, """
const hand = ["6-6", "5-5", "4-3", "4-2", "1-1"].map(tileNumber), rounds = [];
const before = new DeclaringBefore(declaringData, declaringData.tables[0], hand, 0, "");
const playedOut = before.playedOut.bind(before);
before.playedOut = (deals, chosen) => {
  rounds.push([deals, chosen ?? null]);
  return playedOut(deals, chosen);
};
const { deals, margins } = before.priced(), [[choosing], [measuring, chosen]] = rounds;
found.sizes = [choosing.length, measuring.length, deals];
found.fresh = measuring.every(deal => !choosing.includes(deal));
found.best = margins[before.options[chosen]];
""")
    assert found["sizes"] == [2048, 4096, 4096] and found["fresh"] and found["best"] == [0, 0]


def hands(count, seed=3):
    chance = np.random.default_rng(seed)
    for _ in range(count):
        *held, turn_up = chance.permutation(28)[:6].tolist()
        yield held, turn_up, bool(chance.integers(2))


def test_in_a_browser_a_thousand_hands_are_classed_as_in_python(tmp_path):
    asked = list(hands(1000))
    scripts = "".join(_file(name) for name in ("tiles.js", "loo_hand_classes.js"))
    page = f"<!DOCTYPE html><body><script>{scripts}</script></body>"
    found = found_in(page, tmp_path, f"""
        found.classes = {json.dumps(asked)}.map(
          ([held, turnUp, isDealer]) => handClass(tileSet(held), turnUp, isDealer));
    """)
    classes = [int(coarse_class_of(mask(held), int(HIGH[up]), up, dealer))
               for held, up, dealer in asked]
    assert found["classes"] == classes
    assert len(set(classes)) > 90


CHOOSES = """
const press = names => names.split(" ").forEach(name => {
  document.querySelectorAll(".pick")[27 - tileNumber(name)].click();
});
const choose = (box, value) => {
  box.value = value; box.dispatchEvent(new Event("change", { bubbles: true }));
};
const told = () => [...document.querySelectorAll("#declaring > div p")].filter(sentence =>
  sentence.textContent.startsWith("You are the eldest hand.") && !sentence.hidden).length;
found.toldAtFirst = told();
const buttons = [...document.querySelectorAll("#declaring .controls button")];
buttons.find(button => button.textContent === "Clear the tiles").click();
found.empty = document.querySelector(".verdict").textContent;
press("6-6 6-4 5-5 3-1 2-0"); found.five = document.querySelector(".verdict").textContent;
press("6-2");
const seat = document.querySelector('[aria-label="your seat"]');
choose(seat, "2");
choose(document.querySelector('[aria-label="what the eldest hand declared"]'), "M");
choose(document.querySelector('[aria-label="what the second declared"]'), "D");
found.said = asking.said; found.hand = asking.hand.map(tile => TILE_NAMES[tile]);
found.head = document.querySelector(".verdict .head").textContent;
found.rows = [...document.querySelectorAll(".moves tbody tr")].map(row => row.textContent);
found.pressed = document.querySelectorAll('.pick[aria-pressed="true"]').length;
const drawn = [...document.querySelectorAll(".pick svg")];
found.named = drawn.every(svg => svg.getAttribute("aria-label"));
found.status = document.querySelector(".verdict").getAttribute("role");
found.toldLater = told();
found.interval = document.querySelector(".moves .interval")?.textContent ?? "";
"""


def test_in_a_browser_five_tiles_and_a_turn_up_are_answered(page, tmp_path):
    found = found_in(page, tmp_path, CHOOSES, 390)
    assert found["empty"] == "5 more tiles for your hand." and found["five"] == "Now the turn-up."
    assert found["said"] == "MD" and found["hand"] == ["6-6", "6-4", "5-5", "3-1", "2-0"]
    assert found["head"] == "Play." and found["pressed"] == 6
    assert re.match(r"playmost ?100|playmost", found["rows"][0]) and len(found["rows"]) == 2
    assert found["named"] and found["status"] == "status" and found["overflow"] == 0
    # What is said of the first hand is not said of another; a loss has its interval below 0.
    assert (found["toldAtFirst"], found["toldLater"]) == (1, 0)
    assert re.match(r" \(95% interval −[\d.]+ to −?[\d.]+ chips\)$", found["interval"])


PRACTISES = """
document.getElementById("practise").open = true;
let chances = [0.3, 0.7, 0.1, 0.9, 0.5], at = 0;
Math.random = () => chances[at++ % chances.length];
const root = document.getElementById("practise");
root.replaceChildren(root.querySelector("summary"));
const game = new LooPractice(root, declaringData);
found.prompt = game.score.textContent;
found.keys = found.prompt.includes(`1 to ${root.querySelectorAll("[data-answer]").length} `);
let cost = 0, right = 0;
for (let hand = 0; hand < 30; hand++) {
  const verdict = game.verdictNow();
  const buttons = [...root.querySelectorAll("[data-answer]")];
  const chosen = buttons[hand % buttons.length];
  const own = costOf(declaringData, verdict, chosen.dataset.answer);
  cost += own; right += own === 0;
  chosen.click();
  chances = chances.map(chance => (chance * 7 + 0.123) % 1);
  root.querySelector(".controls button").click();
}
found.worst = game.worst.textContent; found.due = game.wrong.length;
found.played = game.played; found.adds = Math.abs(game.cost - cost) < 1e-9 && game.right === right;
found.lost = cost > 0 && right > 0;
found.score = game.score.textContent;
"""


def test_in_a_browser_practice_prices_answers_and_keeps_score(page, tmp_path):
    found = found_in(page, tmp_path, PRACTISES)
    assert re.search(r"What do you declare\? Keys 1 to \d answer, too", found["prompt"])
    assert found["keys"]
    assert found["played"] == 30 and found["adds"] and found["lost"]
    assert re.fullmatch(r"Most is lost where you (played|dropped|took the miss) and should .+: "
                        r"(once|\d+ times), [\d.,]+ chips\.", found["worst"])
    assert re.fullmatch(r"30 hands, \d+ right; lost in all: [\d.,]+ chips\.", found["score"])


CLOSE = """
const verdictsOf = margins => verdictFrom(declaringData,
  margins.map(([letter, behind, se, often]) =>
    ({ letter, name: declarationName(declaringData, letter), behind, se, often })), "a hand");
found.close = [
  [["P", 0, 0, 30], ["M", 0.3, 0.2, 70], ["D", 5, 0.4, 0]],
  [["P", 9, 1, 0], ["M", 0.1, 0.2, 0], ["D", 0, 0, 100]],
].map(margins => {
  const verdict = verdictsOf(margins);
  const [close, worse] = closeAndWorse(declaringData, verdict.moves);
  const costs = moves => moves.map(move => costOf(declaringData, verdict, move.letter));
  return { close: close.map(move => move.name), worse: worse.map(move => move.name),
    behind: worse.map(move => move.behind), costs: costs(worse), nothing: costs(close),
    best: verdict.best.name, said: verdictSentences(declaringData, verdict) };
});
const verdict = verdictsOf([["P", 0, 0, 5], ["M", 3, 0.2, 95], ["D", 5, 0.4, 0]]);
found.sure = [verdict.best.letter, ...verdictSentences(declaringData, verdict),
  movesTable(declaringData, verdict).textContent];
"""


def test_in_a_browser_a_move_that_is_surely_worse_costs_something_where_others_are_close(
        tmp_path):
    """Whoever drops where play and miss are close loses what a drop loses, and is told so."""
    page = asking_page().replace("<script>", f"<script>{_file('estimates.js')}", 1)
    told = found_in(page, tmp_path, CLOSE)
    for one in told["close"]:
        assert one["costs"] == one["behind"] and min(one["costs"]) > 0
        assert set(one["nothing"]) == {0} and one["best"] in one["close"]
        head, why = one["said"]
        named = ", ".join(one["close"][:-1]) + f" or {one['close'][-1]}"
        assert head.lower() == f"{named}; which is better is too close to call."
        assert f"To {one['worse'][0]} brings " in why and "To " not in head
    # What good players do most is not told where it surely is not the best.
    best, head, why, rows = told["sure"]
    assert (best, head) == ("P", "Play.") and "good players" not in why + rows


def test_in_a_browser_numbers_are_rounded_once(page, tmp_path):
    found = found_in(page, tmp_path, """
found.said = [[1.2451, 1], [9.996, 3], [0, 2], [1234.5, 0], [2.345, 0], [0.1249, 2]].map(
  ([value, places]) => asPrecise(value, places));
""")
    assert found["said"] == ["1.2", "10.0", "0", "1,230", "2", "0.12"]


def test_in_a_browser_any_key_may_be_pressed_in_practice(page, tmp_path):
    found = found_in(page, tmp_path, """
found.failed = 0;
addEventListener("error", () => { found.failed += 1; });
const root = document.getElementById("practise");
const game = new LooPractice(root, declaringData);
const press = key => root.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
['"', "\\\\", "]", "9", "Tab"].forEach(press);
found.before = game.played; press("1"); found.after = game.played;
""")
    assert (found["failed"], found["before"], found["after"]) == (0, 0, 1)


def test_in_a_browser_a_loss_hides_its_interval_when_escape_is_pressed(page, tmp_path):
    found = found_in(page, tmp_path, """
const loss = document.querySelector(".moves .estimate");
loss.focus(); found.asked = document.activeElement === loss;
loss.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
found.left = document.activeElement !== loss;
""")
    assert found["asked"] and found["left"]


def test_in_a_browser_a_link_to_practice_opens_it_and_keys_answer(page, tmp_path):
    """The fold is made by a script, after the page has looked where the link leads."""
    told = told_at(page, tmp_path, "#practise", """(async () => {
const fold = document.getElementById("practise");
const opened = fold.open;
fold.open = false;
document.querySelector('.first a[href="#practise"]').click();
await new Promise(later => setTimeout(later, 100));
const press = new KeyboardEvent("keydown", { key: "1", bubbles: true });
document.activeElement.dispatchEvent(press);
return [opened, fold.open, fold.querySelector(".score").textContent.slice(0, 6)];
})()""")
    assert told == [True, True, "1 hand"]


LEARNS = """
document.querySelector('.first a[href="#practise"]').click();
const root = document.getElementById("practise");
found.open = root.open;
root.replaceChildren(root.querySelector("summary"));
const game = new LooPractice(root, declaringData);
const press = key => root.querySelector(".controls").dispatchEvent(
  new KeyboardEvent("keydown", { key, bubbles: true }));
const worst = () => {
  const verdict = game.verdictNow();
  const buttons = [...root.querySelectorAll("[data-answer]")];
  const costs = buttons.map(one => costOf(declaringData, verdict, one.dataset.answer));
  return [buttons, costs, costs.indexOf(Math.max(...costs))];
};
let wrong = null;
found.back = [];
for (let hand = 0; hand < 40 && found.back.length < 1; hand++) {
  const [buttons, costs, dearest] = worst();
  const shown = JSON.stringify([game.spot.hand, game.spot.turnUp, game.spot.said]);
  if (game.isBack) found.back.push(shown === wrong.shown, game.played - wrong.at);
  const errs = !wrong && costs[dearest] > 0;
  if (errs) wrong = { shown, at: game.played };
  press(String(1 + (errs ? dearest : costs.indexOf(Math.min(...costs)))));
  root.querySelector(".controls button").click();
}
found.right = game.right; found.played = game.played; found.left = game.wrong.length;
"""


def test_in_a_browser_a_hand_that_was_answered_wrongly_comes_back(page, tmp_path):
    found = found_in(page, tmp_path, LEARNS, 390)
    assert found["open"] and found["back"] == [True, 4]  # three others, and then this one
    assert found["right"] == found["played"] - 1 and found["left"] == 0


@pytest.mark.slow
def test_the_chart_for_the_wall_prints_on_one_sheet(report, tmp_path):
    chart = next(card for card in report.opening.cards if card.name == "chart")

    def printed(*cards):
        opening = replace(report.opening, cards=cards, after=())
        return sheets_of(replace(report, opening=opening, sections=()).page(), tmp_path)

    tiles = report.opening.cards[0]
    assert printed(tiles, chart, chart) == printed(tiles, chart) + 1


PRINTS_ALONE = """
let seen = null;
window.print = () => {
  const card = document.querySelector(".card.alone");
  seen = [document.body.classList.contains("one-card"), card.id];
};
document.querySelector("#chart .print-alone").click();
found.seen = seen;
found.after = document.body.classList.contains("one-card");
"""


def test_in_a_browser_the_chart_is_printed_alone(page, tmp_path):
    found = found_in(page, tmp_path, PRINTS_ALONE)
    assert found["seen"] == [True, "chart"] and not found["after"]
    alone = page.replace("<body>", '<body class="one-card">').replace(
        'id="chart" class="card', 'id="chart" class="alone card')
    assert sheets_of(alone, tmp_path) == 1


def test_small_runs_make_small_openings():
    assert table().run.sessions == good_table.SESSIONS[0]


def test_the_drawn_hand_shows_its_tiles_before_any_script_runs(page, report):
    data = report.opening.cards[0].widget.data
    assert len(data["hand"]) == 5 and data["turnUp"] not in data["hand"]
    start = page.index('id="declaring-asking"')
    for tile in (*data["hand"], data["turnUp"]):
        assert f'aria-label="{tile}"' in page[start : start + 6000]
    assert all(tile == name(tiles_number(tile)) for tile in data["hand"])


def tiles_of(text):
    return mask([tiles_number(tile) for tile in text.split()])


def tiles_number(text):
    high, low = map(int, text.split("-"))
    return high * (high + 1) // 2 + low


def test_in_a_browser_the_sentence_and_the_answer_have_the_same_digits(page, tmp_path):
    found = found_in(page, tmp_path, """
found.told = document.querySelector("#declaring > div:first-child > p").textContent;
found.answer = document.querySelector("#declaring .verdict").textContent;
""", 900)
    told = re.search(r"brings ([\d.]+)", found["told"]).group(1)
    assert f"brings {told} chips less" in found["answer"] and f"−{told}" in found["answer"]


def test_the_price_of_sitting_down_says_whose_chips_are_lost_and_how_often(report):
    price = next(card for card in report.opening.cards if card.name == "price")
    assert re.fullmatch(r"Who brings .* chips loses them all, at some time of the evening, in "
                        r"about one evening of a hundred\.", price.answer[-1])
