"""The yardstick in plain C plays the game that we play; without OpenSpiel a sentence says so."""

import shutil
from functools import cache

import pytest

from scripts import bench
from simulate.runs.play import play


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    if not shutil.which("gcc"):
        pytest.skip("there is no C compiler")
    folder = tmp_path_factory.mktemp("baselines")
    return cache(lambda name: bench.compiled_baselines(folder, name)[name])


def shares(counts, hands):
    """Shares of all hands at the table, by what was declared and how many tricks were taken."""
    return [sum(row[k] for row in counts) / hands for k in range(len(counts[0]))]


@pytest.mark.slow  # ``test_same_deals`` compares sums of the same deals
@pytest.mark.parametrize(("strategy", "players"), [("book", 2), ("random", 4), ("book", 4)])
def test_c_plays_loo_as_we_do(programs, strategy, players):
    program = programs("loo" if strategy == "random" else f"loo_{strategy}")
    run = bench.run_of("loo", players, 200_000, strategy)
    hands = run.sessions * run.hands
    tally = play(run, jobs=1).tally
    theirs = bench.totals_of(program, run)
    declared = shares(theirs["declared_play_miss_drop_forpool"], hands)
    tricks = shares(theirs["tricks_0_to_5"], hands)
    # Five tricks are left out: a dealer left alone has them without play, and C counts him apart.
    names = ["played", "missed", "dropped", "for_pool", *(f"tricks_{k}" for k in range(5))]
    for name, share in zip(names, declared + tricks[:5], strict=True):
        ours = sum(tally.form(name, [seat]) for seat in range(players)) / hands
        # Four seats' counts of a hand vary by 1.0 at most, each side by 1 / sqrt(hands).
        assert abs(ours - share) < 4 * (2 / hands) ** 0.5, name


def test_pairs_are_measured_and_a_missing_yardstick_is_named(programs, monkeypatch, capsys):
    monkeypatch.setattr(bench, "HANDS", 2_000)
    monkeypatch.setattr(bench, "_COMMANDS", ("rules loo",))
    monkeypatch.setattr(bench, "game_names", lambda: ["loo"])
    program = programs("loo_book")
    monkeypatch.setattr(bench, "compiled_baselines", lambda folder: {"loo_book": program})
    monkeypatch.setattr(bench.importlib.util, "find_spec", lambda name: None)
    bench.main()
    printed = capsys.readouterr().out
    assert "loo, 3 players, book" in printed and "boneyard rules loo" in printed
    assert "OpenSpiel is not installed" in printed
