"""Argument lists drawn at random for every command there is: exit 0, or one sentence and exit 2.

Commands and their options are read from the command line itself, so that a new one is tried
without being named here.  A list that ends in another way is printed with the seed that draws
it again.

Usage: python -m tests.tools.fuzzing MINUTES [SEED]
"""

from __future__ import annotations

import contextlib
import io
import itertools
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

import typer

from scripts import main as command_line
from simulate.games.game import game_names

#: Processor seconds, and seconds on the clock, that a list may take once all is compiled.
LONGEST, ON_THE_CLOCK = 10.0, 120.0

ODD = (
    "", " ", "\n", "\t1", "-", "--", "=", ":", "::", ",", ",,", "(", ")", "()", "[b]", "[/b]",
    "[bold red]x[/]", "\x1b[2J", "\u202e", "\udc80", "é", "\uff11\uff12", "x" * 5000, "%s", "'",
    '"', "\\", "null", "None", "nan", "inf", "-inf", "1e999999999", "-1e999999999", "9" * 4000,
    "1e-5", "0x10", "1__0", "_", "-0", "-1", "1.5", "true", "9223372036854775808", "1e41", "¼",
    "/dev/null", "/proc/x", "~nosuchuser/x", "-x", "a b", "{x}", "$HOME", "*", "\u2028",
)
LINEUPS = (
    "random", "stay", "random,stay", "random,random,stay", "bold,random", "random(x=1)", "random(",
    "randm", "no.py:X", "no.npz", ".:X", "random,,stay", "a:" * 2000, " " * 5000 + "x", ")" * 5000,
)
#: Values of options, right ones and wrong ones, that take no long time.
VALUES = {
    "--players": ("2", "3", "4", "5", "6", "7", "0"), "--lineup": LINEUPS,
    "--preset": ("pagat", "gamerules", "pagt", "no.toml", ".toml", "/dev/null.toml"),
    "--rule": ("penalty=cap:40", "penalty=cap:", "penalty=unlimited", "scoring=points", "ante=5",
               "ante=0", "bankroll=100", "bankroll=1e19", "draw=must", "score=hundred_up",
               "lead_suit=high", "=", "a=b", "cls=1", "must_trump=maybe"),
    "--sessions": ("1", "16", "0", "-3"), "--hands": ("1", "2", "3", "0"),
    "--seed": ("0", "7", "9223372036854775807", "9223372036854775808"),
    "--jobs": ("1", "2", "0"), "--backend": ("threads", "cloud"), "--scheduler": ("tcp://x:1",),
    "--address": ("x:1",), "--out": ("out", "deep/er/out", "/dev/null/x", "/proc/x", "out\0"),
    "--worst": ("0", "2"), "--best": ("0", "2"), "--studies": ("none", "risk,x", "all,none"),
    "--session": ("0", "0:2", "2:0", "a:b", "1:"), "--hand": ("0", "0:2", "2:0", "6-6"),
    "--format": ("text", "jsonl", "json"), "--deals": ("10", "x"), "--rounds": ("0",),
    "--file": ("x/y.npz", "a.txt", "/proc/x.npz"), "--pool": ("25", "0", "2"),
    "--precision": ("1", "0", "2"), "--turn-up": ("6-3", "6-6", "7-7"),
    "--position": ("0", "2", "9"), "--before": ("drop", "play,miss", "x"),
    "--bankroll": ("0", "1e19"), "--against": ("cap:", "cap:60"), "--until": ("1e-300", "0", "nan"),
    "--sweep": ("a=-1e308:1e308:1", "threshold.stay_1=1:2:0", "random.x=1:2:1"),
}
ARGUMENTS = {"game": (*game_names(), "loo", "loo", "whist"), "lineup": LINEUPS,
             "folder": ("out", "no", "/dev/null"), "folders": ("out", "no"),
             "name": ("miss", "risk", "duel", "escalation", "exploit", "chess")}
#: What comes first, so that no list asks for much; an option drawn later takes its place.
SMALL = {
    "simulate": ("--sessions", "16", "--hands", "2"), "study": ("--sessions", "0"),
    "report": ("--sessions", "16", "--hands", "2", "--studies", "none", "--jobs", "1"),
    "replay": ("--session", "0", "--hand", "0", "--hands", "2"),
    "advise": ("--before", "drop,drop,drop,drop"), "solve": ("--deals", "10"),
    "exploit": ("--deals", "10"),
}
#: Commands that may do long work with nothing wrong: what is asked of them here is wrong.
NOT_TRIED = frozenset({"tune", "--help"})


def commands() -> dict[str, Any]:
    """Return the commands there are."""
    return dict(typer.main.get_command(command_line.app).commands)


def draw(seed: str) -> list[str]:
    """Return the argument list of a seed."""
    chance = random.Random(seed)
    known = commands()
    name = chance.choice(sorted(known.keys() - NOT_TRIED))
    if chance.random() < 0.02:
        return [chance.choice(ODD) for _ in range(chance.randrange(4))]
    options = [one for one in known[name].params if one.param_type_name == "option"]
    words = [name, *SMALL.get(name, ())]
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
        words.insert(chance.randrange(1, len(words)), chance.choice(ODD))
    return words


def _value(chance: random.Random, good: tuple[str, ...]) -> str:
    return chance.choice(good if chance.random() < 0.75 else ODD)


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


def carry_out(words: list[str]) -> Ended:
    """Run a command in this process, as a terminal in UTF-8 would see it."""
    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8", errors)
               for errors in ("surrogateescape", "backslashreplace")]
    argv, sys.argv = sys.argv, ["boneyard", *words]
    try:
        with limited(), contextlib.redirect_stdout(streams[0]), (
                contextlib.redirect_stderr(streams[1])):
            command_line.main()
        status: Any = 0
    except SystemExit as stop:
        status = stop.code or 0
    except Hung:
        status = "hung"
    except BaseException as error:
        status = f"{type(error).__name__}: {error}"
    finally:
        sys.argv = argv
    streams[1].flush()
    errors = streams[1].buffer.getvalue().decode(errors="replace")
    # In a callback of the compiler the exception is printed and forgotten.
    return Ended("hung" if Hung.__name__ in errors else status, errors)


def wrong_with(ended: Ended, folder: Path) -> str:
    """Return what is wrong with the end of a command in a folder; nothing if all is well."""
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*")}
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


def try_one(seed: str) -> str:
    """Run the list of a seed in an empty folder; return what is wrong, if anything is."""
    home = Path.cwd()
    for again in (False, True):
        folder = Path(tempfile.mkdtemp())
        os.chdir(folder)
        try:
            ended = carry_out(draw(seed))
            wrong = wrong_with(ended, folder)
        finally:
            os.chdir(home)
            shutil.rmtree(folder, ignore_errors=True)
        # What had to be compiled first is no hang.
        if ended.status != "hung" or again:
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
        words = draw(f"{seed} {number}")
        tried[words[0] if words and words[0] in commands() else "none"] += 1
        if wrong := try_one(f"{seed} {number}"):
            found += 1
            print(f"seed '{seed} {number}': {wrong}\n  {[word[:80] for word in words]}", flush=True)
    listed = ", ".join(f"{name} {count}" for name, count in tried.most_common(20))
    print(f"{tried.total()} lists of seed {seed} ({listed}): {found} ended badly")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
