"""What the library ships is what is measured, solved and learnt."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import strategies
from reports.opening import loo_rule
from reports.opening.loo import good_run, page_tables, rule_to_remember
from reports.request import set_up
from scripts import solve_tables
from scripts.learn_tiles import fork, gain, learn, learn_in_rounds, player_of, tables_of
from scripts.ship_numbers import measured
from simulate.branch.forced import fork as fork_one_kind
from simulate.games.loo.views import AT
from simulate.theory import later_pools
from simulate.theory.loo.solutions import load
from simulate.theory.solution_file import SOLUTION
from strategies.loo.skills.learned_play import SHIPPED
from strategies.loo.skills.situations import CELLS


@pytest.mark.slow
def test_what_is_shipped_is_what_is_measured():
    for path, arrays in measured().items():
        with np.load(path) as shipped:
            assert sorted(shipped) == list(arrays)
            for name, array in arrays.items():
                np.testing.assert_array_equal(shipped[name], array, f"{path.name}: {name}")


def test_a_default_report_asks_for_nothing_else(monkeypatch):
    def anew(*arguments):
        raise AssertionError("measured anew")

    monkeypatch.setattr(later_pools, "count_at_pools", anew)
    monkeypatch.setattr(loo_rule, "_price_of_rule", anew)
    tables = page_tables(good_run(set_up("loo")))
    assert len(tables) == 15 and rule_to_remember(tables[0])["Costs"]


def test_every_file_of_the_library_is_a_table_that_is_solved_again():
    """But for the one that ``scripts.learn_tiles`` makes."""
    known = {table.path for game in solve_tables.GAMES for table in solve_tables.tables(game)}
    assert known | {SHIPPED} == set(Path(strategies.__file__).parent.rglob(f"*{SOLUTION}"))


def test_a_table_is_solved_and_written(monkeypatch, tmp_path):
    monkeypatch.setattr(solve_tables, "SHIPPED", tmp_path)
    monkeypatch.setattr(solve_tables, "_DEALS", 3_000)
    monkeypatch.setattr(solve_tables, "ROUNDS", 1)
    table, *_ = solve_tables.tables("rounce")
    assert table.solve().startswith("pool 5, best responses gain ")
    assert load(table.path).about["players"] == 2


def decisions(notes):
    """Yield number and scale of each decision written down, and its answers with what they made."""
    notes = notes.tolist()
    while notes:
        many, width, _, number, scale = notes[:5]
        rows = [notes[7 + k * width :][:2] for k in range(many)]
        del notes[: 7 + many * width]
        yield number, scale, dict(rows)


@pytest.mark.slow
def test_answers_make_what_they_make_where_each_is_forced():
    """Follows against the decisions forked for the studies, on the same deals."""
    table = tables_of("loo", 4, 3)[0]._replace(pools=(25,))
    run = replace(table.run, sessions=300)

    def read_forks(forks):
        own = []
        for d in range(len(forks.session)):
            seat, many = forks.seat[d], forks.count[d]
            values = forks.outcomes[d, :many]
            made = 4 * values[:, seat] - values.sum(axis=1)
            answers = forks.answers[d, :many].tolist()
            own.append((int(forks.number[d]), dict(zip(answers, made.tolist(), strict=True))))
        return own

    (follows,) = fork_one_kind(run, "follow", {}, [AT.value + s for s in range(4)], read_forks,
                               {AT.dealer: 3, AT.pool: 25}, jobs=1)
    found = [(number, made) for number, scale, made in decisions(fork(table, 0, 300))]
    assert len(follows) > 50 and all(one in found for one in follows)


def test_cells_move_towards_what_an_answer_made_above_the_mean():
    notes = np.array([2, 3, 9, 0, 10, 0, 0, 1, 20, 4, 2, 0, 5])  # two answers: 2 and 0 pools
    cells, met = np.zeros(CELLS), np.zeros(CELLS)
    for _ in range(4000):
        learn(notes, cells, met)
    assert cells[4] == pytest.approx(1.0, abs=0.02) and cells[5] == pytest.approx(-cells[4])
    assert met[4] == 4000 and not cells[6:].any()


@pytest.mark.slow
def test_a_little_learning_wins_from_none():
    tables, cells = tables_of("loo", 2, 1), np.zeros(CELLS)
    blank = player_of(cells.copy(), "loo")
    learn_in_rounds(tables, cells, np.zeros(CELLS), 0, 1 << 14, 1)
    won, error = gain(tables[0].with_seats(blank), player_of(cells, "loo"), 1 << 30, 1 << 13, 1)
    assert won > 4 * error
