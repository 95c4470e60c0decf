"""Advice on any decision: read from words or histories, priced, and refused when it cannot be."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from boneyard import advise
from reports.request import set_up
from reports.results import shared_sections
from reports.studies.advise.decision import answers_to
from reports.studies.advise.decision_input import (
    Table,
    question,
    read_decision,
    read_spot,
    write_answer,
)
from reports.studies.advise.history_input import as_hand, run_of
from reports.typed.told import Told
from simulate.branch.limits import Limits
from simulate.domino.tiles import parse
from simulate.errors import BoneyardError
from simulate.games.spot import asking
from simulate.runs.replay import histories

SPOTS = {
    "declare": ("loo", "book", 4, Told("6-6 6-2 4-4 3-1 2-0", "third", "6-3", "drop,miss"), "play"),
    "take the turn-up": (
        "loo", "book", 3,
        Told("6-6 4-4 5-5 2-0 0-0", "dealer", "6-3", "miss,play,play", decision="take_turn_up"),
        "2-0"),
    "keep": (
        "loo", "book", 4,
        Told("6-6 4-4 3-1 5-5 2-0 2-1 0-0", "second", "6-3", "drop,miss",
             drawn="6-6 4-4 3-1 5-5 2-0 2-1 0-0"), None),
    "lead": ("rounce", "book", 3,
             Told("6-6 6-4 5-5 2-0 0-0", "eldest hand", "6-3", "play,play,drop"),
             None),
    "follow": ("loo", "book", 3,
               Told("6-6 6-4 5-5 2-0 0-0", "dealer", "6-3", "play,play,play", seen="6: 6-1 6-2"),
               None),
    "call": ("euchre", "hoyle", 4, Told("6-6 4-4 5-5 2-0 0-0", "dealer", "6-3", "pass,pass,pass"),
             {"call": "accept", "alone": True}),
    "discard": ("euchre", "hoyle", 4,
                Told("6-6 4-4 5-5 2-1 0-0 6-3", "dealer", "6-3", "pass,pass,accept"), None),
    "play": ("pool", "counter", 4,
             Told("6-6 4-4 5-3 5-0", "third", seen="5-4, 5-1 left, 4-2 right, pass, pass, 2-5 r"),
             None),
    "draw": ("pool", "counter", 3,
             Told("6-6 4-4 6-3 6-0 4-0 0-0", "second", seen="5-1", decision="draw"), None),
    "bet": ("casino", "best-odds", 4,
            Told("6-6 4-4 5-0", "second", seen="6-4 2-1 5-5 3-0 / 3 4"), None)}


def _ask(game, lineup, players, told):
    rules = {"draw": "may"} if told.decision == "draw" else None
    run = set_up(game, lineup, players, rules, 1, None, 0)
    return answers_to(run, *read_decision(run, told), limits=Limits(4096))


@pytest.mark.parametrize(("game", "told", "message"), [
    ("pool", {"turn_up": "6-3"}, "turn-up '6-3' has no part in a decision of Domino Pool"),
    ("casino", {"score": "3 4 5 6"}, "score '3 4 5 6' has no part"),
    ("casino", {"pool": 5}, "pool 5 has no part in a decision of Domino Casino"),
    ("euchre", {"drawn": "6-6"}, "drawn '6-6' has no part in a decision of Domino Euchre")])
def test_what_a_game_does_not_have_is_not_told_in_vain(game, told, message):
    run = set_up(game, None, None, None, 1, None, 0)
    with pytest.raises(BoneyardError, match=message):
        read_decision(run, Told("6-6 4-4 5-5 2-0 0-0", "0", **told))


@pytest.mark.parametrize("name", SPOTS)
def test_every_decision_of_every_game_is_priced(name):
    *spot, best = SPOTS[name]
    found = _ask(*spot).as_dict()
    assert set(found) == {"game", "players", "rules", "decision", "position", "against", "unit",
                          "deals", "answers"}
    answers = found["answers"]
    assert len(answers) > 1
    assert answers[0]["behind"] == 0 and answers[-1]["worth"] == 0
    behind = [a["behind"] for a in answers[1:]]
    assert behind == sorted(behind)
    if best is not None:
        assert answers[0]["answer"] == best
    json.dumps(found)


@pytest.mark.parametrize(("written", "deals", "said"), [
    ("pass", False, "pass"), ("accept", False, "order it up"), ("accept", True, "pick it up"),
    ({"call": "accept", "alone": True}, False, "order it up alone"),
    ({"call": "accept", "alone": True}, True, "pick it up alone"),
    ({"call": "name", "suit": 3}, False, "name 3s"),
    ({"call": "name", "suit": 0, "alone": True}, True, "name 0s alone")])
def test_calls_are_told_as_players_say_them(written, deals, said):
    assert write_answer("euchre", "call", written, deals) == said


@pytest.mark.parametrize("before", [
    "pass,pass,accept", "pass, pass, order it  up", "pass pass order up", "Pass, pass, Order up"])
def test_calls_may_be_written_as_players_say_them(before):
    run = set_up("euchre", "hoyle", 4, None, 1, None, 0)
    _, events, index = read_decision(run, Told("6-6 4-4 5-5 2-1 0-0 6-3", "dealer", "6-3", before))
    assert events[index].decision == "discard"
    assert events[2].about == "round 1: the third orders it up"


def test_advice_has_intervals_and_no_standard_errors():
    """The interval is that of two standard errors, as on the pages."""
    found = _ask(*SPOTS["call"][:4])
    text = str(found)
    assert re.search(r"^Pick it up alone: [\d.]+ games of 100 better than picking it up "
                     r"\(95% interval [\d.]+ to [\d.]+\)\.$", text, re.MULTILINE)
    assert text.endswith("Brackets hold 95% intervals.") and "±" not in text
    second = found.as_dict()["answers"][1]
    low, high = map(float, re.search(r"interval ([\d.]+) to ([\d.]+)", text).groups())
    assert (high - low) / 4 == pytest.approx(100 * second["se"], abs=0.1)
    assert (high + low) / 2 == pytest.approx(100 * second["behind"], abs=0.1)


def test_what_others_hold_does_not_change_advice():
    run = set_up("loo", "book", 4, None, 1, 5, 3)
    hand = next(h for h, _ in histories(run, range(1)))
    blind = {**hand, "dealt": [None] * 4, "lineup": None}
    told = []
    for version in (hand, blind):
        table = run_of(version, "book")
        events = asking("loo").events(version, table.rules)
        version["dealt"][events[1].seat] = hand["dealt"][events[1].seat]
        told.append(answers_to(table, version, events, 1).as_dict())
    assert told[0] == told[1]


WRONG = {
    "a tile twice": (Told("6-6 6-6 4-4 3-1 2-0", "third", "6-3", "drop,miss"), "6-6 twice"),
    "the turn-up held": (Told("6-3 6-6 4-4 3-1 2-0", "third", "6-3", "drop,miss"), "turn-up"),
    "no tile": (Told("6-7 6-6 4-4 3-1 2-0", "third", "6-3", "drop,miss"), "not a tile"),
    "too few declarations": (Told("6-6 6-2 4-4 3-1 2-0", "third", "6-3", "drop"), "before names 1"),
    "an unknown word": (Told("6-6 6-2 4-4 3-1 2-0", "third", "6-3", "drop,mss"), "did you mean"),
    "an unknown position": (Told("6-6 6-2 4-4 3-1 2-0", "thrid", "6-3", "drop,miss"), "position"),
    "no position": (Told("6-6 6-2 4-4 3-1 2-0", "", "6-3", "drop"),
                    "a position is missing: choose from eldest, second, third, dealer"),
    "another's turn": (
        Told("6-6 6-2 4-4 3-1 2-0", "third", "6-3", "play,drop,play,drop"),
        "now the eldest hand is to play, not the third"),
    "a trick without a suit": (
        Told("6-6 6-2 4-4", "third", "6-3", "play,drop,play,drop", seen="6-4 6-5"), "the suit led"),
    "a second miss": (
        Told("6-6 6-2 4-4 3-1 2-0", "third", "6-3", "miss,miss"),
        "declares miss: allowed are play and drop"),
    "a suit not followed": (
        Told("6-6 6-2 5-5 1-0", "third", "4-3", "play,drop,play,drop", seen="6: 6-1 5-0; 6: 6-0"),
        "trick 1: the third plays 5-0")}


H = "6-6 6-2 4-4 3-1 2-0"
ALL_PLAY = "play,play,play,play"
DRAWN = "6-6 5-5 5-4 5-3 5-2 5-1 5-0"
#: What contradicts itself, or is told in vain: game, rules, what is told, words.
CONTRADICTIONS = [
    ("loo", {}, Told(H, "third", "6-3", "play,drop", seen="6: 6-6"),
     "seen '6: 6-6': no tile is played before this is decided; leave it out"),
    ("loo", {}, Told(H, "dealer", "6-3", ALL_PLAY, "4: 5-1 4-1 4-3"),
     "seen, trick 1: 5-1 cannot be led as a 4"),
    ("loo", {}, Told(H, "second", "6-3", "drop,miss", drawn=DRAWN),
     "6-6 is in the hand as well"),
    ("loo", {}, Told(H, "third", "6-3", "play,drop", drawn="5-5", decision="declare"),
     "drawn '5-5': those are the tiles of a miss"),
    ("loo", {}, Told(H, "third", "6-3", "take,play"),
     "the eldest hand takes the turn-up: only a dealer who plays may"),
    ("loo", {}, Told(H, "eldest", "6-3", "take,play,drop,drop"),
     "before: the eldest hand takes the turn-up: only a dealer who plays may"),
    ("loo", {}, Told(H, "second", "6-3", ALL_PLAY, decision="take_turn_up"),
     "decision 'take_turn_up': the second is not asked that"),
    ("loo", {}, Told(H, "third", "6-3", "play,drop", discarded="5-5"),
     "discarded '5-5': that is what the dealer threw for the turn-up, given once it is taken"),
    ("loo", {}, Told("6-3 6-2 4-4 3-1 2-0", "dealer", "6-3", "play,drop,drop,take", "4: 4-1",
                     discarded="6-2"), "6-2 twice"),
    ("loo", {}, Told(H, "third", "6-3", "play,drop", pool=9223372036854775807),
     "pool 9223372036854775807: it is 1000000000000 or less"),
    ("loo", {"escalation_limit": 500}, Told(H, "third", "6-3", "play,drop", pool=501),
     r"pool 501: it is 500 or less, .*\(escalation_limit=500\)"),
    ("euchre", {}, Told(H, "third", "6-3", "pass,pass", "6: 6-4"), "seen '6: 6-4'"),
    ("euchre", {}, Told(H, "third", "6-3", "pass,pass", discarded="5-5"), "discarded '5-5'"),
    ("euchre", {}, Told(H, "second", "6-3", "accept,pass", "6: 6-4"), "nobody calls"),
    ("euchre", {}, Told(H, "eldest", "6-3", "pass,pass,pass,pass,6"),
     "round 2: the eldest hand names 6s, but 6s were turned down: any other suit may be named"),
    ("euchre", {}, Told(H, "eldest", "6-3", "pass,pass,pass,pass,accept"),
     "round 2: the eldest hand orders it up, but 6s were turned down"),
    ("euchre", {}, Told(H, "eldest", "6-3", "3"),
     "round 1: the eldest hand names 3s, but only the trump turned up can be accepted there, 6"),
    ("euchre", {}, Told(H, "second", "6-3", "accept", "6: 2-1"), "2-1 cannot be led as a 6"),
    ("pool", {}, Told(H, "second", seen="5-4", decision="lead"), "unknown decision 'lead'"),
    ("pool", {}, Told(H, "third", seen="5-4, draw, pass"), "nobody draws with draw=no"),
    ("pool", {"draw": "may"}, Told(H, "third", seen="5-4, draw 6-6, pass"),
     "only who draws a tile sees it"),
    ("pool", {}, Told(H, "third", seen="5-4, 5-1 top"), "'5-1 top' is no turn")]


@pytest.mark.parametrize(("game", "rules", "told", "words"), CONTRADICTIONS)
def test_what_contradicts_itself_is_refused_when_it_is_read(game, rules, told, words):
    run = set_up(game, None, 4, rules, 1, None, 0)
    with pytest.raises(BoneyardError, match=words) as refused:
        read_decision(run, told)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("game", "told", "tile"), [
    ("loo", Told(H, "dealer", "6-3", ALL_PLAY, "4: 4-1 6-6 4-3"), "6-6"),
    ("loo", Told(H, "dealer", "6-3", ALL_PLAY, "4: 4-1 4-1 4-3"), "4-1"),
    ("euchre", Told(H, "second", "6-3", "accept", "6: 6-6"), "6-6"),
    ("pool", Told(H, "second", seen="6-6"), "6-6"),
    ("casino", Told("6-6 4-4 5-0", "second", seen="6-4 2-1 5-5 6-6 / 3 4"), "6-6")])
def test_a_tile_in_two_places_is_refused_before_hands_are_played(monkeypatch, game, told, tile):
    monkeypatch.setattr(Table, "stakes", lambda *_: pytest.fail("hands are played"))
    with pytest.raises(BoneyardError, match=f"{tile} is in two places"):
        _ask(game, None, 4, told)


def test_a_class_of_hands_is_told_no_tiles():
    run = set_up("loo", "book", 4, None, 1, None, 0)
    for part in ("seen", "drawn", "discarded"):
        told = Told("", "second", "6-3", "play", **{part: "4: 4-1"})
        with pytest.raises(BoneyardError, match=f"{part} '4: 4-1'"):
            read_spot(run, told, "2 trumps with the best")


def test_a_hand_beside_a_miss_is_what_was_dealt_before():
    run = set_up("loo", "book", 4, None, 1, None, 0)
    told = Told(H, "second", "6-3", "drop,miss", drawn=DRAWN.replace("6-6", "1-1"))
    hand, events, index = read_decision(run, told)
    own = [parse(tile) for tile in H.split()]
    assert set(asking("loo").spot(hand, run.rules, events, index).fixed[5:10]) == set(own)
    assert "1-1" in hand["holds"] and "2-0" not in hand["holds"]


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_is_refused_in_a_sentence(name):
    told, words = WRONG[name]
    with pytest.raises(BoneyardError, match=words):
        _ask("loo", "book", 4, told)


def test_what_later_pools_are_worth_makes_advice_less_sure():
    """The weighted sums by replica begin with the worth itself, and their spread is counted."""
    run = set_up("loo", "random,banker,cautious,bold", 4, None, 1, 5, 3)
    stakes = Table(run).stakes(1, 3, 25)
    rng = np.random.default_rng(3)
    outcomes = np.stack([rng.integers(-25, 26, (50, 3)), 5 * rng.integers(0, 16, (50, 3))], axis=-1)
    weights = rng.uniform(size=50)
    by_replica = stakes.replicas(weights, outcomes)
    assert by_replica[:, 0] == pytest.approx(weights @ stakes.worth(outcomes))
    assert by_replica.shape == (3, 21) and (by_replica[:, 1:].std(1) > 0).all()
    sums = _ask("loo", "book", 4, SPOTS["declare"][3]).prices.sums
    assert 0 < sums.error_of_worth(0, 1) < sums.error(0, 1)


def _starring(target="60"):
    """A hand of a run in which a seat might star, and the table."""
    rules = {"score": "hundred_up", "star": "may", "target": target, "contribution": 5}
    run = set_up("pool", "counter,random,counter,random", None, rules, 40, None, 3)
    for hand, _ in histories(run, range(40)):
        events = asking("pool").events(hand, run.rules)
        for index, event in enumerate(events):
            if event.decision == "star":
                yield run, hand, events, index


def test_starring_is_priced_in_chips_to_the_end_of_the_game():
    worths = []
    for _, (run, hand, events, index) in zip(range(6), _starring(), strict=False):
        found = answers_to(run, hand, events, index, limits=Limits(4096)).as_dict()
        assert (found["decision"], found["unit"]) == ("star", "chips")
        assert {answer["answer"] for answer in found["answers"]} == {"star", "out"}
        star = next(a for a in found["answers"] if a["answer"] == "star")
        worths.append((hand["pool"], star["behind"] == 0))
    assert len(worths) == 6


def test_hundred_up_counts_games_played_to_their_end():
    run = set_up("pool", "counter", 3, {"score": "hundred_up"}, 1, None, 3)
    hand = next(h for h, _ in histories(run, range(1)))
    events = asking("pool").events(hand, run.rules)
    found = answers_to(run, hand, events, 0, limits=Limits(2048)).as_dict()
    assert found["unit"] == "games"
    assert found["answers"][0]["answer"]["end"] is None
    assert 0 < found["answers"][0]["worth"] < 0.3


@pytest.mark.parametrize(("game", "worth"), [("casino", [7.0]), ("loo", [7 + 20 / 2])])
def test_a_game_that_does_not_say_it_counts_the_hand_and_an_equal_share_of_the_pool(
        monkeypatch, game, worth):
    plain = shared_sections.GAME
    monkeypatch.setattr("reports.results.game_report.report_of", lambda game: plain)
    stakes = Table(set_up(game, "random", players=2)).stakes(0, 0, 0)
    assert stakes.worth(np.array([[[7, 20, 0]]])).tolist() == [worth]
    assert (stakes.left is None) == (game == "casino")


def test_a_decision_that_no_game_had_so_far_is_asked_and_answered_by_its_name():
    assert question("name_price") == "Name price"
    assert write_answer("loo", "name_price", 4) == "name price 4"
    assert question("follow") == "What to play"
    assert write_answer("loo", "follow", "6-4") == "play 6-4"


def test_pool_is_asked_about_at_a_score():
    rules = {"score": "hundred_up"}

    def prices(score):
        return advise("pool", "6-6 5-4 3-1 2-1 0-0", "", "leader", rules=rules, players=4,
                      deals=2048, score=score)

    level, told = prices(""), prices("95 20 30 40")
    assert "score    95 20 30 40" in str(told)
    assert told.prices.behind(1) != level.prices.behind(1)
    three = advise("pool", "6-6 5-4 3-1 2-1 0-0 4-4", "", "1", rules=rules, players=4, deals=512,
                score="95 20 out 40", seen="6-5")
    assert three.hand["score_before"] == [95, 20, None, 40] and "second of 3" in str(three)


@pytest.mark.parametrize(("game", "score", "said"), [
    ("loo", "1 2 3 15", "with that the game is over, for 15 points win"),
    ("rounce", "1 2 3 0", "with that the game is over, for who is down to 0 wins"),
    ("euchre", "5 2 5 2", "with that the game is over, for 5 points win"),
    ("euchre", "1 2 3 2", "'1,2,3,2': partners share a score"),
    ("euchre", "-1 2 -1 2", "score -1 is not a whole number from 0 to 10000"),
    ("euchre", "5 2", "has 2 numbers for 4 seats: name one each"),
    ("loo", "1,2,,3", "has an empty number")])
def test_a_score_with_which_the_game_is_over_is_refused(game, score, said):
    rules = {"scoring": "points"} if game == "loo" else None
    with pytest.raises(BoneyardError, match=said):
        advise(game, "6-6 6-2 4-4 3-1 2-0", "6-3", "eldest", score=score, players=4, rules=rules)


def test_a_tie_at_the_top_plays_on():
    told = Told("6-6 6-2 4-4 3-1 2-0", "eldest", "6-3", score="15 2 3 15")
    hand = read_decision(set_up("loo", "book", 4, {"scoring": "points"}, 1, None, 0), told)[0]
    assert hand["points_before"] == [15, 2, 3, 15]


@pytest.mark.parametrize(("score", "rules", "said"), [
    ("1 2 3 4", {}, "hundred up only, with --rule score=hundred_up"),
    ("1 2 3", {"score": "hundred_up"}, "has 3 numbers for 4 seats: name one each"),
    ("1,,3,4", {"score": "hundred_up"}, "has an empty number"),
    ("1 2 3 100", {"score": "hundred_up"}, "score 100 is not a whole number from 0 to 99"),
    ("out 2 3 4", {"score": "hundred_up"}, "the leader is out"),
    ("9 out out out", {"score": "hundred_up"}, "with that the game is over")])
def test_a_score_that_pool_cannot_have_is_refused(score, rules, said):
    with pytest.raises(BoneyardError, match=said):
        advise("pool", "6-6 5-4 3-1 2-1 0-0", "", "leader", rules=rules, players=4, score=score)


@pytest.mark.parametrize(("pool", "score", "rules", "said"), [
    (60, "", {}, "pool 60: the stakes of 4 seats make 4 chips, at contribution=1, and ties leave 3 "
                 "more at most"),
    (19, "", {"contribution": 5}, "make 20 chips, at contribution=5"),
    (3, "1 2 3 4", {"score": "hundred_up"},
     "pool 3: the stakes of 4 seats and their stars make 4 or 5 or 6 chips, at contribution=1"),
    (4, "1 2 3 out", {"score": "hundred_up"}, "make 5 or 6 chips"),
    (5, "1 2 3 4", {"score": "hundred_up", "star": "no"}, "make 4 chips")])
def test_a_pool_that_the_stakes_cannot_make_is_refused(pool, score, rules, said):
    with pytest.raises(BoneyardError, match=said):
        advise("pool", "6-6 5-4 3-1 2-1 0-0", "", "leader", rules=rules, players=4, pool=pool,
               score=score)


@pytest.mark.parametrize(("pool", "rules", "refused"), [
    (3, {}, "pool 3: with the antes paid it is 10 or more"),
    (5, {"remainder": "stays"}, "it is 6 or more"),
    (10, {}, ""), (300, {"escalation_limit": 300}, ""),
    (301, {"escalation_limit": 300}, "it is 300 or less")])
def test_a_pool_that_no_hand_can_be_played_for_is_refused(pool, rules, refused):
    told = Told("6-6 6-2 4-4 3-1 2-0", "eldest", "6-3", pool=pool)
    run = set_up("loo", "book", 4, rules, 1, None, 0)
    if refused:
        with pytest.raises(BoneyardError, match=refused):
            read_decision(run, told)
    else:
        assert read_decision(run, told)[0]["pool"] == pool


@pytest.mark.parametrize(("game", "told", "words"), [
    ("casino", Told("6-6", "second"), "the second has drawn 1 tile by round 1, not 3"),
    ("loo", Told(H, "dealer", "6-3", "play"), "before names 1 declaration, and the dealer has 3"),
    ("loo", Told(H, "dealer", "6-3", "play", decision="lead"),
     "before names 1 declaration, not 4: at the tiles")])
def test_one_of_a_kind_is_told_as_one(game, told, words):
    run = set_up(game, "random", 4, None, 1, None, 0)
    with pytest.raises(BoneyardError, match=words):
        answers_to(run, *read_decision(run, told))


@pytest.mark.parametrize("pool", [25.5, "25", True, -3, float("nan")])
def test_a_pool_that_is_no_number_of_chips_is_refused(pool):
    run = set_up("loo", "stay", players=2)
    hand = next(h for h, _ in histories(run, range(1)))
    with pytest.raises(BoneyardError, match=r"pool is .*: it is a whole number from 0 to 10\^18"):
        as_hand({**hand, "pool": pool})
