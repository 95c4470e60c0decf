"""Practice remembers what went wrong, in the browser alone, and gives it back as files."""

import json
import re

import pytest

from simulate.games.game import find_game
from tests.reports.opening.pages import OPENED, bare_page, page_of, practice_of
from tests.reports.page.browser import found_in, told_at
from tests.sizes import in_pieces

LEITNER = """
localStorage.clear();
const memory = new Memory("boneyard advise pool"), spot = { hand: [27, 3] }, mistake = {
  kind: "a", mistake: "you led a double and should lead another", lines: ["Lead 2-0.", "By 3."] };
const due = now => memory.due(now).length;
memory.note(spot, 2.5, mistake, 0);
found.first = [due(0), due(10 * MINUTE - 1), due(10 * MINUTE)];
found.others = [0, 1, 2].map(other => {
  memory.note({ hand: [other] }, 0, {}, 0);
  return due(10 * MINUTE);
});
found.atOnce = due(0);
memory.note(spot, 1, mistake, 0);
found.again = [memory.known.cards.length, due(0), structuredClone(memory.dearest)];
// A right answer each time that it comes back: after days, weeks, and then it is learnt.
found.days = [];
let now = 0;
for (let other = 0; other < 3; other++) memory.note({ hand: [other] }, 0, {}, 0);
for (let right = 0; right < 5; right++) {
  memory.note(spot, 0, {}, now);
  const wait = memory.known.cards[0].due - now;
  found.days.push(wait / DAY, due(now + wait - 1));
  now += wait;
}
memory.note(spot, 2.5, mistake, now);
found.back = memory.known.cards[0].due - now === 10 * MINUTE;
for (let right = 0; right < 6; right++) memory.note(spot, 0, {}, now);
found.learnt = memory.known.cards.length;
found.counts = [memory.known.played, memory.known.right, memory.known.cost];
const anew = new Memory("boneyard advise pool");
found.kept = JSON.stringify(anew.known) === JSON.stringify(memory.known);
found.other = new Memory("boneyard advise loo").known.played;
localStorage.setItem(memory.key, "{");
found.spoilt = new Memory("boneyard advise pool").known.played;
"""


def test_in_a_browser_a_mistake_comes_back_after_minutes_days_and_weeks(tmp_path):
    found = found_in(bare_page("pool"), tmp_path, LEITNER)
    assert found["first"] == [0, 0, 0] and found["others"] == [0, 0, 1] and found["atOnce"] == 0
    cards, due, (mistake,) = found["again"]
    assert (cards, due) == (1, 0)
    assert (mistake["times"], mistake["cost"]) == (2, 3.5)
    assert found["days"] == [1, 0, 3, 0, 7, 0, 21, 0, 60, 0]
    assert found["back"] and found["learnt"] == 0
    assert found["counts"] == [20, 17, 6]
    assert found["kept"] and found["other"] == 0 and found["spoilt"] == 0


ERRS = """(async () => {
if (typeof tablesReady !== "undefined") await tablesReady;
FORBIDS
localStorage.clear?.();
document.querySelector('.first a[href="#practise"]').click();
while (!document.querySelector("#practise [data-answer]")) await new Promise(afterPaint);
const root = document.getElementById("practise"), fold = root.querySelector(".remembered");
root.replaceChildren(root.querySelector("summary"));
let state = 11;
Math.random = () => (state = state * 16807 % 2147483647) / 2147483647;
asking.data.most = 4096;
const data = asking.data, game = new PRACTISES(root, asking), found = {};
const answer = wanted => {
  const verdict = game.verdictNow();
  const own = verdict.moves.map(one => costOf(data, verdict, one.letter));
  game.answer(verdict.moves[own.indexOf(wanted === "worst" ? Math.max(...own) : 0)].letter);
  return Math.max(...own);
};
while (answer("worst") === 0) game.deal();
const heard = game.facts.textContent, hand = game.spot.hand.slice();
// A few hands later, but in the same minute.
for (let k = 0; k < 4; k++) { game.deal(); answer("best"); }
game.deal(); found.soon = game.isBack;
const texts = [], kinds = [];
URL.createObjectURL = blob => { texts.push(blob.text()); kinds.push(blob.type); return "#"; };
HTMLAnchorElement.prototype.click = function () { kinds.push(this.download); };
const buttons = root.querySelectorAll(".remembered button");
const named = name => [...buttons].find(one => one.textContent === name);
named("Save as a file").click();
[found.saved] = await Promise.all(texts);
found.kinds = kinds; found.told = root.querySelector(".remembered p").textContent;
found.rows = [...root.querySelectorAll(".remembered tbody tr")].map(row => row.textContent);
found.score = game.score.textContent; found.isKept = game.memory.isKept;
// Ten minutes later, in a page that is opened anew.
Date.now = (before => () => before() + 11 * MINUTE)(Date.now.bind(Date));
const other = new PRACTISES(document.body.appendChild(make("div")), asking);
found.back = [other.isBack, other.spot.hand.join() === hand.join(),
  other.facts.textContent.endsWith(heard)];
found.counts = other.score.textContent;
// Forgotten with the second click, and taken back from the file.
const forget = named("Forget everything");
forget.closest(".remembered").open = true;
forget.focus(); forget.click(); found.asks = game.memory.known.played;
forget.blur(); found.mind = forget.textContent; forget.click();
root.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
found.elsewhere = forget.textContent; forget.click();
named("Really forget? Click again").click(); found.forgot = game.memory.known.played;
found.taken = game.memory.take(found.saved); found.again = game.memory.known.played;
game.show(); found.after = game.score.textContent;
return found;
})()"""


def practised(game, folder, forbids=""):
    script = ERRS.replace("PRACTISES", practice_of(game)).replace("FORBIDS", forbids)
    return told_at(page_of(game), folder, "#top", script)


@in_pieces("game", *OPENED)
def test_in_a_browser_a_mistake_is_remembered_and_saved(game, tmp_path):
    found = practised(game, tmp_path)
    assert found["isKept"] and found["back"] == [True, True, True] and not found["soon"]
    assert found["told"].startswith("1 hand comes back, 0 of them now. All this stays in this ")
    assert found["counts"] == found["score"] == found["after"]
    saved = json.loads(found["saved"])
    assert len(saved["cards"]) == 1 and saved["played"] - saved["right"] == 1
    (row,) = found["rows"]
    assert re.match(r"you .* and should .*once[\d.]+$", row)
    assert found["mind"] == found["elsewhere"] == "Forget everything"
    assert found["asks"] == saved["played"] and found["forgot"] == 0
    assert found["taken"] == "" and found["again"] == saved["played"]
    name = f"{find_game(game).title} practice".lower().replace(" ", "-")
    assert found["kinds"] == ["application/json", f"{name}.json"]


FORBIDS = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("no", "SecurityError"); } });"""

#: There is no room for more than what was kept before.
FULL = """localStorage.clear(); new Memory(asking.data.advise);
Storage.prototype.setItem = () => { throw new Error("full"); };"""


@pytest.mark.parametrize("forbids", [
    FORBIDS, FULL])
def test_in_a_browser_that_forbids_it_practice_says_so_and_goes_on(tmp_path, forbids):
    script = ERRS.replace("PRACTISES", "LeadPractice").replace("FORBIDS", forbids)
    found = told_at(page_of("pool"), tmp_path, "#top", script.replace(
        "localStorage.clear?.();", "").split("// Ten minutes later")[0] + "return found;\n})()")
    assert not found["isKept"] and re.match(r"\d+ hands?, \d+ right; lost", found["score"])
    assert "This browser forbids the page to remember" in found["told"]
    assert len(json.loads(found["saved"])["cards"]) == 1


WINDOWS = """
localStorage.clear();
const table = "boneyard advise pool", told = { kind: "a", mistake: "you err", lines: ["Best."] };
const note = (memory, hand, cost = 1) => memory.note({ hand: [hand] }, cost, told);
const kept = () => JSON.parse(localStorage.getItem(`boneyard practice: ${table}`));
const hands = of => of.cards.map(card => card.spot.hand[0]);
const file = JSON.stringify({ ...new Memory(table).known, played: 1, cards: [
  { spot: { hand: [27] }, box: 0, due: 0, after: null, told: ["Best."] }] });
// A page that has been open all the while, and another window in which much is practised.
const opened = {};
for (const [name, does] of Object.entries({
  takes: memory => memory.take(file), saves: memory => JSON.parse(memory.file),
  answers: memory => note(memory, 26), opens: () => new Memory(table),
})) {
  localStorage.clear();
  const first = new Memory(table), second = new Memory(table);
  note(first, 0);
  for (let hand = 1; hand < 16; hand++) note(second, hand);
  const said = does(first);
  opened[name] = [hands(kept()), kept().played, name === "saves" ? hands(said) : said];
}
found.opened = opened;
"""


def test_in_a_browser_what_another_window_practised_is_there_for_all_that_is_done(tmp_path):
    opened = found_in(bare_page("pool"), tmp_path, WINDOWS)["opened"]
    all_hands = [*range(16)]
    assert opened["takes"] == [[*all_hands, 27], 16, ""]
    assert opened["saves"] == [all_hands, 16, all_hands]
    assert opened["answers"][:2] == [[*all_hands, 26], 17] and opened["opens"][0] == all_hands


KEEPS = """
localStorage.clear();
const table = "boneyard advise pool", key = `boneyard practice: ${table}`;
const told = { kind: "a", mistake: "you err", lines: ["Best."] };
const note = memory => memory.note({ hand: [1] }, 1, told);
note(new Memory(table));
const good = JSON.parse(localStorage.getItem(key)), [card] = good.cards;
found.kept = [
  { ...good, format: 2 }, "no JSON", [], null, { ...good, played: "many" }, { ...good, cards: 1 },
  { ...good, mistakes: { a: null } }, { ...good, table: "another" },
].map(there => {
  const text = typeof there === "string" ? there : JSON.stringify(there);
  localStorage.clear();
  localStorage.setItem(key, text);
  const memory = new Memory(table);
  note(memory);
  memory.clear();
  note(memory);
  return [localStorage.getItem(key) === text, new Memory(table).known.played];
});
// One card that cannot be read, and one that the page cannot ask, among those that it can.
const odd = [{ ...card, box: 9 }, { ...card, spot: { hand: [5] } }];
localStorage.setItem(key, JSON.stringify({ ...good, cards: [odd[0], card, odd[1]] }));
const memory = new Memory(table, ({ spot }) => spot.hand[0] !== 5);
found.asked = memory.known.cards.length;
memory.note({ hand: [2] }, 1, told);
const { cards } = JSON.parse(localStorage.getItem(key));
found.odd = odd.every(one => cards.some(other => JSON.stringify(one) === JSON.stringify(other)));
found.cards = [cards.length, JSON.parse(memory.file).cards.length];
found.untouched = (() => {
  new Memory(table); // In another sitting no hand waits for others.
  const text = localStorage.getItem(key);
  new Memory(table);
  return localStorage.getItem(key) === text;
})();
const take = (...cards) => memory.take(JSON.stringify({ ...good, cards }));
found.left = take(...odd, { ...card, spot: { hand: [3] } });
found.none = take(odd[1]);
found.after = memory.known.cards.map(({ spot }) => spot.hand[0]);
"""


def test_in_a_browser_a_memory_that_is_not_understood_is_never_written_over(tmp_path):
    found = found_in(bare_page("pool"), tmp_path, KEEPS)
    assert found["kept"] == [[True, 1]] * 8
    assert found["asked"] == 1 and found["odd"] and found["cards"] == [4, 4] and found["untouched"]
    assert found["left"] == "2 of 3 hands cannot be asked here and were left out."
    assert found["none"] == "No hand of this file can be asked here."
    assert found["after"] == [1, 2, 3]
