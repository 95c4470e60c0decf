"""Rounce is told in its own words: a dummy is taken, and a seat without a trick is rounced."""

import re

import pytest

from boneyard import simulate
from reports.games.loo.typed import declarations
from reports.request import set_up
from reports.studies.advise.decision_input import in_words
from simulate.errors import BoneyardError
from simulate.games.loo.views import DECLARE, MISS
from simulate.games.spot import Event
from tests.reports.words_shown import words_shown

#: Words of Loo; names of strategies, files and commands are no words of the game.
LOOS_OWN = re.compile(r"\b(?:miss|misses|missed|looed)\b")
NAMES = re.compile(r"never-miss|miss-lover|boneyard study miss|\w+\.csv")


def told_of_loo(text):
    return LOOS_OWN.findall(NAMES.sub("", text))


@pytest.fixture(scope="module")
def run():
    return set_up("rounce", "stay", 3, None, 1, 100, 5)


def test_a_run_is_told_in_words_of_rounce():
    document = simulate("rounce", "random", players=3, sessions=40, jobs=1).report()
    text = "\n".join([*document.answers, words_shown(document.sections)])
    assert told_of_loo(text) == []
    assert "rounced after a dummy" in text


@pytest.mark.parametrize("word", ["dummy", "miss"])
def test_a_dummy_is_declared_by_its_name_and_by_that_of_loo(run, word):
    assert declarations(run, f"drop,{word}")[1] == {"seat": 1, "action": "miss"}


def test_no_more_dummies_are_declared_than_there_are_and_none_at_loo(run):
    with pytest.raises(BoneyardError, match="the dealer declares dummy: allowed are play and drop"):
        declarations(run, "dummy,dummy,dummy")
    with pytest.raises(BoneyardError, match="unknown declaration 'dummy'"):
        declarations(set_up("loo", "stay", 3, None, 1, 100, 5), "dummy")


@pytest.mark.parametrize(("game", "words"), [("loo", "take the miss"), ("rounce", "take a dummy")])
def test_advice_names_what_is_taken(game, words):
    assert in_words(game, Event(0, "declare", DECLARE, None, ""), MISS) == words
