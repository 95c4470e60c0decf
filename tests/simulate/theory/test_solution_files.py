"""Files of solved tables, of every kind there is: read as they were written, or refused."""

import zipfile
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import strategies
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.runs.follow import histories
from simulate.runs.run import Run
from simulate.theory import chips
from simulate.theory.euchre import auctions, calls
from simulate.theory.loo import race, solutions
from simulate.theory.stage import solve
from strategies.euchre.solved import Solved
from strategies.lineup import seat_players
from strategies.loo.solved import Racer
from tests.sizes import solve_quickly

HOME = Path(strategies.__file__).parent
#: Of each kind of states, a table that the library ships.
SHIPPED = [HOME / name for name in (
    "loo/solutions/loo-2-cap10.npz", "loo/races/rounce-2.npz", "euchre/solutions/euchre-2.npz")]
EACH = pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)


def load(path, game):
    return auctions.load(path) if game == "euchre" else solutions.load(path)


def read(path):
    return load(path, "euchre" if "euchre" in str(path) else "loo")


@cache
def around(kind, jobs=1):
    """Solve a small table of two around a seat that keeps to a strategy, and return how."""
    game, make, lineup = {
        "pools": ("loo", chips.Chips, "book"), "race": ("rounce", race.Race, "book"),
        "calls": ("euchre", calls.Calls, "hoyle")}[kind]
    run = Run(game, find_game(game).rules_class(), seat_players(game, lineup, 2), 1, 1, 5)
    with pytest.MonkeyPatch.context() as patch:
        solve_quickly(patch)
        locks = {1: seat_players(game, "cautious", 1)[0]}
        found = solve(make(run, locks, deals=3_000, jobs=jobs), 1)
    if kind == "pools":
        return game, chips.solution_of(found, found.solved())
    return game, (race if kind == "race" else calls).solution_of(found)


@EACH
def test_a_file_is_read_as_it_was_written(path, tmp_path):
    written, here = read(path), tmp_path / path.name
    written.save(here)
    found, before = read(here), here.read_bytes()
    assert np.array_equal(found.chances, written.chances) and found.about == written.about
    assert all(np.allclose(found[name], array) for name, array in written.arrays.items())
    found.save(here)
    assert here.read_bytes() == before


@pytest.mark.parametrize("kind", ["pools", "race", "calls"])
def test_around_a_seat_each_dealer_has_its_own_whatever_the_workers_and_so_has_its_file(
        kind, tmp_path):
    (game, one), (_, other) = around(kind), around(kind, jobs=2)
    one.save(tmp_path / "one.npz")
    other.save(tmp_path / "other.npz")
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "other.npz").read_bytes()
    found = load(tmp_path / "one.npz", game)
    assert found.dealers == 2 and found.about["locks"] == {"1": "cautious"}
    assert np.array_equal(found.chances, one.chances)
    half = len(found.chances) // 2
    assert not np.array_equal(found.chances[:half], found.chances[half:])
    arrays = {name: array[name == "pools" :] for name, array in found.arrays.items()}
    replace(found, chances=found.chances[1:], arrays=arrays).save(tmp_path / "one.npz")
    with pytest.raises(BoneyardError, match=r"its table is|its pools are no chips"):
        load(tmp_path / "one.npz", game)


@pytest.mark.parametrize(("kind", "holds", "said"), [
    ("race", Racer, {"play": 0, "miss": 1}), ("calls", Solved, {"pass": 0, "accept": 1})])
def test_a_file_plays_the_hands_of_each_dealer_as_they_were_solved(kind, holds, said):
    game, solution = around(kind)
    chances, half = np.zeros_like(solution.chances), len(solution.chances) // 2
    chances[:half, ..., 0] = chances[half:, ..., 1] = 1  # another answer where seat 0 deals
    player, met = holds.holding(replace(solution, chances=chances)).player(), set()
    players = (player, *seat_players(game, "cautious", 1))
    run = Run(game, find_game(game).rules_class(), players, 40, 1, 5)
    for hand, _ in histories(run, range(40), 0, 1):
        met |= {(hand["dealer"], said[one.get("action", one.get("call"))])
                for one in hand.get("declarations", hand.get("auction")) if one["seat"] == 0}
    assert met == {(0, 0), (1, 1)}


#: What somebody might write into a file, by what is changed.
WRONG = {
    "states": {"states": "x"}, "game": {"game": "whist"}, "players": {"players": 5},
    "a rule": {"rules": {"penalty": "odd"}}, "no rules": {"rules": None},
    "a pool more": 0, "chances of nothing": 0.0, "half of the chances": 0.5, "no arrays": {}}


@pytest.mark.parametrize("wrong", WRONG)
@EACH
def test_a_file_that_says_something_else_is_refused(path, wrong, tmp_path):
    good, by = read(path), WRONG[wrong]
    bad = (replace(good, arrays={}) if wrong == "no arrays"
           else replace(good, about={**good.about, **by}) if isinstance(by, dict)
           else replace(good, chances=by * good.chances) if isinstance(by, float)
           else replace(good, chances=good.chances[1:]))
    bad.save(tmp_path / path.name)
    with pytest.raises(BoneyardError, match=r"cannot be read: it|chances|its table"):
        read(tmp_path / path.name)


@EACH
@pytest.mark.parametrize("damage", [
    lambda whole: b"", lambda whole: b"not a table", lambda whole: whole[:-40] + b"x" * 40,
    lambda whole: whole[: len(whole) // 2]], ids=["empty", "text", "end", "half"])
def test_a_damaged_file_is_refused(path, damage, tmp_path):
    (tmp_path / path.name).write_bytes(damage(path.read_bytes()))
    with pytest.raises(BoneyardError, match="cannot be read"):
        read(tmp_path / path.name)


def test_a_file_that_unpacks_to_gigabytes_is_refused_before_it_does(tmp_path, monkeypatch):
    path = tmp_path / "bomb.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in ("about", "pools", "penalties", "chances", "shares"):
            packed.writestr(f"{name}.npy", bytes(1 << 25))
    monkeypatch.setattr(zipfile.ZipFile, "open", lambda *arguments: pytest.fail("it is unpacked"))
    with pytest.raises(BoneyardError, match="damaged, or another kind of file"):
        read(path)


def test_moves_that_the_rules_do_not_allow_and_another_game_are_refused(tmp_path):
    loo = read(HOME / "loo/solutions/loo-4-points.npz")
    # At Rounce a dealer cannot play for the pool.
    replace(loo, about={**loo.about, "game": "rounce", "rules": {}}).save(tmp_path / "four.npz")
    with pytest.raises(BoneyardError, match="chances for moves that the rules do not allow"):
        read(tmp_path / "four.npz")
    with pytest.raises(BoneyardError, match="is for loo, not for rounce"):
        seat_players("rounce", str(SHIPPED[0]), 2)
    with pytest.raises(BoneyardError, match="for the game 'loo', not for euchre"):
        auctions.load(SHIPPED[0])
