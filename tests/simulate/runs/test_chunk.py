"""A chunk is played and added up a few sessions at a time, and nobody can tell from the result."""

import subprocess
import sys
import time
from dataclasses import fields, replace
from itertools import chain

import numpy as np
import pytest

from reports.request import set_up
from simulate.books.rows import AT_ONCE, Rows
from simulate.books.tally import Chunk, Tally, digest
from simulate.games.game import find_game, game_names
from simulate.machine.interrupting import FLAG
from simulate.runs import chunk
from simulate.runs import follow as following
from simulate.runs.chunk import play_chunk
from simulate.runs.run import Run, in_order
from strategies.base import UNIFORM
from strategies.lineup import seat_players
from strategies.pool.base import PoolStrategy


def a_run(game, sessions):
    return set_up(game, "random", 3, None, sessions, 20, 3)


@pytest.mark.parametrize("game", game_names())
def test_a_chunk_is_what_its_sessions_add_up_to(monkeypatch, game):
    monkeypatch.setattr(chunk, "_BYTES_AT_ONCE", 1)
    run, books = a_run(game, 10**4), find_game(game).books
    first, sessions = 32, 2 * AT_ONCE + 20
    rows = chunk.play_sessions(run, first, sessions, run.hands, 5)
    expected = digest(books, run.labels, rows, first)
    found = chunk.play_chunk(run, first, sessions, 5)
    for field in fields(expected):
        np.testing.assert_array_equal(
            getattr(found, field.name), getattr(expected, field.name), field.name)


@pytest.mark.parametrize("game", game_names())
def test_ctrl_c_ends_a_session_between_two_hands(game):
    FLAG[0] = 1
    try:
        with pytest.raises(KeyboardInterrupt):
            chunk.play_chunk(a_run(game, 1), 0, 1, 5, hands=2**31)
    finally:
        FLAG[0] = 0
    assert chunk.hands_under_way(a_run(game, 1)) == 0


@pytest.mark.parametrize("game", game_names())
def test_what_a_worker_holds_of_a_chunk_stays_small(monkeypatch, game):
    held = []
    blank = Rows.blank.__func__

    def noted(cls, *arguments):
        held.append(blank(cls, *arguments))
        return held[-1]

    monkeypatch.setattr(Rows, "blank", classmethod(noted))
    chunk.play_chunk(a_run(game, 10**4), 0, 10**4, 5)
    assert sum(array.nbytes for rows in held for array in rows[:3]) < 2**21


def test_hands_are_recorded_the_same_in_pieces(monkeypatch):
    run, row = replace(a_run("rounce", 1), hands=1000), find_game("rounce").row

    def values(first):
        return [hand[row.value : row.value + 4].tolist()
                for hand in chunk.record_sessions(run, (0,), first, run.hands)]

    whole = values(0)
    monkeypatch.setattr(chunk, "_HANDS_A_PIECE", 4)
    assert len(whole) > 4 and len(whole) % 4  # the game ends within a piece
    assert values(0) == whole and values(3) == whole[3:]


@pytest.mark.parametrize("most", [1, 120, 10**5])
def test_hands_are_followed_as_sessions_are_recorded_one_by_one(monkeypatch, most):
    run, row = replace(a_run("rounce", 5), hands=50), find_game("rounce").row
    monkeypatch.setattr(following, "_HANDS_A_PIECE", most)
    pieces = following.follow(run, following.values_of(run), lambda paths: [
        (paths.first + session, hand) for session, hand in zip(
            paths.session.tolist(), paths["value"].tolist(), strict=True)], 1).pieces
    hands = [(session, hand[row.value : row.value + 3].tolist())
             for session in range(5) for hand in chunk.record_sessions(run, (session,))]
    assert list(chain(*pieces)) == hands and len(hands) > 5


def test_a_chart_is_put_behind_its_parameters_once():
    (player,) = seat_players("loo", "solved", 1)
    again = replace(player, chart=player.chart.copy())
    run = replace(a_run("loo", 16), players=(player, again, player, again))
    _, kept = chunk.set_table(run)
    assert kept[0] is kept[2] and kept[1] is kept[3] and kept[0] is not kept[1]
    values = list(player.parameters.values())
    np.testing.assert_array_equal(kept[0], [*values, len(player.chart), *player.chart])
    assert chunk.set_table(run)[1][0] is kept[0]


def test_a_chart_that_is_changed_between_runs_is_read_anew():
    chosen = np.zeros(2)

    class Changing(PoolStrategy):
        name = "changing"
        play = UNIFORM

        def chart(self):
            return chosen

    def laid():
        run = replace(a_run("pool", 16), players=seat_players("pool", [Changing()], 4))
        return chunk.set_table(run)[1][0].tolist()

    before = laid()
    chosen[1] = 7
    assert (before[-2:], laid()[-2:]) == ([0, 0], [0, 7])


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_results_come_in_the_order_of_the_tasks(jobs):
    def work(number):
        time.sleep(0.002 * (number % 3))
        return number**2

    assert list(in_order(work, ((n,) for n in range(20)), jobs)) == [n**2 for n in range(20)]
    assert list(in_order(work, [], jobs)) == []


def test_a_thread_that_never_ends_does_not_keep_a_failed_program_alive():
    program = """
import time
from simulate.runs.run import in_order

def work(seconds):
    time.sleep(seconds)
    raise ValueError("this one failed")

list(in_order(work, [(0,), (600,)], 2))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=120)
    assert done.returncode == 1 and b"this one failed" in done.stderr


def _by_nested(view, p):
    return sum(int(p.nerve) for _ in range(view.seats))


def _by_second_name(view, p):
    q = p
    return int(q.nerve)


@pytest.mark.parametrize(("decision", "reads"), [
    (lambda view, p: 0, False), (lambda view, parameters: view.hand, False),
    (lambda view, parameters: int(parameters.nerve), True), (_by_nested, True),
    (_by_second_name, True), (lambda view, p: max(view.hand, p), True)])
def test_a_decision_is_given_parameters_where_it_names_them(decision, reads):
    assert chunk._reads_parameters(decision) == reads


HANDS = 10**15
LARGEST = np.iinfo(np.int64).max


@pytest.fixture(scope="module", params=game_names())
def played(request):
    """Return a run of 16 sessions and its totals."""
    rules = {"penalty": "cap:40"} if request.param == "loo" else None
    run = set_up(request.param, "random", 4, rules, 16, 100, 5)
    return run, play_chunk(run, 0, 16, 10)


def hands_in(run: Run, chunk: Chunk) -> int:
    return int(chunk.session[find_game(run.game).books.session.index("hands")])


def test_totals_of_10_to_the_15_hands_are_exact(played):
    run, chunk = played
    times = HANDS // hands_in(run, chunk)
    whole = ("session", "seat", "rates", "session_rates")
    large = replace(chunk, counts=chunk.counts * times,
                    **{name: getattr(chunk, name) * times for name in whole})
    tally = Tally(find_game(run.game).books, run.labels)
    tally.add(large)
    tally.add(replace(large, first=16))
    assert tally.session_total("hands") == 2 * times * hands_in(run, chunk)
    for name in ("seat", "rates", "session_rates"):
        sums = [2 * times * number for number in getattr(chunk, name).ravel().tolist()]
        assert getattr(tally, name).ravel().tolist() == sums
    counts = [2 * times * int(number) for number in chunk.counts]
    assert max(counts) <= LARGEST
    assert tally.counts.tolist() == counts
