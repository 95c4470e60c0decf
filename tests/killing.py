"""Runs that are killed at random moments, again and again, end as if they had not been.

Every trial starts a command, kills it with a signal that nothing can catch, resumes it, kills
that, and so on; then all that was written is compared with what one undisturbed run wrote.

Usage: python -m tests.killing MINUTES [SEED]
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from functools import cache
from pathlib import Path

from simulate.runs.resuming import FOLDER

#: Sessions that keep two cores busy for some seconds.
SESSIONS = {"loo": "80_000", "rounce": "80_000", "euchre": "100_000", "pool": "100_000",
            "casino": "60_000"}
#: The most seconds until a kill: about as long as a whole run with its report.
LONGEST = 8.0
#: Kills of one run; after that it may finish.
KILLS = 4


def start(*words: str) -> subprocess.Popen[bytes]:
    """Start a command; what joblib has to clean up after a kill is not told."""
    return subprocess.Popen([sys.executable, "-m", "scripts.main", *words, "--quiet"],
                            env={**os.environ, "PYTHONWARNINGS": "ignore"})


def begin(game: str, folder: Path, backend: str) -> subprocess.Popen[bytes]:
    """Start the run of a game."""
    return start("simulate", game, "--sessions", SESSIONS[game], "--seed", "5",
                 "--backend", backend, "--out", str(folder))


def content(folder: Path) -> dict[str, bytes]:
    """Return every file of a report, without the lines that say how long it took."""
    return {
        path.relative_to(folder).as_posix(): b"\n".join(
            line for line in path.read_bytes().splitlines()
            if b'"seconds"' not in line and b"<dt>time</dt>" not in line)
        for path in sorted(folder.rglob("*")) if path.is_file()
    }


@cache
def undisturbed(game: str) -> dict[str, bytes]:
    """Return what a run writes that is left alone."""
    with tempfile.TemporaryDirectory() as folder:
        assert begin(game, Path(folder) / "out", "threads").wait() == 0
        return content(Path(folder) / "out")


def is_begun(folder: Path) -> bool:
    """Whether there is a run to be resumed."""
    return (folder / FOLDER / "run.json").exists()


def trial(game: str, chance: random.Random, folder: Path) -> int:
    """Play a run with its kills, compare it, and return how often it was killed.

    Raises
    ------
    AssertionError
        If a command fails that was not killed, or the run ends otherwise.
    """
    killed, backend = 0, chance.choice(["threads", "processes"])
    while True:
        again = is_begun(folder)
        process = (start("resume", str(folder), "--backend", backend) if again
                   else begin(game, folder, backend))
        if killed < KILLS:
            time.sleep(chance.uniform(0, LONGEST))
            process.send_signal(signal.SIGKILL)
        status = process.wait()
        if status == 0:
            break
        assert status == -signal.SIGKILL, f"status {status} of {process.args}"
        killed += 1
    written, expected = content(folder), undisturbed(game)
    assert written.keys() == expected.keys(), written.keys() ^ expected.keys()
    for name in expected:
        assert written[name] == expected[name], f"{name} differs"
    assert not [path.name for path in folder.parent.iterdir() if path != folder]
    return killed


def main() -> None:
    """Try for the minutes that the command line says."""
    minutes, *rest = sys.argv[1:]
    seed = int(rest[0]) if rest else time.time_ns() % 10**6
    end, number, kills = time.monotonic() + 60 * float(minutes), 0, 0
    tried: Counter[str] = Counter()
    while time.monotonic() < end:
        chance = random.Random(f"{seed} {number}")
        game = chance.choice(sorted(SESSIONS))
        with tempfile.TemporaryDirectory() as folder:
            try:
                kills += trial(game, chance, Path(folder) / "out")
            except AssertionError as error:
                error.add_note(f"trial {number} of seed {seed}: {game}")
                raise
        tried[game] += 1
        number += 1
    listed = ", ".join(f"{game} {runs}" for game, runs in sorted(tried.items()))
    print(f"{number} runs ({listed}) were killed {kills} times and ended as if never killed "
          f"(seed {seed})")


if __name__ == "__main__":
    main()
