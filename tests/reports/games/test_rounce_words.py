"""Rounce is told in its own words: a dummy is taken, and a seat without a trick is rounced."""

import re

import pytest

from boneyard import simulate
from reports.request import set_up
from reports.studies.advise.decision_input import in_words, read_decision
from reports.typed.query import Query
from simulate.games.loo.views import DECLARE, MISS
from simulate.games.spot import Event
from tests.reports.words_shown import words_shown

#: Words of Loo; names of strategies, files and commands are no words of the game.
LOOS_OWN = re.compile(r"\b(?:miss|misses|missed|looed)\b")
NAMES = re.compile(r"never-miss|miss-lover|boneyard study miss|\w+\.csv")


def told_of_loo(text):
    return LOOS_OWN.findall(NAMES.sub("", text))


def test_a_run_is_told_in_words_of_rounce():
    document = simulate("rounce", "random", players=3, sessions=40, jobs=1).report()
    text = "\n".join([*document.answers, words_shown(document.sections)])
    assert told_of_loo(text) == []
    assert "rounced after a dummy" in text


@pytest.mark.parametrize("word", ["dummy", "miss"])
def test_a_dummy_is_declared_by_its_name_and_by_that_of_loo(word):
    told = Query("6-6 6-2 4-4 3-1 2-0", "dealer", "6-3", f"drop,{word}")
    hand, _, _ = read_decision(set_up("rounce", "stay", 3), told)
    assert [hand["declarations"][1][part] for part in ("seat", "action")] == [1, "miss"]


@pytest.mark.parametrize(("game", "words"), [("loo", "take the miss"), ("rounce", "take a dummy")])
def test_advice_names_what_is_taken(game, words):
    assert in_words(game, Event(0, "declare", DECLARE, None, ""), MISS) == words
