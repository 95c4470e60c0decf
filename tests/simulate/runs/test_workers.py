"""Clusters on this computer: the same results as one thread, and errors that explain."""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace

import joblib
import pytest
from joblib._parallel_backends import ThreadingBackend

from simulate import installed
from simulate.errors import BoneyardError, StrategyError
from simulate.games.loo.rules import LooRules
from simulate.runs import workers
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.lineup import seat_players
from tests.boneyard.cli.test_main import STRATEGY
from tests.simulate.runs.test_play import Cheat, assert_identical, seated
from tests.waiting import ROOT, environment, python

RUN = Run("loo", LooRules(penalty="cap:40"), seat_players("loo", ["random", "stay"]), 160, 20, 4)


@pytest.fixture(scope="module")
def reference():
    return play(RUN, jobs=1).tally


@contextmanager
def started(*words: str):
    """Start a process of a cluster, and end it."""
    process = subprocess.Popen(
        [sys.executable, "-m", *words], env=environment(PYTHONWARNINGS="ignore"), text=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def dask_cluster():
    """Start a scheduler and two workers; yield the address and the scheduler's process."""
    local = ("--host", "127.0.0.1", "--no-dashboard")
    with started("distributed.cli.dask_scheduler", *local, "--port", "0") as scheduler:
        address = next(line.split()[-1] for line in scheduler.stderr if "Scheduler at" in line)
        worker = ("distributed.cli.dask_worker", address, *local, "--nthreads", "1", "--no-nanny")
        with started(*worker) as one, started(*worker) as two:
            for process in (one, two):
                assert any("Registered to" in line for line in process.stderr)
            yield address, scheduler


@pytest.fixture(scope="module")
def dask():
    """Return the address of a cluster whose workers are threads of this process."""
    distributed = pytest.importorskip("distributed", reason="dask[distributed] is not installed")
    from dask import config

    # A slow computer is not taken for a cluster that is not there.
    waits = {f"distributed.comm.timeouts.{name}": "600s" for name in ("connect", "tcp")}
    with config.set(waits), distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=False, protocol="tcp://",
            dashboard_address=None) as cluster:
        yield cluster.scheduler_address


@pytest.fixture(scope="module")
def ray():
    pytest.importorskip("ray", reason="ray is not installed: pip install 'ray>=2.34'")
    os.environ.update(RAY_USAGE_STATS_ENABLED="0", RAY_ENABLE_AUTO_CONNECT="0")
    cluster_utils = pytest.importorskip("ray.cluster_utils", reason="a ray without clusters")
    node = {"num_cpus": 1, "include_dashboard": False, "env_vars": {"PYTHONPATH": str(ROOT)}}
    cluster = cluster_utils.Cluster(initialize_head=True, head_node_args=node)
    cluster.add_node(num_cpus=1, env_vars={"PYTHONPATH": str(ROOT)})
    yield cluster.address
    cluster.shutdown()


@pytest.fixture(params=["dask", "ray"])
def cluster(request, monkeypatch):
    """Return the name of a backend and its address, for which we wait however slow it is."""
    monkeypatch.setattr(workers, "_PATIENCE", 600)
    return request.param, request.getfixturevalue(request.param)


@pytest.fixture(scope="module")
def processes():
    """Return the address of a dask cluster of processes."""
    pytest.importorskip("distributed", reason="dask[distributed] is not installed")
    with dask_cluster() as (address, _):
        yield address


#: dask, ray and what they start warn of their own affairs.
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["dask", "ray"])
def test_a_cluster_plays_the_same_and_this_process_no_chunk(
        request, backend, reference, monkeypatch):
    def here(*_):
        raise AssertionError("a chunk was played here")

    monkeypatch.setattr(workers, "_open", here)
    address = request.getfixturevalue({"dask": "processes"}.get(backend, backend))
    tally = play(RUN, backend=backend, address=address, chunk=16).tally
    assert_identical(reference, tally)


def test_an_error_of_a_strategy_comes_back(cluster):
    backend, address = cluster
    run = Run("loo", LooRules(), seated(Cheat), 32, 10, 0)
    with pytest.raises(StrategyError, match=r"'cheat' in seat 1 answered 99") as caught:
        play(run, backend=backend, address=address, chunk=16)
    assert caught.value.hand is not None
    assert "Traceback" not in str(caught.value)


@pytest.mark.usefixtures("undrawn")
def test_the_command_line_reaches_a_cluster(run, dask, tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "_PATIENCE", 600)
    mine = tmp_path / "mine.py"
    mine.write_text(STRATEGY)
    texts = []
    for where in (("--jobs", "1"), ("--backend", "dask", "--scheduler", dask)):
        folder = tmp_path / where[-1].rpartition(":")[2]
        done = run("simulate", "loo", "--lineup", f"{mine}:Bold,random",
                        "--sessions", "64", "--hands", "10", "--quiet", "--out", str(folder),
                        *where)
        assert done == (0, "", "")
        lines = (folder / "summary.json").read_text().splitlines()
        texts.append([line for line in lines if '"seconds"' not in line])
    assert texts[0] == texts[1]


@pytest.mark.slow
def test_a_scheduler_that_vanishes_ends_the_run_with_an_error(capfd):
    pytest.importorskip("distributed", reason="dask[distributed] is not installed")
    with dask_cluster() as (address, scheduler):
        def vanish(done, hands):
            scheduler.kill()

        run = replace(RUN, sessions=2**40)
        with pytest.raises(BoneyardError, match=r"dask at tcp://.* failed"):
            play(run, backend="dask", address=address, progress=vanish)
    # dask would explain itself at length.
    assert "Traceback" not in capfd.readouterr().err


class LostWorkers(ThreadingBackend):
    """What joblib plays on when the machines of a ray cluster have gone."""

    def submit(self, func, callback=None):
        raise RuntimeError("The actor died unexpectedly\nbecause its node has died")

    apply_async = submit


def test_a_ray_cluster_that_is_lost_ends_the_run_in_a_sentence(monkeypatch):
    def hang_up():
        raise ConnectionError("no cluster")

    lost = SimpleNamespace(
        init=lambda **settings: None, cluster_resources=lambda: {"CPU": 2}, shutdown=hang_up,
        register_ray=lambda: joblib.register_parallel_backend("ray", LostWorkers))
    monkeypatch.setattr(workers, "import_module", lambda name: lost)
    with pytest.raises(BoneyardError, match=r"^ray at 10\.0\.0\.1:6379 failed \(RuntimeError: The "
                       r"actor died unexpectedly because its node has died\)$"):
        play(RUN, backend="ray", address="10.0.0.1:6379")


@pytest.mark.parametrize(("backend", "option"), [("dask", "--scheduler"), ("ray", "--address")])
def test_what_a_cluster_needs_is_said(backend, option, monkeypatch):
    monkeypatch.setattr(workers, "import_module", lambda name: None)
    with pytest.raises(BoneyardError, match=f"backend {backend} needs {option}"):
        play(RUN, backend=backend)

    def missing(name):
        raise ImportError(name=name)

    monkeypatch.setattr(workers, "import_module", missing)
    with pytest.raises(BoneyardError, match=rf"pip install 'boneyard\[{backend}\]'"):
        play(RUN, backend=backend)


def test_a_worker_with_other_sources_refuses():
    payload = workers.zlib.compress(workers.cloudpickle.dumps((RUN, 10)))
    answer = workers.work_remotely(workers.play_chunk, payload, "boneyard 0.0", 0, 16, 1)
    with pytest.raises(BoneyardError, match=r"this computer has boneyard 0\.0:"):
        workers._unpack(answer)


@pytest.mark.slow
def test_worker_processes_import_nothing_from_the_working_directory(tmp_path):
    for name in ("random", "string", "selectors"):
        (tmp_path / f"{name}.py").write_text(
            f"import pathlib; pathlib.Path({str(tmp_path / 'ran')!r}).write_text('x')\n"
            "raise SystemExit('imported')\n")
    code = ("import sys; sys.path.remove('')\n"
            "from boneyard import simulate\n"
            "print(simulate('loo', 'random', players=2, sessions=64, hands=2, jobs=2,\n"
            "               backend='processes').hands)\n")
    done = python("-c", code, folder=tmp_path, PYTHONWARNINGS="ignore")
    assert (done.returncode, done.stdout, done.stderr) == (0, "128\n", "")
    assert not (tmp_path / "ran").exists()


LEFT_OVER = """
import os, signal, sys
from boneyard import simulate
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # what started the tests may ignore it
simulate("loo", "random", players=2, sessions=10**9, hands=20, jobs=2, backend="processes",
         progress=lambda done, hands: os.kill(os.getpid(), signal.SIGHUP))
"""


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="this system has no such signal")
@pytest.mark.slow
def test_what_the_dead_leave_in_memory_is_removed_without_a_word():
    done = python("-c", LEFT_OVER, PYTHONWARNINGS="")
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGHUP, "", "")


@pytest.mark.parametrize("error", [
    OSError(24, "Too many open files"), UnboundLocalError("child_r")], ids=["system", "joblib"])
def test_processes_that_cannot_be_started_are_told_with_what_helps(monkeypatch, error):
    def fail(*arguments):
        raise error

    monkeypatch.setattr(joblib.Parallel, "__call__", fail)
    said = "worker processes cannot be started .too many open files.*: give fewer --jobs"
    with pytest.raises(BoneyardError, match=said):
        play(RUN, jobs=2, backend="processes")


def test_no_more_processes_are_started_than_there_are_chunks(monkeypatch):
    started = []

    class Told(joblib.Parallel):
        def __init__(self, n_jobs, backend, initializer, initargs, **settings):
            started.append((n_jobs, backend))
            super().__init__(n_jobs=1, **settings)

    monkeypatch.setattr(installed.joblib, "Parallel", Told)
    monkeypatch.setattr("simulate.runs.play.find_pace", lambda run: run.sessions)
    assert play(RUN, jobs=64, backend="processes").tally.sessions == RUN.sessions
    assert started == [(1, "loky")]
    play(RUN, jobs=3, backend="processes", chunk=16)
    assert started[1][0] == min(3, -(-RUN.sessions // 16))
