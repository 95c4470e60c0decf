"""Reviews of hands: prices, habits, and the result without luck."""

import json
import re
import statistics
from dataclasses import replace

import numpy as np
import pytest

from reports.habits import of_a_player
from reports.request import read_rules, set_up
from reports.review.evening import Decision, Review, Reviewed, cost_together, habits_of, report_of
from reports.review.notation import hands_of
from reports.review.review import review
from reports.studies.advise.decision_input import kind_in_words
from reports.studies.advise.history_input import lines_of, rules_of, run_of
from simulate.books.tally import CLEAR, standard_error
from simulate.branch.pricing import Cost
from simulate.branch.whole import check_outcome
from simulate.domino.tiles import HIGH, LOW, name
from simulate.errors import BoneyardError
from simulate.games.game import find_game
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
    kinds = [kind_in_words(kind) for kind in find_game(game).decisions]
    assert {*found.by_kind.index, *found.decisions_table().frame["decision"]} <= {*kinds}
    assert "_" not in "".join([str(found), *kinds])


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
        reach.append(Review([hand] * 50, 0, run, []).rating())
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
    calm = Review(hands, 0, run, []).without_luck
    within = [statistics.variance(results[dealer::2]) for dealer in (0, 1)]
    assert calm == (pytest.approx(sum(results)),
                    pytest.approx((40 * statistics.mean(within)) ** 0.5))
    unknown = [replace(hand, dealer=None) for hand in hands]
    assert Review(unknown, 0, run, []).without_luck[1] > 4 * calm[1]


def test_who_was_asked_nothing_is_not_rated():
    hands = "game: loo\nplayers: 4\ndealer: seat3\npool: 25\nturn-up: 5-2\nseat{}: {}\nsaid: play"
    for seat, tiles, asked in ((0, "5-5 5-4 4-3 2-2 0-0", 1), (3, "5-5 5-4 4-3 2-2 0-0", 0)):
        found = review(hands_of(hands.format(seat, tiles)), seat, jobs=1, most=128)
        assert len(found.decisions) == asked
        assert ("Rating: " in str(found)) == bool(asked)
        assert ("so there is no rating" in str(found)) == (not asked)


def test_hands_that_all_ended_alike_do_not_tell_how_many_luck_is_worth():
    hands = [Reviewed(i, 0, [], 0.0, luck, 0.0, "games", "games")
             for i, luck in enumerate((0.1, -0.2, 0.3))]
    evening = Review(hands, 0, set_up("casino", "random", 2, {}, 1, 1, 0), [])
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
    for hand in _hands(game, "random", {}, sessions=6):
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


def decided(cost, own, replicas):
    """Return a decision whose deals have an error of their own."""
    error = float(np.hypot(own, standard_error(replicas)))
    return Decision(0, 0, "declare", "play", "drop", "play", "drop", Cost(cost, error, replicas))


def test_the_error_of_later_pools_goes_the_same_way_in_all_decisions():
    later = np.append(0.0, np.linspace(-0.1, 0.1, 20))
    shared = float(standard_error(later))
    cost, error = cost_together([decided(1.0, 0.3, 1 + later)] * 4)
    assert cost == 4.0
    # Four times the shared error, and twice that of the deals.
    assert error == pytest.approx(np.hypot(4 * shared, 2 * 0.3))
    _, error = cost_together([decided(1.0, 0.3, 1 + later), decided(1.0, 0.4, 1 - later)])
    assert error == pytest.approx(0.5)


def an_evening(results, luck, left=None):
    """Return an evening in which one habit is sure and another is not."""
    exact = np.zeros(1)
    hands = [Reviewed(k, 0, [decided(0.5, 0.1, exact), other(0.5, 2.0)], result, chance,
                      0.0 if left is None else left[k], "chips", "chips", dealer=0)
             for k, (result, chance) in enumerate(zip(results, luck, strict=True))]
    return Review(hands, 0, set_up("loo", "random", 3), ["random"], who="Anna")


def other(cost, error):
    """Return a decision of another kind, of which it is not sure that it costs anything."""
    return Decision(0, 0, "declare", "drop", "miss", "drop", "take the miss",
                    Cost(cost, error, np.zeros(1)))


LUCK = np.random.default_rng(1).normal(0, 40, 60)
SKILL = np.random.default_rng(2).normal(-3, 1, 60)


def test_luck_is_taken_from_the_result_and_not_added_to_it():
    evening = an_evening(SKILL + LUCK, LUCK)
    calm, error = evening.without_luck
    assert calm == pytest.approx(SKILL.sum())
    assert evening.result == pytest.approx((SKILL + LUCK).sum())
    # What is left of the spread is that of skill alone, so so many more hands tell as much.
    assert error == pytest.approx(np.sqrt(60) * SKILL.std(ddof=1))
    assert evening.variance_factor == pytest.approx(
        ((SKILL + LUCK).std(ddof=1) / SKILL.std(ddof=1)) ** 2)
    assert evening.last()["result_without_luck"] == calm
    assert f"With the luck of the tiles taken out: {calm:.0f} (" in evening.result_line()
    pictures = dict(report_of(evening).pictures())
    drawn = {line.get_label(): line.get_ydata()
             for line in pictures["course"].figure.axes[0].lines}
    assert np.allclose(drawn["as it was"], (SKILL + LUCK).cumsum())
    assert np.allclose(drawn["without the luck of the tiles"], SKILL.cumsum())


def test_what_a_hand_leaves_in_the_pool_is_found_by_the_next_one():
    left = np.random.default_rng(3).normal(0, 40, 60)
    passes_on = np.diff(left, prepend=0.0)
    calm, error = an_evening(SKILL + LUCK - passes_on, LUCK, left).without_luck
    assert calm == pytest.approx((SKILL - passes_on).sum())
    assert error == pytest.approx(np.sqrt(60) * SKILL.std(ddof=1))


@pytest.mark.parametrize(("decision", "said", "advised", "words"), [
    ("bid", "bid 31", "pass", "bidding 31 where passing is better (once)"),
    ("trump", "trump 5s", "trump 3s", "trumping 5s where trumping 3s is better (once)"),
    ("star", "star", "go out", "starring where going out is better (once)"),
    ("keep", "keep 6-6 5-5", "keep 6-6 4-0", "choosing other tiles (once)"),
    ("lead", "lead 6-6", "lead 5-5", "leading another tile (once)")])
def test_a_habit_of_any_game_is_a_phrase_that_a_person_would_use(decision, said, advised, words):
    cost = Cost(9.0, 1.0, np.zeros(1))
    habit, = habits_of([Decision(0, 0, decision, said, advised, said, advised, cost)])
    assert of_a_player(habit, "points").startswith(words)


def test_a_hand_with_several_cases_of_a_habit_is_named_once():
    cost = Cost(9.0, 1.0, np.zeros(1))
    some = [Decision(0, hand, "lead", None, None, f"lead 6-{k}", "lead 6-6", cost)
            for k, hand in enumerate((2, 2, 4, 5))]
    for decisions, where in ((some[:2], "in the third hand"), (
            some, "in the third hand, the fifth hand and the sixth hand")):
        habit, = habits_of(decisions)
        assert of_a_player(habit, "chips").endswith(f" chips, {where}")
    more = [*some, *(Decision(0, hand, "lead", None, None, "lead 6-5", "lead 6-6", cost)
                     for hand in (7, 8))]
    assert ", most in the " in of_a_player(*habits_of(more), "chips")


def test_a_habit_is_told_only_if_it_surely_costs_something():
    evening = an_evening(SKILL + LUCK, LUCK)
    habit, = evening.habits
    assert (habit.does, habit.better, habit.times) == ("play", "drop", 60)
    assert "chips, in the first hand" in str(evening)
    assert "take the miss" not in str(evening).partition("habits")[2]
    assert "take the miss" not in evening._repr_html_()
    assert list(evening.habits_table().frame["better"]) == ["drop"]
    # The same three are sure alone, and none of them is where all are judged together.
    alone = [Decision(0, 0, "declare", said, "miss", said, "take the miss",
                      Cost(2.2, 1.0, np.zeros(1))) for said in ("play", "drop", "for_pool")]
    assert [len(habits_of([one])) for one in alone] == [1, 1, 1]
    assert habits_of(alone) == []
    gained = [Decision(0, 0, "declare", "play", "drop", "play", "drop",
                       Cost(-5.0, 1.0, np.zeros(1)))]
    assert habits_of(gained) == []
