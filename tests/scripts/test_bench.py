"""The yardsticks: OpenSpiel, left out in words where it is not installed, and plain C."""

import shutil
from functools import cache

import pytest
from rich.console import Console

from scripts.bench import __main__ as bench
from scripts.bench import against_openspiel, commands, growing, measured
from scripts.bench.against_c import compiled_baselines, totals_of
from scripts.bench.measured import Goal, add_row, run_of, sheet_of_ratios
from simulate.runs.play import play


def test_without_openspiel_a_sentence_says_so(monkeypatch, capsys):
    monkeypatch.setattr(against_openspiel.importlib.util, "find_spec", lambda name: None)
    assert against_openspiel.installed() is None
    against_openspiel.measure()
    said = capsys.readouterr().out
    assert "OpenSpiel is not installed (pip install open_spiel)" in " ".join(said.split())


def test_with_openspiel_both_are_measured_in_turn(monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(against_openspiel, "installed", lambda: "9.9")
    monkeypatch.setattr(against_openspiel, "euchre_hands_a_second",
                        lambda hands: asked.append(hands) or 2)
    monkeypatch.setattr(measured, "ours", lambda run: 60.0)
    against_openspiel.measure()
    assert len(asked) == 5
    said = capsys.readouterr().out
    assert "OpenSpiel 9.9" in said and "30.00" in said


def test_parts_are_measured_by_their_names(monkeypatch, capsys):
    done = []
    parts = {name: lambda name=name: done.append(name) or [] for name in bench.PARTS}
    monkeypatch.setattr(bench, "PARTS", parts)
    bench.main(["start", "random"])
    assert done == ["start", "random"]
    done.clear()
    bench.main([])
    assert done == list(parts)
    with pytest.raises(SystemExit):
        bench.main(["starts"])
    assert "no part is called 'starts': the parts are random, players" in capsys.readouterr().err


def test_at_the_end_goals_that_are_missed_are_named(monkeypatch, capsys):
    fast = Goal("a hand", 1.2, 1.0, at_least=True), Goal("help", 0.3, 0.4, at_least=False)
    slow = Goal("a game", 0.0123, 0.5, at_least=True), Goal("report", 61.0, 60.0, at_least=False)
    monkeypatch.setattr(bench, "PARTS", {"random": lambda: [*fast, slow[0]],
                                         "report": lambda: [slow[1]], "growing": lambda: []})
    bench.main(["random", "report"])
    assert capsys.readouterr().out == (
        "2 of 4 goals are reached. Not reached:\n  random: a game: 0.012, goal 0.5\n"
        "  report: report: 61.00, goal 60\n")
    bench.main(["growing"])
    assert capsys.readouterr().out == "0 of 0 goals are reached.\n"


def test_a_row_of_ratios_is_a_goal_if_it_has_one(capsys):
    sheet = sheet_of_ratios("Speed", "ours", "theirs")
    add_row(sheet, "loo", 3e6, 2e6, [1.4, 1.5, 1.6], 1.0)
    add_row(sheet, "pool", 3e6, 2e6, [1.4, 1.5, 1.6])
    assert sheet.show() == [Goal("loo", 1.5, 1.0, at_least=True)]
    assert "1.40 to 1.60" in capsys.readouterr().out


@pytest.mark.slow
def test_a_second_hand_is_asked_about_in_one_process():
    assert 0 < commands._advice() < 60


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    if not shutil.which("gcc"):
        pytest.skip("there is no C compiler")
    folder = tmp_path_factory.mktemp("baselines")
    return cache(lambda name: compiled_baselines(folder, name)[name])


def shares(counts, hands):
    """Shares of all hands at the table, by what was declared and how many tricks were taken."""
    return [sum(row[k] for row in counts) / hands for k in range(len(counts[0]))]


@pytest.mark.slow  # ``test_same_deals`` compares sums of the same deals
@pytest.mark.parametrize(("strategy", "players"), [("book", 2), ("random", 4), ("book", 4)])
def test_c_plays_loo_as_we_do(programs, strategy, players):
    program = programs("loo" if strategy == "random" else f"loo_{strategy}")
    run = run_of("loo", players, 200_000, strategy)
    hands = run.sessions * run.hands
    tally = play(run, jobs=1).tally
    theirs = totals_of(program, run)
    declared = shares(theirs["declared_play_miss_drop_forpool"], hands)
    tricks = shares(theirs["tricks_0_to_5"], hands)
    # Five tricks are left out: a dealer left alone has them without play, and C counts him apart.
    names = ["played", "missed", "dropped", "for_pool", *(f"tricks_{k}" for k in range(5))]
    for name, share in zip(names, declared + tricks[:5], strict=True):
        ours = sum(tally.form(name, [seat]) for seat in range(players)) / hands
        # Four seats' counts of a hand vary by 1.0 at most, each side by 1 / sqrt(hands).
        assert abs(ours - share) < 4 * (2 / hands) ** 0.5, name


def test_what_the_machine_gives_stands_below_two_threads(programs, monkeypatch, capsys):
    monkeypatch.setattr(growing, "compiled_baselines",
                        lambda folder, game: {game: programs("loo_book")})
    monkeypatch.setattr(growing, "game_names", lambda: ["pool"])
    monkeypatch.setattr(growing, "_TRIED", 2_000)
    monkeypatch.setattr(growing, "_SECONDS", 0.01)
    # In so short a run ratios may be large, and the table too wide for its words.
    monkeypatch.setattr(measured, "console", Console(width=120))
    (goal,) = growing.by_threads()
    assert goal.what == "pool, 6 players" and goal.goal == 1.9
    assert "loo, 4 players, processes in C" in capsys.readouterr().out
