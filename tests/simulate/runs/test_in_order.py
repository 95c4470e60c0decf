"""Small pieces on threads: in order, few ahead, and no waiting for what nobody wants."""

import threading
import time

import pytest

from simulate.runs.in_order import in_order


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_results_come_in_the_order_of_the_tasks(jobs):
    def work(number):
        time.sleep(0.002 * (number % 3))
        return number**2

    assert list(in_order(work, ((n,) for n in range(20)), jobs)) == [n**2 for n in range(20)]
    assert list(in_order(work, [], jobs)) == []


def test_both_threads_work_at_the_same_time():
    meeting = threading.Barrier(2, timeout=20)
    assert sorted(in_order(lambda _: meeting.wait(), [(0,), (1,)], 2)) == [0, 1]


def test_an_error_comes_in_its_turn_and_nothing_more_is_begun():
    begun = []

    def work(number):
        begun.append(number)
        if number == 3:
            raise ValueError("the third")
        return number

    found = in_order(work, ((n,) for n in range(100)), 2)
    assert [next(found) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match="the third"):
        next(found)
    assert len(begun) < 10


def test_tasks_are_taken_a_few_ahead():
    taken = []

    def tasks():
        for number in range(100):
            taken.append(number)
            yield (number,)

    found = in_order(lambda number: number, tasks(), 2)
    next(found)
    assert len(taken) < 10
    found.close()
    assert len(taken) < 10


def test_threads_end_when_the_rest_is_not_wanted():
    before = set(threading.enumerate())
    found = in_order(lambda number: number, ((n,) for n in range(100)), 3)
    next(found)
    own = set(threading.enumerate()) - before
    assert len(own) == 3
    found.close()
    for thread in own:
        thread.join(20)
    assert not any(thread.is_alive() for thread in own)


def test_nobody_sleeps_until_a_result_is_there(monkeypatch):
    def sleep(seconds):
        raise AssertionError("a result was waited for by the clock")

    monkeypatch.setattr(time, "sleep", sleep)
    wake = threading.Event()
    threading.Timer(0.02, wake.set).start()
    assert list(in_order(lambda _: wake.wait(20), [(0,), (1,)], 2)) == [True, True]
