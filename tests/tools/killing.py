"""Commands that are ended, or get in trouble, at random end as if they had not been.

Every trial starts a command and lets something happen to it: a signal at a random moment (some
cannot be caught, some can), a disk that is full after so many bytes, or a folder that cannot be
written.  Then it starts the command again or resumes it, and so on; now and then it damages a
file of totals, or of compiled code, on the way.  At last all that was written is compared with
what one undisturbed run wrote.  What is ended leaves nothing half-written.

Usage: python -m tests.tools.killing MINUTES [SEED [NAME...]]
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from simulate.machine.sources import folder_in_use
from simulate.runs.resuming import FOLDER

#: What is ended: a command without its folder.
COMMANDS = {
    "loo": "simulate loo --sessions 80_000 --seed 5",
    "rounce": "simulate rounce --sessions 80_000 --seed 5",
    "euchre": "simulate euchre --sessions 100_000 --seed 5",
    "pool": "simulate pool --sessions 100_000 --seed 5",
    "casino": "simulate casino --sessions 60_000 --seed 5",
    "long": "simulate loo --rule penalty=cap:40 --rule escalation_limit=1e6 --sessions 20"
            " --hands 2e6 --seed 5 --lineup random",
    "report": "report rounce --players 2 --sessions 4_000 --studies duel --seed 5 --jobs 2",
    "study": "study duel loo --players 2 --lineup stay,random --sessions 4_000 --seed 5 --jobs 2",
    "exploit": "exploit loo stay --players 2 --deals 20_000 --jobs 2",
    "solve": "solve loo --players 2 --deals 20_000 --rounds 2 --jobs 2",
    "review": "review {hands} --deals 512 --jobs 2",
    "tune": "tune loo threshold --players 2 --parameters stay_1,stay_4 --against random "
            "--sessions 500 --trials 12 --seed 5 --jobs 2"}
#: Commands that write another file, which they keep while they work.
FILES = {"solve": "mine.npz", "tune": "mine.toml"}
#: The hands of the review.
PLAYED = "replay loo --players 3 --lineup book --session 0:2 --hands 3 --format jsonl --seed 5"
#: Signals, and the exit statuses that may come of each.
SIGNALS = {signal.SIGKILL: {-9}, signal.SIGTERM: {-15}, signal.SIGHUP: {-1}, signal.SIGINT: {130}}
#: The most seconds until a signal: about as long as a whole run with its report.
LONGEST = 8.0
#: Bytes after which a file cannot grow, as on a full disk.
FULL = (0, 100, 4_096, 20_000, 100_000, 400_000)
#: Mishaps of one run; after that it may finish.
MISHAPS = 4


def start(*words: str, bytes_a_file: int | None = None) -> subprocess.Popen[str]:
    """Start a command, whose files cannot grow beyond so many bytes."""

    def limit() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_a_file, bytes_a_file))

    return subprocess.Popen(
        [sys.executable, "-m", "boneyard", *words, "--quiet"], text=True,
        stderr=subprocess.PIPE, preexec_fn=None if bytes_a_file is None else limit)


def can_resume(name: str) -> bool:
    """Whether a command keeps its totals in the folder of its results."""
    return COMMANDS[name].split()[0] in ("simulate", "report")


def words_of(name: str, folder: Path, backend: str) -> list[str]:
    """Return how a command starts, or goes on with what is kept."""
    if can_resume(name) and (folder / FOLDER / "run.json").exists():
        return ["resume", str(folder), "--backend", backend]
    workers = ["--backend", backend] if can_resume(name) else []
    file = ["--file", str(folder.with_name(FILES[name]))] if name in FILES else []
    words = [hands_file() if word == "{hands}" else word for word in COMMANDS[name].split()]
    return [*words, *workers, *file, "--out", str(folder)]


@cache
def hands_file() -> str:
    """Return the name of a file of hands that a person played."""
    folder = Path(tempfile.mkdtemp())
    hands = folder / "hands.jsonl"
    with hands.open("w") as file:
        subprocess.run([sys.executable, "-m", "boneyard", *PLAYED.split()], stdout=file, check=True)
    return str(hands)


def damage(chance: random.Random, folder: Path) -> list[str]:
    """Change a byte of a file of totals, or of compiled code; return what was damaged, if any."""
    kept, what = sorted((folder / FOLDER).glob("totals-*.json")), "damaged totals"
    if chance.random() < 0.3:
        what = "damaged code"
        kept = sorted(folder_in_use().rglob("*.nb[ic]"))
    if kept:
        path = chance.choice(kept)
        content = bytearray(path.read_bytes())
        content[chance.randrange(len(content) - 1)] ^= 1
        path.write_bytes(content)
    return [what] if kept else []


def content(folder: Path) -> dict[str, bytes]:
    """Return every file in and below a folder, without the lines that say how long it took."""
    return {
        path.relative_to(folder).as_posix(): b"\n".join(
            line for line in path.read_bytes().splitlines()
            if b'"seconds"' not in line and b"<dt>time</dt>" not in line)
        for path in sorted(folder.rglob("*")) if path.is_file()}


@cache
def undisturbed(name: str) -> dict[str, bytes]:
    """Return what a run writes that is left alone."""
    with tempfile.TemporaryDirectory() as folder:
        run = start(*words_of(name, Path(folder) / "out", "threads"))
        _, errors = run.communicate()
        assert run.returncode == 0, errors
        return content(Path(folder))


def kill(words: list[str], chance: random.Random, folder: Path) -> bool:
    """Start a command and end it at some moment; return whether it had finished before."""
    process, told = start(*words), chance.choice(sorted(SIGNALS))
    try:
        # Read all the while, lest it should wait for a reader.
        _, errors = process.communicate(timeout=chance.uniform(0, LONGEST))
    except subprocess.TimeoutExpired:
        process.send_signal(told)
        _, errors = process.communicate()
    if process.returncode == 0:
        return True
    # Python ends by the signal itself while it is being loaded.
    assert process.returncode in SIGNALS[told] | {-told}, (f"status {process.returncode}: {errors}")
    # While Python itself is being loaded, Ctrl-C is its own to tell.
    assert "Traceback" not in errors or process.returncode == -signal.SIGINT, errors
    assert "Warning" not in errors, errors
    return False


def fill_the_disk(words: list[str], chance: random.Random, folder: Path) -> bool:
    """Let a command's files not grow; return whether it finished all the same."""
    return _refused(start(*words, bytes_a_file=chance.choice(FULL)), folder)


def forbid_to_write(words: list[str], chance: random.Random, folder: Path) -> bool:
    """Let a command find its folder read-only; return whether it finished all the same."""
    before = content(folder.parent)
    with read_only(folder.parent) as is_held:
        if not is_held:
            return False
        finished = _refused(start(*words), folder)
    assert not finished, "it wrote where nothing can be written"
    assert content(folder.parent) == before, "something has changed"
    return False


def _refused(process: subprocess.Popen[str], folder: Path) -> bool:
    """Wait for a command in trouble: it finishes, or says in one sentence why it does not."""
    _, errors = process.communicate()
    if process.returncode == 0:
        return True
    assert process.returncode == 2, f"status {process.returncode}: {errors}"
    said = [line for line in errors.splitlines() if line.startswith("boneyard: ")]
    assert "Traceback" not in errors and said and said[-1] == errors.splitlines()[-1], errors
    parts = [path.name for path in folder.parent.rglob("*.part")]
    assert not parts, f"{parts} are left"
    return False


@contextmanager
def read_only(folder: Path) -> Iterator[bool]:
    """Let nobody write into a folder, the system's administrator included where that can be."""
    if os.geteuid():
        folder.chmod(0o500)
        try:
            yield True
        finally:
            folder.chmod(0o700)
    elif shutil.which("mount") and not _mounted("--bind", str(folder), str(folder)):
        try:
            yield not _mounted("-o", "remount,ro,bind", str(folder))
        finally:
            subprocess.run(["umount", str(folder)], check=True)
    else:
        yield False


def _mounted(*words: str) -> int:
    """Mount something; return 0 if it was allowed."""
    return subprocess.run(["mount", *words], stderr=subprocess.DEVNULL).returncode


#: What happens to a command, and how often.
HAPPENS = {kill: 6, fill_the_disk: 2, forbid_to_write: 1}


def trial(name: str, chance: random.Random, folder: Path) -> list[str]:
    """Play a run with its mishaps, compare it, and return what happened to it.

    Raises ``AssertionError`` if a command fails that was not ended, or the run ends otherwise.
    """
    happened: list[str] = []
    damaged: list[str] = []
    backend = chance.choice(["threads", "processes"])
    finished = False
    while not finished and len(happened) < MISHAPS:
        if can_resume(name) and (folder / "summary.json").exists() and not (
                folder / FOLDER / "run.json").exists():
            finished = True  # it was ended after its last file
            break
        mishap = chance.choices(list(HAPPENS), list(HAPPENS.values()))[0]
        finished = mishap(words_of(name, folder, backend), chance, folder)
        happened.append(mishap.__name__)
        assert finished or can_resume(name) or not list(folder.glob("*.html")), "half is written"
        if chance.random() < 0.3:
            damaged += damage(chance, folder)
    if not finished:
        last = start(*words_of(name, folder, backend))
        _, errors = last.communicate()
        assert last.returncode == 0, errors
    written, expected = content(folder.parent), undisturbed(name)
    assert written.keys() == expected.keys(), written.keys() ^ expected.keys()
    for file in expected:
        assert written[file] == expected[file], f"{file} differs"
    return happened + damaged


def main() -> None:
    """Try for the minutes that the command line says."""
    minutes, *rest = sys.argv[1:]
    seed = int(rest[0]) if rest else time.time_ns() % 10**6
    names = rest[1:] or list(COMMANDS)
    end, number = time.monotonic() + 60 * float(minutes), 0
    tried: Counter[str] = Counter()
    happened: Counter[str] = Counter()
    while time.monotonic() < end:
        chance = random.Random(f"{seed} {number}")
        name = chance.choice(sorted(names))
        with tempfile.TemporaryDirectory() as folder:
            try:
                happened.update(trial(name, chance, Path(folder) / "out"))
            except AssertionError as error:
                error.add_note(f"trial {number} of seed {seed}: {name}")
                raise
        tried[name] += 1
        number += 1
    runs, mishaps = (", ".join(f"{what} {count}" for what, count in sorted(counted.items()))
                     for counted in (tried, happened))
    print(f"{number} runs ({runs}) went through {happened.total()} mishaps ({mishaps}) and ended "
          f"as if nothing had happened (seed {seed})")


if __name__ == "__main__":
    main()
