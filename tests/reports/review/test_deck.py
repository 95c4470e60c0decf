"""A review's costliest mistakes as hands to practise: on the page, and in Anki."""

import html
import json
import math
import re
import shlex
from dataclasses import replace

from boneyard import advise
from reports.page.html import tile_alone
from reports.request import good_player, set_up
from reports.review.deck import _HEAD, mistakes
from reports.review.review import review
from simulate.domino.tiles import name
from simulate.games.game import find_game
from simulate.runs.follow import histories
from tests.reports.opening.pages import page_of, practice_of
from tests.reports.page.browser import told_at
from tests.sizes import in_pieces


def reviewed(game, hands=12, lineup=None, players=4, at=0):
    """Return a review of a hand (the first) of each session, and the hands; good players sit
    around."""
    good = good_player(game, find_game(game).unit(find_game(game).rules_class()))
    lineup = lineup or ",".join(["random", *[good] * (players - 1)])
    run = set_up(game, lineup, None, None, hands, at + 1, 2)
    some = [(k, hand) for k, (hand, _) in enumerate(histories(run, range(hands), at, at + 1), 1)]
    return review(some, 0, jobs=1, most=512), [hand for _, hand in some]


TAKES = """(async () => {
if (typeof tablesReady !== "undefined") await tablesReady;
document.querySelector('.first a[href="#practise"]').click();
while (!document.querySelector("#practise [data-answer]")) await new Promise(afterPaint);
const root = document.getElementById("practise"), file = JSON.parse(DECK), found = {};
root.replaceChildren(root.querySelector("summary"));
localStorage.clear();
const game = new PRACTISES(root, asking);
found.table = game.data.advise;
found.wrong = game.memory.take(JSON.stringify({ ...file, table: found.table }));
found.due = game.memory.due().length;
found.odd = game.memory.odd.length;
// What the review found best, and what its answers cost, as the page tells it.
found.priced = game.memory.known.cards.map(card => {
  game.spot = game.revived(card);
  const verdict = game.verdictNow();
  return [verdict.best.letter, Object.fromEntries(verdict.moves.map(
    ({ letter, behind, se }) => [letter, [behind, se]])), game.situation()];
});
game.deal();
found.isBack = game.isBack; found.heard = game.facts.textContent; found.hand = game.spot.hand;
found.again = game.memory.cardOf(game.written(game.spot)) !== undefined;
return found;
})()"""


@in_pieces("game", "euchre", "loo", "pool", "rounce")
def test_in_a_browser_the_page_asks_the_mistakes_of_a_review(game, tmp_path):
    """Hands at a score, or at a pool that has grown."""
    found, _ = reviewed(game, 60 if game == "pool" else 12, at=0 if game == "pool" else 3)
    deck = json.loads(found.decks["practice.json"])
    script = TAKES.replace("DECK", json.dumps(json.dumps(deck))).replace(
        "PRACTISES", practice_of("loo" if game == "rounce" else game))
    told = told_at(page_of(game), tmp_path, "#top", script)
    assert told["table"] == deck["table"] and told["wrong"] == ""
    assert told["due"] == len(deck["cards"]) > 0 and told["odd"] == 0
    for card, (best, priced, heard) in zip(deck["cards"], told["priced"], strict=True):
        assert priced == card["priced"] and card["priced"][best] == [0, 0]
        _, pool, *needs = card["spot"].get("at", (0, None))
        score = " ".join(map(str, card["spot"].get("score", [])))
        assert (f"pool {pool}," if pool else f"you need {needs[0]}," if needs
                else f" The score is {score}, from" if score else "") in heard
    assert game == "pool" or any(
        card["spot"].get("score") or card["spot"]["at"] != [0, 25] for card in deck["cards"])
    assert told["isBack"] and told["again"] and "since you got it wrong" in told["heard"]
    assert told["hand"] in [card["spot"]["hand"] for card in deck["cards"]]


def advised(card, table):
    """Return what ``advise`` says of a card by what stands on it, and the page's unit."""
    spot, game = card["spot"], table.split()[2]
    options = shlex.split(table.partition(f" advise {game} ")[2])
    told = dict(zip(options[::2], options[1::2], strict=True))
    rules = dict(one.split("=", 1) for option, one in zip(
        options[::2], options[1::2], strict=True) if option == "--rule")
    players, said = int(told["--players"]), spot.get("said", "")
    more = {"pool": spot.get("pool"), "score": " ".join(map(str, spot.get("score", [])))}
    if "at" in spot and spot["at"][1] is not None:
        more["pool"] = spot["at"][1]
    elif "at" in spot:
        _, _, own, rivals = spot["at"]
        needs = list(rivals) if isinstance(rivals, list) else [rivals] * (players - 1)
        needs.insert(len(said), own)
        more["score"] = " ".join(str(need if game == "rounce" else 15 - need) for need in needs)
    word = {"P": "pass" if game == "euchre" else "play", "D": "drop",
            "M": "dummy" if game == "rounce" else "miss"}
    return advise(
        game, " ".join(map(name, spot["hand"])), position=len(said), lineup=told["--lineup"],
        players=players, rules=rules, before=",".join(word[letter] for letter in said),
        turn_up=name(spot["turnUp"]) if "turnUp" in spot else "", deals=1 << 12,
        **{part: value for part, value in more.items() if value})


@in_pieces("game", "euchre", "loo", "points", "rounce", "pool")
def test_a_card_is_the_whole_decision_and_priced_at_the_table_that_it_names(game):
    """Hands from within sessions, at scores and pools of all kinds, of a player who errs."""
    rules = {"scoring": "points"} if game == "points" else None
    game = "loo" if game == "points" else game
    seats = 3 if game in ("loo", "rounce") else 4
    run = set_up(game, "random", seats, rules, 6, 6, 2)
    some = [(k, hand) for k, (hand, _) in enumerate(histories(run, range(6), 2, 6), 1)]
    found = review(some, 0, jobs=1, most=512)
    memory = json.loads(found.decks["practice.json"])
    assert good_player(game, find_game(game).unit(run.rules)) in memory["table"]
    stakes, shown = [], 0
    for card in memory["cards"]:
        advice = advised(card, memory["table"])
        stakes.append(json.dumps([card["spot"].get(part) for part in ("at", "score", "pool")]))
        unit = (100 / (card["spot"].get("pool") or seats * run.rules.contribution)
                if game == "pool" else advice.read_in[0])
        ours, theirs = (sorted(some, key=lambda one: one[1] > 0) for some in (
            card["priced"].values(),
            [[unit * part for part in advice.prices.behind(k)]
             for k in range(len(advice.prices.answers))]))
        for (gap, se), (other, error) in zip(sorted(ours), sorted(theirs), strict=True):
            assert abs(gap - other) <= 5 * math.hypot(se, error) + 1e-9
        score = advice.hand.get("points_before")
        for line in map(html.unescape, found.decks["practice.txt"].decode().splitlines()):
            if score is not None and line.endswith("<br>".join(card["told"])):
                points = re.findall(r"(-?\d+)[,.]", line.partition("The score: ")[2])
                assert points[:seats] == list(map(str, score))
                shown += 1
    assert len(set(stakes)) > 1 or game == "pool"
    assert shown or find_game(game).unit(run.rules) == "chips"


def test_what_fresh_deals_do_not_find_is_no_mistake_of_a_deck():
    """A review of few deals may have it that a good answer cost much."""
    found, _ = reviewed("loo", 6, "solved")
    claimed = [replace(hand, decisions=[
        replace(one, price=one.price._replace(value=9.0 * (one.answer == one.best)))
        for one in hand.decisions]) for hand in found.hands]
    played = [(task.table, task.hand) for task in found.tasks]
    assert sum(one.cost == 9 for hand in claimed for one in hand.decisions) > 3
    assert not list(mistakes(replace(found, hands=claimed), played))


def test_what_is_asked_is_what_the_seat_knew():
    found, hands = reviewed("loo")
    text = found.decks["practice.txt"].decode()
    title = "Domino Loo review of random (seat 0)"
    assert text.startswith(_HEAD.format(title)) and text.endswith("\n")
    cards = [line.split("\t") for line in text.removeprefix(_HEAD.format(title)).splitlines()]
    assert 0 < len(cards) <= 10
    for front, back in cards:
        assert front.startswith("<p>You are the ") and "<svg" in front and "?" in front
        assert re.search(r"<br>You chose to .*: [\d.]+ \([\d.]+ to [\d.]+\) chips lost\.$", back)
        shown = re.findall(r'label="(.*?)"', front)
        if "What to declare" in front or "Which tiles to keep" in front:
            own = [next((one.get("drawn", []) for one in hand["declarations"]
                         if one["seat"] == 0 and "to keep?" in front), hand["dealt"][0])
                   for hand in hands if hand["turn_up"] == shown[-1]]
            assert sorted(shown[:-1]) in list(map(sorted, own))


def test_a_tile_alone_has_its_pips_and_needs_no_page():
    names = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]
    drawn = list(map(tile_alone, names))
    assert [one.count("<circle") for one in drawn] == [int(one[0]) + int(one[2]) for one in names]
    assert all("href" not in one and f'label="{name}"' in one
               for name, one in zip(names, drawn, strict=True))
