"""Small pieces of work handed to threads, their results taken in order.

No result depends on the workers. Batches of sessions go through joblib (``simulate.runs.workers``),
which looks every ten milliseconds whether a result is there: too seldom for a hundred small pieces.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from itertools import chain, islice
from typing import Any, TypeVar

from simulate.runs.run import count_jobs

T = TypeVar("T")
#: Tasks that are handed out before the first result is taken, for every thread.
_AHEAD = 2
#: Seconds that threads have to end when Ctrl-C is pressed.
MOMENT = 0.5


def in_order(
    work: Callable[..., T], tasks: Iterable[tuple[Any, ...]], jobs: object = None
) -> Iterator[T]:
    """Yield the result of some work for every task, in the order of the tasks.

    ``work`` is called with the values of a task by ``jobs`` threads and releases the GIL while it
    takes long. Compile before: threads that compile at the same time may crash.
    """
    workers, tasks = count_jobs(jobs), iter(tasks)
    some = list(islice(tasks, workers))
    tasks = chain(some, tasks)
    if len(some) <= 1 or workers == 1:
        for task in tasks:
            yield work(*task)
        return
    pool, waiting = ThreadPoolExecutor(len(some)), deque[Future[T]]()
    try:
        for task in tasks:
            if len(waiting) == _AHEAD * len(some):
                yield _first_of(waiting)
            waiting.append(pool.submit(work, *task))
        while waiting:
            yield _first_of(waiting)
    finally:  # also where an error ends it, or nobody wants the rest
        pool.shutdown(wait=False, cancel_futures=True)


def in_pieces(
    work: Callable[[int, int], T], first: int, many: int, size: int, jobs: object = None,
    on_done: Callable[[int], object] | None = None,
) -> Iterator[T]:
    """Yield what ``work(first, many)`` finds in pieces of so many deals or sessions, in order;
    ``on_done`` is called with how many are done."""
    tasks = [(first + at, min(size, many - at)) for at in range(0, many, size)]
    for done, found in enumerate(in_order(work, tasks, jobs), 1):
        yield found
        if on_done:
            on_done(min(done * size, many))


def _first_of(waiting: deque[Future[T]]) -> T:
    """Take the first of some results; after Ctrl-C threads may name the decision it stopped."""
    try:
        result = waiting[0].result()
    except KeyboardInterrupt:
        wait([task for task in waiting if not task.cancel()], MOMENT)
        raise
    waiting.popleft()
    return result
