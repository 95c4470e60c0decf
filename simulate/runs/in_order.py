"""Work handed to threads, its results taken in order, so that no result depends on the workers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import Any, TypeVar

from simulate.later import joblib
from simulate.runs.run import count_jobs

T = TypeVar("T")


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
    if len(some) <= 1 or workers == 1:  # needs no joblib, which takes a while to import
        for task in tasks:
            yield work(*task)
        return
    pool = joblib.Parallel(
        n_jobs=len(some), backend="threading", return_as="generator", batch_size=1)
    yield from pool(joblib.delayed(work)(*task) for task in tasks)
