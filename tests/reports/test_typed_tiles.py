"""Every text for a tile is read at every place where people write tiles."""

import json

import pandas as pd
import pytest

from boneyard.cli.commands.play import _meant
from reports.page.document import Column, Section, Table
from reports.page.files import Report
from reports.request import set_up
from reports.review.notation import hands_of
from reports.studies.advise.decision_input import read_decision
from reports.studies.advise.history_input import lines_of
from reports.typed.query import Query, tiles_text
from simulate.domino.tiles import TILES, name
from simulate.errors import BoneyardError
from tests.reports.page.browser import found_in
from tests.spelled import TEXTS

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
        assert tiles_text([text, (1, 0), 0], "hand") == f"{name(tile)} 1-0 0-0"


def test_a_pair_of_numbers_that_may_be_two_tiles_is_refused():
    assert tiles_text((6, 4), "turn_up") == tiles_text([4, 6], "discarded") == "6-4"
    assert tiles_text(24, "turn_up") == "6-3"
    assert tiles_text([27, 21], "hand") == "6-6 6-0"
    with pytest.raises(BoneyardError, match=r"one tile with these ends, or two tiles"):
        tiles_text((6, 4), "hand")


SEARCHES = """
const search = document.querySelector("details input[type=search]");
const rows = [...document.querySelector("details table").tBodies[0].rows];
found.rows = TEXTS.map(text => {
  search.value = text; search.dispatchEvent(new Event("input"));
  return rows.filter(row => !row.classList.contains("rest")).map(row => row.cells[0].textContent);
});
"""


def test_in_a_browser_a_table_is_searched_for_a_tile_however_it_is_typed(chips, tmp_path):
    frame = pd.DataFrame({"a": [name(tile) for tile in range(TILES)]})
    table = Table("long", "Long", frame, (Column("a", "tile", "text"),))
    report = Report(**{**vars(chips.report()), "sections": (Section("s", "S", (), (), (table,)),)})
    script = SEARCHES.replace("TEXTS", json.dumps([text for _, text in TEXTS]))
    found = found_in(report.page(), tmp_path, script)
    assert found["rows"] == [[name(tile)] for tile, _ in TEXTS]
