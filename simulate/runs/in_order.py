"""Work handed to threads, its results taken in order, so that no result depends on the workers."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, wait
from itertools import chain, islice
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from simulate.runs.run import count_jobs

T = TypeVar("T")
#: Tasks that are handed out before the first result is taken, for every thread.
_AHEAD = 2
#: Seconds that threads have to end when Ctrl-C is pressed.
_MOMENT = 0.5
#: A task, and where its result goes; None tells a thread to end.
_Asked = tuple[Future[Any], tuple[Any, ...]] | None


def _serve(work: Callable[..., Any], asked: SimpleQueue[_Asked]) -> None:
    """Do what is asked for, until told to end: what a thread does."""
    while (one := asked.get()) is not None:
        result, task = one
        if not result.set_running_or_notify_cancel():
            continue
        try:
            result.set_result(work(*task))
        except BaseException as error:  # whatever it is, it is for whoever takes the result
            result.set_exception(error)


def in_order(
    work: Callable[..., T], tasks: Iterable[tuple[Any, ...]], jobs: object = None
) -> Iterator[T]:
    """Yield the result of some work for every task, in the order of the tasks.

    Compile before: threads that compile at the same time may crash.

    Parameters
    ----------
    work : callable
        Called with the values of a task; it releases the GIL while it takes long.
    tasks : iterable of tuple
    jobs : int, optional
        Threads; all cores when not given.

    Raises
    ------
    BoneyardError
        If the number of threads is none.
    """
    workers, tasks = count_jobs(jobs), iter(tasks)
    some = list(islice(tasks, workers))
    tasks = chain(some, tasks)
    if len(some) <= 1 or workers == 1:
        for task in tasks:
            yield work(*task)
        return
    yield from _by_threads(work, tasks, len(some))


def _first_of(waiting: deque[Future[T]]) -> T:
    """Take the first of some results.

    Ctrl-C interrupts us at once. The decisions that it stops are our threads', which have a moment
    to say whose they were (``simulate.runs.interrupting``).
    """
    try:
        result = waiting[0].result()
    except KeyboardInterrupt:
        wait([task for task in waiting if not task.cancel()], _MOMENT)
        raise
    waiting.popleft()
    return result


def _by_threads(
    work: Callable[..., T], tasks: Iterable[tuple[Any, ...]], workers: int
) -> Iterator[T]:
    """Yield the results of threads of our own.

    joblib looks every ten milliseconds whether a result is there, and some work here is a hundred
    small pieces, one after the other.  Nobody waits for these threads when the program ends.
    """
    asked: SimpleQueue[_Asked] = SimpleQueue()
    waiting: deque[Future[T]] = deque()
    for _ in range(workers):
        Thread(target=_serve, args=(work, asked), daemon=True).start()
    try:
        for task in tasks:
            if len(waiting) == _AHEAD * workers:
                yield _first_of(waiting)
            waiting.append(Future())
            asked.put((waiting[-1], task))
        while waiting:
            yield _first_of(waiting)
    finally:  # also where an error ends it, or nobody wants the rest
        for result in waiting:
            result.cancel()
        for _ in range(workers):
            asked.put(None)
