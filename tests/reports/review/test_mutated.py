"""Damaged histories: reviewed, or refused with a sentence; never a traceback."""

import copy
import json
import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from reports.asking import advise
from reports.commands import without_effect
from reports.request import set_up
from reports.results.game_report import ValuedTable
from reports.review.notation import at_line
from reports.review.review import review
from reports.studies.advise.history_input import lines_of, one_hand
from simulate.domino.tiles import TILES, name
from simulate.errors import BoneyardError
from simulate.games.spot import asking
from simulate.runs.follow import histories

#: A table of every game: its line-up, its rules, and how many hands are recorded.
TABLES = {
    "loo": ("random,book,solved,banker", {}, 8), "rounce": ("random,book,book", {}, 8),
    "euchre": ("random,hoyle,hoyle,hoyle", {}, 8),
    "pool": ("random,counter,counter", {"draw": "may"}, 4),
    "casino": ("random,best-odds,best-odds", {}, 4)}
#: What is put into a hand, and what stands in place of something else.
_KEYS = ["dealer", "names", "written", "spot", "holds", "discarded", "drawn", "kept", "pool",
         "rules", "takes_turn_up", "points_before", "winners", "net", "first_roller", "star",
         "alone"]
_ODD = [None, True, False, 0, 1, -1, 2, 7, 28, 10**30, 0.5, 1e308, float("nan"), "", "x", "miss",
        "play", "6-6", "9-9", [], {}, [[]], [None], {"a": 1}, ["6-6", "6-6"], [0, 1, 2]]
#: Rules that change nothing at a damaged table are noted, not refused.
pytestmark = pytest.mark.filterwarnings("ignore::reports.options.TableNote")


def recorded(game: str, seed: int = 2) -> list[dict[str, Any]]:
    """Return hands of a game, as a file has them."""
    lineup, rules, hands = TABLES[game]
    run = set_up(game, lineup, None, rules, 4, min(hands, 8), seed)
    return [json.loads(json.dumps(hand)) for hand, _ in histories(run, range(4))][:hands]


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to everything within a hand."""
    for key, inside in (value.items() if isinstance(value, dict) else enumerate(value)):
        yield (*path, key)
        if isinstance(inside, dict | list):
            yield from _places(inside, (*path, key))


def mutated(hand: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """Return a hand with one thing left out, replaced, said twice or put elsewhere."""
    changed = copy.deepcopy(hand)
    places = [path for path in _places(changed) if path != ("game",)]
    *way, key = dice.choice(places)
    inside: Any = changed
    for step in way:
        inside = inside[step]
    deed = dice.randrange(6)
    if deed == 0:
        del inside[key]
    elif deed == 1:
        inside[key] = dice.choice(_ODD)
    elif deed == 2:
        inside[key] = name(dice.randrange(TILES))
    elif deed == 3 and isinstance(inside, list):
        inside[key:key] = [copy.deepcopy(inside[key]) for _ in range(dice.choice((1, 1, 2, 40)))]
    elif deed == 4 and isinstance(inside, dict):
        inside[dice.choice(_KEYS)] = dice.choice(_ODD)
    else:
        *where, last = dice.choice(places)
        other: Any = hand
        for step in where:
            other = other[step]
        inside[key] = copy.deepcopy(other[last])
    return changed


def reviewed(hand, seat, folder):
    found = review(lines_of(json.dumps(hand)), seat, jobs=1, most=64)
    habits = found.habits_table().frame
    return [str(found), *found.json_lines(), found.frame, habits, found._repr_html_()]


def advised(hand, seat, folder):
    file = folder / "hand.jsonl"
    file.write_text(json.dumps(hand))
    found = advise(hand["game"], one_hand(str(file), 1), decision=3 * seat + 1, deals=512)
    without_effect(found.run.rules)


@pytest.fixture
def nothing_is_priced(monkeypatch):
    """Let everything be read of a hand, and nothing be played on, which takes nearly all time."""
    def luck_of(run, hand, events, seat, *how):
        asking(run.game).chances(hand, run.rules, events, seat)

    stakes = SimpleNamespace(unit="chips", result="chips", worth=None, of_result=None, told=(),
                             matters=1.0, replicas=1, left=None)
    monkeypatch.setattr(ValuedTable, "stakes", lambda *about: stakes)
    monkeypatch.setattr("reports.review.review.choose", lambda *spot, **how: None)
    monkeypatch.setattr("reports.studies.advise.decision.price", lambda *spot, **how: None)
    monkeypatch.setattr("reports.review.review.luck_of", luck_of)


def damage_and_use(game, folder, numbers):
    """Review and advise on damaged hands: what is wrong with one is an error of one sentence."""
    whole, said = recorded(game), []
    for number in numbers:
        dice = random.Random(number)
        hand, seat = mutated(dice.choice(whole), dice), dice.randrange(3)
        for use in (reviewed, advised):
            try:
                use(hand, seat, folder)
            except BoneyardError as error:
                said.append(str(error))
    assert not [words for words in said if "object has no" in words or "Error(" in words]


@pytest.mark.parametrize("game", TABLES)
def test_a_damaged_history_is_told_in_a_sentence(game, tmp_path, nothing_is_priced):
    damage_and_use(game, tmp_path, range(20))


@pytest.mark.slow
@pytest.mark.parametrize("game", TABLES)
def test_thousands_of_damaged_histories_are_told_in_a_sentence(game, tmp_path, nothing_is_priced):
    damage_and_use(game, tmp_path, range(20, 5_000))


@pytest.mark.slow
@pytest.mark.parametrize("game", TABLES)
def test_damaged_histories_that_are_played_on_are_told_in_a_sentence(game, tmp_path):
    damage_and_use(game, tmp_path, range(200))


@pytest.mark.parametrize("game", TABLES)
def test_a_false_outcome_is_refused_and_a_true_one_is_not(game, nothing_is_priced):
    for hand in recorded(game)[:3]:
        review(lines_of(json.dumps(hand)), 0, jobs=1)
        numbers = {key: told for key, told in hand.items() if isinstance(told, list) and told
                   and all(isinstance(one, int) for one in told)}
        for key in set(numbers) - {"ante", "contribution", "points_before"}:
            false = hand | {key: [*numbers[key][:-1], numbers[key][-1] + 1]}
            with pytest.raises(BoneyardError, match=f"line 1: {key} is .*: what was played makes"):
                review(lines_of(json.dumps(false)), 0, jobs=1)
        if "trump" in hand:
            with pytest.raises(BoneyardError, match=r"line 1: trump is \d: what was played makes"):
                review(lines_of(json.dumps(hand | {"trump": (hand["trump"] + 1) % 7})), 0, jobs=1)


@pytest.mark.parametrize(("line", "said"), [
    ('{"game": "loo", "dealer": 1, "dealer": 2}', "line 1 has 'dealer' twice: leave one of"),
    ('{"game": "loo", "rules": {"ante": 1, "ante": 1}}', "line 1 has 'ante' twice"),
    ('{"game": "loo", "pool": 1%s}' % ("0" * 6_000), "line 1 is no hand: a number has more than"),
    ('{"game": "loo"', "line 1 is no JSON"), ("[" * 90_000, "brackets within brackets"),
])
def test_what_json_takes_in_silence_is_told(line, said):
    ((_, error),) = lines_of(line)
    assert str(error).startswith(said) or said in str(error)
    assert "sys." not in str(error)
    assert at_line(1, error) is error  # it names its line itself


def test_of_a_long_file_only_the_line_that_is_asked_for_is_parsed(tmp_path, monkeypatch):
    from reports.studies.advise import history_input

    parsed, read = [], json.loads
    monkeypatch.setattr(history_input.json, "loads",
                        lambda text, **how: parsed.append(text) or read(text, **how))
    file = tmp_path / "evening.jsonl"
    file.write_text('{"game": "loo"}\n' * 50)
    assert one_hand(str(file), 7) == {"game": "loo"}
    assert len(parsed) == 1
    with pytest.raises(BoneyardError, match=r"line 51 of .* has no hand: 50 lines have hands"):
        one_hand(str(file), 51)
