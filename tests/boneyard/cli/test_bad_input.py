"""Whatever is typed: exit 0, or one line that explains and exit 2; never a traceback."""

from __future__ import annotations

import itertools
import os

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from boneyard.cli.options import TableOptions
from simulate.errors import BoneyardError
from simulate.games.game import find_game, game_names
from simulate.runs.chunk import compile_all
from strategies.lineup import seat_players
from tests.boneyard.cli.test_main import boneyard

ODD = [
    "", " ", "\n", "\t1", "-", "--", "=", ":", "::", ",", ",,", "(", ")", "()", "[b]", "[/b]",
    "\0", "\x1b[2J", "\u202e", "\udc80", "é", "\uff11\uff12", "x" * 9000, "%s", "'", '"', "\\",
    "null", "None", "none", "nan", "inf", "-inf", "sNaN", "NaN1", "1e999999999", "-1e999999999",
    "9" * 5000, "1e-5", "0x10", "1__0", "_", "-0", "-1", "0", "1", "2", "3", "1.5", "true",
    "4611686018427387905", "9223372036854775807", "9223372036854775808", "1e40", "1e41", "¼", "٣",
]
FILES = [
    ":Name", "x.py:", ".:X", "/:X", "/dev/null:X", "\0.py:X", "no such.py:X", "..:X",
    "\udc80.py:X", "x" * 5000 + ".py:X", "setup.cfg:X", "https://example.org/x.py:X",
]
LINEUPS = [
    "random", "random,random", "random(", "random)", "random()", "random(,)", "random(=)",
    "random(x=1)", "random(x=1", "random(x=1))", "random((x=1))", "random,", "(random)", "RANDOM",
    "stay(x=nan)", "random\nrandom", "random;random", "threshold(x=inf)", *FILES,
]
PENALTIES = ["cap:", "cap:x", "cap:-1", "cap:1e30", "cap:nan", "fixed", "fixed:", "cap:1:2", ":1"]

odd = st.sampled_from(ODD) | st.text(max_size=8)


@st.composite
def rules(draw) -> str:
    """Return an option of some game, or of none, with any value."""
    classes = [find_game(game).rules_class for game in game_names()]
    names = [entry.name for rules in classes for entry, _ in rules.options()]
    name = draw(st.sampled_from(names) | odd)
    return f"{name}={draw(st.sampled_from(PENALTIES) | odd)}" if draw(st.booleans()) else name


#: Values of options that matter; those of numbers are wrong or small, for time's sake.
VALUES = {
    "--players": odd, "--lineup": st.sampled_from(LINEUPS) | odd,
    "--preset": odd | st.sampled_from([".toml", "no.toml", "/dev/null.toml", "\0.toml"]),
    "--rule": rules(), "--seed": odd, "--jobs": st.sampled_from(["", "0", "-1", "1.5", "x", "2"]),
    "--backend": st.sampled_from(["threads", "dask", "ray", "cloud", ""]) | odd,
    "--scheduler": odd, "--address": odd,
}
SIMULATE = VALUES | {
    "--worst": odd, "--best": odd, "--quiet": st.none(), "--nope": odd,
    "--out": st.sampled_from(["/proc/x", "/dev/null", "/dev/null/x", "\0", "x" * 5000, "\udc80"]),
}
REPLAY = {
    **{name: VALUES[name] for name in ("--players", "--lineup", "--preset", "--rule", "--seed")},
    "--session": odd | st.sampled_from(["0:1", "1:0", "5:5", "a:b", "1:", ":1", "1:2:3"]),
    "--hand": odd.filter(lambda text: "9" not in text)
    | st.sampled_from(["0:1", "1:0", "2:", ":2", "0:1:2", "-1:1"]),
    "--format": odd | st.sampled_from(["json", "JSONL", "text"]),
}


def words(options) -> st.SearchStrategy[list[str]]:
    """Return some options with their values."""
    pairs = st.sampled_from(sorted(options)).flatmap(
        lambda name: options[name].map(lambda value: [name] if value is None else [name, value])
    )
    return st.lists(pairs, max_size=4).map(lambda some: list(itertools.chain(*some)))


games = st.sampled_from([*game_names(), "loo", "loo"]) | odd
commands = st.one_of(
    st.tuples(games, words(SIMULATE)).map(
        lambda pair: ["simulate", "--sessions", "3", "--hands", "2", *pair[1], "--", pair[0]]
    ),
    st.tuples(games, words(REPLAY)).map(
        lambda pair: ["replay", "--session", "0", "--hand", "0", "--hands", "3", *pair[1], "--",
                      pair[0]]
    ),
    st.tuples(st.sampled_from(["sessions", "hands"]),
              odd.filter(lambda text: not text.strip().startswith(("9", "1e", "4")))).map(
        lambda pair: ["simulate", "loo", f"--{pair[0]}={pair[1]}", "--players=2", "--quiet"]
    ),
    st.tuples(st.sampled_from(["rules", "strategies", "resume"]), odd).map(list),
    st.lists(odd, max_size=3),
)


HANDS = ["6-6 6-2 4-4 3-1 2-0", "6-6 6-2 4-4 3-1", "6-6 6-6 6-6 6-6 6-6", "7-7 6-2 4-4 3-1 2-0",
         "66,62,44,31,20", "6-6-6-2-4-4", "6-6 6-2 4-4 3-1 \u0662-0", "6-3 6-2 4-4 3-1 2-0"]
#: Ends in an error at the latest with what was said before, so that nothing has to be compiled.
ADVISE = {
    **{name: VALUES[name] for name in ("--players", "--lineup", "--preset", "--rule", "--seed")},
    "--hand": st.sampled_from(HANDS) | odd, "--turn-up": odd,
    "--position": odd, "--pool": odd, "--deals": odd, "--seconds": odd,
}
SWEEPS = ["threshold.stay_1=1:2:0.5", "threshold.stay_1=1:2:0", "threshold.stay_1=1:2:1e-300",
          "threshold.stay_1=2:1:1", "threshold.stay_1=nan:1:1", "random.x=1:2:1", "a.b=1:2", ".=::"]
STUDY = {
    **{name: ADVISE[name] for name in ("--players", "--lineup", "--preset", "--rule", "--seed")},
    "--jobs": VALUES["--jobs"], "--bankroll": odd, "--against": st.sampled_from(PENALTIES) | odd,
    "--until": odd.filter(lambda text: "e-" not in text), "--sweep": st.sampled_from(SWEEPS) | odd,
    "--out": SIMULATE["--out"] | st.just(""),
}
studies = st.sampled_from(["miss", "escalation", "risk", "duel"]) | odd
TABLE = {name: VALUES[name] for name in ("--players", "--lineup", "--preset", "--rule", "--seed")}
SOLVE = TABLE | {
    "--jobs": VALUES["--jobs"], "--pool": odd, "--deals": odd, "--rounds": odd,
    "--this-hand": st.none(), "--file": odd | st.sampled_from(["/proc/x.npz", "x/y.npz", "\0.npz"]),
}
EXPLOIT = {name: SOLVE[name] for name in SOLVE if name not in (
    "--lineup", "--rounds", "--this-hand", "--file")}
REPORT = TABLE | {
    "--sessions": odd, "--hands": odd, "--studies": odd | st.sampled_from(["all,none", "risk,x"]),
    **{name: VALUES[name] for name in ("--jobs", "--backend", "--scheduler", "--address")},
}
RESUME = {name: VALUES[name] for name in ("--jobs", "--backend", "--scheduler", "--address")}
#: Found wrong when all else has been found right, and before any work: these end quickly.
NOWHERE = ("--quiet", "--out", "/proc/nowhere")
questions = st.one_of(
    st.tuples(games, words(ADVISE)).map(
        lambda pair: ["advise", "--hand", HANDS[0], "--turn-up", "6-3", "--position", "2",
                      "--before", "drop,drop,drop,drop", "--quiet", *pair[1], "--", pair[0]]
    ),
    st.tuples(studies, words(STUDY)).map(
        lambda pair: ["study", "--sessions", "16", "--hands", "2", "--jobs", "1", "--quiet",
                      *pair[1], "--", pair[0], "loo"]
    ),
    st.tuples(games, words(SOLVE)).map(
        lambda pair: ["solve", *NOWHERE, *pair[1], "--", pair[0]]),
    st.tuples(st.sampled_from(LINEUPS) | odd, games, words(EXPLOIT)).map(
        lambda some: ["exploit", *NOWHERE, *some[2], "--", *some[:2]]),
    st.tuples(games, words(REPORT)).map(
        lambda pair: ["report", *NOWHERE, *pair[1], "--", pair[0]]),
    st.tuples(odd, words(RESUME)).map(lambda pair: ["resume", *pair[1], "--", pair[0]]),
)


def check(monkeypatch, capsys, tmp_path, arguments: list[str]) -> None:
    monkeypatch.chdir(tmp_path)
    status, _, errors = boneyard(monkeypatch, capsys, *arguments)
    assert status in (0, 2), (status, errors)
    assert "Traceback" not in errors
    if status == 0:
        assert not errors
    else:
        assert errors.count("\n") <= 1
        assert errors.startswith("boneyard: ") or not arguments
    assert not os.listdir(tmp_path)  # noqa: PTH208  a plain look


@pytest.fixture(scope="module")
def compiled():
    """Compile every game, so that what takes long afterwards is a hang."""
    for game in game_names():
        run = TableOptions(game, None, "random", None, ()).run(1)
        compile_all(run)


def tried(examples: int, deadline: int):
    """Return settings by which always the same examples are drawn, so many of them."""
    return settings(max_examples=examples, derandomize=True, deadline=deadline, database=None,
                    suppress_health_check=list(HealthCheck))


@tried(20, 20_000)
@given(arguments=commands)
@example(arguments=["resume", "\0"])
@example(arguments=["simulate", "loo", "--rule", "cls=1"])
@example(arguments=["simulate", "loo", "--rule", "self=1"])
@example(arguments=["simulate", "loo", "--rule", "preset=pagat"])
@example(arguments=["replay", "loo", "--session", "4611686018427387904"])
@example(arguments=["replay", "loo", "--session", "9223372036854775808"])
def test_no_words_end_in_a_traceback(monkeypatch, capsys, tmp_path, compiled, arguments):
    with monkeypatch.context() as patch:
        check(patch, capsys, tmp_path, arguments)


@tried(25, 60_000)
@given(arguments=questions)
@example(arguments=["study", "duel", "loo", "--sessions", "16", "--hands", "2", "--out", "\0"])
@example(arguments=["report", "loo", "--sessions", "16", "--hands", "2", "--out", ""])
def test_no_question_ends_in_a_traceback(monkeypatch, capsys, tmp_path, compiled, arguments):
    with monkeypatch.context() as patch:
        check(patch, capsys, tmp_path, arguments)


@pytest.mark.slow
@tried(450, 60_000)
@given(arguments=commands | questions)
def test_nothing_else_ends_in_a_traceback(monkeypatch, capsys, tmp_path, compiled, arguments):
    with monkeypatch.context() as patch:
        check(patch, capsys, tmp_path, arguments)


@pytest.mark.parametrize("entry", FILES)
def test_a_file_that_cannot_be_read_is_an_error_in_python_too(entry):
    with pytest.raises(BoneyardError):
        seat_players("loo", [entry, "random"])


@pytest.mark.parametrize("entry", [*FILES, *LINEUPS])
def test_a_file_that_was_not_named_is_not_imported(monkeypatch, capsys, tmp_path, entry):
    (tmp_path / "random.py").write_text("raise SystemExit('imported')")
    monkeypatch.chdir(tmp_path)
    status, _, errors = boneyard(
        monkeypatch, capsys, "simulate", "loo", "--players", "2", "--sessions", "1", "--hands", "1",
        "--quiet", "--lineup", entry,
    )
    assert status in (0, 2)
    assert "imported" not in errors
