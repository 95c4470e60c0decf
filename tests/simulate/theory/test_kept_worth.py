"""What pools are worth is shipped or kept on disk, and measured anew where a table differs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from simulate.games.loo.rules import LooRules
from simulate.runs.run import Run
from simulate.theory import later_pools
from simulate.theory.declared import declared_at
from simulate.theory.kept_numbers import worked_out_anew
from simulate.theory.later_pools import GROUPS, kept_worth_of_pools
from strategies.lineup import seat_players
from strategies.loo.weighing import Banker


class Own(Banker):
    """A person's own: a library strategy whose decision stands here."""

    name = "own"

    @staticmethod
    def take_turn_up(view, p):
        return 0


def table(lineup="banker", players=3, seed=1, **rules):
    return Run("loo", LooRules(**rules), seat_players("loo", lineup, players), 1, 1, seed)


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
    first, again = (kept_worth_of_pools(table(penalty="cap:40"), 1000) for _ in range(2))
    assert len(measured) == 1
    assert (first.table.rules, first.growth, first.horizon) == (
        again.table.rules, again.growth, again.horizon)
    assert first.chips.tobytes() == again.chips.tobytes()
    assert again.of(10, 0, 0) == first.of(10, 0, 0)


@pytest.mark.parametrize("other", [
    table("solved"), table("banker,banker,cautious"), table("banker,cautious,banker"),
    table(players=4), table(seed=2), table(penalty="cap:40"), table("banker(lean=0.2)"),
], ids=lambda run: f"{','.join(run.labels)} {run.seed} {run.rules.penalty}")
def test_another_table_is_measured_for_itself(measured, other):
    kept_worth_of_pools(table(), 1000)
    kept_worth_of_pools(other, 1000)
    assert [run for run, _ in measured] == [table(), other]


def test_a_table_with_a_chart_is_known_by_the_chart(measured):
    run = table("solved")
    kept_worth_of_pools(run, 1000)
    changed = run.players[0].chart.copy()
    changed[0] += 1
    players = tuple(replace(player, chart=changed) for player in run.players)
    kept_worth_of_pools(replace(run, players=players), 1000)
    assert len(measured) == 2


def test_where_a_persons_own_strategy_sits_nothing_is_kept(measured, tmp_path):
    run = table([Own, "banker", "banker"])
    for _ in range(2):
        kept_worth_of_pools(run, 1000)
    assert len(measured) == 2
    assert not files(tmp_path)


def test_a_damaged_file_is_said_and_measured_again(measured, tmp_path, caplog):
    kept_worth_of_pools(table(), 1000)
    (file,) = files(tmp_path)
    content = bytearray(file.read_bytes())
    content[-20] ^= 1
    file.write_bytes(content)
    kept_worth_of_pools(table(), 1000)
    assert "is damaged: what pools are worth is measured again" in caplog.text
    kept_worth_of_pools(table(), 1000)
    assert len(measured) == 2


def test_the_tables_measured_last_are_kept(measured, tmp_path, monkeypatch):
    monkeypatch.setattr(later_pools, "_COUNTS", replace(later_pools._COUNTS, most=2))
    for seed in (1, 2, 3, 3, 2, 1):
        kept_worth_of_pools(table(seed=seed), 1000)
    assert [run.seed for run, _ in measured] == [1, 2, 3, 1]
    assert len(files(tmp_path)) == 2


def test_an_edit_of_what_works_it_out_measures_anew_and_no_other(measured, monkeypatch):
    from simulate.theory import kept_numbers

    state = ["before"]
    monkeypatch.setattr(kept_numbers, "code_hash", lambda *modules: (modules, *state))
    for state[0] in ("before", "before", "after"):
        kept_worth_of_pools(table(), 1000)
    assert len(measured) == 2


def test_what_is_shipped_is_not_measured_but_where_all_is_worked_out_anew(measured):
    shipped = table("solved", 4, 0)
    kept_worth_of_pools(shipped, 200_000)
    assert not measured
    with worked_out_anew() as found:
        kept_worth_of_pools(shipped, 200_000)
        kept_worth_of_pools(shipped, 200_000)
    assert len(measured) == 1
    assert [len(arrays) for arrays in found.values()] == [2]
