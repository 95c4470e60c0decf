"""Results: tables with intervals, figures, commands that make them again, and the summary."""

from __future__ import annotations

import re

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import boneyard
from simulate.errors import BoneyardError
from simulate.games.game import find_game, own_games


@pytest.mark.parametrize("game", [name for name in own_games() if find_game(name).can_lose])
def test_quantiles_of_sessions_are_those_of_the_study_of_risk(game):
    """One column credits the pool that is left, the other is what ``study risk`` counts."""
    asked = {"lineup": "random", "players": 3, "sessions": 40, "seed": 3, "jobs": 1}
    result, risk = boneyard.simulate(game, **asked), boneyard.study("risk", game, **asked)
    walks = risk.study.found["risks"].walks.total
    unit = result.unit
    column = f"{unit}_without_pool" if f"{unit}_without_pool" in result.sessions else unit
    assert result.sessions[column].tolist() == walks.ravel().tolist()
    assert (column == unit) == (not result.measures.credits_pool)


def test_a_session_is_that_of_its_address(chips):
    of_one = chips.sessions[chips.sessions["session"] == 17]
    hands = boneyard.replay(
        "loo", session=17, lineup="stay,random,random,random", rules={"penalty": "cap:40"},
        hands=60, seed=5)
    net = np.sum([hand.history["net"] for hand in hands], axis=0)
    left = hands[-1].history["pool_next"]
    assert of_one["chips"].tolist() == (net + left / 4).tolist()
    assert of_one["chips_without_pool"].tolist() == net.tolist()
    assert set(of_one["largest_pool"]) == {max(hand.history["pool"] for hand in hands)}


def test_every_plot_is_drawn_in_axes_of_ones_own(chips):
    casino = boneyard.simulate("casino", sessions=20, hands=20, jobs=1)  # one has two plots
    for plots, name in ((one.plot, name) for one in (chips, casino) for name in dir(one.plot)):
        figure = Figure((12, 6), dpi=30)
        canvas = FigureCanvasAgg(figure)
        left, right = figure.subplots(1, 2, gridspec_kw={"left": 0.3, "bottom": 0.2})
        drawn = getattr(plots, name)(ax=left)
        assert drawn is left and figure.axes == [left, right] and not right.has_data()
        canvas.draw()
        before = bytes(canvas.buffer_rgba())
        left.set(title="mine", xlabel="mine", ylabel="mine")
        canvas.draw()
        assert bytes(canvas.buffer_rgba()) != before
        assert [left.get_title(loc=loc) for loc in ("left", "right")] == ["", ""]
    with pytest.raises(BoneyardError, match="ax is no axes"):
        chips.plot.tricks(ax=figure)


def check_titles(plots):
    """A title that is asked for stands where the figure's own does, and nowhere else."""
    def titles(figure):
        return [figure.get_suptitle(), *(axes.get_title(loc=loc) for axes in figure.axes
                                         for loc in ("left", "center", "right"))]

    for name in dir(plots):
        draw = getattr(plots, name)
        before, after = titles(draw().figure), titles(draw(title="Mine").figure)
        (old, new), = {*zip(before, after, strict=True)} - {*zip(before, before, strict=True)}
        assert new.split("\n")[0] == "Mine" and (old or not any(before)), name


def test_a_summary_is_a_table_to_read(chips, points, one_session):
    """With units and intervals, in 80 columns, the worth of a hand first."""
    held = boneyard.study("duel", "loo", "stay,random", sessions=40, hands=10, jobs=1)
    for found in (chips, points, one_session, held):
        summary = found.summary()
        assert list(summary.attrs["units"]) == [*summary.index.names, *summary]
        assert summary.attrs["command"] == found.command
        assert list(summary) == ["value", "low", "high", "unit"] and summary["unit"].all()
        assert max(map(len, repr(summary).split("\n"))) <= 80
    first = chips.summary().iloc[0]
    assert chips.summary().index[0] == ("chips", "stay") and first["unit"] == "chips a hand"
    exact = chips.strategies.loc["stay", ["chips", "chips_low", "chips_high"]]
    assert np.allclose(first[["value", "low", "high"]].astype(float), exact, atol=0.06)
    assert "chips a hand" in chips._repr_html_()


def test_a_new_figure_has_the_size_and_words_that_were_asked_for(chips):
    sweep = boneyard.sweep("loo", "penalty", ["cap:20", "cap:40"], "stay,random", sessions=40,
                           hands=5, jobs=1)
    answers = boneyard.advise("casino", "6-6 4-4 5-0", position="first", deals=512, players=2)
    for draw in (chips.plot.chips, sweep.plot.sweep, answers.plot):
        axes = draw(figsize=(7, 2.5), title="mine")
        assert axes.figure.get_size_inches().tolist() == [7, 2.5]
        assert axes.get_title("left") == "mine"
        picture, size = axes._repr_png_()  # as a notebook shows it
        assert picture.startswith(b"\x89PNG") and size == {"width": 672, "height": 240}
        assert draw(ax=axes) is axes
        with pytest.raises(TypeError, match=r"'figsiz' .did you mean 'figsize'"):
            draw(figsiz=(7, 2.5))
        with pytest.raises(BoneyardError, match="figsize is for a new figure"):
            draw(ax=axes, figsize=(7, 2.5))
        for wrong in ("x", "12", (1,), (-1, 2), (0, 2), (float("nan"), 2), (1e9, 2), 7, (1, 2, 3)):
            with pytest.raises(BoneyardError, match=r"figsize is .*: give width and height"):
                draw(figsize=wrong)


@pytest.mark.parametrize(("game", "rules"), [
    ("loo", {"scoring": "points"}), ("rounce", {}), ("euchre", {}),
    ("pool", {"score": "hundred_up"})])
@pytest.mark.parametrize("hands", [1, 5, 1000])
def test_games_that_were_stopped_are_not_told_as_whole_games(game, rules, hands):
    result = boneyard.simulate(game, players=3, rules=rules, sessions=32, hands=hands, jobs=1)
    stopped = result.counts()["unfinished"]
    (said,) = [one for one in result._report.answers if re.match("A game takes|No game ended", one)]
    assert said.startswith("No game") == (stopped == 32)
    assert ("were stopped before they ended" in said) == (0 < stopped < 32)
    assert f" within {hands} hand{'s' * (hands > 1)}." in said or stopped < 32
