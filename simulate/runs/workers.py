"""Who plays: threads or processes here, or the workers of a cluster.

All but threads go through joblib.  A worker elsewhere (``work_remotely``) gets the run with every
task, compressed, keeps it, and sends back the totals of its chunk, compressed too.  A run is below
a kilobyte with most strategies of the library, 170 KB with ``solved`` and 1.6 MB with ``racer``.
"""

import itertools
import logging
import os
import pickle
import signal
import socket
import sys
import threading
import time
import warnings
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from importlib import import_module
from multiprocessing import resource_tracker
from types import ModuleType
from typing import Any

import cloudpickle

from simulate.books.tally import Chunk
from simulate.errors import BoneyardError, refusal, unknown
from simulate.installed import joblib
from simulate.machine.sources import installed
from simulate.runs.chunk import compile_all, play_chunk, reached_by
from simulate.runs.run import Run, in_order

#: Seconds between two checks of a worker process whether its parent lives.
_LOOK = 1.0
_setting_up = threading.Lock()


def work_remotely(work: Callable[..., Any], payload: bytes, versions: str, *task: Any) -> bytes:
    """Do some work of a run in another process, ``work(run, *task)``; return what it made, packed.

    ``payload`` is the run: each process unpacks it once, since unpacking compiles the strategies
    again. An error of the run comes back as a result too, because each kind of cluster
    wraps an error that a worker raises in a way of its own.
    """
    try:
        with _setting_up:
            run = _open(payload, versions)
        outcome = work(run, *task)
    except BoneyardError as error:
        outcome = error
    return zlib.compress(pickle.dumps(outcome), 1)


@lru_cache(maxsize=4)
def _open(payload: bytes, versions: str) -> Run:
    """Unpack a run and compile what it needs."""
    if installed() != versions:
        raise BoneyardError(
            f"worker on {socket.gethostname()} has {installed()}, but this computer has "
            f"{versions}: install the same on both"
        )
    run: Run
    run, reached = pickle.loads(zlib.decompress(payload))
    _make_modules_known(run)
    for player, there, here in zip(run.players, reached, reached_by(run.players), strict=True):
        if there != here:
            raise BoneyardError(
                f"worker on {socket.gethostname()} has other versions of what strategy "
                f"{player.label!r} imports than this computer: install the same on both")
    compile_all(run)
    return run


def end_with(parent: int) -> None:
    """Let this worker process end soon after the one that started it, whose output it would keep
    open; its number is given, since it may be dead by now."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_LOOK)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _make_modules_known(run: Run) -> None:
    """Register the modules of strategies that came as code: numba looks for them by name."""
    for player in run.players:
        for function in filter(None, player.decisions.values()):
            if function.__module__ not in sys.modules:
                module = ModuleType(function.__module__)
                vars(module).update(function.__globals__)
                sys.modules[function.__module__] = module


BACKENDS = ("threads", "processes", "dask", "ray")

#: The first session of a chunk, how many it has, and how many extreme hands are kept.
Task = tuple[int, int, int]
#: ``executor(tasks)`` yields the chunk of every task, in order.
Executor = Callable[[Iterable[Task]], Iterator[Chunk]]
#: Tasks that each worker of a cluster without generators gets at a time.
_ROUND = 8
#: Seconds to wait for a cluster to answer.
_PATIENCE = 10


@contextmanager
def executor_for(
    run: Run, workers: int | None, backend: str, address: str | None
) -> Iterator[Executor]:
    """Return the executor of a run; all workers if no number is given, as dask always does."""
    here = workers or joblib.cpu_count()
    if backend == "threads":
        yield partial(in_order, partial(play_chunk, run), jobs=here)
    elif backend == "processes":
        yield partial(in_processes, run, play_chunk, here)
    elif backend == "dask":
        with _dask(run, address) as executor:
            yield executor
    elif backend == "ray":
        with _ray(run, workers, address) as executor:
            yield executor
    else:
        raise unknown("backend", backend, BACKENDS)


def in_processes(
    run: Run, work: Callable[..., Any], workers: int, tasks: Iterable[tuple[Any, ...]]
) -> Iterator[Any]:
    """Yield what worker processes make of a run, ``work(run, *task)``, in the order of the tasks.
    They take seconds to start."""
    return _parallel(_delayed(run, work), n_jobs=workers, backend="loky",
                     initializer=end_with, initargs=(os.getpid(),))(tasks)


class NotSent(BoneyardError):
    """Something in a line-up cannot be sent to another process."""


def _delayed(run: Run, work: Callable[..., Any] = play_chunk) -> Callable[..., Any]:
    """Return the function that turns a task into what joblib sends to a worker."""
    try:
        payload = zlib.compress(cloudpickle.dumps((run, reached_by(run.players))))
    except Exception as error:  # what a strategy holds raises its own kind
        raise NotSent(f"a strategy holds what cannot be sent to another process ({error}): play "
                      "with backend threads") from error
    return joblib.delayed(partial(work_remotely, work, payload, installed()))


def _parallel(delayed: Callable[..., Any], **settings: Any) -> Callable[..., Iterator[Any]]:
    """Let joblib play, and yield each result as soon as it is ready."""

    def executor(tasks: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
        # Processes take seconds to start: no more of them than there are tasks.
        some = list(itertools.islice(tasks := iter(tasks), settings.get("n_jobs", 0)))
        fewer = {"n_jobs": len(some) or 1} if "n_jobs" in settings else {}
        tasks = itertools.chain(some, tasks)
        pool = joblib.Parallel(return_as="generator", batch_size=1, **settings | fewer)
        with _environment_of_workers():
            try:
                with _interrupts_held():
                    # This starts the workers already.
                    packed = pool(delayed(*task) for task in tasks)
            except (OSError, UnboundLocalError) as error:
                # The second is joblib's, where the system gives it no pipe for a process.
                reason = refusal(error) if isinstance(error, OSError) else "too many open files"
                raise BoneyardError(f"worker processes cannot be started ({reason}): give fewer "
                                    "--jobs; 1 starts none") from error
            yield from map(_unpack, _until_closed(packed))

    return executor


def _until_closed(results: Iterator[Any]) -> Iterator[Any]:
    """Yield results, and keep joblib from warning when the rest of them is not used."""
    try:
        for result in results:  # noqa: UP028  closed below, where the warnings are off
            yield result
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            results.close()  # type: ignore[attr-defined]  # a generator


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Shield new processes from Ctrl-C and from the end of the terminal: those that remove shared
    memory must outlive the others."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
    # Python would start its resource tracker when it is first needed, and would let interrupts
    # through again at that moment; so it is started before they are blocked.
    resource_tracker.ensure_running()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _environment_of_workers() -> Iterator[None]:
    """Let the processes that we start import nothing from here, and clean up silently.

    They would run a ``random.py`` of the working directory, and joblib's process that removes the
    shared memory of dead workers would report that at length.
    """
    given = os.environ.get("PYTHONWARNINGS")
    quiet = "ignore:resource_tracker:UserWarning"
    settings = {"PYTHONSAFEPATH": "1", "PYTHONWARNINGS": f"{given},{quiet}" if given else quiet}
    before = {name: os.environ.get(name) for name in settings}
    os.environ.update(settings)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def _in_rounds(delayed: Callable[..., Any], workers: int) -> Executor:
    """Let a backend play that cannot yield: each worker gets several tasks at a time."""

    def executor(tasks: Iterable[Task]) -> Iterator[Chunk]:
        tasks = iter(tasks)
        while some := list(itertools.islice(tasks, workers * _ROUND)):
            pool = joblib.Parallel(n_jobs=workers, batch_size=1)
            yield from map(_unpack, pool(delayed(*task) for task in some))

    return executor


def _unpack(packed: bytes) -> Any:
    """Return the result of a task, or raise its error."""
    outcome = pickle.loads(zlib.decompress(packed))
    if isinstance(outcome, BoneyardError):
        raise outcome
    return outcome


def _need(package: str, extra: str) -> Any:
    try:
        return import_module(package)
    except ImportError as error:
        raise BoneyardError(
            f"backend {extra} needs a package that is not installed ({error.name}): "
            f"pip install 'boneyard[{extra}]' (in a copy of the sources: pip install '.[{extra}]')"
        ) from error


def _need_address(address: str | None, backend: str, option: str) -> str:
    if not address:
        raise BoneyardError(f"backend {backend} needs {option}, the address of its cluster")
    return address


@contextmanager
def _failures_named(backend: str, address: str) -> Iterator[None]:
    """Name the cluster in whatever error it raises; let errors of the run pass."""
    try:
        yield
    except BoneyardError:
        raise
    except Exception as error:  # clusters raise many kinds
        reason = " ".join(str(error).split())[:300]
        raise BoneyardError(
            f"{backend} at {address} failed ({type(error).__name__}: {reason})"
        ) from error


@contextmanager
def _dask(run: Run, address: str | None) -> Iterator[Executor]:
    """Use all workers of a dask cluster."""
    distributed = _need("distributed", "dask")
    address = _need_address(address, "dask", "--scheduler tcp://HOST:PORT")
    named, client = _failures_named("dask", address), partial(distributed.Client, address)
    # Our own error names the lost cluster. Every logger of dask has its own level, so we
    # silence each of them.
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    with named, client(timeout=_PATIENCE), joblib.parallel_config("dask"):
        yield _parallel(_delayed(run))


@contextmanager
def _ray(run: Run, workers: int | None, address: str | None) -> Iterator[Executor]:
    """Use the workers of a ray cluster; joblib has to be given their number."""
    # Without these settings ray reports its use to its makers, and starts a cluster of its own if
    # this one has gone.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ENABLE_AUTO_CONNECT", "0")
    ray = _need("ray", "ray")
    address = _need_address(address, "ray", "--address HOST:PORT")
    with _failures_named("ray", address):
        _need("ray.util.joblib", "ray").register_ray()
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        try:
            workers = workers or int(ray.cluster_resources().get("CPU", 1))
            with joblib.parallel_config("ray", n_jobs=workers):
                yield _in_rounds(_delayed(run), workers)
        finally:
            # If the cluster has gone, our error has named it already.
            with suppress(Exception):
                ray.shutdown()
