"""Who plays: threads or processes here, or the workers of a cluster.

Processes and clusters go through joblib, threads through ``simulate.runs.in_order``.  A worker
elsewhere gets the run with every task as a few kilobytes, keeps it, and sends back the totals of
its chunk, compressed.  Nothing heavy is imported here, so that a worker can set up its own cache
before numba is imported.
"""

from __future__ import annotations

import itertools
import logging
import os
import pickle
import shutil
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
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import cloudpickle

from simulate.errors import BoneyardError, unknown
from simulate.later import joblib
from simulate.runs import safe_files
from simulate.runs.in_order import in_order

if TYPE_CHECKING:
    from simulate.runs.run import Run

BACKENDS = ("threads", "processes", "dask", "ray")

T = TypeVar("T")


class Crew(Protocol):
    """Workers for a run."""

    def __call__(
        self, work: Callable[..., T], tasks: Iterable[tuple[Any, ...]], /
    ) -> Iterator[T]:
        """Yield ``work(run, *task)`` for every task, in their order.

        ``work`` is a function of a module, since workers elsewhere look for it by name.
        """


#: Tasks that each worker of a cluster without generators gets at a time.
_ROUND = 8
#: Seconds to wait for a cluster to answer.
_PATIENCE = 10
#: Seconds between two looks of a worker process at whether its parent lives.
_LOOK = 1.0

_setting_up = threading.Lock()
#: The lock of this process's own cache, held while it lives.
_own: list[Any] = []


@contextmanager
def hire(
    run: Run, workers: int | None, backend: str, address: str | None
) -> Iterator[Crew]:
    """Engage workers for a run.

    Parameters
    ----------
    run : Run
    workers : int, optional
        All available ones when not given; dask always takes all.
    backend : str
        One of ``BACKENDS``.
    address : str, optional
        Of the cluster, for those that need one.

    Raises
    ------
    BoneyardError
        If there is no such backend, or its package or cluster cannot be reached.
    """
    here = workers or os.cpu_count() or 1
    if backend == "threads":
        yield _threads(run, here)
    elif backend == "processes":
        yield _parallel(
            _delayed(run, own_cache=False), n_jobs=here, backend="loky",
            initializer=_end_with, initargs=(os.getpid(),),
        )
    elif backend == "dask":
        with _dask(run, address) as crew:
            yield crew
    elif backend == "ray":
        with _ray(run, workers, address) as crew:
            yield crew
    else:
        raise unknown("backend", backend, BACKENDS)


def _threads(run: Run, workers: int) -> Crew:
    def crew(work: Callable[..., T], tasks: Iterable[tuple[Any, ...]]) -> Iterator[T]:
        return in_order(work, ((run, *task) for task in tasks), workers)

    return crew


#: Makes what joblib sends to a worker of some work and its task.
Sender = Callable[[Callable[..., Any], tuple[Any, ...]], Any]


def _delayed(run: Run, own_cache: bool) -> Sender:
    """Return a function that turns a task into what is sent to a worker."""
    from simulate.machine.sources import installed
    from simulate.runs.chunk import reached_by

    payload = zlib.compress(cloudpickle.dumps((run, reached_by(run.players))))
    task = joblib.delayed(partial(play_remotely, payload, installed(), own_cache))
    return lambda work, values: task(zlib.compress(pickle.dumps((work, values)), 1))


def _parallel(delayed: Sender, **settings: Any) -> Crew:
    """Return a crew that lets joblib play and yields each result as soon as it is ready."""

    def crew(work: Callable[..., T], tasks: Iterable[tuple[Any, ...]]) -> Iterator[T]:
        pool = joblib.Parallel(return_as="generator", batch_size=1, **settings)
        with _environment_of_workers():
            with _interrupts_held():
                # This starts the workers already.
                packed = pool(delayed(work, task) for task in tasks)
            yield from map(_unpack, _until_closed(packed))

    return crew


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
    """Shield new processes from Ctrl-C, and from the signal that the terminal has gone.

    The terminal sends both to all processes. Workers end soon after their parent anyway; the
    processes that remove its shared memory must outlive it.
    """
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

    In the working directory they would find and run a ``random.py``; we tell them where to find
    what the run needs. And joblib's process that removes the shared memory of dead workers would
    report that at length, after the terminal has shown how the command ended.
    """
    told = os.environ.get("PYTHONWARNINGS")
    quiet = "ignore:resource_tracker:UserWarning"
    settings = {"PYTHONSAFEPATH": "1", "PYTHONWARNINGS": f"{told},{quiet}" if told else quiet}
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


def _in_rounds(delayed: Sender, workers: int) -> Crew:
    """Return a crew for a backend that cannot yield: each worker gets several tasks at a time."""

    def crew(work: Callable[..., T], tasks: Iterable[tuple[Any, ...]]) -> Iterator[T]:
        tasks = iter(tasks)
        while some := list(itertools.islice(tasks, workers * _ROUND)):
            pool = joblib.Parallel(n_jobs=workers, batch_size=1)
            yield from map(_unpack, pool(delayed(work, task) for task in some))

    return crew


def _unpack(packed: bytes) -> Any:
    """Return what came of a task, or raise the error that came instead."""
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
def _dask(run: Run, address: str | None) -> Iterator[Crew]:
    """Use all workers of a dask cluster."""
    distributed = _need("distributed", "dask")
    address = _need_address(address, "dask", "--scheduler tcp://HOST:PORT")
    named, client = _failures_named("dask", address), partial(distributed.Client, address)
    # Our own error says that the cluster is lost. Every logger of dask has its own level, so we
    # silence each of them.
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    with named, client(timeout=_PATIENCE) as connected:
        if not connected.ncores():
            raise BoneyardError(f"dask at {address} has no workers: start some first")
        with joblib.parallel_config("dask"):
            yield _parallel(_delayed(run, own_cache=True))


@contextmanager
def _ray(run: Run, workers: int | None, address: str | None) -> Iterator[Crew]:
    """Use the workers of a ray cluster; joblib has to be told how many there are."""
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
                yield _in_rounds(_delayed(run, own_cache=True), workers)
        finally:
            # If the cluster has gone, our error has said so already.
            with suppress(Exception):
                ray.shutdown()


def play_remotely(payload: bytes, versions: str, own_cache: bool, task: bytes) -> bytes:
    """Do some work of a run in another process.

    Parameters
    ----------
    payload : bytes
        The run. Each process unpacks it once, since unpacking it compiles the strategies in it
        again.
    versions : str
        What the sender has installed.
    own_cache : bool
        Whether other workers may compile at the same time because no cache is ready for them.
    task : bytes
        The function to call and its arguments; unpacked once numba has its cache.

    Returns
    -------
    bytes
        The result, packed. An error of the run comes back as a result too, because each kind of
        cluster wraps an error that a worker raises in a way of its own.
    """
    try:
        with _setting_up:
            run = _open(payload, versions, own_cache)
        work, values = pickle.loads(zlib.decompress(task))
        outcome = work(run, *values)
    except BoneyardError as error:
        outcome = error
    return zlib.compress(pickle.dumps(outcome), 1)


@lru_cache(maxsize=4)
def _open(payload: bytes, versions: str, own_cache: bool) -> Run:
    """Unpack a run and compile what it needs."""
    from simulate.machine.sources import installed

    if installed() != versions:
        raise BoneyardError(
            f"worker on {socket.gethostname()} has {installed()}, but this computer has "
            f"{versions}: install the same on both"
        )
    if own_cache and not _own:
        _use_own_cache()
    from simulate.runs.chunk import compile_all, reached_by

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


def _end_with(parent: int) -> None:
    """Let this worker process end soon after the one that started it, however that ends.

    Otherwise it would wait for work for minutes and keep the output of its dead parent open. We
    tell it its parent's number, since the parent may be dead by the time it looks.
    """

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


def _use_own_cache() -> None:
    """Let this process compile into a folder of its own, a copy of the computer's if new."""
    from simulate.machine.jit import numba

    base = Path(os.environ["NUMBA_CACHE_DIR"])
    for number in itertools.count():
        folder = base / f"worker-{number}"
        folder.mkdir(parents=True, exist_ok=True)
        held = safe_files.lock(folder / "lock")
        if held is not None:
            break
    _own.append(held)
    if len(list(folder.iterdir())) == 1:
        # Whatever cannot be copied, on a full disk say, is compiled again.
        with suppress(OSError):
            shutil.copytree(base, folder, ignore=shutil.ignore_patterns("worker-*"),
                            dirs_exist_ok=True)
    numba.config.CACHE_DIR = str(folder)
