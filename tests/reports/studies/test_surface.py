"""``study surface``: evenings by the law of a hand, held to fresh runs, and what a page makes of
them."""

import json
import os
import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from boneyard import study
from boneyard.loo import DROP, PLAY, LooStrategy
from reports.page.document import Opening
from reports.page.html import packed, render
from reports.request import set_up
from reports.studies.risk.study import study_risk
from reports.studies.surface.laws import (
    asked,
    is_shipped,
    law_of,
    lineups,
    played_well,
    shipped,
)
from reports.studies.surface.study import OWN, Sat, _drawn
from scripts.count_laws import counted
from simulate.games.rules import PENALTY_KINDS
from simulate.theory.law import Agreement, Evenings, play_in_full
from tests.proofs.sitting import compared, exceeds
from tests.reports.opening.pages import report_of
from tests.reports.page.browser import found_in, sheets_of, told_at
from tests.sizes import in_pieces, without_drawing

#: The card, as soon as it has answered, and what a person does to it.
CARD = """
  const root = document.querySelector(".surface"), card = root.closest(".card");
  const soon = () => new Promise(done => setTimeout(done, 5));
  while (!root.dataset.evenings) await soon();
  const played = async many => { while (Number(root.dataset.evenings) < many) await soon(); };
  const box = label => card.querySelector(`[aria-label="${label}"]`);
  const turn = (label, value) => {
    box(label).value = value;
    box(label).dispatchEvent(new Event(box(label).options ? "change" : "input"));
  };
  const button = name => [...card.querySelectorAll("button")].find(
    one => one.textContent === name);
  const click = name => button(name).click();
  const said = () => [...card.querySelectorAll(".verdict p")].map(one => one.textContent);
  const cell = (rule, name) => card.querySelector(
    `[data-rule="${rule}"][data-measure="${name}"]`)?.textContent;
"""


def card_page(found):
    """Return a page that has the card of a study, and nothing else above its numbers."""
    page = replace(found.report(), opening=Opening((found.study.card,)))
    with without_drawing():
        return render(page)["index.html"]


def on_card(page, folder, script):
    """Open a page and return what the end of a script says that begins with the card."""
    return told_at(page, folder, "", f"(async () => {{{CARD}{script}}})()")


@pytest.fixture(scope="module")
def found():
    return study("surface", "loo", "banker,stay,stay,stay", rules={"penalty": "cap:45"},
                 sessions=5_000, hands=100, seed=3, jobs=1)


@pytest.fixture(scope="module")
def page(found):
    return card_page(found)


def test_a_share_of_all_has_an_interval_and_a_wrong_number_stays_refused(page, tmp_path):
    ends, refused, later = on_card(page, tmp_path, """
        turn("hands", 1);
        const ends = [...card.querySelectorAll("[data-measure=bare]")].map(one => [
          Number(one.dataset.low), Number(one.dataset.high), one.textContent]);
        turn("hands", 2);
        turn("hands", 999_999);
        const refused = card.textContent.includes("hands: a whole number");
        for (const until = Date.now() + 2_000; Date.now() < until;)
          await new Promise(done => setTimeout(done, 50));
        return [ends, refused, card.textContent.includes("hands: a whole number")];
    """)
    assert len(ends) > 5 and all(0 < low < high <= 1 for low, high, _ in ends)
    assert all(text.startswith("100% (95% interval") for *_, text in ends)
    assert refused and later


def test_what_is_refused_goes_with_its_sentence_as_soon_as_a_box_is_left(page, tmp_path):
    for refused, before, after in on_card(page, tmp_path, """
        await played(20000);
        turn("a chip is worth", "25 cents");
        const found = [], now = one => [one.value, card.querySelector(".verdict").textContent];
        for (const one of root.querySelectorAll("input:not([type=range])")) {
          const before = now(one);
          one.focus();
          turn(one.getAttribute("aria-label"), "-1");
          const refused = said();
          one.blur();
          await soon();
          found.push([refused, before, now(one)]);
        }
        return found;
    """):
        assert re.fullmatch("[a-z ]+: a (whole )?number .*", *refused) and after == before


def test_a_share_of_all_has_an_interval_in_the_study_too():
    ones = np.ones(10, np.int64)
    evenings = Evenings(*[ones[:, None]] * 2, *[ones] * 5, np.zeros(0))
    every = Sat(evenings, [0], 50, misfit=0.1)._share(ones, ones)
    assert every.value == 1 and 0 < every.low < every.high


def test_numbers_are_those_of_the_evenings_counted_one_by_one():
    chance = np.random.default_rng(4)
    total, lowest = chance.integers(-90, 90, (400, 3)), -chance.integers(0, 99, (400, 3))
    largest, hands = chance.integers(20, 90, 400), np.full(400, 50)
    bare, looed = chance.integers(0, 50, 400), chance.integers(1, 30, 400)
    evenings = Evenings(
        total, lowest, largest, hands, bare, looed, looed // 3, np.zeros(0))
    row = {name: one.value for name, one in Sat(evenings, (0, 2), 400).row(60).items()}
    own = sorted(-total[:, [0, 2]].ravel())
    assert row["lose4"] == own[599] and row["lose20"] == own[759]
    assert row["bank20"] == sorted(-lowest[:, [0, 2]].ravel())[759] + 1
    assert row["gone"] == np.mean([chips <= -60 for chips in lowest[:, [0, 2]].ravel()])
    assert row["broke"] == np.mean([min(seats) <= -60 for seats in lowest.tolist()])
    assert row["pool"] == sorted(largest)[199] and row["pool100"] == sorted(largest)[395]
    assert row["bare"] == pytest.approx(bare.sum() / 20_000)
    assert row["cut"] == pytest.approx((looed // 3).sum() / looed.sum())


#: Line-ups with a rule, and a rule under which evenings cost something else.
RISKS = (("bold,stay", "cap:20", "fixed:60"), ("cautious,cautious,cautious", "cap:30", "fixed:60"),
         ("stay,bold,cautious", "unlimited", "cap:40"), ("bold,bold,bold", "fixed:15", "unlimited"),
         ("two-trumps,bold,bold,cautious", "cap:40", "fixed:10"),
         ("banker,bold,bold,bold", "cap:80", "fixed:10"),
         ("stay,stay,stay,stay", "cap:20", "cap:80"))
#: Intervals of 95% that so many numbers are to keep together are wider (Bonferroni).
_TOGETHER = 1.6


@in_pieces("risk", *RISKS)
def test_a_run_costs_by_its_law_what_the_study_of_its_risk_finds(risk):
    """The study of risk is played, not drawn: both answer for the first seat, or for all alike."""
    lineup, penalty, other = risk
    run = set_up("loo", lineup, None, {"penalty": penalty}, 4_000, 50, 6)
    bank = 20 * 5
    risks = study_risk(run, jobs=2).found["risks"]
    unit = next(unit for unit in risks.measures.strategies if 0 in risks.units[unit])
    played = {"lose4": risks.value_at_risk(unit, 0.25), "lose20": risks.value_at_risk(unit, 0.05),
              "bank20": risks.bank_needed(unit, 0.05, 50), "gone": risks.ruin(unit, bank, 50)}

    def differ(rule):
        table = replace(run, rules=run.rules.changed(penalty=rule))
        row = next(_drawn(OWN, table, law_of(table, 200_000, 2), 1)).row(bank)
        return [name for name, one in played.items()
                if exceeds(one, row[name], _TOGETHER) or exceeds(row[name], one, _TOGETHER)]

    assert differ(penalty) == []
    assert differ(other)


#: Games, line-ups and rules whose evenings are played twice.
TWICE = (("loo", "solved,cautious,bold,two-trumps", {}),
         ("loo", "stay,bold,bold,bold", {"penalty": "cap:20"}),
         ("loo", "banker,banker,banker",
          {"penalty": "cap:17", "ante": 3, "dealer_ante": 7, "dealer_top_up": 1}),
         ("loo", "stay,bold,cautious", {"penalty": "fixed:9", "remainder": "stays"}),
         ("loo", "stay,stay,stay", {"escalation_limit": 3_000}),
         ("pool", "counter,random,heaviest", {"contribution": 3}),
         ("pool", "heaviest,random,counter,counter", {"leader": "rotate"}),
         ("booray", "thumb,cautious,bold", {"penalty": "cap:6"}),
         ("euchre", "hoyle,solved,bold,solved", {}), ("euchre", "hoyle,bold,loner", {}),
         ("rounce", "bold,book,stay", {}))


@pytest.mark.usefixtures("booray")
def test_a_page_plays_the_same_evenings_by_the_same_draws(page, tmp_path):
    asked_of, expected = [], []
    for k, (game, lineup, rules) in enumerate(TWICE):
        run = set_up(game, lineup, None, rules, 2, 10, 5)
        law, stakes = law_of(run, 4_000, 1), Agreement.of(run)
        begin = [*range(len(run.players))] if stakes.points else []
        asked_of.append([packed(law.numbers()), {
            **stakes._asdict(), "topUp": stakes.top_up, "kind": PENALTY_KINDS[stakes.kind],
            "emptyBelow": stakes.empty_below}, begin or None])
        evenings = law.evenings(stakes, 60, 25, seed=2**31 + k, first=7, begin=begin)
        expected.append([field.ravel().tolist() for field in evenings]
                        + [law.independent(evenings)])
    told = told_at(page, tmp_path, "", f"""(async () => {{
        const found = [];
        for (const [k, [text, stakes, begin]] of {json.dumps(asked_of)}.entries()) {{
          const law = await Law.read(text), room = law.room(60, 25, 3, begin);
          law.play(room, stakes, 20, 2 ** 31 + k, 7);
          law.play(room, stakes, 40, 2 ** 31 + k, 7);
          found.push([..."total lowest largest played bare looed cut used chips".split(" ")
            .map(name => [...room[name]]), law.independent(room)]);
        }}
        return found;
    }})()""")
    for one, other in zip(told, expected, strict=True):
        chips = np.reshape(one.pop(-2), (3, 25, -1))  # after each hand of those that are shown
        assert one == other
        total, lowest = (np.reshape(each, (60, -1))[:3] for each in one[:2])
        assert (chips[:, -1] == total).all() and (chips.min(axis=1).clip(max=0) == lowest).all()


@pytest.mark.parametrize(("turned", "rules"), [
    ("", {"penalty": "cap:60"}),
    # The dealer pays twice as much there, too.
    ('turn("ante", 2);', {"penalty": "cap:40", "ante": 2, "dealer_ante": 4, "dealer_top_up": 2})])
def test_a_page_has_the_numbers_of_the_study_for_its_evenings(
        turned, rules, found, page, tmp_path):
    run, law = replace(found.run, rules=found.run.rules.changed(**rules)), found.study.found["law"]
    evenings = law.evenings(Agreement.of(run), 20_000, 100, seed=3)
    row = Sat(evenings, asked(run), law.independent(evenings), law.misfit).row(400)
    told = on_card(page, tmp_path, f"""
        {turned}
        await played(20000);
        return [...card.querySelectorAll('[data-rule="{rules["penalty"]}"]')].map(one => [
          one.dataset.measure, one.textContent, Number(one.dataset.low), Number(one.dataset.high)]);
    """)
    assert [name for name, *_ in told] == [name for name in row if name != "gone"]
    for name, text, low, high in told:
        assert (low, high) == pytest.approx(row[name][2:], rel=0.03, abs=3e-3), name
        if not text.startswith("none"):
            number = re.match(r"[−\d.,]+", text)[0].replace("−", "-").replace(",", "")
            scale = 100 if text.split()[0].endswith("%") else 1
            near = 0.06 if "." in number else 0.5  # as it is rounded
            assert float(number) == pytest.approx(scale * row[name].value, abs=near, rel=5e-3)


def test_what_happened_in_no_evening_is_bounded_by_those_that_are_independent(
        found, page, tmp_path):
    """The rule of three: 20,000 evenings of a law of few hands are not so many."""
    law = found.study.found["law"]
    evenings = law.evenings(Agreement.of(found.run), 20_000, 100, seed=3)
    told = on_card(page, tmp_path, """
        turn("your bank", 1000000);
        await played(20000);
        return said()[1];
    """)
    assert law.independent(evenings) < 10_000
    assert told == ("In none of 20,000 evenings was a bank of 1,000,000 gone: at most 1 in "
                    f"{law.independent(evenings) // 3:,}.")


def test_where_a_browser_refuses_workers_a_page_plays_the_same_evenings(page, tmp_path):
    def shown(before):
        return on_card(page, tmp_path, f"""
            const begun = [], Real = globalThis.Worker;
            globalThis.Worker = class extends Real {{
              constructor(...of) {{ super(...of); begun.push(this); }}
            }};
            {before}
            turn("hands", 12);
            turn("hands", 11);
            await played(20000);
            return [begun.length, card.querySelector("table").textContent, said()];""")

    (many, *behind), (none, *here), (few, *after_error) = map(shown, (
        "", "globalThis.Worker = class { constructor() { throw new Error(); } };",
        # The first one fails after the second.
        "let late = 200; globalThis.Worker = class { terminate() {} postMessage() {}"
        " set onerror(does) { setTimeout(does, late -= 100); } };"))
    assert (many, none, few) == (2, 0, 0)
    assert behind == here == after_error


def _verdicts():
    """Return what bad evenings cost by chance, with intervals, and what a limit saves."""
    chance = np.random.default_rng(8)
    for _ in range(400):
        values = np.sort(chance.normal(60, chance.choice([3, 120]), 5).round())[::-1]
        reach = chance.choice([0, 5, 60], 5)
        gap, wide = values[0] - values[3], chance.choice([0, 8, 90])
        yield {"bank": int(chance.integers(1, 500)), "bad": [
            {"value": v, "low": v - r, "high": v + r}
            for v, r in zip(values.tolist(), reach.tolist(), strict=True)],
            "gap": {"value": gap, "low": float(gap - wide), "high": float(gap + wide)}}


def test_a_headline_is_too_close_to_call_exactly_where_the_difference_is_within_its_interval(
        page, tmp_path):
    """Of the highest limit that may keep a bad evening within the bank, that to the bank; where
    none is needed, what a limit saves, unless that surely hardly matters. What reads alike does."""
    asked_of = list(_verdicts())
    told = on_card(page, tmp_path, f"""
        const limits = [160, 80, 40, 20], rules = ["unlimited", ...limits.map(n => `cap:${{n}}`)];
        return {json.dumps(asked_of)}.map(({{ bank, bad, gap }}) => limitVerdict({{
          limits, bank, bad: rule => bad[rules.indexOf(rule)], gap: () => gap, cut: () => .07 }}));
    """)
    close, alike, wins = Counter(), 0, 0
    for text, one in zip(told, asked_of, strict=True):
        k, bad = next(((k, bad) for k, bad in enumerate(one["bad"]) if bad["low"] <= one["bank"]),
                      (None, None))
        gap = one["gap"]
        to_bank = bad is not None and bad["high"] > one["bank"]
        hardly = max(-gap["low"], gap["high"]) < 0.05 * abs(one["bad"][0]["value"])
        saved = k == 0 and not to_bank and not hardly and gap["low"] <= 0 <= gap["high"]
        assert ("too close to call" in text) == (to_bank or saved), (text, one)
        close[to_bank, saved] += 1
        costs = re.findall(r"(?:costs?|instead of) (\d+)", text)
        alike += "hardly" in text or "about the same" in text
        if cost := re.search(r": (\S+) instead of", text):
            assert cost[1].startswith("−") == (bad["value"] < 0), text
            wins += bad["value"] < 0
        assert "hardly" in text or len(costs) == len(set(costs)), text
    assert min(close.values()) > 10 and len(close) == 3 and alike > 10 and wins > 5


def test_a_rule_is_worse_than_another_as_often_as_its_interval_says(tmp_path, page):
    """Of small laws, whose own noise counts: the same evenings under two rules that come to the
    same, and under two of which one is dearer."""
    run = set_up("loo", "bold", 4, {}, 20, 100, 5)
    texts = [packed(law_of(replace(run, seed=seed), 2_000, 1).numbers()) for seed in range(40)]
    stakes = Agreement.of(run)
    paid = {**stakes._asdict(), "topUp": stakes.top_up, "emptyBelow": stakes.empty_below}
    told = on_card(page, tmp_path, f"""
        const found = [], stakes = {json.dumps(paid)};
        for (const text of {json.dumps(texts)}) {{
          const law = await Law.read(text), sat = (kind, limit) => new SatEvenings(
            law, {{ ...stakes, kind, limit }}, 20, 4, 5).more(1000);
          const free = sat("unlimited", 0);
          found.push([sat("cap", 1e9), sat("cap", 40)].map(other => free.worseThan(other)));
        }}
        return found;
    """)
    assert all((same["low"], same["high"]) == (0, 0) for same, _ in told)
    law = shipped()["4/keen/like"]
    true = [np.quantile(-law.evenings(one, 50_000, 20).total, 0.95)
            for one in (stakes, stakes._replace(kind=2, limit=40))]
    held = [dear["low"] <= true[0] - true[1] <= dear["high"] for _, dear in told]
    assert np.mean(held) >= 0.875


def test_who_sits_at_the_runs_own_table_may_play_well_there(page, tmp_path):
    run = set_up("loo", "banker,stay,stay,stay", 4, {"penalty": "cap:45"}, 50, 100, 3)
    hands = 20_000
    well = replace(run, players=(set_up("loo", "solved", 4).players[0], *run.players[1:]))
    assert packed(played_well(run, hands // 4)["own/well"].numbers()) == packed(
        law_of(well, hands // 4).numbers())
    assert not played_well(set_up("loo", "solved,stay", 2, {}, 2, 2, 1), 100)
    like, good, sits = on_card(page, tmp_path, """
        const shown = () => cell("cap:40", "lose20");
        click("As in this run"); click("play as they do");
        const like = shown();
        click("play well");
        return [like, shown(), card.textContent];
    """)
    assert good != like
    assert "You sit in for the first seat." in sits


def test_every_limit_that_is_shown_is_weighed_and_the_sentence_has_the_numbers_of_the_table(
        page, tmp_path):
    """That of the run (45) and one's own that nobody touched (60), too: whichever bank it is,
    the highest that may keep a bad evening within it."""
    told = on_card(page, tmp_path, """
        await played(20000);
        const found = [];
        for (const who of ["Good", "Keen"]) {
          click(who);
          await played(20000);
          const rows = [...card.querySelectorAll("[data-measure=lose20]")].map(one => [
            one.dataset.rule, one.textContent, Number(one.dataset.low), Number(one.dataset.high)]);
          for (const bank of [1, ...rows.flatMap(([, , low, high]) => [low - 1, low, high])]) {
            turn("your bank", bank);
            found.push([bank, rows, said()[0]]);
          }
        }
        return found;
    """)
    named = Counter()
    for bank, rows, sentence in told:
        costs = {rule: text.split(" ")[0] for rule, text, *_ in rows}
        limits = ["unlimited", *sorted((rule for rule in costs if rule.startswith("cap")),
                                       key=lambda rule: -int(rule[4:]))]
        lows = {rule: low for rule, _, low, _ in rows}
        first = next((rule for rule in limits if lows[rule] <= bank), None)
        named[first] += 1
        told_of = re.findall(r"(?:(?<!always )costs?|instead of) ([\d,]*\d)", sentence)
        assert {*told_of} <= {*costs.values()}, sentence
        words = "out (a limit|one)" if first == "unlimited" else f"limit of {first and first[4:]} "
        assert re.search(words if first else f"^Even .* is a bank of {2 * bank}\\.", sentence)
    assert len(named) == len(limits) + 1 and {"cap:45", "cap:60"} < {*named}


def test_what_a_limit_cuts_is_never_a_number_beside_the_truth(page, tmp_path):
    told = on_card(page, tmp_path, """
        const sure = value => ({ value, low: value, high: value });
        return [0, .001, .31, .997, 1].map(share => limitVerdict({
          limits: [160, 80, 40, 20], bank: 400, cut: () => share,
          bad: rule => sure(rule === "cap:20" ? 300 : 500) }));
    """)
    assert [text.partition("500. ")[2] for text in told] == [
        "It cuts no loo.", "It cuts fewer than 1 of 100 loos.", "It cuts 31 of 100 loos.",
        "A loo then nearly always costs 20.", "A loo then always costs 20."]


def test_every_rule_that_is_chosen_reaches_the_sentence_and_the_runs_own_is_chosen_first(
        page, tmp_path):
    told = on_card(page, tmp_path, """
        const mine = () => card.querySelector("tr.mine [data-rule]").dataset.rule;
        const now = () => [mine(), card.querySelector('[aria-label="Your rule"] '
          + "[aria-pressed=true]").textContent, said()[0]];
        const found = [now()];
        for (const name of ["no limit", "limit 160", "limit 80", "limit 40", "limit 20", "own"]) {
          click(name);
          found.push(now());
        }
        return found;
    """)
    assert told[0][:2] == ["cap:45", "limit 45"]
    assert {rule for rule, *_ in told} >= {"unlimited", "cap:160", "cap:20", "cap:60"}
    for rule, _, sentence in told:
        words = "[Ww]ithout (a limit|one)|no limit" if rule == "unlimited" else (
            rf"(limit( of)?|[Ww]ith) {rule[4:]}\b")
        assert re.search(words, sentence), (rule, sentence)


#: What a hundred chips are by what one is worth; nothing where that is no money.
MONEY = {"10 cents": "1,000 cents", "€0.50": "€50", "0,25 kr": "25 kr", "2p": "200p",
         "£0.05": "£5", "0.125": "12.50 in money", "many": "", "-3 €": "", "0 €": "",
         "1,000 yen": "100,000 yen", "$1,250.50": "$125,000", "0,125 kr": "12.50 kr"}


def test_money_is_named_as_a_person_names_it(page, tmp_path):
    found = on_card(page, tmp_path, f"""
        turn("your bank", 100);
        return {json.dumps([*MONEY])}.map(typed => (turn("a chip is worth", typed), said()));
    """)
    for (typed, a_hundred), told in zip(MONEY.items(), found, strict=True):
        if a_hundred:
            (money,) = (one for one in told if one.startswith("In money: "))
            assert money.endswith(f"and yours is {a_hundred}.")
        else:
            assert told == [f"a chip is worth: a number with its money, as 10 cents or €0.50, not "
                            f"“{typed}”."]


def test_rules_are_compared_on_as_many_evenings_as_all_of_them_have(page, tmp_path):
    """The worker has played some rules, all of them, and then all but one that somebody chose."""
    same, notes, limits = on_card(page, tmp_path, """
        await played(20000);
        const asked = [], same = [], first = cell("cap:160", "lose20");
        globalThis.Worker = class {
          terminate() {}
          postMessage(what) { asked.push(() => this.onmessage({ data: playedFor(what) })); }
        };
        const now = () => [said(), root.querySelector(".evenings").innerHTML,
          root.querySelector("table").textContent, root.querySelector(".again").textContent];
        turn("hands", 12);
        const notes = [now()[3]], limits = [cell("cap:160", "lose20")], early = String(now());
        while (asked.length > 1) {
          asked.shift()();
          turn("a chip is worth", "");
          same.push(String(now()) === early);
        }
        asked.shift()();
        notes.push(now()[3]);
        limits.push(cell("cap:160", "lose20"));
        turn("own limit", 61);
        notes.push(now()[3]);
        limits.push(cell("cap:160", "lose20"));
        return [same, notes, limits];
    """)
    assert len(same) > 4 and all(same)
    assert [one.split(" ")[0] for one in notes] == ["1,000", "20,000", "1,000"]
    assert limits[0] == limits[2] != limits[1]


def test_it_says_as_whom_you_play_among_others_who_differ(page, tmp_path):
    mixed, keen = on_card(page, tmp_path, """
        const yours = () => card.querySelector('[aria-label="You"] button').textContent;
        return ["Mixed", "Keen"].map(who => (click(who), yours()));
    """)
    assert (mixed, keen) == ("play by the old rule", "play as they do")
    assert lineups(set_up("loo"), 3)["mixed/like"][0] == "two-trumps"


def test_where_pools_outgrow_all_bounds_a_bad_evening_has_one_figure(page, tmp_path):
    head = on_card(page, tmp_path, 'click("Nobody drops"); click("no limit"); return said()[0];')
    assert len(re.search(r"instead of ([\d.,]+) ", head)[1].replace(",", "").rstrip("0")) == 1


@pytest.mark.parametrize("ante", [1, 5])
def test_where_small_antes_leave_numbers_off_it_says_so(ante, tmp_path):
    rules = {"ante": ante, "dealer_ante": 2 * ante, "dealer_top_up": ante}
    found = study("surface", "loo", "stay", rules=rules, sessions=100, hands=10, jobs=1)
    good, keen = on_card(card_page(found), tmp_path, """
        const note = () => card.querySelector(".again").textContent;
        click("Good");
        const good = note();
        click("Keen");
        return [good, note()];
    """)
    (table,) = found.study.sections[0].tables
    assert ["per cent off" in one for one in (good, keen, table.note)] == [ante == 1, False,
                                                                          ante == 1]


def test_the_first_page_of_loo_fills_three_sheets(found, tmp_path):
    first = report_of("loo")
    opening = replace(first.opening, cards=(*first.opening.cards, found.study.card))
    assert sheets_of(replace(first, opening=opening).page(), tmp_path, """(async () => {
        while (!document.querySelector("[data-evenings]")) await new Promise(afterPaint);
        return true;
    })()""") == 3


def test_who_turns_careful_makes_evenings_cheaper_and_chips_are_worth_money(page, tmp_path):
    keen, calm, money, careful, none = on_card(page, tmp_path, """
        click("Keen");
        click("no limit");
        const banks = [Number(cell("unlimited", "bank20").split(" ")[0].replace(",", ""))];
        turn("they turn careful above", 40);
        banks.push(Number(cell("unlimited", "bank20").split(" ")[0].replace(",", "")));
        turn("a chip is worth", "25 cents");
        const money = said().find(one => one.startsWith("In money"));
        click("Careful");
        return [...banks, money, said().length, box("they turn careful above")];
    """)
    assert calm < 0.75 * keen and careful >= 3 and none is None
    cents = float(re.search(r"bank for it is ([\d,]+) cents", money)[1].replace(",", ""))
    assert cents == pytest.approx(25 * calm, rel=5e-3)


def test_at_pool_and_boo_ray_the_same_part_asks_who_sits_there(booray, tmp_path):
    for game, names, rules in (
            ("pool", ["Heaviest tile first (heaviest)", "Counts what is out (counter)"], False),
            ("booray", ["Thumb", "Keen (bold)"], True)):
        found = study("surface", game, sessions=2_000, hands=10, seed=3, jobs=1)
        run, law = found.run, found.study.found["law"]
        evenings = law.evenings(Agreement.of(run), 20_000, 10, seed=3)
        row = Sat(evenings, asked(run), law.independent(evenings)).row(40)
        folder = tmp_path / game
        folder.mkdir()
        buttons, rows, first, differs = on_card(card_page(found), folder, f"""
            const chips = () => Number(card.querySelector('[data-measure="bank20"]').textContent
              .split(" ")[0].replace(",", ""));
            await played(20000);
            const found = [[...card.querySelectorAll("button")].map(one => one.textContent),
              card.querySelectorAll("tbody tr").length, chips()];
            const before = card.querySelector("table").textContent;
            click("{names[0]}");
            await played(20000);
            return [...found, card.querySelector("table").textContent !== before];
        """)
        assert {*names} <= {*buttons} and "random" not in " ".join(buttons).lower()
        assert ("no limit" in buttons) == rules == (rows > 1)
        assert first == row["bank20"].value and differs


def test_at_euchre_a_point_is_worth_what_the_study_finds_by_the_score(tmp_path):
    found = study("surface", "euchre", "hoyle,solved,hoyle,solved", sessions=4_000, seed=3, jobs=1)
    own = [row for row in found.study.found["rows"] if row["strategy"] == "hoyle"]
    head, cells, alike = on_card(card_page(found), tmp_path, """
        while (card.querySelectorAll("[data-score]").length < 25) await soon();
        const read = score => [...card.querySelectorAll(`[data-score="${score}"] .estimate`)].map(
          one => Number(one.firstChild.data))[0];
        const cells = [0, 1, 2, 3].map(k => read(`${k} ${k}`)), head = said();
        turn("you have", 4);
        turn("they have", 4);
        click("Good (solved)");
        return [head, cells, said()[1]];
    """)
    assert [row["score"] for row in own] == [0, 1, 2, 3]
    assert cells == [pytest.approx(100 * row["point"].value, abs=0.06) for row in own]
    assert head[0].startswith(f"At 0 to 0 a point is worth {cells[0]:.1f}")
    assert 45 < float(re.search(r"You win ([\d.]+)", alike)[1]) < 55 and "100.0 with" in alike


@pytest.mark.parametrize(("game", "share"), [("euchre", 50), ("rounce", 25)])
def test_equal_players_win_their_share_of_games_within_intervals_after_few_sessions(
        game, share, tmp_path):
    """Where nobody drops games of Rounce hardly end."""
    found = study("surface", game, "bold", sessions=2, seed=3, jobs=1)
    told = on_card(card_page(found), tmp_path, """
        const who = [...card.querySelectorAll('[aria-label="Who sits there?"] button')].map(
          one => one.textContent);
        return who.filter(name => !["Mixed", "Nobody drops"].includes(name)).map(
          name => (click(name), said()[1]));
    """)
    ends = [[float(one) for one in re.search(
        r"You win [\d.]+ \(95% interval ([\d.]+) to ([\d.]+)\) of 100", text).groups()]
        for text in told]
    assert len(ends) > 4 and max(high - low for low, high in ends) < 4
    assert sum(low <= share <= high for low, high in ends) >= 0.8 * len(ends)


def test_the_button_of_the_runs_own_line_up_names_the_people_who_sit_there(tmp_path):
    file = tmp_path / "friday.toml"
    file.write_text('players = ["Ann", "Bo", "Cy"]\nlineup = ["stay", "bold", "stay"]\n')
    for lineup, name in ((str(file), "Ann, Bo and Cy"), ("stay,bold,stay", "As in this run")):
        found = study("surface", "loo", lineup, sessions=20, hands=10, jobs=1)
        assert name in on_card(card_page(found), tmp_path, """
            return [...card.querySelectorAll("[aria-pressed=true]")].map(one => one.textContent);
        """)


@in_pieces("width", 320, 390, 1280)
def test_in_a_browser_no_line_is_cut_and_no_label_overprinted(page, tmp_path, width):
    drawn = found_in(page, tmp_path, CARD + """
      root.querySelector("details").open = true;
      click("no limit");
      turn("hands", 200);
      turn("your bank", 63);
      found.svgs = [...card.querySelectorAll("svg")].map(svg => ({
        places: [...svg.querySelectorAll("polyline")].flatMap(line => line.getAttribute("points")
          .split(" ").map(place => place.split(",").map(Number))),
        labels: [...svg.querySelectorAll("text")].map(one => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          const frame = svg.getBoundingClientRect();
          return [left - frame.left, right - frame.left, top, bottom];
        }),
        width: svg.getBoundingClientRect().width }));
    """, width)
    assert drawn["overflow"] == 0 and len(drawn["svgs"]) == 3
    for svg in drawn["svgs"]:
        assert svg["places"]
        assert all(0 <= x <= 600 and 0 <= y <= 276 for x, y in svg["places"])
        for k, (left, right, top, bottom) in enumerate(svg["labels"]):
            assert left >= -1 and right <= svg["width"] + 1
            for other in svg["labels"][:k]:
                assert (right <= other[0] or other[1] <= left or bottom <= other[2] + 8
                        or other[3] <= top + 8)


class Counting(LooStrategy):
    """Drops in even hands of a session."""

    name = "counting"

    @staticmethod
    def declare(view, p):
        return DROP if view.number % 2 == 0 and view.legal >> DROP & 1 else PLAY


def test_where_no_law_holds_evenings_are_played_in_full():
    found = study("surface", "loo", [Counting, "stay", "stay"], sessions=200, hands=20, seed=2,
                  jobs=1)
    assert found.answer[-1] == ("All evenings were played in full: counting may look at chips, "
                                "scores or the number of the hand.")
    first = next(one for one in found.study.found["found"] if one.penalty == "fixed:15")
    run = set_up("loo", [Counting, "stay", "stay"], 3, {"penalty": "fixed:15"}, 40, 20, 2)
    assert (first.found.total == play_in_full(run, 1).total).all()
    told = found.study.card.widget.data
    assert "own/like" not in told["laws"][3] and told["why"].startswith("counting may look at")


def test_laws_are_shipped_for_the_rules_of_play_and_counted_for_others():
    assert is_shipped(set_up("loo", rules={"ante": 1, "penalty": "cap:20", "remainder": "stays"}))
    own = {"lead_trump_min": 3}
    assert not is_shipped(set_up("loo", rules=own))
    found = study("surface", "loo", "stay", players=2, rules=own, sessions=2, hands=20, jobs=1)
    assert set(found.study.card.widget.data["laws"]) == {2}
    assert found.study.card.widget.data["laws"][2]["good/like"] != packed(
        shipped()["2/good/like"].numbers())


@pytest.mark.slow
def test_shipped_laws_are_those_that_are_counted():
    """Every line-up, of three or of four: after a change of rules, strategies or draws,
    ``scripts.count_laws``."""
    seen = dict(counted(2, every=2))
    assert {name[2:] for name in seen} == {name[2:] for name in shipped()}
    for name, numbers in seen.items():
        assert (shipped()[name].numbers() == numbers).all(), name
    assert len(shipped()) == sum(len(lineups(set_up("loo"), n)) for n in (2, 3, 4))


@in_pieces("settings", 3, 40 if "HANDS_OF_PAGES" not in os.environ else 200)
def test_what_it_says_of_settings_by_chance_holds_in_fresh_runs(settings):
    """Line-up, rule, limit, antes, bank and hands by chance: 95% of the intervals hold."""
    looked, wrong = compared(settings, 40_000 if settings == 3 else 200_000)
    assert looked.total() > 6 * settings and len(wrong) <= 0.05 * looked.total(), wrong
    missing = Counter(measure for *_, measure, _, _ in wrong)
    assert all(missing[name] <= max(2, 0.12 * looked[name]) for name in looked), wrong


#: A class types its guesses, plays, and puts a limit on.
CLASS = CARD + """
  const fold = document.getElementById("for-a-class");
  fold.open = true;
  const guess = (place, text) => {
    const guesses = fold.querySelectorAll("[inputmode=numeric]");
    guesses[place].value = text;
    guesses[place].dispatchEvent(new Event("input"));
  };
  const press = name => [...fold.querySelectorAll("button")].find(
    one => one.textContent === name).click();
  const rows = () => [...fold.querySelectorAll("tbody tr")].map(
    row => [...row.children].map(one => one.textContent));
  press("1 evening");
  guess(0, "1,000");
  press("1 evening");
  guess(1, "many");
  press("1 evening");
  found.before = rows();
  guess(1, "1,000,000");
  found.guessed = rows();
  for (const many of ["1 evening", "10 evenings", "100 evenings", "2,000 evenings"]) press(many);
  found.free = rows();
  fold.querySelector("[type=checkbox]").click();
  found.both = rows();
  const table = fold.querySelector(".scroll");
  found.isWhole = table.scrollWidth <= table.clientWidth;
  found.locked = [...fold.querySelectorAll("[inputmode=numeric]")].every(one => one.disabled);
  press("2,000 evenings");
  found.again = rows();
  press("Begin anew");
  press("1 evening");
  found.anew = rows();
  found.read = ["1000000", "1,000,000", "1.000.000", "1 million", "1e6", "2.5 million",
    "1,5 Million", "2.500 million", "3 thousand", "many", "1.5", "-3", "1 mill", "0"].map(text => {
    press("Begin anew");
    guess(0, text);
    return [text, Number((rows()[0]?.[1] ?? "0").replaceAll(",", "")),
      fold.querySelector("[role=status]").textContent];
  });
"""


#: What guesses come to; others are none.
READ = {**dict.fromkeys(("1000000", "1,000,000", "1.000.000", "1 million", "1e6"), 1_000_000),
        "2.5 million": 2_500_000, "1,5 Million": 1_500_000, "2.500 million": 2_500_000,
        "3 thousand": 3_000}


@pytest.fixture(scope="module")
def lesson():
    return card_page(study("surface", "loo", "stay", sessions=400, hands=20, seed=3, jobs=1))


def chips_in(text):
    """Return the number of a cell."""
    size = {"million": 1e6, "billion": 1e9}.get(text.rpartition(" ")[2], 1)
    return size * float(re.match(r"[\d.,]+", text)[0].replace(",", ""))


def evenings_of(rules, many, first):
    """Return what evenings of the engine's own law have: median, mean, the share of the mean that
    the wildest hundredth makes, and the largest."""
    stakes = Agreement.of(set_up("loo", "stay", 4, rules, 2))
    law = shipped()["4/nobody drops/like"]
    largest = np.sort(law.evenings(stakes, many, 30, seed=3, first=first).largest.astype(float))
    share = largest[many - many // 100:].sum() / largest.sum()
    return largest[(many + 1) // 2 - 1], largest.mean(), share, largest[-1]


@in_pieces("width", 390, 1280)
def test_in_a_browser_a_class_guesses_plays_and_puts_a_limit_on(lesson, tmp_path, width):
    found = found_in(lesson, tmp_path, CLASS, width)
    guess = ["your guess", "1,000", "", "", "1,000,000"]
    assert found["overflow"] == 0 and found["before"] == [] and found["guessed"] == [guess]
    assert found["free"][:2] == [guess, ["no limit"]]
    assert found["both"][:6] == found["free"] and found["both"][6][0] == "a limit of 40"
    for rows, rules in ((found["both"][2:6], {}), (found["both"][7:], {"penalty": "cap:40"})):
        first = 0
        for many, row in zip((1, 10, 100, 2_000), rows, strict=True):
            median, mean, share, largest = evenings_of(rules, many, first)
            first += many
            assert row[0] == f"{many:,}"
            assert [chips_in(row[k]) for k in (1, 2, 4)] == pytest.approx(
                [median, mean, largest], rel=6e-3)
            assert row[3] == (f"{share:.0%}" if many >= 100 else "")
    assert found["isWhole"] and found["locked"] and found["again"][6][0] == "2,000"
    assert found["again"][6] != found["free"][5], "another press plays other evenings"
    shown = evenings_of({}, 1, 4_111)
    assert [chips_in(found["anew"][2][k]) for k in (1, 4)] == pytest.approx(shown[::3], rel=6e-3)
    for text, chips, note in found["read"]:
        assert chips == READ.get(text, 0)
        assert note == ("Now play." if chips else f"A guess is a whole number of chips, as "
                        f"1,000,000, 2.5 million or 1e6, not “{text}”.")
    # The wildest hundredth makes the mean, and a limit ends it.
    usual, mean, share, largest = found["free"][5][1:]
    assert 8_000 < chips_in(usual) < 11_000 and chips_in(mean) > 50 * chips_in(usual)
    assert 50 < chips_in(share) < 95 and chips_in(largest) > 1e8
    assert found["both"][10][1:] == ["125", found["both"][10][2], "1%", "125"]


def test_a_link_to_the_part_for_a_class_opens_it(lesson, tmp_path):
    assert told_at(lesson, tmp_path, "#for-a-class", """(async () => {
        const fold = () => document.getElementById("for-a-class");
        while (!fold()) await new Promise(done => setTimeout(done, 5));
        const link = document.querySelector('.first a[href="#for-a-class"]');
        const wasOpen = fold().open;
        fold().open = false;
        link.click();
        return wasOpen && fold().open && document.activeElement === fold().firstElementChild;
    })()""")
