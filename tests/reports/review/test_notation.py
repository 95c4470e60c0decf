"""Typed hands: what is written is what was played, and errors name line and word."""

import json

import pytest

from reports.request import set_up
from reports.review.notation import hands_of, place_of, seat_named
from reports.review.review import review
from reports.studies.advise.history_input import lines_of
from reports.typed.hand import Word
from simulate.errors import BoneyardError
from simulate.runs.follow import histories
from tests.reports.review.typed import typed
from tests.sizes import in_pieces

TABLES = [
    ("loo", "random,book,solved,banker", {}),
    ("loo", "random", {"scoring": "points"}),
    ("rounce", "random,book,book", {}),
    ("euchre", "random,hoyle,loner,hoyle", {}),
    ("pool", "random,counter,counter", {"draw": "may"}),
    ("pool", "counter", {"score": "hundred_up"}),
    ("casino", "random,best-odds,best-odds", {}),
]


def _hands(game, lineup, rules, hands):
    run = set_up(game, lineup, None, rules, 4, 30, 2)
    sessions = hands if game == "casino" else 1
    played = [json.loads(json.dumps(h)) for h, _ in histories(run, range(sessions))]
    return played[:hands]


@pytest.mark.parametrize(("game", "lineup", "rules"), TABLES)
def test_hands_of_runs_come_back_as_they_were_written(game, lineup, rules):
    hands = _hands(game, lineup, rules, 30)
    found = list(hands_of("\n\n".join(map(typed, hands))))
    assert len(found) == len(hands)
    same = ("dealer", "leader", "first_roller", "pool", "pool_next", "turn_up", "dealt", "tricks",
            "auction", "dealer_discard", "plays", "points_before", "score_before", "net", "points",
            "rules")
    for (_, read), hand in zip(found, hands, strict=True):
        assert isinstance(read, dict), read
        for key in same:
            if hand.get(key) is not None:
                assert read[key] == hand[key], (key, typed(hand))


@in_pieces("table", TABLES[6], *TABLES[:6:2])
def test_a_typed_evening_gives_the_review_of_its_histories(table):
    hands = _hands(*table, 3)
    for number, hand in enumerate(hands):
        # A typed table has no address, and nobody's strategy is known.
        hand |= {"session": number, "hand": 0, "lineup": None, "seed": None}
    written = review(hands_of("\n\n".join(map(typed, hands))), 0, jobs=1, most=512)
    read = review(lines_of("\n".join(map(json.dumps, hands))), 0, jobs=1, most=512)
    assert not written.faults
    assert list(written.json_lines()) == list(read.json_lines())


EVENING = """
# Friday, four of us
game: loo
players: Anna Ben Cleo Dora
rules: penalty=cap:40

dealer: Dora
pool: 25
turn-up: 6-3
Cleo: 6-6 6-2 4-4 3-1 2-0
said: drop, miss, play, drop
2: 2-1 2-0
6: 6-1 6-6          # Ben has won, and leads
6: 6-2 5-1
4: 4-4 4-2
3: 3-1 3-2

dealer: Anna
pool: 70
turn-up: 4-1
Cleo: 6-6 5-5 4-3 3-1 2-0
said: miss, play
"""


def test_an_evening_as_a_person_types_it():
    (_, first), (line, second) = hands_of(EVENING)
    assert first["rules"]["penalty"] == "cap:40"
    assert [said["action"] for said in first["declarations"]] == ["drop", "miss", "play", "drop"]
    assert first["dealt"] == [None, None, ["6-6", "6-2", "4-4", "3-1", "2-0"], None]
    assert first["tricks"][1]["leader"] == 1
    assert (line, second["dealer"], second["hand"]) == (18, 0, 1)
    assert seat_named([(1, first)], "cleo") == "Cleo"
    found = review(hands_of(EVENING), "cleo", jobs=1, most=512)
    assert not found.faults
    assert {d.decision for d in found.decisions} >= {"declare", "lead"}
    assert " of Cleo, against solved\n" in str(found)


WRONG = {
    "turn-up: 6-3": ("turn-up: 6-7", "line 9, word 2: '6-7' is not a tile"),
    "said: drop, miss,": ("said: drop, mis,", "line 11, word 3: unknown declaration 'mis' (did "),
    "dealer: Dora": ("dealer: Doro", "line 7, word 2: 'Doro' is none of the players Anna"),
    "Cleo: 6-6 6-2": ("Cleo: 6-6 6-6", "line 10, word 3: 6-6 is there twice"),
    "6: 6-1 6-6 ": ("6: 6-1 6-6 5-0", "line 13: trick 2: 3 tiles for 2 seats"),
    "pool: 25": ("pool: lots", "line 8, word 2: 'lots' is not a whole number"),
    "pool: 25\n": ("pool: 25\nscore: 1 2 3 4\n", "line 9: chips are played for, and a score "),
    "turn-up: 6-3\n": ("turn-up 6-3\n", "line 9, word 1: 'turn-up' begins a line without a"),
    "turn-up: 6-3\nCleo": ("up: 6-3\nCleo", "line 9, word 1: 'up' is nothing that a hand of loo"),
    "Cleo: 6-6": ("Clio: 6-6", "line 10, word 1: 'Clio' is nothing that a hand of loo has, and "
                  "none of the players Anna, Ben, Cleo, Dora: did you mean 'Cleo'?"),
    "2: 2-1 2-0": ("7: 2-1 2-0", "line 12, word 1: '7' is nothing that a hand of loo has"),
    "2: 2-1 2-0\n": ("2: 2-0 3-0\n", "line 12, word 2: 2-0 is in two places"),
    "6: 6-2 5-1": ("6: 6-1 5-1", "line 14, word 2: 6-1 was played before, in line 13"),
    "miss, play, drop": (
        "miss, miss, drop", "line 11, word 4: Cleo takes the miss: allowed are play and drop"),
}


@in_pieces("right", *WRONG)
def test_errors_name_line_and_word_and_the_other_hand_is_reviewed(right):
    wrong, message = WRONG[right]
    assert right in EVENING
    found = review(hands_of(EVENING.replace(right, wrong, 1)), 2, jobs=1, most=64)
    assert len(found.faults) == 1
    assert found.faults[0].startswith(message)
    assert len(found.hands) == 1


PLACES = {
    "trick 4: Ben plays 4-2: among 8,192 deals": (15, 3),
    "trick 4: Ben leads 4-2 as a 4: the rules do not allow that": (15, 3),
    "2-0 is in two places: look through the hands": (12, 3),
    "Dora drops: the rules do not allow that": (11, 5),
    "Cleo is dealt 6-6: a hand is 5 tiles": (10, 2),
    "nothing of the kind": None, "trick 9: Ben plays 4-2: so late": None,
    "trick 4: Ben plays 5-5: nowhere": None,
}


@pytest.mark.parametrize("fault", PLACES)
def test_a_fault_is_found_at_the_word_that_says_it(fault):
    (_, hand), _ = hands_of(EVENING)
    word = place_of(hand, fault)
    assert (word and (word.line, word.number)) == PLACES[fault]
    assert place_of({**hand, "written": None}, fault) is None


@pytest.mark.parametrize("text", ["\u00b2", "+-5", "9" * 5000, ""])
def test_what_looks_like_a_number_and_is_none_is_refused(text):
    with pytest.raises(BoneyardError, match="is not a whole number from 0 to 9"):
        Word(text, 1, 2).whole(0, 9)
