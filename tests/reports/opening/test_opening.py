"""What the reports of all games open with, and the wildest hands, step by step."""

import re
from functools import cache
from html import escape

import numpy as np
import pytest

from boneyard import simulate
from reports.opening.find import extreme_hands
from simulate.runs.follow import histories
from tests.reports.opening.pages import OPENED, page_of, report_of, small_opening
from tests.reports.page.browser import found_at, found_in, sheets_of, told_at
from tests.reports.page.test_html import Reader
from tests.reports.said import crowded_sentences
from tests.sizes import in_pieces, without_drawing

#: Loo's opening, which takes longest, has a test of its own.
FIRST = [game for game in OPENED if game != "loo"]


@cache
def result_of(game):
    return simulate(game, sessions=400, hands=20, jobs=1)


@cache
def opened(game):
    """Return the report of a game with an opening, and its pages, their figures left empty."""
    report = report_of(game)
    with without_drawing():
        return report, *report.pages().values()


@in_pieces("game", *FIRST)
def test_every_game_has_a_first_screen_of_its_own(game, tmp_path):
    report, page, numbers = opened(game)
    cards = report.opening.cards
    first = f'id="{cards[0].name}"'
    assert len(cards) >= 2 and first in page and first not in numbers
    assert all(card.picture or card.widget for card in cards)
    assert all(card.answer or card.widget.data["how"] for card in cards)
    assert crowded_sentences(*(said for card in cards for said in card.answer)) == []
    assert all(card.link in report.titles for card in cards)
    reader = Reader(page)
    assert len(reader.ids) == len(set(reader.ids))
    assert len(page.encode()) < 3_000_000
    found = found_in(page, tmp_path, "", 390)
    assert found["overflow"] == 0
    # Who plays and how the game goes is told before any of it is taken for known.
    assert set(report.opening.who) >= set(report.summary["lineup"])
    for strategy, does in report.opening.who.items():
        assert f"<dt>{strategy}</dt><dd>{escape(does)}</dd>" in numbers and does.endswith(".")
    assert 'href="numbers.html#answers"' in page
    assert page.index(f"How {report.title} is played") < page.index('class="first"')
    # The first thing that is read says what the page is for, and leads to its answers.
    lead = report.opening.lead
    assert lead.endswith(".") and page.index(lead) < page.index("<nav")
    first = page[page.index('class="first"') : page.index("</nav>")]
    assert [f'href="#{card.name}"' in first for card in report.opening.first].count(False) == 0
    # The second page begins with its answer.
    assert numbers.index('class="answers"') < numbers.index('<dl class="who">')


@pytest.mark.parametrize("game", FIRST)
def test_the_wildest_hands_are_told_as_the_terminal_tells_them(game):
    result = result_of(game)
    (card,) = extreme_hands(result)
    hands = card.widget.data["hands"]
    assert 2 <= len(hands) <= 10
    value = np.abs([int(hand["title"].split()[1].replace(",", "").replace("−", "-"))
                    for hand in hands])
    assert value.max() == result.tables["extremes"][result.unit].abs().max()
    assert not re.search(r"[ +−]1 \w+s |\+0 ", " ".join(hand["title"] for hand in hands))
    first = result.tables["extremes"].set_index("replay").loc[hands[0]["command"]]
    first = first if first.ndim == 1 else first.iloc[0]
    ((history, row),) = histories(
        result.run, range(first["session"], first["session"] + 1), first["hand"],
        first["hand"] + 1)
    assert hands[0]["lines"] == result.game.tell(history, row).splitlines()
    commands = [hand["command"] for hand in hands]
    assert len(commands) == len(set(commands)), "each hand once"


STEPS = """
const root = document.getElementById("extreme_hands-steps");
const steps = handSteps, list = root.querySelector(".steps");
found.begins = [steps.at, list.querySelectorAll("p").length];
const [back, next, all] = root.querySelectorAll("button");
found.begun = root.querySelector('[role="status"]').textContent; found.first = back.disabled;
next.click(); found.read = root.querySelector('[role="status"]').textContent;
found.after = list.querySelectorAll("p").length;
list.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft" })); found.back = steps.at;
all.click(); found.end = next.disabled && !back.disabled;
found.lines = list.querySelectorAll("p").length;
found.columns = [...list.querySelectorAll(".columns")].map(line => line.textContent.length);
found.aligned = list.querySelectorAll(".whose").length;
found.indented = steps.hands[0].lines.filter(line => line.startsWith(" ")).length;
const told = steps.hands[0].lines.join(" ").match(/(?<![\\d-])[0-6]-[0-6](?![\\d-])/g);
found.tiles = list.querySelectorAll("svg.tile").length === told.length;
found.named = list.querySelector("svg.tile").getAttribute("aria-label");
const choice = root.querySelector("select");
choice.value = "1"; choice.dispatchEvent(new Event("change"));
found.second = root.querySelector("code").textContent === steps.hands[1].command;
"""


@in_pieces("game", *FIRST)
def test_in_a_browser_a_hand_is_gone_through_step_by_step(game, tmp_path):
    found = found_in(opened(game)[1], tmp_path, STEPS, 390)
    at, lines = found["begins"]
    assert at == lines >= 1 and found["after"] == lines + 1 and found["back"] == at
    assert found["begun"].startswith("step 1 of ") and found["first"]
    assert found["read"].startswith("step 2 of ") and " (" in found["read"]
    assert found["end"] and found["second"] and found["overflow"] == 0
    assert found["aligned"] > 10 and len(found["columns"]) == (0 if game == "casino" else 5)
    assert found["lines"] == found["indented"] and found["tiles"] and found["named"]


@in_pieces("game", "loo", "euchre", "rounce")
def test_a_chart_for_the_wall_is_printed_on_one_sheet(game, tmp_path):
    """The rarest actions are drawn too, so that more of its cells are divided."""
    assert sheets_of(page_of(game), tmp_path, """(async () => {
        if (typeof tablesReady !== "undefined") await tablesReady;
        Chart.prototype.drawn = parts => parts;
        document.body.classList.add("one-card");
        document.getElementById("chart").classList.add("alone");
        return true;
    })()""") == 1


@in_pieces("game", "pool", "loo", "euchre", "casino", "rounce")
def test_no_control_of_a_page_loses_the_focus_of_who_uses_the_keyboard(game, tmp_path):
    found = found_in(page_of(game), tmp_path, """
window.print = () => {};
document.querySelectorAll("details").forEach(fold => { fold.open = true; });
const done = new Set();
const nameOf = one => `${one.closest(".card")?.id} ${one.ariaLabel ?? one.innerHTML}`;
const next = () => [...document.querySelectorAll("button:enabled, select")].find(
  one => one.checkVisibility() && !done.has(nameOf(one)));
found.pressed = found.lost = 0;
for (let control = next(); control; control = next()) {
  done.add(nameOf(control));
  control.focus();
  control.click();
  control.dispatchEvent(new Event("change"));
  found.pressed++;
  await new Promise(afterPaint);
  if (document.activeElement === document.body) found.lost++;
}
""")
    assert found["pressed"] > 10 and found["lost"] == 0


@in_pieces("game", "loo", *FIRST)
def test_a_tablet_has_the_answer_beside_the_tiles_and_a_telephone_below(game, tmp_path):
    """As a wide screen has it; the table of actions keeps within its column."""
    found = found_at(page_of(game), tmp_path, """
        const table = () => document.querySelector(".verdict .moves");
        while (!table()) await new Promise(done => setTimeout(done, 5));
        const picker = document.querySelector(".picker").getBoundingClientRect();
        const verdict = table().closest(".verdict").getBoundingClientRect();
        found.isBeside = verdict.left >= picker.right && verdict.top < picker.bottom;
        found.isBelow = verdict.top >= picker.bottom;
        found.isWithin = table().getBoundingClientRect().right <= verdict.right + 1;
    """, [768, 1280, 390])
    assert [one["isBeside"] for one in found] == [True, True, False] and found[2]["isBelow"]
    assert all(one["isWithin"] and one["overflow"] == 0 for one in found)


#: By how much letters of a chart are wider or higher than what they stand in, or that than its
#: cell: as it is, and where three actions are as rare as any that is drawn; on paper at last.
LETTERS = """
const pen = document.createElement("canvas").getContext("2d"), { drawn } = Chart.prototype;
const beyond = one => {
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(one);
  pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const wide = pen.measureText(one.dataset.letter), own = one.getBoundingClientRect();
  const cell = one.closest("td").getBoundingClientRect();
  return Math.max(wide.width - own.width, own.right - cell.right, own.bottom - cell.bottom,
    wide.actualBoundingBoxAscent - own.height);
};
if (width === widths.at(-1)) {
  for (const { media } of [...document.styleSheets].flatMap(sheet => [...sheet.cssRules])) {
    if (media?.mediaText === "print") media.mediaText = "screen";
  }
}
const three = function () {
  return Object.keys(this.sheet.names).slice(0, 3).map((one, k) => [one, k ? .25 : .5]);
};
found.beyond = [];
for (const parts of [drawn, three]) {
  Chart.prototype.drawn = parts;
  const seats = document.querySelector('[aria-label="seat of the chart"]').options.length;
  for (let at = 0; at < seats; at++) {
    const box = document.querySelector('[aria-label="seat of the chart"]');
    box.selectedIndex = at;
    box.dispatchEvent(new Event("change"));
    found.beyond.push(...[...document.querySelectorAll("#chart [data-letter]")].map(beyond));
  }
}
"""


@in_pieces("game", "loo", "euchre", "rounce")
def test_every_letter_of_a_chart_is_whole(game, tmp_path):
    """On a telephone, a tablet, a wide screen, and as wide as a sheet between its margins."""
    for found in found_at(page_of(game), tmp_path, LETTERS, [390, 768, 1280, 681]):
        assert len(found["beyond"]) > 100 and max(found["beyond"]) < 0.05, found["width"]


def test_the_head_and_the_parts_of_a_page_name_the_people(tmp_path):
    """Where a line-up's file does, as what was learned from an evening."""
    file = tmp_path / "friday.toml"
    file.write_text('players = ["Ann", "Bo", "Cy"]\nlineup = ["random", "counter", "random"]\n')
    result = simulate("pool", str(file), sessions=20, hands=2, jobs=1)
    named = ["Ann (random)", "Bo (counter)", "Cy (random)"]
    assert f"3 players ({', '.join(named)})" in repr(result)
    assert small_opening(result).players == f"The table: {named[0]}, {named[1]} and {named[2]}"


def test_cards_are_printed_whole(tmp_path):
    """Each of the two that answer has a sheet, the first below the title, and the chart has one."""
    assert sheets_of(page_of("pool"), tmp_path, """(async () => {
        while (document.querySelectorAll(".verdict .moves").length < 2) {
          await new Promise(done => setTimeout(done, 5));
        }
        return true;
    })()""") == 3


def test_a_chart_in_columns_has_its_headings_above_each(tmp_path):
    columns, headings = told_at(page_of("euchre"), tmp_path, "", """(async () => {
        const root = document.getElementById("chart-chart");
        while (!root.querySelector("thead")) await new Promise(done => setTimeout(done, 5));
        const rows = [...root.querySelectorAll("tbody tr")].map(row => row.getBoundingClientRect());
        const lefts = [...new Set(rows.map(({ left }) => left))];
        const tops = lefts.map(left => Math.min(
          ...rows.filter(row => row.left === left).map(({ top }) => top)));
        return [lefts.length, tops.map(top => top - root.getBoundingClientRect().top)];
    })()""")
    assert columns > 1 and headings[0] > 10 and max(headings) - min(headings) < 1


@pytest.mark.parametrize("game", ["loo", "euchre"])
def test_a_printed_chart_has_every_seat_and_no_words_for_one(game, tmp_path):
    """On the screen the eldest's hands are counted, and the seat can be chosen."""
    screen, paper = told_at(page_of(game), tmp_path, "", """(async () => {
        const card = document.getElementById("chart");
        while (!card.querySelector("thead")) await new Promise(done => setTimeout(done, 5));
        const words = () => card.innerText.replace(/\\s+/g, " ");
        const screen = words();
        dispatchEvent(new Event("beforeprint"));
        for (const { media } of [...document.styleSheets].flatMap(sheet => [...sheet.cssRules]))
          if (media?.mediaText === "print") media.mediaText = "screen";
        return [screen, words()];
    })()""")
    assert "You are the" in screen and ("Of 100 hands the eldest" in screen) == (game == "loo")
    assert "Its lower part is" in paper and len(paper) > len(screen)
    assert not re.search("You are the|every seat|your seat|Of 100 hands", paper)


def test_bars_and_cells_keep_their_colours_on_paper(tmp_path):
    bars, cells, printed = told_at(page_of("euchre"), tmp_path, "", """(async () => {
        const painted = inside => [...document.querySelectorAll(`${inside} [class*=move-]`)];
        while (!painted(".verdict").length) await new Promise(done => setTimeout(done, 5));
        return [painted(".verdict").length, painted(".chart").length,
          [...new Set(painted("main").map(one => getComputedStyle(one).printColorAdjust))]];
    })()""")
    assert bars > 1 and cells > 20 and printed == ["exact"]
