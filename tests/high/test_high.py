"""A game of its own goes through everything, and no other file knows of it."""

from dataclasses import replace

import pytest

from boneyard.proof.tools import boneyard, install
from reports.request import set_up
from reports.results.result import Result
from simulate.errors import BoneyardError
from simulate.games.game import ENTRY_POINTS, find_game, game_names
from simulate.machine.compiling import helper, kernel
from simulate.machine.table import BASE, view_entries
from simulate.runs.play import play
from strategies import lineup
from tests.high.game import Bidding
from tests.high.players import Lowest


class Low(Lowest):
    name = "low-of-another"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return install(tmp_path_factory.mktemp("site"), ENTRY_POINTS, high="tests.high.game:GAME")


@pytest.fixture
def run(site, monkeypatch, capsys):
    monkeypatch.syspath_prepend(site)
    return lambda *words: boneyard(monkeypatch, capsys, *words)


@pytest.mark.usefixtures("run")
def test_the_interval_of_a_figure_with_a_function_of_its_own_holds():
    figure = next(one for one in find_game("high").books.figures if one.name == "kurtosis")

    def at_seat_0(sessions, seed):
        table = set_up("high", "random", 4, None, sessions, 4, seed)
        return Result(play(table, jobs=1)).measures.figure(figure, 0)

    large, small = at_seat_0(65536, 1), [at_seat_0(512, seed) for seed in range(2, 102)]
    assert large.low < 21 / 3**2 - 3 < large.high  # it wins 3 in a hand of four, else loses 1
    assert 90 <= sum(one.low <= large.value <= one.high for one in small) <= 99


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
