"""Commands that are ended at random moments, again and again, end as if they had not been.

Every trial starts a command, ends it with a signal (some cannot be caught, some can), starts it
again or resumes it, ends that, and so on; now and then it damages a file of totals, or of
compiled code, on the way.  Then all that was written is compared with what one undisturbed run
wrote.  A study or a solution that is ended leaves nothing half-written.

Usage: python -m tests.tools.killing MINUTES [SEED [NAME...]]
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

#: What is ended: a command without its folder.  Those that can be resumed come first.
COMMANDS = {
    "loo": "simulate loo --sessions 80_000 --seed 5",
    "rounce": "simulate rounce --sessions 80_000 --seed 5",
    "euchre": "simulate euchre --sessions 100_000 --seed 5",
    "pool": "simulate pool --sessions 100_000 --seed 5",
    "casino": "simulate casino --sessions 60_000 --seed 5",
    "report": "report rounce --players 2 --sessions 4_000 --studies duel --seed 5 --jobs 2",
    "study": "study duel loo --players 2 --lineup stay,random --sessions 4_000 --seed 5 --jobs 2",
    "exploit": "exploit stay loo --players 2 --deals 20_000 --jobs 2",
    "solve": "solve loo --players 2 --deals 20_000 --rounds 2 --jobs 2",
}
#: Signals, and the exit statuses that may come of each.
SIGNALS = {signal.SIGKILL: {-9}, signal.SIGTERM: {-15}, signal.SIGHUP: {-1}, signal.SIGINT: {130}}
#: The most seconds until a signal: about as long as a whole run with its report.
LONGEST = 8.0
#: Kills of one run; after that it may finish.
KILLS = 4


def start(*words: str) -> subprocess.Popen[bytes]:
    """Start a command; what joblib has to clean up after a kill is not told."""
    return subprocess.Popen(
        [sys.executable, "-m", "scripts.main", *words, "--quiet"], stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONWARNINGS": "ignore"})


def can_resume(name: str) -> bool:
    """Whether a command keeps its totals."""
    return COMMANDS[name].split()[0] in ("simulate", "report")


def begin(name: str, folder: Path, backend: str) -> subprocess.Popen[bytes]:
    """Start a command from its beginning."""
    workers = ("--backend", backend) if can_resume(name) else ()
    file = ("--file", str(folder.with_name("mine.npz"))) if name == "solve" else ()
    return start(*COMMANDS[name].split(), *workers, *file, "--out", str(folder))


def damage(chance: random.Random, folder: Path) -> None:
    """Change a byte of a file of totals, or of compiled code, if there is one."""
    kept = sorted((folder / FOLDER).glob("totals-*.json"))
    if chance.random() < 0.3:
        kept = sorted(Path(os.environ["NUMBA_CACHE_DIR"]).rglob("*.nb[ic]"))
    if kept:
        path = chance.choice(kept)
        content = bytearray(path.read_bytes())
        content[chance.randrange(len(content) - 1)] ^= 1
        path.write_bytes(content)


def content(folder: Path) -> dict[str, bytes]:
    """Return every file of a report, without the lines that say how long it took."""
    return {
        path.relative_to(folder).as_posix(): b"\n".join(
            line for line in path.read_bytes().splitlines()
            if b'"seconds"' not in line and b"<dt>time</dt>" not in line)
        for path in sorted(folder.rglob("*")) if path.is_file()
    }


@cache
def undisturbed(name: str) -> dict[str, bytes]:
    """Return what a run writes that is left alone."""
    with tempfile.TemporaryDirectory() as folder:
        assert begin(name, Path(folder) / "out", "threads").wait() == 0
        return content(Path(folder) / "out")


def is_begun(folder: Path) -> bool:
    """Whether there is a run to be resumed."""
    return (folder / FOLDER / "run.json").exists()


def trial(name: str, chance: random.Random, folder: Path) -> int:
    """Play a run with its kills, compare it, and return how often it was ended.

    Raises
    ------
    AssertionError
        If a command fails that was not ended, or the run ends otherwise.
    """
    ended, backend = 0, chance.choice(["threads", "processes"])
    while True:
        if can_resume(name) and is_begun(folder):
            process = start("resume", str(folder), "--backend", backend)
        elif (folder / "summary.json").exists():
            break  # it was ended after its last file
        else:
            process = begin(name, folder, backend)
        told = chance.choice(sorted(SIGNALS))
        if ended < KILLS:
            time.sleep(chance.uniform(0, LONGEST))
            process.send_signal(told)
        status = process.wait()
        if status == 0:
            break
        # Python ends by the signal itself while it is being loaded.
        assert status in SIGNALS[told] | {-told}, f"status {status} of {process.args}"
        ended += 1
        assert can_resume(name) or not list(folder.glob("*.html")), "half of it was written"
        if chance.random() < 0.3:
            damage(chance, folder)
    written, expected = content(folder), undisturbed(name)
    assert written.keys() == expected.keys(), written.keys() ^ expected.keys()
    for file in expected:
        assert written[file] == expected[file], f"{file} differs"
    left = {path.name for path in folder.parent.iterdir()} - {folder.name, "mine.npz"}
    assert not left, left
    return ended


def main() -> None:
    """Try for the minutes that the command line says."""
    minutes, *rest = sys.argv[1:]
    seed = int(rest[0]) if rest else time.time_ns() % 10**6
    names = rest[1:] or list(COMMANDS)
    end, number, kills = time.monotonic() + 60 * float(minutes), 0, 0
    tried: Counter[str] = Counter()
    while time.monotonic() < end:
        chance = random.Random(f"{seed} {number}")
        game = chance.choice(sorted(names))
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
