"""Bounds that are printed are neither one too few nor one too many, at every game and study: each
is counted over again from the hands, on both of its sides."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from reports.headlines import amount
from reports.request import set_up
from reports.studies.escalation.pools import RUINOUS, follow_pools, growth_of
from reports.studies.kind import studies
from reports.studies.risk.shown import CHANCES
from reports.studies.risk.study import study_risk
from simulate.errors import BoneyardError
from simulate.games.game import find_game, game_names
from simulate.runs.follow import follow, values_of
from simulate.runs.run import Run
from tests.reports.studies.test_few_sessions import TABLES

HANDS = 20


def table(game: str, lineup: str, rules: dict[str, str], sessions: int = 150) -> Run:
    return set_up(game, lineup, None, rules, sessions, HANDS, 4)


def tables_of(study: str) -> list[object]:
    """Return the tables of all games at which a study can be held."""
    found = []
    for game in game_names():
        for lineup, rules in TABLES[game]:
            try:
                studies()[study].check_table(table(game, lineup, rules), studies()[study].read({}))
            except BoneyardError:
                continue
            found.append(pytest.param(table(game, lineup, rules), id="-".join((game, *rules))))
    return found


def hands_of(run: Run, entry: tuple[int, int] | None = None) -> list[np.ndarray]:
    """Return what the seats made of each hand, or an entry of its row, session by session."""
    entries = values_of(run) if entry is None else {"value": entry}
    pieces = follow(run, entries, lambda paths: [
        paths.entries["value"][first:last] for first, last in pairwise(paths.starts)], 1).pieces
    return [session for piece in pieces for session in piece]


@pytest.mark.parametrize("run", tables_of("risk"))
def test_a_bank_that_is_said_to_do_does_and_one_chip_less_does_not(run):
    study = study_risk(run, jobs=1)
    risks, sessions = study.found["risks"], hands_of(run)
    walks = [np.vstack([np.zeros_like(one[:1]), one]).cumsum(axis=0) for one in sessions]
    lowest, end = (np.array([how(walk) for walk in walks]) for how in (
        lambda walk: walk.min(axis=0), lambda walk: walk[-1]))
    fall = np.array([(np.maximum.accumulate(walk) - walk).max(axis=0) for walk in walks])
    for unit in risks.measures.strategies:
        own = list(risks.units[unit])
        for chance in CHANCES:
            bank = risks.bank_needed(unit, chance, risks.marks[-1]).value
            gone = lowest[:, own]
            assert (gone <= -bank).mean() <= chance < (gone <= 1 - bank).mean()
            loss = risks.value_at_risk(unit, chance).value
            assert (-end[:, own] > loss).mean() <= chance < (-end[:, own] > loss - 1).mean()
            most = risks.drawdown(unit, 1 - chance).value
            assert (fall[:, own] > most).mean() <= chance < (fall[:, own] > most - 1).mean()
    said = amount(risks.bank_needed(risks.measures.strategies[0], 0.05, risks.marks[-1]))
    assert said in study.answer[0] or len(risks.measures.strategies) > 1


@pytest.mark.parametrize("run", [one for one in tables_of("escalation") if growth_of(
    one.values[0]).pools is not None])
def test_pools_of_just_a_level_are_not_above_it(run):
    found, growth = follow_pools(run, 1), growth_of(run)
    at, after = ([one[:, 0] for one in hands_of(run, (entry, 1))] for entry in growth.pools)
    pools, largest = np.concatenate(at), np.array([
        max(one.max(), other.max()) for one, other in zip(at, after, strict=True)])
    for which, stakes in enumerate(RUINOUS):
        assert found.passed(which, HANDS).value == (largest > stakes * found.stake).mean()
    for q in (0.5, 0.95, 0.99):
        most = found.sizes.quantile(q).value
        assert (pools <= most).mean() >= q
        assert most >= 64 or (pools <= most - 1).mean() < q  # counted exactly below 64


@pytest.mark.parametrize("game", [
    game for game in game_names() if "escalation_limit" in find_game(game).rules_class().as_dict()
    and find_game(game).has_pool(find_game(game).rules_class())])
def test_a_pool_of_just_the_limit_does_not_end_a_session(game):
    run = replace(set_up(game, "stay", 4, {"penalty": "unlimited"}, 1, 200, 3), seed=5)
    _, after = growth_of(run).pools
    (pools,) = hands_of(run, (after, 1))
    record = next(hand for hand, pool in enumerate(pools[:, 0])
                  if pool >= 1_000 and pool > pools[:hand, 0].max(initial=0))
    most = int(pools[record, 0])
    assert record + 1 < len(pools)
    for limit, goes_on in ((most, True), (most - 1, False)):
        limited = replace(run, rules=run.rules.changed(escalation_limit=limit))
        (played,) = hands_of(limited, (after, 1))
        assert (len(played) > record + 1) == goes_on
        assert len(played) >= record + 1
        passed = follow_pools(limited, 1).passed(len(RUINOUS), record + 1)
        assert passed.value == (not goes_on)
