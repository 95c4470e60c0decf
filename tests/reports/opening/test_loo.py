"""What a report of Loo opens with: good players, what the page declares and plays, a chart."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest

from boneyard import simulate
from reports.opening.loo import (
    LETTER,
    SESSIONS,
    SIGNS,
    declaring_data,
    good_run,
    names_of_classes,
    no_rule,
    price_wall,
    rule_to_remember,
    score_cards,
    stakes_card,
    with_a_double_turned_up,
)
from reports.studies.solution.loo.chart import ACTIONS, wall_chart
from simulate.domino.tiles import HIGH, mask, parse
from simulate.games.loo.views import DROP, MISS
from simulate.runs.replay import histories
from simulate.theory.loo.hands import (
    COARSE,
    TURNED_UP,
    coarse_class_of,
    kinds_of_classes,
    name_of_kind,
)
from simulate.theory.loo.solutions import entries
from simulate.theory.loo.what_if_counts import Situation, stakes_of
from strategies.loo.book import rule_in_sentences
from strategies.loo.racer import shipped_race, win_chances
from strategies.loo.solved import shipped
from tests.reports.opening.pages import bare_page, card_of, page_of, report_of, table
from tests.reports.page.browser import found_in, sheets_of

TABLES = pytest.mark.parametrize(("game", "players", "scoring"), [
    ("loo", 4, "chips"), ("loo", 2, "points"), ("rounce", 3, "points"),
])


def asking_page(game="loo", players=4, scoring="chips"):
    """A page with no more than the numbers and the scripts that price declarations."""
    return bare_page("loo", declaring_data(table(game, players, scoring)))


def test_good_players_sit_at_the_table_whoever_was_asked_for():
    report, chart = report_of("loo"), card_of("loo", "chart")
    assert set(table().run.labels) == {"solved"}
    assert report.opening.players == "The zoo: stay and random"
    assert "good players" in report.opening.note and "wall" in chart.title
    assert "below a white line stands the same if a double is turned up" in chart.picture.caption
    assert [*chart.rule] == ["Count", "Play", "Otherwise"]
    assert tuple(chart.rule.values()) == rule_in_sentences()
    page = page_of("loo")
    assert page.count("The rule to remember") == 1
    for name, line in chart.rule.items():
        assert f'<tr><th scope="row">{name}</th><td>{line}</td></tr>' in page


def test_small_runs_make_small_openings_and_long_sessions_are_cut_to_an_evening():
    assert table().run.sessions == SESSIONS[0]
    run = simulate("loo", "stay", players=2, sessions=1, hands=3, jobs=1).run
    assert good_run(replace(run, hands=60_000)).hands == 200


def test_the_page_opens_with_answers_and_no_term_of_art():
    cards, page = report_of("loo").opening.cards, page_of("loo")
    assert [card.name for card in cards] == ["declaring", "chart", "pool_fan", "price"]
    for word in ("N0", "VaR", "tail exponent", "skew", "E[M", "standard error"):
        assert all(word not in said for card in cards for said in card.answer)
    assert "What should I declare?" in page and "The zoo: stay and random" not in page
    assert len(page.encode()) < 3_000_000


@TABLES
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
        and (s.pools[g], s.penalties[g]) == stakes_of(own.run)]
    assert min(np.abs(own.chances_at(0) - chances).max() for chances in same) < 1e-6


def test_signs_have_no_meaning_in_json_or_html():
    assert len(SIGNS) == len(set(SIGNS)) == 101 and not set(SIGNS) & set("\"\\<>& ")


@TABLES
def test_the_data_of_the_page_are_the_solved_table_and_what_advice_says_hands_are_worth(
        game, players, scoring):
    own = table(game, players, scoring)
    data = json.loads(json.dumps(declaring_data(own), allow_nan=False))
    assert [one["pool"] for one in data["tables"]] == (
        [25, 50, 100, 200] if scoring == "chips" else [None])
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
            worth = own.asked.stakes(position, players - 1, of_pool["pool"] or 0).worth(kept)
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
    assert "one game of three," in stakes_card(own).answer[0]
    declaring = declaring_data(own)
    assert (declaring["unit"], declaring["good"]) == ("games of 100", "racer")
    strict = replace(own, run=replace(own.run, rules=own.run.rules.changed(must_trump=True)))
    assert score_cards(strict) == (), "no race was solved for these rules"


def test_the_page_says_what_a_double_turned_up_changes():
    chart = card_of("loo", "chart")
    found = re.search(r"Then the eldest hand should drop (?:(\d\d)% of the hands|every hand) with "
                      r"which it would otherwise take the miss\.$", chart.answer[-1])
    assert int(found.group(1) or 100) > 50
    assert not with_a_double_turned_up(table("loo", 2, "points")), "two players may not drop"


def test_the_rule_to_remember_stands_where_it_was_found():
    assert rule_to_remember(table())["Count"].startswith("Count points")
    points = table("loo", 2, "points")
    assert not rule_to_remember(points) and no_rule(table()) == ()
    (none,) = no_rule(points)
    assert none.startswith("There is no short rule") and "advise loo with --score" in none


def test_the_chart_for_the_wall_tells_what_a_double_turned_up_changes():
    chart = table().chart
    other, double = chart.chances_by_turn_up[:, 0, 0]  # the eldest hand without a trump
    assert other[ACTIONS.index(MISS)] > 0.9 and double[ACTIONS.index(DROP)] > 0.9
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
const playing = new LooTable(data);
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


@pytest.mark.parametrize(("game", "players", "lineup"), [
    ("loo", 4, "pocket-rule,banker,solved,bold"), ("rounce", 3, "racer,banker,threshold")])
def test_in_a_browser_tiles_are_played_as_the_library_plays_them(game, players, lineup, tmp_path):
    run = simulate(game, lineup, players=players, sessions=600, hands=1, seed=8, jobs=1).run
    hands, tricks = zip(*played_hands(run, 600), strict=True)
    scoring = "chips" if game == "loo" else "points"
    found = found_in(asking_page(game, players, scoring), tmp_path, PLAYS % json.dumps(hands))
    assert len(hands) > 300 and sum("M" in said for _, _, said, _ in hands) > 100
    assert found["tricks"] == list(tricks)


def test_in_a_browser_the_deals_that_choose_do_not_measure(tmp_path):
    found = found_in(asking_page(), tmp_path, """
const hand = ["6-6", "5-5", "4-3", "4-2", "1-1"].map(tileNumber), rounds = [];
const before = new DeclaringBefore(data, { table: data.tables[0], hand, turnUp: 0, said: "" });
const playedOut = before.playedOut.bind(before);
before.playedOut = (deals, chosen) => {
  rounds.push([deals, chosen ?? null]);
  return playedOut(deals, chosen);
};
const { value } = before.prices().next(), [[choosing], [measuring, chosen]] = rounds;
found.sizes = [choosing.length, measuring.length, value.counted];
found.fresh = measuring.every(deal => !choosing.includes(deal));
found.best = value.behind()[chosen];
""")
    assert found["sizes"] == [2048, 4096, 4096] and found["fresh"] and found["best"] == [0, 0]


def hands(count, seed=3):
    chance = np.random.default_rng(seed)
    for _ in range(count):
        *held, turn_up = chance.permutation(28)[:6].tolist()
        yield held, turn_up, bool(chance.integers(2))


def test_in_a_browser_a_thousand_hands_are_classed_as_in_python(tmp_path):
    asked = list(hands(1000))
    found = found_in(bare_page("loo"), tmp_path, f"""
        found.classes = {json.dumps(asked)}.map(
          ([held, turnUp, isDealer]) => handClass(tileSet(held), turnUp, isDealer));
    """)
    classes = [int(coarse_class_of(mask(held), int(HIGH[up]), up, dealer))
               for held, up, dealer in asked]
    assert found["classes"] == classes
    assert len(set(classes)) > 90


CHOOSES = """
const choose = (label, value) => {
  const box = document.querySelector(`[aria-label="${label}"]`);
  box.value = value; box.dispatchEvent(new Event("change", { bubbles: true }));
};
choose("your seat", "2");
found.taken = asking.said;
choose("what the eldest hand declared", "M");
choose("what the second declared", "D");
choose("the pool", "3");
found.said = asking.said;
found.penalty = document.querySelector("#declaring .controls span").textContent;
found.command = asking.command();
"""


def test_in_a_browser_the_seat_what_was_declared_and_the_pool_are_chosen(tmp_path):
    found = found_in(page_of("loo"), tmp_path, CHOOSES, 390)
    assert (found["taken"], found["said"]) == ("DD", "MD") and found["overflow"] == 0
    assert found["penalty"] == "Who stays in and takes no trick pays 200."
    assert found["command"].endswith("--position third --before miss,drop --pool 200")


@pytest.mark.slow
def test_the_chart_for_the_wall_prints_on_one_sheet(tmp_path):
    report, chart = report_of("loo"), card_of("loo", "chart")

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


def test_in_a_browser_the_chart_is_printed_alone(tmp_path):
    page = report_of("loo").page()
    found = found_in(page, tmp_path, PRINTS_ALONE)
    assert found["seen"] == [True, "chart"] and not found["after"]
    alone = page.replace("<body>", '<body class="one-card">').replace(
        'id="chart" class="card', 'id="chart" class="alone card')
    assert sheets_of(alone, tmp_path) == 1


def test_the_price_of_sitting_down_says_whose_chips_are_lost_and_how_often():
    assert re.fullmatch(r"Who brings .* chips loses them all, at some time of the evening, in "
                        r"about one evening of a hundred\.", card_of("loo", "price").answer[-1])
