"""The yardstick in plain C, dealt as the kernels deal, comes to the same totals."""

import shutil
from functools import cache

import pytest

from reports.request import default_lineup
from scripts import bench
from scripts.bench import IN_TURN, compiled_baselines, lineup_of, run_of, totals_of
from simulate.games.game import find_game
from simulate.runs.play import play


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    if not (shutil.which("gcc") or shutil.which("cc")):
        pytest.skip("there is no C compiler")
    folder = tmp_path_factory.mktemp("same_deals")

    @cache
    def compiled(game):
        return compiled_baselines(folder, f"{game}_default", same_deals=True)[f"{game}_default"]

    return compiled


def both(programs, game, players, hands):
    """Play a run here and in C; return our tally, its sums over the seats by form, and C's."""
    seats = range(players)
    run = run_of(game, players, hands, lineup_of(game, players))
    tally = play(run, jobs=1).tally

    def by_seat(form):
        return [tally.form(form, [seat]) for seat in seats]

    return tally, by_seat, totals_of(programs(game), run)


@pytest.mark.parametrize("game", IN_TURN)
def test_the_programs_seat_the_default_line_ups(game):
    assert lineup_of(game, 4) == ",".join(default_lineup(find_game(game), 4))


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_casino(programs, players):
    tally, by_seat, theirs = both(programs, "casino", players, 20_000)
    assert {
        "pot_left": tally.session_total("pot_left"), "ties": tally.session_total("tied_games"),
        "double_blanks": tally.session_total("double_blanks"),
        "double_double_wins": tally.session_total("double_doubles"),
        "double_wins": sum(by_seat("double_wins")) - tally.session_total("double_doubles"),
        "single_blank_wins": sum(by_seat("blank_wins")),
        "basic_matches": sum(by_seat("basic_wins")), "stash_by_seat": by_seat("stash"),
    }.items() <= theirs.items()
    assert theirs["wins"] == pytest.approx([won / 60 for won in by_seat("win_shares")], abs=0.06)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_euchre(programs, players):
    tally, by_seat, theirs = both(programs, "euchre", players, 10_000)
    results = {kind: theirs[f"{kind}_euchred_point_match"]
               for kind in ("accepted", "accepted_alone", "named", "named_alone")}
    alone = sum(results["accepted_alone"]) + sum(results["named_alone"])
    assert tally.session_total("hands") == theirs["hands"]
    assert tally.session_total("voids") == theirs["voids"]
    assert sum(by_seat("made")) == sum(theirs["makers"])
    assert sum(by_seat("alone")) == alone
    assert sum(by_seat("euchred")) == sum(counts[0] for counts in results.values())
    assert sum(by_seat("marched")) == sum(counts[2] for counts in results.values())
    assert by_seat("points")[:len(theirs["points_by_side"])] == theirs["points_by_side"]


def same_hands(tally, by_seat, theirs):
    """Tell whether declarations and tricks are the same: by what was done, over all seats."""
    kinds = ("played", "missed", "dropped", "for_pool")
    declared = theirs["declared_play_miss_drop_forpool"]
    taken = [sum(row[k] for row in theirs["tricks_0_to_5"]) for k in range(6)]
    # A dealer left alone has five tricks without play, and C counts him apart.
    taken[5] += theirs["walkovers"]
    return (
        [sum(row[k] for row in declared) for k in range(len(kinds))] == [
            sum(by_seat(kind)) for kind in kinds]
        and taken == [sum(by_seat(f"tricks_{k}")) for k in range(6)]
        and theirs["walkovers"] + sum(theirs["default_wins"]) == tally.session_total("walkovers"))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_loo(programs, players):
    tally, by_seat, theirs = both(programs, "loo", players, 10_000)
    assert same_hands(tally, by_seat, theirs)
    assert theirs["net_by_seat"] == by_seat("value")
    assert theirs["left"] == tally.session_total("left")


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_rounce(programs, players):
    tally, by_seat, theirs = both(programs, "rounce", players, 10_000)
    assert same_hands(tally, by_seat, theirs)
    assert theirs["points_by_seat"] == by_seat("value")
    assert theirs["wins_by_seat"] == by_seat("games_won")


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_pool(programs, players):
    tally, by_seat, theirs = both(programs, "pool", players, 10_000)
    assert {
        "blocked": tally.session_total("blocked"), "left": tally.session_total("left"),
        "domino": sum(by_seat("dominoes")), "net_by_seat": by_seat("value"),
        "domino_by_position": [
            sum(tally.seat[:, tally.books.seat.index(f"domino_{p}")]) for p in range(players)],
    }.items() <= theirs.items()
    assert tally.session_total("turns") == theirs["plays"] + theirs["passes"]


def test_pairs_are_measured_and_a_missing_yardstick_is_named(programs, monkeypatch, capsys):
    monkeypatch.setattr(bench, "HANDS", 2_000)
    monkeypatch.setattr(bench, "_COMMANDS", ("rules loo",))
    monkeypatch.setattr(bench, "game_names", lambda: ["loo"])
    baselines = {"loo_book": programs("loo")}  # whoever sits there in C
    monkeypatch.setattr(bench, "compiled_baselines", lambda folder: baselines)
    monkeypatch.setattr(bench.importlib.util, "find_spec", lambda name: None)
    bench.main()
    printed = capsys.readouterr().out
    assert "loo, 3 players, book" in printed and "boneyard rules loo" in printed
    assert "OpenSpiel is not installed" in printed
