"""Reviews of hands: prices, habits, and the result without luck."""

import json
import re
import statistics
from dataclasses import replace

import numpy as np
import pytest

from reports.request import read_rules, set_up
from reports.review.evening import Decision, Evening, Reviewed
from reports.review.review import review
from reports.studies.advise.history_input import lines_of, rules_of, run_of
from simulate.books.tally import standard_error
from simulate.branch.limits import CLEAR
from simulate.branch.pricing import Cost
from simulate.branch.rolling import check_outcome
from simulate.domino.tiles import HIGH, LOW, name
from simulate.errors import BoneyardError
from simulate.games.spot import asking
from simulate.runs.follow import histories

TABLES = [
    ("loo", "random,book,solved,banker", {}),
    pytest.param("rounce", "random,book,book", {}, marks=pytest.mark.slow),
    ("euchre", "random,hoyle,hoyle,hoyle", {}), ("pool", "random,counter,counter", {"draw": "may"}),
    ("casino", "random,best-odds,best-odds", {}),
]


def _hands(game, lineup, rules, sessions=1, hands=6, seed=2):
    run = set_up(game, lineup, None, rules, sessions, hands, seed)
    return [json.loads(json.dumps(h)) for h, _ in histories(run, range(sessions))]


def _text(hands):
    return "\n".join(json.dumps(hand) for hand in hands)


@pytest.mark.parametrize(("game", "lineup", "rules"), TABLES)
def test_every_game_can_be_reviewed(game, lineup, rules):
    hands = _hands(game, lineup, rules)[:3]
    found = review(lines_of(_text(hands)), 0, jobs=1, most=512)
    assert not found.faults
    assert found.decisions
    for line in found.json_lines():
        entry = json.loads(line)
    assert set(entry) == {"decisions", "cost", "se", "a_hand", "a_hand_low", "a_hand_high",
                          "result", "result_without_luck", "se_without_luck", "variance_factor",
                          "again", "unread"}
    assert 0 <= entry["a_hand_low"] <= max(entry["a_hand"], 0) <= entry["a_hand_high"]
    assert set(found.decisions[0].as_dict()) == {"session", "hand", "decision", "answer", "best",
                                                 "cost", "se"}
    kinds = found.kinds_table().frame
    assert kinds["cost_low"].tolist() == (kinds["cost"] - CLEAR * kinds["se"]).tolist()
    assert list(found.by_kind) == [one for one in kinds if not one.endswith(("low", "high"))]
    assert list(found.frame["cost"]) == [one.cost for one in found.decisions]
    assert found.decisions_table().frame["cost"].is_monotonic_decreasing


def test_the_rating_is_what_a_hand_costs_and_its_kinds_add_up_to_it():
    hands = _hands("loo", "random,book,book,book", {}, hands=25)
    found = review(lines_of(_text(hands)), 0, jobs=1, most=128)
    most = min(2 * np.mean([h["pool"] for h in hands]), max(h["pool"] for h in hands))
    lost = np.clip([sum(d.cost + d.short for d in hand.decisions) for hand in found.hands],
                   -most / 8, most)
    rating = found.rating()
    assert rating.value == pytest.approx(np.mean(lost)) and rating.low < rating.value < rating.high
    value, low, high = found.ratings()
    assert value[0] == pytest.approx(lost[0]) and low[0] == 0 and high[0] > rating.high
    parts = found.kinds_table().frame["a_hand"]
    assert parts.sum() >= rating.value  # a hand's dearest decisions may reach the most together
    assert parts.sum() == pytest.approx(sum(map(sum, (
        [d.cost + d.short for d in hand.decisions] for hand in found.hands))) / 25, rel=0.1)
    assert any(d.short for hand in found.hands for d in hand.decisions)


def test_the_error_of_later_pools_widens_a_rating():
    sure = Cost(1.0, 0.0, np.ones(1))
    later = Cost(1.0, 1.0, np.append(1.0, 1 + np.array([0.5, -0.5])))
    reach = []
    for cost in (sure, later):
        decided = Decision(0, 0, "lead", "", "", "a", "b", cost)
        hand = Reviewed(1, 0, [decided], None, None, 0.0, "chips", "chips", stake=25.0)
        run = set_up("loo", "book", None, {}, 1, 1, 0)
        reach.append(Evening([hand] * 50, 0, run, []).rating())
    assert reach[1].low < reach[0].low < 1 < reach[0].high < reach[1].high
    assert reach[1].high - reach[0].high == pytest.approx(
        CLEAR * float(standard_error(later.replicas)))


def test_workers_do_not_matter():
    text = _text(_hands("loo", "book", {}, hands=8))
    one, two = (review(lines_of(text), 1, jobs=jobs, most=512) for jobs in (1, 2))
    assert list(one.json_lines()) == list(two.json_lines())
    with_luck, without = one._spread(False)[1], one.without_luck[1]
    assert one.variance_factor == pytest.approx(with_luck**2 / without**2)


def test_every_decision_is_priced_on_deals_of_its_own():
    """On the same deals the errors of a sum would go the same way, and be larger than said."""
    (hand,) = _hands("pool", "random,counter,counter", {}, hands=1)
    found = review(lines_of(_text([hand, {**hand, "seed": 3}])), 0, jobs=1, most=512)
    one, other = ({d.cost for d in some.decisions if d.cost} for some in found.hands)
    assert one
    assert not one & other


def test_what_a_person_cannot_know_may_be_missing():
    hands = _hands("loo", "book", {}, hands=4)
    for hand in hands:
        hand["dealt"] = [tiles if seat == 2 else None for seat, tiles in enumerate(hand["dealt"])]
        hand["lineup"] = hand["seed"] = None
        for said in hand["declarations"]:
            if said["seat"] != 2:
                for name in ("drawn", "discarded"):
                    said.pop(name, None)
    found = review(lines_of(_text(hands)), 2, lineup="book", jobs=1, most=512)
    assert not found.faults
    assert len(found.hands) == 4


def test_the_pool_of_a_sitting_is_not_that_of_the_one_before():
    hands = _hands("loo", "book", {}, sessions=2, hands=4)
    found = review(lines_of(_text(hands)), 1, jobs=1, most=128)
    assert [hand.sitting for hand in found.hands] == [0] * 4 + [1] * 4
    apart = [review(lines_of(_text(part)), 1, jobs=1, most=128) for part in (hands[:4], hands[4:])]
    assert found.left_variance == pytest.approx(sum(one.left_variance for one in apart))


def test_what_a_hand_brings_by_its_dealer_is_no_spread():
    """Two dealers in turn: a seat makes 10 chips more where the second one deals."""
    rng = np.random.default_rng(1)
    results = [float(10 * (i % 2) + rng.normal()) for i in range(40)]
    hands = [Reviewed(i, 0, [], result, 0.0, 0.0, "chips", "chips", i % 2)
             for i, result in enumerate(results)]
    run = set_up("loo", "book", None, {}, 1, 1, 0)
    calm = Evening(hands, 0, run, []).without_luck
    within = [statistics.variance(results[dealer::2]) for dealer in (0, 1)]
    assert calm == (pytest.approx(sum(results)),
                    pytest.approx((40 * statistics.mean(within)) ** 0.5))
    unknown = [replace(hand, dealer=None) for hand in hands]
    assert Evening(unknown, 0, run, []).without_luck[1] > 4 * calm[1]


def test_hands_that_all_ended_alike_do_not_tell_how_many_luck_is_worth():
    hands = [Reviewed(i, 0, [], 0.0, luck, 0.0, "games", "games")
             for i, luck in enumerate((0.1, -0.2, 0.3))]
    evening = Evening(hands, 0, set_up("casino", "random", 2, {}, 1, 1, 0), [])
    assert evening.without_luck and evening.without_luck[1] > 0
    assert evening.last()["variance_factor"] is None
    assert "times as many hands" not in evening.result_line()


def test_chips_are_not_called_points_where_a_person_asks_for_points():
    hands = _hands("loo", "book", {}, hands=2)
    rules = read_rules("loo", {"scoring": "points"})
    found = review(lines_of(_text(hands)), 1, rules=rules, jobs=1, most=128)
    assert any(hand["net"][1] for hand in hands)
    assert found.result is None and found.last()["result"] is None
    assert found.result_line() == "The hands have no result in points."


@pytest.mark.parametrize(("game", "line"), [
    ("loo", "tricks"), ("rounce", "tricks"), ("euchre", "tricks"), ("pool", "plays"),
    ("casino", "rounds")])
def test_a_hand_that_ends_early_is_not_judged_by_its_result(game, line):
    for hand in _hands(game, "random", {}, sessions=20):
        early = hand | {line: hand[line][:2], "tricks_won": None}
        for told in (hand, early, *([hand | {line: None}] if line == "tricks" else [])):
            check_outcome(run_of(told), told, asking(game).events(told, rules_of(told)))


@pytest.mark.parametrize(("game", "key", "false", "same"), [
    ("pool", "ended", lambda was: "blocked" if was == "domino" else "domino", str),
    ("pool", "line", lambda was: was[::-1], list),
    ("pool", "stock", lambda was: was[1:], lambda was: [tile[::-1] for tile in was[::-1]]),
    ("euchre", "dealer_discard", lambda was: "6-6", lambda was: was)])
def test_a_false_text_of_a_result_is_refused(game, key, false, same):
    hand = next(hand for hand in _hands(game, "random", {}, sessions=9)
                if not hand.get("dealer_discard"))
    run, was = run_of(hand), hand[key]
    for told in (hand, hand | {key: same(was)}):
        check_outcome(run, told, asking(game).events(told, run.rules))
    wrong = hand | {key: false(was)}
    makes = re.escape("nothing" if was is None else repr(was))
    with pytest.raises(BoneyardError, match=f"^{key} is .*: what was played makes it {makes}$"):
        check_outcome(run, wrong, asking(game).events(hand, run.rules))


def test_a_false_tile_of_a_seat_that_had_no_choice_is_refused():
    hand = next(hand for hand in _hands("loo", "random", {}) if hand["tricks"])
    run, beats = run_of(hand), {hand["tricks"][-1]["suit"], hand["trump"]}
    plain = next(name(one) for one in range(28) if not beats & {HIGH[one], LOW[one]})
    hand["tricks"][-1]["plays"][-1][1] = plain
    hand["tricks"][-1]["winner"] = hand["tricks_won"] = None
    events = asking("loo").events(hand, run.rules)
    with pytest.raises(BoneyardError, match=f"trick 5: .* plays {plain}: the rules do not allow"):
        check_outcome(run, hand, events)


def test_a_miss_that_tells_some_of_its_tiles_is_refused_whoever_took_it():
    hand = next(hand for hand in _hands("loo", "random", {})
                if any("drawn" in said for said in hand["declarations"]))
    said = next(said for said in hand["declarations"] if "drawn" in said)
    said["drawn"].pop()
    with pytest.raises(BoneyardError, match=r"drawn by .*: 6 tiles, not 7"):
        asking("loo").events(hand, rules_of(hand))
    said["drawn"] = said["discarded"] = []
    asking("loo").events(hand, rules_of(hand))
