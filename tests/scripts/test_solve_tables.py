"""The tables that the library carries can be solved again."""

from pathlib import Path

import strategies
from scripts import solve_tables
from simulate.theory.loo.solutions import load
from simulate.theory.solution_file import SOLUTION
from strategies.loo.skills.learned_play import SHIPPED


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
