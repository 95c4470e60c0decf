"""What a report of Loo opens with: good players, a chart, and a part that answers back."""

import json
import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from boneyard import simulate
from reports.opening.find import opening_of
from reports.opening.loo import good_table
from reports.opening.loo.declaring_data import declaring_data
from reports.opening.loo.good_table import play_good_table
from reports.page.html import _file
from reports.studies.miss.words import DROP, FOR_POOL, MISS, PLAY, TAKE
from simulate.domino.tiles import HIGH, mask, name
from simulate.solving.loo.hand_classes import coarse_class_of, kinds_of_classes
from simulate.solving.loo.solution_file import entries
from strategies.loo.solved import shipped
from tests.reports.page.browser import found_in, sheets_of

MOVES = {"P": (PLAY, TAKE), "M": (MISS,), "D": (DROP,), "F": (FOR_POOL,)}


@cache
def table(game="loo", players=4, scoring="chips"):
    rules = {"scoring": scoring} if game == "loo" else None
    run = simulate(game, "stay", players=players, rules=rules, sessions=2, hands=40, jobs=1).run
    return play_good_table(run, 0, 1)


@pytest.fixture(scope="module")
def report():
    result = simulate("loo", "stay,random,random,random", sessions=20, hands=40, jobs=1)
    return replace(result.report(), opening=opening_of(result, 1))


@pytest.fixture(scope="module")
def page(report):
    return report.page()


def test_good_players_sit_at_the_table_whoever_was_asked_for(report):
    assert set(table().run.labels) == {"solved"}
    assert report.opening.players == "The zoo: stay and random"
    assert "good players" in report.opening.note
    chart = next(card for card in report.opening.cards if card.name == "chart")
    assert "wall" in chart.title and "8 or more, play" in chart.answer[1]


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
    same = [
        s.chances[g] for s, g in entries(shipped()) if s.about["players"] == players
        and s.about["game"] == game and s.about["points"] == (scoring == "points")
        and (s.pools[g], s.penalties[g]) == (own.stakes.pool, own.stakes.penalty)]
    assert min(np.abs(own.chances - chances).max() for chances in same) < 1e-6


@pytest.mark.parametrize(("game", "players", "scoring"), [
    ("loo", 4, "chips"), ("loo", 2, "points"), ("rounce", 3, "points"),
])
def test_the_data_of_the_page_are_those_of_chart_and_table(game, players, scoring):
    own = table(game, players, scoring)
    data = json.loads(json.dumps(declaring_data(own), allow_nan=False))
    chart, checked = own.forked, 0
    for s, situation in enumerate(chart.situations):
        cells = data["cells"][f"{situation.position},{situation.rivals},{situation.missed}"]
        for kind, cell in enumerate(cells):
            assert (cell is not None) == chart.covered[s, kind]
            for letter, (behind, se) in (cell or {}).items():
                legal = [move for move in MOVES[letter] if chart.legal[s, move]]
                move = min(legal, key=lambda k: chart.ahead[s, kind, k])
                assert behind == pytest.approx(chart.ahead[s, kind, move], abs=1e-3)
                assert se == pytest.approx(chart.ahead_se[s, kind, move], abs=1e-3)
                checked += 1
    assert checked > 50
    for node, said in enumerate(own.declared.heard):
        written = data["nodes"]["".join({1: "P", 2: "M", 3: "D"}[action] for action in said)]
        assert len(written["moves"]) == len(own.declared.actions[node])
        assert np.abs(np.array(written["often"]) / 100 -
                      own.chances[node, :, : len(written["moves"])]).max() <= 0.0051


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
    classes = [coarse_class_of(mask(held), int(HIGH[up]), up, dealer) for held, up, dealer in asked]
    assert found["classes"] == classes
    assert len(set(classes)) > 60


CHOOSES = """
const press = names => names.split(" ").forEach(name => {
  document.querySelectorAll(".pick")[27 - tileNumber(name)].click();
});
const choose = (box, value) => {
  box.value = value; box.dispatchEvent(new Event("change", { bubbles: true }));
};
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
"""


def test_in_a_browser_five_tiles_and_a_turn_up_are_answered(page, tmp_path):
    found = found_in(page, tmp_path, CHOOSES, 390)
    assert found["empty"] == "5 more tiles for your hand." and found["five"] == "Now the turn-up."
    assert found["said"] == "MD" and found["hand"] == ["6-6", "6-4", "5-5", "3-1", "2-0"]
    assert found["head"] == "Play." and found["pressed"] == 6
    assert re.match(r"playmost ?100|playmost", found["rows"][0]) and len(found["rows"]) == 2
    assert found["named"] and found["status"] == "status" and found["overflow"] == 0


AGREES = """
const asked = %s;
found.verdicts = asked.map(([held, turnUp, said]) => {
  const verdict = verdictOn(declaringData, held, turnUp, said);
  return [verdict.known, verdict.clear, verdict.best.letter,
          Object.fromEntries(verdict.moves.map(move => [move.letter, move.behind]))];
});
"""


def test_in_a_browser_the_verdicts_are_those_of_the_chart(page, report, tmp_path):
    """A thousand hands in all situations: best declaration, whether it is clear, and margins."""
    data = report.opening.cards[0].widget.data
    own = play_good_table(report_run(), 800, 1)
    chart, situations = own.forked, own.forked.situations
    letters, asked, expected = {1: "P", 2: "M", 3: "D"}, [], []
    for n, (held, up, _) in enumerate(hands(1000, seed=4)):
        said = own.declared.heard[n % len(own.declared.heard)]
        asked.append((held, up, "".join(letters[action] for action in said)))
        dealer = len(said) == own.players - 1
        coarse = coarse_class_of(mask(held), int(HIGH[up]), up, dealer)
        kind = int(kinds_of_classes()[coarse])
        rivals, missed = len(said) - said.count(3), said.count(2)
        s = [(x.position, x.rivals, x.missed) for x in situations].index(
            (len(said), rivals, missed))
        expected.append((chart, s, kind))
    found = found_in(page, tmp_path, AGREES % json.dumps(asked))["verdicts"]
    clear = 0
    for (chart, s, kind), (known, is_clear, best, behind) in zip(expected, found, strict=True):
        assert known == bool(chart.covered[s, kind])
        if known and chart.clear[s, kind]:
            clear += 1
            assert is_clear and chart.best[s, kind] in MOVES[best]
            assert behind[best] == 0
    assert clear > 300 and data["unit"] == "chips"


def report_run():
    return simulate("loo", "stay,random,random,random", sessions=20, hands=40, jobs=1).run


PRACTISES = """
document.getElementById("practise").open = true;
let chances = [0.3, 0.7, 0.1, 0.9, 0.5], at = 0;
Math.random = () => chances[at++ % chances.length];
const root = document.getElementById("practise");
root.replaceChildren(root.querySelector("summary"));
const game = new Practice(root, declaringData);
found.prompt = game.score.textContent;
let cost = 0, right = 0;
for (let hand = 0; hand < 30; hand++) {
  const verdict = verdictOn(declaringData, game.hand, game.turnUp, game.said);
  const buttons = [...root.querySelectorAll("[data-answer]")];
  const chosen = buttons[hand % buttons.length];
  const own = costOf(declaringData, verdict, chosen.dataset.answer);
  cost += own; right += own === 0;
  chosen.click();
  chances = chances.map(chance => (chance * 7 + 0.123) % 1);
  root.querySelector(".controls button").click();
}
found.played = game.played; found.adds = Math.abs(game.cost - cost) < 1e-9 && game.right === right;
found.lost = cost > 0 && right > 0;
found.score = game.score.textContent;
"""


def test_in_a_browser_practice_prices_answers_and_keeps_score(page, tmp_path):
    found = found_in(page, tmp_path, PRACTISES)
    assert "What do you declare?" in found["prompt"]
    assert found["played"] == 30 and found["adds"] and found["lost"]
    assert re.fullmatch(r"30 hands, \d+ right; lost in all: [\d.]+ chips\.", found["score"])


def test_the_chart_for_the_wall_prints_on_one_sheet(report, tmp_path):
    chart = next(card for card in report.opening.cards if card.name == "chart")

    def printed(*cards):
        opening = replace(report.opening, cards=cards, after=())
        return sheets_of(replace(report, opening=opening, sections=()).page(), tmp_path)

    tiles = report.opening.cards[0]
    assert printed(tiles, chart) == printed(tiles) + 1


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
    assert table().forked.forks.deals == good_table.DEALS[0]
    assert table().run.sessions == good_table.SESSIONS[0]


def test_the_drawn_hand_shows_its_tiles_before_any_script_runs(page, report):
    data = report.opening.cards[0].widget.data
    assert len(data["hand"]) == 5 and data["turnUp"] not in data["hand"]
    start = page.index('id="declaring-asking"')
    for tile in (*data["hand"], data["turnUp"]):
        assert f'aria-label="{tile}"' in page[start : start + 6000]
    assert all(tile == name(tiles_number(tile)) for tile in data["hand"])


def tiles_number(text):
    high, low = map(int, text.split("-"))
    return high * (high + 1) // 2 + low
