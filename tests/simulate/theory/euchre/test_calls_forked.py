"""Forked deals of Euchre against whole runs in which a seat is made to call."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from reports.request import set_up
from reports.results.stakes import race_of
from simulate.books.tally import standard_error
from simulate.games.euchre.kernel import SEAT_FIELDS, unpack
from simulate.games.euchre.rules import EuchreRules
from simulate.games.euchre.views import make
from simulate.runs.chunk import play_sessions
from simulate.runs.play import play
from simulate.runs.run import Run
from simulate.theory.euchre.forked_deals import calls_at, fork_deals, sides
from simulate.theory.races import PARTS
from strategies.lineup import seat_players
from tests.simulate.games.euchre.forced import forced

DEALS = 400


def table(lineup, players, sessions=DEALS):
    return Run("euchre", EuchreRules(), seat_players("euchre", lineup, players), sessions, 1, 5)


def values_of_run(run):
    """Return what the first hand of each session is worth to each seat, as the kernel counts."""
    rows = play_sessions(run, 0, run.sessions, 1)
    return rows.seat.reshape(run.sessions, len(run.players), -1)[:, :, SEAT_FIELDS.index("value")]


@pytest.fixture(scope="module")
def forks():
    found = {}
    for players in (2, 3, 4):
        for lead in ("announced", "high"):
            run = forced(0, 1, 0, 0, players, EuchreRules(lead_suit=lead), DEALS)
            found[players, lead] = fork_deals(run, DEALS, jobs=1)
    return found


@pytest.mark.parametrize(("players", "maker", "number", "step", "alone"), [
    (4, 0, 1, 0, 0), (4, 1, 1, 0, 1), (4, 3, 1, 0, 0), (4, 2, 2, 3, 1), (4, 3, 2, 6, 0),
    (3, 0, 1, 0, 0), (3, 2, 1, 0, 0), (3, 1, 2, 2, 0), (2, 1, 1, 0, 0), (2, 0, 2, 5, 0)])
@pytest.mark.parametrize("lead", ["announced", "high"])
def test_a_fork_is_what_whole_runs_make_of_that_call(
    forks, players, maker, number, step, alone, lead
):
    deals = forks[players, lead]
    run = forced(maker, number, step, alone, players, EuchreRules(lead_suit=lead), DEALS)
    seen = values_of_run(run)
    calls = make((deals.turned + step) % 7, alone)
    value = deals.value_of(number - 1, maker, calls)
    count = sides(players)
    for position in range(players):
        sign = 1 if position % count == maker % count else -1
        assert np.array_equal(seen[np.arange(DEALS), seat_at(deals, position)], sign * value)


def seat_at(deals, position):
    """Return who sits in a position in each deal."""
    return (deals.first + np.arange(len(deals)) + 1 + position) % deals.players


@pytest.mark.parametrize(("lineup", "players"), [
    ("hoyle,threshold,loner,random", 4), ("threshold,hoyle,cautious", 3), ("random,bold", 2)])
def test_calls_that_are_asked_for_bring_what_the_line_up_brings(lineup, players):
    run = table(lineup, players)
    deals = fork_deals(run, DEALS, jobs=1)
    found = deals.outcome(calls_at(deals, (0,) * sides(players), jobs=1))
    seen, count = values_of_run(run), sides(players)
    for position in range(players):
        own = seen[np.arange(DEALS), seat_at(deals, position)]
        sign = np.where(found.maker % count == position % count, 1, -1)
        # A deal that a seat plays by lot has the same luck in any case, but for nobody's tiles.
        assert np.array_equal(own, np.where(found.maker < 0, 0, sign * found.value))


OTHER_GAMES = 60_000


@pytest.mark.parametrize(("lineup", "players"), [
    ("random,hoyle,hoyle,loner", 4), ("hoyle,random", 2),
    pytest.param("random,hoyle,bold", 3, marks=pytest.mark.slow)])
def test_chances_are_what_other_games_came_to(lineup, players):
    run = set_up("euchre", lineup, players, None, 1, 1000, 5)
    chances, many = race_of(run), sides(players)
    tally = play(replace(run, sessions=OTHER_GAMES, seed=6), jobs=1).tally
    nothing = np.zeros((1, many), np.int64)
    # Sessions begin with every dealer in turn: the chance of a game is their mean.
    for side in range(many):
        start = np.mean([chances.replicas(nothing, dealer, side) for dealer in range(players)], 0)
        share = tally.form("games_won", [side]) / OTHER_GAMES
        error = np.hypot(standard_error(start)[0], np.sqrt(share * (1 - share) / OTHER_GAMES))
        assert start.shape == (1 + PARTS, 1)
        assert abs(start[0, 0] - share) < 4 * error


def test_chances_at_a_score_are_what_other_games_made_of_it():
    run = set_up("euchre", "random,hoyle,hoyle,hoyle", 4, None, 1, 1000, 5)
    chances = race_of(run)
    counts = unpack(play(replace(run, sessions=OTHER_GAMES, seed=6), jobs=1).tally.counts, 4)
    came, checked = counts["scores"][0], 0
    for own, other in np.ndindex(came.shape[:2]):
        games = came[own, other].sum()
        if games < 3000 or own + other > 5:
            continue
        # Whoever deals: until late in a game they are all about as likely to.
        score = np.array([[own, other]])
        mean = np.mean([chances.replicas(score, dealer, 0) for dealer in range(4)], 0)
        assert mean[0, 0] == pytest.approx(came[own, other, 1] / games, abs=0.03)
        checked += 1
    assert checked > 7
