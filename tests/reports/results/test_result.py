"""Results: tables with intervals, figures, commands that make them again, and the summary."""

import json

import pandas as pd
import pytest

from simulate.errors import BoneyardError


def test_summary_has_the_counts_and_the_run(chips):
    summary = chips.summary()
    table, by_seat = chips.game.summary(chips.played.tally, chips.run.rules)
    for seat, counts in enumerate(by_seat):
        strategy = chips.run.labels[seat]
        assert summary["by_seat"][seat] == {"seat": seat, "strategy": strategy, **counts}
    assert {key: summary[key] for key in table} == table
    run = {key: summary[key] for key in ("game", "seed", "players", "sessions", "hands")}
    assert run == {"game": "loo", "seed": 5, "players": 4, "sessions": 400, "hands": 24_000}
    assert summary["lineup"] == ["stay", "random", "random", "random"]
    assert summary["rules"]["penalty"] == "cap:40"
    assert summary["seconds"] > 0
    assert {"python", "numba", "boneyard"} <= summary["versions"].keys()


def test_summary_of_chips_adds_up_to_zero_and_is_plain_json(chips):
    summary = json.loads(json.dumps(chips.summary()))
    assert sum(seat["net"] for seat in summary["by_seat"]) + summary["pool"]["left"] == 0


def test_summary_of_points(points):
    summary = points.summary()
    won = sum(seat["games_won"] for seat in summary["by_seat"])
    assert won + summary["unfinished"] == summary["sessions"] == 300
    assert "pool" not in summary and "net" not in summary["by_seat"][0]


def test_strategies_and_seats(chips):
    assert list(chips.strategies.index) == ["stay", "random"]
    assert list(chips.strategies["seats"]) == [1, 3]
    assert list(chips.seats["strategy"]) == chips.run.labels
    # A strategy in one seat is that seat.
    numbers = chips.seats.columns.intersection(chips.strategies.columns)
    alone, together = chips.seats.loc[0, numbers], chips.strategies.loc["stay", numbers]
    pd.testing.assert_series_equal(alone.astype(float), together.astype(float), check_names=False)


def test_pool_by_number_of_the_hand(chips):
    frame = chips.tables["pool_by_hand"]
    assert list(frame.index) == [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50]
    assert (frame["sessions"] == 400).all()
    # Four players pay 25 into an empty pool.
    assert frame.loc[1, ["q05", "q50", "q99"]].tolist() == [25, 25, 25]
    assert (frame["q05"] <= frame["q50"]).all() and (frame["q50"] <= frame["q99"]).all()
    assert chips.pool.loc["max", "chips"] == chips.summary()["pool"]["max"]


def test_extremes_have_addresses_and_commands(chips):
    worst = chips.extremes[chips.extremes["side"] == "worst"]
    assert worst["chips"].is_monotonic_increasing
    first = worst.iloc[0]
    assert first["replay"] == (
        "boneyard replay loo --players 4 --lineup stay,random,random,random "
        f"--rule penalty=cap:40 --seed 5 --session {first['session']} --hand {first['hand']}"
    )


def test_points_have_no_pool(points):
    assert list(points.tables) == [
        "strategies", "seats", "tricks", "seat_tricks", "table", "extremes"
    ]
    with pytest.raises(BoneyardError, match="unknown table of Domino Loo: 'pool'"):
        _ = points.pool
    with pytest.raises(AttributeError, match="did you mean 'points'"):
        points.plot.point()
    assert "games" in dir(points.plot)


def test_one_session_is_shown_without_intervals(one_session):
    assert one_session.strategies.filter(like="_low").isna().all(axis=None)
    report = one_session.report()
    cells = [c for s in report.sections[:3] for t in s.tables for row in t.rows() for c in row]
    assert not any(cell.interval for cell in cells)
    assert any(cell.text == "-" for cell in cells)


def test_a_result_prints_itself(chips):
    text = repr(chips)
    assert text.startswith("Domino Loo: 4 players (stay, random, random, random), "
                           "penalty=cap:40, 24,000 hands")
    assert "<table" in chips._repr_html_()


def test_report_takes_more_sections(chips):
    report = chips.report()
    extended = report.extended(report.sections[0])
    assert len(extended.sections) == len(report.sections) + 1


def test_the_table_by_strategy_shows_eight_columns_and_keeps_all(chips):
    table = chips.strategies
    short, wide = table.short(), table.wide()
    assert short.shape[1] == 8
    assert short.columns[:3].tolist() == ["chips", "chips_low", "chips_high"]
    assert wide.shape[1] > 8
    assert type(wide) is pd.DataFrame
    assert type(table[["chips"]]) is pd.DataFrame
    more = f"{wide.shape[1] - 8} more columns"
    assert more in repr(table)
    assert more in table._repr_html_()
    assert more in chips._repr_html_()


def test_the_table_by_seat_names_the_strategies_and_shows_eight_columns(chips):
    short = chips.seats.short()
    assert short.columns[:4].tolist() == ["strategy", "chips", "chips_low", "chips_high"]
    assert short.shape[1] == 8 < chips.seats.wide().shape[1]
    assert "more columns" in chips.seats._repr_html_()

