"""What a person's own decision reaches: noticed when it changes, refused when it is chance."""

import random
import time
from types import ModuleType

import numba
import numpy as np
import pytest

from simulate.errors import StrategyError
from simulate.games.game import find_game
from simulate.games.loo.rules import LooRules
from simulate.games.loo.views import DROP, PLAY
from simulate.machine.own_code import OwnCode
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.lineup import seat_players
from strategies.loo.base import LooStrategy, Random

LEVEL = 0


@numba.njit
def at_least(number):
    return number >= LEVEL


def is_high(view):
    return at_least(view.position)


def dropped(decision) -> int:
    """Return how often seats drop that declare so."""

    class Own(LooStrategy):
        name = "own"
        declare = staticmethod(decision)

    run = Run("loo", LooRules(), seat_players("loo", Own, 3), 16, 20, 1)
    seats = find_game("loo").summary(play(run, jobs=1).tally, run.rules)[1]
    return sum(seat["dropped"] for seat in seats)


def by_constant(view, p):
    return PLAY if view.position >= LEVEL else DROP


def by_helper(view, p):
    return PLAY if at_least(view.position) else DROP


@pytest.mark.parametrize("decision", [by_constant, by_helper])
def test_a_changed_constant_is_noticed(monkeypatch, decision):
    found = []
    for level in (0, 9, 0):
        monkeypatch.setitem(globals(), "LEVEL", level)
        found.append(dropped(decision))
    assert found[0] == found[2] == 0 < found[1]


def test_a_changed_constant_of_an_imported_module_is_noticed(monkeypatch):
    settings = ModuleType("settings_of_mine")
    settings.LEVEL = 0
    monkeypatch.setitem(globals(), "settings", settings)

    def decide(view, p):
        return PLAY if view.position >= settings.LEVEL else DROP

    before = dropped(decide)
    settings.LEVEL = 9
    assert before == 0 < dropped(decide)


def test_a_helper_of_an_imported_module_is_compiled_anew_and_left_as_it_is(monkeypatch):
    mine = ModuleType("helpers_of_mine")
    mine.at_least = at_least
    monkeypatch.setitem(globals(), "mine", mine)
    assert at_least(1)
    options, kept, compiled = dict(at_least.targetoptions), at_least._cache, at_least.signatures

    def decide(view, p):
        return PLAY if mine.at_least(view.position) else DROP

    assert dropped(decide) == 0
    monkeypatch.setitem(globals(), "LEVEL", 9)
    assert dropped(decide) > 0 < dropped(by_helper)
    assert (at_least.targetoptions, at_least._cache, at_least.signatures) == (
        options, kept, compiled)


def test_a_new_helper_of_the_same_name_is_noticed(monkeypatch):
    before = OwnCode(by_helper).fingerprint
    monkeypatch.setitem(globals(), "at_least", numba.njit(lambda number: number > LEVEL))
    assert OwnCode(by_helper).fingerprint != before


def test_fingerprints_do_not_depend_on_the_process():
    first, second = (OwnCode(by_helper).fingerprint for _ in range(2))
    assert first == second and first
    assert OwnCode(Random.follow or LooStrategy.follow).fingerprint == ""


#: Functions that draw chance or the time from somewhere else than the view.
def by_lot(view, p):
    return PLAY if random.random() < 0.5 else DROP


def by_numpy(view, p):
    return PLAY if np.random.random() < 0.5 else DROP


def by_clock(view, p):
    return PLAY if time.time() % 2 < 1 else DROP


@numba.njit
def coin():
    return np.random.randint(2)


def by_a_helper(view, p):
    return PLAY if coin() else DROP


@pytest.mark.parametrize("decision", [by_lot, by_numpy, by_clock, by_a_helper])
def test_chance_that_is_not_the_views_is_refused(decision):
    with pytest.raises(StrategyError, match=r"could be played again: take chance from view\.word"):
        dropped(decision)
