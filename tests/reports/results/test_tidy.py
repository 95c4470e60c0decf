"""Tables for stacking runs, and what their columns mean."""

import pandas as pd
import pytest

import boneyard
from reports.results.column_meanings import column_table, meaning_of
from reports.results.game_report import report_of
from simulate.errors import BoneyardError


def test_runs_are_stacked_by_seed_rules_and_line_up(chips, points):
    both = pd.concat([chips.tidy(), points.tidy("seats")])
    first = chips.tidy().iloc[0]
    assert list(chips.tidy().columns[:4]) == ["game", "players", "lineup", "seed"]
    assert (first["lineup"], first["seed"]) == ("stay,random,random,random", 5)
    assert (first["rule_penalty"], first["rule_ante"]) == ("cap:40", 5)
    assert set(both["rule_scoring"]) == {"chips", "points"}
    assert len(chips.tidy("seats")) == 4 and chips.tidy("seats")["seat"].tolist() == [0, 1, 2, 3]


def test_tables_whose_rows_are_only_counted_get_no_number(chips):
    tidy = chips.tidy("extremes")
    assert "index" not in tidy.columns and tidy.columns.is_unique


def test_a_study_stacks_too():
    held = boneyard.study("duel", "loo", "stay,random", sessions=40, hands=10, jobs=1)
    assert held.tidy("duel_ranking")["strategy"].tolist()
    with pytest.raises(BoneyardError, match="unknown table 'duel'"):
        held.tidy("duel")


@pytest.mark.parametrize(("own", "table", "column", "unit", "meaning"), [
    ({}, "strategies", "games_won_low", "share of games",
     "lower end of the 95% interval of games"),
    ({"one.own_low": ("none", "itself")}, "one", "own_low", "none", "itself"),
    ({"one.own": ("none", "itself"), "own": ("none", "another")}, "one", "own_se", "none",
     "standard error of own: itself"),
])
def test_columns_are_told_by_table_and_name_with_their_intervals(own, table, column, unit, meaning):
    found = meaning_of(table, column, own)
    assert found[0] == unit and found[1].startswith(meaning)


def test_a_study_tells_the_columns_that_are_its_own():
    """By their names, or those of strategies, and also those that the page does not show."""
    told = boneyard.study(
        "duel", "loo", "stay,random", sessions=40, hands=10, jobs=1).columns
    of_a_hand = "chips a hand, or games of 100"
    assert tuple(told.loc[("duel_ranking", "lead")]) == (of_a_hand, "made more than the next")
    assert told.loc[("duel_ranking", "lead_low"), "unit"] == of_a_hand
    assert tuple(told.loc[("duel_precision", "se")]) == ("as the difference", "its standard error")
    assert tuple(told.loc[("duel_matrix", "stay")]) == (
        of_a_hand, "made more than by that strategy")
    assert meaning_of("duel_ranking", "lead") is None


def test_a_game_tells_the_columns_that_are_its_own():
    assert meaning_of("tricks", "tricks_2") is None
    found = meaning_of("tricks", "tricks_2", report_of("loo").columns)
    assert found == ("share of hands stayed in", "won 2 tricks")
    found = meaning_of("strategies", "looed_low", report_of("loo").columns)
    assert found[0] == "share of hands" and found[1].startswith("lower end of the 95% interval")


def test_of_a_column_of_another_package_nothing_is_told():
    assert meaning_of("seats", "nonsense") is None and meaning_of("seats", "nonsense_low") is None
    told = column_table({"seats": pd.DataFrame({"nonsense": [1]})}, "chips")
    assert told.loc[("seats", "nonsense"), "unit"] == ""
