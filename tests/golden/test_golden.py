"""What small runs of everything say, tabulate and draw is as it was when somebody last looked.

What is asked are command lines, by the commands, games and studies that are found: one that is new
needs no line here.  Each answer is kept in a file of this folder.  `make golden` writes them all
anew, and `git diff` is the review.
"""

import difflib
import io
import json
import os
import re
import shlex
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path

import pytest
import typer.main
import typer.rich_utils

from boneyard.cli.main import app
from boneyard.proof.tools import boneyard
from reports.commands import default_hands
from reports.page.files import Report
from reports.request import default_lineup, set_up
from reports.studies.library import studies
from simulate.games.game import find_game, game_names
from simulate.runs import chunk
from simulate.runs.follow import histories
from tests.golden.written import seen, written

HERE = Path(__file__).parent
#: Whether the files are written rather than compared.
WRITES = os.environ.get("GOLDEN") == "write"
#: Most lines of a difference that a failure shows.
_SHOWN = 40

#: By game: three strategies of different strength; others have their default line-up.
LINEUPS = {
    "loo": ("book", "banker", "random"), "rounce": ("book", "stay", "random"),
    "euchre": ("hoyle", "threshold", "random"), "pool": ("counter", "heaviest", "random"),
    "casino": ("spoiler", "best-odds", "random")}
PLAYERS = 3
#: Studies and commands that take one strategy for all seats.
ONE_STRATEGY = ("race", "solve")
#: Sessions of a run, and those of studies that take more.
SESSIONS = {"": 200, "miss": 24_000, "call": 20_000, "exploit": 2_000}
#: What a person types who plays: a hint, help, what may be several answers at Casino and is none at
#: other games, and the first of the answers ever after.
TYPED = "h\n?\nb\n" + "1\n" * 200
#: Hand histories that some commands read, and the folder that some write.
EVENING, OUT = "evening.jsonl", "out"

#: What is asked of every game.
OF_GAMES = (
    "strategies GAME", "rules GAME", "simulate GAME --extremes 2",
    "report GAME --studies duel", "replay GAME --session 0 --hand 0:2",
    f"advise GAME --history {EVENING} --decision 1 --deals 1024",
    f"review {EVENING} --seat 0 --deals 512", f"learn {EVENING} --out table.toml",
    "play GAME --hands 1 --verdict")
#: Options, where they change what is asked or how it is answered.
MORE = {
    "loo": (
        "strategies GAME book",
        "simulate GAME --rule penalty=cap:30", "simulate GAME --rule bankroll=60",
        "simulate GAME --rule scoring=points --hands 10000",
        "sweep GAME --vary penalty=cap:20,cap:40,unlimited",
        "sweep GAME --vary threshold.stay_1=1.3:1.7:0.2 --lineup threshold,book,book",
        "study duel GAME --until 2", "study duel GAME --decide",
        "study escalation GAME --rule penalty=cap:30",
        "study risk GAME --bankroll 60",
        "study rules GAME --against penalty=cap:40 --against remainder=stays",
        "study miss GAME --rule penalty=cap:30 --pool 40", "study skill GAME --by-players",
        "study race GAME --rule scoring=points --lineup book --hands 10000 --players 2",
        "tune GAME threshold --parameters stay_1 --against book --players 2 --trials 6",
        "solve GAME --players 2 --deals 3000 --rounds 1",
        "exploit GAME banker --players 2 --deals 3000"),
    "rounce": ("study miss GAME --score 12,14,8",),
    "euchre": ("simulate GAME --players 4",
               "solve GAME --players 2 --lock 1=hoyle --this-hand --deals 3000 --rounds 1"),
    "pool": ("simulate GAME --rule score=hundred_up --hands 10000",
             "sweep GAME --vary draw=no,may,must"),
    "casino": ("study duel GAME --until 0.1",),
    # The game of the examples, which is not installed when tests are collected.
    "booray": (*OF_GAMES, *(f"study {name} GAME" for name in ("duel", "escalation", "risk")))}
#: What takes seconds, once its kernels are compiled: how a line begins.
SLOW = ("exploit loo", "report booray", "report euchre", "report loo", "report pool",
        "solve euchre", "solve loo", "study call", "study exploit", "study race loo --rule",
        "study surface", "tune loo")
#: What takes minutes.
TOO_LONG = {("rounce", "study exploit GAME")}


def asked() -> Iterator[tuple[str, str]]:
    """Yield all command lines, each with the game that it is about, or ``help``."""
    yield "help", "--help"
    yield from (("help", f"{name} --help") for name in commands())
    for game in game_names():
        yield from ((game, line) for line in OF_GAMES)
        held = ((game, f"study {name} GAME")
                for name, kind in studies().items() if kind.is_for(game))
        yield from (line for line in held if line not in TOO_LONG)
    yield from ((game, line) for game, lines in MORE.items() for line in lines)


def commands():
    return typer.main.get_command(app).commands


def name_of(line: str) -> str:
    """Return the words of a line, without the game, as the name of a file."""
    kept = [word for word in shlex.split(line) if word not in ("GAME", EVENING)]
    return "-".join(re.sub(r"[^\w.]+", "-", word).strip("-") for word in kept)


def place_of(game: str, line: str) -> Path:
    return HERE / game / f"{name_of(line)}.txt"


def seated(game: str, players: int) -> list[str]:
    """Return who sits at a table of a game."""
    known = LINEUPS.get(game) or default_lineup(find_game(game), PLAYERS)
    return [known[seat % len(known)] for seat in range(players)]


def completed(game: str, line: str) -> list[str]:
    """Return the words of a line with what makes its run a small one, where it does not say so."""
    words = [game if word == "GAME" else word for word in shlex.split(line)]
    name = words[words[0] == "study"]
    players = (int(words[words.index("--players") + 1]) if "--players" in words
               else find_game(game).seats[0] if name == "report" else PLAYERS)
    seats = 1 if name in ONE_STRATEGY else players
    usual = {"--players": players, "--lineup": ",".join(seated(game, seats)),
             "--sessions": SESSIONS.get(name, SESSIONS[""]), "--seed": 7, "--jobs": 1, "--out": OUT}
    if default_hands(find_game(game), find_game(game).rules_class()) == 100:
        usual["--hands"] = 20
    known = {flag for parameter in commands()[words[0]].params for flag in parameter.opts}
    for flag, value in usual.items():
        if flag in known and flag not in words:
            words += [flag, str(value)]
    return words


@cache
def evening(game: str) -> str:
    """Return some hands of a game, one a line."""
    table = set_up(game, seated(game, PLAYERS), PLAYERS, None, 1, 2, 7)
    return "".join(f"{json.dumps(hand)}\n" for hand, _ in histories(table, range(1)))


@pytest.fixture
def answer(monkeypatch, capsys, tmp_path, undrawn):
    """Return what a command prints on a terminal of 80 columns, and the report that it writes."""
    reports: list[Report] = []

    def keep(report: Report, folder: str | Path, overwrite: bool = False, *more: bool) -> Path:
        reports.append(report)
        Path(folder).mkdir(exist_ok=True)
        return Path(folder)

    def lines(game: str, line: str) -> Iterator[str]:
        words = shlex.split(line)
        if game != "help":
            Path(EVENING).write_text(evening(game), encoding="utf-8")
            words = completed(game, line)
        monkeypatch.setattr(sys, "stdin", io.StringIO(TYPED))
        status, out, err = boneyard(monkeypatch, capsys, *words)
        # A command stands on a line of its own, however long.
        assert not [line for line in out.splitlines() if len(line) > 80 and "boneyard " not in line]
        yield f"$ boneyard {shlex.join(words)}"
        yield from (text.rstrip() for text in out.splitlines() if " M hands/s)" not in text)
        yield from err.splitlines()
        if status:
            yield f"exit status {status}"
        for report in reports:
            yield ""
            yield from seen(report) if words[0] == "report" else written(report)

    monkeypatch.chdir(tmp_path)
    # Help names the command as it was begun, which was by pytest.
    monkeypatch.setattr(sys.modules["__main__"], "__package__", None, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    # What typer read of the terminal, and of where it is, when it was imported.
    monkeypatch.setattr(typer.rich_utils, "MAX_WIDTH", 80)
    monkeypatch.setattr(typer.rich_utils, "FORCE_TERMINAL", None)
    monkeypatch.setattr(Report, "save", keep)
    return lines


#: Older ones write help in another way.
TYPER = (0, 28)
_IS_OLD = tuple(map(int, version("typer").split(".")[:2])) < TYPER


def parameters() -> Iterator[object]:
    for game, line in asked():
        marks = [pytest.mark.slow] * line.replace("GAME", game).startswith(SLOW)
        if game == "help":
            marks.append(pytest.mark.skipif(_IS_OLD, reason="help is of another typer"))
        yield pytest.param(game, line, id=f"{game}-{name_of(line)}", marks=marks)


@pytest.mark.parametrize(("game", "line"), parameters())
def test_all_is_said_as_it_was(request, answer, game, line):
    if game == "booray":
        request.getfixturevalue("booray")
    place, found = place_of(game, line), [*answer(game, line)]
    if WRITES:
        place.parent.mkdir(exist_ok=True)
        place.write_text("\n".join(found) + "\n", encoding="utf-8")
        return
    name = place.relative_to(HERE)
    if not place.exists():
        pytest.fail(f"tests/golden has no {name}: run `make golden`, and read what it writes")
    kept = place.read_text(encoding="utf-8").splitlines()
    if changed := [*difflib.unified_diff(kept, found, "kept", "found", lineterm="", n=1)]:
        pytest.fail("\n".join([
            f"{name} has changed; if it is meant to, run `make golden` and read `git diff`",
            *changed[:_SHOWN], *["..."] * (len(changed) > _SHOWN)]), pytrace=False)


def test_no_text_is_kept_that_nobody_asks_for():
    known = {place_of(game, line) for game, line in asked()}
    orphans = {*HERE.glob("*/*.txt")} - known
    if WRITES:
        for place in orphans:
            place.unlink()
        return
    assert not orphans, f"run `make golden`: nothing asks for {sorted(orphans)}"


#: Words of Loo, and where they stand all the same: names, commands, and how the games differ.
LOOS_OWN = re.compile(r"(?<![-\w])(?:miss|misses|missed|looed)(?![-\w])")
ALL_THE_SAME = re.compile(
    r"^(?:(?:\$|summary|data|==).*|column \w+:|\w+ \|)|boneyard .*|There a dummy [^.]*\.|"
    r"found may miss", re.MULTILINE)


def test_rounce_is_told_in_its_own_words():
    for place in HERE.glob("rounce/*.txt"):
        found = LOOS_OWN.findall(ALL_THE_SAME.sub("", place.read_text(encoding="utf-8")))
        assert found == [], place.name


def test_each_text_has_a_name_of_its_own():
    places = [place_of(game, line) for game, line in asked()]
    assert len(places) == len(set(places))


PLACE = Path(__file__).with_name("refused.txt")
LINES = PLACE.read_text(encoding="utf-8").splitlines()
#: By command what is said, which stands in the line below it; nothing yet of a new one.
REFUSED = {line: "" if after[:1] == "$" else after
           for line, after in pairwise([*LINES, ""]) if line[:1] == "$"}
FOUND: dict[str, str] = {}


@pytest.fixture(scope="module", autouse=True)
def written_anew():
    yield
    if WRITES and FOUND.keys() == REFUSED.keys():
        PLACE.write_text("".join(f"{one}\n{FOUND[one]}\n" for one in REFUSED), encoding="utf-8")


@pytest.mark.parametrize("line", REFUSED, ids=lambda line: line.removeprefix("$ boneyard "))
def test_it_is_refused_in_this_sentence_before_anything_is_played(
        request, run, tmp_path, monkeypatch, line):
    monkeypatch.chdir(tmp_path)
    words, files = shlex.split(line)[1:], []
    while words[0] == "printf":  # a file that the command reads
        _, text, _, name, _, *words = words
        files.append(tmp_path / name)
        files[-1].write_text(text.replace(r"\n", "\n"))
    for game in {"booray", "fortytwo"}.intersection(words):
        request.getfixturevalue(game)
    # What sets a table asks for it. A module imported only now would keep a set_table of None.
    monkeypatch.setattr(chunk, "find_game", None)
    status, out, error = run(*words[1:])
    assert (status, out) == (2, "") and error.count("\n") == 1 and [*tmp_path.iterdir()] == files
    FOUND[line] = error.removesuffix("\n")
    assert WRITES or FOUND[line] == REFUSED[line]


def test_no_command_stands_there_twice():
    assert len(REFUSED) == sum(line[:1] == "$" for line in LINES)
