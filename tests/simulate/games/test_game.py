"""Games are found by their packages, and installed packages can add some."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from boneyard.proof.tools import install
from reports.studies.library import solvable
from simulate import games
from simulate.domino.tiles import mask, parse
from simulate.domino.tricks import LED_AS, announce, is_legal_lead, plain
from simulate.errors import BoneyardError
from simulate.games import spot
from simulate.games.game import ENTRY_POINTS, find_game, game_names
from simulate.games.narrating import named, places, who
from simulate.games.tricks import _choices
from simulate.installed import installed
from simulate.machine.compiling import helper, kernel
from strategies import lineup
from strategies.base import UNIFORM
from strategies.casino.base import CasinoStrategy
from tests.waiting import python

#: A game of an installed package, whose kernel nobody has compiled.
ODD = replace(find_game("casino"), name="odd", kernel=lambda row, *played: None)
#: Games of installed packages that ask for more than a table has room for.
WIDE = replace(find_game("casino"), name="odd", seats=(2, 8))
EMPTY = replace(find_game("casino"), name="odd", seats=(0, 4))
CHATTY = replace(find_game("casino"), name="odd", decisions={key: {} for key in "abcdef"})
#: Games of installed packages that name modules which there are not.
LOST = replace(find_game("casino"), name="odd")
BLANK = replace(LOST, strategies="strategies.casino", report="odd.report")
OURS = sorted(path.parent.name for path in Path(games.__file__).parent.glob("*/game.py"))


def test_a_package_is_found_as_soon_as_its_folder_is_on_the_path(tmp_path, monkeypatch):
    assert "late" not in {entry.name for entry in installed(ENTRY_POINTS)}
    monkeypatch.syspath_prepend(install(tmp_path, ENTRY_POINTS, late="no_such_module:GAME"))
    assert "late" in {entry.name for entry in installed(ENTRY_POINTS)}
    assert "late" not in {entry.name for entry in installed("boneyard.strategies")}


def test_names_are_listed_without_compiling_anything():
    code = ("import sys; from simulate.games.game import game_names; game_names();"
            "print({'numba', 'numpy', 'pandas'} & {*sys.modules})")
    assert python("-c", code).stdout == "set()\n"


@pytest.mark.parametrize(("value", "said"), [
    ("no_such_module:GAME", "game 'odd' cannot be loaded: ModuleNotFoundError: No module named"),
    ("simulate.games.game:LUDO", "game 'odd' cannot be loaded: .*LUDO"),
    ("simulate.games.game:OURS", "game 'odd' cannot be loaded"),
    ("simulate.games.game:ENTRY_POINTS", "game 'odd' of an installed package is 'boneyard.games'"),
    ("simulate.games.casino.game:GAME", "game 'odd' of an installed package is the game 'casino'"),
    ("tests.simulate.games.test_game:ODD", "game 'odd' of an installed package has a kernel in "
     "plain Python: decorate it with simulate.machine.compiling.kernel"),
    ("tests.simulate.games.test_game:WIDE", "is for 2 to 8 seats, but a table has 1 to 6"),
    ("tests.simulate.games.test_game:EMPTY", "is for 0 to 4 seats, but a table has 1 to 6"),
    ("tests.simulate.games.test_game:CHATTY", "6 kinds of decisions, but a table has room for 5"),
    ("tests.simulate.games.test_game:LOST", "there is no module 'strategies.odd', which its "
     "strategies should be: name it with strategies= of its Game"),
    ("tests.simulate.games.test_game:BLANK", "no module 'odd.report', which its report should be"),
])
def test_an_entry_point_that_names_no_game_is_an_error_of_one_sentence(
    tmp_path, monkeypatch, value, said
):
    monkeypatch.syspath_prepend(install(tmp_path, ENTRY_POINTS, odd=value))
    assert {*OURS, "odd"} <= set(game_names())
    with pytest.raises(BoneyardError, match=said):
        find_game("odd")


def test_a_game_with_a_fault_in_its_module_stops_no_other(run, tmp_path, monkeypatch):
    folder = install(tmp_path, ENTRY_POINTS, faulty="faulty_game:GAME")
    (tmp_path / "faulty_game.py").write_text("GAME = Gamee()\n")
    for place in (tmp_path, folder):
        monkeypatch.syspath_prepend(place)
    with pytest.raises(BoneyardError, match=r"'faulty' cannot be loaded: NameError: .*Gamee"):
        find_game("faulty")
    assert "faulty" not in solvable() and "loo" in solvable()
    status, text, _ = run("strategies")
    assert status == 0 and "Left out: game 'faulty' cannot be loaded: NameError" in text
    assert "Strategies for Domino Loo" in text
    assert run("strategies", "faulty")[0] == 2


@pytest.fixture
def looked_up_anew():
    lineup.library.cache_clear()
    yield
    lineup.library.cache_clear()


@pytest.mark.usefixtures("booray", "looked_up_anew")
def test_a_fault_in_the_strategies_of_a_game_is_told_in_a_sentence(run, monkeypatch):
    monkeypatch.setattr(lineup, "import_module", lambda name: exec("Random = Randum"))
    said = run("strategies", "booray")[2]
    assert said.startswith("boneyard: the strategies of booray cannot be loaded: NameError: ")


class LowOfAnother(CasinoStrategy):
    name = "low-of-another"
    bet = UNIFORM


@pytest.mark.usefixtures("looked_up_anew")
def test_an_installed_strategy_with_a_fault_stops_no_other(run, monkeypatch, caplog, tmp_path):
    (tmp_path / "faulty_strategy.py").write_text("Own = Strategy\n")
    install(tmp_path, lineup.ENTRY_POINTS, lost="faulty_strategy:Own", number="math:pi",
            low="tests.simulate.games.test_game:LowOfAnother")
    monkeypatch.syspath_prepend(tmp_path)
    text = run("strategies", "casino")[1]
    assert "best-odds" in text and "low-of-another" in text
    assert [one.message.partition(":")[0] for one in caplog.records] == [
        "strategy 'lost' of an installed package cannot be loaded",
        "strategy 'number' of an installed package is 3.141592653589793"]


def test_the_line_of_a_game_that_does_not_compile_is_named_and_not_its_call(run, monkeypatch):
    @helper
    def wrong(row):
        return row.nothing

    @kernel
    def play_sessions(row, first, sessions, hands, books, record, record_from):
        return wrong(row)

    game = replace(find_game("casino"), kernel=play_sessions)
    monkeypatch.setattr("simulate.runs.chunk.find_game", lambda name: game)
    status, _, errors = run("replay", "casino", "--session", "1")
    assert status == 2 and "a function of Domino Casino does not compile: line " in errors
    assert "(return row.nothing): Unknown attribute 'nothing' of type" in " ".join(errors.split())


@pytest.mark.parametrize(("changed", "said"), [
    ({"seats": (2, 3)}, "game 'loo' is for 2 to 3 seats: let it seat four"),
    ({"default_lineup": ("book", "stay", "bold")}, "is book, stay, bold: name four strategies"),
    ({"default_lineup": ("book", "stay", "bold", "random")}, "and not random, which feeds"),
    ({"books": find_game("casino").books}, "which of their numbers are credited, pool and left"),
])
def test_a_rule_of_the_house_is_checked_where_the_game_is_made(changed, said):
    with pytest.raises(BoneyardError, match=said):
        replace(find_game("loo"), **changed)


@pytest.mark.parametrize(("text", "said"), [
    ("1 / 0", "^module 'odd_asking' cannot be loaded: ZeroDivisionError: division by zero$"),
    ("ASKINGS = 0", "^Odd cannot be asked about: there is no ASKING in a module odd_asking$")])
def test_a_module_that_says_nothing_of_asking_is_named(tmp_path, monkeypatch, text, said):
    (tmp_path / "odd_asking.py").write_text(text + "\n")
    monkeypatch.syspath_prepend(tmp_path)
    game = SimpleNamespace(title="Odd", asks="odd_asking")
    monkeypatch.setattr(spot, "find_game", lambda name: game)
    with pytest.raises(BoneyardError, match=said):
        spot.asking("odd")
    sys.modules.pop("odd_asking", None)


@pytest.mark.parametrize(("tile", "suit", "trump", "said"), [
    ("5-2", 5, 6, "or 2s led"),  # the same tile could be led as its other number
    ("5-2", 2, 6, "or 5s led"),
    ("5-5", 5, 6, "forced"),
    ("6-2", 6, 6, "forced"),  # a trump is a trump and nothing else
])
def test_a_lead_is_forced_only_without_a_choice_of_number(tile, suit, trump, said):
    assert _choices(tile, suit, mask([parse(tile)]), LED_AS[trump]) == said


@pytest.mark.parametrize(("lead", "legal"), [
    (announce(parse("6-5"), 5), True), (announce(parse("6-5"), 2), False),
    (announce(parse("2-1"), 1), False), (announce(parse("4-4"), 4), False),
    (-1, False), (1000, False)])
def test_a_lead_must_be_announced_under_a_suit_of_its_own(lead, legal):
    assert is_legal_lead(plain(2), mask(map(parse, ("6-5", "2-1"))), lead) == legal


HAND = mask([parse("6-4"), parse("4-4")])


@pytest.mark.parametrize(("game", "decision", "answer", "said"), [
    ("loo", "follow", 27, "answered 6-6; legal were 6-4 4-4"),
    ("loo", "follow", 77, "answered 77, which is not the number of a tile; legal were 6-4 4-4"),
    ("loo", "lead", 27 * 8 + 6, "answered 6-6 led as 6s; legal were 6-4 4-4"),
    ("loo", "take_turn_up", -2,
     "answered -2, which is not the number of a tile; legal were 6-4 4-4 LEAVE (-1)"),
    ("loo", "keep_after_miss", 1 << 27, "answered the set 6-6; legal were five of 6-4 4-4"),
    ("loo", "keep_after_miss", -1, "answered -1, which is no set; legal were five of 6-4 4-4"),
    ("rounce", "follow", -1, "answered -1, which is not the number of a tile; legal were 6-4 4-4"),
    ("euchre", "discard", 27, "answered 6-6; legal were 6-4 4-4"),
    ("casino", "bet", 27, "answered 6-6; legal were 6-4 4-4"),
    ("pool", "play", 27 + 32, "answered 6-6 to the right; legal were <4-4 <6-4"),
    ("pool", "draw", 2, "answered 2; legal were 0 1")])
def test_an_answer_against_the_rules_is_told_in_tiles(game, decision, answer, said):
    assert find_game(game).refused(decision, answer, {"legal": HAND, "hand": HAND}) == said


def test_calls_and_declarations_against_the_rules_are_told_in_words():
    declared = find_game("loo").refused("declare", 4, {"legal": 0b1010, "hand": HAND})
    assert declared == "answered for_pool; legal were play drop"
    called = find_game("euchre").refused("call", 11, {"legal": 0b0100_0000_0001, "hand": HAND})
    assert called == "answered make(4, 1); legal were PASS make(4, 0)"


def test_places_are_counted_among_those_who_are_dealt_in():
    hand = {"game": "loo", "players": 4, "dealer": 3, "lineup": list("abcd"),
            "dealt": [["6-6"], [], ["5-5"], ["4-4"]]}
    assert places(hand) == {0: "eldest hand", 2: "second", 3: "dealer"}
    assert named(hand, (3, 0)) == "the eldest hand and the dealer"
    assert who({"game": "loo", "lineup": ["a", "b"]}, 1) == "seat 1 (b)"  # nobody deals
