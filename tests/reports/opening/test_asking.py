"""Every card that asks: a hand is clicked, answered as its command answers, and practised."""

import json
import re
from types import SimpleNamespace

import numpy as np
import pytest

from reports.stats.number_text import gerund
from simulate.branch.pricing import _needed
from tests.reports.opening.pages import bare_page, card_of, page_of
from tests.reports.page.browser import found_in, told_after_back
from tests.sizes import in_pieces

#: By game: the card, what is clicked, and the moves that a mistake names.
CARDS = {
    "casino": SimpleNamespace(
        card="betting", tiles="6-6 5-4 1-0",
        practises="BetPractice", prompt="Which tile do you bet first? Keys 1 to 3 answer, too.",
        did="bet {0}", does="bet {0}", unit="games of 100",
        moves="(the double blank|(a|another) (double|tile with one blank|tile with two numbers))"),
    "pool": SimpleNamespace(
        card="leading", tiles="6-6 5-5 4-4 3-3 2-2",
        practises="LeadPractice", prompt="you lead. Which tile? Keys 1 to 5 answer, too.",
        did="led {0}", does="lead {0}", unit="% of the pool",
        moves="(a|another) (double|heavy tile|light tile)"),
    "euchre": SimpleNamespace(
        card="calling", tiles="6-6 5-5 4-3 4-2 1-1",
        practises="CallPractice", prompt="What do you call? Keys 1 to 3 answer, too.",
        did="(passed|ordered it up|went alone)", does="(pass|order it up|go alone)",
        unit="games of 100", moves=""),
    "loo": SimpleNamespace(
        card="declaring", tiles="6-6 6-4 5-5 3-1 2-0",
        practises="DeclaringPractice",
        prompt=r"(What do you declare|Which tile do you lead)\? "
               r"Keys 1 (and 2|to [3-9]) answer, too.",
        did="(played|dropped|took the miss|led {0})", does="(play|drop|take the miss|lead {0})",
        unit="chips", moves="(your highest trump|(a|another) (lower trump|double|"
        "tile as its (higher|lower) number))"),
}
GAMES = pytest.mark.parametrize("game", CARDS)
#: The games, the one that prices its hands soonest first.
CHEAPEST = ("pool", "casino", "euchre", "loo")


CLICKS = """
const card = document.getElementById("CARD"), verdict = card.querySelector(".verdict");
const press = tile => card.querySelectorAll(".pick")[27 - tileNumber(tile)].click();
const named = name => [...card.querySelectorAll(".controls button")]
  .find(button => button.textContent === name);
const tiles = "TILES".split(" "), said = [];
const says = act => { act?.(); said.push(verdict.textContent); };
says(() => named("Clear the tiles").click());
says(() => tiles.slice(0, -1).forEach(press));
says(() => press(tiles.at(-1)));
says(() => asking.turnUp === null && press("6-2"));
says(() => press(tiles[0]));
found.pressed = card.querySelectorAll('.pick[aria-pressed="true"]').length;
found.named = [...card.querySelectorAll(".pick svg")].every(svg => svg.getAttribute("aria-label"));
says(() => named("Deal me another hand").click());
Object.assign(found, { said, dealt: asking.hand.length });
"""


@in_pieces("game", *CHEAPEST)
def test_in_a_browser_a_hand_is_clicked(game, tmp_path):
    own, tiles = CARDS[game], CARDS[game].tiles.split()
    has_turn_up = game in ("euchre", "loo")
    found = found_in(page_of(game), tmp_path,
                     CLICKS.replace("CARD", own.card).replace("TILES", own.tiles), 390)
    assert found["said"] == [
        f"{len(tiles)} more tiles for your hand.", "1 more tile for your hand.",
        "Now the turn-up." if has_turn_up else "Playing it out …", "Playing it out …",
        "1 more tile for your hand.", "Playing it out …"]
    assert found["overflow"] == 0 and found["named"]
    assert found["pressed"] == len(tiles) - 1 + has_turn_up and found["dealt"] == len(tiles)


COUNTS = """
found.counted = %s.map(([early, most, many, bits]) => {
  const asked = Array.from({ length: many }, (_, k) => deal => !(deal.bits >> k & 1));
  const dealt = number => ({ weight: 1, bits: bits[number] });
  return choicesThatCount({ asked, early, dealt }, most).map(one => asked.indexOf(one)).sort();
});
"""


def test_in_a_browser_those_choices_count_that_count_in_advice(tmp_path):
    """Declarations before late plays, and each with so many deals left as the most of them ask."""
    chance, asked, told = np.random.default_rng(3), [], []
    for k in range(24):
        early, many, most = int(chance.integers(0, 4)), 7, (1 << 13, 1 << 15, 1 << 17)[k % 3]
        rare = chance.uniform(0, 1, many) ** 0.4
        bits = ((chance.uniform(size=(8192, many)) < rare) << np.arange(many)).sum(axis=1)
        spot = SimpleNamespace(actions=[SimpleNamespace(
            decision="declare" if at < early else "play") for at in range(many)])
        needed, _ = _needed(SimpleNamespace(spot=spot), bits, most)
        told.append([at for at in range(many) if needed >> at & 1])
        asked.append([early, most, many, bits.tolist()])
    found = found_in(bare_page("loo"), tmp_path, COUNTS % json.dumps(asked))
    assert found["counted"] == told
    assert len({len(one) for one in told}) > 2


TAPS = """
const card = document.querySelector(".asking"), tiles = [...card.querySelectorAll(".pick")];
const near = of => { const { top, bottom } = of.getBoundingClientRect(); return [top, bottom]; };
const still = [card.querySelector(".own-hand"), ...tiles,
  ...card.querySelectorAll(".own-hand ~ .controls button")];
const shows = async () => {
  while (!card.querySelector(".moves")) await new Promise(afterPaint);
};
await shows();
found.first = [...still, card.querySelector(".head").nextElementSibling].map(near);
found.size = tiles.map(one => [one.offsetWidth, one.offsetHeight]);
found.overflow = document.documentElement.scrollWidth - innerWidth;
const places = () => JSON.stringify(still.map(near));
found.places = [places()];
for (const tile of [3, 8, 12, 14, 17, 20, 21, 20]) {
  tiles[tile].click();
  found.places.push(places());
}
if (asking.isFull) await shows();
found.places.push(places());
still.at(-2).click();
found.places.push(places());
await shows();
found.places.push(places());
"""
#: A telephone's screen.
PHONE = (390, 844)


@GAMES
def test_in_a_browser_nothing_moves_under_a_finger_and_the_first_screen_has_the_answer(
        game, tmp_path):
    """The hand and its turn-up, tiles to tap, and the answer with its first reason."""
    found = found_in(page_of(game), tmp_path, TAPS, PHONE[0])
    assert found["overflow"] == 0 and len(set(found["places"])) == 1
    assert all(0 < top < bottom <= PHONE[1] for top, bottom in found["first"])
    assert min(min(size) for size in found["size"]) >= 44


CHANGES = """(async () => {
  if (typeof tablesReady !== "undefined") await tablesReady;
  for (const [label, value, kind] of %s) {
    const box = document.querySelector(`main [aria-label="${label}"]`);
    box.value = value;
    box.dispatchEvent(new Event(kind));
    await new Promise(afterPaint);
  }
  await new Promise(afterPaint);
  return [asking.command(), document.querySelectorAll(".stays:not(:empty)").length > 0];
})()"""
#: By game: what is changed, and what the command of the table has then.
CHOSEN = {
    "casino": ("--players 2 ", [("players", 2, "change")]),
    "euchre": ("--players 3 .*lead_suit=high", [
        ("players", 3, "change"), ("lead suit", "high", "change")]),
    "pool": ("--players 3 .*draw=must", [("players", 3, "change"), ("draw", "must", "change")]),
    "loo": ("--players 3 .*penalty=cap:30 .*--pool 81", [
        ("players", 3, "change"), ("penalty", "cap:30", "change"), ("pool", 81, "input")]),
    "rounce": ('--players 4 .*--score "4 7 7 7"', [
        ("you need", 4, "input"), ("each rival needs", 7, "input")]),
}


@in_pieces("game", *CHOSEN)
def test_in_a_browser_the_chosen_table_is_there_again_after_another_page(game, tmp_path):
    has, changes = CHOSEN[game]
    command, told = told_after_back(
        page_of(game), tmp_path, CHANGES % json.dumps(changes), CHANGES % [])
    assert re.search(has, command) and told == ("players 4" not in command), command


@in_pieces("game", "rounce", "loo")
def test_in_a_browser_what_is_refused_goes_with_its_sentence(game, tmp_path):
    found = found_in(page_of(game), tmp_path, """
const boxes = () => document.querySelectorAll(".cards [type=number]");
const cards = document.querySelector(".cards");
const isRefused = () => cards.textContent.includes(": a whole number from");
found.refused = [];
for (let k = 0; k < boxes().length; k++) {
  const box = boxes()[k];
  box.focus();
  box.value = -1;
  box.dispatchEvent(new Event("input"));
  found.refused.push(isRefused());
  box.blur();
  await new Promise(afterPaint);
  found.refused.push(isRefused());
}
found.words = cards.textContent;
""")
    assert found["refused"] == [True, False] * 2 * (2 if game == "rounce" else 1)
    assert ("looed" in found["words"]) == (game == "loo")


@in_pieces("game", "rounce", "loo")
def test_in_a_browser_practice_follows_the_table_and_the_seat_that_are_chosen(game, tmp_path):
    changes = [*CHOSEN[game][1], ("your seat", 1, "change")]
    found = found_in(page_of(game), tmp_path, """
const practice = new DeclaringPractice(document.getElementById("practise"), asking);
practice.theme = "only my seat";
Object.assign(practice, { * priced() {}, verdictOn() {}, teaches: () => true });
const dealt = ({ table: { k, own = NEEDED, rivals = NEEDED }, history }) =>
  [k, own, rivals, history.length];
found.dealt = CHANGES.map(([label, value, kind]) => {
  for (const piece of practice.ahead(practice.spot));
  const box = document.querySelector(`[aria-label="${label}"]`);
  box.value = value;
  box.dispatchEvent(new Event(kind));
  practice.deal();
  const { table: { k }, own, rivals } = chosen;
  return [dealt(practice.spot), [k, own, rivals, asking.history.length]];
});
""".replace("CHANGES", json.dumps(changes)))
    assert all(dealt == chosen for dealt, chosen in found["dealt"]), found["dealt"]


PRACTISES = """
localStorage.clear();
document.querySelector('.first a[href="#practise"]').click();
const root = document.getElementById("practise");
found.open = root.open;
root.replaceChildren(root.querySelector("summary"));
let state = 7;
Math.random = () => (state = state * 16807 % 2147483647) / 2147483647;
asking.data.most = 4096;
const data = asking.data, game = new PRACTISES(root, asking);
found.prompt = game.score.textContent;
found.buttons = root.querySelectorAll("[data-answer]").length;
const { movesNow } = game;
game.movesNow = () => movesNow.call(game).slice(0, 2);
game.show();
found.ofTwo = game.score.textContent;
game.movesNow = movesNow;
const press = key => root.querySelector(".controls").dispatchEvent(
  new KeyboardEvent("keydown", { key, bubbles: true }));
['"', "\\\\", "]", "9", "Tab"].forEach(press);
const known = () => game.memory.known;
found.untouched = known().played === 0;
for (const piece of game.ahead(game.spot));
found.teaches = game.teaches(game.verdictOn(game.next));
const { next } = game;
game.deal();
found.isDealt = game.spot === next;
let cost = 0, right = 0, wrong = null;
found.judged = []; found.back = [];
// Every hand takes four minutes.
const began = Date.now();
let clock = 0;
Date.now = () => began + clock;
const shown = () => JSON.stringify([game.spot.hand, game.spot.turnUp, game.spot.history]);
for (let hand = 0; hand < 12; hand++) {
  const verdict = game.verdictNow();
  if (game.isBack) found.back.push(shown() === wrong.shown, known().played - wrong.at);
  const own = verdict.moves.map(move => costOf(data, verdict, move.letter));
  // The dearest answer once, then what is right: that hand comes back.
  const errs = !wrong && Math.max(...own) > 0, answer = own.indexOf(errs ? Math.max(...own) : 0);
  if (errs) wrong = { shown: shown(), at: known().played };
  cost += own[answer]; right += own[answer] === 0;
  press(String(1 + answer));
  clock += 4 * MINUTE;
  found.judged.push([own[answer], ...[".head", ".chosen td"].map(
    one => root.querySelector(`.verdict ${one}`).textContent)]);
  root.querySelector(".controls button").click();
}
found.adds = Math.abs(known().cost - cost) < 1e-9 && known().right === right && cost > 0;
found.worst = game.worst.textContent; found.score = game.score.textContent;
found.left = game.memory.due().length;
found.focus = document.activeElement.dataset.answer !== undefined;
"""


@in_pieces("game", *CHEAPEST)
def test_in_a_browser_practice_prices_answers_and_keeps_score(game, tmp_path):
    own = CARDS[game]
    found = found_in(page_of(game), tmp_path, PRACTISES.replace("PRACTISES", own.practises), 390)
    assert found["open"] and found["adds"] and found["overflow"] == 0 and found["focus"]
    assert re.search(own.prompt.replace("?", r"\?").replace(r"\\", "\\") + "$", found["prompt"])
    keys = " and " if found["buttons"] == 2 else " to "
    assert f"Keys 1{keys}{found['buttons']} " in found["prompt"] and found["untouched"]
    assert found["ofTwo"].endswith(" Keys 1 and 2 answer, too.")
    # While a person thinks a hand that teaches something is found, and it comes next.
    assert found["teaches"] and found["isDealt"]
    for cost, judged, told in found["judged"]:
        assert cost == 0 or told.startswith(f"−{re.match('That costs ([0-9.,]+)', judged)[1]}")
        assert cost or judged in (
            "Right.", "Nothing lost: it is too close to call.", "Nothing lost.")
    # Three others and ten minutes, and then the hand that was answered wrongly.
    assert found["back"] == [True, 4] and found["left"] == 0
    assert re.fullmatch(rf"Most is lost where you {own.did.format(own.moves)} and should "
                        rf"{own.does.format(own.moves)}: once, [\d.,]+ ?{own.unit}\.",
                        found["worst"])
    assert re.fullmatch(rf"12 hands, 11 right; lost in all: [\d.,]+ ?{own.unit}\.", found["score"])


@in_pieces("game", *CHEAPEST)
def test_in_a_browser_every_number_names_its_command_but_in_practice(game, tmp_path):
    found = found_in(page_of(game), tmp_path, """
asking.data.most = 4096;
const shows = async of => {
  while (!document.querySelector(of)) await new Promise(afterPaint);
  return document.querySelector(of);
};
let state = 7;
Math.random = () => (state = state * 16807 % 2147483647) / 2147483647;
document.getElementById("practise").open = true;
(await shows("#practise [data-answer]")).click();
await shows("#practise .moves");
await shows(".verdict:not([data-again='']) .moves");
found.shown = [...document.querySelectorAll(".estimate")].map(one => {
  one.focus();
  const answer = one.closest(".verdict"), practised = one.closest("#practise");
  return [practised ? "practice" : answer ? "answer" : "card",
    one.querySelector("code")?.textContent,
    practised ? undefined : (answer?.querySelector(".again code").textContent
      ?? one.closest(".card").dataset.again)];
});
""")
    assert {where for where, *_ in found["shown"]} >= {"practice", "answer"}
    assert all(command == told for _, command, told in found["shown"])


@in_pieces("game", *CHEAPEST)
def test_in_a_browser_the_sentence_and_the_answer_name_the_same_second_and_number(game, tmp_path):
    """The page has one of the two: the sentence where no scripts run."""
    card, said = CARDS[game].card, card_of(game, CARDS[game].card).answer[0]
    found = found_in(page_of(game), tmp_path, f"""
const verdict = document.querySelector("#{card} .verdict");
while (/Playing it out|may change/.test(verdict.textContent)) {{
  await new Promise(soon => setTimeout(soon, 50));
}}
found.told = document.querySelectorAll("#{card} > div:first-child > p").length;
found.answer = verdict.textContent;
""", 900)
    told = re.search(r"(?:brings|wins) ([\d.]+).* than (.*)\.$", said)
    second, number, unit = told[2], told[1], CARDS[game].unit
    assert found["told"] == 0
    answer = re.search(r"\. ?(\w+ing .*?|\w+ing) (?:brings|wins) ([\d.]+)", found["answer"])
    assert answer[1].casefold().endswith(second)
    assert float(answer[2]) == pytest.approx(float(number), abs=0.051)
    assert f"{answer[2]}{'' if unit[0] == '%' else ' '}{unit} less" in found["answer"]


POOL = {"unit": "% of the pool", "brings": "brings", "clear": 2, "near": 0.1, "move": "lead"}


def told_of(moves, tmp_path, best=0, does="lead", data=None, game="pool", **more):
    """Return what a page says of moves: letter, gap, error; and the rows of its table."""
    listed = [{"letter": letter, "name": f"{does} {letter}", "behind": behind, "se": se, **more}
              for letter, behind, se in moves]
    found = found_in(bare_page(game, data or POOL), tmp_path, f"""
const moves = {json.dumps(listed)};
const verdict = verdictOf(data, {{ named: () => moves }},
  {{ best: {best}, behind: () => moves.map(move => [move.behind, move.se]) }});
found.said = verdictSentences(data, verdict);
found.rows = [...movesTable(data, verdict).querySelectorAll("tbody tr")].map(
  row => row.textContent);
""")
    return found["said"], found["rows"]


def test_in_a_browser_close_leads_are_told_within_what_they_are(tmp_path):
    """The third tile is further behind than the second, but told less precisely."""
    said, _ = told_of([["6-6", 0, 0], ["5-4", 2, 0.4], ["3-0", 2.5, 2]], tmp_path)
    assert said == [
        "Lead 6-6 or 3-0.", "Between 6-6 and 3-0 it is too close to call: 6.5% of the pool at "
        "most. Leading 5-4 brings 2.0% of the pool less."]
    said, _ = told_of([["6-6", 0, 0], ["3-0", 0.02, 0.03]], tmp_path)
    assert said == ["Lead 6-6 or 3-0.", "Between 6-6 and 3-0 it makes no difference."]


CLOSE = """
const verdictsOf = margins => {
  const moves = margins.map(([letter, behind, se, often]) =>
    ({ letter, name: declarationName(data, letter), behind, se, often }));
  return verdictOf(data, { named: () => moves, holds: "a hand" },
    { behind: () => moves.map(move => [move.behind, move.se]) });
};
found.close = [
  [["P", 0, 0, 30], ["M", 0.3, 0.2, 70], ["D", 5, 0.4, 0]],
  [["P", 9, 1, 0], ["M", 0.1, 0.2, 0], ["D", 0, 0, 100]],
].map(margins => {
  const verdict = verdictsOf(margins);
  const [close, worse] = closeAndWorse(data, verdict.moves);
  const costs = moves => moves.map(move => costOf(data, verdict, move.letter));
  return { close: close.map(move => move.name), worse: worse.map(move => move.name),
    behind: worse.map(move => move.behind), costs: costs(worse), nothing: costs(close),
    best: verdict.best.name, said: verdictSentences(data, verdict) };
});
const verdict = verdictsOf([["P", 0, 0, 5], ["M", 3, 0.2, 95], ["D", 5, 0.4, 0]]);
found.sure = [verdict.best.letter, ...verdictSentences(data, verdict),
  movesTable(data, verdict).textContent];
"""


def test_in_a_browser_a_move_that_is_surely_worse_costs_something_where_others_are_close(
        tmp_path):
    """Whoever drops where play and miss are close loses what a drop loses, and is told so."""
    data = {"taken": "the miss", "unit": "chips", "clear": 2, "move": "declaration"}
    told = found_in(bare_page("loo", data), tmp_path, CLOSE)
    for one in told["close"]:
        assert one["costs"] == one["behind"] and min(one["costs"]) > 0
        assert set(one["nothing"]) == {0} and one["best"] in one["close"]
        head, why = one["said"]
        named = ", ".join(one["close"][:-1]) + f" or {one['close'][-1]}"
        assert head.lower() == f"{named}; which is better is too close to call."
        assert f"{gerund(one['worse'][0]).capitalize()} brings " in why
    # What good players do most is not told where it surely is not the best.
    best, head, why, rows = told["sure"]
    assert (best, head) == ("P", "Play.") and "good players" not in why + rows
