"""What an analyst takes along: sessions one by one, long tables, and figures among one's own."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pytest

import boneyard
from reports.results import sessions as kept
from simulate.errors import BoneyardError

TABLES = {
    "loo": {"lineup": "stay,random,random", "hands": 7}, "pool": {"lineup": "random", "players": 3},
    "rounce": {"lineup": "stay,random"}, "euchre": {"lineup": "random", "players": 2},
    "casino": {"lineup": "random", "players": 3},
}


@pytest.mark.parametrize("game", TABLES)
def test_sessions_add_up_to_the_tables(game):
    result = boneyard.simulate(game, sessions=40, seed=3, jobs=1, **TABLES[game])
    found, seats = result.sessions, result.tables["seats"]
    assert len(found) == 40 * len(seats) and found.attrs["seed"] == 3
    assert found["strategy"].tolist() == seats["strategy"].tolist() * 40
    made = found.groupby("seat")[["hands", result.unit]].sum()
    assert np.allclose(made[result.unit] / made["hands"], seats[result.unit])
    if result.is_game:
        assert np.allclose(found.groupby("seat")["games_won"].mean(), seats["games_won"])


def test_a_session_is_that_of_its_address(chips):
    of_one = chips.sessions[chips.sessions["session"] == 17]
    hands = boneyard.replay(
        "loo", session=17, lineup="stay,random,random,random", rules={"penalty": "cap:40"},
        hands=60, seed=5)
    net = np.sum([hand.history["net"] for hand in hands], axis=0)
    left = hands[-1].history["pool_next"]
    assert of_one["chips"].tolist() == (net + left / 4).tolist()
    assert set(of_one["largest_pool"]) == {max(hand.history["pool"] for hand in hands)}


def test_too_many_sessions_are_refused_before_they_are_played(monkeypatch):
    result = boneyard.simulate("casino", "random", players=3, sessions=5, jobs=1)
    monkeypatch.setattr(kept, "MOST_ROWS", 14)
    with pytest.raises(BoneyardError, match=r"5 sessions of 3 seats are 15 rows.* 4 sessions at"):
        _ = result.sessions


def test_a_long_table_has_a_row_a_number(chips):
    long, wide = chips.tidy("seats", long=True), chips.tables["seats"]
    assert list(long.columns[-7:]) == [
        "table", "seat", "strategy", "measure", "value", "low", "high"]
    row = long[(long["seat"] == 2) & (long["measure"] == "chips")].iloc[0]
    assert [row["value"], row["low"], row["high"]] == wide.loc[
        2, ["chips", "chips_low", "chips_high"]].tolist()
    assert not long["measure"].str.endswith(("_low", "_high", "_se")).any()


def test_all_tables_stack_and_keys_tell_their_numbers_apart(chips):
    long = chips.tidy(long=True)
    assert set(long["table"]) == set(chips.tables)
    assert list(long.columns[-4:]) == ["measure", "value", "low", "high"]
    assert not long.drop(columns=["value", "low", "high"]).duplicated().any()


def test_frames_say_where_they_come_from(chips):
    for frame in (chips.strategies, chips.tables["tricks"], chips.tidy(), chips.sessions):
        assert frame.attrs["command"] == chips.command and frame.attrs["game"] == "loo"
        assert frame.attrs["rules"]["penalty"] == "cap:40"
    # Files keep no command twice.
    assert not chips.tables.shown("tricks").frame.attrs


def test_a_figure_is_drawn_in_place_of_axes_of_ones_own(chips):
    from matplotlib.figure import Figure

    figure = Figure()
    left, right = figure.subplots(1, 2)
    drawn = chips.plot.tricks(ax=left)
    assert drawn in figure.subfigs and drawn.axes[0].get_title(loc="left") == "Tricks in a hand"
    assert not left.axison and right.axison and not right.lines
    figure.savefig(io.BytesIO())
    assert chips.plot.tricks() not in figure.subfigs
    with pytest.raises(BoneyardError, match="ax is no axes of a grid"):
        chips.plot.tricks(ax=figure)


def test_a_notebook_shows_pictures_at_their_size(chips):
    figure = chips.plot.chips()
    picture, size = figure._repr_png_()
    assert picture.startswith(b"\x89PNG")
    assert [size["width"] / 96, size["height"] / 96] == pytest.approx(
        figure.get_size_inches(), abs=0.01)


def test_a_sweep_shows_eight_columns_and_has_all():
    table = boneyard.sweep("loo", "threshold.stay_1", [1.0, 2.0], "threshold,stay", sessions=20,
                           hands=5, jobs=1)
    assert list(table.short())[:6] == [
        "chips", "chips_low", "chips_high", "gain", "gain_low", "gain_high"]
    assert len(table.short().columns) == 8 < len(table.wide().columns)
    assert all(sentence in repr(table) for sentence in table.answer)
    assert "more columns" in repr(table) and isinstance(table.iloc[:1], pd.DataFrame)
