"""Argument lists drawn at random for every command there is: exit 0, or one sentence and exit 2.

Commands and their options are read from the command line itself, so that a new one is tried
without being named here.  Lists are carried out in this process, each in a folder of its own
with a few files in it, good ones and odd ones.  A list that ends in another way is printed with
the seed that draws it again.

Most lists have one thing at least that is surely wrong, so that they are refused before any work:
thousands are tried in a minute.  The others may do work, and take about a second each.

Usage: python -m tests.tools.fuzzing MINUTES [SEED]
"""

import contextlib
import functools
import io
import itertools
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import typer

from boneyard.cli import main as command_line
from simulate.games.game import game_names
from simulate.runs import chunk

#: Processor seconds, and seconds on the clock, after which a list is taken to hang.
LONGEST, ON_THE_CLOCK = 120.0, 1_200.0

ODD = (
    "", " ", "\n", "\t1", "-", "--", "=", ":", "::", ",", ",,", "(", ")", "()", "[b]", "[/b]",
    "[bold red]x[/]", "\x1b[2J", "\u202e", "\udc80", "é", "\uff11\uff12", "x" * 5000, "%s", "'",
    '"', "\\", "null", "None", "nan", "inf", "-inf", "1e999999999", "-1e999999999", "9" * 4000,
    "1e-5", "0x10", "1__0", "_", "-0", "-1", "1.5", "true", "9223372036854775808", "1e41", "¼", "٣",
    "sNaN", "NaN1", "\0", "/dev/null", "/proc/x", "~nosuchuser/x", "-x", "a b", "{x}", "$HOME",
    "*", "\u2028")
#: Entries of a line-up that name a file, of which none is a strategy.
NO_STRATEGIES = (
    ":Name", "x.py:", ".:X", "/:X", "/dev/null:X", "\0.py:X", "no such.py:X", "..:X",
    "\udc80.py:X", "x" * 5000 + ".py:X", "setup.cfg:X", "https://example.org/x.py:X")
LINEUPS = (
    "random", "stay", "random,stay", "random,random,stay", "bold,random", "random(x=1)", "random(",
    "random()", "random(,)", "random(=)", "random(x=1))", "random((x=1))", "stay(x=nan)",
    "(random)", "random\nrandom", "random;random", "threshold(x=inf)", "RANDOM", *NO_STRATEGIES,
    "randm", "no.npz", "random,,stay", "a:" * 2000, " " * 5000 + "x", ")" * 5000)
#: A hand as a person may write it down: what only a computer knows is missing.
HAND = {
    "game": "euchre", "players": 2, "dealer": 1, "dealt": [["4-2", "5-1", "6-3", "1-0", "2-2"],
    None], "turn_up": "5-4", "auction": [], "tricks": []}
#: Files that lie in the folder of every list.
FILES = {
    "hand.jsonl": json.dumps(HAND) + "\n", "odd.jsonl": '{"game": 5}\n[]\n{"x"\n\udc80\n\x00',
    "nested.jsonl": "[" * 200_000,
    "mine.toml": "penalty = \"cap:40\"\n", "deep.toml": "a." * 900 + "a = 1\n",
    "mine.py": "from strategies.loo.base import LooStrategy\n\n\nclass Mine(LooStrategy):\n"
               "    name = \"mine\"\n",
    "bad.py": "raise SystemExit(5)\n", "bad.npz": "PK\x03\x04" * 9, "empty.npz": ""}
#: Values of options, right ones and wrong ones, that take no long time.
VALUES = {
    "--players": ("2", "3", "4", "5", "6", "7", "0"), "--lineup": LINEUPS,
    "--preset": ("pagat", "gamerules", "pagt", "no.toml", ".toml", "/dev/null.toml"),
    "--rule": ("penalty=cap:40", "penalty=cap:", "penalty=unlimited", "scoring=points", "ante=5",
               "ante=0", "bankroll=100", "bankroll=1e19", "draw=must", "score=hundred_up",
               "lead_suit=high", "=", "a=b", "cls=1", "must_trump=maybe"),
    "--sessions": ("1", "16", "0", "-3"), "--hands": ("1", "2", "3", "0"),
    "--seed": ("0", "7", "9223372036854775807", "9223372036854775808"),
    "--jobs": ("1", "2", "0", "-1"), "--backend": ("threads", "cloud"), "--scheduler": ("tcp://x:1",),
    "--address": ("x:1",), "--out": ("out", "deep/er/out", "/dev/null/x", "/proc/x", "out\0"),
    "--extremes": ("0", "2"), "--studies": ("none", "risk,x", "all,none"),
    "--session": ("0", "0:2", "2:0", "a:b", "1:"), "--hand": ("0", "0:2", "2:0", "6-6"),
    "--format": ("text", "jsonl", "json"), "--deals": ("10", "x"), "--rounds": ("0",),
    "--file": ("x/y.npz", "a.txt", "/proc/x.npz"), "--pool": ("25", "0", "2"),
    "--seconds": ("1", "0", "x"), "--turn-up": ("6-3", "6-6", "7-7"),
    "--position": ("0", "2", "9"), "--before": ("drop", "play,miss", "x"),
    "--bankroll": ("0", "1e19"), "--against": ("cap:", "cap:60"), "--until": ("1e-300", "0", "nan")}
#: Values that are surely wrong, whatever else is asked for.
WRONG = {
    "--players": ("0", "7", "x", "-1", "1e999999999"), "--lineup": ("randm", "random(",
    "no.py:X", "bad.py:X", "bad.npz", "empty.npz", "pipe.npz", "mine.py:No", "(", "[/b]"),
    "--preset": ("pagt", "no.toml", "deep.toml", "pipe.toml", "\x1b[2J"),
    "--rule": ("a=b", "=", "penalty=cap:", "ante=1e999999999", "draw=often", "cls=1"),
    "--sessions": ("-3", "x", "1.5", "nan", "9" * 4000), "--hands": ("-1", "x", "2e300", "inf"),
    "--seed": ("-1", "9223372036854775808", "x", "1 0"), "--jobs": ("0", "x", "1e9"),
    "--out": ("/dev/null/x", "/proc/x", "out\0", "x" * 5000, "~nosuchuser/x"),
    "--session": ("2:0", "a:b", "-1", ""), "--hand": ("2:0", "7-7", "x"),
    "--format": ("yaml", ""), "--deals": ("x", "-1", "1e19"), "--seat": ("9", "x"),
    "--rounds": ("-1", "x"), "--trials": ("0", "x"), "--parameters": ("", "no", "stay_1,"),
    "--against": ("randm", "cap:"), "--pool": ("-1", "x"), "--history": ("no.jsonl", "odd.jsonl",
    "pipe.jsonl"), "--file": ("/proc/x.npz", "a.txt", "/dev/null/x.npz")}
ARGUMENTS = {"game": (*game_names(), "loo", "loo", "whist"), "lineup": LINEUPS,
             "folder": ("out", "no", "/dev/null", "out\0"), "folders": ("out", "no", "out\0"),
             "file": ("hand.jsonl", "odd.jsonl", "nested.jsonl", "no.jsonl", "pipe.jsonl",
                      "mine.py", "/dev/zero"),
             "name": ("miss", "risk", "duel", "escalation", "exploit", "chess")}
#: What comes first, so that no list asks for much; an option drawn later takes its place.
SMALL = {
    "simulate": ("--sessions", "16", "--hands", "2"), "study": ("--sessions", "0"),
    "report": ("--sessions", "16", "--hands", "2", "--studies", "none", "--jobs", "1"),
    "replay": ("--session", "0", "--hand", "0", "--hands", "2"),
    "advise": ("--before", "drop,drop,drop,drop"), "solve": ("--deals", "10"),
    "exploit": ("--deals", "10"), "review": ("--deals", "512"),
    "play": ("--hands", "1"), "tune": ("--trials", "0")}


@functools.cache
def commands() -> dict[str, Any]:
    """Return the commands there are."""
    return dict(typer.main.get_command(command_line.app).commands)


def draw(seed: str) -> list[str]:
    """Return the argument list of a seed; one with ``wrong`` in it draws what must be refused."""
    chance = random.Random(seed)
    known = commands()
    name = chance.choice(sorted(known))
    if chance.random() < 0.02:
        return [chance.choice(ODD) for _ in range(chance.randrange(4))]
    options = [one for one in known[name].params if one.param_type_name == "option"]
    words = [name, *SMALL.get(name, ())]
    if "wrong" in seed and faults(name):
        flag = chance.choice(faults(name))
        options = [one for one in options if one.opts[0] != flag]
        words += [flag, chance.choice(WRONG[flag])]
    for option in chance.sample(options, min(len(options), chance.randrange(6))):
        flag = option.opts[0]
        if flag in ("--help", "-h"):
            continue
        words.append(flag)
        if not option.is_flag:
            words.append(_value(chance, VALUES.get(flag, ODD)))
    arguments = [one for one in known[name].params if one.param_type_name == "argument"]
    words.append("--")
    for argument in arguments:
        if argument.required or chance.random() < 0.7:
            words.append(_value(chance, ARGUMENTS.get(argument.name, ODD)))
    if chance.random() < 0.05:
        words.remove("--")
    if chance.random() < 0.05:
        words.insert(chance.randrange(1, max(2, len(words))), chance.choice(ODD))
    return words


def faults(name: str) -> list[str]:
    """Return the options of a command that may be given values which are surely wrong."""
    found = commands().get(name)
    return sorted({one.opts[0] for one in found.params} & WRONG.keys()) if found else []


def is_faulty(seed: str) -> bool:
    """Tell whether the list of a seed has something in it that is surely wrong."""
    words = draw(seed)
    return "wrong" in seed and bool(words and faults(words[0]))


def _value(chance: random.Random, good: tuple[str, ...]) -> str:
    return chance.choice(good if chance.random() < 0.75 else ODD)


def furnish(folder: Path) -> set[str]:
    """Put files into a folder, and a pipe in which nobody writes; return all names."""
    for name, text in FILES.items():
        (folder / name).write_text(text, errors="surrogateescape")
    if hasattr(os, "mkfifo"):
        for ending in ("npz", "toml", "jsonl"):
            os.mkfifo(folder / f"pipe.{ending}")
    return {path.name for path in folder.iterdir()}


class Hung(BaseException):
    """A command took too long."""


@contextlib.contextmanager
def limited() -> Iterator[None]:
    """End what takes too long."""

    def late(number: int, frame: Any) -> None:
        raise Hung

    before = [signal.signal(one, late) for one in (signal.SIGPROF, signal.SIGALRM)]
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    signal.setitimer(signal.ITIMER_REAL, ON_THE_CLOCK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        for one, handler in zip((signal.SIGPROF, signal.SIGALRM), before, strict=True):
            signal.signal(one, handler)


@dataclass
class Ended:
    """How a command ended."""

    status: Any
    errors: str
    has_played: bool = False


def carry_out(words: list[str]) -> Ended:
    """Run a command in this process, as a terminal in UTF-8 would see it."""
    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8", errors)
               for errors in ("surrogateescape", "backslashreplace")]
    argv, sys.argv = sys.argv, ["boneyard", *words]
    there, sys.stdin = sys.stdin, io.StringIO("?\nx\n")
    playing = mock.patch.object(chunk, "set_table", wraps=chunk.set_table)
    try:
        with limited(), mock.patch("webbrowser.open"), contextlib.redirect_stdout(streams[0]), (
                contextlib.redirect_stderr(streams[1])), playing as played:
            command_line.main()
        status: Any = 0
    except SystemExit as stop:
        status = stop.code or 0
    except Hung:
        status = "hung"
    except BaseException as error:
        status = f"{type(error).__name__}: {error}"
    finally:
        sys.argv, sys.stdin = argv, there
    streams[1].flush()
    errors = streams[1].buffer.getvalue().decode(errors="replace")
    # In a callback of the compiler the exception is printed and forgotten.
    return Ended("hung" if Hung.__name__ in errors else status, errors, played.called)


def wrong_with(ended: Ended, folder: Path, before: frozenset[str] = frozenset()) -> str:
    """Return what is wrong with the end of a command in a folder; nothing if all is well."""
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*")} - before
    if ended.status not in (0, 2):
        return f"ended with {ended.status}"
    if "Traceback" in ended.errors:
        return f"printed a traceback: {ended.errors}"
    if ended.status == 2 and ended.errors.count("\n") > 1:
        return f"explained in more than a line: {ended.errors}"
    if ended.status == 2 and ended.errors and not ended.errors.startswith("boneyard: "):
        return f"explained in other words: {ended.errors}"
    if ended.status == 2 and found:
        return f"left {sorted(found)} behind"
    left_over = [name for name in found if ".boneyard" in name or name.endswith(".part")]
    return f"left {sorted(left_over)} behind" if left_over else ""


def refused_late(ended: Ended) -> str:
    """Return what is wrong with how a wrong list was refused, if anything is."""
    if ended.status == 0:
        return "was taken for right"
    return "was refused after it had begun to play" if ended.has_played else ""


def try_one(seed: str) -> str:
    """Run the list of a seed in an empty folder; return what is wrong, if anything is."""
    home = Path.cwd()
    for again in (False, True):
        folder = Path(tempfile.mkdtemp())
        os.chdir(folder)
        try:
            before = frozenset(furnish(folder))
            ended = carry_out(draw(seed))
            wrong = wrong_with(ended, folder, before)
            if not wrong and is_faulty(seed):
                wrong = refused_late(ended)
        finally:
            os.chdir(home)
            shutil.rmtree(folder, ignore_errors=True)
        # What had to be compiled or imported first is no hang.
        if not wrong or again:
            break
    return wrong


def main() -> None:
    """Try for the minutes that the command line says."""
    minutes, *rest = sys.argv[1:]
    seed = rest[0] if rest else str(time.time_ns() % 10**6)
    end, found = time.monotonic() + 60 * float(minutes), 0
    tried: Counter[str] = Counter()
    for number in itertools.count():
        if time.monotonic() > end:
            break
        # One list in ten may do work.
        one = f"{seed} {number}" if number % 10 == 0 else f"{seed} wrong {number}"
        words = draw(one)
        tried[words[0] if words and words[0] in commands() else "none"] += 1
        if wrong := try_one(one):
            found += 1
            print(f"seed '{one}': {wrong}\n  {[word[:80] for word in words]}", flush=True)
    listed = ", ".join(f"{name} {count}" for name, count in tried.most_common(20))
    print(f"{tried.total()} lists of seed {seed} ({listed}): {found} ended badly")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
