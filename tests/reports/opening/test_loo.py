"""What a report of Loo opens with: good players, a chart, and a part that answers back."""

import json
import re
from dataclasses import replace
from functools import cache
from itertools import islice

import numpy as np
import pytest

from boneyard import simulate
from reports.opening.find import opening_of
from reports.opening.loo import cards, good_table
from reports.opening.loo.by_class import class_of, names_of_classes
from reports.opening.loo.cards import rule_to_remember, with_a_double_turned_up
from reports.opening.loo.declaring_data import declaring_data
from reports.opening.loo.good_table import play_good_table
from reports.opening.loo.race_cards import game_card, score_cards
from reports.opening.loo.single_hands import by_class as by_the_page
from reports.opening.loo.single_hands import by_tiles, dealt_hands, spread_within_classes
from reports.opening.margins import scaled, surely_best
from reports.opening.packing import LEAST_POWER, SIGNS, packed, packed_shares, scale_of
from reports.page.html import _file
from reports.studies.miss.chart import LEAST
from reports.studies.miss.words import DROP, FOR_POOL, MISS, PLAY, TAKE
from reports.studies.solution.loo.chart import ACTIONS
from reports.studies.solution.loo.plots import wall_chart
from scripts.loo.page_and_advice import by_advice, compare
from simulate.domino.tiles import mask, members, name
from simulate.games.loo.views import DROP as SAY_DROP
from simulate.games.loo.views import MISS as SAY_MISS
from simulate.solving.loo.hand_classes import COARSE, TURNED_UP, kinds_of_classes
from simulate.solving.loo.hand_kinds import name_of_kind
from simulate.solving.loo.solution_file import entries
from strategies.loo.book import rule_in_sentences
from strategies.loo.race_chances import win_chances
from strategies.loo.racer import shipped_race
from strategies.loo.solved import shipped
from tests.reports.page.browser import found_in, sheets_of, told_at

MOVES = {"P": (PLAY, TAKE), "M": (MISS,), "D": (DROP,), "F": (FOR_POOL,)}


@cache
def table(game="loo", players=4, scoring="chips"):
    rules = {"scoring": scoring} if game == "loo" else None
    run = simulate(game, "stay", players=players, rules=rules, sessions=2, hands=40, jobs=1).run
    return play_good_table(run, 0, 1)


@pytest.fixture(scope="module")
def report():
    result = simulate("loo", "stay,random,random,random", sessions=20, hands=40, jobs=1)
    assert good_table.good_run(result.run) == table().run
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cards, "play_good_table", lambda run, hands, jobs, progress: table())
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
        assert set(own.run.labels) == {"racer"} and own.forked[0].finest.unit == "games of 100"
        return
    same = [
        s.chances[g] for s, g in entries(shipped()) if s.about["players"] == players
        and s.about["game"] == game and s.about["points"] == (scoring == "points")
        and (s.pools[g], s.penalties[g]) == (own.stakes.pool, own.stakes.penalty)]
    assert min(np.abs(own.chances_at(0) - chances).max() for chances in same) < 1e-6


def unpacked(data, scale, text):
    """Read numbers of two signs each, as the script does."""
    codes = [len(data["signs"]) * data["signs"].index(one) + data["signs"].index(other) - 1
             for one, other in zip(text[::2], text[1::2], strict=True)]
    return [0.0 if code < 0 else (100 + code % 900) * 10.0 ** (code // 900 + data["least"] + scale)
            for code in codes]


def test_what_a_move_costs_is_told_with_the_level_of_its_interval(page):
    assert "${brings} (95% interval ${interval})" in page


@pytest.mark.parametrize("most", [1.0, 37.5, 9.996e6, 2.5e13])
def test_numbers_are_packed_with_three_digits(most):
    data = {"signs": SIGNS, "least": LEAST_POWER}
    assert len(SIGNS) == len(set(SIGNS)) == 101 and not set(SIGNS) & set("\"\\<>& ")
    scale = scale_of(most)
    for number in (0.0, most, most / 3, most / 1e3):
        (read,) = unpacked(data, scale, packed(number, scale))
        assert read == pytest.approx(number, rel=0.0051)
    assert [SIGNS.index(sign) for sign in packed_shares(range(101))] == list(range(101))


@pytest.mark.parametrize(("game", "players", "scoring"), [
    ("loo", 4, "chips"), ("loo", 2, "points"), ("rounce", 3, "points"),
])
def test_the_data_of_the_page_are_those_of_chart_and_table(game, players, scoring):
    own = table(game, players, scoring)
    spread = spread_within_classes(own, 20)
    data = json.loads(json.dumps(declaring_data(own, spread), allow_nan=False))
    assert [one["pool"] for one in data["tables"]] == (
        [25, 50, 100, 200] if scoring == "chips" else [None])
    for at, (by_class, of_pool) in enumerate(zip(own.forked, data["tables"], strict=True)):
        checked = 0
        assert of_pool["spread"] == pytest.approx(scaled(spread, by_class.finest.much), rel=0.006)
        for s, situation in enumerate(by_class.finest.situations):
            key = f"{situation.position},{situation.rivals},{situation.missed}"
            for of_class, signs in enumerate(of_pool["cells"][key].split(" ")):
                numbers = unpacked(data, of_pool["scale"], signs) if signs else None
                cell = by_class.cell(s, of_class)
                assert (numbers is None) == (cell is None)
                for letter, behind, se in zip(data["letters"][key], (numbers or [])[::2],
                                              (numbers or [])[1::2], strict=numbers is not None):
                    move = min((k for k in cell.moves if k in MOVES[letter]),
                               key=lambda k: cell.behind(k))
                    assert (behind, se) == pytest.approx(cell.behind(move), rel=0.006)
                    checked += 1
        assert checked > 500
        for node, said in enumerate(own.declared.heard):
            written = "".join({1: "P", 2: "M", 3: "D"}[action] for action in said)
            moves = len(data["nodes"][written])
            assert moves == len(own.declared.actions[node])
            signs = [data["signs"].index(sign) for sign in of_pool["often"][written]]
            assert np.abs(np.array(signs).reshape(-1, moves) / 100 -
                          own.chances_at(at)[node, :, :moves]).max() <= 0.0051


def test_a_game_for_points_opens_with_how_it_goes_and_what_the_score_is_worth():
    own = table("rounce", 3, "points")
    (score,) = score_cards(own)
    wins = win_chances("rounce", 3).at((0, 0, 0))
    assert f"eldest hand wins {wins[0]:.1%}" in re.sub(r" \(.*?\)", "", score.answer[0])
    assert ". Five points ahead of each of the others" in score.answer[0]
    assert score.answer[0].endswith("where it is five behind.")
    assert len(score.picture.figure.axes[0].lines) == 4
    assert "one game of three," in game_card(own).answer[0]
    declaring = declaring_data(own, spread_within_classes(own, 20))
    assert (declaring["unit"], declaring["good"]) == ("games of 100", "racer")
    strict = replace(own, run=replace(own.run, rules=own.run.rules.changed(must_trump=True)))
    assert score_cards(strict) == (), "no race was solved for these rules"


def test_a_class_that_is_rare_is_answered_by_a_broader_one():
    by_class, broader = table().forked[0], 0
    known = [[by_class.cell(s, of_class) for of_class in range(COARSE)]
             for s in range(len(by_class.finest.situations))]
    for s, cells in enumerate(known):
        for of_class, cell in enumerate(cells):
            if cell is None:
                continue
            deals = cell.chart.cells.count[cell.situation, cell.at]
            assert deals >= LEAST
            if by_class.finest.cells.count[s, of_class] < LEAST:
                assert cell.chart is not by_class.finest
                assert deals > by_class.finest.cells.count[s, of_class]
                broader += 1
    assert broader > 100


def test_a_double_that_is_turned_up_changes_the_answer():
    """With little in the hand: the dealer may take the best trump, so that a miss takes less."""
    cells = [table().forked[0].cell(0, class_of(tiles_of("6-4 6-2 5-0 4-4 3-2"), up, False))
             for up in (tiles_number("3-0"), tiles_number("3-3"))]
    assert [cell.moves[0] for cell in cells] == [MISS, DROP]
    assert all(cell.clear for cell in cells)


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
    (axes,) = wall_chart(chart, "", "").axes
    lower = [text.get_text() for text in axes.texts if text.get_fontsize() == 6.5]
    assert lower.count("D") > 5
    # The eldest hand drops only if a double is turned up, so after that no other tile is known.
    after_a_drop = [text for text in axes.texts
                    if 1 < text.get_position()[0] < 2 and 0 < text.get_position()[1] < 1]
    assert [(text.get_text(), text.get_fontsize()) for text in after_a_drop] == [("D", 6.5)]


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


@pytest.mark.slow
def test_the_page_and_advice_say_the_same():
    """Twenty hands here, a thousand in ``make verify``."""
    found = compare(20, table())
    assert found.asked == 20 and found.said >= found.sure >= 8
    assert found.sure - found.same <= found.allowed and found.cost[0] < 0.02


def test_what_is_best_for_a_class_is_sure_only_if_it_is_for_nearly_all_its_hands():
    """Of many hands whose class leaves no doubt, few are better declared otherwise."""
    own = table()
    spread, on_average, sure = spread_within_classes(own, 200), [], []
    assert 0.02 < spread["DM"] < spread["DP"] < spread["MP"] < 0.15, "shares of a pool"
    for one in islice(dealt_hands(own, 8), 400):
        said, brings = by_the_page(own, one), by_tiles(own, one)
        if not (best := surely_best(said)) or not brings:
            continue
        right = brings[best] == max(brings.values())
        on_average.append(right)
        if surely_best(said, scaled(spread, own.forked[one.at].finest.stakes.pool)):
            sure.append(right)
    assert len(on_average) > len(sure) > 180
    assert np.mean(sure) > 0.99 > np.mean(on_average)


def test_played_tile_by_tile_a_hand_brings_what_advice_says():
    own = table()
    for one in islice(dealt_hands(own, 4), 3):
        brings, advice = by_tiles(own, one), by_advice(own, one)
        pool = own.forked[one.at].finest.stakes.pool
        assert set(brings) == set(advice)
        for letter, (behind, _) in advice.items():
            assert max(brings.values()) - brings[letter] == pytest.approx(behind, abs=0.1 * pool)


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
    classes = [class_of(mask(held), up, dealer) for held, up, dealer in asked]
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


CLICKS = """
const asked = %s;
const press = tile => document.querySelectorAll(".pick")[27 - tile].click();
const choose = (label, value) => {
  const box = document.querySelector(`[aria-label="${label}"]`);
  box.value = value; box.dispatchEvent(new Event("change", { bubbles: true }));
};
const clear = [...document.querySelectorAll("#declaring .controls button")]
  .find(button => button.textContent === "Clear the tiles");
found.read = asked.map(([held, turnUp, said, pool]) => {
  clear.click();
  choose("the pool", String(pool));
  choose("your seat", String(said.length));
  [...said].forEach((letter, p) =>
    choose(`what the ${declaringData.places[p]} declared`, letter));
  held.forEach(press); press(turnUp);
  return [...document.querySelectorAll("#declaring .verdict > p")].map(part => part.textContent);
});
"""
DOES = {"P": "play", "M": "take the miss", "D": "drop", "F": "play for the pool"}


@pytest.mark.slow
def test_in_a_browser_a_thousand_hands_are_answered_as_in_python(report, page, tmp_path):
    """Tiles, turn-up, seat, declarations and pool are clicked; what is shown is read."""
    own, asked = play_good_table(report_run(), 800, 1), list(islice(dealt_hands(table(), 4), 1000))
    letters = {1: "P", 2: "M", 3: "D"}
    questions = [(list(members(one.hand)), one.turn_up,
                  "".join(letters[action] for action in one.said), one.at) for one in asked]
    found = found_in(page, tmp_path, CLICKS % json.dumps(questions))["read"]
    sure, words = [], names_of_classes()
    spread = report.opening.cards[0].widget.data["tables"]
    for one, (head, why, command) in zip(asked, found, strict=True):
        is_dealer = one.position == own.players - 1
        assert words[class_of(one.hand, one.turn_up, is_dealer) // 2] in why
        page_says = by_the_page(own, one)
        best = surely_best(page_says) if page_says else None
        if best is not None:
            apart = spread[one.at]["spread"]
            at_most, at_least = (surely_best(page_says, scaled(apart, k)) for k in (1.02, 0.98))
            if at_most != at_least:
                continue  # the page reads numbers of three digits
            sure.append(at_least is not None)
            rule = "." if sure[-1] else ", as a rule."
            assert head == f"{DOES[best][0].upper()}{DOES[best][1:]}{rule}"
            assert ("on average" in why) != sure[-1]
            second = min((m for m in page_says if m != best), key=lambda m: page_says[m][0])
            brings = re.search(rf"To {DOES[second]} brings ([\d.]+) chips less", why)
            value, last_digit = page_says[second][0], 10 ** -len(brings.group(1).partition(".")[2])
            assert abs(float(brings.group(1)) - value) <= 0.06 * value + last_digit / 2
        else:
            assert "too close" in head or "too rare" in why
        place = ("eldest", "second", "third", "dealer")[one.position]
        assert f"--position {place}" in command and f"--pool {25 * 2 ** one.at}" in command
    assert len(sure) > 600 and 0.5 < np.mean(sure) < 0.9


def report_run():
    return simulate("loo", "stay,random,random,random", sessions=20, hands=40, jobs=1).run


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
found.close = [];
for (let ofClass = 0; ofClass < 2 * declaringData.classes.length; ofClass++) {
  const verdict = verdictOf(declaringData, declaringData.tables[0], "", "0,0,0", ofClass, "a hand",
    letter => declarationName(declaringData, letter));
  const [close, worse] = closeAndWorse(declaringData, verdict.moves);
  if (verdict.clear || !verdict.known || worse.length === 0) continue;
  const costs = moves => moves.map(move => costOf(declaringData, verdict, move.letter));
  found.close.push({ close: close.map(move => move.name), worse: worse.map(move => move.name),
    behind: worse.map(move => move.behind), costs: costs(worse), nothing: costs(close),
    best: verdict.best.name, said: verdictSentences(declaringData, verdict) });
}
"""


def test_in_a_browser_a_move_that_is_surely_worse_costs_something_where_others_are_close(
        page, tmp_path):
    """Whoever drops where play and miss are close loses what a drop loses, and is told so."""
    found = found_in(page, tmp_path, CLOSE)["close"]
    assert len(found) > 10
    for one in found:
        assert one["costs"] == one["behind"] and min(one["costs"]) > 0
        assert set(one["nothing"]) == {0} and one["best"] in one["close"]
        head, why = one["said"]
        named = ", ".join(one["close"][:-1]) + f" or {one['close'][-1]}"
        assert head.lower() == f"{named}; which is better is too close to call."
        assert f"To {one['worse'][0]} brings " in why and "To " not in head


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
  const shown = JSON.stringify(game.spot);
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
    assert table().forked[0].finest.forks.deals == good_table.DEALS[0]
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
