"""Runs: the same to the last bit for any workers, chunks and backend; errors that explain."""

import numpy as np
import pytest

from simulate.books.tally import Tally
from simulate.errors import StrategyError
from simulate.games.loo.rules import LooRules
from simulate.runs import play as playing
from simulate.runs.play import find_pace, play
from simulate.runs.run import Player, Run
from strategies.lineup import seat_players
from strategies.loo.base import LooStrategy


def run(sessions=100, hands=20, lineup=("random", "stay", "random"), **rules):
    return Run("loo", LooRules(**rules), seat_players("loo", list(lineup)), sessions, hands, 11)


def assert_identical(a: Tally, b: Tally) -> None:
    for key, value in vars(a).items():
        other = vars(b)[key]
        if isinstance(value, np.ndarray):
            assert value.dtype == other.dtype
            assert np.array_equal(value, other), key
        else:
            assert value == other, key


@pytest.fixture(scope="module")
def reference():
    return play(run(), jobs=1).tally


@pytest.mark.parametrize(("jobs", "chunk"), [(1, 16), (2, None), (2, 32), (3, 48), (5, 16)])
def test_results_do_not_depend_on_workers_or_chunks(reference, jobs, chunk):
    assert_identical(reference, play(run(), jobs=jobs, chunk=chunk).tally)


def test_results_do_not_depend_on_the_backend(reference):
    assert_identical(reference, play(run(), jobs=2, chunk=48, backend="processes").tally)


def test_a_longer_run_begins_with_the_shorter_one():
    short, long = (play(run(sessions=n), jobs=1, extremes=1) for n in (32, 64))
    rest = play(run(sessions=32), jobs=1)
    assert rest.tally.session_total("hands") == short.tally.session_total("hands")
    assert long.tally.session_total("hands") > short.tally.session_total("hands")


def test_sums_of_a_chunk_are_exact_beyond_64_bits():
    from simulate.books.tally import Rows, digest
    from simulate.runs.play import find_game

    books = find_game("loo").books
    rows = Rows.blank(books, 40, 2, 1)
    rows.seat[:, :, books.seat.index("value")] = 2**62 + 1
    rows.seat[:, :, books.seat.index("play_1")] = 2**31
    chunk = digest(books, ["a", "a"], rows, 0)
    assert chunk.seat[0, books.seat.index("value")] == 40 * (2**62 + 1)
    played = list(books.rates).index("played")
    # Each square has 62 bits; forty of them do not fit in 63.
    assert chunk.rates[0, played, 0] == 40 * 2**62


class Cheat(LooStrategy):
    name = "cheat"

    @staticmethod
    def declare(view, p):
        return 1

    @staticmethod
    def follow(view, p):
        return 99


class Divides(Cheat):
    name = "divides"

    @staticmethod
    def follow(view, p):
        return 1 // (view.trick - view.trick)


class Nonsense(LooStrategy):
    name = "nonsense"

    @staticmethod
    def declare(view, p):
        return view.no_such_thing


def seated(strategy) -> tuple[Player, ...]:
    return (*seat_players("loo", ["stay"]), strategy().player())


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_illegal_choice_stops_the_run_and_names_the_hand(jobs):
    answer = r"'cheat' in seat 1 answered 99.*follow.*session \d+, hand"
    with pytest.raises(StrategyError, match=answer):
        play(Run("loo", LooRules(), seated(Cheat), 64, 10, 0), jobs=jobs, chunk=32)


def test_an_exception_of_a_strategy_names_the_hand():
    with pytest.raises(StrategyError, match=r"'divides' in seat 1 raised ZeroDivisionError"):
        play(Run("loo", LooRules(), seated(Divides), 16, 10, 0), jobs=1)


def test_a_strategy_that_does_not_compile_is_named():
    reason = r"declare of strategy 'nonsense' does not compile.*no_such_thing"
    with pytest.raises(StrategyError, match=reason):
        play(Run("loo", LooRules(), seated(Nonsense), 16, 10, 0), jobs=1)


@pytest.mark.parametrize(("sessions", "size", "workers", "sizes"), [
    (5000, 1600, 1, [1600, 1600, 1600, 200]), (5000, 1600, 2, [304] * 16 + [136]),
    (100, 1600, 4, [16] * 6 + [4]), (10**6, 1600, 3, [1600] * 625)])
def test_several_workers_have_eight_chunks_each_or_more(
        monkeypatch, sessions, size, workers, sizes):
    monkeypatch.setattr(playing, "find_pace", lambda run: size)
    planned, real = [], playing.chunks

    def noted(*arguments):
        planned.extend(size for _, size in real(*arguments))
        raise KeyboardInterrupt

    monkeypatch.setattr(playing, "chunks", noted)
    with pytest.raises(KeyboardInterrupt):
        play(run(sessions=sessions), jobs=workers)
    assert planned == sizes


@pytest.mark.parametrize(("sessions", "words"), [(32, "first 16 sessions"), (3, "first 3 sess")])
def test_a_run_of_long_sessions_says_how_long_nothing_will_be_kept(
        caplog, monkeypatch, sessions, words):
    table = Run("loo", LooRules(), seat_players("loo", "random", 2), sessions, 2)
    find_pace(table)
    assert not caplog.text
    monkeypatch.setattr(playing, "_LONG", 0.0)
    find_pace(table)
    assert f"nothing is kept before the {words}" in caplog.text
    assert "of up to 2 hands are over, which may take 0 minutes here" in caplog.text


def test_a_long_session_shows_its_hands(monkeypatch):
    monkeypatch.setattr(playing, "_LOOK", 0.01)
    told = []
    tally = play(run(1, 300_000, penalty="cap:40"), jobs=1,
                 progress=lambda *done: told.append(done)).tally
    *before, (done, hands) = told
    assert (done, hands) == (1, tally.session_total("hands")) == (1, 300_000)
    assert before and all(sessions == 0 for sessions, _ in before)
    assert any(0 < some < hands for _, some in before)
