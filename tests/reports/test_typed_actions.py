"""What was said and done, as people type it: the same phrases for a decision and for an evening."""

import json
import re
from itertools import permutations

import pytest

from boneyard.cli.commands.play import _meant
from reports.games.euchre.typed import CALLED
from reports.games.loo.typed import declared
from reports.request import set_up
from reports.review.notation import hands_of, typed_hands
from reports.studies.advise.decision_input import read_decision, write_answer
from reports.studies.advise.history_input import lines_of
from reports.typed.hand import Line, Typed
from reports.typed.kits import _PHRASES
from reports.typed.query import Query, typed_text
from simulate.domino.tiles import TILES, name
from simulate.errors import BoneyardError
from tests.reports.page.browser import found_in
from tests.reports.page.test_html import page_with
from tests.spelled import TEXTS

CALLS = ["pass", "accept", {"call": "accept", "alone": True},
         *({"call": "name", "suit": suit, "alone": alone} for suit in (0, 3) for alone in (0, 1))]
PHRASES = {"loo": declared(set_up("loo", "random").rules),
           "rounce": declared(set_up("rounce", "random").rules),
           "euchre": CALLED, "pooled": _PHRASES}


def phrases(text, game):
    """Return the phrases of a text, in the one way of writing that we compare."""
    line = Line.of_option("before", "said", text)
    found = Typed([], None, {}, 0, [line]).actions(PHRASES[game], "call", 9)
    return [phrase for phrase, _ in found]


@pytest.mark.parametrize("game", ["loo", "rounce", "euchre"])
def test_every_action_that_we_print_is_read_as_one_phrase(game):
    printed = [write_answer(game, "call", call, deals) for call in CALLS for deals in (True, False)]
    if game != "euchre":
        printed = [write_answer(game, "declare", action)
                   for action in ("play", "miss", "drop", "for_pool")]
    for text in printed:
        assert phrases(text, game) == [text]
        assert text in PHRASES[game]


@pytest.mark.parametrize("game", PHRASES)
def test_phrases_are_told_apart_with_and_without_commas(game):
    longer_ones = [phrase for phrase in PHRASES[game] if len(phrase.split()) > 1][:12]
    for first, second in permutations([*longer_ones, "pass"], 2):
        if not any(f"{first} {second}".startswith(longer) for longer in PHRASES[game]
                   if longer.startswith(f"{first} ")):
            assert phrases(f"{first}, {second.upper()}", game) == [first, second]
            assert phrases(f"{first}  {second}", game) == [first, second]


@pytest.mark.parametrize("game", ["loo", "rounce", "euchre"])
def test_a_phrase_is_the_same_before_a_decision_and_in_an_evening(game):
    players = 4 if game == "euchre" else 3
    names = " ".join("ABCD"[:players])
    key, run = ("auction" if game == "euchre" else "declarations"), set_up(game, "random", players)
    table = f"game: {game}\nplayers: {names}\ndealer: {names[-1]}\npool: 20\nturn-up: 3-1\n"
    taken = 0
    for phrase in PHRASES[game]:
        (_, hand), = hands_of(f"{table}said: {phrase.title()}")
        try:
            told, _, _ = read_decision(run, Query("6-6 6-5 4-4 2-0 0-0", "1", "3-1", phrase))
        except BoneyardError as refused:  # a phrase of the dealer alone, or of the second round
            told, reason = None, str(refused)
        if told is None:
            assert re.search("takes the turn-up|allowed are|is to play|only the trump", reason)
            continue
        taken += 1
        plain = {"seat": 0, "drawn": None, "discarded": None}
        assert {**plain, **hand[key][0]} == {**plain, **told[key][0]}
    assert taken > 4 or game == "euchre"


@pytest.mark.parametrize("before", ["order it up alone", "accept alone", "Order Up Alone",
                                    "order it up alone, "[:-2]])
def test_the_eldest_hands_lone_call_can_be_asked_about(before):
    run = set_up("euchre", "random")
    told = Query("6-6 6-5 4-4 2-0 0-0", "1", "3-1", before, seen="3: 3-3")
    hand, events, index = read_decision(run, told)
    assert hand["auction"] == [{"seat": 0, "round": 1, "call": "accept", "alone": True}]
    assert (events[index].seat, events[index].decision) == (1, "follow")


HAND = """\
game: fortytwo
players: Ann, Bob, Cy, Di
dealer: Di
score: 210 180 210 180
said: pass, 31, pass, pass, 5s
Bob: 5-5 5-4 5-3 5-2 6-6 4-4 1-0
5: 5-5 5-0 6-5 6-1
"""


@pytest.mark.usefixtures("fortytwo")
def test_a_hand_is_read_as_it_was_played():
    ((_, hand),) = typed_hands(HAND)
    assert [one["call"] for one in hand["auction"]] == ["pass", "31", "pass", "pass", "5s"]
    assert [one["seat"] for one in hand["auction"]] == [0, 1, 2, 3, 1]
    assert hand["tricks"][0]["plays"] == [[1, "5-5"], [2, "5-0"], [3, "6-5"], [0, "6-1"]]


TABLES = {game: set_up(game, "random", players, rules) for game, players, rules in (
    ("loo", 4, None), ("euchre", 4, None), ("pool", 3, {"draw": "must"}), ("casino", 3, None))}
#: A decision of each kind with a tile in place of T, and where the hand that is asked has it.
DECISIONS = [
    ("loo", Query("T 6-2 4-4 3-1 2-0", "0", "6-3"), lambda hand: hand["dealt"][0]),
    ("loo", Query("6-2 4-4 3-1 2-0 1-0", "0", "T"), lambda hand: hand["turn_up"]),
    ("loo", Query("6-2 4-4 3-1 2-0 1-0", "0", "6-1", "miss", drawn="T 6-6 4-1 3-2 2-1 5-1 5-0",
                 decision="keep_after_miss"), lambda hand: hand["declarations"][0]["drawn"]),
    ("euchre", Query("6-2 4-4 3-1 2-0 1-0", "dealer", "6-3", "order it up",
                    seen="6: 6-6 6-5 6-1", discarded="T"), lambda hand: hand["dealer_discard"]),
    ("pool", Query("6-2 4-1 3-1 2-0 1-0 6-6 2-1", "1", seen="T"),
     lambda hand: hand["plays"][0]["tile"]),
    ("casino", Query("6-2 4-1 3-1", "0", seen="2-2 T 6-0 / 3 4"),
     lambda hand: hand["rounds"][0]["bets"]),
]


@pytest.mark.parametrize("decision", range(len(DECISIONS)))
def test_options_read_every_text_for_a_tile(decision):
    game, told, found = DECISIONS[decision]
    for tile, text in TEXTS:
        written = {part: value.replace("T", text) for part, value in vars(told).items()
                   if isinstance(value, str)}
        hand, _, _ = read_decision(TABLES[game], Query(**written))
        assert name(tile) in str(found(hand)), (game, written)


EVENINGS = [
    "game: loo\nplayers: A B\ndealer: B\npool: 20\nturn-up: 6-3\nA: T 6-2 4-4 3-1 2-0",
    "game: loo\nplayers: A B\ndealer: B\npool: 20\nturn-up: T\nA: 6-2 4-4 3-1 2-0 1-0",
    "game: loo\nplayers: A B C D\ndealer: D\npool: 20\nturn-up: 6-3\nA: 1-1 6-2 4-4 3-1 2-0\n"
    "said: miss T 6-6 4-1 3-2 2-1 5-1 5-0 throws 5-0 5-1, play, drop, drop\n0: 1-0 2-0",
    "game: euchre\nplayers: A B C D\ndealer: D\nturn-up: 6-2\nsaid: accept\nthrown: T",
    "game: pool\nplayers: A B C\nleader: A\npool: 3\nline: T, pass",
    "game: casino\nplayers: A B\nfirst roller: A\nA: 2-1 1-0 1-1\nbets: 2-1 T / 3 4",
]


@pytest.mark.parametrize("evening", EVENINGS)
def test_evenings_read_every_text_for_a_tile(evening):
    for tile, text in TEXTS:
        plain, typed = (list(hands_of(evening.replace("T", way))) for way in (name(tile), text))
        for _, hand in (*plain, *typed):
            assert isinstance(hand, dict), hand
            del hand["written"]
        assert plain == typed, text


@pytest.mark.parametrize("evening", EVENINGS)
def test_full_width_signs_are_read_as_the_plain_ones(evening):
    wide = str.maketrans({":": "：", ",": "，", ";": "；"})
    plain, typed = (list(hands_of(text.replace("T", "5-3") + " # ours"))
                    for text in (evening, evening.translate(wide)))
    typed += hands_of(evening.replace("T", "5-3").replace("\n", " ＃ ours\n"))
    for _, hand in (*plain, *typed):
        assert isinstance(hand, dict), hand
        del hand["written"]
    assert plain * 2 == typed


def test_histories_questions_and_python_read_every_text_for_a_tile():
    for tile, text in TEXTS:
        hand = {"game": "loo", "players": 2, "dealer": 1, "turn_up": text, "dealt": [[text], None],
                "declarations": [{"seat": 0, "action": "miss", "drawn": [text]}],
                "tricks": [{"plays": [[0, text]]}], "names": [text, "B"]}
        (_, read), = lines_of(json.dumps(hand))
        assert json.dumps(read["names"]) == json.dumps(hand.pop("names"))
        assert {key: value for key, value in read.items() if key != "names"} == json.loads(
            json.dumps(hand).replace(json.dumps(text), json.dumps(name(tile))))
        assert _meant(text, [f"play {name(tile)}", "play 1-0", "pass"]) == [0]
        assert typed_text([text, (1, 0), 0], "hand") == f"{name(tile)} 1-0 0-0"


def test_a_pair_of_numbers_that_may_be_two_tiles_is_refused():
    assert typed_text((6, 4), "turn_up") == typed_text([4, 6], "discarded") == "6-4"
    assert typed_text(24, "turn_up") == "6-3"
    assert typed_text([27, 21], "hand") == "6-6 6-0"
    with pytest.raises(BoneyardError, match=r"one tile with these ends, or two tiles"):
        typed_text((6, 4), "hand")


SEARCHES = """
const search = document.querySelector("details input[type=search]");
const rows = [...document.querySelector("details table").tBodies[0].rows];
found.rows = TEXTS.map(text => {
  search.value = text; search.dispatchEvent(new Event("input"));
  return rows.filter(row => !row.classList.contains("rest")).map(row => row.cells[0].textContent);
});
"""


def test_in_a_browser_a_table_is_searched_for_a_tile_however_it_is_typed(chips, tmp_path):
    page = page_with(chips, "tile", [name(tile) for tile in range(TILES)])
    script = SEARCHES.replace("TEXTS", json.dumps([text for _, text in TEXTS]))
    found = found_in(page, tmp_path, script)
    assert found["rows"] == [[name(tile)] for tile, _ in TEXTS]
