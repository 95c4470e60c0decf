"""Chips from shares of the pool are those of long runs, and no large pool carries them."""

import math

import numpy as np
import pytest

from reports.studies.escalation.pools import pool_entries
from reports.studies.risk.ruin import count_shares
from reports.studies.risk.study import study_risk
from simulate.games.loo.game import pool_growth
from simulate.games.loo.rules import LooRules
from simulate.runs.follow import follow, values_of
from simulate.runs.run import Run
from simulate.theory.law import looks_at_pool
from strategies.lineup import seat_players


def table(lineup, sessions=400, hands=20, seed=5, **rules):
    return Run("loo", LooRules(**rules), seat_players("loo", lineup.split(",")), sessions, hands,
               seed)


@pytest.mark.parametrize("lineup", ["bold,random,cautious", "random,stay"])
def test_shares_and_antes_are_what_each_hand_brought(lineup):
    """The chips of each hand are its shares of the pool less what was anted before it."""
    run = table(lineup, sessions=16, hands=30)
    seats = len(run.players)

    def read(paths):
        grows = pool_growth(run.rules)
        counts = count_shares(paths, seats, grows, grows.ends, 1)
        taken = counts.taken.sum(axis=(0, 1))
        first = np.append(True, paths["pool_next"][:-1] < 5) | (paths.number == 0)
        dealt = paths["dealer"][:, None] == np.arange(seats)
        anted = np.where(first[:, None], 5 + 5 * dealt, 5 * dealt)
        won = paths["value"] + anted
        fifths = won * 5 // paths["pool"][:, None]
        return [(taken, fifths.sum(axis=0), counts.hands.sum())]

    entries = {**values_of(run), **pool_entries(run)}
    ((taken, fifths, hands),) = follow(run, entries, read, 1).pieces[0]
    assert taken.tolist() == fifths.tolist() and hands == 16 * 30


def test_chips_from_shares_are_those_of_the_sessions():
    risks = study_risk(table("bold,random,cautious", sessions=6000)).found["risks"]
    measures = risks.measures
    total = 0.0
    for unit in measures.strategies:
        plain, shares = measures.value(unit), risks.from_shares(unit)
        assert abs(plain.value - shares.value) < 3.5 * plain.se
        assert shares.se < plain.se
        total += shares.value
    assert total == pytest.approx(0, abs=1e-9)


def test_a_table_gives_them_where_nobody_looks_at_the_pool():
    study = study_risk(table("bold,random,cautious", sessions=200))
    tables = {one.name: one.frame for section in study.sections for one in section.tables}
    assert "chips_from_shares" in tables["risk_hand"]


@pytest.mark.parametrize(("lineup", "rules"), [
    ("banker,random,cautious", {}), ("bold,random,cautious", {"penalty": "cap:40"}),
])
def test_there_are_none_where_somebody_looks_at_the_pool_or_penalties_are_capped(lineup, rules):
    risks = study_risk(table(lineup, sessions=50, **rules)).found["risks"]
    assert risks.shares is None and math.isnan(risks.from_shares(3).value)


def test_who_looks_at_the_pool():
    looking = {name: looks_at_pool(seat_players("loo", [name] * 2))
               for name in ("random", "stay", "bold", "cautious", "banker", "solved", "master")}
    assert looking == {"random": False, "stay": False, "bold": False, "cautious": False,
                       "banker": True, "solved": True, "master": True}
