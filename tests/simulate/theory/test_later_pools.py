"""What is left in a pool: its worth, against hands played on, and what is kept of it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from reports.request import set_up
from simulate.books.tally import Rows, standard_error
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.loo.rules import LooRules
from simulate.games.loo.views import AT
from simulate.runs.chunk import play_rows, set_table
from simulate.theory import declared, later_pools
from simulate.theory.declared import declared_at
from simulate.theory.kept_numbers import worked_out_anew
from simulate.theory.later_pools import (
    GROUPS,
    HandsAtPools,
    count_at_pools,
    values_of,
    worth_of_pools,
)
from simulate.theory.loo.declared import ENDS, LOOED, OWN
from tests.sizes import in_pieces

MIXED = "random,banker,cautious,bold"


def table(lineup=MIXED, players=4, seed=5, **rules):
    return set_up("loo", lineup, players, rules, 1, 1, seed)


def measured_anew(run, hands, jobs=None, horizon=None):
    """Return what pools are worth, measured anew."""
    at = declared_at(run)
    return values_of(at, HandsAtPools.counted(at, count_at_pools(run, hands, jobs)), horizon)


def played_on(run, left, sessions, hands):
    """Return what each seat makes of sessions that open with these chips in the pool."""
    game, seats = find_game("loo"), len(run.players)
    row, _parameters = set_table(run)
    row[AT.opening_pool] = left
    rows = Rows.blank(game.books, sessions, seats, 1)
    play_rows(run, row, 0, sessions, hands, rows)
    credited = rows.seat[:, :, game.books.seat.index("credited")]
    return credited / seats


@in_pieces(
    "table_of", ("banker", 2, 8, {"remainder": "stays", "penalty": "cap:12"}),
    (MIXED, 4, 6, {"penalty": "cap:40"}), (MIXED, 4, 6, {}),
    ("banker,book,cautious", 3, 8, {"penalty": "fixed:20", "ante": 1, "dealer_ante": 5}))
def test_the_worth_is_what_playing_on_from_such_pools_brings(table_of):
    (lineup, players, hands, rules), sessions, seed = table_of, 8_000, 31
    values = measured_anew(table(lineup, players, **rules), 120_000, horizon=hands)
    run = table(lineup, players, seed, **rules)
    emptied = played_on(run, 0, sessions, hands)
    dealing = np.arange(sessions) % players
    for left in (5, 13, 50):
        more = played_on(run, left, sessions, hands) - emptied
        for d in range(players):
            own = more[dealing == d]
            error = own.std(0) / np.sqrt(len(own))
            for seat in range(players):
                dealer = (d - 1) % players
                replicas = values.replicas(left, seat, dealer)
                found = values.of(left, seat, dealer), standard_error(replicas)
                assert found[0] == pytest.approx(
                    own[:, seat].mean(), abs=4.5 * np.hypot(error[seat], found[1]) + 0.02)


@in_pieces("players", 3, 2, 4)
@pytest.mark.parametrize("rules", [
    ("gamerules", {}), ("gamerules", {"penalty": "cap:7"}),
    (None, {"ante": 1, "dealer_ante": 5}), (None, {"remainder": "stays", "ante": 2})])
def test_a_pool_beyond_those_that_are_looked_at_is_worth_a_part_of_its_chips(rules, players):
    run = replace(table("book", players), rules=LooRules.of(rules[0], **rules[1]))
    values, left = measured_anew(run, 8_000), np.array([100, 300, 1000])
    worth = values.of(left, 0, 0)
    assert np.abs(worth * players / left - 1).max() < 0.6, worth
    last, largest = values.table.grid[-2:]
    assert largest >= 1.09 * last, "its last two pools tell what still larger ones are worth"


def test_what_is_left_belongs_to_somebody():
    capped = measured_anew(table(penalty="cap:40"), 30_000)
    left = np.array([0, 3, 5, 17, 40, 125, 400])
    for dealer in range(4):
        worth = sum(capped.replicas(left, seat, dealer) for seat in range(4))
        assert worth == pytest.approx(np.broadcast_to(left, worth.shape), abs=1e-6)


def always(players, own, end):
    """Return hands that end in one way, whatever the pool: own ends by position."""
    pools = np.array([5, 500])
    owns = np.zeros((1, 2, players, players, OWN))
    owns[..., np.arange(players), own] = 1
    ends = np.zeros((1, 2, players, ENDS))
    ends[..., end] = 1
    return HandsAtPools(pools, owns, ends, pools[:0], owns[:, :0], ends[:, :0], 5)


def test_a_remainder_changes_what_hands_do_in_proportion_where_no_such_pool_was_watched():
    """Four chips over change every share by 4 at a pool of 9; those of 12 were watched, too."""
    hands = always(2, [5, 0], 0)
    odd = np.array([9, 12])
    changes = [np.broadcast_to(np.array([4.0, 7.0]).reshape(-1, *[1] * (table.ndim - 2)),
                               (1, 2, *table.shape[2:])) for table in (hands.own, hands.ends)]
    changed = replace(hands, odd=odd, odd_own=changes[0], odd_ends=changes[1])
    pools = np.array([9, 10, 11, 12, 13, 14])
    for table, found in zip(hands.at(pools), changed.at(pools), strict=True):
        by = np.array([4.0, 0, 1, 7, 3, 4]).reshape(-1, *[1] * (table.ndim - 2))
        assert found - table == pytest.approx(np.broadcast_to(by, table.shape))


def test_pools_that_grow_without_end_are_looked_at_for_two_rounds():
    """Of two, the dealer is always looed: the pool never shrinks."""
    values = values_of(declared_at(table("book", 2)), always(2, [5, LOOED], 1))
    assert values.growth == pytest.approx(1)
    assert values.horizon == 4
    assert values.of(40, 0, 0) + values.of(40, 1, 0) == pytest.approx(40)


def test_errors_cover_what_more_deals_find():
    """Eight measurements with other seeds scatter by about their standard errors."""
    left = np.array([10, 60])
    found = [measured_anew(table("random,banker,bold", 3, seed), 30_000) for seed in range(8)]
    spread = np.std([values.of(left, 1, 0) for values in found], axis=0, ddof=1)
    said = np.mean([standard_error(values.replicas(left, 1, 0)) for values in found], axis=0)
    assert (abs(np.log(spread / said)) < np.log(2.2)).all()


@pytest.mark.parametrize(("solves", "said"), [
    (None, "Odd cannot be solved: no solves of its Game names the module"),
    ("no.such.module", "there is no DECLARED in a module no.such.module"),
    ("simulate.games.game", "there is no DECLARED in a module simulate.games.game")])
def test_a_game_that_does_not_say_what_is_declared_is_told_so(monkeypatch, solves, said):
    game = SimpleNamespace(title="Odd", solves=solves)
    monkeypatch.setattr(declared, "find_game", lambda name: game)
    with pytest.raises(BoneyardError, match=said):
        declared_at(SimpleNamespace(game="odd"))


def kept_table(lineup="banker", players=3, seed=1, **rules):
    return table(lineup, players, seed, **rules)


def files(folder):
    return sorted((folder / "kept").glob("worth_of_pools.*.nbc"))


@pytest.fixture
def measured(tmp_path, monkeypatch):
    """Keep in an empty folder; return the tables that are measured, with numbers of their own."""
    tables = []

    def count(run, hands, jobs):
        tables.append((run, hands))
        at = declared_at(run)
        pools, odd = map(len, at.watched())
        shape = GROUPS, 2 * pools + odd, at.players
        chance = np.random.default_rng(len(tables))
        return {name: chance.integers(50, 60, (*shape, *more), np.int32) for name, more in
                zip(("own", "ends"), ((at.players, at.ways[0]), (at.ways[1],)), strict=True)}

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))
    monkeypatch.setattr(later_pools, "count_at_pools", count)
    return tables


def test_a_table_is_measured_once(measured):
    first, again = (worth_of_pools(kept_table(penalty="cap:40"), 1000) for _ in range(2))
    assert len(measured) == 1
    assert (first.table.rules, first.growth, first.horizon) == (
        again.table.rules, again.growth, again.horizon)
    assert first.chips.tobytes() == again.chips.tobytes()
    assert again.of(10, 0, 0) == first.of(10, 0, 0)


@pytest.mark.parametrize("other", [
    *map(kept_table, ("solved", "banker,banker,cautious", "banker,cautious,banker",
                      "banker(lean=0.2)")),
    kept_table(players=4), kept_table(seed=2), kept_table(penalty="cap:40"),
], ids=lambda run: f"{','.join(run.labels)} {run.seed} {run.rules.penalty}")
def test_another_table_is_measured_for_itself(measured, other):
    worth_of_pools(kept_table(), 1000)
    worth_of_pools(other, 1000)
    assert [run for run, _ in measured] == [kept_table(), other]


def test_a_damaged_file_is_said_and_measured_again(measured, tmp_path, caplog):
    worth_of_pools(kept_table(), 1000)
    (file,) = files(tmp_path)
    content = bytearray(file.read_bytes())
    content[-20] ^= 1
    file.write_bytes(content)
    worth_of_pools(kept_table(), 1000)
    assert "is damaged: what pools are worth is measured again" in caplog.text
    worth_of_pools(kept_table(), 1000)
    assert len(measured) == 2


def test_the_tables_measured_last_are_kept(measured, tmp_path, monkeypatch):
    monkeypatch.setattr(later_pools, "_COUNTS", replace(later_pools._COUNTS, most=2))
    for seed in (1, 2, 3, 3, 2, 1):
        worth_of_pools(kept_table(seed=seed), 1000)
    assert [run.seed for run, _ in measured] == [1, 2, 3, 1]
    assert len(files(tmp_path)) == 2


def test_an_edit_of_what_works_it_out_measures_anew_and_no_other(measured, monkeypatch):
    from simulate.theory import kept_numbers

    state = ["before"]
    monkeypatch.setattr(kept_numbers, "code_hash", lambda *modules: (modules, *state))
    for state[0] in ("before", "before", "after"):
        worth_of_pools(kept_table(), 1000)
    assert len(measured) == 2


def test_what_is_shipped_is_not_measured_but_where_all_is_worked_out_anew(measured):
    shipped = kept_table("solved", 4, 0)
    worth_of_pools(shipped, 200_000)
    assert not measured
    with worked_out_anew() as found:
        worth_of_pools(shipped, 200_000)
        worth_of_pools(shipped, 200_000)
    assert len(measured) == 1
    assert [len(arrays) for arrays in found.values()] == [2]
