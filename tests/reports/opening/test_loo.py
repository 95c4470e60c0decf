"""What a report of Loo opens with: good players, what the page declares and plays, a chart."""

import json
from collections import namedtuple

import numpy as np
import pytest

from boneyard import simulate
from reports.opening.asking import advised
from reports.opening.loo import declaring_data, entry_at, rule_to_remember
from reports.opening.loo_rule import points_of_ranks, rule_at
from reports.results.game_report import ValuedTable
from simulate.branch.limits import Limits
from simulate.domino.tiles import DOUBLES, HIGH, mask, parse
from simulate.games.loo.rules import may_follow, misses_in
from simulate.games.loo.views import DROP, MISS, PLAY, Declaring
from simulate.runs.follow import histories
from simulate.theory.declared import declared_at
from simulate.theory.loo import solutions
from simulate.theory.loo.declared import declarations
from simulate.theory.loo.hands import (
    CLASSES,
    COARSE,
    TURNED_UP,
    class_of,
    classes_of,
    coarse_of_classes,
    kinds_of_classes,
    ranks_of_fine,
)
from strategies.loo.book import POCKET, PocketRule, points_of
from strategies.loo.solved import shipped, shipped_race, win_chances
from tests.reports.opening.pages import PRICED, bare_page, page_of, table
from tests.reports.page.browser import found_in
from tests.sizes import in_pieces


def asking_page(game="loo", players=4, scoring="chips"):
    """A page with no more than the numbers and the scripts that price declarations."""
    return bare_page("loo", declaring_data(table(game, players, scoring)))


AT_POOLS = """
await openTables(data);
found.tables = %s.map(([k, pool, said, ofClass]) => {
  const table = atPool(data, data.tables[k], pool);
  return [table.penalty, table.later.map(ends => ends[2][0]), chancesOf(table, said, ofClass)];
});
"""


def test_in_a_browser_pools_are_worth_what_advice_says_at_any_table_and_pool(tmp_path):
    """Two seats looed; at pools between those that anything was worked out for."""
    own, chance = table(), np.random.default_rng(2)
    heard = {"": (), "M": (MISS,)}
    asked = [(k, pool, said, int(chance.integers(CLASSES[one.players])))
             for k, one in enumerate(own) for said, pool in (("", 45), ("M", 133))]
    found = found_in(asking_page(), tmp_path, AT_POOLS % json.dumps(asked))["tables"]
    for (k, pool, said, ofclass), (penalty, later, chances) in zip(asked, found, strict=True):
        one = own[k]
        assert penalty == declared_at(one.run).stakes_of(pool).penalty
        left = 2 * penalty + pool % 5
        worth = [one.values.of(left, p, one.players - 1) for p in range(one.players)]
        assert later == pytest.approx(worth, rel=1e-3, abs=0.03)
        if k == 0:
            kept = np.array([[[0, left]]])
            assert later[1] == pytest.approx(
                float(ValuedTable(one.run).stakes(1, 3, pool).worth(kept)[0, 0]), abs=0.03)
        node = one.values.table.declared.histories.index(heard[said])
        solution, g = entry_at(one, pool)
        solved = solution.chances[g][node, ofclass, : len(chances)]
        assert chances == pytest.approx(solved.tolist(), abs=0.003)


AT_SCORES = """
await openTables(data);
found.controls = tableControls(data, () => {}).firstElementChild.outerHTML;
found.tables = %s.map(([k, position, own, rivals]) => {
  const table = atScore(data, data.tables[k], position, own, rivals);
  return [table.later[position].map(([one]) => one), chancesOf(table, "", 17)];
});
"""


def test_in_a_browser_scores_are_worth_what_the_solved_race_says(tmp_path):
    own = table("rounce", 3, "points")
    asked = [(0, p, need, rivals) for p in range(3)
             for need, rivals in ((1, 15), (7, 4), (15, 15))]
    found = found_in(asking_page("rounce", 3, "points"), tmp_path, AT_SCORES % json.dumps(asked))
    assert found["controls"] == "<span>3 players</span>", "there is nothing to choose"
    for (k, p, need, rivals), (later, chances) in zip(asked, found["tables"], strict=True):
        players = own[k].players
        race, wins = shipped_race("rounce", players), win_chances("rounce", players)
        score = [15 - rivals] * players
        score[p] = 15 - need
        assert later == pytest.approx(100 * wins.after([score])[0, :, p], abs=0.01)
        solved = race.chances[solutions.classes_of(race).number(score)][0, 17, : len(chances)]
        assert chances == pytest.approx(solved.tolist(), abs=0.003)


def declared(strategy, hand, turn_up, heard, players):
    """Return what a strategy declares with a hand after what it heard."""
    view = dict.fromkeys(Declaring._fields, 0) | {
        "hand": hand, "turn_up": turn_up, "trump": int(HIGH[turn_up]), "players": players,
        "position": len(heard), "legal": may_follow(players, heard), "pool": 25, "penalty": 25,
        "misses_left": misses_in(players) - heard.count(MISS)}
    for field, action in (("stayed", PLAY), ("missed", MISS), ("dropped", DROP)):
        view[field] = sum(1 << p for p, said in enumerate(heard) if said == action)
    values = strategy().values_at(None)
    return strategy.declare(Declaring(**view), namedtuple("Values", values)(**values))


def test_the_rule_to_remember_counts_and_declares_as_the_strategy_does():
    chance = np.random.default_rng(6)
    assert not rule_to_remember(table("loo", 2, "points")[0])
    counts = list(POCKET.values())[:4]
    for players in (2, 3, 4):
        tree = declarations(players, False)
        for tiles, up in ((chance.permutation(28)[:5].tolist(), 27 - k) for k in range(28)):
            if up in tiles:
                continue
            hand, trump = mask(tiles), int(HIGH[up])
            held = [points_of(hand, trump, up, p == players - 1, *counts, 0)
                    for p in range(players)]
            fine = np.array([classes_of(hand, trump, up, p == players - 1, 4)[1]
                             for p in range(players)])
            ranks = ranks_of_fine(fine, np.arange(players) == players - 1)
            assert points_of_ranks()[ranks].tolist() == held
            double = DOUBLES >> up & 1
            for said, legal in zip(tree.histories, tree.actions, strict=True):
                needed, other = rule_at(said, legal, players)[double]
                word = PLAY if held[len(said)] >= needed else other
                assert word == declared(PocketRule, hand, up, said, players), (said, tiles)


WORDS = {"play": "P", "miss": "M", "dummy": "M", "drop": "D", "for_pool": "F"}


PRICES_LEADS = PRICED + """
await openTables(data);
const [own] = data.tables;
found.priced = %s.map(spot => {
  const table = own.first ? atPool(data, own, own.first)
    : atScore(data, own, leaderOf(own, spot.history), 15, 15);
  const before = new TileBefore(data, { ...spot, table }), priced = pricedBy(before.prices());
  const leads = before.options.map((option, k) => [option, priced.behind()[k]]);
  return [priced.given, priced.best, leads];
});
"""


def first_leads(run, many):
    """Yield first leads of hands by who plays: the page's spot, and what advice is told."""
    players = len(run.players)
    for hand, _ in histories(run, range(100 * many), 0, 1):
        declared = hand["declarations"]
        said = "".join(WORDS[one["action"]] for one in declared)
        lead = next((p for p in range(players) if said[p : p + 1] != "D"), 0)
        if many and hand["tricks"] and said[lead] == "P":
            many -= 1
            takes = declared[-1].get("takes_turn_up", False)
            dealt = [parse(tile) for tile in hand["dealt"][(hand["dealer"] + 1 + lead) % players]]
            words = [one["action"] for one in declared[:-1]]
            words += ["take" if takes else declared[-1]["action"]]
            spot = {"hand": dealt, "turnUp": parse(hand["turn_up"]), "history": said}
            yield (spot | ({"takes": takes} if said[-1] == "P" else {}),
                   {"position": lead, "before": ",".join(words)})


@in_pieces("piece", ("loo", 4, 4), *[
    (game, players, 60) for game in ("loo", "rounce") for players in (2, 3, 4)])
def test_in_a_browser_leads_are_worth_what_advice_says(piece, tmp_path):
    """On deals of its own, so within the errors of both, where both count all that was declared."""
    game, players, many = piece
    own = table(game, players, "chips" if game == "loo" else "points")
    run = simulate(game, "solved", players=players, sessions=100 * many, hands=1, seed=9,
                   jobs=1).run
    spots, told = zip(*first_leads(run, many), strict=True)
    assert len(spots) == many and any("takes" in spot for spot in spots)
    found = found_in(asking_page(game, players, "chips" if game == "loo" else "points"), tmp_path,
                     PRICES_LEADS % json.dumps(spots))["priced"]
    apart, compared = [], 0
    for spot, about, (given, best, leads) in zip(spots, told, found, strict=True):
        advice = advised(ValuedTable(own[0].run), spot["hand"], spot["turnUp"],
                         Limits(1 << 14, 1 << 14), **about)
        prices, scale = advice.prices, advice.scale
        assert sorted(prices.answers) == sorted(option for option, _ in leads)
        if given or prices.taken:
            continue
        compared += 1
        first = prices.answers.index(leads[best][0])
        for option, (behind, se) in leads:
            k = prices.answers.index(option)
            gap = scale * float(prices.sums.mean[first] - prices.sums.mean[k])
            error = float(np.hypot(se, scale * prices.sums.error(first, k)))
            apart.append((behind - gap) / max(error, 1e-9))
    assert compared > many / 2
    assert max(map(abs, apart)) < 4.5 and np.sqrt(np.mean(np.square(apart))) < 1.2


def hands(count, seed=3):
    chance = np.random.default_rng(seed)
    for _ in range(count):
        *held, turn_up = chance.permutation(28)[:6].tolist()
        yield held, turn_up, bool(chance.integers(2))


def test_in_a_browser_a_thousand_hands_are_classed_as_in_python(tmp_path):
    asked = list(hands(1000))
    found = found_in(asking_page(), tmp_path, f"""
        await openTables(data);
        found.classes = [2, 3].map(players => {json.dumps(asked)}.map(([held, turnUp, isDealer]) =>
          classOf(data.sizes[players], tileSet(held), turnUp, isDealer)));
    """)
    for players, least, classes in zip((2, 3), (300, 90), found["classes"], strict=True):
        assert classes == [int(class_of(mask(held), int(HIGH[up]), up, dealer, players))
                           for held, up, dealer in asked]
        assert len(set(classes)) > least


@pytest.mark.slow
def test_in_a_browser_practice_asks_for_tiles_that_follow(tmp_path):
    """The deals that price them are such that the others laid what was seen; a tile is laid where
    it is asked for, and a hand is asked again as it was."""
    found = found_in(page_of("loo"), tmp_path, """
await tablesReady;
localStorage.clear();
document.querySelector('.first a[href="#practise"]').click();
const root = document.getElementById("practise");
root.replaceChildren(root.querySelector("summary"));
const game = new DeclaringPractice(root, asking);
Math.random = chanceFrom(5);
game.theme = "only follows";
Object.assign(found, { agree: 0, wrong: 0, again: [] });
for (let k = 0; k < 12; k++) {
  const spot = game.dealt(), before = asking.before(spot), { shown, history, takes } = spot;
  for (let tries = 0; tries < 500; tries++) {
    const deal = before.dealt(tries);
    if (!before.asked.every(agrees => agrees(deal))) continue;
    before.playing.playOut(deal, history, { takes });
    const { opened, laid } = before.playing;
    found.agree++;
    found.wrong += `${[opened, ...laid.slice(1, shown.length)]}` !== `${shown}`;
    for (const tile of before.options) {
      before.wonWith(deal, tile);
      found.wrong += before.playing.laid[shown.length] !== tile;
    }
  }
  const again = game.revived({ spot: game.written(spot) });
  found.again.push(...[again.before, before].map(one => `${one.position} ${one.options}`));
}
const staked = spot => {
  while (!game.pricing(spot).next().done);
  const clear = game.verdictOn(spot).moves.filter(isClear(game.data));
  return Math.max(...clear.map(one => one.behind), 0);
};
found.stakes = ["toAsk", "dealt"].map(how => Array.from({ length: 9 }, () => staked(
  how === "toAsk" ? lastOf(game.toAsk()) : game.dealt())));
game.deal();
found.asked = [root.textContent, game.spot.before.options.length];
found.drawn = [...game.table.querySelectorAll(".turn-up")].slice(1).map(one => [
  one.textContent, one.querySelector(".tile").getAttribute("aria-label")]);
found.shown = game.spot.before.laid.map(tile => TILE_NAMES[tile]);
game.answers.querySelector("button").click();
found.told = game.verdict.textContent;
""")
    assert found["agree"] > 30 and found["wrong"] == 0
    assert found["again"][::2] == found["again"][1::2]
    assert " leads " in found["asked"][0] and found["asked"][1] > 1
    assert found["told"].count("play ") > 1 and "worth" in found["told"]
    assert [tile for _, tile in found["drawn"]] == found["shown"]
    assert found["drawn"][0][0].endswith(" leads")
    # Hands in which much is at stake are asked rather than others.
    asked, dealt = found["stakes"]
    assert sorted(asked)[4] > 2 * sorted(dealt)[4] and np.mean(np.array(asked) > 0) > 0.7


def test_in_a_browser_the_chart_has_the_policy_of_the_solved_table(tmp_path):
    """Of two and four players, who are told apart by more or fewer classes of hands."""
    found = found_in(page_of("loo"), tmp_path, """
await tablesReady;
found.shares = [4, 2].map(players => {
  chosen.sitAt(chosen.tables.find(table => table.players === players));
  const { columns, rows } = declaringChart(asking.data);
  return rows.map((_, row) => columns[0].shares(row));
});
""")
    for players, rows in zip((4, 2), found["shares"], strict=True):
        own = next(one for one in table() if one.players == players)
        dealt = np.bincount(coarse_of_classes(players), next(
            one for one in shipped() if one.about["players"] == players)["shares"][0])
        for kind, halves in enumerate(rows):
            for double, shares in enumerate(halves):
                some = (kinds_of_classes() == kind) & (np.arange(COARSE) % TURNED_UP == double)
                known = dict(zip("PMD", dealt[some] @ own.chances[0, some], strict=False))
                for letter, share in shares:
                    assert share == pytest.approx(known[letter] / dealt[some].sum(), abs=0.02)
