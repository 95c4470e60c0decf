"""A game of its own goes through everything, and no other file knows of it."""

from dataclasses import replace

import pytest

from boneyard.proof.tools import boneyard, install
from reports.request import set_up
from reports.results.result import Result
from simulate.domino.tiles import HIGH, LOW, parse
from simulate.errors import BoneyardError
from simulate.games.game import ENTRY_POINTS, find_game, game_names
from simulate.machine.compiling import helper, kernel
from simulate.machine.table import BASE, view_entries
from simulate.runs.play import play
from strategies import lineup
from tests.high.game import Bidding
from tests.high.players import Lowest

SMALL = ("--sessions", "64", "--hands", "20", "--seed", "3", "--quiet")


class Low(Lowest):
    name = "low-of-another"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return install(tmp_path_factory.mktemp("site"), ENTRY_POINTS, high="tests.high.game:GAME")


@pytest.fixture
def run(site, monkeypatch, capsys):
    monkeypatch.syspath_prepend(site)
    return lambda *words: boneyard(monkeypatch, capsys, *words)


def pips(tile):
    return int(HIGH[parse(tile)] + LOW[parse(tile)])


def test_it_is_listed_with_its_strategies_and_rules(run):
    assert "high" in game_names()
    assert "Strategies for Highest Bid" in run("strategies", "high")[1]
    assert "stake=1" in run("rules", "high")[1]


@pytest.mark.usefixtures("undrawn")
def test_its_page_shows_the_figures_that_it_declares(run, tmp_path):
    assert run("report", "high", *SMALL, "--out", str(tmp_path / "out"))[0] == 0
    page = (tmp_path / "out" / "index.html").read_text()
    for words in ("Highest Bid", "pips bid", "hands won", "chips a hand", "standard deviation",
                  "tails", "Which strategy is better?", "What does it cost to sit down?"):
        assert words in page
    terminal = run("simulate", "high", *SMALL[:-1])[1]
    assert "pips bid" in terminal and "tails" in terminal


@pytest.mark.usefixtures("run")
def test_the_interval_of_a_figure_with_a_function_of_its_own_holds():
    figure = next(one for one in find_game("high").books.figures if one.name == "kurtosis")

    def at_seat_0(sessions, seed):
        table = set_up("high", "random", 4, None, sessions, 4, seed)
        return Result(play(table, jobs=1)).measures.figure(figure, 0)

    large, small = at_seat_0(65536, 1), [at_seat_0(512, seed) for seed in range(2, 102)]
    assert large.low < 21 / 3**2 - 3 < large.high  # it wins 3 in a hand of four, else loses 1
    assert 90 <= sum(one.low <= large.value <= one.high for one in small) <= 99


def test_its_studies_answer(run):
    status, text, _ = run("study", "risk", "high", *SMALL[:-1], "--rule", "stake=3", "--all")
    assert status == 0
    assert "150" in text  # banks are measured in stakes
    status, text, _ = run("study", "duel", "high", *SMALL[:-1])
    assert status == 0
    assert "highest is best" in text
    assert "leader" in text


def test_a_game_that_says_nothing_of_its_decisions_cannot_be_asked_about(run):
    status, _, said = run("play", "high")
    assert status == 2
    assert said.startswith("boneyard: Highest Bid cannot be asked about: no asks of its Game names")


@pytest.fixture
def looked_up_anew():
    lineup.library.cache_clear()
    yield
    lineup.library.cache_clear()


@pytest.mark.usefixtures("looked_up_anew")
def test_a_fault_in_its_strategies_is_told_in_a_sentence(run, monkeypatch):
    monkeypatch.setattr(lineup, "import_module", lambda name: exec("Random = Randum"))
    said = run("strategies", "high")[2]
    assert said.startswith("boneyard: the strategies of high cannot be loaded: NameError: ")


@pytest.mark.usefixtures("looked_up_anew")
def test_an_installed_strategy_with_a_fault_stops_no_other(run, monkeypatch, caplog, tmp_path):
    (tmp_path / "faulty_strategy.py").write_text("Own = Strategy\n")
    install(tmp_path, lineup.ENTRY_POINTS, lost="faulty_strategy:Own", number="math:pi",
            low="tests.high.test_high:Low")
    monkeypatch.syspath_prepend(tmp_path)
    text = run("strategies", "high")[1]
    assert all(name in text for name in ("highest", "low-of-another", "random"))
    assert [one.message.partition(":")[0] for one in caplog.records] == [
        "strategy 'lost' of an installed package cannot be loaded",
        "strategy 'number' of an installed package is 3.141592653589793"]


@pytest.mark.parametrize(("words", "said"), [
    (("simulate", "high", "--players", "9"), "players of Highest Bid: 9"),
    (("simulate", "high", "--lineup", "banker"), "unknown strategy 'banker'"),
    (("simulate", "high", "--rule", "penalty=5"), "unknown rule 'penalty'"),
    (("simulate", "high", "--rule", "stake=0"), "stake"),
    (("simulate", "high", "--preset", "pagat"), "this game has no presets"),
    (("simulate", "high", "--sessions", "0"), "sessions"),
    (("study", "risk", "high", "--bankroll", "50"), "Highest Bid has no rule for seats without"),
    (("study", "duel", "high", "--lineup", "random"), "name two strategies or more"),
    (("study", "miss", "high"), "miss"),
    (("solve", "high"), "high"),
    (("replay", "high", "--session", "0", "--hand", "7", "--hands", "3"), "no hand 7"),
    (("simulate", "hihg"), "did you mean 'high'"),
    (("new-strategy", "mine", "--game", "high"),
     "Highest Bid has no file that a strategy could begin with"),
])
def test_wrong_input_is_an_error_of_one_sentence(run, words, said):
    status, out, errors = run(*words)
    assert status == 2
    assert out == ""
    assert said in " ".join(errors.split())


def test_a_function_of_the_game_that_does_not_compile_is_named(run, monkeypatch):
    @kernel
    def play_sessions(row, first, sessions, hands, books, record, record_from):
        return row.nothing

    game = find_game("high")
    monkeypatch.setattr("simulate.runs.chunk.find_game", lambda name: replace(
        game, kernel=play_sessions))
    status, _, errors = run("replay", "high", "--session", "1")
    assert status == 2
    assert "a function of Highest Bid does not compile: line " in errors
    assert "(return row.nothing)" in errors


def test_the_line_that_does_not_compile_is_named_and_not_its_call(run, monkeypatch):
    @helper
    def wrong(row):
        return row.nothing

    @kernel
    def play_sessions(row, first, sessions, hands, books, record, record_from):
        return wrong(row)

    game = find_game("high")
    monkeypatch.setattr("simulate.runs.chunk.find_game", lambda name: replace(
        game, kernel=play_sessions))
    _, _, errors = run("replay", "high", "--session", "1")
    assert "(return row.nothing): Unknown attribute 'nothing' of type" in " ".join(errors.split())


def test_a_view_shows_what_the_row_has():
    with pytest.raises(BoneyardError, match="view Bidding shows 'hand', but the row has no such"):
        view_entries(Bidding, BASE)


def test_two_strategies_sit_in_turn_where_a_game_needs_more_seats(site, monkeypatch):
    monkeypatch.syspath_prepend(site)
    game = replace(find_game("high"), seats=(3, 6))
    monkeypatch.setattr("reports.request.find_game", lambda name: game)
    run = set_up("high", "highest,lowest")
    assert run.labels == ["highest", "lowest", "highest"]
    with pytest.raises(BoneyardError, match="line-up of 2 strategies for 4 players: name one for"):
        set_up("high", "highest,lowest", 4)


def test_without_its_package_there_is_no_such_game():
    assert "high" not in game_names()
    with pytest.raises(BoneyardError, match="unknown game 'higher'"):
        set_up("higher", sessions=1, hands=1)
